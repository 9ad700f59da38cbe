"""Those who are level where the chain asks for an extra deal or a drawn card that nobody has recorded (R-TIE-17)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.standing import Row, Standing
from tournaments.competition.stages.tie_breaks import UNUSED

MOST_LEVEL: Final = 64
"""So many can be ordered by hand at once."""


class Level(NamedTuple):
    """Entries that are level, in the order of the standings, and the criteria by which they can be parted by hand."""

    keys: tuple[int, ...]
    by: tuple[str, ...]


def undecided(standing: Standing) -> list[Level]:
    """Return those who can be parted by hand, the best first."""
    chain = standing.ranking.chain
    if not chain.by_hand:
        return []
    places = [_at(chain, name) for name in chain.by_hand]
    at = places[0]
    runs: dict[object, list[Row]] = {}
    for row in standing.rows:
        if len(row.in_group.values) > at:
            runs.setdefault((row.group, row.in_group.values[:at]), []).append(row)
    return [
        Level(tuple([row.tally.key for row in run]), chain.by_hand)
        for run in runs.values()
        if 1 < len(run) <= MOST_LEVEL and all(_is_open(row, places) for row in run)
    ]


def _is_open(row: Row, places: Sequence[int]) -> bool:
    """Return whether nothing was recorded of this one, by the values that were compared."""
    return all(value == UNUSED for at in places for value in row.in_group.values[at : at + 1])


def _at(chain: Chain, criterion: str) -> int:
    """Return where the value of a criterion is among those that were compared."""
    before = chain.criteria[: chain.criteria.index(criterion)]
    return sum(map(chain.width, before))
