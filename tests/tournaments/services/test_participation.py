"""Who leaves and who comes once the draw is out, and the warnings; the clock and the codes of the hall."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.sheets import deals, enter, state
from tournaments.entries.writes import participation
from tournaments.entries.writes.entries import label_of
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, rounds
from tournaments.models import AuditEntry, Deadline, Entry, Round, Ruling, Table, TableLine, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.writes import codes
from tournaments.timing.reads import clock_of_round, ends_at
from tournaments.timing.writes import clocks
from tournaments.upkeep.writes import firing, sweeping

pytestmark = pytest.mark.django_db


def leave(tournament: Tournament, entry: Entry | None, reason: str = "Malata") -> Entry:
    assert entry is not None
    return participation.withdraw_entry(
        actor=make.boss_of(tournament), tournament_id=tournament.pk, entry_id=entry.pk, reason=reason
    )


def come_back(tournament: Tournament, entry: Entry, reason: str = "Guarita") -> Entry:
    return participation.reinstate_entry(
        actor=make.boss_of(tournament), tournament_id=tournament.pk, entry_id=entry.pk, reason=reason
    )


def late(tournament: Tournament, number: int = 90) -> Entry:
    return participation.enter_late(actor=make.boss_of(tournament), tournament_id=tournament.pk, new=make.names(number))


def seats(table: Table) -> list[str]:
    rows = TableLine.objects.filter(table=table).select_related("entry").order_by("index")
    return [str(line.entry) if line.entry else "nobody" if line.is_nobody else "?" for line in rows]


def test_who_withdraws_loses_by_walkover_and_the_other_goes_on():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    gone, stays = table.lines.order_by("index")

    leave(tournament, gone.entry)

    gone.refresh_from_db()
    stays.refresh_from_db()
    assert state(table)[0] == "done"
    assert (table.ending, stays.place, stays.vp, gone.vp) == ("walkover", 1, 14, 0)
    assert str(stays.entry) in seats(make.tables_of(tournament, 2)[0])


def test_an_entry_that_withdraws_later_keeps_its_results():
    tournament = make.called(entries=4)
    first, second = make.tables_of(tournament)
    make.play(first)
    make.play(second)

    leave(tournament, first.lines.get(place=1).entry)

    final = make.tables_of(tournament, 2)[0]
    assert state(first)[0] == "done"
    assert (final.status, final.ending) == ("done", "walkover")
    assert final.lines.get(place=1).entry == second.lines.get(place=1).entry


def test_when_both_lines_of_a_table_leave_the_line_across_the_bracket_wins_the_next_by_walkover():
    tournament = make.called(entries=4)
    first, second = make.tables_of(tournament)
    for line in first.lines.order_by("index"):
        leave(tournament, line.entry)

    make.play(second)

    final = make.tables_of(tournament, 2)[0]
    assert (final.status, final.ending) == ("done", "walkover")
    assert final.lines.get(place=1).entry == second.lines.get(place=1).entry


def test_in_the_middle_of_a_match_the_abandonment_comes_first():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    enter(table, deals((5, 3)))

    assert refused(leave, tournament, table.lines.get(index=0).entry) == "match_running"


def test_leaving_needs_a_reason_and_happens_once():
    tournament = make.called(entries=4)
    entry = make.tables_of(tournament)[0].lines.get(index=0).entry

    found = [refused(leave, tournament, entry, " ")]
    leave(tournament, entry)
    found.append(refused(leave, tournament, entry))

    assert found == ["reason_missing", "already_withdrawn"]


def test_nobody_leaves_an_event_that_is_not_running():
    tournament = make.knockout(entries=2)

    assert refused(leave, tournament, Entry.objects.filter(tournament=tournament).first()) == "not_running"


def test_a_withdrawal_is_cancelled_and_the_match_is_played_after_all():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    before = seats(table)
    entry = leave(tournament, table.lines.get(index=0).entry)

    come_back(tournament, entry)

    assert state(table) == ("called", [None, None])
    assert (seats(table), seats(make.tables_of(tournament, 2)[0])[0]) == (before, "?")
    assert Ruling.objects.get(kind="withdrawal").cancel_reason == "Guarita"


def test_coming_back_undoes_a_chain_of_walkovers_from_its_first_table():
    tournament = make.called(entries=4, format={"third_place": True})
    first, second = make.tables_of(tournament)
    make.play(second)
    entry = leave(tournament, first.lines.get(index=0).entry)
    third = Table.objects.get(tournament=tournament, section="third")
    lost = third.ending

    come_back(tournament, entry)

    third.refresh_from_db()
    assert lost == "walkover"
    assert (third.status, third.ending) == ("planned", "")
    assert entry.label not in seats(third)
    make.play(first)
    assert "?" not in seats(Table.objects.get(pk=third.pk))


def test_who_comes_back_to_an_opponent_who_left_goes_on():
    tournament = make.called(entries=4)
    first = make.tables_of(tournament)[0]
    one, other = (line.entry for line in first.lines.order_by("index"))
    leave(tournament, one)
    leave(tournament, other)

    come_back(tournament, Entry.objects.get(pk=one.pk))

    assert first.lines.get(index=0).place == 1
    assert one.label in seats(make.tables_of(tournament, 2)[0])


def test_nobody_comes_back_once_the_next_table_is_called():
    tournament = make.called(entries=4)
    first, second = make.tables_of(tournament)
    entry = leave(tournament, first.lines.get(index=0).entry)
    make.play(second)
    make.called(tournament, round=2)

    assert refused(come_back, tournament, entry) == "next_table_called"


def test_coming_back_needs_a_reason_and_a_withdrawal():
    tournament = make.called(entries=4)
    entry = make.tables_of(tournament)[0].lines.get(index=0).entry

    assert [refused(come_back, tournament, entry, " "), refused(come_back, tournament, entry)] == [
        "reason_missing",
        "not_withdrawn",
    ]


# R-KO-21
def test_a_late_entry_plays_the_line_that_had_a_bye():
    tournament = make.called(entries=3)
    bye = Table.objects.get(tournament=tournament, status="bye")
    slip = codes.code_of(bye, 0)

    entry = late(tournament)

    bye.refresh_from_db()
    assert entry.is_late
    assert entry.label in seats(bye)
    assert (bye.status, bye.hall_number, bye.called_at is not None) == ("called", 2, True)
    assert "?" in seats(make.tables_of(tournament, 2)[0])
    assert refused(codes.open_code, slip) == "code_unknown"


# R-KO-21
def test_a_late_entry_takes_nothing_of_a_line_that_left():
    tournament = make.called(entries=7)
    played, *_others = make.tables_of(tournament)
    bye = Table.objects.get(tournament=tournament, status="bye")
    gone = [leave(tournament, played.lines.get(index=0).entry), leave(tournament, bye.lines.get(place=1).entry)]
    before = [(seats(table), state(table)) for table in (played, bye)]

    assert refused(late, tournament) == "no_place_left"
    assert [(seats(table), state(table)) for table in (played, bye)] == before

    make.played_out(tournament)
    closing.finish_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk)
    final = {row.entry: row.is_withdrawn for row in all_standings(make.fresh(tournament))}
    assert [key for key, is_withdrawn in final.items() if is_withdrawn] == [entry.pk for entry in reversed(gone)]


# R-KO-21
def test_nobody_comes_once_the_second_round_has_begun():
    tournament = make.called(entries=6)
    make.play_round(tournament)
    second = make.tables_of(tournament, 2)
    rounds.call_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=second[0].pk)

    assert refused(late, tournament) == "no_place_left"

    redrawn = make.called(entries=6, format={"redraw": True})
    make.play_round(redrawn)
    make.drawn(make.fresh(redrawn))
    assert refused(late, redrawn) == "no_place_left"


# R-DBL-10
@pytest.mark.parametrize("chance", ["double", "repechage"])
def test_nobody_comes_late_to_double_elimination(chance):
    tournament = make.called(entries=7, format={"second_chance": chance})
    assert refused(late, tournament) == "no_late_second_chance"


# R-KO-21
def test_nobody_takes_a_bye_behind_which_a_table_was_settled():
    tournament = make.called(entries=7)
    bye = Table.objects.get(tournament=tournament, status="bye")
    behind = bye.feeds.get().table
    rival = Table.objects.get(feeds__table=behind, status="called")
    make.play(rival)
    leave(tournament, rival.lines.get(place=1).entry)
    assert state(behind)[0] == "done"

    assert refused(late, tournament) == "no_place_left"
    assert state(behind)[0] == "done"


# R-KO-21
def test_a_preview_names_the_table_and_the_people_and_what_has_moved_is_refused():
    tournament = make.called(entries=6)
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk}
    byes = list(Table.objects.filter(tournament=tournament, status="bye").order_by("number"))

    found = participation.preview_late(new=make.names(90), **where)

    rests = [str(line.entry) for line in byes[0].lines.all() if line.entry]
    before, after = found.at.before, found.at.after
    assert (found.table, list(before.people), before.is_over) == (byes[0].number, rests, True)
    assert (after.hall_number, after.people, after.is_over) == (3, (*rests, label_of(make.names(90).people)), False)
    assert not Entry.objects.filter(tournament=tournament, is_late=True).exists()

    late(tournament, 91)
    with pytest.raises(RefusedError, match="late_place_moved"):
        participation.enter_late(new=make.names(90), table=found.table, **where)
    entry = participation.enter_late(new=make.names(90), table=byes[1].number, **where)
    assert entry.label in seats(byes[1])


def test_without_a_bye_there_is_no_place_for_a_late_entry():
    assert refused(late, make.called(entries=4)) == "no_place_left"


def test_a_bye_whose_next_table_is_called_is_no_place_any_more():
    tournament = make.called(entries=3)
    make.play(make.tables_of(tournament)[0])
    make.called(tournament, round=2)

    assert refused(late, tournament) == "no_place_left"


def test_a_foreign_entry_is_not_touched():
    tournament, other = make.called(entries=4), make.called(entries=2)
    foreign = Entry.objects.filter(tournament=other).first()

    assert refused(leave, tournament, foreign) == "entry_missing"


# The clock


def clock(tournament: Tournament, **extra: Any) -> Round:
    return clocks.start_clock(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=1, **extra)


def test_the_clock_calls_time_once_when_it_is_due():
    tournament = make.called(entries=4)
    round_ = clock(tournament, minutes=30)
    deadline = Deadline.objects.get(round=round_)
    early, due = timezone.now() + timedelta(minutes=29), timezone.now() + timedelta(minutes=31)

    fired = [firing.fire_deadline(deadline_id=deadline.pk, now=now) for now in (early, due, due)]

    round_.refresh_from_db()
    assert fired == [False, True, False]
    assert round_.time_called_at == due
    assert ends_at(clock_of_round(round_)) == deadline.due_at
    assert AuditEntry.objects.get(verb="time_called").actor_label == "Settebello"


def test_the_sweeper_finds_what_is_due():
    tournament = make.called(entries=4)
    clock(tournament)
    Deadline.objects.update(due_at=timezone.now() - timedelta(seconds=1))

    assert [sweeping.sweep(), sweeping.sweep()] == [1, 0]


def test_the_clock_is_taken_back_and_started_afresh():
    tournament = make.called(entries=4)
    clock(tournament)

    stopped = clocks.stop_clock(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=1)

    assert ends_at(clock_of_round(stopped)) is None
    assert not Deadline.objects.exists()
    assert clock(tournament, minutes=45).clock_minutes == 45


def test_the_clock_of_a_round_that_is_not_announced_does_not_start():
    assert refused(clock, make.drawn(entries=4)) == "round_not_announced"


@pytest.mark.parametrize("minutes", [601, -5])
def test_a_clock_runs_for_a_sensible_time(minutes):
    assert refused(clock, make.called(entries=4), minutes=minutes) == "minutes_range"


def test_a_round_without_limit_has_to_be_told_how_long():
    assert refused(clock, make.called(entries=4, preset="classica_001")) == "no_time_limit"


def test_a_running_clock_is_not_started_again_and_a_stopped_one_not_stopped():
    tournament = make.called(entries=4)
    stop = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk, "number": 1}

    found = [refused(clocks.stop_clock, **stop)]
    clock(tournament)
    found.append(refused(clock, tournament))

    assert found == ["clock_not_running", "clock_running"]


@pytest.mark.parametrize("step", [clocks.start_clock, clocks.stop_clock, rounds.announce_round])
def test_a_finished_event_has_no_clock_and_no_calls_any_more(step):
    tournament = make.finished(entries=2)

    assert refused(step, actor=make.boss_of(tournament), tournament_id=tournament.pk, number=1) == "not_running"


def test_a_round_that_is_not_there_has_no_clock():
    tournament = make.called(entries=4)
    start = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk, "number": 9}

    assert refused(clocks.start_clock, **start) == "round_missing"


# Calls


def test_a_single_table_is_called_ahead_and_the_call_taken_back():
    tournament = make.drawn(entries=4)
    table = make.tables_of(tournament)[0]
    step = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk, "table_id": table.pk}

    rounds.call_table(**step)
    found = [state(table)[0], refused(rounds.call_table, **step)]
    rounds.take_call_back(**step)
    found += [state(table)[0], refused(rounds.take_call_back, **step)]

    assert found == ["called", "already_called", "planned", "not_only_called"]


def test_a_table_whose_people_are_not_known_is_not_called():
    tournament = make.drawn(entries=4)
    final = make.tables_of(tournament, 2)[0]

    found = refused(rounds.call_table, actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=final.pk)

    assert found == "lines_unknown"


def test_a_foreign_table_is_not_called():
    tournament, other = make.drawn(entries=4), make.drawn(entries=2)
    step = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk, "table_id": make.tables_of(other)[0].pk}

    assert refused(rounds.call_table, **step) == "table_missing"


# Codes


def test_a_code_opens_its_line_whatever_the_blanks_capitals_and_look_alikes():
    table = make.tables_of(make.called(entries=4))[0]
    head, _dash, digest = codes.code_of(table, 1).partition("-")
    typed = f" {head.lower()} - {digest.lower().replace('0', 'o').replace('1', 'l')} "

    found, opened = codes.open_code(typed)

    assert (found, opened.line, opened.generation) == (table, 1, 0)


@pytest.mark.parametrize(
    "typed", ["", "1", "1A", "1A-", "1A-!!!!!!", "9" * 30, "1Z-000000", "1A-0000000", "１A-000000"]
)
def test_what_is_no_code_opens_nothing(typed):
    make.called(entries=4)

    assert refused(codes.open_code, typed) == "code_unknown"


def test_the_codes_of_two_events_do_not_open_each_other():
    one, other = make.tables_of(make.called(entries=4))[0], make.tables_of(make.called(entries=4))[0]

    assert refused(codes.open_code, codes.code_of(one, 0), other.tournament.slug) == "code_unknown"
    assert codes.open_code(codes.code_of(one, 0))[0] == one


def test_renewed_codes_are_other_codes():
    table = make.tables_of(make.called(entries=4))[0]
    old = codes.code_of(table, 0)

    renewed = codes.renew_codes(
        actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk
    )

    assert refused(codes.open_code, old) == "code_unknown"
    assert codes.open_code(codes.code_of(renewed, 0))[1].generation == 1
