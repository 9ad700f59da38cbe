"""The bracket after the groups: group mates meet as late as can be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from tournaments.competition.pairing.positions import Positions, bracket_size
from tournaments.competition.stages.crossing import crossings
from tournaments.competition.stages.qualifying import Qualified
from tournaments.games.contract import RefusedError


def going_on(groups: int, first: int, best: int = 0, chance: Random | None = None) -> list[Qualified]:
    """The first of each group place by place, then the best of the next place; by chance, or in the order of groups."""
    found = []
    for place in range(1, first + 2):
        tier = [Qualified(10 * group + place, group, place) for group in range(1, groups + 1)]
        if chance:
            chance.shuffle(tier)
        found += tier if place <= first else tier[:best]
    return found


def parts(positions: Positions) -> Iterator[tuple[int, list[int]]]:
    """The keys of each half, quarter, eighth and so on, down to the tables, with how many such parts there are."""
    number = 2
    while number < len(positions):
        size = len(positions) // number
        for start in range(0, len(positions), size):
            yield number, [key for key in positions[start : start + size] if key is not None]
        number *= 2


def share(people: int, number: int) -> int:
    return -(-people // number)


def alone(positions: Positions) -> set[int]:
    """Those with a bye."""
    tables = zip(positions[::2], positions[1::2], strict=True)
    return {one or other or 0 for one, other in tables if one is None or other is None}


def any_evening(most_groups: int = 24, most_first: int = 4) -> Iterator[list[Qualified]]:
    """From one group on, none to so many of each go on, and some of the next place, in an order of chance."""
    chance = Random(7)
    for groups, first in product(range(1, most_groups + 1), range(most_first + 1)):
        for best in sorted({0, 1, groups // 2, groups - 1}):
            if first * groups + best >= 2:
                yield going_on(groups, first, best, chance)


# R-GRP-13
@pytest.mark.parametrize(
    ("groups", "first", "best", "bracket"),
    [
        pytest.param(2, 1, 0, (11, 21), id="A1-B1"),
        pytest.param(2, 2, 0, (11, 22, 21, 12), id="A1-B2, B1-A2"),
        pytest.param(2, 1, 1, (11, None, 21, 12), id="A1 has a bye, B1-A2"),
        pytest.param(4, 2, 0, (11, 32, 41, 22, 21, 42, 31, 12), id="four groups"),
    ],
)
def test_winners_cross_with_seconds(groups: int, first: int, best: int, bracket: Positions) -> None:
    assert crossings(going_on(groups, first, best)) == bracket


# R-GRP-13
@pytest.mark.without_coverage
@pytest.mark.parametrize(
    ("groups", "first"),
    [pytest.param(24, 4, id="up to four of each"), pytest.param(100, 1, id="300 in groups of three")],
)
def test_no_part_of_the_bracket_holds_more_of_a_group_than_its_share(groups: int, first: int) -> None:
    for field in any_evening(groups, first):
        group = {each.key: each.group for each in field}
        members = Counter(group.values())
        for number, keys in parts(crossings(field)):
            here = Counter(group[key] for key in keys)
            assert all(count <= share(members[each], number) for each, count in here.items())


# R-GRP-13
@pytest.mark.without_coverage
def test_first_and_second_of_a_group_meet_in_the_final_only() -> None:
    for field in any_evening():
        positions = crossings(field)
        half = {key: index >= len(positions) // 2 for index, key in enumerate(positions)}
        for first in (each for each in field if each.place == 1):
            assert half[first.key] != half.get(first.key + 1)


# R-GRP-14
@pytest.mark.without_coverage
def test_the_best_meet_as_late_as_their_number_says() -> None:
    for field in any_evening():
        ranks = {each.key: rank for rank, each in enumerate(field)}
        for number, keys in parts(crossings(field)):
            for before, rank in enumerate(sorted(ranks[key] for key in keys)):
                assert before + 1 <= share(rank + 1, number)


# R-GRP-14
@pytest.mark.parametrize("groups", [2, 4, 8, 16, 64])
def test_winners_meet_seconds_first(groups: int) -> None:
    field = going_on(groups, 2, 0, Random(groups))
    place = {each.key: each.place for each in field}
    positions = [place[key or 0] for key in crossings(field)]
    assert all(one + other == 3 for one, other in zip(positions[::2], positions[1::2], strict=True))


# R-GRP-13, R-GRP-15
@pytest.mark.without_coverage
def test_everybody_stands_once_in_the_smallest_bracket_and_no_byes_meet() -> None:
    for field in any_evening():
        positions = crossings(field)
        assert len(positions) == bracket_size(len(field))
        assert sorted(key for key in positions if key is not None) == sorted(each.key for each in field)
        assert len(alone(positions)) == len(positions) - len(field)


def best(field: Sequence[Qualified], number: int) -> set[int]:
    return {each.key for each in field[:number]}


# R-GRP-15
@pytest.mark.without_coverage
@pytest.mark.parametrize("groups", range(1, 101))
@pytest.mark.parametrize("first", [1, 2])
def test_byes_go_to_the_best_where_one_or_two_of_each_group_go_on(groups: int, first: int) -> None:
    if first * groups > 1:
        field = going_on(groups, first, 0, Random(groups))
        lone = alone(crossings(field))
        assert lone == best(field, len(lone))


# R-GRP-15
def test_a_bye_goes_to_the_next_rank_where_that_parts_group_mates() -> None:
    # By rank the three winners have byes, and then 41 would have to meet 42 at once.
    field = [Qualified(key, key // 10, key % 10) for key in (11, 21, 31, 41, 42)]
    assert alone(crossings(field)) == {11, 21, 41}


# R-GRP-15
@pytest.mark.without_coverage
def test_byes_are_spread_evenly_over_the_best_half_of_the_places() -> None:
    for field in any_evening():
        positions = crossings(field)
        assert alone(positions) <= best(field, len(positions) // 2)
        for number, keys in parts(positions):
            assert len(field) // number <= len(keys) <= share(len(field), number)


# R-GRP-13
@pytest.mark.parametrize(("people", "code"), [(1, "too_few_entrants"), (65_537, "too_many_entrants")])
def test_a_number_without_a_bracket_is_refused(people: int, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        crossings([Qualified(key, 1, key) for key in range(1, people + 1)])
    assert refusal.value.code == code
