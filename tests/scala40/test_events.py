"""What everybody sees happen."""

from typing import Any

from scala40.events import events
from scala40.moves import read_move
from scala40.play_phrases import PHRASES
from scala40.rules import Rules
from scala40.state import State
from scala40.turn import play
from tests.scala40.deals import at_table


def told(state: State, *moves: str) -> list[tuple[Any, ...]]:
    """The events of the last move, each as its values, after a check of their phrases."""
    before = state
    for text in moves:
        before, state = state, play(state, state.position.seat, read_move(text))
    found = events(before, state, before.position.seat)
    assert all(PHRASES[f"event.{each['event']}"] % each for each in found)
    return [tuple(each.values()) for each in found]


def test_events_of_a_turn() -> None:
    state = at_table("9c 9d 8h Qd 5s", melds="8c*=9cTc 5h6h7h", discards="9s", stock="2h 3c")
    assert told(state, "draw") == [("drawn", 0)]
    assert told(state, "take") == [("taken", 0, "9s")]
    assert told(state, "draw", "off 8h>m2") == [("attached", 0, "8h", "5h6h7h8h")]
    assert told(state, "draw", "swap 9c>m1") == [("swapped", 0, "9c", "8c9cTc")]
    assert told(state, "take", "lay 9d9c9s") == [("laid", 0, "9d9c9s", 27)]
    assert told(state, "draw", "drop Qd") == [("discarded", 0, "Qd")]


def test_an_opening_is_told_with_its_points() -> None:
    state = at_table("Ks Kh Kd Kc 3h 2s", opened=False)
    assert told(state, "draw", "lay KhKdKcKs") == [("laid", 0, "KhKdKcKs", 40), ("opened", 0, 40)]


def test_a_new_stock_and_the_end_are_told() -> None:
    state = at_table("9c 5s", stock="2h", discards="Kd Qd")
    assert told(state, "draw", "drop 9c") == [("discarded", 0, "9c"), ("remade", 2)]
    void = at_table("9c 5s", stock="2h", rules=Rules(stock_remakes=0))
    assert told(void, "draw", "drop 9c") == [("discarded", 0, "9c"), ("void",)]
    last = at_table("9s 9d Kc", stock="9h")
    assert told(last, "draw", "lay 9h9d9s", "drop Kc") == [("discarded", 0, "Kc"), ("closed", 0)]
    in_hand = at_table("9s 9d Kc", stock="9h", opened=False)
    assert told(in_hand, "draw", "lay 9h9d9s", "drop Kc")[1] == ("closed_in_hand", 0)
