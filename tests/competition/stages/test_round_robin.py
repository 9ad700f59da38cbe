"""The rounds of groups: everybody meets everybody, rests in turn, and changes lines."""

from collections import Counter, defaultdict
from itertools import combinations, groupby

import pytest

from tests.competition.fields import entrants
from tests.searching import sizes_up_to
from tournaments.competition.stages.facts import NO_GROUP, Meeting
from tournaments.competition.stages.group_options import LARGEST_GROUP, SMALLEST_GROUP, GroupOptions
from tournaments.competition.stages.grouping import draw_groups, groups_of
from tournaments.competition.stages.round_robin import rounds_of_group, schedule

GROUP_SIZES = range(SMALLEST_GROUP, LARGEST_GROUP + 1)
LEGS = pytest.mark.parametrize("double", [False, True], ids=["once", "home and away"])


def one_group(size: int, options: GroupOptions) -> tuple[Meeting, ...]:
    return schedule([tuple(range(size))], options)


# R-GRP-07
def test_four_meet_in_three_rounds() -> None:
    assert schedule([(1, 2, 3, 4)], GroupOptions()) == (
        Meeting(1, (2, 3), 1),
        Meeting(1, (4, 1), 1),
        Meeting(2, (3, 1), 1),
        Meeting(2, (2, 4), 1),
        Meeting(3, (1, 2), 1),
        Meeting(3, (4, 3), 1),
    )


# R-GRP-08
def test_of_three_one_rests_each_round() -> None:
    assert schedule([(1, 2, 3)], GroupOptions()) == (
        Meeting(1, (2, 3), 1),
        Meeting(1, (1,), 1),
        Meeting(2, (3, 1), 1),
        Meeting(2, (2,), 1),
        Meeting(3, (1, 2), 1),
        Meeting(3, (3,), 1),
    )


# R-GRP-10
def test_groups_of_different_sizes_end_in_different_rounds() -> None:
    options = GroupOptions()
    meetings = schedule([(1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12)], options)
    assert [each.round for each in meetings] == sorted(each.round for each in meetings)
    ends = {number: max(each.round for each in meetings if each.group == number) for number in (1, 2, 3)}
    assert ends == {1: 3, 2: 5, 3: 3}
    assert [rounds_of_group(size, options) for size in (4, 5, 3)] == [3, 5, 3]
    assert rounds_of_group(5, GroupOptions(double=True)) == 10


# R-GRP-07
@pytest.mark.without_coverage
@pytest.mark.parametrize("size", GROUP_SIZES)
@LEGS
def test_from_4_to_300_everybody_meets_everybody_of_the_group_exactly_once_a_leg(size: int, double: bool) -> None:
    options = GroupOptions(size, double=double)
    for count in sizes_up_to(300):
        groups = groups_of(draw_groups(entrants(count), options).positions, options)
        meetings = schedule(groups, options)
        pairs = [tuple(sorted(keys)) for _, keys, *_ in meetings if len(keys) == 2]
        wanted = [pair for group in groups for pair in combinations(sorted(group), 2)]
        assert sorted(pairs) == sorted(wanted * options.legs)
        seated = [(round_, key) for round_, keys, *_ in meetings for key in keys]
        assert len(seated) == len(set(seated))
        assert {(number, key) for _, keys, number, *_ in meetings for key in keys} == {
            (number, key) for number, group in enumerate(groups, 1) for key in group
        }


# R-GRP-08
@pytest.mark.parametrize("size", GROUP_SIZES)
@LEGS
def test_nobody_rests_twice_before_everybody_rested(size: int, double: bool) -> None:
    options = GroupOptions(double=double)
    rests = [each.keys[0] for each in one_group(size, options) if each.is_rest]
    assert rests == list(range(size)) * options.legs * (size % 2)


# R-GRP-07
@pytest.mark.parametrize("size", GROUP_SIZES)
@LEGS
def test_in_every_round_everybody_plays_or_rests(size: int, double: bool) -> None:
    options = GroupOptions(double=double)
    rounds = defaultdict(list)
    for each in one_group(size, options):
        rounds[each.round] += each.keys
    assert list(rounds) == list(range(1, rounds_of_group(size, options) + 1))
    assert all(sorted(keys) == list(range(size)) for keys in rounds.values())


