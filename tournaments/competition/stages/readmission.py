"""Re-admission: the best beaten of a round, and their chairs in the next one (R-TAB-19, R-TAB-20)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.competition.handing_on import NOBODY, NOT_YET, Best
from tournaments.competition.types import FromBest, FromTable, Nobody, Plan


@dataclass(frozen=True, slots=True)
class Beaten:
    """A candidate: the table, the regular deals played, the points, and the lot (1 first)."""

    key: int
    table: int
    deals: int
    points: int
    lot: int = 0


@dataclass(frozen=True, slots=True)
class _Chair:
    """A chair kept for one of the best beaten: its table, and the tables whose winners also sit there."""

    slot: FromBest
    table: int
    winners_of: frozenset[int]


def readmissions(
    plan: Plan, beaten: Iterable[Beaten], *, low_wins: bool, seated: Best = NOT_YET
) -> dict[FromBest, int | Nobody]:
    """Return the entrant for each kept chair, once all tables of the round are finished (R-TAB-19).

    More deals are better, then more points (fewer where ``low_wins``), then the first lot, then the lowest key. Nobody
    sits with the winners of their own table, unless there is no other table (R-TAB-20). An entrant who is ``seated`` by
    an earlier result and is still among the best keeps the chair; a chair without a candidate stays empty.
    """
    chairs: list[_Chair] = []
    for table in plan.tables:
        winners_of = frozenset(each.number for each in table.slots if isinstance(each, FromTable))
        chairs += [_Chair(slot, table.number, winners_of) for slot in table.slots if isinstance(slot, FromBest)]
    chairs.sort(key=lambda chair: chair.slot.rank)
    sign = 1 if low_wins else -1
    best = sorted(beaten, key=lambda each: (-each.deals, sign * each.points, each.lot, each.key))[: len(chairs)]
    among = {each.key for each in best}
    kept = {slot: key for slot, key in seated.items() if key in among}
    free = [chair for chair in chairs if chair.slot not in kept]
    coming: list[Beaten | None] = [each for each in best if each.key not in kept.values()]
    coming += [None] * (len(free) - len(coming))
    # Who would sit with the winners of the own table is exchanged with the next one at another table.
    for here, chair in enumerate(free):
        if _meets_his_own(coming[here], chair):
            around = [*range(here + 1, len(free)), *range(here)]
            elsewhere = (place for place in around if free[place].table != chair.table)
            there = next((place for place in elsewhere if not _meets_his_own(coming[place], chair)), here)
            coming[here], coming[there] = coming[there], coming[here]
    return kept | {
        chair.slot: each.key if each is not None else NOBODY for chair, each in zip(free, coming, strict=True)
    }


def _meets_his_own(beaten: Beaten | None, chair: _Chair) -> bool:
    return beaten is not None and beaten.table in chair.winners_of
