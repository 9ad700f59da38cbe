"""The content of a scoresheet: check what is stored; add or change a deal, a game, a forfeit.

``content`` has the shape that ``Scoresheet`` describes. Each change returns a new content and leaves the old one alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from math import gcd
from typing import Any, Final

from tournaments.games.contract import (
    AskingGame,
    Circumstances,
    Json,
    RefusedError,
    ScoredGame,
    TotalledGame,
    TotalQuestion,
)
from tournaments.games.memo import key_of, value_of

MOST_DEALS = 60
MOST_POINTS: Final = 99_999
"""The most points of a line in a match, and the most below nothing; a game has closer bounds (``MatchLength``)."""
MOST_LINES: Final = 6
# The names of the lines at a table.
LETTERS: Final = "ABCDEF"
KEYS: Final = frozenset({"games", "forfeit", "ruled"})
KEYS_OF_GAME: Final = frozenset({"deals", "time_called", "total_only"})
# Values of each line in an outcome; only the first two are known while the match is open.
COUNTED: Final = ("points", "games_won")
OF_RESULT: Final = ("places", "vp", "mp")
# Outcomes that are known to have their shape; a key has some 200 bytes.
MOST_OUTCOMES: Final = 1_024


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a deal in a match: its game, and its number in the game, both counted from 0."""

    game: int
    deal: int


def empty() -> Json:
    """Return the content of a match before its first deal."""
    return {"games": [], "forfeit": None}


def require_shape(content: Json, lines: int = MOST_LINES) -> None:
    """Refuse stored content without the shape that ``Scoresheet`` describes. The game checks each deal later."""
    if not _has_shape(content, lines):
        raise RefusedError("sheet_unreadable")


def _has_shape(content: Json, lines: int) -> bool:
    if not isinstance(content, Mapping) or not content.keys() <= KEYS or not isinstance(content.get("games"), list):
        return False
    for game in content["games"]:
        if not isinstance(game, Mapping) or not game.keys() <= KEYS_OF_GAME or not isinstance(game.get("deals"), list):
            return False
        if not isinstance(game.get("time_called", False), bool) or not isinstance(game.get("total_only", False), bool):
            return False
        if not all(isinstance(deal, Mapping) for deal in game["deals"]):
            return False
    marks = content.get("ruled", {})
    if not isinstance(marks, Mapping) or not _are_keys(marks, lines):
        return False
    for mark in marks.values():
        if not isinstance(mark, Mapping) or not isinstance(mark.get("cause"), str) or not _is_whole(mark.get("deals")):
            return False
    # No forfeit, one that the game described, or a ruling on some of the lines.
    forfeit = content.get("forfeit")
    if not forfeit:
        return forfeit is None or forfeit == {}
    if not isinstance(forfeit, Mapping) or not isinstance(forfeit.get("cause"), str):
        return False
    return "ruled" not in forfeit or (bool(forfeit["ruled"]) and _are_lines(forfeit["ruled"], lines))


def readable_content(content: Json, lines: int = MOST_LINES) -> Json:
    """Return ``content``, or an empty one where the stored content is malformed."""
    try:
        require_shape(content, lines)
    except RefusedError:
        return empty()
    return content


def deals_of(content: Json) -> int:
    """Return the number of deals in a sheet."""
    return sum(len(game["deals"]) for game in readable_content(content)["games"])


def _are_lines(found: Json, lines: int) -> bool:
    is_list = isinstance(found, list) and all(_is_whole(each) and each < lines for each in found)
    return is_list and len(set(found)) == len(found)


def _are_keys(found: Iterable[str], lines: int) -> bool:
    return set(found) <= set(map(str, range(lines)))


def _is_whole(value: Json) -> bool:
    return type(value) is int and value >= 0


def readable_outcome(outcome: Json, lines: int = MOST_LINES) -> dict[str, Any]:
    """Return a stored outcome, or that of an open match where it is malformed."""
    if is_outcome(outcome, lines):
        return dict(outcome)
    nothing: dict[str, Any] = {name: [] for name in (*COUNTED, *OF_RESULT)}
    return {"over": False, **nothing, "ending": "", "note": {}}


def is_outcome(outcome: Json, lines: int = MOST_LINES) -> bool:
    """Return whether a stored outcome has a list for each value, and a note that pages can show."""
    return _is_outcome(key_of(outcome), lines)


