"""Events in which everybody plays in each round: drawn, paired, played, corrected and closed."""

from collections import Counter
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import LEVEL, drawn, pair, play, played_out, rests
from tournaments.backups.verifying.events import violations_of
from tournaments.draw.writes import pairings
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.events.writes import closing
from tournaments.models import Table
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.writes import corrections, scoresheets

pytestmark = pytest.mark.django_db


def test_a_danish_is_paired_round_after_round_and_closed_by_its_standings() -> None:
    """R-STG-01, R-STG-02: everybody plays or rests in every round, and the standings of the last are the places."""
    event = played_out(drawn("danish", rounds=4, rematches="not_in_a_row"), 4)
    keys = sorted(event.entries.values_list("pk", flat=True))
    assert len(rests(event)) == 4
    assert max(rests(event).values()) == 1
    rows = all_standings(event)
    assert [row.place for row in rows] == list(range(1, 10))
    assert rows[0].entry == keys[0]
    assert all(row.is_certain for row in rows)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
    assert dict(event.entries.values_list("pk", "final_place")) == {row.entry: row.place for row in rows}


def test_a_round_is_paired_when_the_one_before_is_over_and_no_more_than_were_planned() -> None:
    """R-STG-02."""
    event = drawn("swiss", rounds=2)
    with pytest.raises(RefusedError, match="round_unfinished"):
        pair(event)
    event = played_out(event, 2)
    with pytest.raises(RefusedError, match="all_rounds_paired"):
        pair(event)
    with pytest.raises(RefusedError, match="not_paired_by_standing"):
        pair(make.drawn())


def test_a_pairing_is_taken_back_until_it_is_called() -> None:
    event = drawn("danish", entries=8, rounds=3)
    where: dict[str, Any] = {
        "actor": make.boss_of(event),
        "tournament_id": event.pk,
        "reason": "Un risultato era sbagliato",
    }
    with pytest.raises(RefusedError, match="nothing_paired"):
        pairings.unpair_round(**where)
    play(event, 1)
    pair(event)
    pairings.unpair_round(**where)
    assert event.rounds.count() == 1
    pair(event)
    make.called(event, round=2)
    with pytest.raises(RefusedError, match="tables_called"):
        pairings.unpair_round(**where)


def test_in_groups_everybody_meets_everybody_and_places_go_group_by_group() -> None:
    """R-STG-04: the first of each group come before the second ones."""
    event = played_out(drawn("groups", entries=10, size=4), 3)
    met = Counter(
        tuple(sorted(table.lines.values_list("entry_id", flat=True)))
        for table in event.tables.exclude(status=Table.Status.BYE)
    )
    assert set(met.values()) == {1}
    rows = all_standings(event)
    assert [row.stage.in_group.place for row in rows if row.stage] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4]
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []


def test_a_match_that_ends_level_is_a_draw_where_nobody_leaves() -> None:
    """R-STG-03: both lines have the first place, and the VP of a draw."""
    event = drawn("danish", entries=4, rounds=1)
    make.called(event)
    table, other = make.tables_of(event)
    make.enter(table, LEVEL)
    assert list(table.lines.values_list("place", "vp")) == [(1, 10), (1, 10)]
    make.play(other)
    assert all_standings(make.fresh(event))[0].vp > 10


def test_a_corrected_result_moves_the_standings_and_leaves_the_announced_pairing() -> None:
    """R-STG-07."""
    event = drawn("danish", entries=4, rounds=2)
    play(event, 1)
    pair(event)
    seats = list(event.tables.filter(round__number=2).values_list("number", "lines__entry"))
    table = make.tables_of(event)[0]
    other = table.lines.get(place=2).index
    before = {row.entry: row.vp for row in all_standings(event)}
    found = corrections.preview_correction(tournament=event, table_id=table.pk, content=make.content_for(table, other))
    assert found.tables == []
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        content=make.content_for(table, other),
        seen=make.tables_of(event)[0].version,
        reason="Scritto al contrario",
    )
    assert list(event.tables.filter(round__number=2).values_list("number", "lines__entry")) == seats
    assert before != {row.entry: row.vp for row in all_standings(event)}


def test_once_the_next_round_is_called_no_result_before_it_is_undone() -> None:
    """R-STG-24: it was paired from their standings; a result can still be corrected."""
    event = drawn("danish", entries=4, rounds=2)
    play(event, 1)
    pair(event)
    table = make.tables_of(event)[0]
    act: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk, "reason": "Era sbagliato"}
    make.called(event, round=2)
    with pytest.raises(RefusedError, match="next_table_called"):
        scoresheets.undo_result(**act, table_id=table.pk, seen=table.version)


def test_who_leaves_is_not_paired_again_and_keeps_what_they_played() -> None:
    """R-STG-05."""
    event = drawn("danish", entries=6, rounds=3)
    play(event, 1)
    gone = event.entries.order_by("pk")[0]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    pair(event)
    assert gone.pk not in event.tables.filter(round__number=2).values_list("lines__entry", flat=True)
    assert next(row for row in all_standings(event) if row.entry == gone.pk).vp > 10


def test_in_groups_the_rounds_to_come_count_when_they_are_called() -> None:
    """R-STG-06: neither the rest nor the match against who has left."""
    event = drawn("groups", entries=5, size=5)
    play(event, 1)
    stays, gone = event.entries.order_by("pk")[:2]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    tables = {row.entry: row.stage.tally.tables for row in all_standings(event) if row.stage}
    assert set(tables.values()) == {1}
    assert stays.pk in tables


@pytest.mark.parametrize(
    ("options", "entries"),
    [({"kind": "mitchell", "rounds": 3}, 9), ({"kind": "king", "rounds": 3}, 7), ({"kind": "swiss", "rounds": 3}, 8)],
)
def test_every_movement_is_played_to_its_end_and_closed(options: dict[str, Any], entries: int) -> None:
    """R-STG-01: in every round each entry has one table."""
    event = played_out(make.drawn(make.closed(entries=entries, preset="online_002", format=options)), 3)
    for number in (1, 2, 3):
        lines = event.tables.filter(round__number=number, lines__entry__isnull=False)
        seated = Counter(lines.values_list("lines__entry", flat=True))
        assert (len(seated), max(seated.values())) == (entries, 1)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []


def test_heats_give_points_for_the_places_at_tables_of_several(penalty: str) -> None:
    """R-STG-01: 10, 6, 3 and 1 points; the one with fewer penalty points goes first where these are level."""
    event = make.tables(penalty, entries=8, format={"kind": "heats", "rounds": 2})
    for number in (1, 2):
        make.called(event, round=number)
        for table in make.tables_of(event, number):
            make.enter(table, make.ended(table))
    rows = all_standings(make.fresh(event))
    assert sum(row.stage.tally.points for row in rows if row.stage) == 4 * 20
    assert rows[0].place == 1
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []


def test_what_was_shown_is_paired_or_nothing() -> None:
    """R-STG-08."""
    event = drawn("danish", entries=4, rounds=3)
    play(event, 1)
    where: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk}
    shown = make.fresh(event).version
    pairings.pair_round(seen=shown, **where)
    with pytest.raises(StaleVersionError):
        pairings.pair_round(seen=shown, **where)
    assert event.rounds.count() == 2


def test_with_one_entry_left_the_event_is_over() -> None:
    """R-STG-09."""
    event = drawn("danish", entries=4, rounds=3)
    play(event, 1)
    for gone in event.entries.order_by("pk")[1:]:
        participation.withdraw_entry(
            actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="A casa"
        )
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
