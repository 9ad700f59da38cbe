"""Read the archive of an event: the manifest first, then its rows, each as a line of its part."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from tournaments.backups.writes import archive as manifest
from tournaments.backups.writes import archive as one_file
from tournaments.backups.writes.archive import EVENT, Archive, JsonArchive, Manifest, rows_of
from tournaments.backups.writes.parts import AnyModel, part_name
from tournaments.backups.writes.snapshot import PartSum, checksum
from tournaments.backups.writes.tables import Tables, tables_of
from tournaments.errors import RefusedError
from tournaments.frame.writes import zips
from tournaments.frame.writes.zips import BROKEN
from tournaments.jobs.writes import event_archive
from tournaments.jobs.writes.event_archive import sections

MOST_BYTES: Final = event_archive.MOST_BYTES
# That evening has 4.1 MB unpacked, its longest row 0.1 MB, and its manifest 4 KB.
LIMITS: Final = zips.ZipLimits(most_bytes=24_000_000, most_files=40)
LONGEST_ROW: Final = 1_000_000
LONGEST_MANIFEST: Final = 100_000
MOST_ROWS: Final = 200_000
# Files beside the parts, for spreadsheets and for reading: their names are in the language of the archive.
BESIDE: Final = (".csv", ".txt")
# What a refusal calls the upload, which is stored under a random name.
WHOLE: Final = "file"


@contextmanager
def open_event_archive(path: Path) -> Iterator[tuple[Archive, Manifest]]:
    """Open an archive and its manifest; refuse what is no archive of an event, or has other tables."""
    if path.stat().st_size > MOST_BYTES:
        raise RefusedError("archive_too_big", field="file", most=MOST_BYTES // zips.MEGA)
    try:
        with _archive(path) as archive:
            if manifest.NAME not in archive.namelist():
                raise RefusedError("archive_of_nothing", field="file")
            with archive.open(manifest.NAME) as part:
                told = manifest.from_bytes(part.read(LONGEST_MANIFEST))
            _require(archive, told)
            yield archive, told
    except (*BROKEN, RecursionError) as error:
        raise RefusedError("backup_damaged", field="file", part=WHOLE) from error


@contextmanager
def _archive(path: Path) -> Iterator[Archive]:
    """Open a zip or one JSON document, told apart by its first bytes, not by its name."""
    with path.open("rb") as file:
        is_json = file.read(1) == one_file.SIGN
    if is_json:
        yield JsonArchive.of(path)
        return
    zips.require_sane(path, LIMITS)
    with ZipFile(path) as archive:
        yield archive


def _require(archive: Archive, told: Manifest) -> Tables:
    if told.scope != EVENT:
        raise RefusedError("archive_of_installation", field="file")
    tables = _tables_of(told)
    wanted, names = {part_name(model) for model in sections(0) if tables.have(model)}, set(archive.namelist())
    if set(told.parts) != wanted or not wanted <= names:
        missing = sorted(wanted - (names & set(told.parts))) or sorted(set(told.parts) - wanted)
        raise RefusedError("backup_damaged", field="file", part=missing[0])
    strange = sorted(name for name in names - wanted - {manifest.NAME} if "/" in name or not name.endswith(BESIDE))
    if strange:
        raise RefusedError("archive_strange_file", field="file", name=strange[0][:80])
    count = sum(note.rows for note in told.parts.values())
    if count > MOST_ROWS:
        raise RefusedError("archive_too_many_rows", field="file", found=count, most=MOST_ROWS)
    return tables


def _tables_of(told: Manifest) -> Tables:
    try:
        return tables_of(told)
    except RefusedError as refusal:
        raise RefusedError(f"archive_{refusal.code.removeprefix('backup_')}", **refusal.params) from refusal


def parts_of(archive: Archive, told: Manifest) -> Iterator[tuple[AnyModel, Generator[bytes, None, None]]]:
    """Yield the parts in the order in which they are written; refuse at the end if the manifest does not match.

    The rows of an earlier release are completed; a part that it did not have is empty.
    """
    tables, sums = _tables_of(told), dict[AnyModel, PartSum]()
    for model in sections(0):
        if tables.have(model):
            sums[model] = PartSum()
            yield model, _count_lines(rows_of(archive, told, model, LONGEST_ROW), tables, model, sums[model])
        else:
            yield model, _nothing()
    if checksum(sums) != told.checksum:
        raise RefusedError("backup_damaged", field="file", part="checksum")


def _nothing() -> Generator[bytes, None, None]:
    yield from ()


def _count_lines(
    lines: Iterator[bytes], tables: Tables, model: AnyModel, found: PartSum
) -> Generator[bytes, None, None]:
    for line in lines:
        found.add(line)
        yield tables.completed(model, line)
