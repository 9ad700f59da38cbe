"""Tells the live hub of this process, and those of the others, that an event moved on. The writer never waits for it.

A hint says "event 12 is at version 345" and nothing else; losing one costs a reader half a second, never a fact.
"""

import asyncio
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeAlias

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import connection, transaction

from tournaments.outbox import postgres_hints
from tournaments.outbox.mailbox import Mailbox

Tell: TypeAlias = Callable[[int, int], None]

GROUP = "versions"
# What Redis has not taken by then is lost, and the readers' hubs ask the database as they always do.
SECONDS = 1.0
_here: Tell | None = None


class Carrier(Enum):
    """What brings hints from one process to another."""

    NONE = "none"
    REDIS = "redis"
    POSTGRESQL = "postgresql"


@cache
def carrier() -> Carrier:
    """Redis where there is one, else PostgreSQL where the data is there, else none."""
    if not isinstance(get_channel_layer(), InMemoryChannelLayer | None):
        return Carrier.REDIS
    return Carrier.POSTGRESQL if connection.vendor == "postgresql" else Carrier.NONE


def attach(tell: Tell | None) -> None:
    """Name what tells the readers of this process, from any thread and without waiting; None when they are gone."""
    global _here
    _here = tell


def announce(tournament_id: int, version: int) -> None:
    """Once the running transaction is committed, hint that the event is at ``version``."""
    transaction.on_commit(lambda: _hint(tournament_id, version))


def _hint(tournament_id: int, version: int) -> None:
    if _here is not None:
        _here(tournament_id, version)
    others = _others()
    if others is not None:
        others.put(tournament_id, version)


@cache
def _others() -> Mailbox | None:
    """The way to the other processes; None where there is no way."""
    # Each is loaded where it is used: a laptop has neither.
    if carrier() is Carrier.REDIS:
        from redis.exceptions import RedisError

        return Mailbox(_RedisSender().deliver, (OSError, RedisError))
    if carrier() is Carrier.POSTGRESQL:
        import psycopg

        return Mailbox(postgres_hints.deliver, (psycopg.Error,))
    return None


class _RedisSender:
    """The channel layer on a loop of the mailbox's thread: a hub's own loop may be the one that commits."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def deliver(self, versions: Mapping[int, int]) -> None:
        self._loop = self._loop or asyncio.new_event_loop()
        self._loop.run_until_complete(asyncio.wait_for(self._send(versions), SECONDS))

    async def _send(self, versions: Mapping[int, int]) -> None:
        layer: Any = get_channel_layer()
        for event, version in versions.items():
            message = {"type": "version.changed", "tournament": event, "version": version}
            await layer.group_send(GROUP, message)
