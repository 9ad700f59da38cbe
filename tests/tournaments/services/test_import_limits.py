"""The worst archive that somebody could send takes bounded memory, and keeps nobody else's work waiting."""

import gc
import io
import json
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.races import together
from tests.tournaments.services.reading_workbooks import noise
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.jobs.writes import event_archive, jobs, results
from tournaments.jobs.writes.importing import reading
from tournaments.models import Job, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)
LOG = "parts/tournaments.auditentry.jsonl"
MOST: int = 300_000_000


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


def archive() -> bytes:
    return archives.archive_of(make.finished(entries=3))


def nested(size: int) -> bytes:
    """A list of about so many bytes that takes forty times as much memory: lists in lists, nearly too deep."""
    one = b"[" * 35 + b"]" * 35 + b","
    return b"[" + one * (size // len(one)) + b"0]"


def log_line(data: bytes, inner: bytes) -> bytes:
    row = archives.parts(data)["tournaments.auditentry"][0]
    row["fields"]["before"] = "@"
    return json.dumps(row, separators=(",", ":")).encode().replace(b'"@"', inner) + b"\n"


def with_part(data: bytes, name: str, lines: bytes, *beside: tuple[str, bytes, int]) -> bytes:
    """The archive with another part, as it is promised, and with files that are no part of it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        says = json.loads(old.read("manifest.json"))
        says["parts"][name] = {"rows": lines.count(b"\n"), "sha256": sha256(lines).hexdigest()}
        for each in old.namelist():
            if each not in (name, "manifest.json"):
                new.writestr(each, old.read(each))
        new.writestr(name, lines)
        new.writestr("manifest.json", json.dumps(says))
        for other, content, method in beside:
            new.writestr(other, content, method)
    return out.getvalue()


def memory(name: str) -> int:
    """Bytes that this process has now (``VmRSS``), or had at most since it was last asked to forget it (``VmHWM``)."""
    said = Path("/proc/self/status").read_text()
    return 1_024 * int(said.partition(f"{name}:")[2].split()[0])


def job_of(data: bytes) -> tuple[Job, int]:
    """The job that read the archive, and how much the process grew by it at most."""
    gc.collect()
    # Five forgets the most that the process ever had: proc(5).
    Path("/proc/self/clear_refs").write_text("5")
    before = memory("VmRSS")
    return archives.bring(data), memory("VmHWM") - before


def test_long_rows_of_lists_in_lists_are_refused_unopened_whatever_lies_beside_them():
    data = archive()
    line = log_line(data, nested(reading.LONGEST_ROW - 5_000))
    count = (reading.LIMITS.most_bytes - 500_000) // len(line)
    padding = ("noise.csv", noise(400_000), zipfile.ZIP_STORED)
    worst = with_part(data, LOG, line * count, padding)
    assert 900_000 < len(line) <= reading.LONGEST_ROW
    assert len(worst) < event_archive.MOST_BYTES

    assert archives.refusal(archives.bring(worst))[0] == "zip_explodes"


@pytest.mark.full
def test_rows_that_take_much_memory_are_refused_before_they_take_it(monkeypatch):
    monkeypatch.setattr(reading, "LIMITS", reading.zips.ZipLimits(most_bytes=24_000_000, most_ratio=2_000))
    data = archive()
    line = log_line(data, nested(reading.LONGEST_ROW - 5_000))
    job, most = job_of(with_part(data, LOG, line * 22))
    assert archives.refusal(job)[0] == "archive_holds_too_much"
    assert most < MOST
    assert not Tournament.objects.exclude(pk=Tournament.objects.earliest("pk").pk).exists()


@pytest.mark.full
def test_one_document_of_lists_in_lists_takes_bounded_memory():
    document = archives.archive_of(make.finished(entries=3), key="json", form="json")
    rows = json.loads(document)
    line = log_line(archive(), nested(reading.LONGEST_ROW - 5_000)).rstrip()
    rows["parts"][LOG] = ["@"]
    data = json.dumps(rows, separators=(",", ":")).encode().replace(b'"@"', b",".join([line, line]))
    assert len(data) < event_archive.MOST_BYTES
    job, most = job_of(data)
    assert archives.refusal(job)[0] == "backup_damaged"
    assert most < MOST


def test_a_row_that_is_too_long_is_refused_before_it_is_read_to_its_end():
    data = archive()
    job, most = job_of(with_part(data, LOG, log_line(data, b'"' + noise(1_000_000).hex().encode() + b'"')))
    assert archives.refusal(job) == (
        "archive_long_row",
        {"part": "tournaments.auditentry", "row": 1, "most": 1},
    )
    assert most < 30_000_000


@pytest.mark.parametrize("name", ["more.bin", "parts/more.jsonl", "tables/more.csv", "secret_key"])
def test_a_file_that_is_no_part_of_an_archive_is_refused(name: str):
    data = archive()
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        strange = with_part(data, LOG, old.read(LOG), (name, b"more", zipfile.ZIP_STORED))
    assert archives.refusal(archives.bring(strange)) == ("archive_strange_file", {"name": name})


def sender() -> tuple[User, Actor]:
    account = make.user()
    return account, Actor(user=account, label=str(account))


def send(by: Actor, key: str) -> Job:
    return jobs.start_import(actor=by, file=io.BytesIO(b"nothing"), key=key, language="it")


def test_an_account_has_one_archive_read_at_a_time_and_others_do_not_wait_for_it():
    _account, by = sender()
    first = send(by, "one")
    with pytest.raises(RefusedError, match="import_not_done"):
        send(by, "two")
    assert send(by, "one").pk == first.pk
    assert send(sender()[1], "one").pk != first.pk
    Job.objects.filter(pk=first.pk).update(status=Job.Status.RUNNING)
    with pytest.raises(RefusedError, match="import_not_done"):
        send(by, "two")
    Job.objects.filter(pk=first.pk).update(status=Job.Status.WAITING)
    assert jobs.run(first.pk) is True
    assert send(by, "two").pk != first.pk


def test_an_archive_that_must_wait_is_not_kept():
    _account, by = sender()
    send(by, "one")
    kept = sorted(results.folder().iterdir())
    with pytest.raises(RefusedError, match="import_not_done"):
        send(by, "two")
    assert sorted(results.folder().iterdir()) == kept


def test_of_archives_sent_at_one_moment_one_is_read():
    account, by = sender()
    found = together(*(lambda key=str(n): send(by, key) for n in range(4)))
    assert sorted(type(each).__name__ for each in found) == ["Job", "RefusedError", "RefusedError", "RefusedError"]
    assert Job.objects.filter(made_by=account).count() == 1
