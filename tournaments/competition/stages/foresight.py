"""Whether a small field can play all its rounds without a rematch, and how to pair it so that it can (R-SWI-06)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tournaments.competition.stages.matching import MayMeet, Pair

MOST: Final = 12
"""In a larger field nothing is looked at but the round that is paired."""

STEPS: Final = 20_000
"""With so many steps the look at the rounds to come ends; one step is a pair that is tried in one of them."""

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


def pairings(left: Open, free: int, step: Callable[[], None] = lambda: None) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair those whose bits are set, the ones that pair the best with the nearest first.

    ``step`` is called before each pair that is tried.
    """
    if not free:
        yield ()
        return
    one = (free & -free).bit_length() - 1
    others = free & ~(1 << one)
    open_to = left[one] & others
    while open_to:
        bit = open_to & -open_to
        open_to ^= bit
        step()
        for following in pairings(left, others ^ bit, step):
            yield ((one, bit.bit_length() - 1), *following)


class GivenUpError(Exception):
    """The steps are used up, and nothing is known."""


class Outlook:
    """The look from one round at those to come; what it has found once it does not look for again."""

    def __init__(self) -> None:
        self.steps = 0
        self._known: dict[tuple[Open, tuple[int, ...], int], bool] = {}

    def can_go_on(self, left: Open, rests: tuple[int, ...], rounds: int) -> bool:
        """Return whether so many more rounds can be paired without a rematch; ``rests`` are those that each has had.

        In an odd field nobody rests before everybody has rested as often. Raises GivenUpError after ``STEPS`` steps.
        """
        count = len(left)
        odd = count % 2
        opponents = [each.bit_count() for each in left]
        # If everybody may meet half of the others in every round, all find somebody (Dirac 1952).
        if rounds == 0 or 2 * (min(opponents) - odd - rounds + 1) >= count - odd:
            return True
        # Each round uses up one opponent of everybody who does not rest.
        if rounds * (count - odd) > sum(opponents) or (not odd and min(opponents) < rounds):
            return False
        state = (left, rests, rounds)
        if state not in self._known:
            self._known[state] = self._search(left, rests, rounds)
        return self._known[state]

    def _search(self, left: Open, rests: tuple[int, ...], rounds: int) -> bool:
        count = len(left)
        everybody = (1 << count) - 1
        fewest = min(rests)
        for rest in [each for each in range(count) if rests[each] == fewest] if count % 2 else [None]:
            free = everybody if rest is None else everybody ^ 1 << rest
            rested = rests if rest is None else (*rests[:rest], rests[rest] + 1, *rests[rest + 1 :])
            for pairs in pairings(left, free, self._step):
                if self.can_go_on(after(left, pairs), rested, rounds - 1):
                    return True
        return False

    def _step(self) -> None:
        self.steps += 1
        if self.steps > STEPS:
            raise GivenUpError
