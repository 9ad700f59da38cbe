"""Matches as a scorer writes them: ``content(game((10, 5), (11, 6)))`` is a match of one game in two deals."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from punti.game import GAME as PUNTI
from scala40.game import GAME as SCALA_40
from scopa.game import GAME as SCOPA
from tests.tournaments.penalty.game import GAME as PENALTY
from tournaments.competition.match.outcomes import Chairs, Outcome, Regulation
from tournaments.competition.scoring import scale_for, scale_to_json
from tournaments.games.contract import Json

Pair: TypeAlias = tuple[int, int]

FOUR, FINAL, TWO = Chairs(4, through=2), Chairs(4), Chairs(2)
THREE_GAMES = Chairs(2, best_of=3)

SCOPA_TABLES = Regulation(SCOPA, SCOPA.presets["several_004"], None, {})
SCALA_40_TABLES = Regulation(SCALA_40, SCALA_40.presets["torneo_003"], None, {})
MACHIAVELLI_TABLES = Regulation(PUNTI, PUNTI.presets["machiavelli"], None, {})
PENALTY_TABLES = Regulation(PENALTY, PENALTY.presets["club"], None, {})


def duel(
    target: int | None = 21, *, terms: Mapping[str, Json] | None = None, has_vp: bool = True, **rules: Json
) -> Regulation:
    """An event of Scopa by the online rules between two, with the VP table of its length."""
    chosen = {**SCOPA.presets["online_002"], "target": target, **rules}
    scale = scale_to_json(scale_for(target, chosen["deals"])) if has_vp else None
    return Regulation(SCOPA, chosen, scale, dict(terms or {}))


def deal(*points: int | None, **more: Json) -> Json:
    """A deal of which the points are written; None takes no part."""
    return {"depth": "points", "points": list(points), **more}


def spareggio(number: int, *points: int | None, **more: Json) -> Json:
    return deal(*points, tiebreak=number, **more)


def game(*deals: Sequence[int | None] | Json, time_called: bool = False) -> Json:
    """A game of these deals, each a sheet or its points."""
    sheets = [deal(*each) if isinstance(each, tuple) else each for each in deals]
    return {"deals": sheets, "time_called": time_called}


def content(*games: Json, forfeit: Json = None, ruled: Json = None) -> Json:
    return {"games": list(games), "forfeit": forfeit, **({"ruled": ruled} if ruled else {})}


def lost(cause: str, *losers: int) -> Json:
    """What a ruling leaves in a sheet of who loses by it."""
    return {"cause": cause, "ruled": list(losers)}


def by_line(outcome: Outcome) -> list[tuple[Any, ...]]:
    """Place, VP and MP of each line."""
    return list(zip(outcome.places, outcome.vp, outcome.mp, strict=True))
