"""A result changed after the fact: shown first, saved with a reason, as far as it reaches and no further."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.sheets import FAULT, WON, deals, enter, state
from tournaments.competition.stages.elimination_reach import Permitted
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.events.writes import rounds
from tournaments.models import AuditEntry, Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.writes import codes, corrections, scoresheets
from tournaments.timing.writes import lateness

pytestmark = pytest.mark.django_db

TURNED = deals((5, 10), (6, 11))


def correct(table: Table, content: Any, **extra: Any) -> Scoresheet:
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    data = {"reason": "Referto scambiato", "accepted": (), "seen": table.version, **extra}
    return corrections.correct_score(
        actor=make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        table_id=table.pk,
        content=content,
        **data,
    )


def preview(table: Table, content: Any) -> corrections.Consequences:
    return corrections.preview_correction(tournament=make.fresh(table.tournament), table_id=table.pk, content=content)


def played_round(entries: int = 4, **overrides: Any) -> Tournament:
    tournament = make.called(entries=entries, **overrides)
    for table in make.tables_of(tournament):
        enter(table, WON)
    return tournament


def people(table: Table) -> set[int | None]:
    return set(TableLine.objects.filter(table=table).values_list("entry_id", flat=True))


def test_before_the_next_call_a_correction_is_free_and_moves_the_winner():
    tournament = played_round()
    first = make.tables_of(tournament)[0]

    assert preview(first, TURNED).permitted is Permitted.FREE
    correct(first, TURNED)

    assert state(first) == ("done", [11, 21])
    assert first.lines.get(index=1).entry_id in people(make.tables_of(tournament, 2)[0])


def test_points_only_touch_no_other_table():
    tournament = played_round()
    make.called(tournament, round=2)
    first = make.tables_of(tournament)[0]

    found = preview(first, deals((10, 5), (12, 6)))
    correct(first, deals((10, 5), (12, 6)))

    assert (found.numbers, found.entries) == ((), [])
    assert state(first) == ("done", [22, 11])


def test_a_called_table_gets_the_other_people_and_stays_called():
    tournament = played_round()
    make.called(tournament, round=2)
    first = make.tables_of(tournament)[0]
    final = make.tables_of(tournament, 2)[0]

    correct(first, TURNED, accepted=[final.number])

    assert state(final)[0] == "called"
    assert first.lines.get(index=1).entry_id in people(final)


def test_the_codes_of_the_wrong_people_are_worth_nothing_at_their_table_any_more():
    tournament = played_round()
    make.called(tournament, round=2)
    first, final = make.tables_of(tournament)[0], make.tables_of(tournament, 2)[0]
    old = codes.code_of(final, 0)

    correct(first, TURNED, accepted=[final.number])

    assert refused(codes.open_code, old) == "code_unknown"
    assert codes.open_code(codes.code_of(Table.objects.get(pk=final.pk), 0))[0] == final


def test_what_was_written_for_the_wrong_people_is_not_read_for_the_right_ones():
    tournament = played_round()
    make.called(tournament, round=2)
    first, final = make.tables_of(tournament)[0], make.tables_of(tournament, 2)[0]
    enter(final, deals((5, 3)))

    correct(first, TURNED, accepted=[final.number])

    assert state(final) == ("called", [None, None])
    assert [sheet.status for sheet in Scoresheet.objects.filter(table=final)] == ["undone"]


def test_a_played_table_is_set_back_and_the_one_behind_it_waits_to_be_called_again():
    tournament = played_round(8)
    make.called(tournament, round=2)
    for table in make.tables_of(tournament, 2):
        enter(table, WON)
    make.called(tournament, round=3)
    first = make.tables_of(tournament)[0]
    semifinal, final = make.tables_of(tournament, 2)[0], make.tables_of(tournament, 3)[0]

    found = preview(first, TURNED)
    correct(first, TURNED, accepted=[semifinal.number, final.number])

    final.refresh_from_db()
    assert found.numbers == (semifinal.number, final.number)
    assert [one.table.number for one in found.replayed] == [semifinal.number]
    assert state(semifinal) == ("called", [None, None])
    assert (final.status, final.called_at) == ("planned", None)
    assert None in people(final)


def test_nobody_is_missing_and_no_clock_runs_at_a_table_of_other_people():
    tournament = played_round(preset="online_002", discipline="steps")
    make.called(tournament, round=2)
    first, final = make.tables_of(tournament)[0], make.tables_of(tournament, 2)[0]
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk}
    lateness.report_missing(table_id=final.pk, line=1, **where)
    final.lines.filter(index=1).update(clock_left_ms=1234)

    correct(first, make.content_for(first, 1 - first.lines.get(place=1).index), accepted=[final.number])

    lines = TableLine.objects.filter(table=final)
    assert set(lines.values_list("missing_since", "arrived_at", "clock_left_ms")) == {(None, None, None)}
    assert not tournament.deadlines.filter(fired_at=None, table=final).exists()


def test_the_event_goes_on_after_a_far_reaching_correction():
    tournament = played_round(8)
    make.called(tournament, round=2)
    for table in make.tables_of(tournament, 2):
        enter(table, WON)
    make.called(tournament, round=3)
    first = make.tables_of(tournament)[0]
    correct(first, TURNED, accepted=[table.number for table in Table.objects.filter(tournament=tournament)])

    enter(make.tables_of(tournament, 2)[0], WON)
    rounds.announce_round(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=3)
    enter(make.tables_of(tournament, 3)[0], WON)
    finished = make.finished(make.fresh(tournament))

    right = first.lines.get(index=1).entry
    assert right.final_place is not None
    assert Entry.objects.get(tournament=finished, final_place=1) == right


def test_consequences_that_nobody_saw_are_refused_and_named():
    tournament = played_round()
    make.called(tournament, round=2)
    first, final = make.tables_of(tournament)[0], make.tables_of(tournament, 2)[0]

    with pytest.raises(RefusedError) as refusal:
        correct(first, TURNED)

    assert (refusal.value.code, refusal.value.params["tables"]) == ("consequences_changed", str(final.number))
    assert state(first) == ("done", [21, 11])


def test_a_correction_leaves_a_ruling_and_an_audit_row_with_before_and_after():
    first = make.tables_of(played_round())[0]

    correct(first, TURNED)

    row = AuditEntry.objects.get(verb="score_corrected")
    assert Ruling.objects.get(kind="correction").reason == row.reason == "Referto scambiato"
    assert (row.before["points"], row.after["points"]) == ([21, 11], [11, 21])
    assert [one.status for one in Scoresheet.objects.filter(table=first)] == ["superseded", "confirmed"]


def test_a_correction_taken_back_leaves_the_result_that_it_had_replaced():
    tournament = played_round()
    first = make.tables_of(tournament)[0]
    correct(first, TURNED)
    seen = Table.objects.get(pk=first.pk).version

    scoresheets.undo_result(
        actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=first.pk, seen=seen, reason="Era giusto."
    )

    assert state(first)[0] == "done"
    sheets = Scoresheet.objects.filter(table=first).order_by("version")
    assert list(sheets.values_list("status", flat=True)) == ["confirmed", "undone"]
    winner = TableLine.objects.get(table=first, place=1)
    assert winner.index == 0
    assert winner.entry_id in people(make.tables_of(tournament, 2)[0])
    ruling = Ruling.objects.get(table=first, kind="correction")
    assert (ruling.cancel_reason, ruling.cancelled_at is not None) == ("Era giusto.", True)


def test_a_correction_needs_a_reason():
    assert refused(correct, make.tables_of(played_round())[0], TURNED, reason=" ") == "reason_missing"


def test_a_correction_of_a_table_that_moved_on_is_refused():
    first = make.tables_of(played_round())[0]

    with pytest.raises(StaleVersionError):
        correct(first, TURNED, seen=0)


def test_an_unfinished_result_corrects_nothing():
    assert refused(correct, make.tables_of(played_round())[0], deals((5, 3))) == "correction_unfinished"


# R-KO-18
def test_an_open_table_is_not_corrected():
    assert refused(correct, make.tables_of(make.called(entries=4))[0], WON) == "not_finished"


# R-KO-18
def test_a_bye_is_not_corrected():
    tournament = make.called(entries=3)

    assert refused(correct, Table.objects.get(tournament=tournament, status="bye"), WON) == "table_is_bye"


def test_a_walkover_is_not_corrected_into_a_played_match():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    participation.withdraw_entry(
        actor=make.boss_of(tournament),
        tournament_id=tournament.pk,
        entry_id=table.lines.get(index=0).entry_id,
        reason="Malata",
    )

    assert refused(correct, table, WON) == "line_withdrawn"


def test_a_finished_event_is_reopened_before_it_is_corrected():
    assert refused(correct, make.tables_of(make.finished(entries=4))[0], TURNED) == "not_running"


def test_a_forfeit_corrected_away_cancels_its_ruling_and_those_behind_it():
    tournament = make.called(entries=4, preset="online_002")
    first, second = make.tables_of(tournament)
    enter(first, {**deals((5, 3)), "forfeit": FAULT}, reason="Via")
    enter(second, deals((6, 3), (5, 2)))
    make.called(tournament, round=2)
    final = make.tables_of(tournament, 2)[0]
    enter(final, {**deals((5, 3)), "forfeit": FAULT}, reason="Via anche loro")

    correct(first, deals((3, 6), (3, 5)), accepted=[final.number])

    assert {one.cancelled_at is None for one in Ruling.objects.filter(kind="forfeit")} == {False}
    assert state(final) == ("called", [None, None])


def test_a_result_corrected_into_a_forfeit_is_a_ruling_too():
    tournament = make.called(entries=4, preset="online_002")
    first = make.tables_of(tournament)[0]
    enter(first, deals((6, 3), (5, 2)))

    correct(first, {**deals((6, 3)), "forfeit": {**FAULT, "offenders": [0]}})

    assert Ruling.objects.get(kind="forfeit").entry == first.lines.get(index=0).entry
    assert first.lines.get(place=1).index == 1


def test_in_an_event_drawn_afresh_the_right_winner_takes_the_seat():
    tournament = played_round(format={"redraw": True})
    make.draw_again(tournament)
    make.called(tournament, round=2)
    first, final = make.tables_of(tournament)[0], make.tables_of(tournament, 2)[0]

    found = preview(first, TURNED)
    correct(first, TURNED, accepted=[final.number])

    assert found.numbers == (final.number,)
    assert first.lines.get(index=1).entry_id in people(final)
    assert first.lines.get(index=0).entry_id not in people(final)


def test_in_an_event_drawn_afresh_nobody_wins_a_table_that_sent_nobody_on():
    tournament = make.called(entries=6, preset="online_002", format={"redraw": True})
    both_lost, *others = make.tables_of(tournament)
    enter(both_lost, {"games": [], "forfeit": {**FAULT, "offenders": [0, 1], "moment": "not_started"}})
    for table in others:
        make.play(table)
    make.draw_again(tournament)

    assert refused(correct, both_lost, make.content_for(both_lost, 0)) == "draw_outdated"
    assert both_lost.lines.filter(place=1).count() == 0
