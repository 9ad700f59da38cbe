"""Who is level where the chain asks for an extra deal or a drawn card, and what was recorded of them."""

from dataclasses import replace

import pytest

from tests.competition.stages.scored import facts
from tournaments.competition.formats.stages import of_stage
from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.facts import Decided, Facts
from tournaments.competition.stages.level import MOST_LEVEL, Level, open_levels
from tournaments.competition.stages.points import VALLIADI
from tournaments.competition.stages.ranking import Ranking
from tournaments.competition.stages.standing import Standing, standing

DRAWN = facts("1-2 5:5,3-4 5:5,5-6 9:1")


def ranked(played: Facts, *criteria: str, groups: dict[int, tuple[int, ...]] | None = None) -> Standing:
    return standing(played, Ranking(Chain(criteria), VALLIADI), groups=groups or {})


# R-TIE-17
@pytest.mark.parametrize(
    ("criteria", "found"),
    [
        pytest.param("points highest_card", [Level((1, 2, 3, 4), ("highest_card",))], id="four of them"),
        pytest.param(
            "points extra_deal highest_card", [Level((1, 2, 3, 4), ("extra_deal", "highest_card"))], id="in two ways"
        ),
        pytest.param("points highest_card lot", [Level((1, 2, 3, 4), ("highest_card",))], id="before the lot"),
        pytest.param("points lot highest_card", [], id="the lot has parted them"),
        pytest.param("points", [], id="nothing is asked of them"),
    ],
)
def test_those_who_can_be_parted_by_hand_are_found(criteria: str, found: list[Level]) -> None:
    assert open_levels(ranked(DRAWN, *criteria.split())) == found


# R-TIE-17
def test_in_groups_those_of_one_group_are_level() -> None:
    found = open_levels(ranked(DRAWN, "points", "highest_card", groups={1: (1, 3), 2: (2, 4), 3: (5, 6)}))
    assert [level.keys for level in found] == [(1, 3), (2, 4)]


# R-TIE-17
def test_who_was_parted_by_hand_is_not_found_again() -> None:
    played = replace(DRAWN, decided=(Decided("highest_card", (3, 1, 2, 4), 1),))
    found = ranked(played, "points", "extra_deal", "highest_card", "lot")
    assert (found.order, open_levels(found)) == ((5, 3, 1, 2, 4, 6), [])


# R-TIE-17
def test_nobody_orders_very_many_by_hand_and_one_alone_is_level_with_nobody() -> None:
    assert open_levels(ranked(facts("1 rests", keys=MOST_LEVEL + 2), "wins", "highest_card")) == []
    assert open_levels(ranked(facts("1 rests"), "wins", "highest_card")) == []


# R-TIE-12
def test_what_was_recorded_counts_until_another_round_is_there() -> None:
    decided = (Decided("highest_card", (2, 1), 1),)
    assert ranked(replace(facts("1-2 5:5"), decided=decided), "points", "highest_card").order == (2, 1)
    assert ranked(replace(facts("1-2 5:5", "1-2 5:5"), decided=decided), "points", "highest_card").order == (1, 2)


# R-TIE-12
def test_what_was_recorded_counts_in_the_stage_after_whose_last_round_it_was() -> None:
    decided = Decided("highest_card", (2, 1), 1)
    played = replace(facts("1-2 5:5", "1-2 5:5"), decided=(decided,))
    assert of_stage(played, 1, range(1, 2)).decided_now == (decided,)
    assert of_stage(played, 2, range(2, 3)).decided == ()
    assert of_stage(played, 2, range(1, 3)).decided_now == ()
