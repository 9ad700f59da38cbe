"""Refusals of the platform: codes with values, never sentences; ``tournaments.phrases`` has the sentences."""

from tournaments.games.contract import Json, RefusedError

__all__ = ["ForbiddenError", "MissingError", "RefusedError", "StaleVersionError"]


class StaleVersionError(RefusedError):
    """Somebody else changed the object since it was read; ``current`` is its version now."""

    def __init__(self, code: str = "stale_version", *, current: int, **params: Json) -> None:
        super().__init__(code, current=current, **params)
        self.current = current


class MissingError(Exception):
    """The object is not there, or not for this person: the two must look alike."""


class ForbiddenError(Exception):
    """The person sees the object but may not do this to it."""