# Every version of a sheet has one, and each reader of the table reads them all.
@lru_cache(maxsize=MOST_OUTCOMES)
def _is_outcome(stored: bytes, lines: int) -> bool:
    outcome = value_of(stored)
    if not isinstance(outcome, Mapping) or not isinstance(outcome.get("over"), bool):
        return False
    lists = [outcome.get(name) for name in (*COUNTED, *OF_RESULT)]
    if not all(isinstance(one, list) and len(one) <= lines for one in lists):
        return False
    counted = [each for name in COUNTED for each in outcome[name]]
    others = [each for name in OF_RESULT for each in outcome[name]]
    if not all(type(each) is int for each in counted) or not all(isinstance(each, int | None) for each in others):
        return False
    note: Json = outcome.get("note")
    ending = outcome.get("ending")
    if not isinstance(ending, str) or not is_note(note, lines):
        return False
    return ending != "forfeit" or (isinstance(note.get("cause"), str) and isinstance(note.get("losers"), list))


def is_note(note: Json, lines: int = MOST_LINES) -> bool:
    """Return whether a note holds only words, numbers, and lists or mappings of them, with lines by their number."""
    if not isinstance(note, Mapping) or not _are_lines(note.get("losers", []), lines):
        return False
    ruled = note.get("ruled", {})
    # For two lines it says only that there was a ruling.
    named = [note.get("left", {}), {} if isinstance(ruled, bool) else ruled]
    if not all(isinstance(each, Mapping) and _are_keys(each, lines) for each in named):
        return False
    lists = [note.get(name, []) for name in ("states", "tiebreaks", "games")]
    if not all(isinstance(each, list) for each in lists):
        return False
    states, *scores = lists
    words = [*states, *(cause for each in named for cause in each.values())]
    if not all(isinstance(each, str) for each in words):
        return False
    for points in chain(*scores):
        if not isinstance(points, list) or not all(isinstance(each, int | None) for each in points):
            return False
    for value in note.values():
        inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
        if not all(isinstance(each, str | int | list | None) for each in inside):
            return False
    return True


