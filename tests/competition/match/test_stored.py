"""What is stored may be damaged or forged: whatever has not its shape is refused, or read as nothing."""

from typing import Any

import pytest

from tests.competition.match.written import FOUR, PENALTY_TABLES, TWO, content, deal, duel, game, lost, spareggio
from tournaments.competition.match import contents
from tournaments.competition.match.outcomes import Outcome, bye, judge, walkover
from tournaments.games.contract import Json, RefusedError

GAME = game((10, 5))
MARK = {"cause": "loss", "deals": 1}

SHAPED = [
    pytest.param(contents.empty(), id="nothing written"),
    pytest.param({"games": []}, id="no word of a fault"),
    pytest.param(content(GAME), id="a deal"),
    pytest.param(content(game(time_called=True)), id="time before the first deal"),
    pytest.param(content({"deals": []}), id="no word of time"),
    pytest.param(content({**GAME, "total_only": True}), id="a total"),
    pytest.param(content(forfeit={}), id="an empty fault"),
    pytest.param(content(forfeit={"cause": "abandon", "offenders": [0]}), id="a fault"),
    pytest.param(content(forfeit=lost("loss", 0)), id="a ruling"),
    pytest.param(content(GAME, ruled={"0": MARK, "1": MARK}), id="marks"),
]


@pytest.mark.parametrize("sheet", SHAPED)
def test_a_content_with_its_shape_is_read_as_it_is(sheet: Json) -> None:
    contents.require_shape(sheet, 2)

    assert contents.readable_content(sheet, 2) is sheet


SHAPELESS = [
    pytest.param(None, id="nothing"),
    pytest.param([], id="a list"),
    pytest.param({}, id="no games"),
    pytest.param({"games": {}}, id="games that are no list"),
    pytest.param({**content(GAME), "more": 1}, id="a key too many"),
    pytest.param(content("deals"), id="a game that is a word"),
    pytest.param(content({"deals": [], "more": 1}), id="a game with a key too many"),
    pytest.param(content({"time_called": True}), id="a game without deals"),
    pytest.param(content({"deals": {}}), id="deals that are no list"),
    pytest.param(content({"deals": [[1, 2]]}), id="a deal that is a list"),
    pytest.param(content({"deals": [], "time_called": 1}), id="a flag that is a number"),
    pytest.param(content({"deals": [], "total_only": None}), id="a flag that is nothing"),
    pytest.param(content(forfeit=0), id="a fault that is a number"),
    pytest.param(content(forfeit=[]), id="a fault that is an empty list"),
    pytest.param(content(forfeit=["cause"]), id="a fault that is a list"),
    pytest.param(content(forfeit={"offenders": [0]}), id="a fault without its cause"),
    pytest.param(content(forfeit=lost("loss")), id="a ruling on nobody"),
    pytest.param(content(forfeit={"cause": "loss", "ruled": {"0": 1}}), id="a ruling that is no list"),
    pytest.param(content(forfeit=lost("loss", 2)), id="a ruling on a line that is not there"),
    pytest.param(content(forfeit=lost("loss", -1)), id="a ruling on a line below the first"),
    pytest.param(content(forfeit=lost("loss", True)), id="a ruling on a flag"),
    pytest.param(content(forfeit=lost("loss", 0, 0)), id="a ruling twice on one line"),
    pytest.param(content(ruled=["0"]), id="marks that are a list"),
    pytest.param(content(ruled={"2": MARK}), id="a mark of a line that is not there"),
    pytest.param(content(ruled={"0": "loss"}), id="a mark that is a word"),
    pytest.param(content(ruled={"0": {"deals": 1}}), id="a mark without its cause"),
    pytest.param(content(ruled={"0": {"cause": "loss"}}), id="a mark without its deals"),
    pytest.param(content(ruled={"0": {"cause": "loss", "deals": -1}}), id="a mark before the first deal"),
]


@pytest.mark.parametrize("sheet", SHAPELESS)
def test_a_content_without_its_shape_is_refused_or_read_as_empty(sheet: Json) -> None:
    with pytest.raises(RefusedError, match="sheet_unreadable"):
        contents.require_shape(sheet, 2)
    assert contents.readable_content(sheet, 2) == contents.empty()


