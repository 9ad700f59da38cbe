"""What the pack allows to be left in the hands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scala40.cards import JOKER_LEFT, PACK_NAMES, rank_points
from scala40.hand_bound import HELD, MOST_CARDS, beyond_pack, possible, together


def test_the_pack_is_that_of_the_cards() -> None:
    """R-S40-31"""
    assert {rank: sum(name[0] == rank for name in PACK_NAMES) for rank in HELD} == HELD


@pytest.mark.parametrize(
    ("hands", "most"),
    [
        pytest.param(1, 4 * JOKER_LEFT + 8 * 11 + 10, id="R-S40-31 four jokers, eight aces and a ten: 198"),
        pytest.param(2, 198 + 13 * 10, id="R-S40-31 the others have tens"),
        pytest.param(3, 458, id="R-S40-31 three hands"),
        pytest.param(4, 188 + 32 * 10 + 8 * 9, id="R-S40-31 the tens run out"),
        pytest.param(5, 679, id="R-S40-31 five hands"),
        pytest.param(0, 0, id="R-S40-31 nobody"),
    ],
)
def test_the_most_that_hands_hold_together(hands: int, most: int) -> None:
    assert together(hands) == most


def test_every_sum_from_two_to_the_bound_can_be_left() -> None:
    """R-S40-31"""
    assert possible() == frozenset(range(2, 199))


@given(st.lists(st.sampled_from(PACK_NAMES), min_size=1, max_size=MOST_CARDS))
def test_cards_of_a_hand_make_a_possible_sum(names: list[str]) -> None:
    """R-S40-31"""
    hand = "".join(name[0] for name in names)
    if beyond_pack([hand]) is None:
        assert sum(map(rank_points, hand)) in possible()


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        pytest.param(["****", "AAAAAAAA"], None, id="R-S40-32 all jokers, all aces"),
        pytest.param(["***", "", "**"], (2, "*", 5), id="R-S40-32 a fifth joker"),
        pytest.param(["KKKKK", "KKKK"], (1, "K", 9), id="R-S40-32 a ninth king"),
        pytest.param(["2" * 9], (0, "2", 9), id="R-S40-32 nine twos in one hand"),
    ],
)
def test_cards_beyond_two_packs(hands: list[str], expected: tuple[int, str, int] | None) -> None:
    assert beyond_pack(hands) == expected
