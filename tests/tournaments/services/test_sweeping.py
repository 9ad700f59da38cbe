"""The sweeper's threads: each does its duty whatever becomes of the others, and stops when it is told to."""

import asyncio
import logging
import signal
import sqlite3
import subprocess
import sys
import threading
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from tests.waiting import until
from tournaments.config import asgi
from tournaments.live import ticker
from tournaments.models import Pulse
from tournaments.timing.writes import downtime
from tournaments.upkeep.writes import sweeping
from tournaments.upkeep.writes.sweeping import Duty, Sweeper

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 30.0


def counting(stop_after: int, fail: type[Exception] | None = None) -> tuple[Any, threading.Event]:
    """A step that counts its turns, and fails each time where it is to; the event is set after so many."""
    reached, turns = threading.Event(), []

    def step() -> int:
        turns.append(1)
        if len(turns) >= stop_after:
            reached.set()
        if fail is not None:
            raise fail("gone")
        return 1

    return step, reached


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("failure", [OperationalError, RuntimeError])
def test_a_duty_that_fails_stops_neither_itself_nor_the_others(failure: type[Exception], caplog: Any) -> None:
    good, good_again = counting(5)
    bad, bad_again = counting(5, failure)
    sweeper = Sweeper((Duty("good", 0.01, good), Duty("bad", 0.01, bad)))

    sweeper.start()
    went_on = good_again.wait(PATIENCE) and bad_again.wait(PATIENCE)
    sweeper.stop()
    sweeper.wait(PATIENCE)

    assert went_on
    assert sweeper.done >= 5
    assert "bad failed" in caplog.text


def busy_sqlite() -> Exception:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT
    return error


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cause", "level"),
    [
        (busy_sqlite(), logging.WARNING),
        (LockNotAvailable("canceling statement due to lock timeout"), logging.WARNING),
        (sqlite3.OperationalError("no such table"), logging.ERROR),
        (None, logging.ERROR),
    ],
)
def test_a_database_where_another_write_takes_long_is_no_fault(
    cause: Exception | None, level: int, caplog: Any
) -> None:
    def busy() -> int:
        raise OperationalError("refused") from cause

    assert sweeping.once(Duty("outbox", 1.0, busy)) == 0
    assert [record.levelno for record in caplog.records] == [level]


@pytest.mark.django_db(transaction=True)
def test_a_slow_duty_delays_no_other() -> None:
    fast, fast_again = counting(20)
    free = threading.Event()
    slow = Duty("slow", 0.01, lambda: int(free.wait(PATIENCE)))
    sweeper = Sweeper((slow, Duty("fast", 0.01, fast)))

    sweeper.start()
    went_on = fast_again.wait(PATIENCE) and not free.is_set()
    free.set()
    sweeper.stop()
    sweeper.wait(PATIENCE)

    assert went_on


@pytest.mark.django_db(transaction=True)
def test_the_web_process_sweeps_until_it_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    step, again = counting(3)
    monkeypatch.setattr(sweeping, "Sweeper", partial(Sweeper, (Duty("deadlines", 0.01, step),)))

    async def serve() -> None:
        running = asyncio.create_task(ticker.run())
        assert await asyncio.to_thread(again.wait, PATIENCE)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(serve())

    assert [each.name for each in threading.enumerate() if each.name.startswith("sweeper-")] == []


def lifespan(*messages: str) -> list[str]:
    """What the application answers to the server's start and stop."""
    said: list[str] = []

    async def serve() -> None:
        coming = iter(messages)

        async def receive() -> dict[str, str]:
            return {"type": f"lifespan.{next(coming)}"}

        async def send(message: dict[str, str]) -> None:
            said.append(message["type"])
            if message["type"] == "lifespan.startup.complete":
                said.append(f"moved {await asyncio.to_thread(pulse_age) < 5}")

        await asgi.application({"type": "lifespan"}, receive, send)

    asyncio.run(serve())
    return said


def pulse_age() -> float:
    """Seconds since the last pulse."""
    try:
        return (timezone.now() - Pulse.objects.get(name=downtime.PULSE).at).total_seconds()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_the_gap_is_closed_before_the_first_page_is_served() -> None:
    Pulse.objects.create(name=downtime.PULSE, at=timezone.now() - timedelta(hours=1))

    assert lifespan("startup", "shutdown") == [
        "lifespan.startup.complete",
        "moved True",
        "lifespan.shutdown.complete",
    ]


def test_a_start_that_fails_ends_the_server_and_says_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> int:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(asgi.descriptors, "take_room", refuse)
    assert lifespan("startup") == ["lifespan.startup.failed"]
    assert "current limit exceeds maximum limit" in caplog.text


@pytest.mark.django_db
def test_a_database_that_does_not_answer_yet_keeps_no_server_from_starting(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def away(*_args: Any) -> int:
        raise OperationalError("the database system is starting up")

    monkeypatch.setattr(downtime, "close_gap", away)

    ticker._close_gap()

    assert "gap not closed" in caplog.text


@pytest.mark.django_db
def test_one_sweep_says_what_it_did(capsys: Any) -> None:
    call_command("sweep")

    assert capsys.readouterr().out == "0 things done\n"


@pytest.mark.parametrize(
    ("command", "last", "failed"), [("sweep", "0 things done\n", "deadlines"), ("work", "0 jobs\n", "jobs")]
)
def test_the_loop_ends_in_order_when_it_is_asked_to(tmp_path: Path, command: str, last: str, failed: str) -> None:
    """A process of its own, on a database that has no tables yet: it complains, goes on, and stops on a signal."""
    environment = {"SETTEBELLO_DATA": str(tmp_path), "PATH": "/usr/bin:/bin"}
    complaints = tmp_path / "complaints"
    with complaints.open("w") as file:
        loop = subprocess.Popen(
            [sys.executable, "manage.py", command, "--loop"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        )
        until(lambda: f"{failed} failed" in complaints.read_text(), "it complains", PATIENCE)
        is_running = loop.poll() is None
        loop.send_signal(signal.SIGTERM)
        said, _nothing = loop.communicate(timeout=PATIENCE)

    assert (is_running, said, loop.returncode) == (True, last, 0)
    assert f"{failed} failed" in complaints.read_text()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("duty", "statements"), [("deadlines", 2), ("outbox", 1), ("webhooks", 2), ("pushes", 1), ("jobs", 1), ("lists", 1)]
)
def test_a_turn_with_nothing_to_do_asks_whether_there_is_anything(duty: str, statements: int) -> None:
    """Six duties do so up to four times a second all night."""
    step = next(each.step for each in sweeping.DUTIES if each.name == duty)
    # The first turn ever writes the first heartbeat, and tidies.
    step()
    with CaptureQueriesContext(connection) as asked:
        assert step() == 0
    assert len(asked) == statements, [each["sql"] for each in asked]


def test_the_duties_are_deadlines_messages_and_long_work() -> None:
    assert [duty.name for duty in sweeping.DUTIES][:2] == ["deadlines", "outbox"]
    assert sweeping.DUTIES[0].every == 0.25


def test_a_connection_that_cannot_even_be_closed_ends_no_duty(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise InterfaceError("the connection is closed")

    monkeypatch.setattr(sweeping, "close_old_connections", broken)
    monkeypatch.setattr(sweeping.connection, "close", broken)
    assert sweeping.once(sweeping.Duty("count", 1.0, lambda: 1)) == 0
