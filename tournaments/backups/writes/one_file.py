"""The archive of an event as one JSON document: every row of every part readable, and the manifest at its end."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from tournaments.backups.writes import manifest
from tournaments.backups.writes.rows import ENCODER, line_of
from tournaments.errors import RefusedError

SIGN: Final = b"{"
PARTS: Final = "parts"
MANIFEST: Final = "manifest"


class JsonWriter:
    """Writes the document part by part, with at most one row in memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._parts = file, 0
        file.write(b'{"parts":{')

    @contextmanager
    def part(self, name: str) -> Iterator[Callable[[bytes], None]]:
        """Write a named list of rows; each written line is one of them."""
        file, count = self._file, 0
        file.write(b"," if self._parts else b"")
        file.write(b"\n" + json.dumps(name).encode() + b":[")
        self._parts += 1

        def write(line: bytes) -> None:
            nonlocal count
            file.write((b",\n" if count else b"\n") + line.rstrip(b"\n"))
            count += 1

        yield write
        file.write(b"]")

    def end(self, told: manifest.Manifest) -> None:
        self._file.write(b'\n},\n"manifest":' + told.to_bytes() + b"}\n")


class JsonArchive:
    """A JSON document read as an archive: parts by their names, each a file of lines."""

    def __init__(self, parts: dict[str, list[Any]], told: Any) -> None:
        self._parts, self._told = parts, told

    @classmethod
    def of(cls, path: Path) -> "JsonArchive":
        """Parse a document; refuse anything else. The caller checks its size."""
        found = json.loads(path.read_bytes())
        if not isinstance(found, dict) or found.keys() != {PARTS, MANIFEST}:
            raise RefusedError("archive_of_nothing", field="file")
        parts = found[PARTS]
        if not isinstance(parts, dict) or not all(isinstance(rows, list) for rows in parts.values()):
            raise RefusedError("backup_damaged", field="file", part=PARTS)
        return cls(parts, found[MANIFEST])

    def namelist(self) -> list[str]:
        return [manifest.NAME, *self._parts]

    def open(self, name: str) -> IO[bytes]:
        """Return the lines of a part as they were first written: a row has one canonical form."""
        if name == manifest.NAME:
            return BytesIO(ENCODER.encode(self._told).encode())
        return BytesIO(b"".join(line_of(row) for row in self._parts[name]))
