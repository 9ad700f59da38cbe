"""A backup restores to the same checksum: on one engine and across, while the site writes, whole or not at all (P8)."""

import io
import json
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils.translation import override

from tests.mould import database_into
from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.doors import stage
from tests.tournaments.factories import EVENING
from tests.tournaments.services.installations import emptied, run
from tests.tournaments.services.play.table import kept as kept_match
from tests.tournaments.services.races import together
from tournaments.backups.writes import keys, parts, rows
from tournaments.backups.writes.archive import NAME
from tournaments.backups.writes.backup import make_backup
from tournaments.backups.writes.snapshot import PartSum, checksum, of_installation, snapshot
from tournaments.models import (
    ApiAnswer,
    AuditEntry,
    Deadline,
    Entry,
    MatchDeadline,
    Payment,
    Pulse,
    Receipt,
    Scoresheet,
    Table,
    Tie,
    Tournament,
    Tries,
    User,
)
from tournaments.tables.writes.codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]
PASSWORD = "tre-denari-e-un-settebello"


@pytest.fixture(autouse=True)
def _english() -> Any:
    with override("en"):
        yield


@pytest.fixture
def evening() -> Tournament:
    """A finished event, one that is running, somebody who can log in, and somebody who tried to."""
    Tries.objects.create(key='network "198.51.100.7"', count=3, since=EVENING)
    make.finished(entries=2)
    boss = make.user("ornella@example.org", name="Ornella «la rossa» Ùgo", password=PASSWORD)
    event = make.called(make.drawn(make.closed(make.knockout(make.organiser(boss), entries=6))))
    make.play(next(table for table in make.tables_of(event) if table.status == Table.Status.CALLED))
    return make.fresh(event)


KEPT: dict[bool, bytes] = {}


@pytest.fixture
def backup_of(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[bool], Path]:
    """A backup of such an evening, with or without the key, in an installation that is empty; its bytes are kept."""

    def backup(with_key: bool) -> Path:
        path = tmp_path / "one.zip"
        if with_key not in KEPT:
            request.getfixturevalue("evening")
            make_backup(path, with_key=with_key)
            KEPT[with_key] = path.read_bytes()
            emptied()
        path.write_bytes(KEPT[with_key])
        return path

    return backup


def elsewhere(folder: Path, *command: object, fails: bool = False, key: str = "") -> str:
    """Run a command of another installation, an embedded one with its data in ``folder`` and this or its own key."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    ran = subprocess.run(
        [sys.executable, "manage.py", *map(str, command)],
        cwd=ROOT,
        env={**environment, "SETTEBELLO_DATA": str(folder), **({"SECRET_KEY": key} if key else {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode != 0) == fails, ran.stderr
    return (ran.stderr if fails else ran.stdout).strip().splitlines()[-1]


@pytest.fixture(scope="module")
def mould(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new embedded installation, to be copied."""
    folder = tmp_path_factory.mktemp("mould") / "data"
    database_into(folder)
    (folder / "secret_key").unlink(missing_ok=True)
    return folder


def test_everything_has_its_place_in_a_backup_or_is_left_out_by_name():
    assert parts.models_without_place() == []


def test_a_backup_restores_to_the_same_checksum(evening, tmp_path):
    made = run("backup", tmp_path / "one.zip")
    assert (made, run("verify")) == (run("verify", tmp_path / "one.zip"), made)

    emptied()
    assert run("restore", tmp_path / "one.zip") == made
    assert run("verify") == made


def test_whatever_the_kind_of_its_key_a_row_is_read_back_as_it_was_written(evening):
    for model in (Tries, Tournament):
        (*_others, line) = rows.lines(model)
        assert rows.line_of(json.loads(line)) == line
        assert rows.values(model, line)[0] == model.objects.latest("pk").pk


