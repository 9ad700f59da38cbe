"""The archive: a zip with one part for each model, one line for each row, and the manifest as its last file."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Final, Protocol
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.db.models import Q

from tournaments.backups.writes import keys, manifest
from tournaments.backups.writes.checksum import PartSum
from tournaments.backups.writes.manifest import Manifest, PartNote
from tournaments.backups.writes.parts import AnyModel, label, part_name
from tournaments.backups.writes.rows import lines
from tournaments.errors import RefusedError
from tournaments.frame.writes.zips import BROKEN, MEGA

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
def opened(path: Path) -> Iterator[tuple[ZipFile, Manifest]]:
    """Open an archive and its manifest; damage found inside the block is refused with a message, too."""
    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
            # Other compression methods, or an offset before the archive's start, would be reported as a disk failure.
            files = archive.infolist()
            if any(each.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or each.header_offset < 0 for each in files):
                raise RefusedError("backup_damaged", part=path.name)
            if len(names) != len(set(names)) or manifest.NAME not in names:
                raise RefusedError("backup_damaged", part=manifest.NAME)
            with archive.open(manifest.NAME) as part:
                told = manifest.from_bytes(part.read(manifest.MOST_BYTES))
            if set(names) - {manifest.NAME, keys.NAME} != set(told.parts):
                raise RefusedError("backup_damaged", part=manifest.NAME)
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
