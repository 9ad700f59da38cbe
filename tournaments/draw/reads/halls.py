"""The numbers in the hall of the tables of a plan, of a draft and of a round that would be paired (R-HND-13)."""

from collections import defaultdict
from collections.abc import Mapping

from tournaments.competition.rooms import numbers_of, rooms_of, with_fixed_tables, with_rooms
from tournaments.competition.types import FromEntrant, Nobody, Plan, PlannedTable, Slot
from tournaments.draw.reads.fixed_tables import fixed_rooms, fixed_tables
from tournaments.frame.reads.formats import format_in
from tournaments.models import Table, Tournament

MAIN = Table.Section.MAIN


def halls_of(tournament: Tournament, plan: Plan, stage: int, kept: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return the numbers in the hall of the tables of a plan, by their own; none where nobody has to play.

    In every round they are those of the rooms of the event, or count from 1. The main bracket comes first, so the final
    is at the first table and the third place is played beside it. In rounds that are no elimination who has a fixed
    table sits there (R-HND-10), who always plays in a room has a table there (R-HND-13), and tables that are ``kept``
    have the number that they had, unless it is that of somebody else's fixed table.
    """
    rooms = rooms_of(tournament.rooms)
    by_round: dict[int, list[PlannedTable]] = defaultdict(list)
    for planned in sorted(plan.tables, key=lambda each: (each.section != MAIN, each.best_place, each.number)):
        if len(people_of(planned)) > planned.through:
            by_round[planned.round].append(planned)
    fixed, homes = dict(kept or {}), dict[int, str]()
    if not format_in(tournament, stage).is_elimination:
        fixed |= {key: number for key, number in fixed_tables(tournament).items() if key not in fixed}
        homes = dict(fixed_rooms(tournament))
    halls: dict[int, int] = {}
    for tables in by_round.values():
        numbers = dict(zip([each.number for each in tables], numbers_of(rooms, len(tables)), strict=True))
        if fixed or homes:
            sits = {each.number: sitters_of(each) for each in tables}
            numbers = with_rooms(with_fixed_tables(numbers, sits, fixed), sits, homes, rooms, fixed)
        halls |= numbers
    return halls


def sitters_of(planned: PlannedTable) -> set[int]:
    """Return the entries that are known to sit at a table, each of a pair."""
    seated = [slot for slot in planned.slots if isinstance(slot, FromEntrant)]
    return {key for slot in seated for key in (slot.key, slot.partner) if key is not None}


def people_of(planned: PlannedTable) -> list[Slot]:
    """Return the slots of a table where somebody will sit."""
    return [slot for slot in planned.slots if not isinstance(slot, Nobody)]
