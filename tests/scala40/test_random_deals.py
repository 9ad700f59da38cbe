"""Many deals: they end, no card is lost, and every position has a move until then."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from scala40.cards import PACK, size
from scala40.closing import deal_points
from scala40.errors import IllegalMoveError
from scala40.moves import DRAW, DROPS, TAKE, Move, read_move, write_move
from scala40.play_phrases import PHRASES
from scala40.playout import playout
from scala40.presets import PRESETS, TORNEO_003
from scala40.rules import Rules
from scala40.turn import begin, play
from tests.scala40.deals import everywhere
from tests.searching import in_short, measured, often

WHOLE = Counter(PACK)
HOUSE = {
    "kept": Rules(pickup_must_be_melded=False, joker_must_be_reused=False, attachable_discard="allowed"),
    "short runs": Rules(max_run_when_laid=3, max_run_on_table=13, opening_points=60, hand_close_needs_40=True),
    "one stock": Rules(stock_remakes=0, no_close_first_round=True, joker_first_upcard="kept", opening_points=1),
}
ALL = dict(PRESETS) | HOUSE
DEALS = often(300)


def lots_of(seed: str) -> Iterator[int]:
    lots = random.Random(seed)
    return iter(lambda: lots.randrange(1_000_000), -1)


@pytest.mark.without_coverage
@pytest.mark.parametrize("block", range(in_short(1, 4)))
def test_many_deals_of_four_end_and_lose_no_card(block: int) -> None:
    """R-S40-01, R-S40-26, R-S40-23"""
    lots, closed, in_hand = random.Random(block), 0, 0
    for number in range(DEALS):
        state = playout(TORNEO_003, lots.sample(PACK, 108), number % 4, 4, lots_of(f"deal {block} {number}"))
        assert state.is_over
        assert everywhere(state) == WHOLE
        closed += state.closer is not None
        in_hand += state.in_hand
        assert state.closer is None or deal_points(state)[state.closer] == 0
    assert closed > DEALS * 0.96
    assert in_hand > 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", measured(ALL, "torneo_003"))
def test_every_position_has_a_move_and_all_the_cards(name: str, seats: int) -> None:
    """R-S40-01, R-S40-14, R-S40-23, R-S40-24, R-S40-26: all moves equally likely."""
    lots = random.Random(f"{name} {seats}")
    for _ in range(often(3)):
        state = begin(ALL[name], lots.sample(PACK, 108), lots.randrange(seats), seats)
        while not state.is_over:
            assert state.legal
            assert len(set(state.legal)) == len(state.legal)
            state = play(state, state.position.seat, lots.choice(state.legal))
            assert everywhere(state) == WHOLE
        assert state.legal == ()
        assert state.closer is None or not ALL[name].no_close_first_round or state.position.turns > seats
        assert all(size(hand) > 0 for seat, hand in enumerate(state.hands) if seat != state.closer)


def some_moves(lots: random.Random, seen: list[str]) -> list[Move]:
    return [DRAW, TAKE, *lots.sample(DROPS, 4), *map(read_move, lots.sample(seen, min(12, len(seen))))]


@pytest.mark.parametrize("name", measured(ALL, "torneo_003"))
def test_what_is_not_legal_is_refused_with_a_sentence(name: str) -> None:
    """R-S40-21, R-S40-27: no move of another position does harm in this one."""
    lots, seen, codes = random.Random(name), set[str](), set[str]()
    for number in range(often(6)):
        state = begin(ALL[name], lots.sample(PACK, 108), 0, 2 + number % 3)
        while not state.is_over:
            seen |= {write_move(each) for each in state.legal}
            for move in some_moves(lots, sorted(seen)):
                try:
                    play(state, state.position.seat, move)
                except IllegalMoveError as refusal:
                    assert move not in state.legal
                    assert PHRASES[refusal.code] % refusal.params
                    codes.add(refusal.code)
                else:
                    assert move in state.legal
            state = play(state, state.position.seat, lots.choice(state.legal))
    assert len(codes) > 8


def test_a_discard_that_is_not_allowed_changes_nothing() -> None:
    """R-S40-21: the card stays in the hand, and another may be discarded."""
    lots, refused = random.Random(21), 0
    state = begin(TORNEO_003, lots.sample(PACK, 108), 0, 4)
    while not state.is_over:
        for move in DROPS:
            try:
                play(state, state.position.seat, move)
            except IllegalMoveError as refusal:
                refused += refusal.code == "discard_attaches"
        state = play(state, state.position.seat, lots.choice(state.legal))
    assert refused > 5
