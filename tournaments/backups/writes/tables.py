"""The tables of an archive: those of this release, or those of an earlier one, whose rows are completed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader

from tournaments.backups.writes.archive import Manifest, migrations_here
from tournaments.backups.writes.parts import AnyModel, label
from tournaments.backups.writes.rows import columns, line_of
from tournaments.errors import RefusedError

# The last migration of 0.1.0, the first release: no archive is older.
FIRST_RELEASE: Final = "0004_people_passes_and_chained_log"


@dataclass(frozen=True, slots=True)
class Tables:
    """``had`` has the columns of every model of the platform at that time; None for this release."""

    had: Mapping[str, frozenset[str]] | None = None

    def have(self, model: AnyModel) -> bool:
        """Return whether the archive must hold a part for the model."""
        return self.had is None or model._meta.app_label != "tournaments" or label(model) in self.had

    def have_column(self, model: AnyModel, name: str) -> bool:
        """Return whether the archive has values for this column of a model of the platform."""
        return self.had is None or name in self.had.get(label(model), ())

    def fill_defaults(self, model: AnyModel, line: bytes) -> bytes:
        """Add the defaults of later columns to a row of the archive; anything that is no row comes back unchanged."""
        had = (self.had or {}).get(label(model))
        later = [] if had is None else [field for field in columns(model)[1:] if field.name not in had]
        if not later:
            return line
        try:
            row = json.loads(line)
            return line_of({**row, "fields": {**{field.name: field.get_default() for field in later}, **row["fields"]}})
        except (ValueError, KeyError, TypeError):
            return line


def tables_of(told: Manifest) -> Tables:
    """Return the tables of an archive; refuse those of a later release, or of one before the first."""
    theirs, ours = sorted(set(told.migrations)), migrations_here()
    strange = sorted(set(theirs) - set(ours))
    if strange:
        raise RefusedError("backup_newer_tables", names=", ".join(strange))
    if theirs == ours:
        return Tables()
    if theirs != ours[: len(theirs)] or FIRST_RELEASE not in theirs:
        raise RefusedError("backup_older_tables", names=", ".join(sorted(set(ours) - set(theirs))))
    return Tables(columns_at(theirs[-1]))


@cache
def columns_at(migration: str) -> Mapping[str, frozenset[str]]:
    """Return the columns of every model of the platform after a migration."""
    state = MigrationLoader(connections[DEFAULT_DB_ALIAS]).project_state(("tournaments", migration))
    return {
        f"{app}.{name}": frozenset(model.fields) for (app, name), model in state.models.items() if app == "tournaments"
    }
