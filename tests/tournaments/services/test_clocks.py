"""The clocks of rounds, tables and lines: what each step does to the rows, and what follows from it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.sheets import FAULT
from tournaments.deadlines import writes as deadlines
from tournaments.draw.writes import draws
from tournaments.entries.writes import participation
from tournaments.events.writes import closing, rounds
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Deadline, Pulse, Round, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.writes import corrections, scoresheets
from tournaments.timing.reads import (
    bank_of,
    clock_of_round,
    clock_of_table,
    ends_at,
    has_time_been_called,
    ms_of,
)
from tournaments.timing.writes import clocks, line_clocks
from tournaments.upkeep.writes import firing, sweeping

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def do(step: Any, tournament: Tournament, **extra: Any) -> Any:
    return step(actor=make.boss_of(tournament), tournament_id=tournament.pk, **extra)


@pytest.fixture(autouse=True)
def stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes by ``pass_`` alone: seconds are compared, and a busy machine may take some for a step."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)


@pytest.fixture
def event() -> Tournament:
    """Four entries, two tables called, the clock of an hour running."""
    tournament = make.called(entries=4)
    do(clocks.start_clock, tournament, number=1, minutes=60)
    return tournament


def round_of(tournament: Tournament) -> Round:
    return Round.objects.get(tournament=tournament, number=1)


def fresh(table: Table) -> Table:
    return Table.objects.select_related("round").get(pk=table.pk)


def pass_(tournament: Tournament, gone: timedelta) -> None:
    """Let time pass: everything that began, began so much earlier; nothing that is due has fired yet."""
    for model in (Round, Table):
        for row in model.objects.filter(tournament=tournament):
            for name in ("clock_started_at", "clock_paused_at", "time_called_at"):
                moment = getattr(row, name)
                setattr(row, name, moment and moment - gone)
            row.save()
    for line in TableLine.objects.filter(table__tournament=tournament, clock_running_since__isnull=False):
        line.clock_running_since -= gone
        line.save()
    for deadline in Deadline.objects.filter(tournament=tournament):
        deadline.due_at = deadline.due_at and deadline.due_at - gone
        deadline.fired_at = deadline.fired_at and deadline.fired_at - gone
        deadline.save()


def fire(now: datetime | None = None) -> list[str]:
    """Fire what is due; the keys that were."""
    fired = [pk for pk in deadlines.due(now or timezone.now()) if firing.fire_deadline(deadline_id=pk, now=now)]
    return [Deadline.objects.get(pk=pk).key.split(":")[0] for pk in fired]


def left(clock: Any) -> int:
    """What is left of a clock, in seconds, as a person counts them."""
    return round(clock.time_left(ms_of(timezone.now())) / 1000)


def last(verb: str) -> AuditEntry:
    return AuditEntry.objects.filter(verb=verb).latest("pk")


# The round


def test_a_clock_that_stands_still_keeps_what_was_left_and_holds_its_deadline(event):
    pass_(event, 20 * MINUTE)
    do(clocks.pause_clock, event, number=1)
    held = Deadline.objects.get().due_at
    pass_(event, 90 * MINUTE)

    stood = left(clock_of_round(round_of(event)))
    nothing = fire()
    resumed = do(clocks.resume_clock, event, number=1)

    assert (held, nothing, stood) == (None, [], 40 * 60)
    assert left(clock_of_round(resumed)) == 40 * 60
    assert Deadline.objects.get().due_at == ends_at(clock_of_round(resumed))
    assert last("clock_paused").after == last("clock_resumed").after == {"seconds": 2400}


def test_extra_time_of_a_round_is_for_everybody_and_on_record(event):
    extended = do(clocks.add_time, event, number=1, minutes=10, reason="Blackout")

    assert left(clock_of_round(extended)) == 70 * 60
    assert Deadline.objects.get().due_at == ends_at(clock_of_round(extended))
    assert (last("time_added").after, last("time_added").reason, last("time_added").target) == (
        {"minutes": 10},
        "Blackout",
        "R1",
    )


def test_time_is_taken_away_down_to_nothing_left(event):
    pass_(event, 30 * MINUTE)

    do(clocks.add_time, event, number=1, minutes=-45, reason="Sala da liberare")

    assert left(clock_of_round(round_of(event))) == 0
    assert fire() == ["round"]
    assert round_of(event).time_called_at is not None


def test_a_clock_that_stands_still_and_loses_all_its_time_is_over(event):
    pass_(event, 30 * MINUTE)
    do(clocks.pause_clock, event, number=1)

    do(clocks.add_time, event, number=1, minutes=-45, reason="Sala da liberare")

    assert fire() == ["round"]
    assert round_of(event).time_called_at is not None


def test_a_table_has_its_extra_time_from_the_moment_a_paused_round_is_ended(event):
    table = make.tables_of(event)[0]
    do(clocks.add_table_time, event, table_id=table.pk, minutes=10, reason="Sedia rotta")
    pass_(event, 30 * MINUTE)
    do(clocks.pause_clock, event, number=1)
    pass_(event, 20 * MINUTE)

    do(clocks.add_time, event, number=1, minutes=-45, reason="Sala da liberare")

    assert fire() == ["round"]
    assert left(clock_of_table(fresh(table))) == 10 * 60


def test_a_table_whose_time_is_taken_while_its_round_stands_still_is_over(event):
    table = make.tables_of(event)[0]
    pass_(event, 30 * MINUTE)
    do(clocks.pause_clock, event, number=1)
    pass_(event, 20 * MINUTE)

    do(clocks.add_table_time, event, table_id=table.pk, minutes=-45, reason="Lentezza")
    assert fire() == ["table"]
    assert left(clock_of_round(round_of(event))) == 30 * 60
    do(clocks.add_table_time, event, table_id=table.pk, minutes=10, reason="Era un errore")

    assert (left(clock_of_table(fresh(table))), fresh(table).time_called_at) == (10 * 60, None)


def test_a_clock_that_has_run_out_is_not_stopped_before_it_calls_time(event):
    pass_(event, 60 * MINUTE)
    assert code(clocks.pause_clock, event, number=1) == "time_is_called"
    assert fire() == ["round"]


def test_after_time_was_called_more_of_it_counts_from_now_and_the_call_is_taken_back(event):
    pass_(event, 61 * MINUTE)
    assert fire() == ["round"]
    pass_(event, 7 * MINUTE)

    do(clocks.add_time, event, number=1, minutes=5, reason="Una mano da rifare")

    again = round_of(event)
    assert (again.time_called_at, left(clock_of_round(again))) == (None, 5 * 60)
    pass_(event, 5 * MINUTE)
    assert fire() == ["round"]
    assert AuditEntry.objects.filter(verb="time_called").count() == 2


def test_a_clock_that_was_taken_back_takes_the_extra_time_of_its_tables_with_it(event):
    table = make.tables_of(event)[0]
    do(clocks.add_table_time, event, minutes=10, reason="Tardi", table_id=table.pk)

    do(clocks.stop_clock, event, number=1)

    assert (Deadline.objects.count(), fresh(table).clock_added_ms) == (0, 0)
    assert clock_of_round(round_of(event)).state(0) == "waiting"


# A table of it


def test_a_table_with_extra_time_is_not_called_with_its_round(event):
    first, second = make.tables_of(event)
    do(clocks.add_table_time, event, minutes=10, reason="Carte da cambiare", table_id=first.pk)
    pass_(event, 61 * MINUTE)

    assert fire() == ["round"]
    assert [has_time_been_called(fresh(table)) for table in (first, second)] == [False, True]
    assert left(clock_of_table(fresh(first))) == 9 * 60
    pass_(event, 10 * MINUTE)
    assert fire() == ["table"]
    assert has_time_been_called(fresh(first))
    assert last("time_called").target == f"T{first.number}"


def test_the_extra_time_of_a_table_waits_with_its_round(event):
    table = make.tables_of(event)[0]
    do(clocks.add_table_time, event, minutes=10, reason="Tardi", table_id=table.pk)

    do(clocks.pause_clock, event, number=1)
    held = set(Deadline.objects.values_list("due_at", flat=True))
    pass_(event, 100 * MINUTE)
    do(clocks.resume_clock, event, number=1)

    assert held == {None}
    assert left(clock_of_table(fresh(table))) == 70 * 60
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {
        ends_at(clock_of_round(round_of(event))),
        ends_at(clock_of_table(fresh(table))),
    }


def test_a_table_gets_time_after_the_call_that_counts_from_now(event):
    first, second = make.tables_of(event)
    pass_(event, 65 * MINUTE)
    fire()

    do(clocks.add_table_time, event, minutes=4, reason="Finire il mazzo", table_id=first.pk)

    assert [has_time_been_called(fresh(table)) for table in (first, second)] == [False, True]
    assert left(clock_of_table(fresh(first))) == 4 * 60


def test_a_table_that_had_been_called_before_its_round_has_time_again_with_it(event):
    table = make.tables_of(event)[0]
    do(clocks.add_table_time, event, minutes=-30, reason="Cominciato prima", table_id=table.pk)
    pass_(event, 35 * MINUTE)
    assert fire() == ["table"]

    do(clocks.add_time, event, number=1, minutes=20, reason="Pausa")

    assert not has_time_been_called(fresh(table))
    assert left(clock_of_table(fresh(table))) == 15 * 60


def test_more_time_for_the_round_does_not_revive_a_table_whose_own_is_over_all_the_same(event):
    table = make.tables_of(event)[0]
    do(clocks.add_table_time, event, minutes=-40, reason="Cominciato prima", table_id=table.pk)
    pass_(event, 35 * MINUTE)
    assert fire() == ["table"]

    do(clocks.add_time, event, number=1, minutes=5, reason="Pausa")

    assert has_time_been_called(fresh(table))
    assert fire() == []


@pytest.mark.parametrize(("gone", "own"), [(65, 5), (70, 0), (75, 0)])
def test_a_table_does_not_get_its_extra_time_twice_when_its_round_gets_more_after_the_call(event, gone, own):
    """R-TIM-04, R-TIM-05."""
    table, other = make.tables_of(event)
    do(clocks.add_table_time, event, minutes=10, reason="Tardi", table_id=table.pk)
    pass_(event, gone * MINUTE)
    fire()

    do(clocks.add_time, event, number=1, minutes=20, reason="Blackout")

    assert [left(clock_of_table(fresh(each))) for each in (table, other)] == [(20 + own) * 60, 20 * 60]
    pass_(event, 20 * MINUTE)
    assert fire() == ["round"]
    pass_(event, own * MINUTE)
    assert fire() == ["table"] * bool(own)
    assert [has_time_been_called(fresh(each)) for each in (table, other)] == [True, True]


def test_time_given_after_the_call_is_not_stretched_when_the_round_gets_more_as_well(event):
    """R-TIM-04, R-TIM-05."""
    table = make.tables_of(event)[0]
    pass_(event, 65 * MINUTE)
    fire()
    do(clocks.add_table_time, event, minutes=10, reason="Da finire", table_id=table.pk)
    pass_(event, MINUTE)

    do(clocks.add_time, event, number=1, minutes=10, reason="Per tutti")

    assert left(clock_of_table(fresh(table))) == 19 * 60


def test_time_added_and_taken_again_leaves_the_table_with_its_round(event):
    table = make.tables_of(event)[0]
    for minutes in (10, -10):
        do(clocks.add_table_time, event, minutes=minutes, reason="Prova", table_id=table.pk)

    assert not fresh(table).has_own_time
    assert Deadline.objects.get().kind == Deadline.Kind.ROUND_TIME


def test_a_clock_of_its_own_runs_beside_that_of_the_round(event):
    table = make.tables_of(event)[0]
    do(clocks.start_table_clock, event, table_id=table.pk, minutes=90)
    do(clocks.pause_clock, event, number=1)
    pass_(event, 89 * MINUTE)

    assert left(clock_of_table(fresh(table))) == 60
    do(clocks.add_table_time, event, minutes=1, reason="Per finire", table_id=table.pk)
    pass_(event, 2 * MINUTE)
    assert fire() == ["table"]

    do(clocks.stop_table_clock, event, table_id=table.pk)
    assert not has_time_been_called(fresh(table))
    assert Deadline.objects.count() == 1


def test_a_table_that_is_stopped_alone_keeps_what_was_left_of_the_rounds_time(event):
    table = make.tables_of(event)[0]
    do(clocks.add_table_time, event, minutes=5, reason="Tardi", table_id=table.pk)
    pass_(event, 20 * MINUTE)
    do(clocks.pause_table_clock, event, table_id=table.pk)
    pass_(event, 50 * MINUTE)
    assert fire() == ["round"]

    resumed = do(clocks.resume_table_clock, event, table_id=table.pk)

    assert left(clock_of_table(fresh(resumed))) == 45 * 60


def test_a_tables_clock_without_minutes_has_those_of_its_round(event):
    table = do(clocks.start_table_clock, event, table_id=make.tables_of(event)[0].pk)

    assert table.clock_minutes == 60


# What is refused


def code(step: Any, tournament: Tournament, **extra: Any) -> str:
    return refused(step, actor=make.boss_of(tournament), tournament_id=tournament.pk, **extra)


def test_steps_that_do_not_fit_the_clock_of_a_round(event):
    found = [code(clocks.resume_clock, event, number=1)]
    do(clocks.pause_clock, event, number=1)
    found.append(code(clocks.pause_clock, event, number=1))
    do(clocks.resume_clock, event, number=1)
    pass_(event, 61 * MINUTE)
    fire()
    found.append(code(clocks.pause_clock, event, number=1))
    found.append(code(clocks.add_time, event, number=1, minutes=-1, reason="Meno"))
    do(clocks.stop_clock, event, number=1)
    found.append(code(clocks.pause_clock, event, number=1))
    found.append(code(clocks.add_time, event, number=1, minutes=5, reason="Di più"))

    assert found == [
        "clock_not_paused",
        "clock_is_paused",
        "time_is_called",
        "extra_after_time",
        "clock_not_running",
        "clock_not_running",
    ]


@pytest.mark.parametrize(
    ("extra", "refusal"),
    [
        ({"minutes": 0, "reason": "Niente"}, "extra_range"),
        ({"minutes": 61, "reason": "Troppo"}, "extra_range"),
        ({"minutes": -61, "reason": "Troppo"}, "extra_range"),
        ({"minutes": 5, "reason": " "}, "reason_missing"),
    ],
)
def test_extra_time_that_is_refused(event, extra, refusal):
    assert code(clocks.add_time, event, number=1, **extra) == refusal


def test_extra_time_of_a_table_is_for_one_that_is_played(event):
    final = make.tables_of(event, 2)[0]
    first = make.play(make.tables_of(event)[0])
    found = [
        code(clocks.add_table_time, event, minutes=5, reason="Tardi", table_id=key) for key in (final.pk, first.pk, 0)
    ]

    assert found == ["table_not_called", "result_confirmed", "table_missing"]


def test_steps_that_do_not_fit_the_clock_of_a_table(event):
    table = make.tables_of(event)[0]
    found = [code(step, event, table_id=table.pk) for step in (clocks.resume_table_clock, clocks.stop_table_clock)]
    do(clocks.start_table_clock, event, table_id=table.pk, minutes=1)
    found.append(code(clocks.start_table_clock, event, table_id=table.pk))
    do(clocks.pause_table_clock, event, table_id=table.pk)
    found.append(code(clocks.pause_table_clock, event, table_id=table.pk))
    do(clocks.resume_table_clock, event, table_id=table.pk)
    pass_(event, 2 * MINUTE)
    fire()
    found.append(code(clocks.pause_table_clock, event, table_id=table.pk))

    assert found == [
        "table_clock_not_paused",
        "table_clock_not_running",
        "table_clock_running",
        "table_clock_is_paused",
        "table_time_is_called",
    ]


def test_a_table_without_any_clock_cannot_be_stopped_or_given_more():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]

    found = [
        code(clocks.pause_table_clock, tournament, table_id=table.pk),
        code(clocks.add_table_time, tournament, minutes=5, reason="Tardi", table_id=table.pk),
    ]

    assert found == ["table_clock_not_running", "clock_not_running"]


# What follows from what becomes of the table, the draw and the event


def test_nothing_is_due_at_a_table_whose_result_stands_and_again_when_it_is_taken_back(event):
    table = make.tables_of(event)[0]
    do(clocks.start_table_clock, event, table_id=table.pk, minutes=90)
    played = make.play(fresh(table))
    settled = set(Deadline.objects.values_list("kind", flat=True))

    do(scoresheets.undo_result, event, table_id=table.pk, seen=played.version)

    assert settled == {"round_time"}
    assert Deadline.objects.get(kind="table_time").due_at == ends_at(clock_of_table(fresh(table)))


def test_a_call_taken_back_takes_the_clock_of_the_table_with_it(event):
    table = make.tables_of(event)[0]
    do(clocks.start_table_clock, event, table_id=table.pk, minutes=90)

    do(rounds.take_call_back, event, table_id=table.pk)

    assert not fresh(table).has_own_time
    assert Deadline.objects.get().kind == "round_time"


def test_a_correction_that_sets_a_table_back_lets_its_clock_begin_afresh(event):
    first, second = make.tables_of(event)
    make.play(first), make.play(second)
    do(rounds.announce_round, event, number=2)
    final = make.tables_of(event, 2)[0]
    do(clocks.start_table_clock, event, table_id=final.pk, minutes=30)
    content = make.content_for(fresh(first), 1)
    found = corrections.preview_correction(tournament=make.fresh(event), table_id=first.pk, content=content)

    do(
        corrections.correct_score,
        event,
        table_id=first.pk,
        content=content,
        seen=fresh(first).version,
        reason="Invertiti",
        accepted=tuple(found.numbers),
    )

    assert not fresh(final).has_own_time
    assert not Deadline.objects.filter(table=final).exists()


def test_a_draw_taken_back_leaves_nothing_due(event):
    for table in make.tables_of(event):
        do(clocks.start_table_clock, event, table_id=table.pk, minutes=30)
        do(rounds.take_call_back, event, table_id=table.pk)

    do(draws.withdraw_draw, event, reason="Mancava una coppia")

    assert Deadline.objects.count() == 0


def test_a_walkover_is_due_nothing_and_its_clock_is_when_the_line_comes_back(event):
    table = make.tables_of(event)[0]
    do(clocks.start_table_clock, event, table_id=table.pk, minutes=30)
    line = table.lines.get(index=1)
    do(participation.withdraw_entry, event, entry_id=line.entry_id, reason="Malata")
    gone = Deadline.objects.filter(table=table).exists()

    do(participation.reinstate_entry, event, entry_id=line.entry_id, reason="Guarita")

    assert (gone, Deadline.objects.filter(table=table, due_at__isnull=False).exists()) == (False, True)


def test_the_clock_of_a_round_that_is_played_does_not_run_into_the_next():
    tournament = make.called(entries=8)
    do(clocks.start_clock, tournament, number=1, minutes=60)
    make.play_round(tournament)

    do(rounds.announce_round, tournament, number=2)

    first = tournament.rounds.get(number=1)
    assert (first.clock_started_at, first.clock_minutes) == (None, 60)
    assert not Deadline.objects.filter(fired_at=None).exists()


def test_the_clock_of_a_round_in_which_a_table_still_plays_runs_on():
    tournament = make.called(entries=8)
    do(clocks.start_clock, tournament, number=1, minutes=60)
    for table in make.tables_of(tournament)[:2]:
        make.play(table)

    do(rounds.announce_round, tournament, number=2)
    assert tournament.rounds.get(number=1).clock_started_at is not None

    for table in make.tables_of(tournament)[2:]:
        make.play(table)
    do(clocks.start_clock, tournament, number=2, minutes=60)
    assert tournament.rounds.get(number=1).clock_started_at is None


def test_an_event_that_is_over_is_due_nothing_until_it_is_reopened():
    tournament = make.called(entries=2)
    do(clocks.start_clock, tournament, number=1, minutes=60)
    make.play(make.tables_of(tournament)[0])
    do(closing.finish_tournament, tournament)
    over = Deadline.objects.count()

    do(closing.reopen_tournament, tournament, reason="Un errore")

    assert over == 0
    assert Deadline.objects.get().due_at == ends_at(clock_of_round(round_of(tournament)))


def test_a_deadline_of_an_event_that_is_not_running_any_more_calls_nothing(event):
    Tournament.objects.update(status=Tournament.Status.FINISHED)

    assert fire(timezone.now() + 61 * MINUTE) == ["round"]
    assert round_of(event).time_called_at is None


# The clocks of the lines


@pytest.fixture
def match() -> Table:
    """A table at which the clock costs the match: ten minutes for each line, three deals of eleven points played."""
    tournament = make.called(entries=4, preset="online_002")
    return make.tables_of(tournament)[0]


def set_(table: Table, minutes: int | None = 10) -> None:
    do(line_clocks.set_line_clocks, table.tournament, table_id=table.pk, minutes=minutes)


def run(table: Table, line: int) -> None:
    do(line_clocks.run_line_clock, table.tournament, table_id=table.pk, line=line)


def banks(table: Table) -> list[int]:
    """What each line has left, in seconds."""
    found = [bank_of(line) for line in TableLine.objects.filter(table=table).order_by("index")]
    return [round(bank.time_left(ms_of(timezone.now())) / 1000) if bank else -1 for bank in found]


def test_one_clock_runs_at_a_time(match):
    set_(match)
    run(match, 0)
    pass_(match.tournament, MINUTE)
    run(match, 1)
    pass_(match.tournament, 2 * MINUTE)
    do(line_clocks.stop_line_clocks, match.tournament, table_id=match.pk)
    pass_(match.tournament, 60 * MINUTE)

    assert banks(match) == [9 * 60, 8 * 60]
    assert Deadline.objects.get().due_at is None
    assert last("line_clocks_stopped").after == {"seconds": [540, 480]}


def test_who_lets_the_clock_run_out_loses_once_and_by_the_rules(match):
    set_(match)
    make.enter(match, make.sheet(make.points_sheet((3, 1))))
    run(match, 0)
    pass_(match.tournament, 11 * MINUTE)

    fired, again = fire(), fire()

    sheet = Scoresheet.objects.filter(table=match).latest("version")
    assert (fired, again) == (["line"], [])
    assert (fresh(match).status, fresh(match).ending) == ("done", "forfeit")
    assert sheet.content["forfeit"]["cause"] == "match_clock"
    assert [line.place for line in TableLine.objects.filter(table=match).order_by("index")] == [2, 1]
    assert Ruling.objects.get(kind=Ruling.Kind.FORFEIT).cause == "match_clock"
    assert AuditEntry.objects.filter(verb="score_confirmed").count() == 1
    assert banks(match) == [0, 600]


def test_a_match_lost_by_the_clock_before_its_first_deal(match):
    set_(match, minutes=1)
    run(match, 1)
    pass_(match.tournament, MINUTE)

    assert fire() == ["line"]
    assert [line.place for line in TableLine.objects.filter(table=match).order_by("index")] == [1, 2]


def test_a_result_that_was_confirmed_before_stops_the_clocks(match):
    set_(match)
    run(match, 0)
    make.play(match)
    pass_(match.tournament, 20 * MINUTE)

    assert (fire(), Deadline.objects.count(), banks(match)) == ([], 0, [600, 600])


def test_a_finished_sheet_that_waits_for_the_other_line_stops_the_clocks(match):
    set_(match)
    run(match, 0)
    make.play(match, actor=Actor(line=1, label="B"))
    pass_(match.tournament, 20 * MINUTE)

    assert fire() == []
    assert fresh(match).status == "to_confirm"


def test_where_the_rules_do_not_let_it_end_so_the_referee_is_called(match):
    set_(match)
    run(match, 0)
    pass_(match.tournament, 11 * MINUTE)
    Tournament.objects.update(rules={**match.tournament.rules, "forfeit_causes": ["abandon"]})

    assert fire() == ["line"]
    assert (fresh(match).status, fresh(match).referee_called) == ("called", True)
    assert banks(match)[0] == 0


def test_nothing_of_a_loss_is_kept_that_the_draw_does_not_let_stand():
    tournament = make.called(entries=6, preset="online_002", format={"redraw": True})
    table, *others = make.tables_of(tournament)
    make.enter(table, {"games": [], "forfeit": {**FAULT, "offenders": [0, 1], "moment": "not_started"}})
    for other in others:
        make.play(other)
    make.draw_again(tournament)
    do(scoresheets.undo_result, tournament, table_id=table.pk, seen=fresh(table).version)
    set_(table)
    run(table, 0)
    pass_(tournament, 11 * MINUTE)

    assert fire() == ["line"]
    assert (fresh(table).status, fresh(table).referee_called) == ("called", True)
    assert [sheet.status for sheet in Scoresheet.objects.filter(table=table)] == ["undone"]
    assert not Ruling.objects.filter(table=table, status="in_force").exists()
    assert banks(table) == [0, 600]


def test_the_clocks_of_lines_that_are_refused(match):
    stop = {"table_id": match.pk}
    found = [code(line_clocks.run_line_clock, match.tournament, table_id=match.pk, line=0)]
    set_(match)
    found += [
        code(line_clocks.stop_line_clocks, match.tournament, **stop),
        code(line_clocks.run_line_clock, match.tournament, table_id=match.pk, line=2),
        code(line_clocks.set_line_clocks, match.tournament, table_id=match.pk, minutes=601),
    ]
    TableLine.objects.filter(table=match, index=0).update(clock_left_ms=0)
    found.append(code(line_clocks.run_line_clock, match.tournament, table_id=match.pk, line=0))
    Tournament.objects.update(round_minutes=None)
    found.append(code(line_clocks.set_line_clocks, match.tournament, **stop))
    make.play(match)
    found.append(code(line_clocks.set_line_clocks, match.tournament, **stop, minutes=10))

    assert found == [
        "line_clocks_not_set",
        "line_clocks_stand",
        "line_missing",
        "minutes_range",
        "line_clock_over",
        "no_time_limit",
        "table_not_played",
    ]


def test_where_time_is_nobodys_fault_no_line_has_a_clock(event):
    assert (
        code(line_clocks.set_line_clocks, event, table_id=make.tables_of(event)[0].pk, minutes=10) == "no_line_clocks"
    )


# The sweeper


def test_one_deadline_that_cannot_take_effect_does_not_keep_the_others_waiting(event, monkeypatch, caplog):
    table = make.tables_of(event)[0]
    do(clocks.start_table_clock, event, table_id=table.pk, minutes=60)
    Deadline.objects.update(due_at=timezone.now() - MINUTE)

    def break_(*_args: Any) -> None:
        raise RuntimeError("broken effect")

    monkeypatch.setitem(firing.EFFECTS, Deadline.Kind.ROUND_TIME, break_)

    assert sweeping.fire_due() == 1
    assert has_time_been_called(fresh(table))
    assert Deadline.objects.get(kind="round_time").fired_at is None
    assert "broken effect" in caplog.text


def test_the_pulse_is_written_seldom_where_nothing_is_pending():
    now = timezone.now()
    sweeping.fire_due()
    Pulse.objects.update(at=now - timedelta(seconds=1))
    sweeping.fire_due()

    assert Pulse.objects.get().at == now - timedelta(seconds=1)
