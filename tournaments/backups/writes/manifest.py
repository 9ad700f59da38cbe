"""The manifest of an archive: its format, the version of the tables, its parts and their digests."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.recorder import MigrationRecorder

from tournaments.errors import RefusedError

FORMAT: Final = 1
NAME: Final = "manifest.json"
MOST_BYTES: Final = 1_000_000
INSTALLATION, EVENT = "installation", "event"


@dataclass(frozen=True, slots=True)
class PartNote:
    """A part of the archive: its rows, and the SHA-256 of its bytes."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """``sequences`` has the highest key that each table has given out: no key and no table code is given out twice."""

    scope: str
    made_at: str
    migrations: list[str]
    checksum: str
    parts: Mapping[str, PartNote]
    left_out: Mapping[str, str] = field(default_factory=dict)
    sequences: Mapping[str, int] = field(default_factory=dict)
    key_print: str = ""
    format: int = FORMAT

    def to_bytes(self) -> bytes:
        return (json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def from_bytes(data: bytes) -> Manifest:
    """Parse the manifest of an archive; refuse a later format, or no manifest."""
    try:
        told: dict[str, Any] = json.loads(data)
        form = int(told["format"])
    except (ValueError, KeyError, TypeError) as error:
        raise RefusedError("backup_damaged", part=NAME) from error
    if form > FORMAT:
        raise RefusedError("backup_newer", found=form, most=FORMAT)
    try:
        told["parts"] = {
            str(name): PartNote(int(note["rows"]), str(note["sha256"])) for name, note in told["parts"].items()
        }
        found = Manifest(**told)
        _require_read(found)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RefusedError("backup_damaged", part=NAME) from error
    return found


def _require_read(told: Manifest) -> None:
    """Check the fields that are calculated with later: a moment with a time zone, and names."""
    if datetime.fromisoformat(told.made_at).tzinfo is None:
        raise ValueError("made_at")
    if not isinstance(told.migrations, list) or not all(isinstance(name, str) for name in told.migrations):
        raise TypeError("migrations")


def migrations_here() -> list[str]:
    """Return the migrations of the platform that were applied to this database."""
    applied = MigrationRecorder(connections[DEFAULT_DB_ALIAS]).applied_migrations()
    return sorted(name for app, name in applied if app == "tournaments")
