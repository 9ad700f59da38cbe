"""How a knockout goes on from its plan to places 1 to N (R-KO-09, R-KO-14, R-KO-15)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from tournaments.competition.feeding import Feeding, Finish, alone, feeding, occupant, walkover
from tournaments.competition.standings.ranking import Merit, Ranked, rank
from tournaments.competition.types import FromEntrant, Plan, PlannedTable
from tournaments.games.contract import RefusedError

Decide: TypeAlias = Callable[[PlannedTable, tuple[int, ...]], Finish]
"""Who finishes where at a table between these keys; ``(None, None)`` when both lines lost."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The final place of one entrant; ``place`` is None while the event is not over for him."""

    key: int
    place: int | None
    shared: bool = False


def joined(plans: Sequence[Plan]) -> Plan:
    """The rounds of a redrawn knockout, in their order, as one plan (R-KO-11)."""
    return Plan(tuple(table for plan in plans for table in plan.tables), plans[-1].rounds)


def settle(plan: Plan, decide: Decide) -> dict[int, Finish]:
    """Play a plan to its end in memory: byes by themselves, every other table by ``decide``."""
    finishes: dict[int, Finish] = {}
    for table in plan.tables:
        # Lists, not generators: this loop is most of the time of a large event played in memory.
        occupants = [occupant(slot, finishes) for slot in table.slots]
        keys = tuple([each for each in occupants if isinstance(each, int)])
        finishes[table.number] = decide(table, keys) if len(keys) > 1 else alone(keys, len(occupants))
    return finishes


def with_walkovers(plan: Plan, finishes: Mapping[int, Finish]) -> dict[int, Finish]:
    """The finished tables, and those that finish by themselves because nobody else comes (R-KO-05)."""
    known = dict(finishes)
    for table in plan.tables:
        if table.number not in known:
            finish = walkover([occupant(slot, known) for slot in table.slots])
            if finish is not None:
                known[table.number] = finish
    return known


def final_standings(plan: Plan, finishes: Mapping[int, Finish], merit: Callable[[int], Merit]) -> tuple[Standing, ...]:
    """Places 1 to N of a finished knockout; raises RefusedError ``event_not_finished`` naming the first open table.

    Placement games decide first, then the round reached, then ``merit``; only equal merits share a place.
    """
    known = with_walkovers(plan, finishes)
    if plan.tables[-1].round < plan.rounds:
        raise RefusedError("rounds_missing", field="round", planned=plan.tables[-1].round, rounds=plan.rounds)
    for table in plan.tables:
        if table.number not in known:
            raise RefusedError("event_not_finished", field="table", number=table.number)
    return standings_so_far(plan, known, merit)


def standings_so_far(plan: Plan, finishes: Mapping[int, Finish], merit: Callable[[int], Merit]) -> tuple[Standing, ...]:
    """As ``final_standings``, for an event under way: whoever is still in comes first and has no place yet."""
    exits = _exits(plan, with_walkovers(plan, finishes))
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


def _exits(plan: Plan, finishes: Mapping[int, Finish]) -> dict[int, int]:
    """The place at which each entrant left: the best place of a table for its last winner, the worst for a loser.

    Whoever left later in the same bracket played for better places, so these numbers order the whole event.
    """
    routes = feeding(plan)
    exits: dict[int, int] = {}
    for table in plan.tables:
        finish = finishes.get(table.number)
        if finish is None:
            continue
        for slot in table.slots:
            key = occupant(slot, finishes)
            if isinstance(key, int) and not _goes_on(plan, table, finish, key, routes):
                exits[key] = table.best_place if finish[0] == key else table.worst_place
    return exits


def _goes_on(plan: Plan, table: PlannedTable, finish: Finish, key: int, routes: Feeding) -> bool:
    """Whether a later table waits for him: one that is planned, or one of a round still to be drawn (R-KO-11)."""
    if key not in finish:
        return False
    place = finish.index(key) + 1
    to_be_drawn = place == 1 and table.section == "main" and table.round < plan.rounds
    return to_be_drawn or (table.number, place) in routes
