"""Entrants for the tests of competitions, in the order of their lots."""

from collections.abc import Sequence
from dataclasses import replace
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


def some_sets(chance: Random, field: Sequence[Entrant]) -> list[Entrant]:
    """The same entrants, of which some should not meet: in all rounds, or in the first one or two."""
    sets = [
        (number, chance.choice((0, 1, 2)), {each.key for each in chance.sample(field, chance.randint(2, 6))})
        for number in range(1, chance.randint(2, 6))
        if len(field) >= 6
    ]
    return [
        replace(each, apart=tuple([(number, rounds) for number, rounds, keys in sets if each.key in keys]))
        for each in field
    ]
