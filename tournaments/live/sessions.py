"""Listeners by browser session, to find them when the session has ended."""

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Sessions(Generic[T]):
    """The listeners of each session; the empty name stands for strangers, who have none."""

    def __init__(self) -> None:
        self._held: dict[str, set[T]] = {}
        self._known: set[str] = set()

    @property
    def names(self) -> list[str]:
        """The sessions that have listeners."""
        return list(self._held)

    def enter(self, session: str, who: T, *, is_alive: bool = False) -> None:
        """Add a listener; ``is_alive`` says that the session has just been found."""
        if session:
            self._held.setdefault(session, set()).add(who)
            if is_alive:
                self._known.add(session)

    def leave(self, session: str, who: T) -> None:
        """Remove a listener: a later answer about its session does not concern it."""
        theirs = self._held.get(session, set())
        theirs.discard(who)
        if not theirs:
            self._held.pop(session, None)
            self._known.discard(session)

    def drop_ended(self, asked: Iterable[str], alive: set[str]) -> list[T]:
        """Remove and return the listeners whose session was ``asked`` for and is no longer ``alive``.

        A session that was never found here, as that of an old cookie, does not affect what its page shows.
        """
        self._known |= alive & self._held.keys()
        over = [(session, who) for session in (set(asked) - alive) & self._known for who in self._held[session]]
        for session, who in over:
            self.leave(session, who)
        return [who for _session, who in over]
