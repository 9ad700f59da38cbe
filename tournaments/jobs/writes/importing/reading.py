"""Read the archive of an event: the manifest first, then its rows, each as a line of its part."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
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
    if path.stat().st_size > event_archive.MOST_BYTES:
        raise RefusedError("archive_too_big", field="file", most=event_archive.MOST_BYTES // zips.MEGA)
    try:
        # A zip or one JSON document, told apart by its first bytes, not by its name.
        with path.open("rb") as file:
            is_json = file.read(1) == one_file.SIGN
        if not is_json:
            zips.require_sane(path, LIMITS)
        opened: AbstractContextManager[Archive] = nullcontext(JsonArchive.of(path)) if is_json else ZipFile(path)
        with opened as archive:
            if manifest.NAME not in archive.namelist():
                raise RefusedError("archive_of_nothing", field="file")
            with archive.open(manifest.NAME) as part:
                told = manifest.from_bytes(part.read(LONGEST_MANIFEST))
            if told.scope != EVENT:
                raise RefusedError("archive_of_installation", field="file")
            tables = _tables_of(told)
            wanted, names = {part_name(model) for model in sections(0) if tables.have(model)}, set(archive.namelist())
            if set(told.parts) != wanted or not wanted <= names:
                missing = sorted(wanted - (names & set(told.parts))) or sorted(set(told.parts) - wanted)
                raise RefusedError("backup_damaged", field="file", part=missing[0])
            others = names - wanted - {manifest.NAME}
            strange = sorted(name for name in others if "/" in name or not name.endswith(BESIDE))
            if strange:
                raise RefusedError("archive_strange_file", field="file", name=strange[0][:80])
            count = sum(note.rows for note in told.parts.values())
            if count > MOST_ROWS:
                raise RefusedError("archive_too_many_rows", field="file", found=count, most=MOST_ROWS)
            yield archive, told
    except (*BROKEN, RecursionError) as error:
        raise RefusedError("backup_damaged", field="file", part=WHOLE) from error


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
        lines: Iterator[bytes] = iter(())
        if tables.have(model):
            sums[model] = PartSum()
            lines = rows_of(archive, told, model, LONGEST_ROW)
        yield model, _complete_rows(lines, tables, model, sums)
    if checksum(sums) != told.checksum:
        raise RefusedError("backup_damaged", field="file", part="checksum")


def _complete_rows(
    lines: Iterator[bytes], tables: Tables, model: AnyModel, sums: Mapping[AnyModel, PartSum]
) -> Generator[bytes, None, None]:
    """Yield the rows of a part as this release has them, and add each to the checksum of the part as it was read."""
    for line in lines:
        sums[model].add(line)
        yield tables.fill_defaults(model, line)
