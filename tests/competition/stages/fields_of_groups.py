"""Those who go on from groups, for tests of the bracket after them."""

from random import Random

from tournaments.competition.stages.qualifying import Qualified


def going_on(groups: int, first: int, best: int = 0, chance: Random | None = None) -> list[Qualified]:
    """The first of each group place by place, then the best of the next place; by chance, or in the order of groups."""
    found = []
    for place in range(1, first + 2):
        tier = [Qualified(10 * group + place, group, place) for group in range(1, groups + 1)]
        if chance:
            chance.shuffle(tier)
        found += tier if place <= first else tier[:best]
    return found
