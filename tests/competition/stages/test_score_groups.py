"""A Swiss stays inside its score groups, and a small field is paired so that all its rounds can be."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.competition.stages.standing_rounds import BY_SCORE, DANISH, announced, played_for_points, tables
from tests.searching import in_short
from tournaments.competition.phrases import PHRASES
from tournaments.competition.stages import foresight, score_groups
from tournaments.competition.stages.by_standing import Paired, pair
from tournaments.competition.stages.facts import Facts, Meeting, Reason
from tournaments.competition.stages.score_groups import Field, nearest_in_score
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

NEVER_AGAIN = replace(DANISH, rematches="never", version=BY_SCORE.version)


def scored(text: str) -> tuple[list[int], dict[int, int]]:
    """``"2.4 1"`` is a standing: 2 and 4 with one score, 1 with the next."""
    groups = [[int(key) for key in group.split(".")] for group in text.split()]
    return [key for group in groups for key in group], {key: -at for at, group in enumerate(groups) for key in group}


# R-SWI-05
@pytest.mark.parametrize(
    ("before", "standing", "expected"),
    [
        pytest.param([], "1.2 3.4", "1-2 3-4", id="everybody with the same score"),
        pytest.param(
            ["3-4 1-5 2-6 7-8", "3-7 4-8 1-6 2-5"],
            "1.3.4.7 2.5.6 8",
            "1-3 4-7 2-8 5-6",
            id="four leaders meet each other",
        ),
        pytest.param([], "1 2.3 4", "1-4 2-3", id="one meeting across scores and not two"),
        pytest.param([], "1.2.3 4.5.6", "1-2 3-4 5-6", id="one of each odd group"),
        pytest.param(["1-2"], "1 2 3.4", "1-3 2-4", id="who cannot meet each other opens a group"),
        pytest.param(["3-4"], "1.2.3.4.5.6", "1-2 3-5 4-6", id="the best meets the nearest where ranks are the same"),
        pytest.param(["3-4"], "1.2.3.4 5.6", "1-3 2-4 5-6", id="a score is not left for somebody nearer"),
    ],
)
def test_a_score_is_left_only_where_it_must_be(before: list[str], standing: str, expected: str) -> None:
    order, scores = scored(standing)
    assert tables(pair(order, announced(*before), BY_SCORE, scores)) == expected.split()


# R-SWI-05
@pytest.mark.parametrize("half", [6, 33])
def test_who_have_all_met_each_other_meet_all_the_others(half: int) -> None:
    first = range(1, half + 1)
    met = [Meeting(1, pair) for pair in combinations(first, 2)]
    facts = Facts(tuple(map(Entrant, range(1, 2 * half + 1))), tuple(met))
    paired = pair(range(1, 2 * half + 1), facts, BY_SCORE)
    assert [sorted(meeting.keys) for meeting in paired.meetings] == [[key, key + half] for key in first]


# R-SWI-05
def test_a_score_far_away_is_met_rather_than_two_more_left() -> None:
    order, scores = scored(f"1 2 {'.'.join(map(str, range(3, 70)))} 70")
    pairs = [(1, 3), (2, 70), *((key, key + 1) for key in range(4, 69, 2))]
    assert tables(pair(order, announced("1-2"), BY_SCORE, scores)) == [f"{one}-{two}" for one, two in pairs]


# R-SWI-05
@pytest.mark.parametrize("alone", ["at both ends", "above", "between"])
def test_who_must_leave_a_score_takes_a_large_group_no_more_than_its_length(alone: str) -> None:
    """Twice as many who are level are asked twice as often who may meet, and not four or eight times."""
    asked = {}
    for level in (1_022, 2_044):
        parts = {"at both ends": [1, level, 1], "above": [2, level], "between": [level, 2, level]}[alone]
        scores = [-at for at, size in enumerate(parts) for _ in range(size)]
        first = parts[0] if alone == "between" else 0
        barred = {first, first + 1} if alone != "at both ends" else {0, level + 1}
        count = 0

        def may_meet(one: int, two: int, barred: set[int] = barred) -> bool:
            nonlocal count
            count += 1
            return {one, two} != barred

        field = Field(may_meet, scores.__getitem__)
        pairs = nearest_in_score(range(len(scores)), field)
        assert pairs is not None
        assert field.count_across(pairs) == 2
        assert sorted(each for pair in pairs for each in pair) == [*range(len(scores))]
        asked[level] = count
    assert asked[2_044] < 2.5 * asked[1_022]


# R-SWI-05
def test_beside_many_scores_of_one_those_who_have_all_met_leave_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """More are alone with their score than are asked how few could be across: everybody is searched."""
    monkeypatch.setattr(score_groups, "LARGE", 4)
    scores = [0, 0, 0, *range(-1, -10, -1)]
    field = Field(lambda one, two: max(one, two) > 2, scores.__getitem__)
    pairs = nearest_in_score(range(len(scores)), field)
    assert pairs is not None
    assert pairs[:3] == [(0, 3), (1, 4), (2, 5)]
    assert field.cost(pairs) == (6, 9 + 3)


# R-SWI-04, R-SWI-05
def test_beside_a_rematch_that_cannot_be_helped_the_others_keep_their_score() -> None:
    """1 has met everybody; 4, 6 and 5 have the same score."""
    order, scores = scored("1 2 3 4.5.6")
    paired = pair(order, announced("1-2", "1-3", "1-4", "1-5", "1-6", "4-5"), BY_SCORE, scores)
    assert tables(paired) == ["1-2", "3-4", "5-6"]
    assert [reason.code for reason in paired.reasons] == ["rematch_unavoidable", "scores_meet", "neighbours_meet"]


# R-DAN-07
def test_every_pair_says_why() -> None:
    order, scores = scored("1.3.4.7 2.5.6 8")
    paired = pair(order, announced("3-4 1-5 2-6 7-8", "3-7 4-8 1-6 2-5"), BY_SCORE, scores)
    assert paired.score_groups == (4, 3, 1)
    assert paired.reasons == (
        Reason("neighbours_meet", {"rank": 1, "other": 2}),
        Reason("neighbours_meet", {"rank": 3, "other": 4}),
        Reason("scores_meet", {"rank": 5, "other": 8}),
        Reason("neighbours_meet", {"rank": 6, "other": 7}),
    )
    order, scores = scored("1 2.3 4.5 6")
    assert pair(order, announced("2-3"), BY_SCORE, scores).reasons == (
        Reason("scores_meet", {"rank": 1, "other": 2}),
        Reason("scores_meet", {"rank": 3, "other": 6}),
        Reason("neighbours_meet", {"rank": 4, "other": 5}),
    )
    order, scores = scored("1.2.3.4 5.6.7.8")
    assert pair(order, announced("3-4 5-6"), BY_SCORE, scores).reasons == (
        Reason("nearest_would_cost_more", {"rank": 1, "other": 3, "nearest": 2}),
        Reason("neighbours_meet", {"rank": 2, "other": 4}),
        Reason("nearest_unmet", {"rank": 5, "other": 7, "nearest": 6, "round": 1}),
        Reason("neighbours_meet", {"rank": 6, "other": 8}),
    )


def rematches(paired: Paired) -> int:
    return sum(reason.code == "rematch_unavoidable" for reason in paired.reasons)


# R-DAN-11, R-SWI-06
@pytest.mark.without_coverage
@pytest.mark.parametrize("options", [BY_SCORE, NEVER_AGAIN])
@pytest.mark.parametrize(
    ("count", "rounds"),
    [(4, 3), (5, 4), (5, 5), (6, 4), (6, 5), (7, 6), (7, 7), (8, 6), (8, 7), (9, 8), (10, 8), (12, 11)],
)
def test_a_small_field_plays_all_its_rounds_without_a_rematch(
    count: int, rounds: int, options: StandingOptions
) -> None:
    for seed in range(in_short(12, 200) if count < 11 else in_short(2, 20)):
        for _order, _facts, paired, _points in played_for_points(count, rounds, options, Random(seed)):
            assert rematches(paired) == 0
            assert all(str(reason.params["rank"]) in PHRASES[reason.code] % reason.params for reason in paired.reasons)


# R-DAN-11, R-SWI-06
@pytest.mark.parametrize("options", [BY_SCORE, NEVER_AGAIN])
def test_only_what_leaves_no_way_is_passed_over(options: StandingOptions) -> None:
    """After 1-2 3-4 5-6 and 2-3 4-5 1-6, two of the four pairings left leave two triangles or none."""
    order, facts = [1, 4, 2, 5, 3, 6], announced("1-2 3-4 5-6", "2-3 4-5 1-6")
    assert tables(pair(order, facts, replace(options, rounds=3))) == ["1-4", "2-5", "3-6"]
    paired = pair(order, facts, replace(options, rounds=4))
    assert tables(paired) == ["1-4", "2-6", "3-5"]
    assert paired.reasons == (
        Reason("neighbours_meet", {"rank": 1, "other": 2}),
        Reason("paired_for_later_rounds", {"rank": 3, "other": 6}),
        Reason("paired_for_later_rounds", {"rank": 4, "other": 5}),
    )


# R-SWI-06
def test_where_too_many_ways_would_be_tried_the_pairing_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresight, "STEPS", 0)
    order, facts = [1, 4, 2, 5, 3, 6], announced("1-2 3-4 5-6", "2-3 4-5 1-6")
    assert tables(pair(order, facts, replace(BY_SCORE, rounds=4))) == ["1-4", "2-5", "3-6"]


# R-SWI-06
@pytest.mark.parametrize(("count", "rounds"), [(7, 7), (9, 9), (11, 11)])
def test_more_rounds_than_opponents_are_counted_and_not_searched(count: int, rounds: int) -> None:
    outlook = foresight.Outlook()
    assert not outlook.can_go_on(foresight.opponents_left(count, lambda _one, _two: True), (0,) * count, rounds + 1)
    assert outlook.steps == 0


# R-SWI-06
def test_somebody_else_rests_where_the_rounds_to_come_ask_for_it() -> None:
    """1 and 5 missed a round; if 1 rested now, two rounds later somebody would have to meet again."""
    facts = announced("4-5 2-3", "3-1 4-2 5")
    paired = pair([5, 4, 2, 3, 1], facts, replace(NEVER_AGAIN, rounds=5))
    assert tables(paired) == ["2-5", "1-4", "3"]
    assert paired.reasons[-1] == Reason("rests_for_later_rounds", {"rank": 4})


# R-STG-31
@pytest.mark.parametrize("version", [0, 3, "2", True])
def test_a_version_that_there_is_not_is_refused(version: object) -> None:
    with pytest.raises(RefusedError) as refusal:
        replace(BY_SCORE, version=version)
    assert refusal.value.field == "version"
