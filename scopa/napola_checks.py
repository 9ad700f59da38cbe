"""Whether some cards can give the napola that a sheet says, beside its other values (R-SCO-70)."""

from collections.abc import Iterator
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
    values = content.napola
    if not rules.longest_napola and values is None:
        return
    fields = [f"napola_{name}" for name in sheet.names]
    if not rules.longest_napola:
        raise RefusalError("napola_not_played", field=fields[0])
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
    table = COINS - sum(said.coins)
    if table < 0 or (table and rules.all_taken):
        return False
    for allowed in _ways(rules, said, ranks):
        # How many coins each pile still lacks, once every coin so far went to a pile that may hold it.
        reached = {(*said.coins, table)}
        for piles in sorted(allowed, key=int.bit_count):
            reached = {
                (*left[:pile], left[pile] - 1, *left[pile + 1 :])
                for left in reached
                for pile in range(len(left))
                if left[pile] and piles >> pile & 1
            }
        if reached:
            return True
    return False


def _ways(rules: Rules, said: Said, ranks: tuple[tuple[int, ...], ...] | None) -> Iterator[Coins]:
    """Yield who may hold each coin, in all the ways in which the piles have just this napola."""
    piles = range(len(said.coins))
    table = 1 << len(piles)
    free = [table - 1 | (0 if rules.all_taken else table)] * COINS
    free[SEVEN] = table if said.settebello is None else 1 << said.settebello
    if said.best is not None:
        # A best card is its pile's; no other coin is with a pile whose best is worth less.
        for place, worth_of_coin in enumerate(WORTH):
            if place in said.best:
                free[place] &= 1 << said.best.index(place)
            else:
                bests = enumerate(said.best)
                able = [pile for pile, best in bests if best is not None and WORTH[best] >= worth_of_coin]
                free[place] &= table | sum(1 << pile for pile in able)
    if ranks is not None:
        # A coin of a counted rank is with a pile that has a card of that rank; who has all of them has it.
        for place, rank in enumerate(RANKS):
            group = next(number for number, of in enumerate(COUNTED.values()) if rank in of)
            if group >= len(ranks[0]):
                continue
            counts, size = [own[group] for own in ranks], COUNTED_SIZES[group]
            if size in counts:
                free[place] &= 1 << counts.index(size)
            else:
                left = table if not rules.all_taken and sum(counts) < size else 0
                free[place] &= left | sum(1 << pile for pile, count in enumerate(counts) if count)
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
