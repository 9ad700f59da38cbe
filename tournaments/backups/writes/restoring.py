"""Restore a backup into an empty installation: all of it, or nothing."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, DataError, IntegrityError, OperationalError, connections, transaction

from tournaments.backups.writes import archive, earlier_money, keys, rows, snapshot
from tournaments.backups.writes.archive import INSTALLATION, Manifest
from tournaments.backups.writes.parts import BEATS, MODELS, AnyModel, label, part_name
from tournaments.backups.writes.series import open_copy
from tournaments.backups.writes.snapshot import PartSum, checksum, of_installation
from tournaments.backups.writes.tables import Tables, tables_of
from tournaments.errors import RefusedError
from tournaments.frame.writes import seals
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class Restored:
    """The rows restored; ``same_key`` tells whether codes printed before the backup still work here."""

    manifest: Manifest
    same_key: bool


def restore_backup(path: Path) -> Restored:
    """Restore the archive at ``path``; every refusal leaves the installation as it was."""
    with open_copy(path) as (zipped, told):
        _require_whole(zipped, told)
        tables = tables_of(told)
        archive.require_all_parts(told, [model for model in MODELS if tables.have(model)])
        key = archive.key_in(zipped, told)
        try:
            with transaction.atomic():
                _lock_empty()
                sums = {model: _write(zipped, told, tables, model) for model in MODELS}
                connections[DEFAULT_DB_ALIAS].check_constraints()
                snapshot.go_on_after(told.sequences)
                if of_installation() != checksum(sums):
                    raise RefusedError("backup_not_the_same")
                # An empty installation may have any key; a restored one must have this key.
                earlier_money.complete(Entry.objects.all(), tables)
                same = keys.adopt(key) if key else told.key_print == keys.key_print(settings.SECRET_KEY)
                if not same or tables.had is not None:
                    seals.seal_all_again()
        except (IntegrityError, DataError, ValidationError) as error:
            raise RefusedError("backup_rows_refused") from error
        except OperationalError as error:
            raise RefusedError("backup_in_use") from error
    return Restored(told, same)


def check_backup(path: Path) -> Manifest:
    """Read every byte of an archive and recompute its checksum; refuse a damaged archive."""
    with open_copy(path) as (zipped, told):
        _require_whole(zipped, told)
        archive.key_in(zipped, told)
        return told


def _require_whole(zipped: ZipFile, told: Manifest) -> None:
    if told.scope != INSTALLATION:
        raise RefusedError("backup_of_event")
    sums = {model: PartSum() for model in MODELS if part_name(model) in told.parts}
    for model, found in sums.items():
        for line in archive.rows_of(zipped, told, model):
            found.add(line)
    if checksum(sums) != told.checksum:
        raise RefusedError("backup_damaged", part="checksum")


def _lock_empty() -> None:
    """Lock all tables against writes (SQLite has one writer anyway), and refuse an installation that has rows."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        names = ", ".join(f'"{model._meta.db_table}"' for model in MODELS)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
    for model in MODELS:
        if model in BEATS:
            model._base_manager.all().delete()
        elif model._base_manager.exists():
            raise RefusedError("backup_not_empty", what=label(model), count=model._base_manager.count())


def _write(zipped: ZipFile, told: Manifest, tables: Tables, model: AnyModel) -> PartSum:
    """Write the rows of a model, completed if they are of an earlier release; return the sum of what was written."""
    write, found = rows.writer(model), PartSum()
    if part_name(model) not in told.parts:
        return found
    batch: list[list[Any]] = []
    try:
        for line in archive.rows_of(zipped, told, model):
            whole = tables.fill_defaults(model, line)
            found.add(whole)
            batch.append(rows.values(model, whole))
            if len(batch) == rows.WRITTEN:
                write(batch)
                batch = []
        if batch:
            write(batch)
    except rows.UnreadableRowError as error:
        raise RefusedError("backup_damaged", part=label(model)) from error
    return found