def stored(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a sheet keeps it."""
    named = ("points", "games_won", "places", "vp", "mp")
    lists = {name: list(getattr(outcome, name)) for name in named}
    return {"over": outcome.over, **lists, "ending": outcome.ending, "note": dict(outcome.note)}


def judged() -> list[Outcome]:
    """An outcome of every kind."""
    level, left = (10, 104, 110, 104), deal(0, 8, None, 9, left={"2": "abandon"})
    sheets = [
        (duel(), TWO, content(game((10, 5), (11, 6)))),
        (duel(), TWO, content(game((10, 10), (11, 11), spareggio(1, 1, 4)))),
        (duel(), TWO, content(GAME, forfeit=lost("loss", 1))),
        (PENALTY_TABLES, FOUR, content(game((10, 20, 30, 40), left))),
        (PENALTY_TABLES, FOUR, content(game(level), ruled={"0": MARK})),
    ]
    outcomes = [judge(regulation, chairs, sheet) for regulation, chairs, sheet in sheets]
    return [*outcomes, walkover(duel(), TWO, [0]), bye(duel(), TWO, [1])]


def test_whatever_is_judged_has_the_shape_of_an_outcome() -> None:
    for outcome in judged():
        kept = stored(outcome)
        assert contents.readable_outcome(kept, len(outcome.points)) == kept


def test_an_outcome_is_read_with_what_stands_beside_its_values() -> None:
    kept = {**stored(judge(duel(), TWO, content(GAME))), "ties": []}

    assert contents.readable_outcome(kept) == kept


FORFEIT = stored(judge(duel(), TWO, content(GAME, forfeit=lost("loss", 1))))
OPEN = {
    "over": False,
    "points": [],
    "games_won": [],
    "places": [],
    "vp": [],
    "mp": [],
    "ending": "",
    "note": {},
}
BROKEN = [
    pytest.param([], id="a list"),
    pytest.param({**FORFEIT, "over": 1}, id="over is a number"),
    pytest.param({key: value for key, value in FORFEIT.items() if key != "mp"}, id="no MP"),
    pytest.param({**FORFEIT, "places": {"0": 1}}, id="places that are no list"),
    pytest.param({**FORFEIT, "vp": [1, 2, 3]}, id="more values than lines"),
    pytest.param({**FORFEIT, "points": [1, None]}, id="points that are nothing"),
    pytest.param({**FORFEIT, "games_won": [True, 0]}, id="a game won that is a flag"),
    pytest.param({**FORFEIT, "mp": ["1", 0]}, id="MP that are words"),
    pytest.param({**FORFEIT, "ending": None}, id="no ending"),
    pytest.param({**FORFEIT, "note": None}, id="no note"),
    pytest.param({**FORFEIT, "note": {"losers": [0]}}, id="a fault without its cause"),
    pytest.param({**FORFEIT, "note": {"cause": "loss"}}, id="a fault without its losers"),
]


@pytest.mark.parametrize("outcome", BROKEN)
def test_an_outcome_without_its_shape_is_read_as_an_open_match(outcome: Json) -> None:
    assert contents.readable_outcome(outcome, 2) == OPEN


def test_only_a_fault_needs_its_cause() -> None:
    assert contents.is_outcome({**FORFEIT, "ending": "time", "note": {}}, 2)


NOTES = [
    pytest.param({}, True, id="nothing"),
    pytest.param({"cause": "loss", "losers": [0], "ruled": True}, True, id="a ruling"),
    pytest.param({"left": {"1": "abandon"}, "ruled": {"0": "loss"}}, True, id="who left and who was ruled out"),
    pytest.param({"states": ["out", "playing"]}, True, id="states"),
    pytest.param({"tiebreaks": [[2, 2], [3, None]], "games": [[21, 11]]}, True, id="scores"),
    pytest.param([], False, id="a list"),
    pytest.param({"losers": [2]}, False, id="a loser that is not there"),
    pytest.param({"losers": "0"}, False, id="losers that are a word"),
    pytest.param({"left": True}, False, id="that somebody left"),
    pytest.param({"left": ["abandon"]}, False, id="who left, as a list"),
    pytest.param({"left": {"2": "abandon"}}, False, id="who left and is not there"),
    pytest.param({"ruled": {"0": 1}}, False, id="a cause that is a number"),
    pytest.param({"states": {"0": "out"}}, False, id="states that are no list"),
    pytest.param({"states": [1]}, False, id="a state that is a number"),
    pytest.param({"tiebreaks": [2, 2]}, False, id="a tie-break that is a number"),
    pytest.param({"games": [["21", 11]]}, False, id="points that are a word"),
    pytest.param({"more": {"deep": {}}}, False, id="a mapping of mappings"),
    pytest.param({"more": 1.5}, False, id="a fraction"),
]


@pytest.mark.parametrize(("note", "is_one"), NOTES)
def test_a_note_has_what_pages_can_show(note: Json, is_one: bool) -> None:
    assert contents.is_note(note, 2) is is_one
