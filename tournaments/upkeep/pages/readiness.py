"""Readiness: the database accepts a write, its tables match this program, and deadlines are on time.

It writes, sweeps and reads as an evening does; an open port says nothing.
"""

from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import Error
from django.utils import timezone

from tournaments.frame.writes import pulses
from tournaments.upkeep import reads as installation

# Seconds: a sweeper that is later than this does not keep the time of an evening.
LATEST = 5.0
OK = "ok"
_migrated = False


@dataclass(slots=True)
class Finding:
    """The result: required checks, in words where they fail, and further information."""

    checks: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def is_ready(self) -> bool:
        return all(said == OK for said in self.checks.values())

    def as_json(self) -> dict[str, Any]:
        return {"ready": self.is_ready, "checks": self.checks, "information": self.more}


def run_checks() -> Finding:
    """Run all checks; those that cannot run without the database fail, too."""
    global _migrated
    found = Finding()
    try:
        now = timezone.now()
        pulses.beat(pulses.READY, now)
        found.checks["database"] = OK
        # Once the tables match this program, they do while it runs.
        _migrated = _migrated or installation.has_tables_of_program()
        found.checks["migrations"] = OK if _migrated else "manage.py migrate has not been run"
        ages = installation.pulse_ages(now)
        age = ages.get(installation.CLOCKS)
        found.checks["sweeper"] = OK if age is not None and age < LATEST else "no sweeper is at work"
        lateness = installation.lateness(now)
        found.checks["deadlines"] = OK if lateness < LATEST else f"{lateness:.0f} s late"
        found.more["pulses"] = {name: round(seconds, 1) for name, seconds in ages.items()}
    except Error as error:
        found.checks["database"] = type(error).__name__
    # For information only: without Redis people are still served.
    found.more["redis"] = "none"
    if settings.REDIS_URL:
        cache.get("readyz")
        found.more["redis"] = "lost" if getattr(cache, "is_lost", False) else OK
    return found
