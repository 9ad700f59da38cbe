"""The version of the rule by which an event in rounds is paired: each keeps the one that it began with (R-STG-31)."""

from typing import Final

from tournaments.games.contract import Json, RefusedError

FIRST_VERSION: Final = 1
VERSION: Final = 2
"""Since this one score groups, rounds to come and more tables of rotating partners are known."""


def check_version(version: Json) -> None:
    """Refuse a version that there is not."""
    if type(version) is not int or not FIRST_VERSION <= version <= VERSION:
        raise RefusedError("unknown_choice", field="version", given=str(version)[:40])
