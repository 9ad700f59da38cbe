"""An evening in which everybody plays in each round, for a number of entrants, before the draw (R-STG-14)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.competition.formats.rounds import GroupsFormat, StandingFormat
from tournaments.competition.stages.grouping import group_sizes
from tournaments.competition.stages.round_robin import rounds_of_group

Counted: TypeAlias = GroupsFormat | StandingFormat


@dataclass(frozen=True, slots=True)
class RoundsEvening:
    """``tables`` and ``rests`` are those of each round; ``groups`` the number of groups of each size, largest first."""

    entrants: int
    tables: tuple[int, ...]
    rests: tuple[int, ...]
    groups: Mapping[int, int]

    @property
    def rounds(self) -> int:
        return len(self.tables)

    @property
    def matches(self) -> int:
        return sum(self.tables)


def rounds_evening(entrants: int, event_format: Counted) -> RoundsEvening:
    """Count the evening; raises RefusedError if the format cannot be played by so many."""
    event_format.check_entrants(entrants)
    if isinstance(event_format, StandingFormat):
        tables, rests = divmod(entrants, 2)
        rounds = event_format.planned_rounds
        return RoundsEvening(entrants, (tables,) * rounds, (rests,) * rounds, {})
    options = event_format.options
    groups = Counter(group_sizes(entrants, options))
    lengths = {size: rounds_of_group(size, options) for size in groups}
    playing = [
        {size: count for size, count in groups.items() if number <= lengths[size]}
        for number in range(1, max(lengths.values()) + 1)
    ]
    return RoundsEvening(
        entrants,
        tables=tuple(sum(size // 2 * count for size, count in those.items()) for those in playing),
        rests=tuple(sum(size % 2 * count for size, count in those.items()) for those in playing),
        groups={size: groups[size] for size in sorted(groups, reverse=True)},
    )
