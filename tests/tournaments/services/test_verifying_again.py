"""A closed event that was checked whole is compared with its digest: any row that was changed since is found."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests.tournaments import factories as make
from tournaments.backups.writes import checked, parts
from tournaments.models import (
    AuditChain,
    AuditEntry,
    Draw,
    Entry,
    EntryMember,
    EventCheck,
    Membership,
    Round,
    Scoresheet,
    Table,
    TableLine,
    Tournament,
)

pytestmark = pytest.mark.django_db(transaction=True)

CHANGES: dict[parts.AnyModel, dict[str, Any]] = {
    AuditChain: {"length": 1},
    AuditEntry: {"actor_label": "Nobody"},
    Draw: {"seed": "0" * 64},
    Entry: {"label": "Nobody"},
    EntryMember: {"position": 9},
    Membership: {"role": "scorer"},
    Round: {"number": 99},
    Scoresheet: {"reason": "because"},
    Table: {"hall_number": 99},
    TableLine: {"games_won": 99},
    Tournament: {"venue": "elsewhere"},
}


@pytest.fixture(autouse=True)
def _english() -> Any:
    with override("en"):
        yield


def said(*options: str) -> tuple[str, str]:
    """What a check says: its findings with the checksum, and its remarks."""
    out, remarks = io.StringIO(), io.StringIO()
    try:
        call_command("verify", *options, stdout=out, stderr=remarks)
    except SystemExit:
        remarks.write("failed")
    return out.getvalue(), remarks.getvalue()


@pytest.fixture
def event() -> Tournament:
    """A closed event that was checked whole."""
    event = make.finished(entries=2)
    assert said()[1] == "Nothing is wrong.\n"
    return event


def test_the_checksum_is_that_of_a_deep_check(event):
    make.called(entries=4)
    assert said()[0] == said("--deep")[0] == said()[0]


def test_a_closed_event_more_asks_nothing_more(event):
    make.finished(entries=2)
    said()
    with CaptureQueriesContext(connection) as two:
        said()
    make.finished(entries=4)
    said()
    with CaptureQueriesContext(connection) as three:
        said()
    assert len(two) == len(three)


def test_every_kind_of_row_has_a_change_here(event):
    kept = {model for model in parts.OF_EVENT if model._base_manager.filter(parts.of_event(model, event.pk)).exists()}
    assert kept == CHANGES.keys()


@pytest.mark.parametrize("model", CHANGES, ids=lambda model: model.__name__)
def test_a_row_that_was_changed_is_found(event, model):
    row = model._base_manager.filter(parts.of_event(model, event.pk)).first()
    model._base_manager.filter(pk=row.pk).update(**CHANGES[model])
    assert f"{event.slug}: rows have changed since the last check" in said()[1]


def test_a_row_that_is_gone_is_found(event):
    Scoresheet.objects.filter(table__tournament=event).first().delete()
    found, remarks = said()
    assert "the event was closed with other data" in found
    assert "failed" in remarks


def test_a_digest_made_for_a_forged_row_has_no_seal(event):
    sheet = Scoresheet.objects.filter(table__tournament=event, status="confirmed").first()
    Scoresheet.objects.filter(pk=sheet.pk).update(content={"games": [], "forfeit": None})
    EventCheck.objects.filter(event=event.pk).update(digest=checked.digests()[event.pk])
    assert "the confirmed sheet is of a match that is not over" in said()[0]


def test_a_damaged_memory_counts_for_nothing(event):
    EventCheck.objects.filter(event=event.pk).update(seal="\u00e8")
    assert said()[1] == "Nothing is wrong.\n"
    assert EventCheck.objects.get(event=event.pk).seal.isascii()


def test_nothing_is_remembered_of_an_event_that_is_gone(event):
    EventCheck.objects.update(event=event.pk + 1)
    said()
    assert [*EventCheck.objects.values_list("event", flat=True)] == [event.pk]


def full(execute: Any, sql: str, *rest: Any) -> Any:
    """A database that can be read, on a disk without room."""
    if sql.startswith("INSERT"):
        raise OperationalError("database or disk is full")
    return execute(sql, *rest)


def test_what_is_wrong_is_said_where_nothing_can_be_remembered(event):
    make.finished(entries=2)
    Entry.objects.filter(tournament=event, final_place=1).update(final_place=9)
    with connection.execute_wrapper(full):
        assert "has final place 9" in said()[0]
    assert EventCheck.objects.count() == 1


def test_what_is_wrong_is_said_at_every_check(event):
    Entry.objects.filter(tournament=event, final_place=1).update(final_place=9)
    first = said()
    assert "has final place 9" in first[0]
    assert said() == first


def test_what_may_change_is_named_once(event):
    Tournament.objects.filter(pk=event.pk).update(venue="elsewhere")
    assert "rows have changed" in said()[1]
    assert said()[1] == "Nothing is wrong.\n"
