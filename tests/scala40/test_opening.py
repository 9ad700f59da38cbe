"""Opening: which hands can lay forty points, which can close in hand, against a search of everything."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scala40.cards import JOKER, PACK, Card, Hand, count_in_hand, hand_of, parse_hand, size, without_card
from scala40.melds import melds_in
from scala40.opening import (
    best_points,
    hand_after_laying,
    leaves_one,
    may_open,
    may_open_keeping,
    may_open_with,
    uses,
)

POINTS = {
    "Qs Ks As 3h 3d 3c": 40,
    "Ts Th Td Ah 2h 3h": 36,
    "3d 4d 5d 6d 7d 8d": 33,
    "Ks Kh * 9h": 30,
    "Ks Kh Kd Kc * Qs": 61,
    "* * * * Ks Qs": 31,
    "2h 5d 9c": 0,
    "7h 7d 7c 7h 7d 7c": 42,
    "As Ah Ad Ac": 44,
}


@pytest.mark.parametrize("hand", POINTS, ids=lambda hand: f"R-S40-12 {hand}")
def test_the_most_points_of_a_hand(hand: str) -> None:
    """R-S40-11: two combinations may be alike."""
    assert best_points(parse_hand(hand + " 2c"), 1, 5) == POINTS[hand]


@pytest.mark.parametrize(
    ("hand", "needed", "expected"),
    [
        ("Qs Ks As 3h 3d 3c 2c", 40, True),
        ("Qs Ks As 3h 3d 2c 2s", 40, False),
        ("Ts Th Td Ah 2h 3h 2c", 40, False),
        ("Ts Th Td Ah 2h 3h 2c", 36, True),
        ("Qs Ks As 3h 3d 3c", 40, False),
    ],
    ids="R-S40-12 {}".format,
)
def test_may_open(hand: str, needed: int, expected: bool) -> None:
    """R-S40-23: the last case would leave no card to discard."""
    assert may_open(parse_hand(hand), needed, 1, 5, closing=False) is expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("2h 3h 4h Kd", True),
        ("2h 3h 4h Kd 9c", False),
        ("2h 3h *", False),
        ("2h 3h * Kd", True),
        ("2h 3h 4h *", True),
        ("Kd", True),
        ("", False),
        ("*", True),
        ("* *", False),
    ],
    ids="R-S40-13 {}".format,
)
def test_all_but_one(hand: str, expected: bool) -> None:
    assert leaves_one(parse_hand(hand), 5) is expected


def test_closing_in_hand_needs_no_points_where_the_rules_say_so() -> None:
    """R-S40-13"""
    hand = parse_hand("2h 3h 4h 5d 5c 5s Kd")
    assert may_open(hand, 40, 1, 5, closing=True)
    assert not may_open(hand, 40, 1, 5, closing=False)


def test_the_card_that_was_taken_has_to_be_laid() -> None:
    """R-S40-15: it is part of the opening."""
    hand = parse_hand("Ks Kh Kd Kc 9h 2c")
    assert may_open_with(parse_card("Kc"), hand, 40, 1, 5, closing=False)
    assert not may_open_with(parse_card("9h"), hand, 40, 1, 5, closing=False)
    assert may_open_with(JOKER, parse_hand("Ks Kh Kd * 9h"), 40, 1, 5, closing=False)


def test_a_card_that_may_not_be_discarded_needs_another_beside_it() -> None:
    """R-S40-16: the first card turned up is kept or laid, but not discarded."""
    taken = parse_card("9h")
    for text, expected in (
        ("Ks Kh Kd Kc 9h", False),
        ("Ks Kh Kd Kc 9h 2c", True),
        ("Ks Kh Kd Kc 9h 9h", True),
        ("Ks Kh Kd Kc 9h 9d 9c 2c", True),
        ("Ks Kh Kd 9h 9d 9c 2c", True),
    ):
        assert may_open_keeping(taken, parse_hand(text), 40, 1, 5, closing=False) is expected


def parse_card(name: str) -> Card:
    return JOKER if name == "*" else parse_hand(name).bit_length() - 1


@cache
def every_rest(hand: Hand, longest: int) -> frozenset[tuple[int, Hand]]:
    """By trying everything: the points that can be laid and what is left of the hand then."""
    found = {(0, hand)}
    for meld in melds_in(hand, longest):
        found |= {(points + meld.points, rest) for points, rest in every_rest(hand_after_laying(hand, meld), longest)}
    return frozenset(found)


# Hands that are full of combinations: few ranks, few suits, jokers.
DENSE = st.lists(st.sampled_from([*range(7), *range(9, 16), *range(22, 28), JOKER, JOKER]), max_size=9).map(
    lambda own: hand_of(each for place, each in enumerate(own) if own[:place].count(each) < 2)
)


@pytest.mark.without_coverage
@settings(max_examples=200)
@given(DENSE, st.sampled_from([3, 5, 6]), st.integers(0, 3))
def test_the_best_opening_is_that_of_a_search_of_everything(hand: Hand, longest: int, least: int) -> None:
    """R-S40-12, R-S40-13, R-S40-08"""
    rests = every_rest(hand, longest)
    kept = [points for points, rest in rests if size(rest) >= least]
    assert max(0, best_points(hand, least, longest)) == max(kept, default=0)
    assert (best_points(hand, least, longest) >= 0) is bool(kept)
    assert leaves_one(hand, longest) is any(size(rest) == 1 for _, rest in rests)


@pytest.mark.without_coverage
@settings(max_examples=200)
@given(DENSE, st.sampled_from([20, 40]), st.booleans())
def test_openings_with_a_card_are_those_of_a_search_of_everything(hand: Hand, points: int, closing: bool) -> None:
    """R-S40-15, R-S40-16: with the card laid, or with another card beside it."""
    for taken in {each for each in (0, 3, 12, JOKER) if count_in_hand(hand, each)}:
        laid, kept = set(), set()
        for found, rest in every_rest(hand, 5):
            if size(rest) < 1 or (found < points and not (closing and size(rest) == 1)):
                continue
            if count_in_hand(rest, taken) < count_in_hand(hand, taken):
                laid.add(rest)
            if size(rest) > 1 or not count_in_hand(rest, taken) or count_in_hand(hand, taken) > 1:
                kept.add(rest)
        assert may_open_with(taken, hand, points, 1, 5, closing=closing) is bool(laid)
        assert may_open_keeping(taken, hand, points, 1, 5, closing=closing) is bool(kept)


def test_uses() -> None:
    melds = melds_in(parse_hand("8c Tc *"), 5)
    assert {(str(each), uses(each, JOKER), uses(each, parse_card("8c")), uses(each, -1)) for each in melds} == {
        ("8c*=9cTc", True, True, False)
    }


@pytest.mark.parametrize("jokers", range(5))
def test_hands_of_fourteen_cards_with_any_number_of_jokers_are_decided(jokers: int) -> None:
    """R-S40-12: low hands full of combinations, for which nothing is plain."""
    low = [each for each in PACK[:104] if each % 13 < 5]
    hand = hand_of(low[:: len(low) // 14][: 14 - jokers] + [JOKER] * jokers)
    assert best_points(hand, 1, 5) >= best_points(without_card(hand, JOKER) if jokers else hand, 1, 5) - 11
