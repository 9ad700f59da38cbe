"""Entrants for the tests of competitions, in the order of their lots."""

from collections.abc import Sequence
from random import Random

from tournaments.competition.types import Entrant


def entrants(count: int, *, seeds: int = 0, groups: Sequence[str] = ()) -> list[Entrant]:
    """Keys 1 to ``count`` in lot order; the last ``seeds`` of them are seeded, so that lots and ranks disagree."""
    first_seeded = count - seeds + 1
    return [
        Entrant(
            key,
            key - first_seeded + 1 if key >= first_seeded else None,
            (groups[(key - 1) % len(groups)],) if groups else (),
        )
        for key in range(1, count + 1)
    ]


def seeded_first(count: int) -> list[Entrant]:
    """Everybody seeded: key k is seed k."""
    return [Entrant(key, key) for key in range(1, count + 1)]


def some_field(chance: Random, clubs: int, circles: int) -> list[Entrant]:
    """Some of no club, clubs of no circle or of several, seeds that are level."""
    count = chance.randint(2, 70)
    seeds = chance.randint(0, count)
    return [
        Entrant(
            key,
            chance.randint(1, 9) if index < seeds else None,
            (chance.choice(["", *(f"club {club}" for club in range(clubs))]), f"circle {chance.randrange(circles)}")[
                : chance.choice((0, 1, 2, 2, 2))
            ],
        )
        for index, key in enumerate(chance.sample(range(1, 1_000), count))
    ]
