"""What an earlier release left behind opens in this one: rules, archives, backups, databases at every migration."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.mould import ROOT
from tests.releases import KEY, rows
from tests.searching import short_of
from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tournaments import installation
from tournaments.backups.verifying.events import violations_of
from tournaments.games import registry
from tournaments.models import Club, Entry, Scoresheet, Tournament

HERE = Path(__file__).parent
RELEASES = sorted(path for path in HERE.iterdir() if (path / "presets.json").exists())


def files(pattern: str) -> list[Any]:
    found = [path for release in RELEASES for path in sorted(release.glob(pattern))]
    return [pytest.param(path, id=f"{path.parent.name} {path.name}") for path in found]


def earlier(pattern: str) -> list[Any]:
    """The files of the releases before this one; those of its own are opened in a full run."""
    found = files(pattern)
    return short_of(found, *(each.id for each in found if each.values[0].parent != RELEASES[-1]))


ROWS = files("*.jsonl.gz")


@pytest.fixture
def _data(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    # The seals of its closings are those of that installation.
    settings.SECRET_KEY_FALLBACKS = [KEY]


def rules_of(event: Tournament) -> None:
    """The event is read by its rules, and they are whole rules of today."""
    game = registry.game(event.game)
    game.check_rules(event.rules)
    assert event.rules == game.upgrade_rules(Tournament.objects.values_list("rules", flat=True).get(pk=event.pk))


def opens(event: Tournament) -> None:
    """Everybody's pages and the organiser's answer, and every sheet scores by the rules of the event."""
    rules_of(event)
    pages = ["", "tabellone/", "classifica/", "regolamento/", "iscritti/"]
    tables = [f"partite/{table.number}/" for table in event.tables.filter(status="done")]
    reader, boss = Client(), make.client_of(make.boss_of(event))
    for page in [*pages, *tables]:
        assert reader.get(f"/e/{event.slug}/{page}").status_code == 200, page
    for page in ("", "dati/", "regole/", "turni/"):
        assert boss.get(f"/organizza/{event.slug}/{page}").status_code == 200, page
    assert reader.get(f"/api/v1/events/{event.slug}/rules/").json()["rules"] == event.rules
    for sheet in Scoresheet.objects.filter(table__tournament=event):
        for game in sheet.content["games"]:
            for deal in game["deals"]:
                registry.game(event.game).score_sheet(event.rules, deal)


def test_there_are_files_of_the_first_release():
    assert RELEASES[0].name == "0.1.0"
    assert {path.name[:4] for path in (HERE / "0.1.0").glob("*.jsonl.gz")} == {"0001", "0002", "0003", "0004"}


def test_the_release_that_the_program_calls_itself_is_the_newest_on_record_and_left_its_files():
    headings = re.findall(r"^## (\d\S+) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings == [release.name for release in reversed(RELEASES)]
    assert headings[0] == installation.version()


@pytest.mark.parametrize("path", earlier("*-*.zip") + earlier("*-*.json"))
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_data")
def test_an_archive_of_an_earlier_release_is_an_event_of_this_one(path: Path):
    event = archives.brought(archives.bring(path.read_bytes()))

    assert list(violations_of(event)) == []
    assert event.status == ("finished" if "finished" in path.name else "running")
    opens(event)
    if event.status == "finished":
        assert sorted(Entry.objects.filter(tournament=event).values_list("final_place", flat=True))[0] == 1


@pytest.mark.parametrize("path", earlier("backup.zip"))
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_data")
def test_a_backup_of_an_earlier_release_is_restored(path: Path, capsys: Any):
    call_command("restore", str(path))
    call_command("verify")

    assert Tournament.objects.count() == len(list(path.parent.glob("*-*.zip")))
    for event in Tournament.objects.all():
        opens(event)


@pytest.fixture
def _head_again() -> Iterator[None]:
    yield
    call_command("flush", interactive=False, verbosity=0)
    call_command("migrate", verbosity=0)


# What leads from one release to the next is never changed: a short run goes from the newest through what is new.
@pytest.mark.parametrize("path", short_of(ROWS, ROWS[-1].id))
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_data", "_head_again")
def test_a_database_of_an_earlier_release_is_brought_to_this_one(path: Path):
    migration = next(name for name in rows.migrations() if name.startswith(path.name[:4]))
    lines = rows.unpacked(path)
    assert rows.write(rows.migrate(migration), lines) == len(lines)

    call_command("migrate", verbosity=0)

    told = [json.loads(line) for line in lines]
    assert Tournament.objects.count() == sum(row["model"] == "tournament" for row in told)
    assert Club.objects.count() == sum(row["model"] == "club" for row in told)
    for event in Tournament.objects.all():
        opens(event)
    call_command("verify")
