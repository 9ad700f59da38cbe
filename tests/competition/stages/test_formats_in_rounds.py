"""The formats in rounds as events use them: options, draw, plan, next round and standings."""

from dataclasses import replace
from typing import Any

import pytest

from tests.competition.stages.scored import facts
from tournaments.competition.discipline import Deduction
from tournaments.competition.formats.contract import Late
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import GroupsFormat, InRounds, KingFormat, PairedFormat, StandingFormat
from tournaments.competition.pairing.positions import Swap
from tournaments.competition.stages.chain import CHAINS, Chain, chain_to_json
from tournaments.competition.stages.facts import Facts, Meeting, Reason, Result, Score
from tournaments.competition.stages.king import KingOptions
from tournaments.competition.stages.points import VALLIADI
from tournaments.competition.stages.ranking import (
    BY_PLACES,
    BY_ROTATING,
    BY_VP,
    Ranking,
    ranking_from_json,
    ranking_to_json,
)
from tournaments.competition.stages.standing import groups_in
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.types import Entrant, FromEntrant, Nobody
from tournaments.games.contract import RefusedError

DATA: tuple[dict[str, Any], ...] = (
    {"kind": "groups", "size": 5, "fill": "lots", "separate_by_group": True, "double": True},
    {"kind": "danish", "rematches": "allowed", "rounds": 4},
    {"kind": "swiss", "rematches": "never", "rounds": 3},
    {"kind": "mitchell", "rounds": 3, "step": 2, "rankings": "one"},
    {"kind": "king", "rounds": 7},
    {"kind": "partners", "rounds": 6},
    {"kind": "heats", "rounds": 2, "max_table": 5},
)
EVERY_KIND = pytest.mark.parametrize("data", DATA, ids=lambda data: data["kind"])


def in_rounds(data: dict[str, Any]) -> InRounds:
    found = format_of(data)
    assert isinstance(found, InRounds)
    found.check()
    return found


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(key) for key in range(1, count + 1))


# R-STG-11, R-STG-12, R-DAN-09, R-MIT-07, R-HEA-06
def test_each_format_says_how_a_late_entry_gets_a_table() -> None:
    found = {data["kind"]: in_rounds(data).late for data in DATA}
    assert found == {
        "groups": Late.RESTS_OF_GROUP,
        "danish": Late.REST_OR_NEXT,
        "swiss": Late.REST_OR_NEXT,
        "mitchell": Late.RESTS,
        "king": Late.REST_OR_NEXT,
        "partners": Late.NEXT,
        "heats": Late.NO_WAY,
    }
    assert in_rounds({"kind": "danish", "groups": 2}).late is Late.NEXT
    two = [{"kind": "mitchell", "rounds": 2}, {"kind": "danish", "rounds": 2, "from": {"carries": True}}]
    assert format_of({"kind": "stages", "stages": two}).late is Late.RESTS
    assert format_of({"kind": "knockout"}).late is Late.BYE
    assert format_of({"kind": "tables"}).late is Late.CHAIR


# R-TIE-05
def test_a_difference_is_shown_where_there_is_one() -> None:
    groups, heats = ({"kind": kind, "ranking": "three_points"} for kind in ("groups", "heats"))
    assert in_rounds(groups).columns == ("played", "points", "record", "difference", "scored")
    assert in_rounds({"kind": "heats"}).columns == ("played", "points", "record", "scored")
    # Where it decides it is shown in any case.
    assert in_rounds(heats).columns == in_rounds(groups).columns


@pytest.mark.parametrize("kind", ["king", "partners"])
def test_a_pairing_that_no_standing_decides_has_its_reasons_too(kind: str) -> None:
    found = format_of({"kind": kind, "rounds": 3})
    assert isinstance(found, PairedFormat)
    first = found.schedule((1, 2, 3, 4, 5, 6, 7, 8))
    scores = (Score(1, vp=14), Score(2, vp=6))
    facts = Facts(entrants(8), first, tuple([Result(each, scores) for each in first]))
    paired = found.pair(facts)
    told = found.reasons(replace(facts, meetings=(*first, *paired.meetings)))
    assert [told[each.keys[0]] for each in paired.meetings] == list(paired.reasons)


