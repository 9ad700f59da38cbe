"""Correct the finish of a table after a vacant place that leads on was given to another entrant."""

from collections import Counter
from collections.abc import Collection

from tournaments.competition.feeding import Finish


def handed_on(finish: Finish, through: int, routed: Collection[int], gone: Collection[int | None]) -> Finish:
    """Return the finish with every entrant who advances in a place that leads to another table.

    Nothing changes unless a vacant place was given to another entrant. ``routed`` are the places that lead to another
    table. An entrant who left gets a place that leads nowhere. A replacement gives way to an entrant who wins after
    all.
    """
    if not routed or not led_nowhere(through, routed):
        return finish
    winners = finish[:through]
    going, left = [key for key in winners if key not in gone], [key for key in winners if key in gone]
    kept = dict(zip(sorted(routed), going, strict=False))
    for place in sorted(set(routed) - set(kept)):
        own = finish[place - 1]
        # Of two entrants who left, each keeps the place that it still has.
        kept[place] = own if place > through or own in left or not left else left[0]
        left = [key for key in left if key != kept[place]]
    rest = list((Counter(finish) - Counter(kept.values())).elements())
    return tuple(kept[place] if place in kept else rest.pop(0) for place in range(1, len(finish) + 1))


def led_nowhere(through: int, routed: Collection[int]) -> list[int]:
    """Return the winners' places that lead to no table, because another entrant was put in."""
    return [place for place in range(1, through + 1) if place not in routed]


def going_on(finish: Finish, through: int, gone: Collection[int | None]) -> list[int]:
    """Return the entrants who advance by this finish and have not left."""
    return [key for key in finish[:through] if key is not None and key not in gone]
