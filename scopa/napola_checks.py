"""Whether some cards can give the napola that a sheet says, beside its other values (R-SCO-70)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from scopa.cards import RANKS
from scopa.errors import RefusalError, brief
from scopa.napola import LEAST
from scopa.primiera import COUNTED, COUNTED_SIZES, worth
from scopa.rules import Rules
from scopa.scoring import coins_winners
from scopa.sheet import AwardsSheet, CountsSheet, Numbers, Sheet, Winners

COINS: Final = len(RANKS)
SEVEN: Final = RANKS.index("7")
# By place in the suit, the value of a coin for the primiera; any scale has this order.
WORTH: Final = tuple(worth(4 * place) for place in range(COINS))

Coins: TypeAlias = tuple[int, ...]
"""By rank, the piles that may hold the coin, as a mask; bit ``len(piles)`` is the table."""


class Said(NamedTuple):
    """What a sheet says about the coins: how many each pile has, and who has the settebello, or nobody.

    ``best`` is by pile the place of its best coin for the primiera, or None for a pile without coins.
    """

    coins: tuple[int, ...]
    settebello: int | None
    napola: tuple[int, ...]
    best: tuple[int | None, ...] | None = None


def check_values(rules: Rules, sheet: Sheet, content: AwardsSheet | CountsSheet) -> None:
    """Raise RefusalError for a napola that no pile can have by these rules, or that two piles have."""
    values, fields = content.napola, [f"napola_{name}" for name in sheet.names]
    if not rules.longest_napola:
        if values is not None:
            raise RefusalError("napola_not_played", field=fields[0])
        return
    if values is None:
        raise RefusalError("number_missing", field=fields[0])
    for field, value in zip(fields, values, strict=True):
        if value and not LEAST <= value <= rules.longest_napola:
            raise RefusalError(
                "napola_value", field=field, value=brief(value), least=LEAST, highest=rules.longest_napola
            )
    having = [field for field, value in zip(fields, values, strict=True) if value]
    if len(having) > 1:
        raise RefusalError("napola_twice", field=having[1])


def check_counts(rules: Rules, sheet: Sheet, content: CountsSheet) -> None:
    """Raise RefusalError when no deal gives this napola beside coins, settebello, best cards and counts of ranks."""
    if content.napola is None:
        return
    best = None
    if content.best is not None:
        best = tuple(None if own[0] is None else own[0] >> 2 for own in content.best)
    settebello = content.settebello[0] if content.settebello else None
    said = Said(content.coins, settebello, content.napola, best)
    if not may_be(rules, said, content.ranks):
        raise _impossible(sheet, content.napola)


def check_awards(rules: Rules, sheet: Sheet, content: AwardsSheet) -> None:
    """Raise RefusalError when no counts of coins give this napola beside who took coins and settebello."""
    if content.napola is None:
        return
    settebello = content.settebello[0] if content.settebello else None
    if content.coins not in _winners(rules, content.napola, settebello):
        raise _impossible(sheet, content.napola)
    if max(content.napola) == COINS and rules.primiera_requires_all_suits:
        without = [pile for pile in content.primiera if not content.napola[pile]]
        if without:
            raise _impossible(sheet, content.napola)


def _impossible(sheet: Sheet, napola: Numbers) -> RefusalError:
    """Return the refusal; without any napola it is the first pile that must have one, or another."""
    pile = max(range(len(napola)), key=lambda each: napola[each])
    code = "napola_impossible" if napola[pile] else "napola_missing"
    return RefusalError(code, field=f"napola_{sheet.names[pile]}", points=napola[pile])


@lru_cache(maxsize=256)
def _winners(rules: Rules, napola: Numbers, settebello: int | None) -> frozenset[Winners]:
    """Return everybody who may have won the coins of a deal with this napola and settebello."""
    found = set()
    for coins in product(range(COINS + 1), repeat=len(napola)):
        is_whole = sum(coins) == COINS or (sum(coins) < COINS and not rules.all_taken)
        if is_whole and may_be(rules, Said(coins, settebello, napola)):
            found.add(coins_winners(rules, coins))
    return frozenset(found)


@lru_cache(maxsize=1 << 12)
def may_be(rules: Rules, said: Said, ranks: tuple[tuple[int, ...], ...] | None = None) -> bool:
    """Return whether the ten coins can be shared out so that all is as ``said``."""
    return any(_fit(said.coins, allowed, rules.all_taken) for allowed in _ways(rules, said, ranks))


def _ways(rules: Rules, said: Said, ranks: tuple[tuple[int, ...], ...] | None) -> Iterator[Coins]:
    """Yield who may hold each coin, in all the ways in which the piles have just this napola."""
    piles = range(len(said.coins))
    free = [sum(1 << pile for pile in piles) | (0 if rules.all_taken else 1 << len(piles))] * COINS
    free[SEVEN] = 1 << (len(piles) if said.settebello is None else said.settebello)
    if said.best is not None:
        free = [each & _by_best(said.best, place) for place, each in enumerate(free)]
    if ranks is not None:
        free = [each & _by_ranks(ranks, place, rules.all_taken) for place, each in enumerate(free)]
    holder = next((pile for pile in piles if said.napola[pile]), None)
    if holder is not None:
        run = said.napola[holder]
        own = [each & 1 << holder if place < run else each for place, each in enumerate(free)]
        if run < rules.longest_napola:
            own[run] &= ~(1 << holder)
        yield tuple(own)
        return
    # Nobody has ace, two and three: some two of them lie apart.
    for first, second in ((0, 1), (0, 2), (1, 2)):
        for pile in range(len(piles) + 1):
            apart = list(free)
            apart[first] &= 1 << pile
            # Leftover cards of a table belong to no pile, and make no napola.
            apart[second] &= ~(1 << pile) if pile < len(piles) else -1
            yield tuple(apart)


def _by_best(best: Sequence[int | None], place: int) -> int:
    """Return who may hold a coin beside these best ones: nobody whose best is worth less; a best card is its pile's."""
    if place in best:
        return 1 << best.index(place)
    table = 1 << len(best)
    return table | sum(1 << pile for pile, own in enumerate(best) if own is not None and WORTH[own] >= WORTH[place])


def _by_ranks(ranks: Sequence[Sequence[int]], place: int, all_taken: bool) -> int:
    """Return who may hold a coin beside these counts: a pile with a card of its rank, and who has all of them does."""
    group = next(each for each, of in enumerate(COUNTED.values()) if RANKS[place] in of)
    if group >= len(ranks[0]):
        return (1 << len(ranks) + 1) - 1
    counts = [own[group] for own in ranks]
    if COUNTED_SIZES[group] in counts:
        return 1 << counts.index(COUNTED_SIZES[group])
    table = 1 << len(ranks) if not all_taken and sum(counts) < COUNTED_SIZES[group] else 0
    return table | sum(1 << pile for pile, count in enumerate(counts) if count)


def _fit(coins: tuple[int, ...], allowed: Coins, all_taken: bool) -> bool:
    """Return whether every coin finds a pile that may hold it, and every pile gets as many as it has."""
    table = COINS - sum(coins)
    if table < 0 or (table and all_taken):
        return False
    reached = {(*coins, table)}
    for piles in sorted(allowed, key=int.bit_count):
        reached = {
            (*left[:pile], left[pile] - 1, *left[pile + 1 :])
            for left in reached
            for pile in range(len(left))
            if left[pile] and piles >> pile & 1
        }
    return bool(reached)