# R-STG-01, R-STG-03
@EVERY_KIND
def test_a_format_survives_json_with_its_ranking(data: dict[str, Any]) -> None:
    usual = {"heats": BY_PLACES, "partners": BY_ROTATING}.get(data["kind"], BY_VP)
    found = in_rounds(data)
    assert (found.kind, found.ranking) == (data["kind"], usual)
    assert found.document_options() == data
    assert found.to_json() == {**data, "ranking": ranking_to_json(usual)}
    played_off = {**data, "ranking": ranking_to_json(Ranking(CHAINS["valliadi"], VALLIADI, draws=False))}
    assert in_rounds(played_off).to_json() == played_off


# R-STG-02
@EVERY_KIND
def test_only_a_format_that_is_paired_says_how_many_rounds_there_will_be(data: dict[str, Any]) -> None:
    found = in_rounds(data)
    assert found.planned_rounds == (data["rounds"] if isinstance(found, PairedFormat) else 0)
    plan = found.plan(tuple(range(1, 13)))
    assert plan.rounds == {"groups": 6}.get(data["kind"], data.get("rounds"))
    assert {table.round for table in plan.tables} == set(range(1, (1 if found.planned_rounds else plan.rounds) + 1))


@EVERY_KIND
def test_the_draw_is_swapped_and_its_first_meetings_are_named_by_position(data: dict[str, Any]) -> None:
    found = in_rounds(data)
    drawn = found.draw(entrants(12)).positions
    swapped = found.swap(drawn, Swap(0, 11, "padre e figlio"))
    assert (swapped[0], swapped[11], sorted(map(int, map(str, swapped)))) == (drawn[11], drawn[0], list(range(1, 13)))
    at_tables = [place for meeting in found.meetings(drawn) for place in meeting]
    assert len(set(at_tables)) == len(at_tables)
    assert set(at_tables) <= set(range(12))


@pytest.mark.parametrize(
    ("data", "fewest", "code"),
    [
        (DATA[0], 3, "too_few_for_groups"),
        (DATA[1], 2, "too_few_entrants"),
        (DATA[4], 2, "too_few_entrants"),
        ({"kind": "mitchell", "rounds": 1}, 2, "too_few_entrants"),
        (DATA[5], 4, "too_few_for_partners"),
        (DATA[6], 3, "heats_too_small"),
    ],
    ids=lambda data: data["kind"] if isinstance(data, dict) else None,
)
def test_too_few_are_refused_before_the_draw(data: dict[str, Any], fewest: int, code: str) -> None:
    found = in_rounds(data)
    assert found.fewest_entrants == fewest
    found.check_entrants(fewest)
    assert found.accept(fewest) == fewest
    with pytest.raises(RefusedError) as refusal:
        found.check_entrants(fewest - 1)
    assert refusal.value.code == code


@EVERY_KIND
def test_two_sit_at_a_table_and_in_heats_several(data: dict[str, Any]) -> None:
    found = in_rounds(data)
    assert found.needs_lines == ((3, 5) if data["kind"] == "heats" else (2, 2))
    assert found.uses_vp == (data["kind"] != "heats")
    # R-TIE-05: where nobody concedes, the difference would only repeat the points.
    assert ("difference" in found.columns) == ("difference" in found.ranking.columns and data["kind"] != "heats")


def test_tables_of_a_plan_can_end_level_have_their_group_and_a_rest_meets_nobody() -> None:
    tables = GroupsFormat().plan(tuple(range(1, 8))).tables
    assert [(table.round, table.position, table.group) for table in tables[:4]] == [
        (1, 0, 1),
        (1, 1, 1),
        (1, 2, 2),
        (1, 3, 2),
    ]
    assert all(table.may_draw for table in tables)
    rests = [table.slots for table in tables if Nobody() in table.slots]
    assert rests == [(FromEntrant(key), Nobody()) for key in (1, 2, 3)]
    played_off = StandingFormat(ranking=Ranking(draws=False)).plan((1, 2, 3, 4))
    assert not any(table.may_draw for table in played_off.tables)


def test_without_vp_in_the_chain_a_format_needs_none() -> None:
    assert not StandingFormat(ranking=Ranking(CHAINS["valliadi"], VALLIADI)).uses_vp


# R-DAN-01, R-STG-02
def test_the_next_round_is_paired_by_the_standings_with_their_penalties() -> None:
    danish = StandingFormat(options=StandingOptions("danish", "allowed", 3))
    played = facts("1-2 9:0, 3-4 6:0")
    assert danish.pair(played).order == (1, 3, 4, 2)
    assert danish.pair(played, {1: Deduction(vp=5)}).order == (3, 1, 4, 2)
    without = Facts(played.entrants, played.meetings, played.results, left={3: 1})
    assert danish.pair(without).order == (1, 4, 2)
    assert [meeting.keys for meeting in danish.pair(without).meetings] == [(4, 1), (2,)]


