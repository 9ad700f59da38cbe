"""Those who are level where the chain asks for an extra deal or a drawn card that nobody has recorded (R-TIE-17)."""

from typing import Final, NamedTuple

from tournaments.competition.stages.standing import Row, Standing
from tournaments.competition.stages.tie_breaks import UNUSED

MOST_LEVEL: Final = 64
"""So many can be ordered by hand at once."""


class Level(NamedTuple):
    """Entries that are level, in the order of the standings, and the criteria by which they can be parted by hand."""

    keys: tuple[int, ...]
    by: tuple[str, ...]


def open_levels(standing: Standing) -> list[Level]:
    """Return those who can be parted by hand, the best first."""
    chain = standing.ranking.chain
    if not chain.by_hand:
        return []
    # Where the values of these criteria are among those that were compared.
    places = [sum(map(chain.width, chain.criteria[: chain.criteria.index(name)])) for name in chain.by_hand]
    at = places[0]
    runs: dict[object, list[Row]] = {}
    for row in standing.rows:
        if len(row.in_group.values) > at:
            runs.setdefault((row.group, row.in_group.values[:at]), []).append(row)
    found: list[Level] = []
    for run in runs.values():
        # Open as long as nothing was recorded of any of them.
        recorded = (row.in_group.values[place : place + 1] for row in run for place in places)
        if 1 < len(run) <= MOST_LEVEL and all(value == UNUSED for values in recorded for value in values):
            found.append(Level(tuple([row.tally.key for row in run]), chain.by_hand))
    return found
