"""Celery is a trigger and a work horse, never a memory: its settings, its schedule, and what a lost broker costs."""

import ast
import inspect
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from celery import Celery
from celery.worker import state
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from tournaments import tasks
from tournaments.config import tasking, watchdog
from tournaments.config.celery import app
from tournaments.frame.writes import pulses
from tournaments.models import Pulse
from tournaments.outbox import workers
from tournaments.upkeep.writes import sweeping

ROOT = Path(__file__).resolve().parents[2]
SCHEDULED = sorted(tasking.SCHEDULE.items())


def own_tasks() -> dict[str, Any]:
    app.loader.import_default_modules()
    return {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}


def test_a_worker_that_dies_gives_its_work_back() -> None:
    conf = app.conf
    assert (conf.task_acks_late, conf.task_reject_on_worker_lost, conf.worker_prefetch_multiplier) == (True, True, 1)
    assert conf.broker_transport_options["visibility_timeout"] == 3600
    assert conf.broker_connection_retry_on_startup
    assert conf.broker_connection_max_retries is None


def test_messages_are_json_and_no_result_is_kept() -> None:
    assert (app.conf.task_serializer, app.conf.accept_content) == ("json", ["json"])
    assert app.conf.result_backend is None
    assert app.conf.task_ignore_result


@pytest.mark.parametrize(("name", "entry"), SCHEDULED, ids=[name for name, _entry in SCHEDULED])
def test_what_is_scheduled_exists_and_is_worth_nothing_when_the_next_one_comes(
    name: str, entry: dict[str, Any]
) -> None:
    assert entry["task"] in own_tasks()
    assert entry["options"]["expires"] <= entry["schedule"] <= 60
    assert list(inspect.signature(own_tasks()[entry["task"]].run).parameters) == []


def test_alerts_wait_for_push_services_in_a_queue_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr(workers, "_after_commit", lambda *what: told.append(what))
    workers.send_alert(1)
    workers.send_message(2)
    assert told == [("send_message", 1, "alerts"), ("send_message", 2, "short")]
    assert app.conf.task_routes["drain_pushes"] == {"queue": "alerts"} and "alerts" in app.conf.task_queues


def test_the_sweeper_is_woken_every_second() -> None:
    assert tasking.SCHEDULE["sweep"]["schedule"] == 1


def test_tasks_take_nothing_but_an_id() -> None:
    for name, task in own_tasks().items():
        for parameter in inspect.signature(task.run).parameters.values():
            assert parameter.name.endswith("_id"), name
            assert parameter.annotation is int, name


def delays(source: str) -> list[str]:
    """Times given to a message that are no constant of at most 60 seconds."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg in ("eta", "countdown"):
            value = node.value.value if isinstance(node.value, ast.Constant) else None
            if node.arg == "eta" or not isinstance(value, int | float) or value > 60:
                found.append(ast.unparse(node))
    return found


@pytest.mark.full
def test_no_message_waits_longer_than_a_minute() -> None:
    """What waits longer than the visibility timeout is done several times over: a deadline is a row."""
    assert [delay for path in ROOT.glob("tournaments/**/*.py") for delay in delays(path.read_text())] == []


@pytest.mark.parametrize("call", ["f.apply_async(eta=now)", "f.apply_async(countdown=61)", "f(countdown=n)"])
def test_a_message_that_would_wait_is_found(call: str) -> None:
    assert delays(call)


@pytest.fixture
def told(settings: Settings) -> Iterator[list[tuple[str, int, str]]]:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    calls: list[tuple[str, int, str]] = []
    with patch.object(workers, "_hand_over", lambda *what: calls.append(what)):
        yield calls


@pytest.mark.django_db(transaction=True)
def test_a_worker_is_told_when_the_fact_is_committed(told: list[tuple[str, int, str]]) -> None:
    with transaction.atomic():
        workers.send_message(7)
        workers.run_job(8)
        assert told == []
    assert told == [("send_message", 7, "short"), ("run_job", 8, "long")]


@pytest.mark.django_db(transaction=True)
def test_nobody_is_told_of_what_was_rolled_back(told: list[tuple[str, int, str]]) -> None:
    with transaction.atomic():
        workers.send_message(7)
        transaction.set_rollback(True)
    assert told == []


@pytest.mark.django_db(transaction=True)
def test_nobody_is_told_where_there_is_no_broker(settings: Settings) -> None:
    settings.CELERY_BROKER_URL = ""
    with patch.object(workers, "_hand_over") as told:
        workers.send_message(7)
    told.assert_not_called()


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Senders that know nothing of the broker of another test."""
    workers._sender.cache_clear()
    workers._thread.cache_clear()
    monkeypatch.setattr(workers, "_quiet_until", 0.0)
    yield
    workers._thread().shutdown(wait=True)
    workers._thread.cache_clear()
    workers._sender.cache_clear()


