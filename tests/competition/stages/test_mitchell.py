"""Mitchell: who stays, who moves, who rests, and how long it can go on."""

import json
from collections import Counter
from typing import Any

import pytest

from tournaments.competition.stages.facts import Meeting
from tournaments.competition.stages.mitchell import (
    MitchellOptions,
    mitchell_from_json,
    mitchell_to_json,
    most_rounds,
    schedule,
    sides,
)
from tournaments.games.contract import RefusedError

SIZES = range(2, 65)


def played(count: int, step: int) -> tuple[Meeting, ...]:
    """The longest Mitchell of so many entrants."""
    return schedule(range(1, count + 1), MitchellOptions(min(most_rounds(count, step), 30), step))


# R-MIT-01
def test_one_line_stays_and_the_other_goes_to_the_next_table() -> None:
    meetings = schedule([11, 12, 21, 22, 31, 32], MitchellOptions(rounds=3))
    assert [(meeting.round, meeting.keys) for meeting in meetings] == [
        (1, (11, 12)),
        (1, (21, 22)),
        (1, (31, 32)),
        (2, (11, 32)),
        (2, (21, 12)),
        (2, (31, 22)),
        (3, (11, 22)),
        (3, (21, 32)),
        (3, (31, 12)),
    ]
    assert sides([11, 12, 21, 22, 31]) == ((11, 21, 31), (12, 22))


# R-MIT-01
def test_the_step_is_two_or_three_tables_where_it_is_chosen() -> None:
    meetings = schedule(range(10), MitchellOptions(rounds=2, step=2))
    assert [meeting.keys for meeting in meetings if meeting.round == 2] == [(0, 7), (2, 9), (4, 1), (6, 3), (8, 5)]


@pytest.mark.without_coverage
# R-MIT-02, R-MIT-04
@pytest.mark.parametrize("step", [1, 2, 3])
def test_nobody_meets_anybody_twice_and_everybody_sits_once_a_round(step: int) -> None:
    for count in SIZES:
        meetings = played(count, step)
        pairs = Counter(meeting.keys for meeting in meetings if not meeting.is_rest)
        assert set(pairs.values()) <= {1}, count
        seats = Counter((meeting.round, key) for meeting in meetings for key in meeting.keys)
        assert set(seats.values()) == {1}
        assert len(seats) == count * meetings[-1].round


# R-MIT-03
@pytest.mark.parametrize(
    ("entrants", "step", "most"), [(8, 1, 4), (8, 2, 2), (8, 3, 4), (12, 3, 2), (14, 2, 7), (2, 1, 1)]
)
def test_more_rounds_than_have_new_opponents_are_refused(entrants: int, step: int, most: int) -> None:
    schedule(range(entrants), MitchellOptions(most, step))
    with pytest.raises(RefusedError) as refusal:
        schedule(range(entrants), MitchellOptions(most + 1, step))
    assert (refusal.value.code, refusal.value.field) == ("mitchell_meets_again", "rounds")
    assert refusal.value.params == {"given": most + 1, "most": most, "entrants": entrants, "step": step}


@pytest.mark.without_coverage
# R-MIT-04
@pytest.mark.parametrize("step", [1, 2, 3])
def test_of_an_odd_number_nobody_rests_twice_before_the_others(step: int) -> None:
    for count in range(3, 65, 2):
        rests = [meeting for meeting in played(count, step) if meeting.is_rest]
        assert [rest.round for rest in rests] == list(range(1, rests[-1].round + 1))
        assert len({rest.keys for rest in rests}) == len(rests)


# R-MIT-05
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        ({"rounds": 0}, "rounds_out_of_range", "rounds"),
        ({"rounds": 31}, "rounds_out_of_range", "rounds"),
        ({"step": 4}, "bad_mitchell_step", "step"),
        ({"rankings": "three"}, "unknown_rankings", "rankings"),
    ],
)
def test_an_impossible_mitchell_is_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        MitchellOptions(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-MIT-05
@pytest.mark.parametrize(
    ("keys", "code"),
    [([1], "too_few_entrants"), (range(65_537), "too_many_entrants"), ([1, 2, 1, 3], "entrant_twice")],
)
def test_impossible_entrants_are_refused(keys: Any, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        schedule(keys, MitchellOptions(1))
    assert (refusal.value.code, refusal.value.field) == (code, "entrants")


# R-MIT-06
def test_the_choices_of_a_mitchell_survive_json() -> None:
    options = MitchellOptions(rounds=6, step=2, rankings="two_lines")
    assert mitchell_from_json(json.loads(json.dumps(mitchell_to_json(options)))) == options
    assert mitchell_to_json(options)["kind"] == "mitchell"
    assert mitchell_from_json({}) == MitchellOptions()
    with pytest.raises(RefusedError) as refusal:
        mitchell_from_json({"steps": 1})
    assert (refusal.value.code, refusal.value.field) == ("unknown_field", "steps")
