"""Capture (presa): which cards of the table a played card may take."""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from scopa.cards import BIT, NO_CARDS, VALUE, Card, Cards, members
from scopa.plays import Play
from scopa.rules import Rules

STAYS: Final[tuple[Cards, ...]] = (NO_CARDS,)
"""The only thing to do with a card that takes nothing."""

# By card and by the cards of its value on the table, as four bits: the sets of one equal card.
_SINGLES: Final[tuple[tuple[tuple[Cards, ...], ...], ...]] = tuple(
    tuple(tuple(1 << (card & ~3) + suit for suit in range(4) if found >> suit & 1) for found in range(16))
    for card in range(40)
)

_TAKING_ONE: Final[tuple[tuple[tuple[Play, ...], ...], ...]] = tuple(
    tuple(tuple((card, captured) for captured in found) for found in by_found) for card, by_found in enumerate(_SINGLES)
)
_LAYING: Final[tuple[Play, ...]] = tuple((card, NO_CARDS) for card in range(40))

# Low cards are worth 1 to 4. No sum holds two cards from 5 up, but for two fives that make 10.
_LOW: Final[Cards] = (1 << 16) - 1
_FIVES: Final[Cards] = 15 << 16


class _Sums(NamedTuple):
    """What some low cards add up to, for one value to be made."""

    partners: Cards
    """The cards from 5 up that would make other sums with them."""
    plain: tuple[Cards, ...]
    """The sums of low cards alone; ``STAYS`` when there is none."""
    rests: tuple[tuple[Cards, ...], ...]
    """By total from 0 to 10, the sets that make it."""


@lru_cache(maxsize=1 << 12)
def _low_sums(low: Cards) -> tuple[_Sums, ...]:
    """By value less one, how some low cards make it; random play meets some two thousand of these sets."""
    made: list[list[Cards]] = [[NO_CARDS]] + [[] for _ in range(10)]
    for card in members(low):
        worth, bit = VALUE[card], BIT[card]
        for total in range(10, worth - 1, -1):
            made[total] = made[total] + [found | bit for found in made[total - worth]]
    rests = tuple(tuple(sorted(found, key=_few_first)) for found in made)
    return tuple(_Sums(_partners(value, rests), rests[value] or STAYS, rests) for value in range(1, 11))


def _few_first(found: Cards) -> tuple[int, Cards]:
    return found.bit_count(), found


def _partners(value: int, rests: tuple[tuple[Cards, ...], ...]) -> Cards:
    """Every card from 5 up that makes ``value`` with a total of low cards, and the fives, which may make 10."""
    partners = sum(15 << 4 * (high - 1) for high in range(5, value) if rests[value - high])
    return partners | _FIVES if value == 10 else partners


def _sums_with(partners: Cards, value: int, rests: tuple[tuple[Cards, ...], ...]) -> tuple[Cards, ...]:
    """The sums of low cards alone, then those that hold one of ``partners``, then two fives."""
    found = list(rests[value])
    for high in members(partners):
        bit = BIT[high]
        for rest in rests[value - VALUE[high]]:
            found.append(rest | bit)
    fives = partners & _FIVES
    if value == 10 and fives & fives - 1:
        found += [BIT[one] | BIT[other] for one, other in combinations(members(fives), 2)]
    return tuple(found) or STAYS


def plain_options(card: Card, table: Cards) -> tuple[Cards, ...]:
    """What ``card`` may do by the rules that all the sources share: take a set, or stay when there is none.

    One card of the same value goes before any sum (R-SCO-07), and what can take must take (R-SCO-09).
    """
    equal = table >> (card & ~3) & 15
    if equal:
        return _SINGLES[card][equal]
    partners, found, rests = _low_sums(table & _LOW)[card >> 2]
    if table & partners:
        return _sums_with(table & partners, VALUE[card], rests)
    return found


def plain_plays(hand: tuple[Card, ...], table: Cards) -> tuple[Play, ...]:
    """Every play of a hand by the common rules: ``plain_options`` for each card, with the table looked at once."""
    low = _low_sums(table & _LOW)
    plays: list[Play] = []
    for card in hand:
        equal = table >> (card & ~3) & 15
        if equal:
            plays += _TAKING_ONE[card][equal]
            continue
        partners, found, rests = low[card >> 2]
        if table & partners:
            found = _sums_with(table & partners, VALUE[card], rests)
        if found is STAYS:
            plays.append(_LAYING[card])
        else:
            plays += [(card, captured) for captured in found]
    return tuple(plays)


def house_options(rules: Rules, card: Card, table: Cards) -> tuple[Cards, ...]:
    """What ``card`` may do where the ruleset departs from the common rules (R-SCO-07, R-SCO-09, R-SCO-10)."""
    equal = 15 << (card & ~3)
    singles = _SINGLES[card][(table & equal) >> (card & ~3)]
    sums = tuple(found for found in plain_options(card, table & ~equal) if found)
    found = singles if singles and rules.equal_card_priority else singles + sums
    if found and rules.sum_choice == "fewest_cards":
        fewest = min(each.bit_count() for each in found)
        found = tuple(each for each in found if each.bit_count() == fewest)
    is_forced = bool(singles) or rules.forced_capture == "always"
    return found if found and is_forced else found + STAYS


def options(rules: Rules, card: Card, table: Cards) -> tuple[Cards, ...]:
    """What ``card`` may do on this table: the sets it may take, the empty set where it may stay."""
    return plain_options(card, table) if rules.plain_capture else house_options(rules, card, table)


def captures(rules: Rules, card: Card, table: Cards) -> tuple[Cards, ...]:
    """Every capture open to ``card``; empty when it must stay on the table."""
    return tuple(found for found in options(rules, card, table) if found)


def captures_containing(found: tuple[Cards, ...], pointed: Cards) -> tuple[Cards, ...]:
    """The captures that hold all the cards pointed at so far: a drag is decided when one is left (R-SCO-54)."""
    return tuple(each for each in found if each & pointed == pointed)
