"""How the content of a scoresheet grows: a deal more, a deal changed, a whole game in one go, a forfeit; all pure.

``content`` is what ``Scoresheet`` keeps; a new one is given back, the old one stays as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.errors import RefusedError
from tournaments.games.contract import Circumstances, Json, ScoredGame

MOST_DEALS = 60
MOST_POINTS = 999


@dataclass(frozen=True, slots=True)
class Spot:
    """A deal of a match, both counted from 0."""

    game: int
    deal: int


def empty() -> Json:
    """A match of which nothing is written yet."""
    return {"games": [], "forfeit": None}


def with_deal(content: Json, spot: Spot, sheet: Json, *, time_called: bool) -> Json:
    """``content`` with ``sheet`` at ``spot``: in place of the deal there, or after the last one.

    A game of which only the total is known stays one: its other deals only stand for that total.
    """
    games = [_copy(game) for game in content["games"]]
    if spot.game == len(games):
        games.append({"deals": [], "time_called": False})
    if not 0 <= spot.game < len(games) or not 0 <= spot.deal <= len(games[spot.game]["deals"]) < MOST_DEALS:
        raise RefusedError("deal_missing", deal=spot.deal + 1)
    game = games[spot.game]
    game["deals"][spot.deal : spot.deal + 1] = [sheet]
    game["time_called"] = time_called
    return {**content, "games": games}


def with_time_called(content: Json, game: int, *, may_be_empty: bool = False) -> Json:
    """``content`` with a game ended by the clock after its last deal, or where it ``may_be_empty`` before its first."""
    games = [_copy(one) for one in content["games"]]
    if may_be_empty and game == len(games):
        # The first deal was not finished in time: the score is nothing to nothing.
        games.append({"deals": [], "time_called": True})
    if not 0 <= game < len(games):
        raise RefusedError("deal_missing", deal=1)
    games[game]["time_called"] = True
    return {**content, "games": games}


def without_last_deal(content: Json) -> Json:
    """``content`` without its last deal, and without its last game when that was its only one."""
    games = [_copy(game) for game in content["games"]]
    if not games:
        raise RefusedError("deal_missing", deal=1)
    games[-1]["deals"][-1:] = []
    games[-1]["time_called"] = False
    return {**content, "games": [game for game in games if game["deals"]]}


def with_forfeit(content: Json, forfeit: Json) -> Json:
    """``content`` ended by a fault, or with the fault taken away (None)."""
    return {**content, "forfeit": forfeit}


def with_total(content: Json, game: int, sheets: Sequence[Json], *, time_called: bool) -> Json:
    """``content`` with a game of which only the total is known, in place of what was written of that game."""
    games = [_copy(one) for one in content["games"]]
    if not 0 <= game <= len(games):
        raise RefusedError("game_unfinished", game=len(games))
    written = {"deals": list(sheets), "time_called": time_called, "total_only": True}
    games[game : game + 1] = [written]
    return {**content, "games": games}


def _copy(game: Json) -> Json:
    return {**game, "deals": list(game["deals"])}


def sheets_of_total(game: ScoredGame, rules: Json, points: Sequence[int], *, time_called: bool) -> list[Json]:
    """The fewest deals of points that can make up ``points``, for a slip that bears the total only.

    The deals stand for the total and for nothing else; the game still checks that a match can end like this.
    """
    for value in points:
        if not 0 <= value <= MOST_POINTS:
            raise RefusedError("points_range", field="points_a", value=value, most=MOST_POINTS)
    circumstances = Circumstances(must_decide=True, time_called=time_called)
    refusal: RefusedError | None = None
    for count in range(1, MOST_DEALS + 1):
        try:
            sheets = [_points_sheet(game, rules, part) for part in _parts(points, count)]
            deals = [game.score_sheet(rules, sheet) for sheet in sheets]
            game.check_match(rules, deals, circumstances)
        except RefusedError as refused:
            refusal = refused
            continue
        over = game.match_over(rules, deals, circumstances)
        if over or game.tie(rules, deals, circumstances):
            return sheets
    if refusal is not None and refusal.code == "deal_after_end":
        raise refusal
    raise RefusedError("total_unfinished", field="points_a", points=" – ".join(map(str, points)))


def _points_sheet(game: ScoredGame, rules: Json, points: Sequence[int]) -> Json:
    form = {f"points_{letter}": str(value) for letter, value in zip("abcdef", points, strict=False)}
    return game.read_sheet(rules, {"depth": "points", "tiebreak": "0", **form})


def _parts(points: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """``points`` as ``count`` parts, as even as whole numbers allow, the larger parts last."""
    shares = [[value // count + (part >= count - value % count) for part in range(count)] for value in points]
    return list(zip(*shares, strict=True))
