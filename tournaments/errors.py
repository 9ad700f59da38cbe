"""Refusals of the platform: codes with values, never sentences; ``tournaments.frame.phrases`` has the sentences."""

from tournaments.games.contract import Json, RefusedError

__all__ = ["ForbiddenError", "MissingError", "RefusedError", "StaleVersionError", "UnreadableError"]


class StaleVersionError(RefusedError):
    """Another writer changed the object since it was read; ``current`` is its version now."""

    def __init__(self, code: str = "stale_version", *, current: int, **params: Json) -> None:
        super().__init__(code, current=current, **params)
        self.current = current


class MissingError(Exception):
    """The object is missing, or hidden from this person: both look the same."""


class ForbiddenError(Exception):
    """The person sees the object but may not do this to it."""


class UnreadableError(Exception):
    """What an event keeps of its rules cannot be read: it was changed from outside. The argument is its slug."""
