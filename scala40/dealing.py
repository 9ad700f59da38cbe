"""Dealing: thirteen cards each and one turned up, who deals next, and the stock when it is made anew."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from scala40.cards import JOKER, NAMES, PACK, Card, hand_of
from scala40.errors import RefusalError, brief
from scala40.rules import Rules
from scala40.state import NOTHING_TAKEN, Deal, Position, Seat

CARDS_EACH: Final = 13
SEATS: Final = (2, 3, 4, 5, 6)
_WHOLE_PACK: Final = Counter(PACK)


def seats_allowed(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of seats that the rules can be played with (R-S40-02)."""
    return SEATS


def next_dealer(dealer: Seat, seats: int) -> Seat:
    """Return the dealer of the next deal: the player on the left (R-S40-03)."""
    return (dealer + 1) % seats


def deal(rules: Rules, pack: Sequence[Card], dealer: Seat, seats: int) -> tuple[Deal, Position]:
    """Return the cards as the dealer gives them; ``pack`` holds all 108, top first."""
    if type(seats) is not int or seats not in seats_allowed(rules):
        raise RefusalError("seats_not_allowed", field="seats", seats=brief(seats))
    if type(dealer) is not int or dealer not in range(seats):
        raise RefusalError("dealer_not_seated", field="dealer", dealer=brief(dealer))
    if Counter(pack) != _WHOLE_PACK:
        raise RefusalError("pack_incomplete", field="pack", cards=(Counter(pack) & _WHOLE_PACK).total())
    given = CARDS_EACH * seats
    first = (dealer + 1) % seats
    hands = tuple(hand_of(of_seat(pack, dealer, seats, seat)) for seat in range(seats))
    turned, *stock = pack[given:]
    while turned == JOKER and rules.joker_first_upcard == "replaced":
        # Jokers on top go under the stock (R-S40-04).
        turned, *stock = *stock, JOKER
    position = Position(
        seat=first,
        turns=0,
        has_drawn=False,
        hands=hands,
        stock=tuple(stock),
        drawn=0,
        discards=(turned,),
        melds=(),
        opened=(False,) * seats,
        was_open=False,
        taken=NOTHING_TAKEN,
        is_bound=False,
        owed=0,
        laid=0,
        remakes=0,
        is_over=False,
    )
    return Deal(rules, seats, dealer, tuple(pack)), position


def of_seat(pack: Sequence[Card], dealer: Seat, seats: int, seat: Seat) -> Sequence[Card]:
    """Return the cards that one seat receives, one by one from the dealer's left."""
    return pack[(seat - dealer - 1) % seats : CARDS_EACH * seats : seats]


def renewed_stock(deal: Deal, discards: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """Return the discards as the ``number``-th new stock, in an order that follows from the pack (R-S40-22)."""
    seed = "".join(NAMES[card] for card in deal.pack) + f"/{number}/"
    places = sorted(range(len(discards)), key=lambda place: sha256(f"{seed}{place}".encode()).digest())
    return tuple(discards[place] for place in places)
