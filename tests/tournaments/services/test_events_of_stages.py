"""Events of several stages: groups that lead to a knockout, a Danish that goes on with what was played before."""

from copy import deepcopy
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.evenings import BOTH_AT_FAULT
from tests.tournaments.services.rounds import pair
from tests.tournaments.services.stages import DANISH, GROUPS, KNOCKOUT, close, event_of, play_rounds
from tournaments.competition.stages.version import VERSION
from tournaments.discipline.writes import penalties
from tournaments.draw.writes import pairings
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.reads.events import progress_of
from tournaments.events.reads.rounds import rounds_in, to_pair
from tournaments.events.words.by_format import stage_of
from tournaments.events.writes import copying
from tournaments.hall.reads import screen
from tournaments.jobs.reads.event_tables import final_standings
from tournaments.jobs.shown.documents import offered_documents
from tournaments.models import TableLine, Tournament
from tournaments.standings.reads.groups import groups
from tournaments.standings.reads.standings import all_standings, standings
from tournaments.standings.words.stage_tables import stage_tables
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db


def documents_of(event: Tournament) -> set[str]:
    return {paper["what"] for each in offered_documents(event) for paper in each["papers"]}


def test_the_first_two_of_each_group_cross_in_a_knockout_and_all_others_keep_their_place_behind_them() -> None:
    """R-STG-21, R-STG-22: the final places are those of the knockout, then those of the groups."""
    event = event_of(GROUPS, KNOCKOUT)
    with pytest.raises(RefusedError, match="round_unfinished"):
        pair(event)
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    assert (event.rounds.count(), int(rounds_in(event))) == (6, 6)
    first = event.tables.filter(round__number=4, status="planned")
    groups = {key: group for group, key in event.tables.filter(group__gt=0).values_list("group", "lines__entry")}
    for table in first:
        one, other = table.lines.values_list("entry_id", flat=True)
        assert groups[one] != groups[other]
    play_rounds(event, 4, 5, 6)
    places = close(event)
    assert sorted(place or 0 for place in places.values()) == list(range(1, 13))
    assert places[min(places)] == 1
    with pytest.raises(RefusedError, match="not_running"):
        pair(make.fresh(event))


def test_where_the_final_had_no_winner_nobody_shares_a_place_with_who_lost_it() -> None:
    """R-STG-22."""
    event = event_of({"kind": "mitchell", "rounds": 1}, {"kind": "knockout", "from": {"best": 2}}, entries=4)
    play_rounds(event, 1)
    event = pair(event)
    make.called(event, round=2)
    make.enter(make.tables_of(event, 2)[0], {"games": [], "forfeit": BOTH_AT_FAULT})
    assert [(row.place, row.is_shared) for row in all_standings(make.fresh(event))][2:] == [(4, False), (5, False)]
    close(event)


def test_groups_by_points_lead_to_a_knockout() -> None:
    """R-STG-21: the Valliadi's three points a win need no VP, and neither does the knockout."""
    event = event_of({**GROUPS, "ranking": "valliadi"}, KNOCKOUT)
    assert event.vp_scale is None
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    play_rounds(event, 4, 5, 6)
    assert sorted(place or 0 for place in close(event).values())[:4] == [1, 2, 3, 4]


def test_a_number_that_cannot_play_the_next_stage_is_refused_at_the_draw() -> None:
    """R-STG-24"""
    with pytest.raises(RefusedError, match="bad_first_of_group"):
        event_of(GROUPS, {**KNOCKOUT, "from": {"first": 4}}, entries=10)


def test_a_danish_goes_on_with_the_results_of_the_groups() -> None:
    """R-STG-23: Portomatto's evening, groups and one Danish round."""
    event = event_of(GROUPS, DANISH, entries=8)
    play_rounds(event, 1, 2, 3)
    before = {row.entry: row.vp for row in all_standings(event)}
    event = pair(event)
    play_rounds(event, 4)
    after = {row.entry: row.vp for row in all_standings(event)}
    assert all(after[key] >= before[key] for key in before)
    assert sum(after.values()) == sum(before.values()) + 4 * 20
    assert sorted(place or 0 for place in close(event).values()) == list(range(1, 9))


