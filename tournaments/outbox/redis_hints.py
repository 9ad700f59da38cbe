"""Hints through Redis's PUBLISH and SUBSCRIBE, for an installation of several processes with Redis.

Each event and each match has a channel of its own, to which a process listens as long as somebody there looks at it:
what happens at the tables of others costs it nothing. Redis keeps no message for a process that does not listen at the
moment: such a hint is lost, and the readers of that process wait for the next question to the database.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from redis import Redis
from redis import asyncio as redis_asyncio
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as LostConnectionError
from redis.retry import Retry

from tournaments.outbox.mailbox import Thing, Topic, hint_text, parse_hint

CHANNEL = "settebello:versions"
# A hint that Redis has not taken by then is dropped; the hubs of the readers ask the database anyway.
SECONDS = 1.0
# A listener that hears nothing for so long asks whether Redis is still there: a host that was cut off sends no goodbye.
QUIET_SECONDS = 5.0
# How often a listener looks at what is watched; the question to the database comes as often.
LOOK_SECONDS = 0.5


def deliver(versions: Mapping[Thing, int]) -> None:
    """Send one hint of each thing, in one exchange with Redis.

    Raises
    ------
    redis.exceptions.RedisError
        Where Redis does not take them within ``SECONDS``.
    """
    with _sender().pipeline(transaction=False) as sent:
        for (topic, key), version in versions.items():
            sent.publish(_channel_of(_channel(_sender()), topic, key), hint_text(topic, key, version))
        sent.execute()


def _channel(client: Any) -> str:
    """Return the channel of this installation: Redis has one for all of its databases, and two may share a server.

    The release before sends all of its hints there.
    """
    return f"{CHANNEL}:{client.connection_pool.connection_kwargs.get('db') or 0}"


def _channel_of(installation: str, topic: Topic, key: int) -> str:
    return f"{installation}:{topic.value}:{key}"


@cache
def _sender() -> Redis:
    """Return the client of the mailbox's thread. A connection that Redis has closed meanwhile is opened once more."""
    return Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=SECONDS,
        socket_connect_timeout=SECONDS,
        retry=Retry(NoBackoff(), 1),
    )


async def hints(watched: Callable[[], Iterable[Thing]]) -> AsyncIterator[tuple[Topic, int, int]]:
    """Yield what each hint about the things ``watched`` is about, and the version, until the connection is lost.

    Raises
    ------
    redis.exceptions.RedisError
        Where Redis cannot be reached or no longer answers.
    """
    options: dict[str, Any] = {"socket_connect_timeout": SECONDS, "retry": Retry(NoBackoff(), 0)}
    # Without a limit on reading: whether Redis is still there is asked below.
    async with (
        redis_asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=None, **options) as client,
        client.pubsub() as listening,
    ):
        # Reading has no limit of its own, and the first answers are read before anything can be asked.
        installation, clock = _channel(client), asyncio.get_running_loop().time
        async with asyncio.timeout(QUIET_SECONDS):
            await listening.subscribe(installation)
        known: set[str] = set()
        look_at, quiet_at, is_asked = clock(), clock() + QUIET_SECONDS, False
        while True:
            if clock() >= look_at:
                wanted = {_channel_of(installation, topic, key) for topic, key in watched()}
                async with asyncio.timeout(QUIET_SECONDS):
                    if wanted - known:
                        await listening.subscribe(*(wanted - known))
                    if known - wanted:
                        await listening.unsubscribe(*(known - wanted))
                known, look_at = wanted, clock() + LOOK_SECONDS
            message = await listening.get_message(timeout=max(min(look_at, quiet_at) - clock(), 0.0))
            if message is not None:
                quiet_at, is_asked = clock() + QUIET_SECONDS, False
            elif clock() >= quiet_at:
                if is_asked:
                    raise LostConnectionError(f"Redis has not answered for {QUIET_SECONDS} seconds")
                await listening.ping()
                quiet_at, is_asked = clock() + QUIET_SECONDS, True
            if message is not None and message["type"] == "message":
                data = message["data"]
                yield parse_hint(data.decode() if isinstance(data, bytes) else data)
