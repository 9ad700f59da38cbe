"""Who should not meet, as the organiser wrote it: what the log says last (R-HND-11)."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from tournaments.competition.stages.facts import Apart
from tournaments.folding import has
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Entry, Tournament

KEPT_APART: Final = "entries_kept_apart"
MAY_MEET: Final = "entries_may_meet"
MOST_SHOWN: Final = 300


class ApartSet(NamedTuple):
    """Entries that should not meet, up to round ``until`` (0: in none), with the name that the organiser reads."""

    number: int
    name: str
    until: int
    entries: tuple[int, ...]

    @property
    def apart(self) -> Apart:
        return Apart(self.entries, self.until)


def apart_sets(event: Tournament) -> list[ApartSet]:
    """Return the sets of an event, the first one first; one query where nobody is kept apart, else two."""
    rows = AuditEntry.objects.filter(tournament=event, verb__in=(KEPT_APART, MAY_MEET)).order_by("seq")
    found: dict[int, Json] = {}
    for verb, written in rows.values_list("verb", "after"):
        after = written or {}
        if verb == KEPT_APART:
            found[after["set"]] = after
        else:
            found.pop(after["set"], None)
    if not found:
        return []
    # An installation that imports the event knows its entries by their numbers in it.
    keys = dict(Entry.objects.filter(tournament=event).values_list("number", "pk"))
    return [
        ApartSet(
            number,
            each["name"],
            each.get("until_round", 0),
            tuple([keys[one] for one, _name in each["entries"] if one in keys]),
        )
        for number, each in found.items()
    ]


class Choosable(NamedTuple):
    """Entries that can be chosen for a set, by number, and how many more there are."""

    entries: Sequence[Entry]
    more: int


def choosable(event: Tournament, search: str, chosen: Collection[int]) -> Choosable:
    """Return those of the ``chosen`` entries and of those that a search finds, at most so many as a page shows."""
    rows = Entry.objects.filter(tournament=event, status=Entry.Status.CONFIRMED).select_related("club")
    found = [
        entry
        for entry in rows.order_by("number")
        if entry.pk in chosen or has(f"{entry.number} {entry.label} {entry.club.name if entry.club else ''}", search)
    ]
    first = sorted(found, key=lambda entry: entry.pk not in chosen)[:MOST_SHOWN]
    return Choosable(sorted(first, key=lambda entry: entry.number), len(found) - len(first))
