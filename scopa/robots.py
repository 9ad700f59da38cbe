"""Robots for empty seats: level two takes what is worth most and leaves the next seat little (R-SCO-64)."""

from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Any, Final, NamedTuple, TypeAlias

from scopa.capture import may_sweep, options
from scopa.cards import (
    ALL_CARDS,
    BIT,
    CARD_OF_NAME,
    DENARI,
    NAMES,
    NO_CARDS,
    SETTEBELLO,
    VALUE,
    Card,
    Cards,
    mask,
    members,
)
from scopa.dealing import sweeps_until
from scopa.plays import parse_play
from scopa.rules import Rules

Json: TypeAlias = Any
Dice: TypeAlias = Callable[[int], int]

# The value of a card in hundredths of a point: for the cards, the coins and, by value from the ace, the primiera.
POINT: Final = 100
OF_CARDS: Final = 5
OF_COINS: Final = 15
OF_PRIMIERA: Final = (8, 1, 2, 3, 5, 12, 30, 0, 0, 0)
# By value from the ace: what a coin adds for the napola, which a pile has in about a quarter of the deals.
OF_NAPOLA: Final = (40, 40, 40, 15, 12, 9, 7, 5, 4, 3)
_WORTH: Final = tuple(
    OF_CARDS + OF_PRIMIERA[VALUE[card] - 1] + (OF_COINS if BIT[card] & DENARI else 0) for card in range(len(NAMES))
)


class _Seen(NamedTuple):
    """The knowledge of a seat that counts for its choice."""

    rules: Rules
    table: Cards
    number: int
    """How many plays of the deal have been made."""
    sweeps_until: int
    next_cards: tuple[Card, ...]
    """Those that the next seat may hold when it plays."""
    next_held: int
    """How many of them it holds then."""


def choose(rules: Rules, view: Mapping[str, Json], actions: Sequence[str], dice: Dice) -> str:
    """Choose one of the ``actions`` of the seat that has this view; ``dice`` choose among equal ones."""
    if len(actions) == 1:
        return actions[0]
    seen = _what_seat_sees(rules, view)
    # The value of the captured cards, less the expected capture of the next seat.
    worth = []
    for action in actions:
        card, captured = parse_play(action)
        if captured:
            left = seen.table & ~captured
            gain = _value(rules, captured | BIT[card]) + _sweep(seen, card, captured, left, seen.number)
            worth.append(gain - _expected_capture(seen, left))
        else:
            worth.append(-_expected_capture(seen, seen.table | BIT[card]))
    best = [action for action, each in zip(actions, worth, strict=True) if each == max(worth)]
    return best[dice(len(best))]


def _what_seat_sees(rules: Rules, view: Mapping[str, Json]) -> _Seen:
    seats, held, stock, table = view["seats"], view["held"], view["stock"], _cards(view["table_cards"])
    after = (view["seat"] + 1) % seats
    if held[after] and str(after) in view["open_hands"]:
        cards, number = _cards(view["open_hands"][str(after)]), held[after]
    else:
        # All but the cards that the seat can name: on the table, in hands that it sees, or just played.
        known = table | _cards([*view["hand"], *(view["seen"] or ())])
        for hand in view["open_hands"].values():
            known |= _cards(hand)
        for each in view["recent"]:
            card, captured = parse_play(each["play"])
            known |= BIT[card] | (captured or NO_CARDS)
        cards, number = ALL_CARDS & ~known, held[after] or min(stock, rules.cards_each)
    made = rules.plays_in_deal - stock - sum(held)
    return _Seen(rules, table, made, sweeps_until(rules, seats), members(cards), number)


def _cards(names: Sequence[str]) -> Cards:
    return mask(CARD_OF_NAME[name] for name in names)


def _expected_capture(seen: _Seen, table: Cards) -> int:
    """Return the expected value of the next seat's best capture from this table, each possible hand equally likely."""
    if not seen.next_held:
        return 0
    # By value, the most that a card takes from the table, without itself; 0 where it takes nothing. Any card of a value
    # takes what the others of it take; it must not be one that lies there.
    most = [0] * 10
    for card in {card >> 2: card for card in seen.next_cards}.values():
        for captured in options(seen.rules, card, table):
            if captured & ~BIT[card]:
                sweep = _sweep(seen, card, captured, table & ~captured, seen.number + 1)
                most[card >> 2] = max(most[card >> 2], _value(seen.rules, captured) + sweep)
    gains = sorted(
        (_value(seen.rules, BIT[card]) + most[card >> 2] for card in seen.next_cards if most[card >> 2]), reverse=True
    )
    total, rest = len(seen.next_cards), seen.next_held - 1
    best = sum(gain * comb(total - 1 - better, rest) for better, gain in enumerate(gains))
    return best // comb(total, seen.next_held)


def _value(rules: Rules, cards: Cards) -> int:
    """Return the value of the cards, in hundredths of a point."""
    worth = sum([_WORTH[card] for card in members(cards)])
    if rules.longest_napola:
        worth += sum([OF_NAPOLA[card >> 2] for card in members(cards & DENARI) if card >> 2 < rules.longest_napola])
    return worth + (POINT * rules.settebello if cards & BIT[SETTEBELLO] else 0)


def _sweep(seen: _Seen, card: Card, captured: Cards, left: Cards, number: int) -> int:
    """Return what a capture that leaves these cards on the table is worth as a sweep."""
    is_sweep = not left and number < seen.sweeps_until and may_sweep(seen.rules, card, captured)
    return POINT * seen.rules.sweep_points if is_sweep else 0
