"""The release before goes on while this one is brought in: no migration takes from it a column, or asks it for one."""

from itertools import pairwise

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

# Replacing one process after the other came with the migration after this one; those before were made for a stop.
FIRST = "0038_events_of_clubs_and_circuits"
LOADER = MigrationLoader(None)
NAMES = sorted(name for app, name in LOADER.disk_migrations if app == "tournaments" and name >= FIRST)


def columns(state: ProjectState) -> dict[str, dict[str, bool]]:
    """Each table with its columns, and whether a row may leave that column out."""
    return {
        model._meta.db_table: {
            field.column: field.null or field.has_db_default() or field.primary_key
            for field in model._meta.local_concrete_fields
        }
        for model in state.apps.get_models(include_auto_created=True)
    }


@pytest.mark.parametrize(("before", "name"), list(pairwise(NAMES)))
def test_the_program_of_the_release_before_reads_and_writes_what_a_migration_leaves(before: str, name: str) -> None:
    old, new = (columns(LOADER.project_state(("tournaments", each))) for each in (before, name))
    for table, known in old.items():
        assert known.keys() <= new.get(table, {}).keys(), f"{name} takes away what {before} uses of {table}"
        added = new[table].keys() - known.keys()
        assert {column for column in added if not new[table][column]} == set(), f"{name}: {table} asks for more"


def test_there_is_a_migration_to_look_at() -> None:
    assert len(NAMES) > 1
