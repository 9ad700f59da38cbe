"""The people of a club for those who run it: searched, alike, what a merge would move, and the merges made."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments import folding
from tournaments.frame import naming
from tournaments.models import Club, Entry, EntryMember, Person, PersonMerge

PAGE = 30
MOST_PEOPLE = 5000
MOST_ALIKE = 20


@dataclass(frozen=True, slots=True)
class MergePreview:
    """Preview of a merge of two people: who stays, who is merged, and what moves."""

    kept: Person
    merged: Person
    entries: Sequence[Entry]
    moves_account: bool


def people(club: Club, search: str = "", number: str = "1") -> "Page[Any]":
    """Return a page of the club's people, in two queries; see ``people_of``."""
    return Paginator(people_of(club, search).order_by(naming.by_name(), "pk"), PAGE).get_page(number)


def people_of(club: Club, search: str = "") -> QuerySet[Person]:
    """Return the club's people, each with ``events_played``; without those who were merged or made anonymous."""
    # Counted for the people of a page only.
    events = EntryMember.objects.filter(person=OuterRef("pk")).order_by().values("person")
    played = Subquery(events.annotate(n=Count("entry__tournament", distinct=True)).values("n"))
    return search_people(_alive(club), search).annotate(events_played=Coalesce(played, 0))


def search_people(rows: QuerySet[Person], search: str) -> QuerySet[Person]:
    """Return the people whose name contains every word of ``search``."""
    return rows.filter(naming.holding(search, naming.PERSON))


def person(club: Club, person_id: int) -> Person | None:
    """Return a person of the club, with their account."""
    return _alive(club).filter(pk=person_id).select_related("user", "club").first()


def others_like(club: Club, somebody: Person, search: str) -> list[Person]:
    """Return people of the club who may be ``somebody``: those found by ``search``."""
    found = search_people(_alive(club).exclude(pk=somebody.pk), search) if search.strip() else Person.objects.none()
    return list(found[:MOST_ALIKE])


def duplicates(club: Club) -> list[list[Person]]:
    """Return people of the club whose names differ only in accents, capitals, signs, spaces and order; two queries."""
    alike: dict[tuple[str, ...], list[Person]] = defaultdict(list)
    for each in _alive(club).order_by("pk")[:MOST_PEOPLE]:
        alike[normalised_name(each)].append(each)
    groups = [group for group in alike.values() if len(group) > 1]
    doubles = [each.pk for group in groups for each in group]
    rows = EntryMember.objects.filter(person__in=doubles, of=None).order_by().values_list("person")
    entries_made = dict(rows.annotate(n=Count("pk")))
    for group in groups:
        group.sort(key=lambda each: (each.user_id is None, -entries_made.get(each.pk, 0), each.pk))
    return sorted(groups, key=lambda group: folding.key_of(group[0].family_name, group[0].given_name))


def normalised_name(somebody: Person) -> tuple[str, ...]:
    """Return a name normalised for comparison: letters only, given and family name in either order."""
    return tuple(sorted(map(folding.letters_of, (somebody.family_name, somebody.given_name))))


def preview(club: Club, kept_id: int, merged_id: int) -> MergePreview | None:
    """Return what a merge would move, in two queries; None when one of them is not in the club."""
    found = {each.pk: each for each in _alive(club).filter(pk__in=(kept_id, merged_id)).select_related("user", "club")}
    if len(found) < 2:
        return None
    entries = Entry.objects.filter(members__person=merged_id, members__of=None).select_related("tournament")
    return MergePreview(
        kept=found[kept_id],
        merged=found[merged_id],
        entries=list(entries.order_by("-tournament__starts_at", "pk")),
        moves_account=found[merged_id].user_id is not None,
    )


def merges(club: Club) -> list[PersonMerge]:
    """Return the merges of the club's people that were not undone, newest first."""
    rows = PersonMerge.objects.filter(kept__club=club, undone_at__isnull=True, merged__anonymised_at__isnull=True)
    return list(rows.select_related("kept", "merged", "made_by").order_by("-pk")[:PAGE])


def merge(club: Club, merge_id: int) -> PersonMerge | None:
    """Return one of these merges."""
    rows = PersonMerge.objects.filter(kept__club=club, pk=merge_id, undone_at__isnull=True)
    return rows.select_related("kept", "merged").first()


def _alive(club: Club) -> QuerySet[Person]:
    return Person.objects.filter(club=club, merged_into__isnull=True, anonymised_at__isnull=True)
