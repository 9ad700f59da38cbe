"""What an evening of several stages holds."""

from collections import Counter
from typing import Any

import pytest

from tournaments.competition.formats.registry import stages_of
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.headcount import stages_evening
from tournaments.competition.stages.facts import Facts
from tournaments.competition.types import Entrant, Nobody
from tournaments.games.contract import RefusedError

GROUPS = {"kind": "groups", "size": 4}
MITCHELL = {"kind": "mitchell", "rounds": 3}
SWISS = {"kind": "swiss", "rounds": 4}


def of(*parts: dict[str, Any]) -> StagesFormat:
    return stages_of({"kind": "stages", "stages": list(parts)})


def knockout(first: int = 0, best: int = 0, **options: Any) -> dict[str, Any]:
    return {"kind": "knockout", "third_place": True, **options, "from": {"first": first, "best": best}}


def danish(rounds: int) -> dict[str, Any]:
    return {"kind": "danish", "rounds": rounds, "rematches": "not_in_a_row", "from": {"carries": True}}


# R-STG-26
@pytest.mark.parametrize(
    ("entrants", "event_format", "playing", "tables"),
    [
        pytest.param(12, of(GROUPS, knockout(2)), (12, 6), (6, 6, 6, 2, 2, 2), id="the first two of three groups"),
        pytest.param(12, of(GROUPS, knockout(2, 2)), (12, 8), (6, 6, 6, 4, 2, 2), id="and the best two of the others"),
        pytest.param(
            12, of(GROUPS, knockout(2, third_place=False)), (12, 6), (6, 6, 6, 2, 2, 1), id="without a third place"
        ),
        pytest.param(34, of(SWISS, knockout(best=16)), (34, 16), (17,) * 4 + (8, 4, 2, 2), id="the best of a Swiss"),
        pytest.param(9, of(MITCHELL, danish(2)), (9, 9), (4,) * 5, id="everybody goes on"),
        pytest.param(16, of(GROUPS, danish(1), knockout(best=4)), (16, 16, 4), (8,) * 4 + (2, 2), id="three stages"),
        pytest.param(
            9, of({**MITCHELL, "rankings": "two_lines"}, knockout(2)), (9, 4), (4, 4, 4, 2, 2), id="two lines"
        ),
    ],
)
def test_an_evening_of_stages(
    entrants: int, event_format: StagesFormat, playing: tuple[int, ...], tables: tuple[int, ...]
) -> None:
    found = stages_evening(entrants, event_format)
    assert tuple(each.entrants for each in found.stages) == playing
    assert (found.tables, found.rounds, found.matches) == (tables, len(tables), sum(tables))


# R-STG-26
def test_a_best_of_three_may_need_more_matches() -> None:
    found = stages_evening(12, of(GROUPS, knockout(2, best_of={"final": 3})))
    assert (found.matches, found.most_matches) == (24, 26)


# R-STG-26
def test_each_stage_ends_after_its_rounds() -> None:
    assert stages_evening(12, of(GROUPS, knockout(2))).ends(45) == (135, 270)


# R-STG-26
@pytest.mark.parametrize("entrants", [8, 11, 16, 21])
@pytest.mark.parametrize("best", [0, 1, 3])
def test_the_knockout_of_the_head_count_is_that_of_the_plan(entrants: int, best: int) -> None:
    event_format = of(GROUPS, knockout(1, best))
    opening = event_format.opening
    drawn = opening.draw([Entrant(key) for key in range(1, entrants + 1)]).positions
    facts = Facts(tuple([Entrant(key) for key in drawn if key is not None]), opening.schedule(drawn))
    plan = event_format.begin(2, opening.standing(facts), Facts(()), 4, 1)
    counted = Counter(table.round for table in plan.tables if not any(isinstance(slot, Nobody) for slot in table.slots))
    tables = stages_evening(entrants, event_format).stages[1].tables
    assert tables == tuple(counted[number] for number in sorted(counted))


# R-STG-26
@pytest.mark.parametrize(
    ("entrants", "event_format", "code"),
    [
        pytest.param(2, of(GROUPS, knockout(2)), "too_few_for_groups", id="no groups"),
        pytest.param(10, of(GROUPS, knockout(4)), "bad_first_of_group", id="a group of three has no fourth"),
        pytest.param(9, of(SWISS, knockout(best=16)), "bad_best_of_others", id="not so many"),
        pytest.param(4, of(GROUPS, knockout(1)), "too_few_go_on", id="one group, one goes on"),
    ],
)
def test_a_number_that_a_later_stage_cannot_be_played_by_is_refused(
    entrants: int, event_format: StagesFormat, code: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        stages_evening(entrants, event_format)
    assert refused.value.code == code


# R-STG-26
def test_more_than_a_group_holds_cannot_go_on_from_it() -> None:
    with pytest.raises(RefusedError) as refused:
        of({"kind": "groups", "size": 3}, knockout(4))
    assert (refused.value.code, refused.value.field) == ("bad_first_of_group", "first")
