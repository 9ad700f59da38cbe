"""What machines that watch the installation are told: alive, ready, and in figures; and who is told."""

import asyncio
import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone
from prometheus_client import REGISTRY
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from tests.tournaments import factories as make
from tournaments.config import asgi
from tournaments.frame.writes import pulses
from tournaments.models import Deadline, Job, OutboxMessage, Pulse
from tournaments.upkeep import reads as installation
from tournaments.upkeep.pages import readiness
from tournaments.upkeep.pages.probes import ProbesMiddleware

TOKEN = "a-token-of-the-tests"
LOST = OperationalError("connection refused")


def test_a_process_is_alive_without_a_database(client: Client) -> None:
    """Without the mark ``django_db``, every question to the database would fail the test."""
    answer = client.get("/livez", headers={"host": "10.0.0.7"})
    assert (answer.status_code, answer.content) == (200, b"alive\n")
    assert answer.headers["Cache-Control"] == "no-store"


def ready(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz", headers={"host": "10.0.0.7"})
    return answer.status_code, answer.json()


@pytest.mark.django_db
def test_who_can_serve_people_says_so(client: Client) -> None:
    pulses.beat("clocks", timezone.now())
    status, said = ready(client)
    assert (status, said["ready"]) == (200, True)
    assert said["checks"] == dict.fromkeys(("database", "migrations", "sweeper", "deadlines"), "ok")
    assert said["information"]["redis"] == "none"


@pytest.mark.django_db
def test_a_write_is_made(client: Client) -> None:
    before = timezone.now()
    ready(client)
    assert Pulse.objects.get(name=pulses.READY).at >= before


@pytest.mark.django_db
def test_nobody_is_ready_without_a_sweeper(client: Client) -> None:
    status, said = ready(client)
    assert (status, said["checks"]["sweeper"]) == (503, "no sweeper is at work")
    pulses.beat("clocks", timezone.now() - timedelta(seconds=6))
    assert ready(client)[0] == 503


@pytest.mark.django_db
def test_nobody_is_ready_while_deadlines_are_late(client: Client) -> None:
    pulses.beat("clocks", timezone.now())
    event = make.knockout(entries=0)
    due = timezone.now() - timedelta(seconds=90)
    Deadline.objects.create(tournament=event, kind=Deadline.Kind.ROUND_TIME, key="late", due_at=due)
    status, said = ready(client)
    assert status == 503
    assert re.fullmatch(r"9\d s late", said["checks"]["deadlines"])


@pytest.mark.django_db
def test_nobody_is_ready_before_the_tables_are_those_of_the_program(client: Client) -> None:
    pulses.beat("clocks", timezone.now())
    with (
        patch.object(readiness, "_migrated", False),
        patch.object(MigrationExecutor, "migration_plan", return_value=["one to come"]),
    ):
        assert ready(client)[1]["checks"]["migrations"] == "manage.py migrate has not been run"


@pytest.mark.django_db
@pytest.mark.parametrize("error", [LOST, InterfaceError("the connection is closed")])
def test_nobody_is_ready_whose_database_takes_no_write(client: Client, error: Exception) -> None:
    with patch.object(readiness.pulses, "beat", side_effect=error):
        status, said = ready(client)
    assert (status, said["checks"]) == (503, {"database": type(error).__name__})


@pytest.mark.django_db
def test_a_lost_redis_is_told_and_no_reason(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://nowhere"
    pulses.beat("clocks", timezone.now())
    with patch.object(readiness, "cache") as lost:
        lost.is_lost = True
        status, said = ready(client)
    assert (status, said["information"]["redis"]) == (200, "lost")


def figures(client: Client) -> dict[str, float]:
    with override_settings(METRICS_TOKEN=TOKEN):
        text = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).content.decode()
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


@pytest.mark.django_db
def test_the_figures_are_those_of_the_evening(client: Client) -> None:
    event = make.called(entries=8)
    now = timezone.now()
    soon, gone = now + timedelta(minutes=5), now - timedelta(minutes=5)
    for key, due in (("soon", soon), ("gone", gone), ("still", None)):
        Deadline.objects.create(tournament=event, kind=Deadline.Kind.ROUND_TIME, key=key, due_at=due)
    for key, attempts in (("new", 0), ("tried", 10), ("given up", 11)):
        OutboxMessage.objects.create(kind="x", payload={}, dedupe_key=key, run_at=gone, attempts=attempts)
    OutboxMessage.objects.create(kind="x", payload={}, dedupe_key="sent", run_at=gone, done_at=now)
    Job.objects.create(kind="pdf", tournament=event, key="a", status=Job.Status.WAITING)
    Job.objects.create(kind="pdf", tournament=event, key="b", status=Job.Status.DONE)
    pulses.beat("clocks", now - timedelta(seconds=3))
    before = figures(client)
    assert before['settebello_events{status="running"}'] == 1
    assert before['settebello_events{status="draft"}'] == 0
    assert before["settebello_open_tables"] == 4
    assert before["settebello_deadlines_pending"] == 2
    assert before["settebello_deadlines_late"] == 1
    assert 300 <= before["settebello_deadline_lateness_seconds"] < 360
    assert (before["settebello_outbox_pending"], before["settebello_outbox_given_up"]) == (2, 1)
    assert 300 <= before["settebello_outbox_oldest_seconds"] < 360
    assert before['settebello_jobs{status="waiting"}'] == 1
    assert 3 <= before['settebello_pulse_age_seconds{part="clocks"}'] < 60
    make.play(make.tables_of(event)[0])
    assert figures(client)["settebello_results_total"] == before["settebello_results_total"] + 1


@pytest.mark.django_db
def test_what_people_wait_for_is_measured(client: Client) -> None:
    event = make.called(entries=4)
    before = figures(client)
    boss = make.client_of(make.boss_of(event))
    table = make.tables_of(event)[0]
    assert boss.post(f"/e/{event.slug}/tavoli/{table.number}/", {"nothing": "right"}).status_code >= 400
    assert boss.get("/").status_code == 200
    after = figures(client)
    assert after['settebello_answers_total{status="4xx"}'] == before['settebello_answers_total{status="4xx"}'] + 1
    assert after['settebello_answers_total{status="2xx"}'] == before['settebello_answers_total{status="2xx"}'] + 1
    assert after["settebello_result_seconds_count"] == before["settebello_result_seconds_count"]
    assert {"settebello_live_readers", "settebello_versions_told", "settebello_redis_failures_total"} <= set(after)
    assert "settebello_database_errors_total" in after


@pytest.mark.django_db
@pytest.mark.parametrize("error", [LOST, InterfaceError("the connection is closed")])
def test_a_database_that_is_gone_is_a_figure_too(client: Client, error: Exception) -> None:
    with patch("tournaments.upkeep.pages.metrics.figures", side_effect=error):
        assert figures(client)["settebello_database_up"] == 0
    assert figures(client)["settebello_database_up"] == 1


@pytest.mark.django_db
def test_figures_cost_the_same_however_large_the_evening_is(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    make.called(entries=8)
    assert connection.vendor
    with django_assert_num_queries(7):
        installation.figures(timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("token", "given", "expected"),
    [
        ("", {"REMOTE_ADDR": "127.0.0.1"}, 404),
        ("", {"REMOTE_ADDR": "127.0.0.1", "HTTP_AUTHORIZATION": "Bearer "}, 404),
        (TOKEN, {"REMOTE_ADDR": "127.0.0.1"}, 404),
        (TOKEN, {"HTTP_AUTHORIZATION": f"Bearer {TOKEN}", "REMOTE_ADDR": "192.0.2.1"}, 200),
        (TOKEN, {"HTTP_AUTHORIZATION": f"Bearer {TOKEN}x"}, 404),
        (TOKEN, {"HTTP_AUTHORIZATION": TOKEN}, 404),
        (TOKEN, {"HTTP_AUTHORIZATION": "Bearer è"}, 404),
    ],
)
def test_who_may_see_the_figures(settings: Settings, token: str, given: dict[str, Any], expected: int) -> None:
    settings.METRICS_TOKEN = token
    assert Client(**given).get("/metrics").status_code == expected


@pytest.mark.parametrize(
    ("method", "name", "status", "counted"),
    [
        ("POST", "table_sheet", 302, 1),
        ("POST", "table_sheet", 409, 0),
        ("GET", "table_sheet", 200, 0),
        ("POST", "login", 302, 0),
    ],
)
def test_the_time_of_a_result_is_that_of_who_sends_it(method: str, name: str, status: int, counted: int) -> None:
    request = RequestFactory().generic(method, "/")
    request.resolver_match = SimpleNamespace(url_name=name)  # type: ignore[assignment]
    before = REGISTRY.get_sample_value("settebello_result_seconds_count") or 0
    ProbesMiddleware(lambda _request: HttpResponse(status=status))(request)
    assert REGISTRY.get_sample_value("settebello_result_seconds_count") == before + counted


def test_a_loop_whose_threads_are_all_busy_says_that_it_is_alive() -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    with patch.object(asgi, "pages", side_effect=AssertionError("a thread was asked")):
        asyncio.run(asgi.application({"type": "http", "path": "/livez"}, None, send))
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"alive\n")
