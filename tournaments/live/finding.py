"""Which public event the address of a stream names: one question, however many come back at the same moment."""

import asyncio
from typing import TypeAlias

from tournaments.live.reading import read
from tournaments.selectors.versions import public_version

# An event and its version; None where there is no public event of that name.
Found: TypeAlias = tuple[int, int] | None

# So long an answer serves for those who ask next; what changes meanwhile, the hub tells.
KEPT_SECONDS = 1.0


class Finder:
    """The questions that are being asked, and the answers of the last second."""

    def __init__(self) -> None:
        self._asked: dict[str, asyncio.Task[Found]] = {}

    async def find(self, slug: str) -> Found:
        """The event and its version, read less than a second ago; Error where the database is silent."""
        asked = self._asked.get(slug)
        if asked is None:
            asked = self._asked[slug] = asyncio.create_task(read(public_version, slug))
            asked.add_done_callback(lambda _done: self._keep(slug))
        return await asyncio.shield(asked)

    def _keep(self, slug: str) -> None:
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self._asked.pop, slug, None)


FINDER = Finder()