def test_a_row_of_every_kind_is_restored(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    table = make.tables_of(stage.build().evenings[stage.HOME].event)[0]
    ApiAnswer.objects.create(owner="1", key="è «mia»", fingerprint="0" * 64, status=200, body={"a": [None, "✓"]})
    Deadline.objects.create(tournament=table.tournament, table=table, kind="table_time", key="x", due_at=EVENING)
    Pulse.objects.get_or_create(name="clocks", defaults={"at": EVENING})
    Tie.objects.create(table=table, number=1, lines=[0, 1], places=[1, 2], kind="deal", opened_at=EVENING)
    Payment.objects.create(entry=table.tournament.entries.first(), cents=-2000, taken_at=EVENING)
    entry = table.tournament.entries.first()
    Receipt.objects.create(tournament=table.tournament, entry=entry, number=1, cents=2000, made_at=EVENING)
    match = kept_match(None)
    MatchDeadline.objects.create(match=match, kind="turn", due_at=EVENING)
    kept = {model: model._base_manager.count() for model in parts.MODELS}
    assert [model.__name__ for model, count in kept.items() if count == 0] == []

    made = run("backup", tmp_path / "one.zip")
    emptied()
    assert run("restore", tmp_path / "one.zip") == made
    assert {model: model._base_manager.count() for model in parts.MODELS} == kept


def test_what_was_restored_is_the_same_site(evening, tmp_path):
    table = make.tables_of(evening)[-1]
    code = code_of(table, 0)
    before = make.client_of().get(f"/e/{evening.slug}/").content
    run("backup", tmp_path / "one.zip")
    emptied()
    run("restore", tmp_path / "one.zip")

    assert code_of(Table.objects.get(pk=table.pk), 0) == code
    visitor = Client(headers={"accept-language": "it"})
    assert visitor.get(f"/e/{evening.slug}/").content == before
    assert visitor.login(username="ornella@example.org", password=PASSWORD)
    assert visitor.get(f"/organizza/{evening.slug}/").status_code == 200


def test_what_comes_after_a_restore_gets_keys_that_nobody_had(evening, tmp_path):
    gone = make.event()
    key = gone.pk
    gone.delete()
    run("backup", tmp_path / "one.zip")
    emptied()
    run("restore", tmp_path / "one.zip")
    assert make.event().pk > key


def test_moments_of_rows_are_those_of_the_backup(evening, tmp_path):
    moments = list(AuditEntry.objects.order_by("pk").values_list("pk", "at"))
    run("backup", tmp_path / "one.zip")
    emptied()
    run("restore", tmp_path / "one.zip")
    assert list(AuditEntry.objects.order_by("pk").values_list("pk", "at")) == moments


@pytest.mark.full
def test_across_engines_and_back(evening, mould, tmp_path):
    """From this engine to an embedded installation, and from there back into this one."""
    made = run("backup", tmp_path / "here.zip")
    other = tmp_path / "other"
    shutil.copytree(mould, other)
    # A key of the environment is not in the file: its operator takes it along, or the closings are sealed anew.
    key = "" if keys.key_file() else site.SECRET_KEY
    assert elsewhere(other, "restore", tmp_path / "here.zip", key=key) == made
    assert elsewhere(other, "verify", key=key) == made
    assert elsewhere(other, "backup", tmp_path / "there.zip", key=key) == made

    emptied()
    assert run("restore", tmp_path / "there.zip") == made
    assert run("verify") == made


@pytest.mark.full
def test_an_embedded_installation_takes_its_key_along(mould, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        shutil.copytree(mould, folder)
    elsewhere(old, "backup", tmp_path / "with.zip")
    elsewhere(old, "backup", tmp_path / "without.zip", "--without-key")
    elsewhere(new, "restore", tmp_path / "without.zip")
    assert (new / "secret_key").read_text() != (old / "secret_key").read_text()
    elsewhere(new, "restore", tmp_path / "with.zip")
    assert (new / "secret_key").read_text() == (old / "secret_key").read_text()
    assert stat.S_IMODE((new / "secret_key").stat().st_mode) == 0o600


def test_a_key_of_the_environment_stays_out_of_the_file(evening, tmp_path):
    run("backup", tmp_path / "one.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert (keys.NAME in archive.namelist()) == (keys.key_file() is not None)
        told = archive.read(NAME).decode()
    assert site.SECRET_KEY not in told


def test_only_its_owner_reads_a_backup_and_a_folder_gets_a_dated_one(evening, tmp_path):
    run("backup", tmp_path)
    (made,) = tmp_path.glob("settebello-*.zip")
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [made.name]


def test_a_backup_that_cannot_be_written_leaves_the_old_one(evening, tmp_path, monkeypatch):
    run("backup", tmp_path / "one.zip")
    old = (tmp_path / "one.zip").read_bytes()
    with pytest.raises(CommandError, match="could not be written"):
        run("backup", tmp_path / "nowhere" / "one.zip")
    monkeypatch.setattr("os.fsync", _full)
    with pytest.raises(CommandError, match="the disk is full"):
        run("backup", tmp_path / "one.zip")
    assert ([path.name for path in tmp_path.iterdir()], (tmp_path / "one.zip").read_bytes()) == (["one.zip"], old)


def test_a_folder_that_is_not_there_is_said_and_no_file_made(evening, tmp_path):
    for missing in (tmp_path / "backups", tmp_path / "backups/deeper", tmp_path / "one.backup"):
        with pytest.raises(CommandError, match="there is no such folder"):
            run("backup", missing)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [("verify",), ("backup", "one.zip"), ("restore", "one.zip"), ("seed_demo",)], ids=" ".join
)
def test_before_the_tables_are_made_a_command_says_so_in_a_sentence(evening, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tournaments.upkeep.reads.MigrationExecutor.migration_plan", lambda *_asked: ["one"])
    with pytest.raises(CommandError) as refused:
        run(*command)
    assert str(refused.value) == "The tables are not those of this program: run “manage.py migrate” first."
    assert list(tmp_path.iterdir()) == []


def _full(_file: int) -> None:
    raise OSError(28, "No space left on device")


def test_sessions_are_left_out_and_the_pulse_is_kept_but_not_counted(evening, tmp_path):
    make.client_of(User.objects.first())
    Pulse.objects.create(name="clocks", at=evening.starts_at)
    run("backup", tmp_path / "one.zip")
    Pulse.objects.update(at=evening.created_at)
    assert run("verify") == run("verify", tmp_path / "one.zip")
    emptied()
    run("restore", tmp_path / "one.zip")
    assert Pulse.objects.get().at == evening.starts_at
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_session")
        assert cursor.fetchone()[0] == 0


def test_a_backup_is_restored_into_an_empty_installation_only(evening, tmp_path):
    made = run("backup", tmp_path / "one.zip")
    with pytest.raises(CommandError, match="not empty"):
        run("restore", tmp_path / "one.zip")
    assert run("verify") == made


def test_bytes_that_were_changed_are_refused_or_change_nothing(evening, tmp_path):
    """Bytes, one at a time, anywhere in the file: never another checksum, never half of the rows."""
    tries = in_short(100, 300)
    made = make_backup(tmp_path / "one.zip", with_key=True).checksum
    whole, lots = (tmp_path / "one.zip").read_bytes(), random.Random(7)
    refused = 0
    for _try in range(tries):
        at = lots.randrange(len(whole))
        changed = bytearray(whole)
        changed[at] ^= 1 << lots.randrange(8)
        (tmp_path / "bad.zip").write_bytes(changed)
        try:
            assert run("verify", tmp_path / "bad.zip") == f"checksum {made}"
        except CommandError:
            refused += 1
    # One in seven meets a date or a mark of the zip that says nothing about a row.
    assert refused > tries * 2 / 3


def test_parts_that_begin_before_the_file_are_damage(backup_of, tmp_path):
    changed = bytearray(backup_of(False).read_bytes())
    # Where the list of parts begins, as its end says it: later than it does.
    end = changed.rindex(b"PK\x05\x06") + 16
    changed[end : end + 4] = (int.from_bytes(changed[end : end + 4], "little") + 1000).to_bytes(4, "little")
    (tmp_path / "bad.zip").write_bytes(changed)
    with pytest.raises(CommandError, match="damaged"):
        run("verify", tmp_path / "bad.zip")


@pytest.mark.parametrize("method", [1, 9, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 99])
def test_a_part_that_says_it_was_packed_another_way_is_damage(backup_of, tmp_path, method):
    changed = bytearray(backup_of(False).read_bytes())
    (first, *_others) = zipfile.ZipFile(tmp_path / "one.zip").infolist()
    entry = changed.index(b"PK\x01\x02")
    changed[first.header_offset + 8] = changed[entry + 10] = method
    (tmp_path / "bad.zip").write_bytes(changed)

    with pytest.raises(CommandError, match="damaged"):
        run("verify", tmp_path / "bad.zip")


@pytest.mark.parametrize("kept", [0, 1, 100, 0.5, 0.99])
def test_a_backup_that_was_cut_off_is_refused(backup_of, tmp_path, kept):
    whole = backup_of(False).read_bytes()
    (tmp_path / "one.zip").write_bytes(whole[: int(kept * len(whole)) if isinstance(kept, float) else kept])
    with pytest.raises(CommandError, match="damaged"):
        run("restore", tmp_path / "one.zip")
    assert not User.objects.exists()


def rewritten(path: Path, name: str, change: Any) -> None:
    """Change one file of an archive, in good order as far as the zip goes."""
    with zipfile.ZipFile(path) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    files[name] = change(files[name])
    with zipfile.ZipFile(path, "w") as archive:
        for each, data in files.items():
            archive.writestr(each, data)


def _manifest(**values: Any) -> Any:
    return lambda data: json.dumps({**json.loads(data), **values}).encode()


REFUSED = [
    pytest.param(NAME, _manifest(format=3), "is of form 3", id="a later form"),
    pytest.param(NAME, _manifest(migrations=["9999_later"]), "newer version", id="later tables"),
    pytest.param(NAME, _manifest(migrations=["0001_initial"]), "older version", id="earlier tables"),
    pytest.param(NAME, _manifest(scope="event"), "archive of one event", id="one event"),
    pytest.param(NAME, _manifest(checksum="0" * 64), "damaged", id="another checksum"),
    pytest.param(NAME, _manifest(parts={}), "damaged", id="no parts"),
    pytest.param(NAME, _manifest(key_print="0"), "damaged", id="another key"),
    pytest.param(NAME, lambda data: b"[]", "damaged", id="no manifest"),
    pytest.param("parts/tournaments.entry.jsonl", lambda data: data.replace(b"A ", b"E ", 1), "damaged", id="a name"),
    pytest.param("parts/tournaments.entry.jsonl", lambda data: b"", "damaged", id="no rows"),
    pytest.param("parts/tournaments.entry.jsonl", lambda data: b"x" + data, "damaged", id="no row"),
]


@pytest.mark.parametrize(("name", "change", "sentence"), REFUSED)
def test_what_is_no_backup_for_this_installation_is_refused_whole(backup_of, tmp_path, name, change, sentence):
    rewritten(backup_of(True), name, change)
    with pytest.raises(CommandError, match=sentence):
        run("restore", tmp_path / "one.zip")
    assert not User.objects.exists()
    assert not Tournament.objects.exists()


def forged(path: Path, model: Any, change: Any) -> None:
    """Change the rows of a model, and all that the archive says of itself as if they had always been so."""
    rewritten(path, parts.part_name(model), change)
    with zipfile.ZipFile(path) as archive:
        told = json.loads(archive.read(NAME))
        sums = {each: PartSum() for each in parts.MODELS}
        for each, found in sums.items():
            data = archive.read(parts.part_name(each))
            for line in data.splitlines(keepends=True):
                found.add(line)
            told["parts"][parts.part_name(each)]["sha256"] = sha256(data).hexdigest()
    rewritten(path, NAME, _manifest(parts=told["parts"], checksum=checksum(sums)))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: re.sub(rb'"round_minutes":\w+', b'"round_minutes":"many"', data), id="no number"),
        pytest.param(lambda data: re.sub(rb'"starts_at":"[^"]+"', b'"starts_at":"at nine"', data), id="no moment"),
        pytest.param(lambda data: re.sub(rb'"slug":"[^"]+"', b'"slug":"one"', data), id="twice the same"),
        pytest.param(lambda data: re.sub(rb'"club":\w+', b'"club":99', data), id="a club that is not there"),
    ],
)
def test_rows_that_no_installation_can_have_are_refused_in_a_sentence(backup_of, tmp_path, change):
    forged(backup_of(False), Tournament, change)
    run("verify", tmp_path / "one.zip")
    with pytest.raises(CommandError, match="The database refuses rows of the backup"):
        run("restore", tmp_path / "one.zip")
    assert not User.objects.exists()


