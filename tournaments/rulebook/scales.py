"""The published VP scales, and what a result gives by one: for the calculators and the texts of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.competition.scoring import (
    PUBLISHED,
    ForfeitTerms,
    LineResult,
    Scale,
    forfeit_results,
    results_played,
    scale_from_json,
)
from tournaments.games import registry
from tournaments.games.contract import DealScore, Json, RefusedError, ScaledGame, ScoredGame


@dataclass(frozen=True, slots=True)
class Worked:
    """The points of both lines, after the assignment if one was at fault, and the result of each line."""

    points: tuple[int, int]
    results: tuple[LineResult, LineResult]


@dataclass(frozen=True, slots=True)
class PublishedScale:
    """A published VP scale: its name in a phrase of its game, and the rules that it is used with."""

    scale: Scale
    game: ScoredGame
    rules: Json
    phrase: str = ""

    def require_possible(self, points: int, field: str) -> None:
        """Refuse points with which no line ends a match by these rules."""
        length = self.game.match_length(self.rules)
        if not length.least <= points <= length.most:
            raise RefusedError("points_range", field=field, value=points, least=length.least, most=length.most)


def published_scales() -> Mapping[str, PublishedScale]:
    """Return the scales by the length of a match, and those that games of this site have themselves."""
    games = [registry.game(key) for key in registry.keys()]  # noqa: SIM118
    used = [(game, rules) for game in games for rules in game.presets.values() if game.uses_vp(rules)]
    by_length = next(((game, rules) for game, rules in used if not isinstance(game, ScaledGame)), None)
    found = {key: PublishedScale(scale, *by_length) for key, scale in PUBLISHED.items()} if by_length else {}
    for game, rules in used:
        if isinstance(game, ScaledGame):
            table = game.vp_table(rules)
            found[table["key"]] = PublishedScale(scale_from_json(table), game, rules, f"vp.{table['key']}")
    return found


def points_by_scale(by: PublishedScale, points: tuple[int, int], loser: int | None) -> Worked:
    """Return VP and MP by a scale. ``loser`` is at fault in a deal that had just begun, by usual rules (R-VP-06)."""
    if loser is None:
        return Worked(points, results_played(by.scale, points))
    settled = by.game.settle_ruling(by.rules, [DealScore(points)], [loser], 0)
    first, second = settled.points
    return Worked((first, second), forfeit_results(by.scale, ForfeitTerms(), settled.difference, (loser,), "abandon"))
