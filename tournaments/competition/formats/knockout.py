"""An elimination event played to its end in memory (R-KO-09, R-TAB-17)."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tournaments.competition.feeding import NOT_YET, Best, Finish, alone, occupant
from tournaments.competition.types import Plan, PlannedTable

Decide: TypeAlias = Callable[[PlannedTable, tuple[int, ...]], Finish]
"""Who finishes where at a table between these keys; ``(None, None)`` when both lines lost."""

Admit: TypeAlias = Callable[[Mapping[int, Finish]], Best]
"""Who is re-admitted, from the finished tables of the first round."""


def settle(plan: Plan, decide: Decide, admit: Admit | None = None) -> dict[int, Finish]:
    """Play a plan to its end in memory: byes automatically, every other table by ``decide``.

    ``admit`` is called once, after the first round, if a plan keeps chairs for the best beaten.
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
