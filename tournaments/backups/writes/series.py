"""Copies that ``manage.py backup`` puts into a folder, and restoring opens: unchanged rows are there once.

A copy is a zip with the rows of no event and a list of its events. The rows of each event are a part of their own in
``PARTS`` beside it, under the SHA-256 of its bytes. A part is written before the list that names it, so a copy that has
its name has all its parts.
"""

import hashlib
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import IO, Final
from zipfile import ZipFile

from django.utils import timezone

from tournaments.backups.writes import archive as manifest
from tournaments.backups.writes import checked, keys
from tournaments.backups.writes.archive import FORMAT_OF_SERIES, Manifest, PartNote, new_archive, open_archive
from tournaments.backups.writes.backup import end
from tournaments.backups.writes.checked import BY_LABEL, Sums
from tournaments.backups.writes.files import whole_file
from tournaments.backups.writes.parts import MODELS, OF_EVENT, AnyModel, label, of_event, of_no_event, part_name
from tournaments.backups.writes.rows import lines
from tournaments.backups.writes.snapshot import PartSum, snapshot
from tournaments.errors import RefusedError
from tournaments.frame.writes.zips import BROKEN, MEGA
from tournaments.models import Tournament

COPIES: Final = "settebello-*.zip"
PARTS: Final = "settebello-parts"
EVENTS: Final = "events.jsonl"
SUMS: Final = "sums.json"
LOCK: Final = "in-use"
LONGEST_LINE: Final = 1_000
DAY: Final = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class EventNote:
    """An event in a copy: the digest of its rows and of the program that wrote them, and its part."""

    event: int
    rows: str
    part: str


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was made: the rows in it, the parts that it names, and how many of them had to be written.

    ``unread`` are earlier copies that cannot be read: as long as they are there no part is removed.
    """

    path: Path
    manifest: Manifest
    rows: int
    parts: int
    written: int
    unread: list[str]


def copy_into(folder: Path, *, with_key: bool, keep: int) -> Copied:
    """Write a copy into the folder; keep the newest ``keep`` copies there, and the parts that they name."""
    path = folder / f"settebello-{timezone.localtime():%Y%m%d-%H%M%S}.zip"
    parts = folder / PARTS
    parts.mkdir(mode=0o700, exist_ok=True)
    with _alone(folder):
        before = _newest_list(folder)
        sums: list[Sums] = []
        written, count = 0, 0
        with whole_file(path) as file, new_archive(file) as archive, snapshot():
            digests = checked.digests()
            rest = {
                model: manifest.add_part(archive, model, of_no_event(model), lambda _rows: None) for model in MODELS
            }
            sums.append({model: total for model, (_note, total) in rest.items()})
            digest = hashlib.sha256()
            with archive.open(EVENTS, "w", force_zip64=True) as listed:
                for event in Tournament.objects.order_by("pk").values_list("pk", flat=True).iterator():
                    rows = hashlib.sha256(f"{checked.program()}{digests[event]}".encode()).hexdigest()
                    note = before.get(event)
                    found = _sums_in(parts, note) if note is not None and note.rows == rows else None
                    if note is None or found is None:
                        note, found, is_new = _write_part(parts, event, rows)
                        written += is_new
                    sums.append(found)
                    line = (json.dumps(asdict(note), sort_keys=True) + "\n").encode()
                    listed.write(line)
                    digest.update(line)
                    count += 1
            whole = checked.join_sums(sums)
            notes = {part_name(model): each for model, (each, _total) in rest.items()}
            notes[EVENTS] = PartNote(count, digest.hexdigest())
            told = end(archive, whole, notes, with_key=with_key, form=FORMAT_OF_SERIES)
        unread = _keep_the_newest(folder, path, keep)
    return Copied(path, told, sum(each.count for each in whole.values()), count, written, unread)


@contextmanager
def open_copy(path: Path) -> Iterator[tuple[ZipFile, Manifest]]:
    """Open a backup as ``open_archive`` does; a copy of a series is put together from its parts first."""
    with open_archive(path) as (zipped, told):
        if EVENTS not in told.parts:
            yield zipped, told
            return
        with TemporaryFile() as file:
            try:
                notes = _put_together(file, path.parent / PARTS, zipped, told)
            except OSError as error:
                raise RefusedError("backup_not_joined", why=error.strerror) from error
            with ZipFile(file) as whole:
                yield whole, replace(told, parts=notes)


def _put_together(file: IO[bytes], parts: Path, zipped: ZipFile, told: Manifest) -> dict[str, PartNote]:
    """Write one archive with all rows of a copy; refuse a part that is not what the copy names."""
    events = list(_listed_events(zipped, told))
    for note in events:
        if not (parts / _file_name(note.part)).is_file():
            raise RefusedError("backup_part_missing", part=_file_name(note.part), folder=str(parts))
        if _sums_in(parts, note) is None:
            raise RefusedError("backup_damaged", part=f"{PARTS}/{_file_name(note.part)}")
    notes: dict[str, PartNote] = {}
    with new_archive(file) as whole:
        for model in MODELS:
            name, digest, count = part_name(model), hashlib.sha256(), 0
            if name not in told.parts:
                continue
            with whole.open(name, "w", force_zip64=True) as part:
                for line in manifest.rows_of(zipped, told, model):
                    part.write(line)
                    digest.update(line)
                    count += 1
                for note in events if model in OF_EVENT else ():
                    with ZipFile(parts / _file_name(note.part)) as own:
                        if name not in own.namelist():
                            continue
                        with own.open(name) as rows:
                            for line in rows:
                                part.write(line)
                                digest.update(line)
                                count += 1
            notes[name] = PartNote(count, digest.hexdigest())
        if keys.NAME in zipped.namelist():
            manifest.add_file(whole, keys.NAME, manifest.key_in(zipped, told).encode())
    return notes


def _listed_events(zipped: ZipFile, told: Manifest) -> Iterator[EventNote]:
    """Yield the events of a copy; refuse at the end a list that is not the one of its manifest."""
    digest, count = hashlib.sha256(), 0
    with zipped.open(EVENTS) as part:
        while line := part.readline(LONGEST_LINE):
            count += 1
            digest.update(line)
            try:
                row = json.loads(line)
                note = EventNote(int(row["event"]), str(row["rows"]), str(row["part"]))
                # It is a name of a file.
                if bytes.fromhex(note.part).hex() != note.part:
                    raise ValueError("part")
            except (ValueError, KeyError, TypeError) as error:
                raise RefusedError("backup_damaged", part=EVENTS) from error
            yield note
    if PartNote(count, digest.hexdigest()) != told.parts[EVENTS]:
        raise RefusedError("backup_damaged", part=EVENTS)


def _newest_list(folder: Path) -> Mapping[int, EventNote]:
    """Return the events of the newest copy that can be read, by key."""
    for path in sorted(folder.glob(COPIES), reverse=True):
        try:
            with open_archive(path) as (zipped, told):
                if EVENTS in told.parts:
                    return {note.event: note for note in _listed_events(zipped, told)}
        except (RefusedError, OSError):
            continue
    return {}


def _sums_in(parts: Path, note: EventNote) -> Sums | None:
    """Return the sums of the rows in a part; None where the part is missing or has another digest."""
    try:
        with (parts / _file_name(note.part)).open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != note.part:
                return None
            with ZipFile(file) as own, own.open(SUMS) as part:
                told = json.loads(part.read(MEGA))
        return {BY_LABEL[name]: PartSum.of(text) for name, text in told.items()}
    except (FileNotFoundError, *BROKEN):
        return None


def _write_part(parts: Path, event: int, rows: str) -> tuple[EventNote, Sums, bool]:
    """Write the rows of an event as a part, unless there is one with these bytes; return whether it was written."""
    sums: dict[AnyModel, PartSum] = {}
    with SpooledTemporaryFile(max_size=MEGA) as made:
        # The moment of each file in it is the same every time, so the same rows make the same bytes.
        with new_archive(made) as own:
            for model in OF_EVENT:
                found = lines(model, of_event(model, event))
                first = next(found, None)
                if first is None:
                    continue
                sums[model] = PartSum()
                with own.open(part_name(model), "w", force_zip64=True) as part:
                    for line in (first, *found):
                        part.write(line)
                        sums[model].add(line)
            told = json.dumps({label(model): str(each) for model, each in sums.items()}, sort_keys=True)
            with own.open(SUMS, "w") as part:
                part.write(told.encode())
        made.seek(0)
        note = EventNote(event, rows, hashlib.file_digest(made, "sha256").hexdigest())
        if _sums_in(parts, note) is not None:
            return note, sums, False
        made.seek(0)
        with whole_file(parts / _file_name(note.part)) as file:
            shutil.copyfileobj(made, file)
    return note, sums, True


def _file_name(part: str) -> str:
    return f"{part}.zip"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder until the copy is made: another one would remove parts that are not named yet.

    A lock of SQLite is one on every system, and ends with its process.
    """
    with closing(sqlite3.connect(folder / PARTS / LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise RefusedError("backup_folder_in_use", path=str(folder)) from error
        yield


def _keep_the_newest(folder: Path, own: Path, keep: int) -> list[str]:
    """Remove older copies, and the parts that no copy names; return the copies that cannot be read."""
    earlier = sorted(set(folder.glob(COPIES)) - {own}, reverse=True)
    for path in earlier[keep - 1 :]:
        path.unlink(missing_ok=True)
    named, unread = {LOCK}, list[str]()
    for path in (own, *earlier[: keep - 1]):
        try:
            with open_archive(path) as (zipped, told):
                if EVENTS in told.parts:
                    named.update(_file_name(note.part) for note in _listed_events(zipped, told))
        except (RefusedError, OSError):
            unread.append(path.name)
    # What a killed copy has left: no copy takes a day.
    for file in folder.glob(f".{COPIES}.*.part"):
        if time.time() - file.stat().st_mtime > DAY:
            file.unlink(missing_ok=True)
    if not unread:
        for file in (folder / PARTS).iterdir():
            if file.name not in named:
                file.unlink(missing_ok=True)
    return unread
