"""Statements that are written once give what Django would: whole rows, joined, and not one question more."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Max
from django.db.transaction import TransactionManagementError
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tournaments.frame import access
from tournaments.frame.reads.statements import Part, Statement, set_prefetched, together
from tournaments.frame.writes.transaction import MOVE_ON, append_rows, write_back
from tournaments.models import Club, Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.reads import records
from tournaments.tables.reads.cards import all_cards, cards
from tournaments.tables.writes.progress import NEIGHBOURS
from tournaments.tables.writes.scoresheets import SHEETS

pytestmark = pytest.mark.django_db
CLUB = Statement([Part("club", Club)], "SELECT * FROM tournaments_club club WHERE club.id = %s")
MOVE_ON_BEGINS = "UPDATE tournaments_tournament SET version = version + 1%"


def played() -> tuple[Tournament, Table]:
    event = make.called(entries=8)
    first = make.tables_of(event)[0]
    make.play(first)
    return event, first


def test_rows_are_those_that_django_reads() -> None:
    event, first = played()
    lines = {line.pk: line for line, *_others in NEIGHBOURS.rows(first.pk, first.pk)}
    read = TableLine.objects.select_related("table", "entry").in_bulk(lines)
    assert len(read) == 4
    for key, line in lines.items():
        for ours, djangos in ((line, read[key]), (line.table, read[key].table)):
            assert ours == djangos
            assert model_to_dict(ours) == model_to_dict(djangos)
            assert not ours._state.adding
    (moved,) = (row for (row,) in MOVE_ON.rows(event.pk))
    event.refresh_from_db()
    assert model_to_dict(moved) == model_to_dict(event)


def test_a_row_that_comes_twice_is_one_object_and_leads_on_without_a_question() -> None:
    _event, first = played()
    rows = list(NEIGHBOURS.rows(first.pk, first.pk))
    with CaptureQueriesContext(connection) as asked:
        tables = {id(line.table) for line, *_others in rows}
        entries = [line.entry for line, *_others in rows]
        assert [line.entry_id for line, *_others in rows] == [entry.pk if entry else None for entry in entries]
    assert len(tables) == 2
    assert None in entries
    assert asked.captured_queries == []


def test_a_field_that_was_left_unread_is_read_when_somebody_asks() -> None:
    _event, first = played()
    entry = next(line.entry for line, *_others in NEIGHBOURS.rows(first.pk, first.pk) if line.entry is not None)
    assert entry.source == Entry.objects.get(pk=entry.pk).source


def test_statements_that_are_asked_together_answer_each_for_itself() -> None:
    _event, first = played()
    nobody, lines, sheets = together((SHEETS, (0,)), (NEIGHBOURS, (first.pk, first.pk)), (SHEETS, (first.pk,)))
    assert nobody == []
    assert {line.table_id for line, *_others in lines} >= {first.pk}
    assert [sheet for (sheet,) in sheets] == list(Scoresheet.objects.filter(table=first))


def test_a_server_prepares_a_statement_once_however_often_it_is_asked() -> None:
    event, _first = played()
    for _ in range(3):
        assert [row.pk for (row,) in MOVE_ON.rows(event.pk)] == [event.pk]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE %s", [MOVE_ON_BEGINS])
            assert cursor.fetchone() == (1,)
        # Of the texts of other statements the connection keeps none.
        assert connection.connection.prepare_threshold is None


def test_rows_that_are_kept_at_another_row_are_found_there_without_a_question() -> None:
    event, first = played()
    second = make.tables_of(event)[1]
    table = Table.objects.get(tournament=event, lines__source=first)
    set_prefetched(table, "lines", [line for line, *_others in access.LINES.rows(table.pk)])
    djangos = list(TableLine.objects.filter(table=table).select_related("entry__club", "source__round"))
    sources = [(each, each.round) for each in (first, second)]
    with CaptureQueriesContext(connection) as asked:
        lines = list(table.lines.all())
        assert [model_to_dict(line) for line in lines] == [model_to_dict(line) for line in djangos]
        assert [line.entry for line in lines] == [line.entry for line in djangos]
        assert [(line.source, line.source.round) for line in lines] == sources
        assert all(line.table is table for line in lines)
    assert asked.captured_queries == []


def test_versions_and_rulings_come_with_the_people_who_made_them() -> None:
    event, first = played()
    boss = make.boss_of(event).user
    with CaptureQueriesContext(connection) as asked:
        assert [sheet.entered_by for sheet in records.versions(first)] == [boss]
    assert len(asked) == 1
    entry = first.lines.get(index=1).entry
    given = [
        Ruling.objects.create(
            tournament=event, table=first, entry=whose, kind=Ruling.Kind.WARNING, made_by=boss, cancelled_by=boss
        )
        for whose in (entry, None)
    ]
    with CaptureQueriesContext(connection) as asked:
        found = [
            (each.pk, each.entry, each.made_by, each.decided_by, each.cancelled_by) for each in records.rulings(first)
        ]
    assert found == [(given[1].pk, None, boss, None, boss), (given[0].pk, entry, boss, None, boss)]
    assert len(asked) == 1


def test_the_tables_of_a_whole_event_are_those_that_are_read_one_by_one() -> None:
    event, _first = played()
    found = all_cards(event)
    assert found == cards(TableLine.objects.filter(table__tournament=event)) and len(found) == 7
    assert any(side.source for card in found for side in card.sides)


def test_a_statement_is_heard_by_who_listens_to_the_connection() -> None:
    event, _first = played()
    heard: list[str] = []

    def hear(execute: Callable[..., Any], sql: str, *others: Any) -> Any:
        heard.append(sql)
        return execute(sql, *others)

    with connection.execute_wrapper(hear):
        assert [row.pk for (row,) in MOVE_ON.rows(event.pk)] == [event.pk]
    assert heard == [MOVE_ON.sql]


def test_what_a_statement_is_refused_for_is_said_as_django_does() -> None:
    taken = Club.objects.create(name="Traves")
    with pytest.raises(IntegrityError), transaction.atomic():
        append_rows([Club(name=taken.name)])
    with pytest.raises(TransactionManagementError), transaction.atomic():
        transaction.set_rollback(True)
        list(CLUB.rows(taken.pk))
    assert [row.name for (row,) in CLUB.rows(taken.pk)] == [taken.name]


def test_times_and_json_are_written_as_django_writes_them() -> None:
    _event, first = played()
    first.finished_at = datetime(2026, 11, 20, 20, 30, 0, 250, ZoneInfo("Europe/Rome"))
    first.note = {"games": [[3, 1]], "said": "è"}
    write_back([first], ["finished_at", "note"])
    ours = Table.objects.values_list("finished_at", "note").get(pk=first.pk)
    first.save(update_fields=["finished_at", "note"])
    assert Table.objects.values_list("finished_at", "note").get(pk=first.pk) == ours
    assert Table.objects.filter(pk=first.pk, finished_at=ours[0], note__said="è").exists()


def test_truths_and_times_come_as_those_of_python() -> None:
    _event, first = played()
    called, created = Table.objects.values_list("referee_called", "tournament__created_at").get(pk=first.pk)
    assert called is False and created.utcoffset() is not None
    assert Tournament.objects.aggregate(latest=Max("created_at")) == {"latest": created}