@pytest.mark.usefixtures("fresh")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("answers", [False, True], ids=["refuses", "hangs"])
def test_a_lost_broker_neither_fails_nor_delays(settings: Settings, answers: bool) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if answers:
            silent.listen(100)
        settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        began = time.monotonic()
        for row in range(50):
            workers.send_message(row)
        # Each send of its own would take as long as the broker is waited for: half a minute in all.
        assert time.monotonic() - began < 10
        workers._thread().submit(int).result(30)
        assert time.monotonic() - began < 20
        assert workers._quiet_until > began


@pytest.mark.django_db
def test_the_worker_has_a_pulse() -> None:
    before = timezone.now()
    tasks.pulse()
    assert Pulse.objects.get(name=pulses.WORKER).at >= before


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("broker", "age", "expected"),
    [("redis://127.0.0.1/0", 5, 0), ("redis://127.0.0.1/0", 20, 1), ("redis://127.0.0.1/0", None, 1), ("", 5, 1)],
    ids=["a worker is there", "it was", "it never was", "there is no broker"],
)
def test_the_web_process_leaves_messages_and_long_work_to_a_worker_that_lives(
    settings: Settings, broker: str, age: int | None, expected: int
) -> None:
    settings.CELERY_BROKER_URL = broker
    if age is not None:
        pulses.beat(pulses.WORKER, timezone.now() - timedelta(seconds=age))
    with patch.object(sweeping.outbox, "drain", return_value=1), patch.object(sweeping.jobs, "work", return_value=1):
        assert (sweeping.send(), sweeping.do_jobs()) == (expected, expected)


def deaf(last: float, waiting: int, busy: bool) -> bool:
    dog = watchdog.Watchdog(app)
    dog.last = last
    requests = {object()} if busy else set()
    with patch.object(dog, "waiting", lambda: waiting), patch.object(state, "active_requests", requests):
        return dog.is_deaf(100.0)


@pytest.mark.parametrize(
    ("last", "waiting", "busy", "expected"),
    [
        (39.0, 3, False, True),
        (41.0, 3, False, False),
        (39.0, 0, False, False),
        (39.0, 3, True, False),
    ],
    ids=["deaf", "heard something", "nothing waits", "at work"],
)
def test_a_worker_is_deaf_when_messages_wait_and_none_comes(
    last: float, waiting: int, busy: bool, expected: bool
) -> None:
    assert deaf(last, waiting, busy) is expected


DEAF_WORKER = """
import signal, threading, time
from tournaments.config import watchdog
watchdog.EVERY, watchdog.GRACE = 0.05, 0.5
signal.signal(signal.SIGTERM, signal.{handler})
dog = watchdog.Watchdog(None)
dog.is_deaf = lambda now: True
threading.Thread(target=dog.run, daemon=True).start()
time.sleep(100)
"""


@pytest.mark.parametrize(("handler", "status"), [("SIG_DFL", -signal.SIGTERM), ("SIG_IGN", 1)])
def test_a_deaf_worker_ends_whether_it_hears_that_it_should_stop_or_not(handler: str, status: int) -> None:
    worker = subprocess.run(
        [sys.executable, "-c", DEAF_WORKER.format(handler=handler)], capture_output=True, timeout=90, check=False
    )
    assert worker.returncode == status, worker.stderr


def test_a_worker_whose_broker_is_lost_is_not_called_deaf() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        lost = Celery("lost", set_as_current=False)
        lost.conf.update(tasking.settings_of(f"redis://127.0.0.1:{probe.getsockname()[1]}/0"))
        assert watchdog.Watchdog(lost).waiting() == 0