def test_there_is_no_backup(tmp_path):
    for path in (tmp_path, tmp_path / "none.zip"):
        with pytest.raises(CommandError, match="no backup"):
            run("restore", path)


def test_a_restore_that_fails_in_the_middle_leaves_nothing(backup_of, tmp_path, monkeypatch):
    backup_of(False)
    monkeypatch.setattr("tournaments.backups.writes.restoring.of_installation", lambda: "another")
    with pytest.raises(CommandError, match="nothing was kept"):
        run("restore", tmp_path / "one.zip")
    assert not User.objects.exists()


def test_a_snapshot_stands_still_while_others_write(evening):
    table = next(table for table in make.tables_of(evening) if table.status == Table.Status.CALLED)
    with snapshot():
        before, sheets = of_installation(), Scoresheet.objects.count()
        (played,) = together(lambda: make.play(table))
        assert isinstance(played, Table)
        assert (of_installation(), Scoresheet.objects.count()) == (before, sheets)
    assert Scoresheet.objects.count() == sheets + 1


def test_backups_while_results_are_written_restore_to_their_own_checksum(tmp_path):
    copies = in_short(4, 8)
    event = make.called(entries=in_short(8, 16))
    tables = [table for table in make.tables_of(event) if table.status == Table.Status.CALLED]
    made: list[str] = []

    def play_all() -> None:
        for table in tables:
            make.play(table)

    def back_up() -> None:
        made.extend(make_backup(tmp_path / f"{n}.zip", with_key=False).checksum for n in range(copies))

    together(play_all, back_up)
    assert len(made) == copies
    for number, told in enumerate(made):
        emptied()
        assert run("restore", tmp_path / f"{number}.zip") == f"checksum {told}"
        assert run("verify") == f"checksum {told}"


