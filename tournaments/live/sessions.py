"""Listeners by the session of their browser, so that they can be found when the session has ended."""

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Sessions(Generic[T]):
    """Who listens with which session; an empty name is a stranger's, who has none."""

    def __init__(self) -> None:
        self._held: dict[str, set[T]] = {}
        self._known: set[str] = set()

    @property
    def names(self) -> list[str]:
        """The sessions of those who listen with one."""
        return list(self._held)

    def enter(self, session: str, who: T, *, is_alive: bool = False) -> None:
        """Somebody begins to listen; ``is_alive`` says that their session has just been found."""
        if session:
            self._held.setdefault(session, set()).add(who)
            if is_alive:
                self._known.add(session)

    def leave(self, session: str, who: T) -> None:
        """Forget the session of a listener: a later answer about it does not concern them."""
        theirs = self._held.get(session, set())
        theirs.discard(who)
        if not theirs:
            self._held.pop(session, None)
            self._known.discard(session)

    def ended(self, asked: Iterable[str], alive: set[str]) -> list[T]:
        """Take out those whose session was ``asked`` for and is not ``alive`` any more.

        A session that never was known here, as that of an old cookie, says nothing of what its page shows.
        """
        self._known |= alive & self._held.keys()
        over = [(session, who) for session in (set(asked) - alive) & self._known for who in self._held[session]]
        for session, who in over:
            self.leave(session, who)
        return [who for _session, who in over]
