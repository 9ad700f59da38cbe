"""The sweeper: what is due takes effect, what is written is sent. Any number may run at once, and any may die."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from django.db import Error, InterfaceError, OperationalError, close_old_connections, connection
from django.utils import timezone

from tournaments.models import OutboxMessage
from tournaments.services.accounts import sessions
from tournaments.services.deadlines import deadlines
from tournaments.services.jobs import jobs
from tournaments.services.play import firing as matches
from tournaments.services.play import practice
from tournaments.services.sweeper import firing, outbox
from tournaments.services.timing import downtime
from tournaments.services.transactions import idempotency, pulses, rate_limits
from tournaments.services.webhooks import telling

logger = logging.getLogger(__name__)

# Seconds until a deadline whose effect failed is tried again: somebody has to look at it first.
PATIENCE = 30.0
# When what could not take effect is tried again, by its name; of this process only.
FAILED: dict[str, float] = {}


def sweep() -> int:
    """Close a gap, give every due deadline its effect and send the due messages; how many things were done."""
    return fire_due() + send()


def fire_due() -> int:
    """Close a gap, then give every due deadline of events and of online matches its effect; how many there were.

    What is due is asked at a time before the gap was looked for: a process asleep in between fires nothing early.
    """
    now = timezone.now()
    downtime.close_gap()
    of_events = [(f"deadline {pk}", partial(firing.fire_deadline, deadline_id=pk)) for pk in deadlines.due(now)]
    of_matches = [(f"match deadline {pk}", partial(matches.fire, deadline_id=pk)) for pk in matches.due(now)]
    return sum(_fire(name, effect) for name, effect in of_events + of_matches)


def _fire(name: str, effect: Callable[[], bool]) -> bool:
    """Fire one deadline; one that cannot take effect is put aside for a while, and the others go on."""
    if FAILED.get(name, 0.0) > time.monotonic():
        return False
    try:
        return effect()
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("%s cannot take effect", name)
        FAILED[name] = time.monotonic() + PATIENCE
        return False


def send() -> int:
    """Send the due messages, where no worker does; how many went out."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else outbox.drain(now)


def tell_webhooks() -> int:
    """Make the deliveries of what is new, and send the due ones where no worker does; how many things were done."""
    now = timezone.now()
    return telling.tell() + (0 if pulses.has_worker(now) else outbox.drain(now, OutboxMessage.Channel.WEBHOOK))


def push() -> int:
    """Send the due alerts to browsers, where no worker does; how many went out."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else outbox.drain(now, OutboxMessage.Channel.PUSH)


def do_jobs() -> int:
    """Do the long work that waits, where no worker does; how many jobs were worked at."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else jobs.work(now, jobs.OTHERS)


def read_lists() -> int:
    """Read the spreadsheets that wait, where no worker does; how many."""
    now = timezone.now()
    return 0 if pulses.has_worker(now) else jobs.work(now, (jobs.LIST,))


def tidy() -> int:
    """Delete what nobody will ask for any more; how many rows."""
    now = timezone.now()
    forgotten = rate_limits.forget_old(now) + sessions.forget_old(now) + idempotency.forget_old_answers()
    return forgotten + telling.remove_old(now) + practice.remove_old(now)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that is done again and again, ``every`` so many seconds."""

    name: str
    every: float
    step: Callable[[], int]


# Each in a thread of its own: neither a slow mail server, nor a stranger's address, nor long work may delay a deadline.
DUTIES: Sequence[Duty] = (
    Duty("deadlines", 0.25, fire_due),
    Duty("outbox", 1.0, send),
    Duty("webhooks", 1.0, tell_webhooks),
    Duty("pushes", 1.0, push),
    Duty("jobs", 0.5, do_jobs),
    Duty("lists", 0.5, read_lists),
    Duty("tidying", 600.0, tidy),
)


@dataclass(slots=True)
class Sweeper:
    """The threads that do the duties until they are stopped; none of them stops because another one fails."""

    duties: Sequence[Duty] = DUTIES
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
        """Let every duty end what it is at; the caller may wait for that."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until they have stopped, each for so long at most."""
        for thread in self._threads:
            thread.join(seconds)

    def _keep(self, duty: Duty) -> None:
        while not self._stop.is_set():
            done = once(duty)
            with self._counting:
                self.done += done
            self._stop.wait(duty.every)
        connection.close()


def once(duty: Duty) -> int:
    """Do a duty once; a database that does not answer now is asked again the next time, and nothing ends the thread."""
    try:
        close_old_connections()
        done = duty.step()
        close_old_connections()
    except Exception:
        logger.exception("%s failed", duty.name)
        with suppress(Error):
            connection.close()
        return 0
    return done