# R-DAN-01
def test_where_fewer_points_win_the_pairing_follows_these_standings_too() -> None:
    danish = StandingFormat(
        options=StandingOptions("danish", "allowed", 3), ranking=Ranking(Chain(("scored", "lot")), None)
    )
    played = facts("1-2 9:0, 3-4 6:2")
    assert danish.pair(played).order == (1, 3, 4, 2)
    assert danish.pair(played, low_wins=True).order == (2, 4, 3, 1)
    assert danish.standing(played, low_wins=True).order == (2, 4, 3, 1)
    paired = danish.pair(played, low_wins=True)
    announced = Facts(played.entrants, (*played.meetings, *paired.meetings), played.results)
    found = danish.reasons(announced, low_wins=True)
    assert [found[meeting.keys[0]] for meeting in paired.meetings] == list(paired.reasons)


# R-KNG-02, R-KNG-05
def test_a_king_is_paired_by_its_tables_and_says_in_which_order() -> None:
    king = KingFormat(options=KingOptions(3))
    assert [meeting.keys for meeting in king.schedule((4, 3, None, 2, 1))] == [(4, 3), (2, 1)]
    paired = king.pair(facts("1-2 9:0, 3-4 0:6"))
    assert (paired.order, [meeting.keys for meeting in paired.meetings]) == ((1, 4, 2, 3), [(1, 4), (2, 3)])


@pytest.mark.parametrize("rounds", [0, 31])
def test_a_king_has_1_to_30_rounds(rounds: int) -> None:
    with pytest.raises(RefusedError) as refusal:
        KingOptions(rounds)
    assert (refusal.value.code, refusal.value.field) == ("rounds_out_of_range", "rounds")


def test_table_points_in_a_chain_say_what_a_win_gives() -> None:
    with pytest.raises(RefusedError) as refusal:
        ranking_from_json({"chain": chain_to_json(CHAINS["valliadi"])})
    assert (refusal.value.code, refusal.value.field) == ("chain_needs_points", "ranking")
    assert ranking_from_json({}) == BY_VP
    assert ranking_from_json({"draws": False}) == Ranking(draws=False)


# R-STG-04
def test_entries_of_different_groups_are_compared_by_place_and_then_by_averages() -> None:
    """A group of three and one of two: the first ones before the second ones, whatever their sums."""
    found = grouped(((1, 2), 1, (6, 0)), ((1, 3), 1, (3, 0)), ((2, 3), 1, (3, 0)), ((4, 5), 2, (9, 0)))
    rows = GroupsFormat().standing(found).rows
    assert [(row.place, row.group, row.in_group.place, row.tally.key) for row in rows] == [
        (1, 2, 1, 4),
        (2, 1, 1, 1),
        (3, 1, 2, 2),
        (4, 2, 2, 5),
        (5, 1, 3, 3),
    ]
    assert not any(row.shared for row in rows)


# R-STG-04
@pytest.mark.parametrize(("low_wins", "first"), [(False, 1), (True, 3)])
def test_between_groups_the_better_points_of_the_game_count(low_wins: bool, first: int) -> None:
    found = grouped(((1, 2), 1, (9, 9)), ((3, 4), 2, (6, 6)))
    by_points = GroupsFormat(ranking=Ranking(Chain(("points", "scored", "lot")), VALLIADI))
    assert by_points.standing(found, low_wins=low_wins).order[0] == first


# R-STG-04
def test_between_groups_the_sums_of_the_ranking_count_in_its_order() -> None:
    """3 conceded fewer, and 2 scored fewer; what only opponents tell is passed over."""
    found = grouped(((1, 2), 1, (9, 4)), ((3, 4), 2, (8, 1)))
    for criteria, first in ((("conceded", "scored", "lot"), 3), (("buchholz", "scored", "conceded", "lot"), 1)):
        assert GroupsFormat(ranking=Ranking(Chain(criteria))).standing(found).order[0] == first


