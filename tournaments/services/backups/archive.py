"""The archive itself: a zip of one part for each model, one line for each row, and the manifest as its last file."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from django.db.models import Q

from tournaments.errors import RefusedError
from tournaments.services.backups import keys, manifest
from tournaments.services.backups.checksum import PartSum
from tournaments.services.backups.manifest import Manifest, PartNote
from tournaments.services.backups.parts import AnyModel, part_name
from tournaments.services.backups.rows import lines

LEVEL: Final = 3
TICK: Final = 500
# What zipfile and zlib say of bytes that are not what was written; RuntimeError covers methods they do not know.
BROKEN: Final = (
    BadZipFile,
    zlib.error,
    EOFError,
    RuntimeError,
    ValueError,
    KeyError,
    OverflowError,
)

Tick = Callable[[int], None]


def add_part(archive: ZipFile, model: AnyModel, chosen: Q | None, tick: Tick) -> tuple[PartNote, PartSum]:
    """Write the rows of a model, and what is to be said of them; ``tick`` hears of every few hundred rows."""
    digest, found = sha256(), PartSum()
    with archive.open(part_name(model), "w", force_zip64=True) as part:
        for line in lines(model, chosen):
            part.write(line)
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
    """An archive and its manifest; damage found in the block is refused by a sentence, too."""
    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
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


def rows_of(archive: ZipFile, told: Manifest, model: AnyModel) -> Iterator[bytes]:
    """The lines of a part; refused at its end when it is not what the manifest says."""
    name = part_name(model)
    digest, count = sha256(), 0
    with archive.open(name) as part:
        for line in part:
            digest.update(line)
            count += 1
            yield line
    if PartNote(count, digest.hexdigest()) != told.parts[name]:
        raise RefusedError("backup_damaged", part=name)


def key_in(archive: ZipFile, told: Manifest) -> str:
    """The key that the archive holds, empty where it holds none."""
    if keys.NAME not in archive.namelist():
        return ""
    info: ZipInfo = archive.getinfo(keys.NAME)
    with archive.open(info) as part:
        key = part.read(10_000).decode()
    if keys.key_print(key) != told.key_print:
        raise RefusedError("backup_damaged", part=keys.NAME)
    return key


def require_all_parts(told: Manifest, models: Mapping[AnyModel, object]) -> None:
    """Refuse an archive that lacks a part."""
    missing = [part_name(model) for model in models if part_name(model) not in told.parts]
    if missing:
        raise RefusedError("backup_damaged", part=missing[0])
