"""Feeds the listeners: hints from this and other processes, and a query twice a second for what was missed.

A thousand readers cost one query. Hints come through Redis where there is one, else through PostgreSQL; on SQLite other
processes are noticed by the query alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from django.db import Error

from tournaments.accounts.reads.sessions import alive
from tournaments.frame.reads.versions import newest_courtesies, sequences_of, versions_of
from tournaments.live.query_threads import read
from tournaments.outbox import fanout, postgres_hints
from tournaments.outbox.mailbox import Thing, Topic, parse_hint

POLL_SECONDS = 0.5
AGAIN_SECONDS = 1.0
# A reader whose log-in has ended loses the page within five seconds: this time and the time to load it.
SESSION_SECONDS = 2.0
BATCH = 1000
# The current versions of the watched keys; a key that is missing is no longer visible.
QUESTIONS: Final[Mapping[Topic, Callable[[Sequence[int]], dict[int, int]]]] = {
    Topic.EVENT: versions_of,
    Topic.MATCH: sequences_of,
    Topic.COURTESY: newest_courtesies,
}
logger = logging.getLogger(__name__)


class Listeners(Protocol):
    """Listeners to events, or to matches, by their keys."""

    @property
    def watched(self) -> list[int]:
        """The keys that have listeners."""
        ...

    def tell(self, key: int, version: int) -> None:
        """Tell the listeners of a key its version."""
        ...

    def cut(self, key: int) -> None:
        """End the listeners of a key that is no longer visible."""
        ...


class Live(Protocol):
    """A part of this process with listeners, some of them with a session."""

    @property
    def topics(self) -> Mapping[Topic, Listeners]:
        """The listeners by topic."""
        ...

    @property
    def sessions(self) -> list[str]:
        """The sessions of those who listen with one."""
        ...

    def keep(self, asked: Iterable[str], alive: set[str]) -> None:
        """Drop the listeners of the sessions ``asked`` for that are not ``alive``."""
        ...

    def record_answer(self) -> None:
        """Record the moment at which the database last answered what is new."""
        ...

    async def beat(self) -> None:
        """Send signs of life until cancelled."""
        ...

    def open(self) -> None:
        """Accept readers again, because a server has started in this process."""
        ...


async def run(*parts: Live) -> None:
    """Listen and query for all parts until cancelled."""
    for part in parts:
        part.open()
    loop = asyncio.get_running_loop()

    def tell(topic: Topic, key: int, version: int) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_tell, parts, topic, key, version)

    fanout.attach(tell)
    tasks: list[Callable[[], Awaitable[None]]] = [
        lambda: ask(parts),
        lambda: ask_sessions(parts),
        lambda: hear(parts),
        *(part.beat for part in parts),
    ]
    try:
        await asyncio.gather(*(_always(task) for task in tasks))
    finally:
        fanout.attach(None)


def _tell(parts: Sequence[Live], topic: Topic, key: int, version: int) -> None:
    for part in parts:
        if topic in part.topics:
            part.topics[topic].tell(key, version)


async def _always(task: Callable[[], Awaitable[None]]) -> None:
    """Restart a task after any error: without it the readers of a dead hub would wait for ever."""
    while True:
        try:
            await task()
            return
        except Exception:
            logger.exception("a live task stumbled")
            await asyncio.sleep(AGAIN_SECONDS)


async def ask(parts: Sequence[Live]) -> None:
    """Query the versions of everything that is watched, to catch what hints missed.

    Without an answer nobody gets a sign of life, and the pages say that they are out of date.
    """
    while True:
        await asyncio.sleep(POLL_SECONDS)
        try:
            for topic in QUESTIONS:
                await _ask([part.topics[topic] for part in parts if topic in part.topics], topic)
        except Error as error:
            logger.warning("versions not read: %r", error)
            continue
        for part in parts:
            part.record_answer()


async def _ask(listening: Sequence[Listeners], topic: Topic) -> None:
    watched = sorted({key for each in listening for key in each.watched})
    found = await read(QUESTIONS[topic], watched) if watched else {}
    for each in listening:
        for key in set(each.watched).intersection(watched):
            if key in found:
                each.tell(key, found[key])
            else:
                each.cut(key)


async def ask_sessions(parts: Sequence[Live]) -> None:
    """Ask whether the listeners are still logged in: an open page must end with its session."""
    while True:
        await asyncio.sleep(SESSION_SECONDS)
        asked = sorted({session for part in parts for session in part.sessions})
        for start in range(0, len(asked), BATCH):
            some = asked[start : start + BATCH]
            try:
                open_now = await read(alive, some)
            except Error as error:
                logger.warning("sessions not read: %r", error)
                break
            for part in parts:
                part.keep(some, open_now)


async def hear(parts: Sequence[Live]) -> None:
    """Listen to hints from other processes; after an error, connect again every second."""
    carrier = fanout.carrier()
    if carrier is fanout.Carrier.NONE:
        return
    # Imported where other processes exist: a laptop has none.
    import psycopg
    from redis.exceptions import RedisError

    listen = _redis if carrier is fanout.Carrier.REDIS else _postgresql
    while True:
        try:
            await listen(parts)
        except (OSError, RedisError, psycopg.Error) as error:
            logger.warning("live hints not heard: %r", error)
        await asyncio.sleep(AGAIN_SECONDS)


async def _redis(parts: Sequence[Live]) -> None:
    from tournaments.outbox import redis_hints

    def things() -> list[Thing]:
        return [(topic, key) for part in parts for topic, each in part.topics.items() for key in each.watched]

    async for hint in redis_hints.hints(things):
        _tell(parts, *hint)


async def _postgresql(parts: Sequence[Live]) -> None:
    """Listen on a connection of this process's own: the pages would miss one taken from the pool."""
    import psycopg

    connection = await psycopg.AsyncConnection.connect(**postgres_hints.parameters(), autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {postgres_hints.CHANNEL}")
        async for notice in connection.notifies():
            _tell(parts, *parse_hint(notice.payload))
