"""What a gap in service moves, and what it leaves alone."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.events.reads.online import PAUSE
from tournaments.models import AuditEntry, Deadline, Pulse, Round, Ruling, Table, TableLine, Tournament
from tournaments.timing.reads import bank_of, clock_of_round, clock_of_table, ends_at, ms_of
from tournaments.timing.writes import clocks, downtime, lateness, line_clocks
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def do(step: Any, tournament: Tournament, **extra: Any) -> Any:
    return step(actor=make.boss_of(tournament), tournament_id=tournament.pk, **extra)


@pytest.fixture
def event() -> Tournament:
    """Four entries, two tables called, an hour running, and the pulse of this moment."""
    tournament = make.called(entries=4)
    do(clocks.start_clock, tournament, number=1, minutes=60)
    Pulse.objects.update(at=timezone.now())
    return tournament


def beat() -> datetime:
    return Pulse.objects.get(name=downtime.PULSE).at


def away(gap: timedelta) -> int:
    """The service comes back after ``gap``."""
    return downtime.close_gap(beat() + gap)


def left(tournament: Tournament, now: datetime) -> int:
    return clock_of_round(Round.objects.get(tournament=tournament, number=1)).time_left(ms_of(now))


def test_the_first_pulse_moves_nothing(event):
    Pulse.objects.all().delete()

    assert downtime.close_gap() == 0
    assert Pulse.objects.count() == 1


def test_a_gap_moves_the_clock_and_its_deadline_once_and_tells_readers(event):
    before, version = Deadline.objects.get().due_at, make.fresh(event).version

    moved = [away(HOUR), downtime.close_gap(beat())]

    assert moved == [3_600_000, 0]
    assert Deadline.objects.get().due_at == before + HOUR
    assert left(event, before + HOUR) == 0
    assert make.fresh(event).version == version + 1
    row = AuditEntry.objects.get(verb="clocks_moved")
    assert (row.actor_label, row.after) == ("Settebello", {"seconds": 3600})


@pytest.mark.parametrize("seconds", [-5, 0, 4, 5])
def test_up_to_five_seconds_are_no_gap(event, seconds):
    assert away(timedelta(seconds=seconds)) == 0
    assert not AuditEntry.objects.filter(verb="clocks_moved").exists()


def test_a_server_clock_that_was_put_back_takes_everything_back(event):
    before = Deadline.objects.get().due_at

    assert away(-HOUR) == -3_600_000
    assert Deadline.objects.get().due_at == before - HOUR


def test_a_clock_that_stands_still_has_what_it_had(event):
    stopped = do(clocks.pause_clock, event, number=1)
    before = clock_of_round(stopped).time_left(0)

    do(clocks.start_table_clock, event, table_id=make.tables_of(event)[0].pk, minutes=10)
    away(HOUR)

    assert left(event, timezone.now() + 2 * HOUR) == before


def test_an_event_in_which_nothing_counts_and_one_that_is_over_are_left_alone(event):
    other, over = make.drawn(entries=4), make.finished(entries=2)
    versions = [make.fresh(each).version for each in (other, over)]

    away(HOUR)

    assert [make.fresh(each).version for each in (other, over)] == versions
    assert list(AuditEntry.objects.filter(verb="clocks_moved").values_list("tournament", flat=True)) == [event.pk]


def test_who_is_late_is_not_later_for_it(event):
    table = make.tables_of(event)[0]
    do(lateness.report_missing, event, table_id=table.pk, line=0)
    called, since = Table.objects.get(pk=table.pk).called_at, TableLine.objects.get(table=table, index=0).missing_since
    pending = list(Deadline.objects.filter(kind="lateness").values_list("due_at", flat=True))

    away(HOUR)

    assert Table.objects.get(pk=table.pk).called_at == called + HOUR
    assert TableLine.objects.get(table=table, index=0).missing_since == since + HOUR
    assert list(Deadline.objects.filter(kind="lateness").values_list("due_at", flat=True)) == [
        each + HOUR for each in pending
    ]
    assert pending != []
    assert not Ruling.objects.filter(kind="no_show").exists()


# R-TIM-08, R-PEN-03
def test_who_is_found_missing_after_it_is_not_later_for_it_either(event):
    other = make.called(entries=4)
    table = make.tables_of(other)[0]
    called = table.called_at

    away(HOUR)
    do(lateness.report_missing, other, table_id=table.pk, line=0)

    assert Table.objects.get(pk=table.pk).called_at == called + HOUR
    assert not Ruling.objects.exists()


def test_a_lines_own_clock_does_not_run_meanwhile():
    tournament = make.called(entries=4, preset="online_002")
    table = make.tables_of(tournament)[0]
    do(line_clocks.set_line_clocks, tournament, table_id=table.pk, minutes=10)
    do(line_clocks.run_line_clock, tournament, table_id=table.pk, line=1)
    now = beat()
    before = bank_of(TableLine.objects.get(table=table, index=1)).time_left(ms_of(now))

    away(HOUR)

    assert bank_of(TableLine.objects.get(table=table, index=1)).time_left(ms_of(now + HOUR)) == before


# R-ONL-06, R-TIM-08
@pytest.mark.parametrize(("gap", "due"), [(-3, 10), (4, 10), (12, 12)])
def test_a_planned_hour_stays_and_one_that_has_passed_comes_in_two_minutes(gap, due):
    now = timezone.now()
    make.drawn(entries=4, mode="online", preset="online_002", starts_at=now + 10 * HOUR)
    Pulse.objects.update_or_create(name="clocks", defaults={"at": now})
    downtime.close_gap(now + gap * HOUR)
    pause = PAUSE if gap > due - 1 else timedelta()
    assert Deadline.objects.get(kind="round_opens").due_at == now + due * HOUR + pause


# R-TIM-06, R-TIM-08
def test_extra_time_that_is_played_after_the_call_of_the_round_is_given_back(event):
    table = make.tables_of(event)[0]
    do(clocks.add_table_time, event, table_id=table.pk, minutes=10, reason="Sedia rotta")
    round_call = Deadline.objects.get(key__startswith="round")
    firing.fire_deadline(deadline_id=round_call.pk, now=round_call.due_at)
    Pulse.objects.update(at=round_call.due_at + timedelta(minutes=2))

    away(timedelta(minutes=5))

    own = Deadline.objects.get(key__startswith="table", fired_at=None)
    clock = clock_of_table(Table.objects.select_related("round").get(pk=table.pk))
    assert own.due_at == ends_at(clock) == round_call.due_at + timedelta(minutes=15)
