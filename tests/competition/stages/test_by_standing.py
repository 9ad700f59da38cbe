"""Danish and Swiss: who meets, who rests, which line is A, and why."""

from dataclasses import replace

import pytest

from tests.competition.stages.standing_rounds import DANISH, MODIFIED, SWISS, announced, tables, text
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.facts import Facts, Reason, Result, Score
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.games.contract import RefusedError


# R-DAN-01
@pytest.mark.parametrize("options", [DANISH, MODIFIED, SWISS])
def test_in_the_first_round_neighbours_of_the_draw_meet(options: StandingOptions) -> None:
    paired = pair([7, 3, 9, 1, 5], Facts(()), options)
    assert text(paired) == "7-3 9-1 5"
    assert {meeting.round for meeting in paired.meetings} == {1}
    assert paired.reasons == (
        Reason("neighbours_meet", {"rank": 1, "other": 2}),
        Reason("neighbours_meet", {"rank": 3, "other": 4}),
        Reason("rests_last", {"rank": 5}),
    )


# R-DAN-02, R-DAN-03, R-SWI-01
@pytest.mark.parametrize(
    ("options", "before", "order", "expected"),
    [
        pytest.param(DANISH, ["1-2 3-4"], [1, 2, 3, 4], "1-2 3-4", id="R-DAN-02 rematches allowed"),
        pytest.param(MODIFIED, ["1-2 3-4"], [1, 2, 3, 4], "1-3 2-4", id="R-DAN-02 not in a row"),
        pytest.param(MODIFIED, ["1-2 3-4", "1-3 2-4"], [1, 2, 3, 4], "1-2 3-4", id="R-DAN-02 later again"),
        pytest.param(SWISS, ["1-2 3-4", "1-3 2-4"], [1, 2, 3, 4], "1-4 2-3", id="R-SWI-01 never again"),
    ],
)
def test_each_one_meets_the_nearest_who_is_admitted(
    options: StandingOptions, before: list[str], order: list[int], expected: str
) -> None:
    assert tables(pair(order, announced(*before), options)) == expected.split()


# R-SWI-02
def test_a_dead_end_moves_only_those_who_stand_last() -> None:
    paired = pair([1, 2, 3, 4, 5, 6], announced("1-4 2-3 5-6"), SWISS)
    assert text(paired) == "1-2 3-5 4-6"
    assert paired.reasons == (
        Reason("neighbours_meet", {"rank": 1, "other": 2}),
        Reason("nearest_left_to_others", {"rank": 3, "other": 5, "nearest": 4}),
        Reason("neighbours_meet", {"rank": 4, "other": 6}),
    )


# R-DAN-07
def test_a_pair_that_has_met_is_named_with_its_round() -> None:
    paired = pair([1, 2, 3, 4], announced("1-3 2-4", "1-2 3-4"), SWISS)
    assert paired.reasons == (
        Reason("nearest_unmet", {"rank": 1, "other": 4, "nearest": 2, "round": 2}),
        Reason("neighbours_meet", {"rank": 2, "other": 3}),
    )


# R-SWI-04
@pytest.mark.parametrize(
    ("before", "expected", "round_"),
    [
        pytest.param(["1-2"], "1-2", 1, id="nobody else is there"),
        pytest.param(["1-2 3-4", "1-3 2-4", "1-4 2-3"], "1-2 3-4", 1, id="all have met: the oldest"),
        pytest.param(["1-2 3-4", "1-3 2-4", "1-4 2-3", "1-2 3-4"], "1-3 2-4", 2, id="those who met less often"),
    ],
)
def test_a_rematch_that_cannot_be_helped_is_the_oldest(before: list[str], expected: str, round_: int) -> None:
    facts = announced(*before)
    paired = pair([each.key for each in facts.entrants], facts, SWISS)
    assert tables(paired) == expected.split()
    assert {(each.code, each.params["round"]) for each in paired.reasons} == {("rematch_unavoidable", round_)}


# R-DAN-04, R-DAN-05
def test_the_last_who_has_rested_least_rests() -> None:
    assert text(pair([1, 2, 3, 4, 5], announced("1-2 3-4 5"), DANISH)).split()[-1] == "4"
    assert text(pair([1, 2, 3, 4, 5], announced("1-2 3-4 5", "5-1 2-3 4"), DANISH)).split()[-1] == "3"
    everybody = announced("2-3 1", "1-3 2", "1-2 3")
    assert text(pair([2, 3, 1], everybody, DANISH)).split()[-1] == "1"


# R-DAN-05
def test_an_opponent_who_does_not_come_gives_no_rest() -> None:
    facts = announced("1-2 3")
    walkover = Result(facts.meetings[0], (Score(1), Score(None)), is_played=False)
    paired = pair([3, 2, 1], replace(facts, results=(walkover,)), SWISS)
    assert text(paired) == "2-3 1"


# R-SWI-03
def test_somebody_else_rests_where_the_others_could_not_be_paired() -> None:
    """Without 5 only 1-2 could meet again: 4 rests."""
    facts = announced("1-2 3-4", "1-3 2-4", "1-4 2-3")
    paired = pair([1, 2, 3, 4, 5], facts, SWISS)
    assert paired.meetings[-1].keys == (4,)
    assert paired.reasons[-1] == Reason("rests_for_others", {"rank": 4})


# R-SWI-03
def test_nobody_rests_again_so_that_others_need_not_meet_again() -> None:
    """3 came after the rests of 1 and 2, and has met nobody."""
    paired = pair([1, 2, 3], announced("1-2", "1", "2"), SWISS)
    assert tables(paired) == ["1-2", "3"]
    assert [reason.code for reason in paired.reasons] == ["rematch_unavoidable", "rests_last"]


# R-DAN-06
@pytest.mark.parametrize(
    ("before", "order", "expected"),
    [
        pytest.param(["1-3 2-4"], [1, 2, 3, 4], "1-2 3-4", id="level: the better ranked is A"),
        pytest.param(["1-4 2-3"], [1, 3, 2, 4], "3-1 4-2", id="who was A more often is B"),
        pytest.param(["1 2-3"], [1, 4, 2, 3], "1-4 3-2", id="a rest is no line"),
    ],
)
def test_the_lines_alternate(before: list[str], order: list[int], expected: str) -> None:
    assert text(pair(order, announced(*before), DANISH)) == expected


# R-DAN-08
@pytest.mark.parametrize(
    ("order", "before", "code"),
    [
        pytest.param([1], [], "too_few_entrants", id="one"),
        pytest.param(range(MOST_ENTRANTS + 1), [], "too_many_entrants", id="65,537"),
        pytest.param([1, 2, 1, 3], [], "entrant_twice", id="somebody twice"),
        pytest.param([1, 2], ["1-2", "1-2"], "rounds_are_over", id="after the last round"),
    ],
)
def test_what_cannot_be_paired(order: list[int], before: list[str], code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        pair(order, announced(*before), replace(DANISH, rounds=2))
    assert refusal.value.code == code
