"""What a turn owes: the search against trying every order of every move."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scala40.cards import JOKER, PACK, Card, hand_of, size, with_card
from scala40.layoff import layoffs, swaps
from scala40.melds import Meld, melds_in
from scala40.moves import Move
from scala40.owing import Turn, keeps_a_discard, settles, turn_after
from scala40.rules import Rules
from tests.scala40.deals import meld

TABLES = [
    ["5h6h7h", "9c9d9h"],
    ["8c*=9cTc", "5h6h7h"],
    ["8c*=9cTc", "9h9d*=9c9s"],
    ["*=4h5h6h", "7d7c*=7s", "QsKsAs"],
    ["9h9d9c9s"],
    ["4h5h*=6h7h"],
    [],
]


def everything(rules: Rules, turn: Turn) -> list[Move]:
    found = [Move("lay", None, each) for each in melds_in(turn.hand, rules.max_run_when_laid)]
    return [*found, *layoffs(turn.hand, turn.melds, rules.max_run_on_table), *swaps(turn.hand, turn.melds)]


def some_order_settles(rules: Rules, turn: Turn, least: int, seen: set[Turn]) -> bool:
    """Whether any moves at all, in any order, bring the turn to its discard."""
    if turn in seen or size(turn.hand) < least:
        return False
    seen.add(turn)
    if turn.is_settled and keeps_a_discard(turn, least):
        return True
    return any(
        some_order_settles(rules, turn_after(rules, turn, move), least, seen) for move in everything(rules, turn)
    )


# Cards that have to do with the tables above.
NEAR = [3, 4, 5, 6, 7, 8, 19, 20, 21, 33, 34, 35, 45, 46, 47, JOKER]


@pytest.mark.without_coverage
@settings(max_examples=500)
@given(
    st.lists(st.sampled_from(NEAR), min_size=1, max_size=5),
    st.sampled_from(NEAR),
    st.sampled_from(TABLES),
    st.booleans(),
    st.integers(1, 2),
)
def test_a_card_may_be_taken_when_some_order_of_moves_uses_it(
    own: list[Card], taken: Card, table: list[str], reused: bool, least: int
) -> None:
    """R-S40-16, R-S40-19, R-S40-23"""
    melds = tuple(meld(each) for each in table)
    if Counter([*own, taken, *on_table(melds)]) - Counter(PACK):
        return
    rules = Rules(joker_must_be_reused=reused)
    turn = Turn(with_card(hand_of(own), taken), melds, taken, True, 0)
    assert settles(rules, turn, least) is some_order_settles(rules, turn, least, set())


@pytest.mark.without_coverage
@settings(max_examples=300)
@given(st.lists(st.sampled_from(NEAR), min_size=1, max_size=5), st.sampled_from(TABLES), st.integers(1, 2))
def test_a_joker_may_be_swapped_when_some_order_of_moves_uses_it(own: list[Card], table: list[str], owed: int) -> None:
    """R-S40-19"""
    melds = tuple(meld(each) for each in table)
    if Counter([*own, *[JOKER] * owed, *on_table(melds)]) - Counter(PACK):
        return
    turn = Turn(hand_of([*own, *[JOKER] * owed]), melds, -1, False, owed)
    assert settles(Rules(), turn, 1) is some_order_settles(Rules(), turn, 1, set())


def on_table(melds: tuple[Meld, ...]) -> list[Card]:
    return [JOKER if at == each.joker_at else card for each in melds for at, card in enumerate(each.cards)]
