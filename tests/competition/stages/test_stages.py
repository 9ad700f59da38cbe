"""Several stages in a row: who goes on, with which rounds, and what is refused (R-STG-21 to R-STG-23)."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.competition.stages.played_stages import DANISH, EIGHT, GROUPS, played, stages, won
from tournaments.competition.formats.registry import format_of, of_today
from tournaments.competition.formats.rounds import PairedFormat
from tournaments.competition.formats.stage_reasons import from_before, reasons
from tournaments.competition.formats.stages import Part, goes_on, pair_next_round, rounds_later
from tournaments.competition.pairing.positions import Swap
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.facts import Facts, Meeting, Reason, Result, Score
from tournaments.competition.stages.points import VALLIADI
from tournaments.competition.stages.ranking import Ranking, ranking_to_json
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.stages.tallies import NO_DEDUCTIONS
from tournaments.competition.stages.version import VERSION
from tournaments.competition.types import Entrant, FromEntrant
from tournaments.games.contract import RefusedError

KNOCKOUT = {"kind": "knockout", "from": {"first": 2}}
HEATS = {"kind": "heats", "rounds": 1}


def seated(plan_round: int, tables: Any) -> list[set[int]]:
    return [
        {slot.key for slot in table.slots if isinstance(slot, FromEntrant)}
        for table in tables
        if table.round == plan_round
    ]


def test_stages_are_kept_and_read_again() -> None:
    event = stages(GROUPS, {**DANISH, "from": {"carries": True}}, {"kind": "knockout", "from": {"best": 4}})
    assert format_of(event.to_json()) == event
    event.check()
    assert (event.needs_lines, event.uses_vp, event.fewest_entrants) == ((2, 2), True, 3)
    assert event.verifier == "verify_rounds_draw.py"
    assert event.accept(9) == 9
    assert event.document_options()["kind"] == "groups"


def test_an_event_begins_with_the_rule_of_today() -> None:
    """R-STG-31."""
    event = stages(GROUPS, {**DANISH, "from": {"carries": True}}, {"kind": "knockout", "from": {"best": 4}})
    groups, danish, knockout = of_today(event.to_json())["stages"]
    assert [each.get("version") for each in (groups, danish, knockout)] == [None, VERSION, None]
    partners = format_of(of_today(format_of({"kind": "partners"}).to_json()))
    assert of_today(partners.to_json()) == {**partners.to_json(), "version": VERSION}
    with pytest.raises(RefusedError, match="unknown_choice"):
        format_of({"kind": "partners", "version": VERSION + 1})


def test_the_first_stage_is_drawn_as_an_event_of_its_own() -> None:
    event, alone = stages(GROUPS, KNOCKOUT), format_of(GROUPS)
    drawn = event.draw(tuple(map(Entrant, EIGHT)))
    assert drawn == alone.draw(tuple(map(Entrant, EIGHT)))
    assert event.meetings(drawn.positions) == alone.meetings(drawn.positions)
    assert event.plan(drawn.positions) == alone.plan(drawn.positions)
    assert event.swap(drawn.positions, Swap(0, 7, "Moglie e marito"))[7] == drawn.positions[0]
    with pytest.raises(RefusedError, match="too_few_for_groups"):
        event.check_entrants(2)


def test_first_and_second_of_each_group_cross_in_the_knockout() -> None:
    event = stages(GROUPS, KNOCKOUT)
    facts = played(event)
    before = event.standing(facts, [1], 1)
    plan = event.begin(2, before, facts, 4, 13)
    group = {row.tally.key: row.group for row in before.rows}
    assert [table.number for table in plan.tables] == [13, 14, 15]
    assert all(len({group[key] for key in keys}) == 2 for keys in seated(4, plan.tables))


def test_so_many_go_on_from_the_top_where_there_are_no_groups_and_everybody_without_a_number() -> None:
    event = stages({"kind": "mitchell", "rounds": 2}, {"kind": "swiss", "rounds": 2, "from": {"best": 4}})
    before = event.standing(played(event), [1], 1)
    assert [each.key for each in goes_on(event.parts[1], before)] == list(before.order[:4])
    assert len(goes_on(Part(event.parts[1].format), before.without({1}))) == 7


# R-STG-27
@pytest.mark.parametrize(
    ("first", "then", "gone", "coming", "has_next"),
    [
        pytest.param(GROUPS, KNOCKOUT, (), 4, True, id="nobody has left"),
        pytest.param(GROUPS, {**KNOCKOUT, "from": {"best": 3}}, range(1, 7), 2, True, id="two are enough"),
        pytest.param(GROUPS, {**DANISH, "from": {}}, range(1, 8), 1, False, id="one alone"),
        pytest.param(GROUPS, {**KNOCKOUT, "from": {"first": 1}}, EIGHT, 0, False, id="nobody"),
        pytest.param(DANISH, {**GROUPS, "from": {}}, range(1, 7), 2, False, id="too few for groups"),
        pytest.param(DANISH, {**KNOCKOUT, "from": {"best": 5}}, range(1, 6), 3, True, id="fewer than wished"),
    ],
)
def test_a_stage_begins_with_as_many_as_its_format_takes(
    first: Any, then: Any, gone: Iterable[int], coming: int, has_next: bool
) -> None:
    event = stages(first, then)
    facts = replace(played(event), left=dict.fromkeys(gone, 3))
    assert (event.coming(facts, [1]), event.has_next(facts, [1])) == (coming, has_next)
    assert not event.has_next(facts, [1, 4])
    going_on = goes_on(event.parts[1], event.standing(facts, [1], 1).without(facts.left))
    assert len(going_on) == coming


def test_who_alone_comes_to_the_next_stage_is_first_of_all() -> None:
    """R-STG-27: in any other case the standings of the last stage stay."""
    event = stages(GROUPS, {**KNOCKOUT, "from": {"first": 1}})
    facts = played(event)
    last = event.standing(facts, [1], 1)
    groups = [[row.tally.key for row in last.rows if row.group == number] for number in (1, 2)]
    alone = replace(facts, left=dict.fromkeys(groups[last.rows[0].group - 1], 3))
    found = event.final_standing(alone, [1], last)
    winner = groups[2 - last.rows[0].group][0]
    assert found.order == (winner, *[key for key in last.order if key != winner])
    assert [(row.place, row.shared) for row in found.rows] == [(place, False) for place in range(1, 9)]
    assert {row.in_group for row in found.rows} == {row.in_group for row in last.rows}
    assert event.final_standing(replace(facts, left=dict.fromkeys(EIGHT, 3)), [1], last) == last


# R-GRP-12
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("low_wins", [False, True])
@pytest.mark.parametrize(
    "criteria",
    [("wins", "scored", "lot"), ("scored", "lot"), ("conceded", "lot"), ("mp", "wins", "lot"), ("vp", "points", "lot")],
    ids="-".join,
)
def test_those_who_go_on_are_the_first_of_the_standings(criteria: tuple[str, ...], low_wins: bool, seed: int) -> None:
    """Whatever the ranking compares, and with groups of three and of four: at each place, the first that are shown."""
    dice = Random(seed)
    ranking = Ranking(Chain(criteria), VALLIADI)
    event = stages({**GROUPS, "ranking": ranking_to_json(ranking)}, {**KNOCKOUT, "from": {"first": 1, "best": 2}})
    facts = played(event, tuple(range(1, 11)))
    results = [
        each
        if each.meeting.is_rest
        else each._replace(scores=tuple(score._replace(points=dice.randint(0, 21)) for score in each.scores))
        for each in facts.results
    ]
    before = event.standing(replace(facts, results=tuple(results)), [1], 1, low_wins=low_wins)
    going_on = goes_on(event.parts[1], before)
    assert len(going_on) == 5
    for place in range(1, 5):
        shown = [row.tally.key for row in before.rows if row.in_group.place == place]
        found = [each.key for each in going_on if each.place == place]
        assert found == shown[: len(found)]


def test_a_stage_in_rounds_begins_with_the_order_of_the_standings() -> None:
    event = stages(GROUPS, {**DANISH, "from": {"carries": True}})
    facts = played(event)
    before = event.standing(facts, [1], 1)
    plan = event.begin(2, before, event.facts_of(facts, [1, 4], 2), 4, 13)
    one, two, three, four = before.order[:4]
    assert seated(4, plan.tables)[:2] == [{one, two}, {three, four}]
    assert {table.round for table in plan.tables} == {4}


def test_a_stage_in_rounds_of_its_own_is_drawn_by_the_order_of_those_who_go_on() -> None:
    event = stages({"kind": "mitchell", "rounds": 2}, {"kind": "swiss", "rounds": 2, "from": {"best": 4}})
    before = event.standing(played(event), [1], 1)
    one, two, three, four = before.order[:4]
    plan = event.begin(2, before, Facts(()), 3, 9)
    assert seated(3, plan.tables) == [{one, two}, {three, four}]


def test_results_count_on_and_later_stages_do_not_count_in_earlier_ones() -> None:
    event = stages(GROUPS, {**DANISH, "from": {"carries": True}})
    facts = played(event)
    more = tuple(Meeting(4, keys) for keys in ((1, 2), (3, 4), (5, 6), (7, 8)))
    after = Facts(facts.entrants, (*facts.meetings, *more), (*facts.results, *map(won, more)))
    tables = {row.tally.key: row.tally.tables for row in event.standing(after, [1, 4], 2).rows}
    assert set(tables.values()) == {4}
    assert event.standing(after, [1, 4], 1) == event.standing(facts, [1], 1)
    danish = event.parts[1].format
    paired = pair_next_round(danish, event.facts_of(after, [1, 4], 2), 4, NO_DEDUCTIONS, low_wins=False)
    assert {meeting.round for meeting in paired.meetings} == {5}


def test_a_swiss_that_goes_on_pairs_nobody_who_met_before() -> None:
    """R-STG-23: meetings of the stage before count, and the reason names the round of the event."""
    event = stages({"kind": "mitchell", "rounds": 2}, {"kind": "swiss", "rounds": 3, "from": {"carries": True}})
    facts = played(event)
    swiss = event.parts[1].format
    assert isinstance(swiss, PairedFormat)
    own = Facts(
        facts.entrants, rounds_later(facts.meetings, -2), tuple(won(each) for each in rounds_later(facts.meetings, -2))
    )
    paired = pair_next_round(swiss, own, 3, NO_DEDUCTIONS, low_wins=False)
    before = {frozenset(meeting.keys) for meeting in facts.meetings}
    assert before.isdisjoint(frozenset(meeting.keys) for meeting in paired.meetings)
    standing = event.standing(facts, [1], 1)
    plan = event.begin(2, standing, event.facts_of(facts, [1, 3], 2), 3, 9)
    assert before.isdisjoint(frozenset(keys) for keys in seated(3, plan.tables))
    named = {reason.params["round"] for reason in paired.reasons if "round" in reason.params}
    assert named
    assert named <= {1, 2}


@pytest.mark.parametrize(
    ("version", "expected"),
    [(1, [{1, 5}, {2, 7}, {3, 6}, {4, 8}]), (2, [{1, 2}, {3, 5}, {4, 7}, {6, 8}])],
)
def test_the_first_round_that_carries_results_is_paired_by_all_that_counts(
    version: int, expected: list[set[int]]
) -> None:
    """R-STG-30, R-STG-31: VP 51, 33, 32, 30 in one group, 32, 20, 23, 19 in the other."""
    danish = {"kind": "danish", "rematches": "allowed", "rounds": 2, "version": version}
    event = stages(GROUPS, {**danish, "from": {"carries": True}})
    meetings = [Meeting(1, (1, 2), 1), Meeting(1, (3, 4), 1), Meeting(1, (5, 6), 2), Meeting(1, (7, 8), 2)]
    results = [
        Result(meeting, tuple(Score(1, vp=vp) for vp in both))
        for meeting, both in zip(meetings, [(51, 33), (32, 30), (32, 20), (23, 19)], strict=True)
    ]
    facts = Facts(tuple(map(Entrant, EIGHT)), tuple(meetings), tuple(results))
    before, own = event.standing(facts, [1], 1), event.facts_of(facts, [1, 2], 2)
    plan = event.begin(2, before, own, 2, 5)
    assert seated(2, plan.tables) == expected
    more = tuple(Meeting(2, tuple(pair)) for pair in expected)
    told = reasons(event, replace(facts, meetings=(*meetings, *more)), [1, 2], lambda _stages: NO_DEDUCTIONS)
    assert {reason.code for reason in told.values()} == ({"neighbours_meet"} if version > 1 else {told[1].code})


def test_a_stage_alone_counts_its_own_results_from_its_own_first_round() -> None:
    event = stages(GROUPS, {"kind": "swiss", "rounds": 1, "from": {"first": 2}})
    facts = played(event)
    more = (Meeting(4, (1, 2)), Meeting(4, (3, 4)))
    after = Facts(facts.entrants, (*facts.meetings, *more), (*facts.results, *map(won, more)), left={2: 4})
    found = event.facts_of(after, [1, 4], 2)
    assert ({each.key for each in found.entrants}, found.last_round, found.left) == ({1, 2, 3, 4}, 1, {2: 1})
    assert [row.tally.vp for row in event.standing(after, [1, 4], 2).rows] == [12, 12, 8, 8]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param([GROUPS], "bad_number_of_stages", id="one"),
        pytest.param([GROUPS] * 7, "bad_number_of_stages", id="seven"),
        pytest.param([KNOCKOUT, GROUPS], "knockout_is_last", id="a knockout first"),
        pytest.param([GROUPS, {**KNOCKOUT, "redraw": True}], "knockout_of_stage_is_plain", id="drawn again"),
        pytest.param([GROUPS, {**KNOCKOUT, "second_chance": "double"}], "knockout_of_stage_is_plain", id="twice"),
        pytest.param([{**GROUPS, "from": {"carries": True}}, KNOCKOUT], "carried_by_everybody", id="carried first"),
        pytest.param([GROUPS, {**DANISH, "from": {"first": 1, "carries": True}}], "carried_by_everybody", id="some"),
        pytest.param([GROUPS, {"kind": "tables"}], "no_stage", id="tables"),
        pytest.param([GROUPS, 5], "not_an_object", id="no object"),
        pytest.param([GROUPS, {**KNOCKOUT, "from": {"first": 5000}}], "bad_number_going_on", id="too many"),
        pytest.param([GROUPS, {**KNOCKOUT, "from": {"second": 1}}], "unknown_field", id="an unknown field"),
        pytest.param([GROUPS, {**DANISH, "ranking": "three_points"}], "stages_of_two_rankings", id="two rankings"),
    ],
)
def test_stages_that_cannot_follow_each_other_are_refused(data: list[Any], code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        format_of({"kind": "stages", "stages": data})
    assert refusal.value.code == code


# R-STG-23
@pytest.mark.parametrize(
    ("kinds", "adds_alike"),
    [("heats danish", False), ("groups heats", False), ("groups danish", True), ("heats heats", True)],
)
def test_points_of_heats_and_results_of_matches_are_not_alike(kinds: str, adds_alike: bool) -> None:
    plain = {"groups": {**GROUPS, "ranking": "three_points"}, "danish": {**DANISH, "ranking": "three_points"}}
    before, then = ({**plain, "heats": HEATS}[kind] for kind in kinds.split())
    assert stages(before, {**then, "from": {"carries": True}}).adds_alike is adds_alike
    assert stages(before, {**then, "from": {"best": 6}}).adds_alike


def test_two_who_met_from_both_sides_met_last_in_the_later_round() -> None:
    """R-SWI-04: with nobody else to meet the reason names the last of their meetings."""
    facts = Facts((Entrant(1), Entrant(2)), (Meeting(1, (1, 2)), Meeting(2, (2, 1))))
    paired = pair((1, 2), facts, StandingOptions(rounds=3))
    assert [(reason.code, reason.params["round"]) for reason in paired.reasons] == [("rematch_unavoidable", 2)]


# R-STG-22, R-TIE-16
def test_who_goes_on_is_asked_stage_by_stage() -> None:
    event = stages(GROUPS, {**DANISH, "from": {"best": 6}}, {**DANISH, "from": {"carries": True}})
    last = event.standing(played(event), [1], 1)
    assert event.cut(1) == (0, 6, False)
    assert (event.cut(2), event.cut(3)) == (None, None)
    assert event.going_on(1, last, ()).keys() == {each.key for each in goes_on(event.parts[1], last)}
    assert event.going_on(1, last, set(EIGHT[1:])) == {1: 0}


def test_all_who_play_the_king_of_the_table_have_one_order() -> None:
    event = stages({"kind": "king", "rounds": 2}, {"kind": "knockout", "from": {"best": 4}})
    assert event.entrants(9) == (9, 4)
    facts = played(event)
    assert [row.group for row in event.standing(facts, [1], 1).rows] == [0] * 8


# R-CLB-04
def test_of_several_stages_those_count_that_everybody_plays() -> None:
    """Clubs are ranked by the first stage, and by those that count its results on."""
    carried = {**DANISH, "from": {"carries": True}}
    best = {"kind": "knockout", "from": {"best": 4}}
    assert stages(GROUPS, KNOCKOUT).of_everybody == 1
    assert stages(GROUPS, carried, best).of_everybody == 2
    assert stages(GROUPS, carried).of_everybody == 2


def test_everybody_at_a_table_of_several_is_named_with_where_they_come_from() -> None:
    event = stages({"kind": "mitchell", "rounds": 2}, {"kind": "swiss", "rounds": 2, "from": {"best": 4}})
    before = event.standing(played(event), [1], 1)
    (reason,) = from_before([Meeting(3, before.order[:3])], before, event.opening)
    assert reason == Reason("from_standings_sit", {"places": "1, 2, 3", "groups": "0, 0, 0"})


# R-ROT-02
def test_rotating_partners_are_paired_by_who_played_together() -> None:
    event = format_of({"kind": "partners", "rounds": 2})
    assert isinstance(event, PairedFormat)
    first = event.schedule(EIGHT)
    facts = Facts(tuple(map(Entrant, EIGHT)), first)
    both = [
        {frozenset(line) for meeting in meetings for line in meeting.lines}
        for meetings in (first, event.pair(facts).meetings)
    ]
    assert both[0].isdisjoint(both[1])


def test_so_many_go_through_from_the_tables_of_a_knockout_of_several() -> None:
    assert format_of({"kind": "tables"}).through == 2
