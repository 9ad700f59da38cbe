"""The pack, the notation of cards, hands as numbers and what cards cost when they are left."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scala40.cards import (
    JOKER,
    NAMES,
    PACK,
    PACK_NAMES,
    Card,
    card,
    card_points,
    cards_of,
    count_in_hand,
    hand_of,
    hand_points,
    names,
    parse_hand,
    rank_points,
    size,
    with_card,
    without_card,
    without_kinds,
)
from scala40.errors import RefusalError
from tests.coded import coded


def test_two_packs_and_four_jokers() -> None:
    """R-S40-01"""
    assert (len(PACK), len(set(PACK)), PACK.count(JOKER)) == (108, 53, 4)
    assert set(Counter(PACK_NAMES).values()) == {2, 4}
    assert (NAMES[0], NAMES[12], NAMES[51], NAMES[52]) == ("Ah", "Kh", "Ks", "*")


@pytest.mark.parametrize("name", NAMES)
def test_every_card_has_its_name(name: str) -> None:
    assert NAMES[card(name)] == name


@pytest.mark.parametrize("typed", ["", "1h", "10h", "hA", "7", "**", None])
def test_what_is_no_card_is_refused(typed: str) -> None:
    with pytest.raises(RefusalError) as refused:
        card(typed)
    assert (refused.value.code, refused.value.params) == ("unknown_card", {"typed": str(typed)})


LEFT = {"2h": 2, "9d": 9, "Tc": 10, "Js": 10, "Qh": 10, "Kd": 10, "Ac": 11, "*": 25}


@pytest.mark.parametrize("name", LEFT, ids=lambda name: f"R-S40-25 {name}")
def test_points_of_cards_left(name: str) -> None:
    assert (card_points(card(name)), rank_points(name[0])) == (LEFT[name], LEFT[name])


def test_points_of_a_hand_left() -> None:
    """R-S40-25: joker, ace, king and five at another's close."""
    assert hand_points(parse_hand("* Ah Kc 5d")) == 51
    assert hand_points(parse_hand("Ah Ah * *")) == 72
    assert hand_points(0) == 0


@pytest.mark.parametrize("typed", ["", "1", "10", "k", "Ah"])
def test_what_is_no_rank_is_refused(typed: str) -> None:
    with pytest.raises(RefusalError, check=coded("unknown_rank")):
        rank_points(typed)


@given(st.permutations(PACK), st.integers(0, 40))
def test_a_hand_is_its_cards(pack: list[Card], number: int) -> None:
    own = pack[:number]
    hand = hand_of(own)
    assert cards_of(hand) == tuple(sorted(own))
    assert (size(hand), parse_hand(" ".join(names(hand)))) == (number, hand)
    assert [count_in_hand(hand, each) for each in range(53)] == [own.count(each) for each in range(53)]
    for each in own:
        assert with_card(without_card(hand, each), each) == hand


def test_taking_cards_out_of_a_hand_takes_one_of_each() -> None:
    hand = parse_hand("7h 7h 8h *")
    assert names(without_kinds(hand, 1 << card("7h") | 1 << card("8h"))) == ("7h", "*")
