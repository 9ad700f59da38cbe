"""An evening in which everybody plays in each round, for a number of entrants, before the draw (R-STG-14)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.competition.formats.rounds import InRounds, StandingFormat
from tournaments.competition.types import Entrant


@dataclass(frozen=True, slots=True)
class RoundsEvening:
    """``tables`` and ``rests`` are those of each round; ``sizes`` the tables of the first one, as a number for each
    size; ``groups`` the same of the groups, largest first.
    """

    entrants: int
    tables: tuple[int, ...]
    rests: tuple[int, ...]
    sizes: Mapping[int, int]
    groups: Mapping[int, int]

    @property
    def rounds(self) -> int:
        return len(self.tables)

    @property
    def matches(self) -> int:
        return sum(self.tables)


def rounds_evening(entrants: int, event_format: InRounds) -> RoundsEvening:
    """Count the evening from the plan itself; raises RefusedError if the format cannot be played by so many."""
    event_format.check_entrants(entrants)
    sizes = event_format.group_sizes(entrants) if _has_groups(event_format) else ()
    groups = Counter(sizes)
    by_size = {size: groups[size] for size in sorted(groups, reverse=True)}
    if event_format.planned_rounds:
        # Paired one by one, and always as many tables.
        size, rounds = event_format.at_a_table, event_format.planned_rounds
        tables = sum(each // size for each in sizes or [entrants])
        rests = sum(each % size for each in sizes or [entrants])
        return RoundsEvening(entrants, (tables,) * rounds, (rests,) * rounds, {size: tables}, by_size)
    known = event_format.known(event_format.draw([Entrant(key) for key in range(1, entrants + 1)]).positions)
    seated = Counter(meeting.round for meeting in known if not meeting.is_rest)
    resting = Counter(meeting.round for meeting in known if meeting.is_rest)
    return RoundsEvening(
        entrants,
        tables=tuple(seated[number] for number in range(1, max(seated) + 1)),
        rests=tuple(resting[number] for number in range(1, max(seated) + 1)),
        sizes=Counter(len(meeting.keys) for meeting in known if meeting.round == 1 and not meeting.is_rest),
        groups=by_size,
    )


def _has_groups(event_format: InRounds) -> bool:
    """Return whether the format orders its entrants group by group."""
    if isinstance(event_format, StandingFormat):
        return event_format.options.groups > 1
    return event_format.largest_group > 0
