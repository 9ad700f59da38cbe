"""Capture (presa): which cards of the table a played card may take."""

from functools import cache, lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from scopa.cards import BIT, NO_CARDS, VALUE, Card, Cards, mask, members
from scopa.plays import Play
from scopa.rules import Rules

STAYS: Final[tuple[Cards, ...]] = (NO_CARDS,)
"""The only thing to do with a card that takes nothing."""

# By card and by the cards of its value on the table: the sets of one equal card.
_EQUAL: Final[tuple[Cards, ...]] = tuple(15 << (card & ~3) for card in range(40))
_SINGLES: Final[tuple[dict[Cards, tuple[Cards, ...]], ...]] = tuple(
    {mask(found): tuple(mask([each]) for each in found) for size in range(5) for found in combinations(four, size)}
    for four in [range(card & ~3, (card & ~3) + 4) for card in range(40)]
)

# The plays of each card, built once.
_TAKING_ONE: Final[tuple[dict[Cards, tuple[Play, ...]], ...]] = tuple(
    {equal: tuple((card, captured) for captured in singles) for equal, singles in by_equal.items()}
    for card, by_equal in enumerate(_SINGLES)
)
_LAYING: Final[tuple[tuple[Play, ...], ...]] = tuple(((card, NO_CARDS),) for card in range(40))

# Low cards are worth 1 to 4. A sum never holds two cards of 5 or more, except two fives that make 10.
_LOW: Final[Cards] = (1 << 16) - 1
_FIVES: Final[Cards] = 15 << 16

_Low: TypeAlias = tuple[tuple[Cards, ...], tuple[tuple[Cards, ...], ...]]
"""What some low cards are for: by card, the cards of a table with which it may take something; by total from 0 to 10,
the sets of low cards that make it."""


@lru_cache(maxsize=1 << 11)
def _low(low: Cards) -> _Low:
    """Return the sums that these low cards on the table can make; cached.

    Random play meets some two thousand such sets, in 2 MB. The worst tables that anybody can set up take less than 64
    MB.
    """
    made: list[list[Cards]] = [[NO_CARDS]] + [[] for _ in range(10)]
    for card in members(low):
        worth, bit = VALUE[card], BIT[card]
        for total in range(10, worth - 1, -1):
            made[total] = made[total] + [found | bit for found in made[total - worth]]
    # Few cards first.
    rests = tuple(tuple(sorted(sorted(found), key=int.bit_count)) for found in made)
    return _takeable(tuple(map(bool, rests))), rests


@cache
def _takeable(is_made: tuple[bool, ...]) -> tuple[Cards, ...]:
    """Return by card what it may take with: equals, low cards, cards from 5 up with low ones, fives for a 10."""
    found = []
    for card in range(40):
        value = VALUE[card]
        high = sum(15 << 4 * (each - 1) for each in range(5, value) if is_made[value - each])
        fives = _FIVES if value == 10 else NO_CARDS
        found.append(_EQUAL[card] | _LOW * is_made[value] | high | fives)
    return tuple(found)


def plain_plays(hand: tuple[Card, ...], table: Cards) -> tuple[Play, ...]:
    """Return every play of some cards by the rules that all the sources share.

    One card of the same value goes before any sum (R-SCO-07), and what can take must take (R-SCO-09).
    """
    takeable, rests = _low(table & _LOW)
    plays: tuple[Play, ...] = ()
    for card in hand:
        met = table & takeable[card]
        if not met:
            plays += _LAYING[card]
            continue
        equal = met & _EQUAL[card]
        if equal:
            plays += _TAKING_ONE[card][equal]
            continue
        # The sums of low cards alone, then those that hold one card from 5 up, then two fives.
        value = VALUE[card]
        sums = list(rests[value])
        high = left = met & ~_LOW
        while left:
            bit = left & -left
            left ^= bit
            for rest in rests[value - (bit.bit_length() + 3 >> 2)]:
                sums.append(rest | bit)
        fives = high & _FIVES
        if value == 10 and fives & fives - 1:
            sums += [BIT[one] | BIT[other] for one, other in combinations(members(fives), 2)]
        plays += tuple([(card, captured) for captured in sums or STAYS])
    return plays


def plain_options(card: Card, table: Cards) -> tuple[Cards, ...]:
    """Return the options of ``card`` by these rules: the sets it may take, or to stay where there are none."""
    return tuple([captured for _card, captured in plain_plays((card,), table)])


def takes_all(rules: Rules, card: Card) -> bool:
    """Return whether ``card`` is an ace, and takes all the cards of the table (R-SCO-71)."""
    return rules.aces_take_all and VALUE[card] == 1


def may_sweep(rules: Rules, card: Card, captured: Cards) -> bool:
    """Return whether a capture that empties the table is a sweep, before the last play (R-SCO-13, R-SCO-71).

    An ace that is taken by itself makes none, nor, by ``no_sweep``, one that takes more than another ace.
    """
    if not takes_all(rules, card):
        return True
    if captured == BIT[card]:
        return False
    return rules.ace_takes_all == "sweep" or captured in _SINGLES[card][captured & _EQUAL[card]]


def house_options(rules: Rules, card: Card, table: Cards) -> tuple[Cards, ...]:
    """Return the options of ``card`` where the ruleset departs from the common rules (R-SCO-07, R-SCO-09, R-SCO-10).

    An ace that takes all takes itself from an empty table where the rules say so: the set is the ace (R-SCO-71).
    """
    equal = _EQUAL[card]
    singles = _SINGLES[card][table & equal]
    if takes_all(rules, card):
        if not table:
            return (BIT[card],) if rules.ace_on_empty == "taken" else STAYS
        sums: tuple[Cards, ...] = () if table in singles else (table,)
    else:
        sums = tuple(found for found in plain_options(card, table & ~equal) if found)
    found = singles if singles and rules.equal_card_priority else singles + sums
    if found and rules.sum_choice == "fewest_cards":
        fewest = min(each.bit_count() for each in found)
        found = tuple(each for each in found if each.bit_count() == fewest)
    is_forced = bool(singles) or rules.forced_capture == "always"
    return found if found and is_forced else found + STAYS


def house_plays(rules: Rules, hand: tuple[Card, ...], table: Cards) -> tuple[Play, ...]:
    """Return every play of some cards where the ruleset departs from the common rules."""
    return tuple([(card, captured) for card in hand for captured in house_options(rules, card, table)])


def options(rules: Rules, card: Card, table: Cards) -> tuple[Cards, ...]:
    """Return the options of ``card`` on this table: the sets it may take, and the empty set where it may stay."""
    return plain_options(card, table) if rules.plain_capture else house_options(rules, card, table)


def captures(rules: Rules, card: Card, table: Cards) -> tuple[Cards, ...]:
    """Return every set that ``card`` may capture; empty when it must stay on the table."""
    return tuple(found for found in options(rules, card, table) if found)


def captures_containing(found: tuple[Cards, ...], pointed: Cards) -> tuple[Cards, ...]:
    """Return the captures that contain all the cards selected so far: a drag is decided when one is left (R-SCO-54)."""
    return tuple(each for each in found if each & pointed == pointed)