def with_deal(content: Json, spot: Spot, sheet: Json, *, time_called: bool) -> Json:
    """Put ``sheet`` at ``spot``: in place of the deal there, or after the last one.

    A game with ``total_only`` keeps that flag: its other deals still stand for a total.
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
    """End a game by the clock after its last deal; where it ``may_be_empty``, also before its first one."""
    games = [_copy(one) for one in content["games"]]
    if may_be_empty and game == len(games):
        # The first deal was not finished in time: the score is nothing to nothing.
        games.append({"deals": [], "time_called": True})
    if not 0 <= game < len(games):
        raise RefusedError("deal_missing", deal=1)
    games[game]["time_called"] = True
    return {**content, "games": games}


def without_last_deal(content: Json) -> Json:
    """Remove the last deal, and the last game when that was its only deal."""
    games = [_copy(game) for game in content["games"]]
    if not games:
        raise RefusedError("deal_missing", deal=1)
    games[-1]["deals"][-1:] = []
    games[-1]["time_called"] = False
    return {**content, "games": [game for game in games if game["deals"]]}


def with_forfeit(content: Json, forfeit: Json) -> Json:
    """End the match by a fault, or remove the fault (None)."""
    return {**content, "forfeit": forfeit}


def with_total(content: Json, game: int, sheets: Sequence[Json], *, time_called: bool) -> Json:
    """Put a game of which only the total is known in place of a game, or after the last one.

    Refused where a line was ruled out during the match: a total does not say when (R-PEN-12).
    """
    require_total(content)
    games = [_copy(one) for one in content["games"]]
    if not 0 <= game <= len(games):
        raise RefusedError("game_unfinished", game=len(games))
    written = {"deals": list(sheets), "time_called": time_called, "total_only": True}
    games[game : game + 1] = [written]
    return {**content, "games": games}


def require_total(content: Json) -> None:
    """Refuse a total where a line was ruled out after a number of deals."""
    if content.get("ruled"):
        raise RefusedError("total_ruled_out")


def _copy(game: Json) -> Json:
    return {**game, "deals": list(game["deals"])}


def total_fields(game: ScoredGame, rules: Json, lines: int) -> Sequence[Mapping[str, Json]]:
    """Return the fields that the game takes beside the totals of a match of ``lines``."""
    return game.total_fields(rules, lines) if isinstance(game, TotalledGame) else ()


def total_question(
    game: ScoredGame, rules: Json, points: Sequence[int], circumstances: Circumstances, more: Mapping[str, str]
) -> TotalQuestion | None:
    """Return what the game asks next beside the ``points``, where it asks by names; ``more`` are the answers so far."""
    if not isinstance(game, AskingGame):
        return None
    return game.total_question(rules, {**more, **_form(points, circumstances)}, circumstances)


def sheets_of_total(
    game: ScoredGame,
    rules: Json,
    points: Sequence[int],
    circumstances: Circumstances,
    more: Mapping[str, str] | None = None,
) -> list[Json]:
    """Return sheets that add up to ``points``, for a slip with the total only: the game's own, or the fewest deals.

    An empty chair has no points. ``more`` holds the values of ``total_fields``. Raises RefusedError where no match can
    end with these points.
    """
    _require_range(game, rules, points)
    if isinstance(game, TotalledGame):
        sheets = list(game.read_totals(rules, {**(more or {}), **_form(points, circumstances)}, circumstances))
        game.match(rules, [game.score_sheet(rules, sheet) for sheet in sheets], circumstances)
        return sheets
    refusal: RefusedError | None = None
    for found in _in_deals(game, rules, points, circumstances, range(1, MOST_DEALS + 1)):
        if isinstance(found, RefusedError):
            refusal = found
        elif found[1]:
            return found[0]
    if refusal is not None and refusal.code == "deal_after_end":
        raise refusal
    raise RefusedError("total_unfinished", field="points_a", points=" – ".join(map(str, points)))


def sheets_so_far(
    game: ScoredGame, rules: Json, points: Sequence[int], circumstances: Circumstances, deals: int = 0
) -> list[Json]:
    """Return sheets that add up to the ``points`` of a match that goes on, from a slip that has no deals.

    So many ``deals``, or the fewest where nobody says how many. Raises RefusedError where the match is over with them.
    """
    _require_range(game, rules, points)
    over = RefusedError("so_far_over", field="so_far_a", points=" – ".join(map(str, points)))
    refusals = []
    for found in _in_deals(game, rules, points, circumstances, [deals] if deals else range(1, MOST_DEALS + 1)):
        if isinstance(found, RefusedError):
            refusals.append(found)
        elif found[1]:
            raise over
        else:
            return found[0]
    # With so many more points than end a match that not even single ones lead there, or with a number of deals.
    if deals or refusals[-1].code == "deal_after_end":
        raise refusals[-1]
    refusal = _most_telling(refusals)
    raise over if refusal.code == "deal_after_end" else refusal


def _require_range(game: ScoredGame, rules: Json, points: Sequence[int]) -> None:
    length = game.match_length(rules)
    for line, value in enumerate(points):
        if not length.least <= value <= length.most:
            name = f"points_{'abcdef'[line]}"
            raise RefusedError("points_range", field=name, value=value, least=length.least, most=length.most)


def _in_deals(
    game: ScoredGame, rules: Json, points: Sequence[int], circumstances: Circumstances, counts: Iterable[int]
) -> Iterator[tuple[list[Json], bool] | RefusedError]:
    """Yield the points in so many deals: their sheets and whether the match has come to its end, or the refusal."""
    # Some games count in steps, as of five: shares in steps of what the points have in common are tried too.
    steps = sorted({1, gcd(*points) or 1})
    for count in counts:
        refusals = []
        for step, divide in product(steps, (_parts, _parts_in_turn)):
            shares = [tuple(step * each for each in part) for part in divide([each // step for each in points], count)]
            try:
                sheets = [
                    game.read_sheet(rules, {"depth": "points", "tiebreak": "0", **_form(part, circumstances)})
                    for part in shares
                ]
                found = game.match(rules, [game.score_sheet(rules, sheet) for sheet in sheets], circumstances)
            except RefusedError as refusal:
                refusals.append(refusal)
            else:
                yield sheets, bool(found.is_over or found.tie)
                break
        else:
            yield _most_telling(refusals)


def _most_telling(refusals: Sequence[RefusedError]) -> RefusedError:
    """Return that the match was over before, where deals can make the points; otherwise why one of them is wrong."""
    return next((each for each in refusals if each.code == "deal_after_end"), refusals[0])


def _form(points: Sequence[int], circumstances: Circumstances) -> dict[str, str]:
    """Return the points as the fields of a form; an empty chair has no field."""
    there = [(line, value) for line, value in enumerate(points) if value or line not in circumstances.absent]
    return {"lines": str(len(points)), **{f"points_{'abcdef'[line]}": str(value) for line, value in there}}


def _parts(points: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """Divide ``points`` into ``count`` parts, as even as whole numbers allow, the larger parts last."""
    shares = [[value // count + (part >= count - value % count) for part in range(count)] for value in points]
    return list(zip(*shares, strict=True))


def _parts_in_turn(points: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """Divide ``points`` so that each part is as large as the others: the larger shares of a line before the last's."""
    shares, end = [], count
    for value in points:
        larger = {(end - 1 - each) % count for each in range(value % count)}
        shares.append([value // count + (part in larger) for part in range(count)])
        end -= value % count
    return list(zip(*shares, strict=True))
