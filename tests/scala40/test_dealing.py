"""Dealing: who gets what, who begins, the card turned up and the stock that is made anew."""

import random

import pytest

from scala40.cards import JOKER, NAMES, PACK, names, size
from scala40.dealing import deal, next_dealer, renewed_stock, seats_allowed
from scala40.errors import RefusalError
from scala40.presets import TORNEO_003
from scala40.rules import Rules
from scala40.turn import begin

PLAIN = list(PACK)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_thirteen_cards_each_one_at_a_time_from_the_dealers_left_then_one_turned_up(seats: int) -> None:
    """R-S40-02, R-S40-04, R-S40-05"""
    for dealer in range(seats):
        _, position = deal(TORNEO_003, PLAIN, dealer, seats)
        first = (dealer + 1) % seats
        assert position.seat == first
        assert [size(hand) for hand in position.hands] == [13] * seats
        assert NAMES[0] in names(position.hands[first])
        assert NAMES[seats - 1] in names(position.hands[dealer])
        assert position.discards == (PLAIN[13 * seats],)
        assert len(position.stock) == 108 - 13 * seats - 1
        assert begin(TORNEO_003, PLAIN, dealer, seats).turn == first


def test_two_to_six_play() -> None:
    """R-S40-02"""
    assert seats_allowed(TORNEO_003) == (2, 3, 4, 5, 6)


def test_the_deal_passes_to_the_left() -> None:
    """R-S40-03"""
    assert [next_dealer(dealer, 4) for dealer in range(4)] == [1, 2, 3, 0]


def test_a_joker_turned_up_goes_under_the_stock() -> None:
    """R-S40-04"""
    pack = [*PLAIN[:52], JOKER, JOKER, *PLAIN[52:106]]
    _, position = deal(TORNEO_003, pack, 3, 4)
    assert position.discards == (pack[54],)
    assert position.stock == (*pack[55:], JOKER, JOKER)
    _, kept = deal(Rules(joker_first_upcard="kept"), pack, 3, 4)
    assert (kept.discards, kept.stock) == ((JOKER,), tuple(pack[53:]))


@pytest.mark.parametrize(
    ("pack", "dealer", "seats", "code", "field"),
    [
        (PLAIN, 0, 1, "seats_not_allowed", "seats"),
        (PLAIN, 0, 7, "seats_not_allowed", "seats"),
        (PLAIN, 4, 4, "dealer_not_seated", "dealer"),
        (PLAIN, -1, 4, "dealer_not_seated", "dealer"),
        (PLAIN[1:], 0, 4, "pack_incomplete", "pack"),
        ([*PLAIN[1:], 5], 0, 4, "pack_incomplete", "pack"),
    ],
    ids="R-S40-01 R-S40-02 {}".format,
)
def test_what_cannot_be_dealt(pack: list[int], dealer: int, seats: int, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        begin(TORNEO_003, pack, dealer, seats)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_the_new_stock_follows_from_the_pack_and_from_nothing_else() -> None:
    """R-S40-22"""
    pack = random.Random(40).sample(PLAIN, 108)
    dealt, _ = deal(TORNEO_003, pack, 0, 4)
    under = tuple(pack[:40])
    first = renewed_stock(dealt, under, 1)
    assert first == renewed_stock(dealt, under, 1)
    assert sorted(first) == sorted(under)
    assert len({first, renewed_stock(dealt, under, 2), under}) == 3
    other, _ = deal(TORNEO_003, pack[::-1], 0, 4)
    assert renewed_stock(other, under, 1) != first


@pytest.mark.without_coverage
def test_every_card_of_a_new_stock_may_come_anywhere() -> None:
    """R-S40-22: over many packs the first of forty discards comes to each place about equally often."""
    lots, places = random.Random(22), [0] * 40
    for _ in range(2_000):
        dealt, _ = deal(TORNEO_003, lots.sample(PLAIN, 108), 0, 4)
        places[renewed_stock(dealt, tuple(range(40)), 1).index(0)] += 1
    assert 20 < min(places) <= max(places) < 85
