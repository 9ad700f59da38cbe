"""Brings a backup back, into an installation that knows nothing yet: all of it, or nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, DataError, IntegrityError, OperationalError, connections, transaction

from tournaments.errors import RefusedError
from tournaments.services.backups import archive, keys, rows, sequences
from tournaments.services.backups.checksum import PartSum, checksum, of_installation
from tournaments.services.backups.manifest import INSTALLATION, Manifest, require_same_tables
from tournaments.services.backups.parts import BEATS, MODELS, AnyModel, label


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back; ``same_key`` tells whether codes printed before the backup open their tables here."""

    manifest: Manifest
    same_key: bool


def restore_backup(path: Path) -> Restored:
    """Restore the archive at ``path``; every refusal leaves the installation as it was."""
    with archive.opened(path) as (zipped, told):
        _require_whole(zipped, told)
        require_same_tables(told)
        key = archive.key_in(zipped, told)
        try:
            with transaction.atomic():
                _lock()
                _require_empty()
                for model in MODELS:
                    _write(zipped, told, model)
                connections[DEFAULT_DB_ALIAS].check_constraints()
                sequences.go_on_after(told.sequences)
                if of_installation() != told.checksum:
                    raise RefusedError("backup_not_the_same")
                # An installation that is still empty may have any key; one that is restored must have this one.
                same = keys.adopt(key) if key else told.key_print == keys.key_print(settings.SECRET_KEY)
        except (IntegrityError, DataError, ValidationError) as error:
            raise RefusedError("backup_rows_refused") from error
        except OperationalError as error:
            raise RefusedError("backup_in_use") from error
    return Restored(told, same)


def check_backup(path: Path) -> Manifest:
    """Read every byte of an archive and count its checksum again; refuses one that is not whole."""
    with archive.opened(path) as (zipped, told):
        _require_whole(zipped, told)
        archive.key_in(zipped, told)
        return told


def _require_whole(zipped: ZipFile, told: Manifest) -> None:
    if told.scope != INSTALLATION:
        raise RefusedError("backup_of_event")
    archive.require_all_parts(told, dict.fromkeys(MODELS))
    sums = {model: PartSum() for model in MODELS}
    for model, found in sums.items():
        for line in archive.rows_of(zipped, told, model):
            found.add(line)
    if checksum(sums) != told.checksum:
        raise RefusedError("backup_damaged", part="checksum")


def _lock() -> None:
    """Let nobody write meanwhile; SQLite has one writer anyhow."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite":
        return
    names = ", ".join(f'"{model._meta.db_table}"' for model in MODELS)
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")


def _require_empty() -> None:
    for model in MODELS:
        if model in BEATS:
            model._base_manager.all().delete()
        elif model._base_manager.exists():
            raise RefusedError("backup_not_empty", what=label(model), count=model._base_manager.count())


def _write(zipped: ZipFile, told: Manifest, model: AnyModel) -> None:
    write = rows.writer(model)
    try:
        lines = (rows.values(model, line) for line in archive.rows_of(zipped, told, model))
        for batch in _batches(lines):
            write(batch)
    except rows.UnreadableRowError as error:
        raise RefusedError("backup_damaged", part=label(model)) from error


def _batches(made: Iterable[list[Any]]) -> Iterator[list[list[Any]]]:
    source = iter(made)
    while batch := list(islice(source, rows.WRITTEN)):
        yield batch
