"""Tells the listeners here and in other processes of a new version of an event or a match. No writer waits.

A hint says "event 12 is at version 345" and nothing else. A lost hint costs a reader half a second, never a fact.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache, partial
from typing import TypeAlias

from django.conf import settings
from django.db import connection, transaction

from tournaments.outbox import postgres_hints
from tournaments.outbox.mailbox import Mailbox, Topic

Tell: TypeAlias = Callable[[Topic, int, int], None]

_here: Tell | None = None


class Carrier(Enum):
    """Carries hints from one process to another."""

    NONE = "none"
    REDIS = "redis"
    POSTGRESQL = "postgresql"


@cache
def carrier() -> Carrier:
    """Return Redis if configured, else PostgreSQL if the data is there, else none."""
    if settings.REDIS_URL:
        return Carrier.REDIS
    return Carrier.POSTGRESQL if connection.vendor == "postgresql" else Carrier.NONE


def attach(tell: Tell | None) -> None:
    """Register the function that tells this process's readers, from any thread and without waiting; None removes it."""
    global _here
    _here = tell


def announce(key: int, version: int, topic: Topic = Topic.EVENT) -> None:
    """Hint, after the commit of the running transaction, that the event or match is at ``version``."""
    transaction.on_commit(partial(_hint, topic, key, version))


def _hint(topic: Topic, key: int, version: int) -> None:
    if _here is not None:
        _here(topic, key, version)
    others = _others()
    if others is not None:
        others.put((topic, key), version)


@cache
def _others() -> Mailbox | None:
    """Return the mailbox to the other processes, or None where there is no carrier."""
    # Each is loaded where it is used: a laptop has neither.
    if carrier() is Carrier.REDIS:
        from redis.exceptions import RedisError

        from tournaments.outbox import redis_hints

        return Mailbox(redis_hints.deliver, (OSError, RedisError))
    if carrier() is Carrier.POSTGRESQL:
        import psycopg

        return Mailbox(postgres_hints.deliver, (psycopg.Error,))
    return None
