"""Who can have the primiera beside counts of cards and coins: from every way to share out a suit (R-SCO-28)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from scopa.cards import CARD_OF_NAME, RANKS
from scopa.napola_checks import Said, may_be
from scopa.primiera import able_to_win, worth
from scopa.rules import Rules
from scopa.sheet import LINES, CountsSheet, Winners

SUITS_BESIDE_COINS: Final = 3
SUIT_SIZE: Final = 10
# The cards of a suit from the worst for the primiera to the best; any scale has this order.
RISING: Final = tuple(sorted((CARD_OF_NAME[rank + "d"] for rank in RANKS), key=worth))


class Lead(NamedTuple):
    """Of two lines: which of them lacks a suit, and by how much the first is ahead in the primiera."""

    first_lacks: bool
    second_lacks: bool
    ahead: int

    def with_suit(self, other: "Lead") -> "Lead":
        return Lead(
            self.first_lacks or other.first_lacks, self.second_lacks or other.second_lacks, self.ahead + other.ahead
        )


Shared: TypeAlias = Mapping[tuple[int, int], frozenset[Lead]]
"""For so many cards of the first and of the second line, all that can come of them."""


def may_have_primiera(rules: Rules, content: CountsSheet) -> bool:
    """Return whether some deal has these counts and gives the primiera to who is said to have it.

    Of two lines every deal is asked; of more only whether each winner has cards enough for the four suits.
    """
    if rules.counts_ranks:
        return True
    others = [cards - coins for cards, coins in zip(content.cards, content.coins, strict=True)]
    if len(content.cards) == len(LINES):
        scale, coins = rules.primiera_values, (content.coins[0], content.coins[1])
        settebello = content.settebello[0] if content.settebello else None
        if content.napola is None:
            owner = len(LINES) if settebello is None else settebello
            of_coins = _of_suit(scale, rules.all_taken, owner).get(coins, frozenset())
        else:
            of_coins = _beside_napola(rules, Said(coins, settebello, content.napola))
        of_others = _of_others(scale, rules.all_taken).get((others[0], others[1]), frozenset())
        leads = {here.with_suit(there) for here in of_coins for there in of_others}
        return content.primiera in {_winners(rules, lead) for lead in (leads if rules.all_taken else _ends_of(leads))}
    complete = [bool(coins) and rest >= SUITS_BESIDE_COINS for coins, rest in zip(content.coins, others, strict=True)]
    if not rules.primiera_requires_all_suits or rules.primiera_both_incomplete != "none":
        return True
    return all(complete[pile] for pile in content.primiera)


@lru_cache(maxsize=256)
def _beside_napola(rules: Rules, said: Said) -> frozenset[Lead]:
    """Return all that can come of the coins where a sheet says the napola too (R-SCO-70)."""
    scale = rules.primiera_values
    bests = [[RISING[best] >> 2 if best is not None else None for best in _bests(count)] for count in said.coins]
    return frozenset(
        Lead(one is None, two is None, _worth_of(scale, one) - _worth_of(scale, two))
        for one, two in product(*bests)
        if (one is None or one != two) and may_be(rules, said._replace(best=(one, two)))
    )


def _worth_of(scale: str, coin: int | None) -> int:
    return 0 if coin is None else worth(4 * coin, scale)


def _winners(rules: Rules, lead: Lead) -> Winners:
    able = able_to_win(rules, (not lead.first_lacks, not lead.second_lacks))
    if len(able) < len(LINES):
        return able
    if lead.ahead:
        return (int(lead.ahead < 0),)
    return able if rules.primiera_tie == "each" else ()


@lru_cache(maxsize=64)
def _of_suit(scale: str, all_taken: bool, owner: int | None = None) -> Shared:
    """Return all that can come of one suit; with an ``owner`` its seven is there, or with 2 on the table."""
    found: dict[tuple[int, int], set[Lead]] = defaultdict(set)
    seven = SUIT_SIZE - 1
    for first, second in product(range(SUIT_SIZE + 1), repeat=len(LINES)):
        left = SUIT_SIZE - first - second
        if left < 0 or (left and all_taken):
            continue
        for one, two in product(_bests(first), _bests(second)):
            # One card lies in one pile, and what is better than the best of both lies on the table.
            better = seven - max(-1 if one is None else one, -1 if two is None else two)
            if better > left or (one is not None and one == two):
                continue
            if owner is None or owner == ((one, two).index(seven) if seven in (one, two) else len(LINES)):
                found[first, second].add(Lead(one is None, two is None, _value(scale, one) - _value(scale, two)))
    return {counts: frozenset(leads) for counts, leads in found.items()}


def _bests(count: int) -> Sequence[int | None]:
    """Return what the best of so many cards of a suit can be, by its place in ``RISING``."""
    return range(count - 1, SUIT_SIZE) if count else (None,)


def _value(scale: str, place: int | None) -> int:
    return 0 if place is None else worth(RISING[place], scale)


@lru_cache(maxsize=8)
def _of_others(scale: str, all_taken: bool) -> Shared:
    """Return all that can come of the three suits that are no coins; the ends of it where cards stay on the table."""
    one = _of_suit(scale, all_taken)
    if all_taken:
        return _both(_both(one, one), one)
    ends = _ends(one)
    return _ends(_both(_ends(_both(ends, ends)), ends))


def _both(one: Shared, other: Shared) -> Shared:
    found: dict[tuple[int, int], set[Lead]] = defaultdict(set)
    for (first, second), leads in one.items():
        for (more, further), beside in other.items():
            found[first + more, second + further] |= {each.with_suit(it) for each in leads for it in beside}
    return {counts: frozenset(leads) for counts, leads in found.items()}


def _ends(shared: Shared) -> Shared:
    """Return only the largest lead of each line, and none where it lies between them: so many ways are too many."""
    return {counts: frozenset(_ends_of(leads)) for counts, leads in shared.items()}


def _ends_of(leads: Iterable[Lead]) -> Iterator[Lead]:
    by_lack: dict[tuple[bool, bool], list[int]] = defaultdict(list)
    for lead in leads:
        by_lack[lead[:2]].append(lead.ahead)
    for lack, aheads in by_lack.items():
        least, most = min(aheads), max(aheads)
        yield from (Lead(*lack, ahead) for ahead in {least, most, max(least, min(most, 0))})
