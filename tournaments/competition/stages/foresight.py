"""Whether a small field can play all its rounds without a rematch, and how to pair it so that it can (R-SWI-06)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tournaments.competition.stages.matching import MayMeet, Pair

MOST: Final = 12
"""In a larger field nothing is looked at but the round that is paired."""

Open = tuple[int, ...]
"""For each one, the others that may still be met: a bit for each of them."""


def opponents_left(count: int, may_meet: MayMeet) -> Open:
    """Return for each of ``count`` people the others that they may still meet."""
    return tuple(
        [
            sum(1 << other for other in range(count) if other != one and may_meet(min(one, other), max(one, other)))
            for one in range(count)
        ]
    )


def after(left: Open, pairs: Sequence[Pair]) -> Open:
    """Return the opponents that everybody has left when these pairs have met."""
    met = list(left)
    for one, two in pairs:
        met[one] &= ~(1 << two)
        met[two] &= ~(1 << one)
    return tuple(met)


def pairings(left: Open, free: int) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair those whose bits are set, the ones that pair the best with the nearest first."""
    if not free:
        yield ()
        return
    one = (free & -free).bit_length() - 1
    others = free & ~(1 << one)
    open_to = left[one] & others
    while open_to:
        bit = open_to & -open_to
        open_to ^= bit
        for following in pairings(left, others ^ bit):
            yield ((one, bit.bit_length() - 1), *following)


@lru_cache(maxsize=4096)
def can_go_on(left: Open, rests: tuple[int, ...], rounds: int) -> bool:
    """Return whether so many more rounds can be paired without a rematch; ``rests`` are those that each has had.

    In an odd field nobody rests before everybody has rested as often.
    """
    count = len(left)
    odd = count % 2
    fewest_left = min(each.bit_count() for each in left)
    # If everybody may meet half of the others in every round, all find somebody (Dirac 1952).
    if rounds == 0 or 2 * (fewest_left - odd - rounds + 1) >= count - odd:
        return True
    if not odd and fewest_left < rounds:
        return False
    everybody = (1 << count) - 1
    fewest = min(rests)
    for rest in [each for each in range(count) if rests[each] == fewest] if odd else [None]:
        free = everybody if rest is None else everybody ^ 1 << rest
        rested = rests if rest is None else (*rests[:rest], rests[rest] + 1, *rests[rest + 1 :])
        for pairs in pairings(left, free):
            if can_go_on(after(left, pairs), rested, rounds - 1):
                return True
    return False
