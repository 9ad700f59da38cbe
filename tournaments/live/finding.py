"""Finds the public event of a stream's address: one query, however many readers reconnect at the same moment."""

import asyncio
from typing import TypeAlias

from tournaments.frame.reads.versions import public_version
from tournaments.live.query_threads import read

# An event and its version; None where there is no public event of that name.
Found: TypeAlias = tuple[int, int] | None

# How long an answer is reused; the hub reports what changes meanwhile.
KEPT_SECONDS = 1.0


class Finder:
    """The queries that are running, and the answers of the last second."""

    def __init__(self) -> None:
        self._asked: dict[str, asyncio.Task[Found]] = {}

    async def find(self, slug: str) -> Found:
        """Return the event and its version, at most a second old; raises Error while the database does not answer."""
        asked = self._asked.get(slug)
        if asked is None:
            loop = asyncio.get_running_loop()
            asked = self._asked[slug] = asyncio.create_task(read(public_version, slug))
            asked.add_done_callback(lambda _done: loop.call_later(KEPT_SECONDS, self._asked.pop, slug, None))
        return await asyncio.shield(asked)


FINDER = Finder()
