"""The candidates for a free place, in the order in which they are asked (R-TAB-23, R-TAB-24)."""

from collections.abc import Collection, Mapping

from tournaments.competition.feeding import Finish
from tournaments.competition.types import FromTable, Plan


def replacements(finish: Finish, through: int, unavailable: Collection[int] = ()) -> tuple[int, ...]:
    """Return the candidates to replace a winner who withdraws: the beaten of the table, the third first (R-TAB-23).

    If none of them accepts, the next table plays with one less.
    """
    return tuple(key for key in finish[through:] if key is not None and key not in unavailable)


def from_siblings(
    plan: Plan, finishes: Mapping[int, Finish], number: int, unavailable: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the candidates to advance beside the only one at table ``number``: the beaten of the sibling (R-TAB-24).

    The sibling is the table that leads to the same next table; of several all thirds come first. Empty until one of
    them is finished.
    """
    through = {table.number: table.through for table in plan.tables}
    beaten = [
        replacements(finishes[sibling], through[sibling], unavailable)
        for sibling in _siblings(plan, number)
        if sibling in finishes
    ]
    longest = max(map(len, beaten), default=0)
    return tuple(keys[rank] for rank in range(longest) for keys in beaten if rank < len(keys))


def _siblings(plan: Plan, number: int) -> list[int]:
    for table in plan.tables:
        sources = dict.fromkeys(slot.number for slot in table.slots if isinstance(slot, FromTable))
        if number in sources:
            return [source for source in sources if source != number]
    return []
