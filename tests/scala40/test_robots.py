"""The robot of level two: what it lays and keeps, and how often it beats a player at random."""

import random
from collections.abc import Callable

import pytest

from scala40.cards import PACK
from scala40.moves import read_move
from scala40.presets import TORNEO_003
from scala40.robots import choose
from scala40.state import State
from scala40.turn import begin, play
from scala40.view import view
from tests.scala40.deals import after, at_table, dealt, with_other_secrets
from tests.scala40.robots import at_random, wins
from tests.searching import dice, in_short, often


def chosen(state: State) -> set[str]:
    """What the robot may choose here, whatever the dice say."""
    seen = view(state, state.turn)
    return {choose(state.deal.rules, seen, seen["actions"], lambda bound, at=at: at % bound) for at in range(4)}


@pytest.mark.parametrize(
    ("hand", "melds", "best"),
    [
        pytest.param("9c Tc Jc 5h 5d 5s Kd", "", {"lay 9cTcJc"}, id="R-S40-52 the dearer of two combinations"),
        pytest.param("2c 3c 4c 5c Kh Kd Ks Qd", "", {"lay 2c3c4c5c"}, id="R-S40-52 many cards first"),
        pytest.param("9c Tc * 5h 5d 5s Kd", "", {"lay 5h5d5s"}, id="R-S40-52 without a joker first"),
        pytest.param("8h * Kd Qs", "5h6h7h", {"off 8h>m1"}, id="R-S40-52 a joker late"),
        pytest.param("9c 8h Kd Qs", "8c*=9cTc 5h6h7h", {"swap 9c>m1"}, id="R-S40-52 a joker of the table before all"),
    ],
)
def test_it_lays_what_it_can(hand: str, melds: str, best: set[str]) -> None:
    assert chosen(after(at_table(hand, melds=melds, stock="2s 3h"), "draw")) == best


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        pytest.param("9c 9h Kd 5s 4d", {"drop Kd"}, id="R-S40-52 the dearest of those alone"),
        pytest.param("Kc Kh 3d 4d 7s", {"drop 7s"}, id="R-S40-52 pairs and neighbours stay"),
        pytest.param("Ac Kc 5d 6d 9s", {"drop 9s"}, id="R-S40-52 the ace is beside the king"),
        pytest.param("5c 5c 5h 8d", {"drop 8d"}, id="R-S40-52 the twin of a card makes no pair"),
        pytest.param("2c 3c 4c Kh Kd 9s", {"drop 9s"}, id="R-S40-52 combinations stay"),
        pytest.param("* Kc 7d 9h", {"drop Kc"}, id="R-S40-52 a joker stays"),
    ],
)
def test_it_discards_what_helps_it_least(hand: str, best: set[str]) -> None:
    """R-S40-52: before the opening, when nothing can be laid."""
    assert chosen(after(at_table(hand, opened=False, stock="2s 3h"), "draw")) == best


@pytest.mark.parametrize(
    ("upcard", "best"),
    [
        pytest.param("9h", "take", id="R-S40-52 a third nine"),
        pytest.param("2s", "draw", id="R-S40-52 a low card alone"),
    ],
)
def test_it_takes_the_first_card_turned_up_where_that_helps(upcard: str, best: str) -> None:
    hand = "9c 9d 4h 4d 6s 6c 8h 8c Jd Js Kh Kc Qd"
    assert chosen(dealt(hand, "", upcard=upcard)) == {best}


def test_a_discard_that_may_be_taken_is_taken() -> None:
    """R-S40-52"""
    assert chosen(at_table("8h Kd Qs", melds="5h6h7h", discards="3d 4h")) == {"take"}


def test_it_sees_no_more_than_its_seat() -> None:
    """R-S40-52, R-S40-28: other hands and another stock behind the same view, and it plays the same."""
    lots = random.Random(52)
    for seats in (2, 4):
        for _ in range(often(3)):
            state = deal_after(5, seats, lots)
            assert len({frozenset(chosen(with_other_secrets(state, state.turn, lots))) for _ in range(4)}) == 1


def deal_after(moves: int, seats: int, lots: random.Random) -> State:
    """A deal of robots of level two after so many moves."""

    state = begin(TORNEO_003, lots.sample(PACK, 108), 0, seats)
    for _ in range(moves):
        seen = view(state, state.turn)
        state = play(state, state.position.seat, read_move(choose(TORNEO_003, seen, seen["actions"], lots.randrange)))
    return state


@pytest.mark.without_coverage
# Level two closes nine deals in ten against one at random; one among four seven in ten, where chance closes a quarter.
# In a short run it fails to reach the bound less than once in a million times; the 2,000 are promised.
@pytest.mark.parametrize(
    ("seats", "bound", "of_2000"),
    [pytest.param(2, 60, 1_600, id="R-S40-52 of two"), pytest.param(4, 35, 1_200, id="R-S40-52 one of four")],
)
def test_level_two_beats_level_one(
    seats: int, bound: int, of_2000: int, record_property: Callable[[str, object], None]
) -> None:
    deals = in_short(80, 2_000)
    won, closed = wins(choose, at_random, deals, dice(f"scala40 {seats}"), seats)
    record_property("figure", f"robots of scala40, {seats} seats: level two closes {won:,} of {closed:,} deals")
    assert won >= (bound if deals == 80 else of_2000)
