"""What is kept of an online match: a log that nobody changes, and secrets that only a whole backup holds."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from django.core import serializers
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from tests.tournaments import factories as make
from tests.tournaments.services.importing_archives import archive_of
from tests.tournaments.services.play.table import SEED, kept
from tournaments.backups.writes import rows
from tournaments.backups.writes.backup import make_backup
from tournaments.games.commands import Sealed, SealedError
from tournaments.models import DealSecret, Match, MatchEvent

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def match() -> Match:
    table = make.tables_of(make.called(entries=4))[0]
    return kept(table)


@pytest.mark.parametrize("change", [{"data": {"x": 1}}, {"sequence": 9}, {"client_id": None}])
def test_the_database_refuses_to_change_a_row_of_the_log(match, change):
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        MatchEvent.objects.filter(match=match).update(**change)
    assert MatchEvent.objects.filter(match=match, sequence=1, data={}, client_id="a").exists()


def test_a_match_is_not_deleted_with_its_log(match):
    with pytest.raises(ProtectedError):
        match.delete()
    assert MatchEvent.objects.filter(match=match).exists()


def test_a_number_and_a_command_of_a_seat_are_in_the_log_once(match):
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchEvent.objects.create(match=match, sequence=1, kind="ready", at=make.EVENING)
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchEvent.objects.create(match=match, sequence=2, kind="ready", at=make.EVENING, client_id="a", seat=0)
    MatchEvent.objects.create(match=match, sequence=2, kind="ready", at=make.EVENING, client_id="a", seat=1)
    MatchEvent.objects.create(match=match, sequence=3, kind="paused", at=make.EVENING, client_id="a")
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchEvent.objects.create(match=match, sequence=4, kind="resumed", at=make.EVENING, client_id="a")


def test_a_table_has_one_match_at_a_time(match):
    with pytest.raises(IntegrityError), transaction.atomic():
        kept(match.table)
    Match.objects.filter(pk=match.pk).update(status="over")
    assert kept(match.table).table == match.table


def test_a_secret_comes_out_of_the_database_sealed(match):
    secret = DealSecret.objects.get(match=match)
    assert secret.seed == Sealed(SEED)
    for form in ("json", "python", "jsonl"):
        with pytest.raises(TypeError):
            json.dumps(serializers.serialize(form, [secret]))
    with pytest.raises(SealedError):
        str(list(DealSecret.objects.values()))
    assert SEED not in f"{secret} {secret!r}"


def test_nothing_points_at_the_secrets_and_no_other_part_of_the_site_names_them():
    assert [field.name for field in Match._meta.get_fields() if field.related_model is DealSecret] == []
    word, allowed = (
        re.compile(r"DealSecret|deal_secret"),
        ("models/", "online/reads/live_matches.py", "online/writes/", "live_log/writes/", "backups/writes/parts.py"),
    )
    named = [
        path.relative_to(ROOT / "tournaments").as_posix()
        for path in (ROOT / "tournaments").rglob("*.py")
        if "migrations" not in path.parts and word.search(path.read_text(encoding="utf-8"))
    ]
    left_out = "jobs/writes/event_archive.py"
    assert [name for name in named if not name.startswith(allowed)] == [left_out]


def test_a_whole_backup_holds_the_secrets_and_the_archive_of_an_event_does_not(match, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    assert SEED.encode() in b"".join(rows.lines(DealSecret))
    make_backup(tmp_path / "whole.zip", with_key=False)
    with zipfile.ZipFile(tmp_path / "whole.zip") as whole:
        assert SEED.encode() in whole.read("parts/tournaments.dealsecret.jsonl")
    with zipfile.ZipFile(io.BytesIO(archive_of(match.table.tournament))) as archive:
        assert [name for name in archive.namelist() if "match" in name or "secret" in name] == []
        assert [name for name in archive.namelist() if SEED.encode() in archive.read(name)] == []


def test_the_log_is_kept_on_the_engine_of_this_run():
    with connection.cursor() as cursor:
        table = "sqlite_master" if connection.vendor == "sqlite" else "pg_trigger"
        column = "name" if connection.vendor == "sqlite" else "tgname"
        cursor.execute(f"SELECT count(*) FROM {table} WHERE {column} = 'match_event_kept'")
        assert cursor.fetchone() == (1,)
