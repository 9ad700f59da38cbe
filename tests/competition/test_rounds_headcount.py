"""What an evening holds in which everybody plays in each round."""

from collections import Counter

import pytest

from tournaments.competition.formats.rounds import GroupsFormat, InRounds, StandingFormat
from tournaments.competition.headcount.rounds import Counted, RoundsEvening, rounds_evening
from tournaments.competition.stages.group_options import GroupOptions
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

GROUPS_OF_FOUR = GroupsFormat(options=GroupOptions(size=4))
DANISH = StandingFormat(options=StandingOptions("danish", "allowed", 4))
SWISS = StandingFormat(options=StandingOptions(rounds=5))


# R-STG-14
@pytest.mark.parametrize(
    ("entrants", "event_format", "expected"),
    [
        pytest.param(12, GROUPS_OF_FOUR, RoundsEvening(12, (6, 6, 6), (0, 0, 0), {4: 3}), id="three groups of four"),
        pytest.param(10, GROUPS_OF_FOUR, RoundsEvening(10, (4, 4, 4), (2, 2, 2), {4: 1, 3: 2}), id="4, 3 and 3"),
        pytest.param(
            9, GroupsFormat(options=GroupOptions(size=5)),
            RoundsEvening(9, (4, 4, 4, 2, 2), (1, 1, 1, 1, 1), {5: 1, 4: 1}), id="a group of four ends earlier",
        ),
        pytest.param(
            4, GroupsFormat(options=GroupOptions(double=True)),
            RoundsEvening(4, (2,) * 6, (0,) * 6, {4: 1}), id="home and away",
        ),
        pytest.param(31, DANISH, RoundsEvening(31, (15,) * 4, (1,) * 4, {}), id="Danish with an odd number"),
        pytest.param(16, SWISS, RoundsEvening(16, (8,) * 5, (0,) * 5, {}), id="Swiss"),
    ],
)  # fmt: skip
def test_an_evening_in_rounds(entrants: int, event_format: Counted, expected: RoundsEvening) -> None:
    found = rounds_evening(entrants, event_format)
    assert found == expected
    assert found.matches == sum(found.tables)


# R-STG-14
@pytest.mark.parametrize("entrants", range(4, 60))
@pytest.mark.parametrize("size", [3, 4, 5, 12])
def test_the_evening_of_groups_is_that_of_the_plan(entrants: int, size: int) -> None:
    event_format = GroupsFormat(options=GroupOptions(size=size))
    found, planned = rounds_evening(entrants, event_format), in_plan(event_format, entrants)
    assert [found.tables, found.rests] == planned


def in_plan(event_format: InRounds, entrants: int) -> list[tuple[int, ...]]:
    drawn = event_format.draw([Entrant(key) for key in range(1, entrants + 1)])
    known = event_format.known(drawn.positions)
    rounds = range(1, max(meeting.round for meeting in known) + 1)
    tables = Counter(meeting.round for meeting in known if not meeting.is_rest)
    rests = Counter(meeting.round for meeting in known if meeting.is_rest)
    return [tuple(counted[number] for number in rounds) for counted in (tables, rests)]


# R-STG-14
@pytest.mark.parametrize(("entrants", "event_format"), [(3, GROUPS_OF_FOUR), (1, DANISH), (70_000, SWISS)])
def test_a_number_that_cannot_be_played_in_rounds_is_refused(entrants: int, event_format: Counted) -> None:
    with pytest.raises(RefusedError):
        rounds_evening(entrants, event_format)