def test_who_has_left_does_not_come_to_the_next_stage() -> None:
    event = event_of(GROUPS, KNOCKOUT)
    play_rounds(event, 1, 2, 3)
    gone = event.entries.order_by("pk")[0]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = pair(event)
    assert gone.pk not in event.tables.filter(round__number=4).values_list("lines__entry", flat=True)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ([GROUPS], "bad_number_of_stages"),
        ([KNOCKOUT, GROUPS], "knockout_is_last"),
        ([GROUPS, {**KNOCKOUT, "redraw": True}], "knockout_of_stage_is_plain"),
        ([GROUPS, {**DANISH, "from": {"first": 1, "carries": True}}], "carried_by_everybody"),
        ([GROUPS, {"kind": "tables"}], "no_stage"),
        ([GROUPS, {**KNOCKOUT, "from": {"first": 5000}}], "bad_number_going_on"),
        ([{**GROUPS, "from": {"first": 2}}, KNOCKOUT], "first_stage_takes_all"),
        ([{**GROUPS, "from": {"best": 8}}, KNOCKOUT], "first_stage_takes_all"),
        ([{**GROUPS, "from": {"carries": True}}, KNOCKOUT], "carried_by_everybody"),
        (
            [{**GROUPS, "ranking": "three_points"}, {"kind": "heats", "from": {"carries": True}}],
            "carried_between_alike",
        ),
    ],
)
def test_stages_that_cannot_follow_each_other_are_refused_in_words(parts: list[dict[str, Any]], code: str) -> None:
    """R-STG-21."""
    with pytest.raises(RefusedError, match=code):
        event_of(*parts)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ([GROUPS, {**KNOCKOUT, "from": {"first": 5}}], "bad_first_of_group"),
        ([GROUPS, {**KNOCKOUT, "from": {"best": 1}}], "too_few_go_on"),
        ([{"kind": "mitchell", "rankings": "two_lines"}, {**KNOCKOUT, "from": {"first": 5}}], "bad_first_of_group"),
        ([GROUPS, {"kind": "groups", "from": {"first": 1}}], "too_few_for_groups"),
    ],
)
def test_a_draw_with_which_a_later_stage_could_not_begin_is_refused(parts: list[dict[str, Any]], code: str) -> None:
    """R-STG-21."""
    with pytest.raises(RefusedError, match=code):
        event_of(*parts, entries=8)


def test_a_group_that_lost_most_of_its_people_keeps_nobody_else_from_going_on() -> None:
    event = event_of(GROUPS, KNOCKOUT, entries=8)
    play_rounds(event, 1, 2, 3)
    group = event.entries.filter(pk__in=event.tables.filter(group=1).values("lines__entry"))
    for gone in list(group)[:3]:
        actor = make.boss_of(event)
        participation.withdraw_entry(actor=actor, tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = pair(event)
    assert TableLine.objects.filter(table__round__number=4, entry__isnull=False).count() == 3


def test_the_best_of_all_go_on_where_no_group_has_places_of_its_own() -> None:
    """R-STG-21: sixteen of thirty-four after three rounds."""
    event = event_of({"kind": "swiss", "rounds": 2}, {"kind": "knockout", "from": {"best": 4}}, entries=9)
    play_rounds(event, 1)
    pairings.pair_round(actor=make.boss_of(event), tournament_id=event.pk)
    play_rounds(event, 2)
    best = [row.entry for row in all_standings(event)[:4]]
    event = pair(event)
    seated = event.tables.filter(round__number=3).values_list("lines__entry", flat=True)
    assert sorted(key for key in seated if key) == sorted(best)


def test_a_stage_is_taken_back_until_it_is_called() -> None:
    event = event_of(GROUPS, KNOCKOUT)
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Un risultato era sbagliato")
    assert event.rounds.count() == 3
    pair(event)


def test_each_stage_has_a_ranking_that_suits_the_game(penalty: str) -> None:
    """R-RNK-02: a game without VP has the first that it can be played by, and another one is refused."""
    parts = [GROUPS, {**DANISH, "from": {}}, KNOCKOUT]
    event = make.event(game=penalty, preset="club", format={"kind": "stages", "stages": parts})
    points = [part.get("ranking", {}).get("points", {}).get("win") for part in event.format["stages"]]
    assert (points, event.vp_scale) == ([3, 3, None], None)
    wrong = [GROUPS, {**DANISH, "ranking": "vp"}]
    with pytest.raises(RefusedError, match="ranking_unfit"):
        make.event(game=penalty, preset="club", format={"kind": "stages", "stages": wrong})


def test_a_knockout_follows_groups_that_count_no_vp() -> None:
    """R-STG-21."""
    event = event_of({**GROUPS, "ranking": "three_points"}, KNOCKOUT, entries=8)
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    play_rounds(event, 4, 5)
    assert event.vp_scale is None
    assert sorted(place or 0 for place in close(event).values()) == list(range(1, 9))


def test_who_came_late_to_the_first_stage_is_paired_in_its_next_round() -> None:
    event = event_of({"kind": "danish", "rounds": 3}, {"kind": "knockout", "from": {"best": 4}}, entries=8)
    play_rounds(event, 1)
    late = participation.enter_late(actor=make.boss_of(event), tournament_id=event.pk, new=make.names(90))
    event = pair(event)
    assert late.pk in event.tables.filter(round__number=2).values_list("lines__entry", flat=True)


def test_between_two_rounds_of_the_last_stage_its_places_are_not_certain() -> None:
    event = event_of(GROUPS, {"kind": "danish", "rounds": 3, "from": {"first": 2}})
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    play_rounds(event, 4)
    rows = all_standings(event)
    assert [row.is_certain for row in rows] == [False] * 6 + [True] * 6
    with pytest.raises(RefusedError, match="rounds_missing"):
        close(event)


def test_with_one_entry_left_in_the_last_stage_the_event_is_over() -> None:
    """R-STG-09."""
    event = event_of(GROUPS, {"kind": "danish", "rounds": 3, "from": {"best": 2}}, entries=8)
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    play_rounds(event, 4)
    second = all_standings(event)[1].entry
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=second, reason="Sta male")
    assert to_pair(event, event.rounds.get(number=4)) == 0
    assert sorted(place or 0 for place in close(event).values()) == list(range(1, 9))


