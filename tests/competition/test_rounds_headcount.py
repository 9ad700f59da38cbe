"""What an evening holds in which everybody plays in each round."""

import pytest

from tournaments.competition.formats.rounds import (
    GroupsFormat,
    HeatsFormat,
    InRounds,
    KingFormat,
    MitchellFormat,
    PartnersFormat,
    StandingFormat,
)
from tournaments.competition.headcount import RoundsEvening, rounds_evening
from tournaments.competition.stages.group_options import GroupOptions
from tournaments.competition.stages.heats import HeatsOptions
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.games.contract import RefusedError

GROUPS_OF_FOUR = GroupsFormat(options=GroupOptions(size=4))
DANISH = StandingFormat(options=StandingOptions("danish", "allowed", 4))
SWISS = StandingFormat(options=StandingOptions(rounds=5))


# R-STG-14
@pytest.mark.parametrize(
    ("entrants", "event_format", "expected"),
    [
        pytest.param(12, GROUPS_OF_FOUR, RoundsEvening(12, (6, 6, 6), (0, 0, 0), {2: 6}, {4: 3}), id="4, 4 and 4"),
        pytest.param(10, GROUPS_OF_FOUR, RoundsEvening(10, (4, 4, 4), (2, 2, 2), {2: 4}, {4: 1, 3: 2}), id="4, 3, 3"),
        pytest.param(
            9,
            GroupsFormat(options=GroupOptions(size=5)),
            RoundsEvening(9, (4, 4, 4, 2, 2), (1, 1, 1, 1, 1), {2: 4}, {5: 1, 4: 1}),
            id="a group of four ends earlier",
        ),
        pytest.param(
            4,
            GroupsFormat(options=GroupOptions(double=True)),
            RoundsEvening(4, (2,) * 6, (0,) * 6, {2: 2}, {4: 1}),
            id="home and away",
        ),
        pytest.param(31, DANISH, RoundsEvening(31, (15,) * 4, (1,) * 4, {2: 15}, {}), id="Danish with an odd number"),
        pytest.param(16, SWISS, RoundsEvening(16, (8,) * 5, (0,) * 5, {2: 8}, {}), id="Swiss"),
        pytest.param(12, MitchellFormat(), RoundsEvening(12, (6,) * 3, (0,) * 3, {2: 6}, {}), id="Mitchell"),
        pytest.param(9, PartnersFormat(), RoundsEvening(9, (2,) * 5, (1,) * 5, {4: 2}, {}), id="rotating partners"),
        pytest.param(9, KingFormat(), RoundsEvening(9, (4,) * 5, (1,) * 5, {2: 4}, {}), id="king of the table"),
        pytest.param(11, HeatsFormat(), RoundsEvening(11, (3,) * 3, (0,) * 3, {4: 2, 3: 1}, {}), id="heats"),
        pytest.param(
            23,
            HeatsFormat(options=HeatsOptions(heat=8)),
            RoundsEvening(23, (6,) * 3, (0,) * 3, {4: 5, 3: 1}, {8: 2, 7: 1}),
            id="heats of eight",
        ),
    ],
)
def test_an_evening_in_rounds(entrants: int, event_format: InRounds, expected: RoundsEvening) -> None:
    found = rounds_evening(entrants, event_format)
    assert found == expected
    assert (found.rounds, found.matches) == (len(expected.tables), sum(expected.tables))
    assert found.matches == sum(found.tables)


# R-STG-14
@pytest.mark.parametrize("entrants", [4, 5, 7, 12, 30, 59])
@pytest.mark.parametrize("size", [3, 4, 5, 12])
def test_the_evening_of_groups_is_that_of_the_plan(entrants: int, size: int) -> None:
    """Each size of group has a round less than its entrants, or as many where these are odd."""
    options = GroupOptions(size=size)
    found = rounds_evening(entrants, GroupsFormat(options=options))
    assert sum(size * groups for size, groups in found.groups.items()) == entrants
    for number, (tables, rests) in enumerate(zip(found.tables, found.rests, strict=True), 1):
        playing = {each: groups for each, groups in found.groups.items() if number <= each - 1 + each % 2}
        assert tables == sum(each // 2 * groups for each, groups in playing.items())
        assert rests == sum(each % 2 * groups for each, groups in playing.items())


# R-STG-14
@pytest.mark.parametrize(("entrants", "event_format"), [(2, GROUPS_OF_FOUR), (1, DANISH), (70_000, SWISS)])
def test_a_number_that_cannot_be_played_in_rounds_is_refused(entrants: int, event_format: InRounds) -> None:
    with pytest.raises(RefusedError):
        rounds_evening(entrants, event_format)
