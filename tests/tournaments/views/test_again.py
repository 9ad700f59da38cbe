"""A request whose connection broke is served once more where that can do nothing twice, and told so where it could."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from psycopg_pool import PoolTimeout
from pytest_django.fixtures import Settings

from tournaments.config import urls
from tournaments.errors import MissingError
from tournaments.frame.pages.middleware import is_connection_lost
from tournaments.frame.policies import Right, door

CALLS: list[str] = []
ERRORS: list[Exception] = []


@door(reads=Right.BROWSE, writes=Right.BROWSE)
def visited(request: HttpRequest) -> HttpResponse:
    """Fails with each of ERRORS in turn, then answers."""
    CALLS.append(str(request.method))
    if ERRORS:
        raise ERRORS.pop(0)
    return HttpResponse("served")


urlpatterns = [*urls.urlpatterns, path("visited/", visited)]
handler500 = urls.handler500


def caused(cause: Exception, error: type[Exception] = OperationalError) -> Exception:
    made = error("the database said something")
    made.__cause__ = cause
    return made


def broken() -> Exception:
    return caused(psycopg.OperationalError("server closed the connection unexpectedly"))


@pytest.fixture
def visit(settings: Settings) -> Callable[..., tuple[int, int]]:
    """Visit with these errors to come: the status of the answer, and how often the view was asked."""
    settings.ROOT_URLCONF = "tests.tournaments.views.test_again"

    def visit(*errors: Exception, method: str = "get", **data: Any) -> tuple[int, int]:
        CALLS.clear()
        ERRORS[:] = errors
        answer = getattr(Client(raise_request_exception=False), method)("/visited/", data)
        return answer.status_code, len(CALLS)

    return visit


@pytest.mark.django_db
def test_a_page_whose_connection_broke_is_served_once_more(visit: Callable[..., tuple[int, int]]) -> None:
    assert visit(broken()) == (200, 2)


@pytest.mark.django_db
def test_it_is_served_once_more_and_not_again_and_again(visit: Callable[..., tuple[int, int]]) -> None:
    assert visit(broken(), broken(), broken()) == (503, 2)
    assert visit(broken(), caused(psycopg.InterfaceError("the connection is closed"), InterfaceError)) == (503, 2)


@pytest.mark.django_db
def test_a_form_with_a_key_is_served_once_more(visit: Callable[..., tuple[int, int]]) -> None:
    assert visit(broken(), method="post", key="4f1c") == (200, 2)


@pytest.mark.django_db
@pytest.mark.parametrize("data", [{}, {"key": ""}])
def test_a_form_without_a_key_is_not(visit: Callable[..., tuple[int, int]], data: dict[str, str]) -> None:
    assert visit(broken(), method="post", **data) == (503, 1)


@pytest.mark.django_db
def test_what_is_found_the_second_time_is_answered_as_ever(visit: Callable[..., tuple[int, int]]) -> None:
    assert visit(broken(), MissingError()) == (404, 2)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (broken(), True),
        (caused(psycopg.errors.AdminShutdown("terminating connection")), True),
        (caused(psycopg.errors.CannotConnectNow("the database system is starting up")), True),
        (caused(PoolTimeout("no connection after 5 s")), False),
        (caused(psycopg.errors.LockNotAvailable("lock timeout")), False),
        (caused(psycopg.errors.UniqueViolation("twice"), IntegrityError), False),
        (OperationalError("database is locked"), False),
        (ObjectDoesNotExist(), False),
    ],
)
def test_a_connection_is_lost_when_it_broke(error: Exception, expected: bool) -> None:
    assert is_connection_lost(error) is expected