def test_once_the_next_stage_is_called_no_table_before_it_opens_again() -> None:
    """R-STG-24: neither by an undo nor by the return of who had left, whose tables were walkovers."""
    event = event_of(GROUPS, KNOCKOUT)
    play_rounds(event, 1)
    gone = event.entries.order_by("-pk")[0]
    act: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "reason": "Sta male"}
    participation.withdraw_entry(**act, entry_id=gone.pk)
    for number in (2, 3):
        make.called(event, round=number)
        for table in event.tables.filter(round__number=number, status="called"):
            make.play(table)
    event = pair(event)
    make.called(event, round=4)
    with pytest.raises(RefusedError, match="next_table_called"):
        participation.reinstate_entry(**act, entry_id=gone.pk)
    table = next(table for table in make.tables_of(event, 1) if not table.lines.filter(entry=gone).exists())
    with pytest.raises(RefusedError, match="next_table_called"):
        scoresheets.undo_result(**act, table_id=table.pk, seen=table.version)


@pytest.mark.parametrize("at_table", [True, False])
def test_a_penalty_counts_in_its_stage_alone(at_table: bool) -> None:
    """R-STG-25: who paid in the groups does not pay again in the final."""
    event = event_of(GROUPS, {"kind": "danish", "rounds": 1, "from": {"first": 2}})
    play_rounds(event, 1, 2, 3)
    best = all_standings(event)[0]
    table = event.tables.filter(round__number=1, lines__entry=best.entry)[0] if at_table else None
    act: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": best.entry}
    act |= {"kind": "vp", "value": 1, "reason": "Ritardo"}
    penalties.give_penalty(**act, table_id=table.pk if table is not None else None)
    paid = {row.entry: row.vp for row in all_standings(event)}
    assert paid[best.entry] == best.vp - 1
    event = pair(event)
    play_rounds(event, 4)
    got = dict(event.tables.filter(round__number=4).values_list("lines__entry", "lines__vp"))
    assert {row.entry: row.vp for row in all_standings(event)}[best.entry] == got[best.entry]
    penalties.give_penalty(**act)
    assert {row.entry: row.vp for row in all_standings(event)}[best.entry] == (got[best.entry] or 0) - 1


def test_who_did_not_come_to_the_knockout_reached_the_last_round_of_the_groups() -> None:
    event = event_of(GROUPS, KNOCKOUT)
    play_rounds(event, 1, 2, 3)
    assert "bracket-a4" not in documents_of(event)
    event = pair(event)
    assert "bracket-a4" in documents_of(event)
    play_rounds(event, 4)
    assert [row.round for row in all_standings(event)[6:]] == [3] * 6
    shown = screen(event, progress_of(event)).bracket
    assert [{card.round for card in column} for column in shown] == [{4}, {5}, {6}]


def test_groups_that_follow_groups_are_shown_alone_and_who_did_not_come_is_in_none_of_them() -> None:
    event = event_of(GROUPS, {"kind": "groups", "size": 4, "from": {"first": 2}}, entries=16)
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    play_rounds(event, 4)
    found = groups(event).groups
    assert [(len(group.rows), {card.round for card in group.cards}) for group in found] == [(4, {4, 5, 6})] * 2
    rows = standings(event, by_group=True).rows
    assert [row.stage.group for row in rows if row.stage] == [1] * 4 + [2] * 4 + [0] * 8
    stage = stage_of(event)
    assert stage is not None
    last = stage_tables(event, stage, rows)[-1]
    assert (last.title, last.reasons) == ("", [])
    assert [row.stage.in_group.place for row in rows[8:] if row.stage] == [row.place for row in rows[8:]]


def test_the_exported_standings_have_the_columns_of_the_last_stage() -> None:
    two = {"ranking": "two_points"}
    event = event_of({**GROUPS, **two}, {"kind": "danish", "rounds": 1, "from": {"first": 2}, **two})
    play_rounds(event, 1, 2, 3)
    event = pair(event)
    play_rounds(event, 4)
    titles, *rows = final_standings(event)
    assert "VP" not in titles
    assert {len(row) for row in rows} == {len(titles)}


def test_an_event_keeps_the_rule_of_pairing_that_it_began_with() -> None:
    """R-STG-31: a new event and a copy have that of today; one of an earlier release goes on with its own."""
    event = event_of(GROUPS, {**DANISH, "from": {"carries": True}})
    assert event.format["stages"][1]["version"] == VERSION
    before = deepcopy(event.format)
    del before["stages"][1]["version"]
    Tournament.objects.filter(pk=event.pk).update(format=before)
    play_rounds(event, 1, 2, 3)
    event = pair(make.fresh(event))
    assert event.format == before
    copy = copying.copy_tournament(
        actor=make.where(event)["actor"], source=event, name="Di nuovo", starts_at=event.starts_at
    )
    assert copy.format == {**before, "stages": [before["stages"][0], {**before["stages"][1], "version": VERSION}]}
