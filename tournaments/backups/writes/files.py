"""Files of backups, of the key and of jobs: each exists whole or not at all, and only its owner can read it."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

OWNER_ONLY = 0o600


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Write to a temporary name beside ``path``, and rename it when all of it is on the disk."""
    passing = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
    try:
        with os.fdopen(os.open(passing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        passing.replace(path)
        # The folder is synced too: a power cut can lose a name although the file is written. Windows opens no folder.
        if os.name != "nt":
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    finally:
        passing.unlink(missing_ok=True)