# R-STG-04, R-GRP-12
def test_between_groups_no_rest_counts_since_only_an_odd_group_has_them() -> None:
    """9 VP of a match are fewer than 10, whatever the rest gave."""
    found = grouped(((1, 2), 1, (9, 0)), ((3, 4), 2, (10, 0)))
    rest = Meeting(2, (1,), 1)
    found = replace(
        found, meetings=(*found.meetings, rest), results=(*found.results, Result(rest, (Score(1, vp=14),), False))
    )
    rows = GroupsFormat().standing(found).rows
    assert [row.tally.key for row in rows] == [3, 1, 2, 4]
    assert (rows[1].tally.vp, rows[1].tally.of_matches, rows[1].tally.matches) == (23, (0, 9, 0), 1)


def grouped(*tables: tuple[tuple[int, int], int, tuple[int, int]]) -> Facts:
    """Tables by their keys, their group and their points, which are the VP too, but of a draw 10."""
    results = []
    for number, (keys, group, (one, other)) in enumerate(tables, 1):
        places = (1, 1) if one == other else (1, 2)
        level = one == other
        given = tuple(
            Score(place, points, 10 if level else points) for place, points in zip(places, (one, other), strict=True)
        )
        results.append(Result(Meeting(number, keys, group), given))
    last = max(key for result in results for key in result.meeting.keys)
    return Facts(entrants(last), tuple(result.meeting for result in results), tuple(results))


# R-MIT-06, R-STG-04
def test_those_who_stay_and_those_who_move_have_an_order_of_their_own_where_it_is_chosen() -> None:
    played = facts("1-2 9:0, 3-4 6:0, 5 rests")
    for rankings, first in (("one", 1), ("two_lines", 2)):
        found = in_rounds({"kind": "mitchell", "rounds": 1, "rankings": rankings})
        rows = found.standing(played).rows
        assert sum(row.in_group.place == 1 for row in rows) == first
        assert {row.tally.key: row.group for row in rows} == {
            key: (2 - key % 2 if rankings == "two_lines" else 0) for key in range(1, 6)
        }


def test_standings_without_some_entries_keep_the_places_of_the_others() -> None:
    found = StandingFormat().standing(facts("1-2 9:0, 3-4 6:0"))
    assert [(row.place, row.tally.key) for row in found.without({3}).rows] == [(1, 1), (3, 4), (4, 2)]


def test_groups_are_those_of_the_tables_of_their_own_stage() -> None:
    found = grouped(((1, 2), 1, (6, 0)), ((3, 4), 2, (3, 0)))
    before = tuple(meeting._replace(round=-1, keys=meeting.keys[::-1]) for meeting in found.meetings)
    assert groups_in(Facts(found.entrants, (*before, *found.meetings), found.results)) == {1: (1, 2), 2: (3, 4)}


# R-TIE-14
def test_the_standings_say_why_one_is_ahead_of_another() -> None:
    found = StandingFormat().standing(facts("1-2 9:0, 3-4 6:0"))
    first, second, *_ = found.rows
    assert found.reasons(second, first) == (Reason("ahead_on_vp", {"better": "18", "worse": "15"}),)


# R-STG-32
@pytest.mark.parametrize("data", DATA[:5], ids=lambda data: data["kind"])
def test_an_odd_last_one_is_not_taken_where_that_is_chosen(data: dict[str, Any]) -> None:
    rests, refuses = format_of({**data, "odd": "rests"}), format_of({**data, "odd": "refused"})
    assert [rests.accept(count) for count in (8, 9)] == [8, 9]
    assert [refuses.accept(count) for count in (8, 9)] == [8, 8]
    # What cannot be played by one less is refused at the draw, whatever is chosen.
    fewest = refuses.fewest_entrants
    assert [refuses.accept(count) for count in (fewest - 1, fewest)] == [fewest - 1, fewest]
    assert (rests.to_json(), refuses.to_json()) == (format_of(data).to_json(), {**rests.to_json(), "odd": "refused"})
    assert format_of(refuses.to_json()) == refuses
    staged = format_of(
        {"kind": "stages", "stages": [{**data, "odd": "refused"}, {"kind": "knockout", "from": {"best": 2}}]}
    )
    assert staged.accept(9) == 8


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"kind": "danish", "odd": "triple"}, "unknown_odd"),
        ({"kind": "danish", "odd": True}, "unknown_odd"),
        ({"kind": "heats", "odd": "refused"}, "unknown_field"),
        ({"kind": "partners", "odd": "refused"}, "unknown_field"),
        ({"kind": "knockout", "odd": "refused"}, "unknown_field"),
    ],
)
def test_what_is_done_with_an_odd_number_is_one_of_two_things(data: dict[str, Any], code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        format_of(data)
    assert (refusal.value.code, refusal.value.field) == (code, "odd")
