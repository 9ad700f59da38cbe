"""Everything that somebody, or something, can set in motion says what it asks: what says nothing fails here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.test import RequestFactory, override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from tests.architecture.addresses import ADDRESSES, readable
from tournaments import tasks
from tournaments.config.celery import app
from tournaments.frame import policies
from tournaments.frame.pages.middleware import DoorMiddleware
from tournaments.frame.policies import Right, door_of
from tournaments.jobs.writes import jobs
from tournaments.upkeep.pages.probes import PROBES
from tournaments.upkeep.writes import sweeping


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every address of the site and its view, no matter who wrote them."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from routes(each, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            yield before + str(each.pattern), each.callback


def named(view: Any) -> str:
    made_of = getattr(view, "cls", None) or getattr(view, "view_class", None) or view
    return f"{made_of.__module__}.{made_of.__qualname__}"


ROUTES = list(routes())


def test_every_address_names_the_right_that_it_asks_for() -> None:
    unmarked = [f"/{route} ({named(view)})" for route, view in ROUTES if door_of(view) is None]
    assert unmarked == [], "these views carry no @door(reads=..., writes=...) and are opened to nobody"


def test_a_door_opens_to_some_method() -> None:
    shut = [route for route, view in ROUTES if (found := door_of(view)) and found.reads is found.writes is None]
    assert shut == []


def test_every_probe_names_the_right_that_it_asks_for() -> None:
    assert [address for address, view in PROBES.items() if door_of(view) is None] == []


def test_every_kind_of_job_names_who_may_begin_it() -> None:
    assert set(policies.JOBS) == set(jobs.KINDS), "policies.JOBS and services.jobs.KINDS differ"


def test_every_task_of_the_worker_is_named() -> None:
    app.loader.import_default_modules()
    own = {name for name in app.tasks if not name.startswith("celery.")}
    assert own == set(policies.TASKS), "policies.TASKS and tournaments.tasks differ"
    assert tasks.__name__ in app.conf.imports


def test_every_duty_of_the_sweeper_is_named() -> None:
    assert {duty.name for duty in sweeping.DUTIES} == set(policies.DUTIES), "policies.DUTIES and sweeping.DUTIES differ"


def test_every_command_is_named() -> None:
    own = {name for name, app_name in get_commands().items() if app_name == "tournaments"}
    assert own == set(policies.COMMANDS), "policies.COMMANDS and tournaments.management.commands differ"


def test_what_works_unattended_is_nobodys_who_visits() -> None:
    unattended = {**policies.TASKS, **policies.DUTIES, **policies.COMMANDS}
    assert set(unattended.values()) == {Right.OPERATE}
    assert all(Right.OPERATE not in rights for rights in policies.RIGHTS.values())
    assert all(Right.OPERATE not in rights for rights in policies.SCOPES.values())


def test_the_door_stands_in_front_of_every_view() -> None:
    assert f"{DoorMiddleware.__module__}.{DoorMiddleware.__qualname__}" in settings.MIDDLEWARE


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=ADDRESSES)
def test_a_view_without_a_mark_is_opened_to_nobody(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.get("/unmarked/")
    assert (answer.status_code, b"opened" in answer.content) == (403, False)
    assert "unmarked names no right" in caplog.text


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=ADDRESSES)
@pytest.mark.parametrize("method", ["get", "head", "post", "put", "patch", "delete", "options", "trace"])
def test_a_method_that_the_mark_does_not_name_is_not_taken(client: Any, method: str) -> None:
    reads, writes = getattr(client, method)("/readable/"), getattr(client, method)("/writable/")
    assert reads.status_code == (200 if method in ("get", "head") else 405)
    assert writes.status_code == (200 if method == "post" else 405)
    if reads.status_code == 405:
        assert reads["Allow"] == "GET, HEAD"


def test_the_door_asks_the_database_nothing() -> None:
    """It runs before every page, so it may cost nothing: no database is marked for this test."""
    middleware = DoorMiddleware(readable)
    assert middleware.process_view(RequestFactory().get("/readable/"), readable, (), {}) is None


def test_no_address_of_the_debugger_or_of_an_admin_is_served() -> None:
    assert [route for route, _view in ROUTES if route.startswith(("admin", "__debug__"))] == []
    assert not (Path(settings.BASE_DIR) / "tournaments" / "admin.py").exists()
