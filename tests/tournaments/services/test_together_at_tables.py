"""Two people at once where several sit at a table: one tie, one decision, no call lost. On SQLite and PostgreSQL."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from tests.tournaments import factories as make
from tests.tournaments.services.races import PATIENCE, entering, read_and_ask, together
from tests.tournaments.services.tables_of_four import (
    LEVEL,
    after_first_round,
    leave,
    line_of,
    seats,
    table_of_four,
    vacancy,
)
from tournaments.errors import StaleVersionError
from tournaments.events.writes import rounds
from tournaments.frame.writes import transaction as writes
from tournaments.models import Ruling, Scoresheet, Table, Tie, Tournament
from tournaments.tables.writes import replacing

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_break_a_tie_at_once_one_decides_it(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEVEL))
    actor = make.boss_of(table.tournament)
    broken = [make.sheet(LEVEL, make.deal(None, first, None, 9 - first, tiebreak=1)) for first in (0, 9)]

    found = together(*(entering(table, content, actor) for content in broken))

    written = [one for one in found if isinstance(one, Scoresheet)]
    assert [isinstance(one, StaleVersionError) for one in found].count(True) == len(written) == 1
    tie = Tie.objects.get(table=table)
    assert (tie.status, tie.sheet) == ("decided", written[0])


def filled_while_it_is_called(game: str) -> tuple[Tournament, Table, Table]:
    """Give a place of the final to a third, and call the final between the look at it and the end of that write."""
    event, first, _second, final = after_first_round(game)
    leave(event, line_of(final, 1))
    found, actor = vacancy(event), make.where(event)
    filled, called = threading.Event(), threading.Event()

    def fill() -> None:
        with transaction.atomic():
            entry = found.candidates[0].entry
            replacing.fill_place(line_id=found.line.pk, entry_id=entry.pk, reason="Chiesto", **actor)
            filled.set()
            # With the lock the other one waits for this write; without it, it is through long before.
            called.wait(1.5)

    def call() -> Any:
        filled.wait(PATIENCE)
        try:
            return rounds.call_table(table_id=final.pk, **actor)
        finally:
            called.set()

    together(fill, call)
    final.refresh_from_db()
    return event, first, final


def test_a_call_waits_for_a_place_that_is_being_given(penalty):
    _event, first, final = filled_while_it_is_called(penalty)

    assert (final.status, final.version, final.code_generation) == ("called", 3, 1)
    assert seats(final)[1] == seats(first)[2]


def test_without_the_lock_of_the_event_postgresql_gives_a_place_under_a_call(penalty, monkeypatch):
    """What the lock is for; SQLite, which has one writer at a time, keeps the order without it."""
    monkeypatch.setattr(writes, "lock_and_ask", read_and_ask)

    _event, _first, final = filled_while_it_is_called(penalty)

    is_kept = (final.status, final.version) == ("called", 3)
    assert is_kept is (connection.vendor != "postgresql")


def test_a_place_that_two_give_at_once_is_given_once(penalty):
    event, _first, _second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))
    found, actor = vacancy(event), make.where(event)

    def giving(place: int) -> Any:
        entry = found.candidates[place].entry
        return lambda: replacing.fill_place(line_id=found.line.pk, entry_id=entry.pk, reason="Chiesto", **actor)

    given = together(giving(0), giving(1))

    (ruling,) = Ruling.objects.filter(kind=Ruling.Kind.REPLACEMENT)
    assert ruling in given
    assert sorted(getattr(one, "code", "") for one in given) == ["", "no_vacancy"]
    assert seats(final)[1] == ruling.entry_id