def test_a_snapshot_begins_its_own_transaction():
    with snapshot(), pytest.raises(RuntimeError), snapshot():
        pass


FORGED = [
    ("sheets of text", lambda: Scoresheet.objects.update(content="nothing")),
    ("sheets of numbers", lambda: Scoresheet.objects.update(content={"games": [{"deals": [{"cards": "x"}]}]})),
    ("rules of another kind", lambda: Tournament.objects.update(rules=[])),
    ("a format that nobody knows", lambda: Tournament.objects.update(format={"kind": "ladder"})),
    ("a scale without rows", lambda: Tournament.objects.update(vp_scale={"key": "x"})),
    ("terms of another kind", lambda: Tournament.objects.update(terms={"unheard": 1})),
    ("notes of text", lambda: Table.objects.update(note="x")),
    ("a log of numbers", lambda: AuditEntry.objects.update(after=3, before=[])),
    ("a game that is not here", lambda: Tournament.objects.update(game="briscola")),
]


@pytest.mark.parametrize(("what", "forge"), FORGED, ids=[name for name, _forge in FORGED])
def test_verify_names_what_was_forged_whatever_it_is(evening, what, forge):
    out = io.StringIO()
    forge()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=out)
    assert ended.value.code == 1
    assert len(out.getvalue().splitlines()) > 1


def test_verify_says_what_is_wrong_and_fails(evening):
    Entry.objects.filter(final_place=1).update(final_place=7)
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=out)
    said = out.getvalue().splitlines()
    assert ended.value.code == 1
    assert "has final place 7; its results give place 1." in said[0]
    assert said[-1].startswith("checksum ")
