"""Whether people can be served: the database takes a write, its tables are those of this program, and time is kept.

It writes, sweeps and reads as an evening does; a port that is open says nothing.
"""

from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournaments.selectors import installation
from tournaments.services.transactions import pulses

# Seconds: a sweeper that is later than that does not keep the time of an evening.
LATEST = 5.0
OK = "ok"
_migrated = False


@dataclass(slots=True)
class Found:
    """What was looked at: what must be right, in words where it is not, and what is good to know."""

    checks: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def is_ready(self) -> bool:
        return all(said == OK for said in self.checks.values())

    def as_json(self) -> dict[str, Any]:
        return {"ready": self.is_ready, "checks": self.checks, "information": self.more}


def looked_at() -> Found:
    """Look at everything; what cannot be asked for want of a database is not right either."""
    found = Found()
    try:
        _look(found)
    except Error as error:
        found.checks["database"] = type(error).__name__
    found.more["redis"] = _redis()
    return found


def _look(found: Found) -> None:
    now = timezone.now()
    pulses.beat(pulses.READY, now)
    found.checks["database"] = OK
    found.checks["migrations"] = OK if _is_migrated() else "manage.py migrate has not been run"
    ages = installation.pulse_ages(now)
    age = ages.get(installation.CLOCKS)
    found.checks["sweeper"] = OK if age is not None and age < LATEST else "no sweeper is at work"
    lateness = installation.lateness(now)
    found.checks["deadlines"] = OK if lateness < LATEST else f"{lateness:.0f} s late"
    found.more["pulses"] = {name: round(seconds, 1) for name, seconds in ages.items()}


def _is_migrated() -> bool:
    """Whether the tables are those of this program; once they are, they stay so while it runs."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated


def _redis() -> str:
    """Nothing depends on it: a lost one is no reason to serve nobody."""
    if not settings.REDIS_URL:
        return "none"
    cache.get("readyz")
    return "lost" if getattr(cache, "is_lost", False) else OK
