"""A database that does not answer is told in words, wherever in a request it shows; a fault of the program is not."""

import pytest
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import IntegrityError, InternalError, OperationalError
from django.test import Client

from tests.tournaments import factories as make
from tournaments.frame import access
from tournaments.frame.serving.outages import is_outage
from tournaments.tables.writes.codes import code_of

pytestmark = pytest.mark.django_db


def failing(error: Exception):
    def fail(*args, **kwargs):
        raise error

    return fail


def client() -> Client:
    return Client(headers={"accept-language": "it"}, raise_request_exception=False)


def test_a_page_whose_data_cannot_be_read_says_so_and_when_to_come_again(monkeypatch):
    event = make.knockout(entries=0)
    monkeypatch.setattr(access, "tournament", failing(OperationalError("the server closed the connection")))
    one = client()
    one.force_login(make.boss_of(event).user)

    answer = one.get(f"/organizza/{event.slug}/")

    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "3", "no-store")
    assert "Quello che hai registrato è al sicuro" in answer.content.decode()


def test_an_outage_behind_the_views_is_told_in_the_same_words(monkeypatch):
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    monkeypatch.setattr(SessionMiddleware, "process_response", failing(OperationalError("database is locked")))
    one = client()

    answer = one.post(f"/e/{event.slug}/codice/{code_of(table, 0)}/")

    assert answer.status_code == 503
    assert "Un momento, per favore" in answer.content.decode()


def test_a_fault_of_the_program_is_none_of_the_database(monkeypatch):
    event = make.knockout(entries=0)
    monkeypatch.setattr(access, "tournament", failing(ValueError("a bug")))
    one = client()
    one.force_login(make.boss_of(event).user)

    answer = one.get(f"/organizza/{event.slug}/")

    assert answer.status_code == 500


def test_only_a_write_that_may_not_be_is_an_outage_among_internal_errors():
    class ReadOnlyError(Exception):
        sqlstate = "25006"

    refused = InternalError("cannot execute UPDATE in a read-only transaction")
    refused.__cause__ = ReadOnlyError()

    assert is_outage(refused)
    assert not is_outage(InternalError("current transaction is aborted"))
    assert not is_outage(IntegrityError("UNIQUE constraint failed"))
    assert not is_outage(None)


def test_a_fault_of_the_program_is_told_to_a_program_without_what_it_was(monkeypatch) -> None:
    def broken(*_arguments: object) -> None:
        raise KeyError("a secret of the program")

    monkeypatch.setattr("tournaments.rulebook.api.games.GameList.get", broken)
    answer = client().get("/api/v1/games/", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert (answer.json()["code"], answer.json()["title"]) == ("fault", "A fault of the program")
    assert b"secret" not in answer.content
