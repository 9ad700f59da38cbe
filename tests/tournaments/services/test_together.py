"""Two people at once: one wins, the other is told, nothing is lost. The same on SQLite and on PostgreSQL."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.races import PATIENCE, entering, read_and_ask, together
from tests.tournaments.services.sheets import WON, deals
from tournaments.deadlines import writes as deadlines
from tournaments.entries.writes import entries
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.events.writes import rounds
from tournaments.frame.writes import transaction as writes
from tournaments.models import AuditEntry, Entry, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.writes import scoresheets
from tournaments.timing.writes import clocks
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_referees_at_one_table_one_wins_and_the_other_is_shown_the_present_state():
    tournament = make.called(entries=4)
    table, actor = make.tables_of(tournament)[0], make.boss_of(tournament)
    results = (deals((5, 3)), deals((3, 5)))

    found = together(*(entering(table, content, actor) for content in results))

    stale = [one for one in found if isinstance(one, StaleVersionError)]
    written = [one for one in found if isinstance(one, Scoresheet)]
    table.refresh_from_db()
    assert (len(written), len(stale)) == (1, 1)
    assert stale[0].current == table.version
    assert list(Scoresheet.objects.values_list("content", flat=True)) == [written[0].content]


def test_fifty_sendings_of_one_letter_are_one_row_and_one_answer():
    tournament = make.called(entries=4)
    table, actor = make.tables_of(tournament)[0], make.boss_of(tournament)

    found = together(*[entering(table, deals((5, 3)), actor, key="one letter")] * 50)

    assert {type(one) for one in found} == {Scoresheet}
    assert len({one.pk for one in found}) == Scoresheet.objects.count() == 1
    assert AuditEntry.objects.filter(verb="score_running").count() == 1


def test_both_semifinals_at_once_fill_both_places_of_the_final():
    tournament = make.called(entries=4)
    actor = make.boss_of(tournament)
    first, second = make.tables_of(tournament)

    together(entering(first, WON, actor), entering(second, WON, actor))

    winners = set(TableLine.objects.filter(table__in=[first, second], place=1).values_list("entry_id", flat=True))
    final = TableLine.objects.filter(table__round__number=2, table__tournament=tournament)
    assert set(final.values_list("entry_id", flat=True)) == winners
    assert None not in winners


def test_a_clock_that_many_look_at_calls_time_once():
    tournament = make.called(entries=4)
    clocks.start_clock(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=1, minutes=1)
    late = timezone.now() + timedelta(minutes=2)
    deadline = deadlines.due(late)[0]

    fired = together(*[lambda: firing.fire_deadline(deadline_id=deadline, now=late)] * 6)

    assert sorted(fired) == [False] * 5 + [True]
    assert AuditEntry.objects.filter(verb="time_called").count() == 1


def undo_while_the_next_table_is_called(tournament: Tournament) -> tuple[Any, Table]:
    """Take a semifinal back, and call the final between the look at it and the end of that write."""
    actor = make.boss_of(tournament)
    semifinal = make.play(make.tables_of(tournament)[0])
    make.play(make.tables_of(tournament)[1])
    final = make.tables_of(tournament, 2)[0]
    undone, called = threading.Event(), threading.Event()

    def take_back() -> None:
        with transaction.atomic():
            scoresheets.undo_result(
                actor=actor, tournament_id=tournament.pk, table_id=semifinal.pk, seen=semifinal.version
            )
            undone.set()
            # With the lock the other one waits for this write; without it, it is through long before.
            called.wait(1.5)

    def call() -> Any:
        undone.wait(PATIENCE)
        try:
            return rounds.call_table(actor=actor, tournament_id=tournament.pk, table_id=final.pk)
        finally:
            called.set()

    _undone, outcome = together(take_back, call)
    final.refresh_from_db()
    return outcome, final


def test_a_table_is_not_called_while_a_result_that_fills_it_is_taken_back():
    outcome, final = undo_while_the_next_table_is_called(make.called(entries=4))

    assert isinstance(outcome, RefusedError)
    assert (outcome.code, final.status) == ("lines_unknown", "planned")


def test_without_the_lock_of_the_event_postgresql_calls_a_table_whose_people_are_gone(monkeypatch):
    """What the lock is for. SQLite has one writer at a time by itself, so there the promise holds all the same."""
    tournament = make.called(entries=4)
    monkeypatch.setattr(writes, "lock_and_ask", read_and_ask)

    _outcome, final = undo_while_the_next_table_is_called(tournament)

    missing = TableLine.objects.filter(table=final, entry=None).count()
    broken = ("called", 1) if connection.vendor == "postgresql" else ("planned", 1)
    assert (final.status, missing) == broken


def test_of_two_last_places_at_the_desk_one_is_a_waiting_one():
    tournament = make.knockout(entries=1, capacity=2)
    actor = make.boss_of(tournament)
    taking = [
        lambda number=number: entries.enter_at_desk(actor=actor, tournament_id=tournament.pk, new=make.names(number))
        for number in (50, 51)
    ]

    found = together(*taking)

    assert sorted(one.status for one in found) == ["confirmed", "waiting"]
    assert sorted(Entry.objects.filter(tournament=tournament).values_list("number", flat=True)) == [1, 2, 3]
