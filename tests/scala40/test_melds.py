"""Combinations: what is one, what it is worth, what attaches to it, and which a hand can lay."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scala40.cards import BIT, JOKER, NAMES, PACK, Card, card, hand_of, members, parse_hand
from scala40.errors import IllegalMoveError
from scala40.melds import Meld, catalogue, lay_off, melds_in, swap_joker
from scala40.moves import read_meld
from tests.scala40.deals import cards, meld

WORTH = {
    "7h7d7c": 21,
    "7h7d7c7s": 28,
    "AhAdAs": 33,
    "AhAdAcAs": 44,
    "KhKd*=Ks": 30,
    "*=AhAdAc": 33,
    "Ah2h3h": 6,
    "QsKsAs": 31,
    "*=AsKsQs": 31,
    "Qs*=KsAs": 31,
    "*=Ah2h3h": 6,
    "8c*=9cTc": 27,
    "3d4d5d6d7d": 25,
    "9sTsJsQsKs": 49,
}


@pytest.mark.parametrize("text", WORTH, ids=lambda text: f"R-S40-12 {text}")
def test_points_of_combinations(text: str) -> None:
    """R-S40-06, R-S40-07, R-S40-10: the joker counts as the card that it stands for."""
    assert meld(text).points == WORTH[text]


NO_MELDS = {
    "7h7h7c": "set_suit_twice",
    "7h7d7c7s*=7h": "set_suit_twice",
    "KsAs2s": "run_round_corner",
    "QsKsAs2s": "run_round_corner",
    "3d4d6d": "run_with_gap",
    "3d4d4d": "run_card_twice",
    "3d4d": "meld_too_short",
    "3d4d5c": "meld_neither",
    "3d3c4d": "meld_neither",
    "*=3d*=4d5d": "meld_two_jokers",
    "*=3d*=3c*=3h": "meld_two_jokers",
    "AhKh": "meld_too_short",
    "AhQhKhAh": "run_card_twice",
}


@pytest.mark.parametrize("text", NO_MELDS, ids=lambda text: f"R-S40-06 R-S40-07 R-S40-09 {text}")
def test_what_is_no_combination(text: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        read_meld(text)
    assert (refused.value.code, refused.value.params["meld"]) == (NO_MELDS[text], text)


ORDERS = {
    "7c7h7d": "7h7d7c",
    "3h2hAh": "Ah2h3h",
    "AsQsKs": "QsKsAs",
    "Tc*=9c8c": "8c*=9cTc",
    "Ah2h3h4h5h6h7h8h9hThJhQhKh": "Ah2h3h4h5h6h7h8h9hThJhQhKh",
    "2h3h4h5h6h7h8h9hThJhQhKhAh": "2h3h4h5h6h7h8h9hThJhQhKhAh",
    "Kh*=AhQh": "QhKh*=Ah",
}


@pytest.mark.parametrize("text", ORDERS, ids=lambda text: f"R-S40-27 {text}")
def test_cards_may_be_named_in_any_order(text: str) -> None:
    assert str(meld(text)) == ORDERS[text]
    assert meld(text) is meld(ORDERS[text])


def test_every_combination_is_read_from_its_notation() -> None:
    """R-S40-27, R-S40-08: 925 may be laid with runs of five, more where they may be longer."""
    assert (len(catalogue(5)), len(set(map(str, catalogue(5))))) == (925, 925)
    for each in catalogue(13):
        assert read_meld(str(each)) is each
        assert each.size == len(each.cards)
    assert max(each.size for each in catalogue(5)) == 5


ATTACHING = {
    ("5h6h7h", 14): ("4h 8h *", "4h 8h"),
    ("9h9d9c", 14): ("9s *", "9s"),
    ("9h9d9c9s", 14): ("", ""),
    ("9h9d*=9c", 14): ("9s", ""),
    ("Ah2h3h", 14): ("4h *", "4h"),
    ("QhKhAh", 14): ("Jh *", "Jh"),
    ("8c*=9cTc", 14): ("7c Jc", ""),
    ("2h3h4h5h6h7h8h9hThJhQhKh", 14): ("Ah *", "Ah"),
    ("Ah2h3h4h5h6h7h8h9hThJhQhKh", 14): ("*", "Ah"),
    ("Ah2h3h4h5h6h7h8h9hThJhQhKh", 13): ("", ""),
    ("*=Ah2h3h4h5h6h7h8h9hThJhQhKh", 14): ("Ah", ""),
    ("*=Ah2h3h4h5h6h7h8h9hThJhQhKh", 13): ("", ""),
    ("2h3h4h5h6h7h8h9hThJhQhKhAh", 14): ("*", "Ah"),
    ("Ah*=2h3h4h5h6h7h8h9hThJhQhKh", 14): ("", ""),
}


@pytest.mark.parametrize(("text", "limit"), ATTACHING, ids=[f"R-S40-08 {text} {limit}" for text, limit in ATTACHING])
def test_what_attaches(text: str, limit: int) -> None:
    """R-S40-17, R-S40-08: the ends of a run, the suits that a set lacks, a joker where there is none."""
    found = meld(text)
    attaching = [NAMES[each] for each in range(53) if found.attaches[limit - 13] >> each & 1]
    assert sorted(attaching) == sorted(ATTACHING[text, limit][0].split())
    assert sorted(found.stands[limit - 13]) == sorted(cards(ATTACHING[text, limit][1]))


GROWN = [
    ("5h6h7h", "8h", False, "5h6h7h8h"),
    ("5h6h7h", "4h", True, "*=4h5h6h7h"),
    ("4h5h6h7h8h", "9h", False, "4h5h6h7h8h9h"),
    ("JhQhKh", "Ah", False, "JhQhKhAh"),
    ("2h3h4h", "Ah", False, "Ah2h3h4h"),
    ("8c*=9cTc", "7c", False, "7c8c*=9cTc"),
    ("9h9d*=9c", "9s", False, "9h9d*=9c9s"),
    ("9h9d9c", "9s", True, "9h9d9c*=9s"),
    ("2h3h4h5h6h7h8h9hThJhQhKh", "Ah", False, "Ah2h3h4h5h6h7h8h9hThJhQhKh"),
]


@pytest.mark.parametrize(("text", "name", "by_joker", "expected"), GROWN, ids=[f"R-S40-08 {each[3]}" for each in GROWN])
def test_combinations_grow(text: str, name: str, by_joker: bool, expected: str) -> None:
    assert str(lay_off(meld(text), card(name), by_joker=by_joker)) == expected


def test_a_run_from_ace_to_king_takes_a_joker_as_its_second_ace() -> None:
    """R-S40-08: thirteen natural cards and a joker."""
    whole = lay_off(meld("Ah2h3h4h5h6h7h8h9hThJhQhKh"), card("Ah"), by_joker=True)
    assert (whole.size, whole.attaches, whole.points) == (14, (0, 0), 96)
    assert (str(whole)[:6], str(whole)[-6:], whole.may_swap) == ("Ah2h3h", "Kh*=Ah", False)
    other = lay_off(meld("2h3h4h5h6h7h8h9hThJhQhKhAh"), card("Ah"), by_joker=True)
    assert (str(other)[:6], str(other)[-6:]) == ("*=Ah2h", "QhKhAh")
    assert swap_joker(meld("8c*=9cTc")) is meld("8c9cTc")
    assert swap_joker(meld("9h9d*=9c")) is meld("9h9d9c")


def laid_by_definition(own: tuple[Card, ...], longest: int) -> set[str]:
    """Every combination of a hand, found by trying all its subsets as somebody reads the rules."""
    natural = sorted({each for each in own if each != JOKER})
    found = set()
    for number in range(2, longest + 1):
        for chosen in combinations(natural, number):
            written = "".join(NAMES[each] for each in chosen)
            for joker in ("", *[f"*={name}" for name in NAMES[:52]]) if JOKER in own else ("",):
                try:
                    read = read_meld(written + joker)
                except IllegalMoveError:
                    continue
                if not read.is_run or read.size <= longest:
                    found.add(str(read))
    return found


@given(st.lists(st.sampled_from(PACK[:52]), min_size=3, max_size=7), st.booleans(), st.sampled_from([4, 5]))
def test_the_combinations_of_a_hand_are_those_of_the_definition(own: list[Card], joker: bool, longest: int) -> None:
    """R-S40-06, R-S40-07, R-S40-08, R-S40-09"""
    few = [each % 6 + 13 * (each // 13 % 3) for each in own if own.count(each) < 3]
    few = [each for place, each in enumerate(few) if few[:place].count(each) < 2] + [JOKER] * joker
    assert {str(each) for each in melds_in(hand_of(few), longest)} == laid_by_definition(tuple(few), longest)


def test_a_joker_alone_lays_nothing() -> None:
    """R-S40-09: no combination of jokers."""
    assert melds_in(hand_of(cards("* * * * 7h 2c")), 5) == []


def test_naturals_of_a_combination_leave_out_its_joker() -> None:
    def naturals(each: Meld) -> set[Card]:
        return {own for own in each.cards if own != each.joker}

    assert all(set(members(each.naturals)) == naturals(each) for each in catalogue(5))
    assert meld("8c*=9cTc").naturals == BIT[card("8c")] | BIT[card("Tc")]


@pytest.mark.parametrize(
    ("longest", "number"),
    [pytest.param(5, 163, id="R-S40-08 to five"), pytest.param(13, 583, id="R-S40-08 any length")],
)
def test_what_a_whole_suit_and_a_joker_may_lay(longest: int, number: int) -> None:
    """The longest list of legal plays that a search over hands has found: what a seat is sent is bounded."""
    assert len(melds_in(parse_hand("Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh *"), longest)) == number
