"""Archives and backups from before a migration: what their rows and files lack is completed, what is odd is refused."""

import json
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.test_backups import emptied, run
from tournaments.errors import RefusedError
from tournaments.models import Entry, Tie, Tournament
from tournaments.services.backups import manifest, parts, restoring, rows, tables

LATER = "0099_contacts_and_ties"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def later(monkeypatch: Any) -> Any:
    """Play that a later migration made the column of contacts and the table of ties; files that are made lack both."""
    ours = manifest.migrations_here()
    had = {name: names - {"contact"} for name, names in tables.columns_at(ours[-1]).items() if name != parts.label(Tie)}
    columns = rows.columns

    def then() -> None:
        monkeypatch.undo()
        monkeypatch.setattr(tables, "migrations_here", lambda: [*ours, LATER])
        monkeypatch.setattr(tables, "columns_at", lambda _migration: had)

    kept = [model for model in parts.MODELS if model is not Tie]
    monkeypatch.setattr(parts, "MODELS", tuple(kept))
    monkeypatch.setattr(rows, "columns", lambda model: [each for each in columns(model) if each.name != "contact"])
    return then


def test_a_backup_from_before_a_migration_is_restored_with_what_came_later(later: Any, tmp_path: Any, settings: Any):
    event = make.finished(entries=3)
    Entry.objects.update(contact="gone@example.org")
    made = run("backup", tmp_path / "old.zip")
    emptied()
    later()
    settings.DATA_DIR = tmp_path

    assert run("restore", tmp_path / "old.zip") == made
    call_command("verify")
    assert set(Entry.objects.values_list("contact", flat=True)) == {""}
    assert make.fresh(event).status == "finished"


def test_an_event_from_before_a_migration_is_brought(later: Any, tmp_path: Any, monkeypatch: Any, settings: Any):
    from tournaments.services.long_work import event_archive

    chosen = event_archive.sections
    monkeypatch.setattr(
        event_archive, "sections", lambda event: {model: q for model, q in chosen(event).items() if model is not Tie}
    )
    data = archives.archive_of(make.finished(entries=3))
    later()
    settings.DATA_DIR = tmp_path

    assert archives.brought(archives.bring(data)).status == Tournament.Status.FINISHED


@pytest.mark.parametrize("line", [b"{", b"[]", b'{"fields": 7}', b'{"fields": {}}', b"7"])
def test_what_is_no_row_is_left_for_who_reads_it(line: bytes):
    assert tables.Tables({"tournaments.entry": frozenset()}).completed(Entry, line) == line


def test_a_row_of_these_tables_is_left_as_it_is():
    make.finished(entries=3)
    line = next(rows.lines(Entry))
    assert tables.Tables().completed(Entry, line) is line
    assert tables.Tables(tables.columns_at(manifest.migrations_here()[-1])).completed(Entry, line) is line
    assert json.loads(line)["fields"].keys() < tables.columns_at(manifest.migrations_here()[-1])[
        "tournaments.entry"
    ] | {"x"}


def test_tables_of_before_the_first_release_and_with_gaps_are_refused():
    ours = manifest.migrations_here()
    told = {"scope": "event", "made_at": "", "checksum": "", "parts": {}}
    for theirs, code in (
        (ours[:2], "backup_older_tables"),
        ([], "backup_older_tables"),
        (ours[1:], "backup_older_tables"),
        ([*ours, "9999"], "backup_newer_tables"),
    ):
        with pytest.raises(RefusedError, match=code):
            tables.tables_of(manifest.Manifest(migrations=theirs, **told))
    assert restoring.tables_of is tables.tables_of
