"""Who goes on from a table where a place that leads on was given to somebody else before its result."""

from collections import Counter
from collections.abc import Collection

from tournaments.competition.feeding import Finish


def handed_on(finish: Finish, through: int, routed: Collection[int], gone: Collection[int | None]) -> Finish:
    """A finish in which everybody who goes on has a place that leads on, where such a place was given to another.

    ``routed`` are the places that lead to another table; where all who go on have theirs, nothing changes. Who has left
    takes a place that leads nowhere, and anybody who was put in for them gives way to somebody who wins after all.
    """
    if not routed or not led_nowhere(through, routed):
        return finish
    winners = finish[:through]
    going, left = [key for key in winners if key not in gone], [key for key in winners if key in gone]
    kept = dict(zip(sorted(routed), going, strict=False))
    for place in sorted(set(routed) - set(kept)):
        own = finish[place - 1]
        # Of two who have left, each keeps the chair that is still theirs.
        kept[place] = own if place > through or own in left or not left else left[0]
        left = [key for key in left if key != kept[place]]
    rest = list((Counter(finish) - Counter(kept.values())).elements())
    return tuple(kept[place] if place in kept else rest.pop(0) for place in range(1, len(finish) + 1))


def led_nowhere(through: int, routed: Collection[int]) -> list[int]:
    """The places that should lead on and do not, because somebody else was put in."""
    return [place for place in range(1, through + 1) if place not in routed]


def going_on(finish: Finish, through: int, gone: Collection[int | None]) -> list[int]:
    """Those who go on by this finish and have not left."""
    return [key for key in finish[:through] if key is not None and key not in gone]
