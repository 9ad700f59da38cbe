"""What the public calculator makes of two lines' points, outside any event."""

from dataclasses import dataclass

from tournaments.competition.scoring.results import LineResult, forfeited, played
from tournaments.competition.scoring.scales import Scale
from tournaments.competition.scoring.terms import ForfeitTerms
from tournaments.games import registry
from tournaments.games.contract import DealScore


@dataclass(frozen=True, slots=True)
class Worked:
    """The points of both lines, after the assignment if one was at fault, and the result of each line."""

    points: tuple[int, int]
    results: tuple[LineResult, LineResult]


def worked_out(scale: Scale, points: tuple[int, int], loser: int | None) -> Worked:
    """Return VP and MP by a scale. ``loser`` is at fault in a deal that had just begun, by usual rules (R-VP-06)."""
    if loser is None:
        return Worked(points, played(scale, points))
    game = next(game for game in map(registry.game, registry.keys()) if game.uses_vp)
    rules = next(iter(game.presets.values()))
    settled = game.settle_ruling(rules, [DealScore(points)], [loser], 0)
    first, second = settled.points
    return Worked((first, second), forfeited(scale, ForfeitTerms(), settled.difference, (loser,), "abandon"))
