"""The sweeper applies what is due and sends what is queued. Any number may run at once, and any may die."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from django.db import Error, InterfaceError, OperationalError, close_old_connections, connection
from django.utils import timezone

from tournaments.accounts.writes import sessions
from tournaments.deadlines import writes as deadlines
from tournaments.frame.reads import statements
from tournaments.frame.writes import idempotency, pulses, rate_limits, stalled
from tournaments.jobs.writes import jobs
from tournaments.models import OutboxMessage
from tournaments.online.writes import firing as matches
from tournaments.online.writes import practice
from tournaments.people.writes import people
from tournaments.system_errors import is_busy
from tournaments.timing.writes import downtime
from tournaments.upkeep.writes import firing, outbox
from tournaments.webhooks.writes import telling

logger = logging.getLogger(__name__)

# Seconds until a failed deadline is retried: somebody has to look at it first.
PATIENCE = 30.0
# When each failed deadline is retried, by name; in this process only.
FAILED: dict[str, float] = {}
# What is asked four times a second, also in a hall that sleeps.
DUE: Final = """
SELECT 1 FROM tournaments_deadline WHERE fired_at IS NULL AND due_at <= %s
UNION ALL SELECT 1 FROM tournaments_matchdeadline WHERE due_at <= %s LIMIT 1
"""


def sweep() -> int:
    """Close a gap, apply every due deadline and send the due messages; return how many things were done."""
    return fire_due() + send()


def fire_due() -> int:
    """Close a gap, then apply every due deadline of events and of online matches; return how many.

    Deadlines are compared with the time before the check for a gap: a process that slept in between fires nothing
    early.
    """
    now = timezone.now()
    downtime.close_gap()
    if not statements.rows(DUE, [connection.ops.adapt_datetimefield_value(now)] * 2):
        return 0
    of_events = [(f"deadline {pk}", partial(firing.fire_deadline, deadline_id=pk)) for pk in deadlines.due(now)]
    of_matches = [(f"match deadline {pk}", partial(matches.fire, deadline_id=pk)) for pk in matches.due(now)]
    done = 0
    for name, effect in of_events + of_matches:
        if FAILED.get(name, 0.0) > time.monotonic():
            continue
        try:
            done += effect()
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            # It is put aside for a while, and the others go on.
            logger.exception("%s cannot take effect", name)
            FAILED[name] = time.monotonic() + PATIENCE
    return done


def send() -> int:
    """Send the due messages, if there is no worker; return how many."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else outbox.drain(now)


def tell_webhooks() -> int:
    """Create deliveries for new rows, and send the due ones if there is no worker; return how many things were done."""
    now = timezone.now()
    return telling.tell() + (0 if pulses.has_worker(now) else outbox.drain(now, OutboxMessage.Channel.WEBHOOK))


def push() -> int:
    """Send the due alerts to browsers, if there is no worker; return how many."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else outbox.drain(now, OutboxMessage.Channel.PUSH)


def do_jobs() -> int:
    """Do the waiting jobs, if there is no worker; return how many."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else jobs.work(now, jobs.OTHERS)


def read_lists() -> int:
    """Read the waiting spreadsheets, if there is no worker; return how many."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else jobs.work(now, (jobs.LIST,))


def tidy() -> int:
    """Delete expired data, and fold names that an earlier release wrote; return the number of rows."""
    now = timezone.now()
    forgotten = rate_limits.forget_old(now) + sessions.forget_old(now) + idempotency.forget_old_answers()
    return forgotten + telling.remove_old(now) + practice.remove_old(now) + people.fold_names()


@dataclass(frozen=True, slots=True)
class Duty:
    """A task that is repeated every ``every`` seconds."""

    name: str
    every: float
    step: Callable[[], int]


# Each in its own thread: neither a slow mail server, nor a slow webhook, nor long work may delay a deadline.
DUTIES: Sequence[Duty] = (
    Duty("deadlines", 0.25, fire_due),
    Duty("outbox", 1.0, send),
    Duty("webhooks", 1.0, tell_webhooks),
    Duty("pushes", 1.0, push),
    Duty("jobs", 0.5, do_jobs),
    Duty("lists", 0.5, read_lists),
    Duty("stalled", 5.0, stalled.end_stalled),
    Duty("tidying", 600.0, tidy),
)


@dataclass(slots=True)
class Sweeper:
    """The threads that run the duties until they are stopped; a failure in one stops no other.

    ``is_held`` says that nothing may be written now.
    """

    duties: Sequence[Duty] = DUTIES
    is_held: Callable[[], bool] = lambda: False
    done: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)
    _counting: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        self._threads = [
            threading.Thread(target=self._keep, args=(duty,), name=f"sweeper-{duty.name}", daemon=True)
            for duty in self.duties
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ask every duty to finish its current turn; the caller may wait for that."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the threads have stopped, each for this long at most."""
        for thread in self._threads:
            thread.join(seconds)

    def _keep(self, duty: Duty) -> None:
        while not self._stop.is_set():
            done = 0 if self.is_held() else once(duty)
            with self._counting:
                self.done += done
            self._stop.wait(duty.every)
        connection.close()


def once(duty: Duty) -> int:
    """Run a duty once; a database error is retried the next time, and nothing ends the thread."""
    try:
        close_old_connections()
        done = duty.step()
        close_old_connections()
    except Exception as error:
        if is_busy(error):
            # Nothing is wrong with the duty, and its next turn is soon.
            logger.warning("%s waits: another write takes long", duty.name)
        else:
            logger.exception("%s failed", duty.name)
        with suppress(Error):
            connection.close()
        return 0
    return done
