"""The table of clubs: its options, and what each club's entries have together (R-CLB-01 to R-CLB-04)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from tournaments.competition.pairing.options import check_kept
from tournaments.competition.stages.points import Number
from tournaments.competition.standings.ranking import Merit, rank
from tournaments.games.contract import Json, RefusedError

MOST_BEST: Final = 100


@dataclass(frozen=True, slots=True)
class ClubOptions:
    """How many of the best entries of each club count; 0 where all of them do."""

    best: int = 0

    def __post_init__(self) -> None:
        if type(self.best) is not int or self.best not in range(MOST_BEST + 1):
            raise RefusedError("bad_best_of_club", field="best", given=str(self.best)[:40], most=MOST_BEST)


class Earned(NamedTuple):
    """An entry of a club, what it has from all its tables, and whether that counts for the club."""

    key: int
    amount: Number
    counts: bool


class ClubRow(NamedTuple):
    """A club: its place, whether another shares it, the sum of what counts, and its entries, the best first."""

    place: int
    shared: bool
    club: int
    total: Number
    entries: tuple[Earned, ...]


def club_table(
    earned: Iterable[tuple[int, Number]], clubs: Mapping[int, int], options: ClubOptions
) -> tuple[ClubRow, ...]:
    """Return the clubs, best first, from what each entry has ``earned``; the better entry of a club comes first.

    ``clubs`` has the club of each entry; who has none counts for nobody.
    """
    found: dict[int, list[tuple[int, Number]]] = {}
    for key, amount in earned:
        if key in clubs:
            found.setdefault(clubs[key], []).append((key, amount))
    rows: list[tuple[int, tuple[Earned, ...]]] = []
    for club, own in found.items():
        best_first = sorted(own, key=lambda each: -each[1])
        entries = [
            Earned(key, amount, counts=not options.best or at < options.best)
            for at, (key, amount) in enumerate(best_first)
        ]
        rows.append((club, tuple(entries)))
    # Level clubs stand by their best entry, then by the next one: a missing entry is worth less than any.
    longest = max((len(entries) for _club, entries in rows), default=0)
    merits: dict[int, Merit] = {}
    for club, all_of_club in rows:
        counted = [number for each in all_of_club if each.counts for number in (1, each.amount)]
        missing = [0] * (2 * longest - len(counted))
        merits[club] = (_total(all_of_club), *counted, *missing)
    ordered = rank(rows, lambda row: merits[row[0]])
    return tuple([ClubRow(each.place, each.shared, each.row[0], _total(each.row[1]), each.row[1]) for each in ordered])


def _total(entries: tuple[Earned, ...]) -> Number:
    return sum(each.amount for each in entries if each.counts)


KINDS: Mapping[str, type] = MappingProxyType({"best": int})


def clubs_to_json(options: ClubOptions) -> Json:
    """Return the options as JSON for an event; ``clubs_from_json`` reads them back."""
    return {"best": options.best}


def clubs_from_json(data: Json) -> ClubOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, KINDS)
    return ClubOptions(**data)
