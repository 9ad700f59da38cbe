"""Result files of jobs: in the data folder, readable by their owner only, under random names."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from django.conf import settings

from tournaments.backups.writes.files import whole_file

STRAY: Final = 24 * 60 * 60
"""Seconds until a file that no job names is removed: its worker died before it could say so."""


def folder() -> Path:
    """Return the folder of the results, created if missing."""
    path = Path(settings.DATA_DIR) / "jobs"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def path_of(name: str) -> Path | None:
    """Return the file of a result; None where it has been removed."""
    path = folder() / name
    return path if name and Path(name).name == name and path.is_file() else None


@contextmanager
def new_result(suffix: str) -> Iterator[tuple[str, IO[bytes]]]:
    """Return the name of a new result and the file to write; after the block it exists whole or not at all."""
    name = f"{secrets.token_urlsafe(32)}{suffix}"
    with whole_file(folder() / name) as file:
        yield name, file


def remove(name: str) -> None:
    (folder() / Path(name).name).unlink(missing_ok=True)


def remove_strays(named: set[str]) -> int:
    """Remove old files that belong to no job; return how many."""
    before = time.time() - STRAY
    strays = [path for path in folder().iterdir() if path.name not in named and path.stat().st_mtime < before]
    for path in strays:
        path.unlink(missing_ok=True)
    return len(strays)
