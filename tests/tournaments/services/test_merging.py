"""Duplicates become one person, and two again: exactly, or not at all."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tournaments.clubs.writes import clubs
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Club, Entry, EntryMember, Person, PersonMerge
from tournaments.people.writes import merging

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Actor:
    account = make.user()
    return Actor(user=account, label=str(account))


@pytest.fixture
def club(admin: Actor) -> Club:
    return clubs.found_club(actor=admin, name="Traves")


def enter(event, *names: tuple[str, str]) -> Entry:
    new = NewEntry(people=tuple(PersonName(*name) for name in names), club="Traves")
    return entries.import_entries(actor=make.boss_of(event), tournament_id=event.pk, rows=[new])[0]


@pytest.fixture
def twice(club: Club) -> tuple[Person, Person]:
    """Rosa Teppa, and Rosa Tepa who is the same, each in an event of her own."""
    made = []
    for name in ("Teppa", "Tepa"):
        entry = enter(make.event(), (name, "Rosa"), (f"{name}compagna", "Ada"))
        made.append(entry.members.get(position=1).person)
    return made[0], made[1]


def merge(admin: Actor, club: Club, kept: Person, merged: Person) -> PersonMerge:
    return merging.merge_people(actor=admin, club_id=club.pk, kept_id=kept.pk, merged_id=merged.pk)


def everything() -> list[object]:
    people = Person.objects.order_by("pk").values_list("pk", "family_name", "club", "user", "merged_into")
    return [*people, *EntryMember.objects.order_by("pk").values_list("pk", "person", "entry", "position")]


def test_what_the_one_has_goes_to_the_other_and_comes_back_exactly(admin, club, twice) -> None:
    kept, merged = twice
    merged.user = account = make.user()
    merged.save()
    before = everything()

    made = merge(admin, club, kept, merged)
    kept.refresh_from_db()
    merged.refresh_from_db()
    assert (kept.user, merged.user, merged.merged_into) == (account, None, kept)
    assert kept.memberships.count() == 2
    assert merged.memberships.count() == 0

    merging.undo_merge(actor=admin, club_id=club.pk, merge_id=made.pk)
    assert everything() == before
    rows = AuditEntry.objects.filter(tournament=None, target=str(kept)).order_by("pk")
    assert list(rows.values_list("verb", flat=True)) == ["people_merged", "merge_undone"]


def test_two_who_met_in_an_event_are_two(admin, club) -> None:
    event = make.event()
    first = enter(event, ("Teppa", "Rosa"), ("Vana", "Ada")).members.get(position=1).person
    second = enter(event, ("Tepa", "Rosa"), ("Grosso", "Ida"))
    values = {"actor": admin, "club_id": club.pk, "kept_id": first.pk, "merged_id": second.members.first().person_id}
    assert refused(merging.merge_people, **values) == "merge_together"

    entries.withdraw_before_draw(actor=make.boss_of(event), tournament_id=event.pk, entry_id=second.pk)
    assert merging.merge_people(**values).kept == first


def test_partners_are_two_even_when_their_pair_has_withdrawn(admin, club) -> None:
    event = make.event()
    pair = enter(event, ("Teppa", "Rosa"), ("Tepa", "Rosa"))
    entries.withdraw_before_draw(actor=make.boss_of(event), tournament_id=event.pk, entry_id=pair.pk)
    one, two = (member.person_id for member in pair.members.all())
    assert refused(merging.merge_people, actor=admin, club_id=club.pk, kept_id=one, merged_id=two) == "merge_together"


def test_two_accounts_are_two_people(admin, club, twice) -> None:
    for person in twice:
        person.user = make.user()
        person.save()
    values = {"actor": admin, "club_id": club.pk, "kept_id": twice[0].pk, "merged_id": twice[1].pk}
    assert refused(merging.merge_people, **values) == "merge_accounts"


def test_only_people_of_the_club_are_put_together(admin, club, twice) -> None:
    values = {"actor": admin, "club_id": club.pk, "kept_id": twice[0].pk}
    foreign = Person.objects.create(family_name="Teppa", club=Club.objects.create(name="Lanzo"))
    assert refused(merging.merge_people, **values, merged_id=foreign.pk) == "person_missing"
    assert refused(merging.merge_people, **values, merged_id=twice[0].pk) == "merge_same"
    assert refused(merging.undo_merge, actor=admin, club_id=club.pk, merge_id=99) == "merge_missing"


def test_a_merge_is_taken_back_once_and_not_by_another_club(admin, club, twice) -> None:
    made = merge(admin, club, *twice)
    other = Club.objects.create(name="Lanzo")
    assert refused(merging.undo_merge, actor=admin, club_id=other.pk, merge_id=made.pk) == "merge_missing"
    merging.undo_merge(actor=admin, club_id=club.pk, merge_id=made.pk)
    assert refused(merging.undo_merge, actor=admin, club_id=club.pk, merge_id=made.pk) == "merge_changed"


def test_what_has_changed_since_is_not_taken_back(admin, club, twice) -> None:
    kept, merged = twice
    moved = merged.memberships.get()
    made = merge(admin, club, kept, merged)
    EntryMember.objects.filter(pk=moved.pk).update(person=Person.objects.create(family_name="Altra"))
    before = everything()
    assert refused(merging.undo_merge, actor=admin, club_id=club.pk, merge_id=made.pk) == "merge_changed"
    assert everything() == before


def test_merges_are_taken_back_from_the_last(admin, club, twice) -> None:
    kept, merged = twice
    third = Person.objects.create(family_name="Teppà", given_name="Rosa", club=club)
    first = merge(admin, club, kept, merged)
    second = merge(admin, club, third, kept)
    assert refused(merging.undo_merge, actor=admin, club_id=club.pk, merge_id=first.pk) == "merge_changed"
    merging.undo_merge(actor=admin, club_id=club.pk, merge_id=second.pk)
    merging.undo_merge(actor=admin, club_id=club.pk, merge_id=first.pk)
    assert not Person.objects.filter(merged_into__isnull=False).exists()


def test_who_was_put_together_is_not_entered_again(admin, club, twice) -> None:
    kept, merged = twice
    merge(admin, club, kept, merged)
    entry = enter(make.event(), ("Tepa", "Rosa"), ("Vana", "Ada"))
    assert entry.members.get(position=1).person not in (kept, merged)


def test_pages_of_the_events_are_made_anew(admin, club, twice) -> None:
    event = twice[1].memberships.get().entry.tournament
    merge(admin, club, *twice)
    assert make.fresh(event).version > event.version
