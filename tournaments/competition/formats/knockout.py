"""How an elimination event goes on from its plan to places 1 to N (R-KO-09, R-KO-14, R-KO-15, R-TAB-17, R-TAB-18)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from tournaments.competition.feeding import NOT_YET, Best, Feeding, Finish, alone, feeding, occupant, walkover
from tournaments.competition.standings.ranking import Merit, Ranked, rank
from tournaments.competition.types import FromBest, FromEntrant, Nobody, Plan, PlannedTable
from tournaments.games.contract import RefusedError

Decide: TypeAlias = Callable[[PlannedTable, tuple[int, ...]], Finish]
"""Who finishes where at a table between these keys; ``(None, None)`` when both lines lost."""

Admit: TypeAlias = Callable[[Mapping[int, Finish]], Best]
"""Who is re-admitted, from the finished tables of the first round."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The final place of one entrant; ``place`` is None while the event is not over for him."""

    key: int
    place: int | None
    shared: bool = False


def joined(plans: Sequence[Plan]) -> Plan:
    """The rounds of a redrawn knockout, in their order, as one plan (R-KO-11)."""
    return Plan(tuple(table for plan in plans for table in plan.tables), plans[-1].rounds)


def settle(plan: Plan, decide: Decide, admit: Admit | None = None) -> dict[int, Finish]:
    """Play a plan to its end in memory: byes by themselves, every other table by ``decide``.

    ``admit`` is asked once, after the first round, where a plan keeps chairs for the best of those beaten.
    """
    finishes: dict[int, Finish] = {}
    best: Best = NOT_YET
    for table in plan.tables:
        if admit is not None and table.round > 1:
            best, admit = admit(finishes), None
        # Lists, not generators: this loop is most of the time of a large event played in memory.
        occupants = [occupant(slot, finishes, best) for slot in table.slots]
        keys = tuple([each for each in occupants if isinstance(each, int)])
        finishes[table.number] = decide(table, keys) if len(keys) > table.through else alone(keys, len(occupants))
    return finishes


def with_walkovers(plan: Plan, finishes: Mapping[int, Finish], best: Best = NOT_YET) -> dict[int, Finish]:
    """The finished tables, and those that finish by themselves because nobody else comes (R-KO-05, R-TAB-07)."""
    known = dict(finishes)
    for table in plan.tables:
        if table.number not in known:
            finish = walkover([occupant(slot, known, best) for slot in table.slots], table.through)
            if finish is not None:
                known[table.number] = finish
    return known


def final_standings(
    plan: Plan, finishes: Mapping[int, Finish], merit: Callable[[int], Merit], best: Best = NOT_YET
) -> tuple[Standing, ...]:
    """Places 1 to N of a finished event; raises RefusedError ``event_not_finished`` naming the first open table.

    Placement games decide first, then the round reached, then ``merit``; only equal merits share a place. At tables of
    more than two the merit begins with the place at the last table, so the final orders its own people (R-TAB-18).
    """
    known = with_walkovers(plan, finishes, best)
    if plan.tables[-1].round < plan.rounds:
        raise RefusedError("rounds_missing", field="round", planned=plan.tables[-1].round, rounds=plan.rounds)
    for table in plan.tables:
        if table.number not in known:
            raise RefusedError("event_not_finished", field="table", number=table.number)
    return standings_so_far(plan, known, merit, best)


def standings_so_far(
    plan: Plan, finishes: Mapping[int, Finish], merit: Callable[[int], Merit], best: Best = NOT_YET
) -> tuple[Standing, ...]:
    """As ``final_standings``, for an event under way: whoever is still in comes first and has no place yet."""
    exits = _exits(plan, with_walkovers(plan, finishes, best), best)
    everybody = [slot.key for table in plan.tables for slot in table.slots if isinstance(slot, FromEntrant)]
    still_in = [key for key in dict.fromkeys(everybody) if key not in exits]
    ahead = tuple(Standing(ranked.row, None) for ranked in rank(still_in, merit))
    return ahead + tuple(_placed(exits, merit, len(still_in) + 1))


def _placed(exits: dict[int, int], merit: Callable[[int], Merit], next_place: int) -> Iterator[Standing]:
    """Everybody who is out, band by band; a band is played out by merit. Nobody wins a final that both lost."""
    ordered = sorted(exits, key=exits.__getitem__)
    if next_place == 1 and ordered and exits[ordered[0]] > 1:
        next_place = 2
    for _, band in groupby(ordered, key=exits.__getitem__):
        rows: tuple[Ranked[int], ...] = rank(band, merit, first_place=next_place)
        yield from (Standing(each.row, each.place, each.shared) for each in rows)
        next_place += len(rows)


def _exits(plan: Plan, finishes: Mapping[int, Finish], best: Best) -> dict[int, int]:
    """The place at which each entrant left: the best place of a table for its last winner, the worst for a loser.

    Whoever left later in the same bracket played for better places, so these numbers order the whole event.
    """
    routes, back = feeding(plan), _Readmission.of(plan, best)
    exits: dict[int, int] = {}
    for table in plan.tables:
        finish = finishes.get(table.number)
        if finish is None:
            continue
        for slot in table.slots:
            key = occupant(slot, finishes, best)
            if isinstance(key, int) and not _goes_on(plan, table, finish, key, routes, back):
                exits[key] = table.best_place if finish[0] == key else table.worst_place
    return exits


@dataclass(frozen=True, slots=True)
class _Readmission:
    """Who comes back after a round, as (round, key), and the (round, place) of which that is not decided yet."""

    chosen: frozenset[tuple[int, int | Nobody]]
    open: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, plan: Plan, best: Best) -> "_Readmission":
        slots = [slot for table in plan.tables for slot in table.slots if isinstance(slot, FromBest)]
        return cls(
            frozenset((slot.round, best[slot]) for slot in slots if slot in best),
            frozenset((slot.round, slot.place) for slot in slots if slot not in best),
        )


def _goes_on(plan: Plan, table: PlannedTable, finish: Finish, key: int, routes: Feeding, back: _Readmission) -> bool:
    """Whether a later table waits for him, or may: one that is planned, or of a round still to be drawn (R-KO-11)."""
    if key not in finish:
        return False
    place = finish.index(key) + 1
    to_be_drawn = place <= table.through and table.section == "main" and table.round < plan.rounds
    may_return = (table.round, key) in back.chosen or (table.round, place) in back.open
    return to_be_drawn or may_return or (table.number, place) in routes
