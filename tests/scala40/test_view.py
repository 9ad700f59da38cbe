"""What a seat sees, and what it must not."""

import json
import random

import pytest

from scala40.cards import PACK, names
from scala40.playout import choose_move
from scala40.presets import TORNEO_003
from scala40.rules import Rules
from scala40.turn import begin, play
from scala40.view import view
from tests.scala40.deals import after, at_table, with_other_secrets


@pytest.mark.without_coverage
def test_what_a_seat_cannot_know_changes_nothing_in_its_view() -> None:
    """R-S40-28: every hand but its own and the stock are dealt anew, and the view stays what it was."""
    lots = random.Random(28)
    for seats in (2, 4, 6):
        state = begin(TORNEO_003, lots.sample(PACK, 108), 0, seats)
        while not state.is_over:
            for seat in (None, *range(seats)):
                assert view(with_other_secrets(state, seat, lots), seat) == view(state, seat)
            state = play(state, state.position.seat, choose_move(state.legal, lots.randrange(1_000)))


def test_what_a_seat_sees() -> None:
    """R-S40-28"""
    state = after(at_table("9c 5s Qd", "Kh", melds="8c*=9cTc 5h6h7h", stock="2h 3c", discards="Kd 4s"), "draw")
    seen = view(state, 0)
    assert json.loads(json.dumps(seen)) == seen
    assert (seen["hand"], seen["held"], seen["stock"], seen["turn"]) == (["2h", "Qd", "9c", "5s"], [4, 1], 1, 0)
    assert (seen["top_discard"], seen["discards"], seen["opened"]) == ("4s", 2, [True, True])
    assert seen["melds"] == [
        {"name": "m1", "seat": None, "kind": "run", "cards": ["8c", "*=9c", "Tc"]},
        {"name": "m2", "seat": None, "kind": "run", "cards": ["5h", "6h", "7h"]},
    ]
    assert seen["recent"] == [{"seat": 0, "play": "draw"}]
    assert seen["opening"] == {"points": 40, "longest": 5}
    assert "swap 9c>m1" in seen["actions"]
    assert (view(state, 1)["hand"], view(state, 1)["actions"]) == (["Kh"], [])
    assert (view(state, None)["hand"], view(state, None)["actions"], view(state, None)["held"]) == ([], [], [4, 1])


def test_the_discard_that_was_taken_is_seen_by_all() -> None:
    """R-S40-28: it lay open."""
    state = after(at_table("9h 9d 6c Qd", "Kh", discards="9s"), "take")
    assert view(state, 1)["doing"] == {
        "has_drawn": True,
        "taken": "9s",
        "must_use_taken": True,
        "jokers_to_use": 0,
        "laid": 0,
    }
    assert view(state, 1)["top_discard"] is None


def test_a_combination_belongs_to_the_seat_that_laid_it() -> None:
    """R-S40-17: who lays off on it does not have it."""
    state = after(at_table("7h 7d 7c 7s Kc 2c", "Kh 3h", stock="9h 4c"), "draw", "lay 7h7d7c", "drop Kc", "draw")
    assert view(state, 1)["melds"] == [{"name": "m1", "seat": 0, "kind": "set", "cards": ["7h", "7d", "7c"]}]


def test_all_hands_are_shown_when_the_deal_is_over() -> None:
    """R-S40-28, R-S40-25"""
    state = after(at_table("9s 9d Kc", "Kh *", stock="9h"), "draw", "lay 9h9d9s", "drop Kc")
    seen = view(state, None)
    assert (seen["over"], seen["closer"], seen["in_hand"]) == (True, 0, False)
    assert (seen["hands_left"], seen["points"]) == ([[], ["Kh", "*"]], [0, 35])
    assert seen["ending"] == {"sentence": "closed_deal", "seats": [0], "cards": []}


def test_how_a_deal_has_ended_is_said_by_its_sentence() -> None:
    """R-S40-13, R-S40-26"""
    in_hand = after(at_table("9s 9d Kc", "Kh *", stock="9h", opened=False), "draw", "lay 9h9d9s", "drop Kc")
    assert view(in_hand, 1)["ending"] == {"sentence": "closed_in_hand", "seats": [0], "cards": []}
    void = after(at_table("9s Kc", "Kh", stock="9h", rules=Rules(stock_remakes=0)), "draw", "drop Kc")
    assert view(void, 1)["ending"] == {"sentence": "void", "seats": [], "cards": []}
    assert view(at_table("9s Kc", "Kh", stock="9h"), 1)["ending"] is None


def test_recent_moves_are_those_of_one_turn_of_every_seat_and_of_the_turn_in_progress() -> None:
    """R-S40-28"""
    lots = random.Random(3)
    state = begin(TORNEO_003, lots.sample(PACK, 108), 2, 3)
    for _ in range(5):
        state = after(state, "draw")
        state = play(state, state.position.seat, state.legal[-1])
    state = after(state, "draw")
    assert [each["seat"] for each in view(state, None)["recent"]] == [2, 2, 0, 0, 1, 1, 2]
    assert names(state.position.hand) == tuple(view(state, 2)["hand"])
