"""An archive, written and read: a part for each model, a line for each row, a manifest; or one JSON."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final, Protocol
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Q

from tournaments.backups.writes import keys
from tournaments.backups.writes.parts import AnyModel, label, part_name
from tournaments.backups.writes.rows import ENCODER, line_of, lines
from tournaments.backups.writes.snapshot import PartSum
from tournaments.errors import RefusedError
from tournaments.frame.writes.zips import BROKEN, MEGA

FORMAT: Final = 1
# A copy of a series, whose events are parts beside it.
FORMAT_OF_SERIES: Final = 2
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


def from_bytes(data: bytes, most: int = FORMAT) -> Manifest:
    """Parse the manifest of an archive; refuse a later format, or no manifest."""
    try:
        told: dict[str, Any] = json.loads(data)
        form = int(told["format"])
    except (ValueError, KeyError, TypeError) as error:
        raise RefusedError("backup_damaged", part=NAME) from error
    if form > most:
        raise RefusedError("backup_newer", found=form, most=most)
    try:
        told["parts"] = {
            str(name): PartNote(int(note["rows"]), str(note["sha256"])) for name, note in told["parts"].items()
        }
        found = Manifest(**told)
        # These are calculated with later: a moment with a time zone, and names.
        if datetime.fromisoformat(found.made_at).tzinfo is None:
            raise ValueError("made_at")
        if not isinstance(found.migrations, list) or not all(isinstance(name, str) for name in found.migrations):
            raise TypeError("migrations")
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RefusedError("backup_damaged", part=NAME) from error
    return found


def migrations_here() -> list[str]:
    """Return the migrations of the platform that were applied to this database."""
    applied = MigrationRecorder(connections[DEFAULT_DB_ALIAS]).applied_migrations()
    return sorted(name for app, name in applied if app == "tournaments")


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

    def end(self, told: Manifest) -> None:
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
        return [NAME, *self._parts]

    def open(self, name: str) -> IO[bytes]:
        """Return the lines of a part as they were first written: a row has one canonical form."""
        if name == NAME:
            return BytesIO(ENCODER.encode(self._told).encode())
        return BytesIO(b"".join(line_of(row) for row in self._parts[name]))


LEVEL: Final = 3
TICK: Final = 500

Tick = Callable[[int], None]


class Archive(Protocol):
    """An archive to read: the names of its parts, and each part as a file of lines."""

    def namelist(self) -> list[str]: ...

    def open(self, name: str) -> IO[bytes]: ...


def add_part(archive: ZipFile, model: AnyModel, chosen: Q | None, tick: Tick) -> tuple[PartNote, PartSum]:
    """Write the rows of a model and return its manifest entry; calls ``tick`` every few hundred rows."""
    with archive.open(part_name(model), "w", force_zip64=True) as part:
        return write_rows(part.write, model, chosen, tick)


def write_rows(
    write: Callable[[bytes], object], model: AnyModel, chosen: Q | None, tick: Tick
) -> tuple[PartNote, PartSum]:
    """Pass the rows of a model to ``write``, line by line, and return its manifest entry."""
    digest, found = sha256(), PartSum()
    for line in lines(model, chosen):
        write(line)
        digest.update(line)
        found.add(line)
        if found.count % TICK == 0:
            tick(TICK)
    tick(found.count % TICK)
    return PartNote(found.count, digest.hexdigest()), found


def add_file(archive: ZipFile, name: str, data: bytes) -> None:
    archive.writestr(name, data)


def new_archive(file: IO[bytes]) -> ZipFile:
    return ZipFile(file, "w", ZIP_DEFLATED, compresslevel=LEVEL)


@contextmanager
def open_archive(path: Path) -> Iterator[tuple[ZipFile, Manifest]]:
    """Open an archive and its manifest; damage found inside the block is refused with a message, too."""
    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
            # Other compression methods, or an offset before the archive's start, would be reported as a disk failure.
            files = archive.infolist()
            if any(each.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or each.header_offset < 0 for each in files):
                raise RefusedError("backup_damaged", part=path.name)
            if len(names) != len(set(names)) or NAME not in names:
                raise RefusedError("backup_damaged", part=NAME)
            with archive.open(NAME) as part:
                told = from_bytes(part.read(MOST_BYTES), FORMAT_OF_SERIES)
            if set(names) - {NAME, keys.NAME} != set(told.parts):
                raise RefusedError("backup_damaged", part=NAME)
            yield archive, told
    except (FileNotFoundError, IsADirectoryError) as error:
        raise RefusedError("backup_missing", path=str(path)) from error
    except BROKEN as error:
        raise RefusedError("backup_damaged", part=path.name) from error


def rows_of(archive: Archive, told: Manifest, model: AnyModel, longest: int | None = None) -> Iterator[bytes]:
    """Yield the lines of a part; refuse at its end if it does not match the manifest.

    ``longest`` is the most bytes that a line may have: a longer one is refused before it is read to its end.
    """
    name = part_name(model)
    digest, count = sha256(), 0
    with archive.open(name) as part:
        while line := part.readline(-1 if longest is None else longest + 1):
            count += 1
            if longest is not None and len(line) > longest:
                raise RefusedError("archive_long_row", field="file", part=label(model), row=count, most=longest // MEGA)
            digest.update(line)
            yield line
    if PartNote(count, digest.hexdigest()) != told.parts[name]:
        raise RefusedError("backup_damaged", part=name)


def key_in(archive: ZipFile, told: Manifest) -> str:
    """Return the key in the archive, empty where there is none."""
    if keys.NAME not in archive.namelist():
        return ""
    info: ZipInfo = archive.getinfo(keys.NAME)
    with archive.open(info) as part:
        key = part.read(10_000).decode()
    if keys.key_print(key) != told.key_print:
        raise RefusedError("backup_damaged", part=keys.NAME)
    return key


def require_all_parts(told: Manifest, models: Iterable[AnyModel]) -> None:
    """Refuse an archive that lacks a part."""
    missing = [part_name(model) for model in models if part_name(model) not in told.parts]
    if missing:
        raise RefusedError("backup_damaged", part=missing[0])