# R-GRP-09
@pytest.mark.parametrize("size", GROUP_SIZES)
def test_lines_are_balanced_and_the_second_leg_exchanges_them(size: int) -> None:
    played = [each.keys for each in one_group(size, GroupOptions()) if not each.is_rest]
    as_a, as_b = Counter(keys[0] for keys in played), Counter(keys[1] for keys in played)
    assert max(abs(as_a[key] - as_b[key]) for key in range(size)) == (size + 1) % 2
    both = [each.keys for each in one_group(size, GroupOptions(double=True)) if not each.is_rest]
    assert both == played + [keys[::-1] for keys in played]


# R-GRP-09
@pytest.mark.parametrize("size", GROUP_SIZES)
def test_nobody_has_the_same_line_three_times_running(size: int) -> None:
    lines = defaultdict(list)
    for each in one_group(size, GroupOptions()):
        for line, key in enumerate(each.keys):
            lines[key].append(line)
    longest = max(len(list(run)) for each in lines.values() for _, run in groupby(each))
    assert longest <= 2


def extra(groups: list[tuple[int, ...]], *, double: bool = False) -> tuple[list[tuple[int, tuple[int, ...]]], set[int]]:
    """The extra matches of these groups with their rounds, and who rests in a round."""
    found = schedule(groups, GroupOptions(double=double, even=True))
    alone = {key for meeting in found if meeting.is_rest for key in meeting.keys}
    return [(meeting.round, meeting.keys) for meeting in found if meeting.group == NO_GROUP], alone


# R-GRP-22
@LEGS
@pytest.mark.parametrize("size", range(SMALLEST_GROUP, 9))
def test_with_extra_matches_everybody_has_as_many(size: int, double: bool) -> None:
    plain, options = GroupOptions(size, double=double), GroupOptions(size, double=double, even=True)
    for count in sizes_up_to(120):
        groups = groups_of(draw_groups(entrants(count), options).positions, options)
        found, usual = schedule(groups, options), schedule(groups, plain)
        assert [each for each in found if each.group and not each.is_rest] == [x for x in usual if not x.is_rest]
        assert (found[-1].round, [each.round for each in found]) == (usual[-1].round, sorted(x.round for x in found))
        seats = Counter((each.round, key) for each in found for key in each.keys)
        assert set(seats.values()) == {1}
        played = Counter(key for each in found if not each.is_rest for key in each.keys)
        small = [group for group in groups if len(group) < len(groups[-1])]
        alone = small[-1] if len(small) % 2 and len(small[-1]) % 2 else ()
        assert len({played[key] for group in groups for key in group if key not in alone}) == 1


def test_of_two_groups_of_three_those_who_rest_meet() -> None:
    """R-GRP-22."""
    assert extra([(1, 2, 3), (4, 5, 6), (7, 8, 9, 10)]) == ([(1, (4, 1)), (2, (2, 5)), (3, (6, 3))], set())
    assert len(extra([(1, 2, 3), (4, 5, 6), (7, 8, 9, 10)], double=True)[0]) == 6


def test_of_two_even_groups_all_meet_across_after_their_leg() -> None:
    """R-GRP-22: the fives play in all five rounds; a second leg brings other opponents."""
    groups = [(1, 2, 3, 4), (5, 6, 7, 8), (11, 12, 13, 14, 15)]
    across, alone = extra(groups)
    assert (across, alone) == ([(4, (5, 1)), (4, (2, 6)), (4, (7, 3)), (4, (4, 8))], {11, 12, 13, 14, 15})
    twice = extra(groups, double=True)[0]
    assert Counter(number for number, _keys in twice) == {7: 4, 8: 4}
    assert len({frozenset(keys) for _number, keys in twice}) == 8


def test_a_last_even_group_plays_its_first_round_again() -> None:
    """R-GRP-22."""
    groups = [(1, 2, 3, 4), (11, 12, 13, 14, 15)]
    assert extra(groups)[0] == [(4, (3, 2)), (4, (1, 4))]
    assert [number for number, _keys in extra(groups, double=True)[0]] == [7, 7, 8, 8]


def test_a_last_odd_group_keeps_its_rests() -> None:
    """R-GRP-22."""
    assert extra([(1, 2, 3), (7, 8, 9, 10)]) == ([], {1, 2, 3})
    assert extra([(1, 2, 3), (4, 5, 6)]) == ([], {1, 2, 3, 4, 5, 6})
