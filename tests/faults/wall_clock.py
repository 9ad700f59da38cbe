"""The server's clock on the wall, which may be put on and back, and an evening that is played by it (for the clerk)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.faults import scenes
from tests.tournaments import factories as make
from tournaments.models import AuditEntry, Deadline, Round, Tournament
from tournaments.timing.reads import clock_of_round, ends_at, ms_of
from tournaments.timing.writes import clocks
from tournaments.upkeep.writes import sweeping

HOUR = timedelta(hours=1)


class Wall:
    """What ``timezone.now`` says."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@contextmanager
def wall(now: datetime | None = None) -> Iterator[Wall]:
    made = Wall(now or timezone.now().replace(microsecond=0))
    with patch("django.utils.timezone.now", made):
        yield made


def evening(name: str) -> tuple[Tournament, dict[str, Any]]:
    made = scenes.evening(8, name)
    scenes.call_round(made["slug"], 1)
    event = Tournament.objects.get(pk=made["pk"])
    return event, {"actor": make.boss_of(event), "tournament_id": event.pk}


def left(event: Tournament, now: datetime) -> int:
    return clock_of_round(Round.objects.get(tournament=event, number=1)).time_left(ms_of(now))


def moved(event: Tournament) -> list[int]:
    rows = AuditEntry.objects.filter(tournament=event, verb="clocks_moved").order_by("pk")
    return [row.after["seconds"] for row in rows]


def jump(by: int) -> dict[str, Any]:
    """The clock of the server is put on or back by ``by`` seconds in the middle of an hour, and at its end back again.

    What was left before each jump and after the sweeper's next turn, when time was called, and how often.
    """
    with wall() as at:
        event, boss = evening(f"Salto {by}")
        sweeping.fire_due()
        clocks.start_clock(number=1, minutes=60, **boss)
        lefts, fired = [], 0
        for step in (by, -by):
            _pass(at, 29 * 60)
            before = left(event, at.now)
            at.now += timedelta(seconds=step)
            fired += sweeping.fire_due()
            lefts.append((before, left(event, at.now)))
        _pass(at, 2 * 60 - 0.001)
        early = AuditEntry.objects.filter(tournament=event, verb="time_called").count()
        at.now += timedelta(milliseconds=1)
        due = ends_at(clock_of_round(Round.objects.get(tournament=event, number=1)))
        fired += sweeping.fire_due() + sweeping.fire_due()
        deadline = Deadline.objects.get(tournament=event)
        return {
            "lefts": lefts,
            "early": early,
            "fired": fired,
            "moved": moved(event),
            "on_time": deadline.fired_at == due == at.now,
            "records": AuditEntry.objects.filter(tournament=event, verb="time_called").count(),
        }


def _pass(at: Wall, seconds: float) -> int:
    """Let time pass while the sweeper turns every four seconds; how many deadlines fired."""
    fired, end = 0, at.now + timedelta(seconds=seconds)
    while at.now < end:
        at.now = min(end, at.now + timedelta(seconds=4))
        fired += sweeping.fire_due()
    return fired


def jump_before(step: str, by: int) -> dict[str, Any]:
    """The clock is put on or back just before somebody starts, stops or extends a clock: no sweeper has seen it yet."""
    with wall() as at:
        event, boss = evening(f"Prima di {step} {by}")
        sweeping.fire_due()
        if step != "start":
            clocks.start_clock(number=1, minutes=60, **boss)
            _pass(at, 600)
        at.now += timedelta(seconds=by)
        if step == "start":
            clocks.start_clock(number=1, minutes=60, **boss)
        elif step == "pause":
            clocks.pause_clock(number=1, **boss)
        else:
            clocks.add_time(number=1, minutes=5, reason="Tardi", **boss)
        sweeping.fire_due()
        return {"left": left(event, at.now), "moved": moved(event)}


def night(start: str) -> dict[str, Any]:
    """An hour from ``start`` (UTC) on a night when summer time begins or ends: what pages say of it, when it ends."""
    begin = datetime.fromisoformat(start)
    with wall(begin) as at:
        event, boss = evening(f"Notte {start}")
        sweeping.fire_due()
        clocks.start_clock(number=1, minutes=60, **boss)
        page = _clock_of_page(event)
        _pass(at, 30 * 60)
        half = left(event, at.now)
        _pass(at, 30 * 60 - 0.001)
        early = AuditEntry.objects.filter(tournament=event, verb="time_called").count()
        at.now = begin + HOUR
        fired = sweeping.fire_due()
        again = _pass(at, 2 * 3600)
        deadline = Deadline.objects.get(tournament=event)
        return {
            **page,
            "half": half,
            "early": early,
            "fired": fired,
            "again": again,
            "moved": moved(event),
            "fired_at": deadline.fired_at.isoformat() if deadline.fired_at else "",
            "over": _clock_of_page(event)["state"],
        }


def _clock_of_page(event: Tournament) -> dict[str, Any]:
    """What the public page says: the moment that the browser counts down to, and the words without a script."""
    client = Client(headers={"accept-language": "it"}, SERVER_NAME="127.0.0.1")
    page = client.get(reverse("event_tables", args=[event.slug])).content.decode()
    ends = re.search(r'data-ends-at="(\d+)"', page)
    text = re.search(r"data-clock-time>([^<]*)<", page)
    state = re.search(r'data-behaviour="clock[^"]*" data-state="(\w+)"', page)
    return {
        "ends_at": int(ends[1]) if ends else None,
        "text": text[1] if text else page[:400],
        "state": state[1] if state else "",
    }
