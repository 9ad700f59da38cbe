"""An online match of two legs in the words of its page: the leg that is played, the sum at the end, who won."""

from typing import Any

import pytest
from django.utils import translation

from tournaments.events.words import sentences as words
from tournaments.games import registry
from tournaments.models import Match
from tournaments.online.pages import board

DEAL = {"number": 1, "game": 0, "tiebreak": 0}
LEGS = Match(game="scopa", chairs={"lines": 2, "best_of": 2})


def game(*totals: int, winner: int | None = None, is_over: bool = True) -> dict[str, Any]:
    return {"totals": list(totals), "winner": winner, "is_over": is_over, "deals": [], "won": [0, 0]}


def view(*score: Any, is_over: bool = True, fault: Any = None, **deal: Any) -> dict[str, Any]:
    number = max(0, len(score) - 1)
    return {"score": list(score), "is_over": is_over, "fault": fault, "deal": {**DEAL, "game": number, **deal}}


@pytest.mark.parametrize(
    ("score", "points", "winner"),
    [
        pytest.param([game(21, 11, winner=0), game(19, 21, winner=1)], [40, 32], 0, id="the sum"),
        pytest.param(
            [game(21, 11, winner=0), game(11, 21, winner=1), game(7, 21, winner=1)], [32, 32], 1, id="a third game"
        ),
        pytest.param([game(21, 11, winner=0), game()], [21, 11], 0, id="a second leg that time let nobody begin"),
        pytest.param([game(21, 11, winner=0)], [21, 11], None, id="decided by officials after the first leg"),
        pytest.param([game(21, 21), game(21, 21)], [42, 42], None, id="decided by officials, level"),
        pytest.param(
            [game(21, 11, winner=0), game(11, 21, winner=1)], [32, 32], None, id="the third game was played in the hall"
        ),
        pytest.param([], [0, 0], None, id="decided by officials before the first deal"),
    ],
)
def test_a_match_of_two_legs_that_is_over(score: list[Any], points: list[int], winner: int | None) -> None:
    found = view(*score)
    assert (board.totals(LEGS, found), board.winner(LEGS, found)) == (points, winner)


def test_while_it_is_played_the_points_are_those_of_the_leg() -> None:
    assert board.totals(LEGS, view(game(21, 11, winner=0), game(3, 5, is_over=False), is_over=False)) == [3, 5]


def test_after_a_fault_its_points_are_added_to_the_leg_before() -> None:
    fault = {"line": 0, "cause": "abandon", "points": [3, 10]}
    found = view(game(21, 11, winner=0), game(3, 5, is_over=False), fault=fault)
    assert (board.totals(LEGS, found), board.winner(LEGS, found)) == ([24, 21], 1)


@pytest.mark.parametrize(("number", "said"), [(0, "andata"), (1, "ritorno"), (2, "bella")])
def test_the_place_says_which_leg_is_played(number: int, said: str) -> None:
    found = view(*[game(0, 0, is_over=False)] * 3, is_over=False, game=number)
    with translation.override("it"):
        assert board.place(LEGS, None, found).split(" · ")[1] == said
        assert said not in board.place(Match(chairs={"best_of": 3}), None, found)


@pytest.mark.parametrize(("number", "said"), [(0, "draw"), (2, "spareggi_3")])
def test_who_is_level_at_time_in_a_leg_plays_no_tie_break(number: int, said: str) -> None:
    rules = {"tie_after_time": "draw", "draws_allowed": True}
    match = match_of(rules)
    found = {**view(is_over=False, game=number), "time": {"is_tiebreak": False, "is_last": True}}
    with translation.override("en"):
        told = board.time_over(match, found)
        assert told is not None
        assert told["now"].endswith(words.phrase("scopa", f"time.level_{said}"))


def match_of(rules: dict[str, Any]) -> Match:
    chairs = {"lines": 2, "through": 1, "absent": [], "must_decide": True, "best_of": 2}
    return Match(game="scopa", chairs=chairs, rules={**registry.game("scopa").presets["online_002"], **rules})
