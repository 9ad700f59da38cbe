"""The rows of the platform's tables as they are at a migration, as lines of JSON; ``write`` puts them back."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tournaments.backups.writes.rows import ENCODER

APP = "tournaments"


def migrations() -> list[str]:
    """The migrations of the platform, the first one first."""
    return sorted(name for app, name in MigrationLoader(connection).disk_migrations if app == APP)


def migrate(name: str) -> Any:
    """Bring the tables to the state of a migration; the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.migrate([(APP, name)])
    executor = MigrationExecutor(connection)
    return executor.loader.project_state([(APP, name)]).apps


def read(apps: Any) -> Iterator[str]:
    """Every row, each model after those that it points at as far as they are named so."""
    for model in apps.get_app_config(APP).get_models():
        names = [field.attname for field in model._meta.concrete_fields]
        for row in model._base_manager.order_by("pk").values_list(*names):
            told = {"model": model._meta.model_name, "row": dict(zip(names, row, strict=True))}
            yield ENCODER.encode(told)


def write(apps: Any, lines: Sequence[str]) -> int:
    """Insert rows with the keys and moments that they have; relations are looked at when all of them are there."""
    with transaction.atomic():
        for line in lines:
            told = json.loads(line)
            model = apps.get_model(APP, told["model"])
            fields = {field.attname: field for field in model._meta.concrete_fields}
            values = {
                name: _target(fields[name]).to_python(value) if value is not None else None
                for name, value in told["row"].items()
            }
            model(**values).save_base(raw=True, force_insert=True)
        # Keys were given, so the server goes on after them.
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(apps.get_app_config(APP).get_models())):
                cursor.execute(statement)
    return len(lines)


def _target(field: Any) -> Any:
    return field.target_field if field.is_relation else field


def unpacked(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def packed(lines: Sequence[str], path: Path) -> None:
    path.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
