"""Tells the listeners here and in other processes of a new version of an event or a match. No writer waits.

A hint says "event 12 is at version 345" and nothing else. A lost hint costs a reader half a second, never a fact.
"""

import asyncio
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeAlias

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import connection, transaction

from tournaments.outbox import postgres_hints
from tournaments.outbox.mailbox import Mailbox, Thing, Topic

Tell: TypeAlias = Callable[[Topic, int, int], None]

GROUP = "versions"
# A hint that Redis has not taken by then is dropped; the hubs of the readers ask the database anyway.
SECONDS = 1.0
_here: Tell | None = None


class Carrier(Enum):
    """Carries hints from one process to another."""

    NONE = "none"
    REDIS = "redis"
    POSTGRESQL = "postgresql"


@cache
def carrier() -> Carrier:
    """Return Redis if configured, else PostgreSQL if the data is there, else none."""
    if not isinstance(get_channel_layer(), InMemoryChannelLayer | None):
        return Carrier.REDIS
    return Carrier.POSTGRESQL if connection.vendor == "postgresql" else Carrier.NONE


def attach(tell: Tell | None) -> None:
    """Register the function that tells this process's readers, from any thread and without waiting; None removes it."""
    global _here
    _here = tell


def announce(key: int, version: int, topic: Topic = Topic.EVENT) -> None:
    """Hint, after the commit of the running transaction, that the event or match is at ``version``."""
    transaction.on_commit(lambda: _hint(topic, key, version))


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

        return Mailbox(_RedisSender().deliver, (OSError, RedisError))
    if carrier() is Carrier.POSTGRESQL:
        import psycopg

        return Mailbox(postgres_hints.deliver, (psycopg.Error,))
    return None


class _RedisSender:
    """Sends on a loop in the mailbox's thread: the loop of a hub may be the one that commits."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def deliver(self, versions: Mapping[Thing, int]) -> None:
        self._loop = self._loop or asyncio.new_event_loop()
        self._loop.run_until_complete(asyncio.wait_for(self._send(versions), SECONDS))

    async def _send(self, versions: Mapping[Thing, int]) -> None:
        layer: Any = get_channel_layer()
        for (topic, key), version in versions.items():
            message = {"type": "version.changed", "topic": topic.value, "key": key, "version": version}
            await layer.group_send(GROUP, message)
