"""Long work: begun once, committed step by step with its count, gone on with after a death, refused in sentences."""

import csv
import io
import json
import os
import stat
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone
from django.utils.translation import override

from tests.needs import needs
from tests.tournaments import factories as make
from tests.waiting import until
from tournaments.entries.writes import entries
from tournaments.errors import RefusedError
from tournaments.events.writes import tournaments
from tournaments.guessing.exported import ENTRIES
from tournaments.jobs.reads import event_tables
from tournaments.jobs.writes import entry_import, jobs, pdf_child, pdf_job, results
from tournaments.jobs.writes.hold import LEASE, Hold, LeaseLostError, beating, refusal_of
from tournaments.models import AuditEntry, Entry, EntryMember, Job, Person, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def event() -> Tournament:
    return make.knockout(entries=0)


def list_of(count: int, first: int = 1) -> Any:
    rows = [make.names(number) for number in range(first, first + count)]
    return entry_import.payload_of(
        [entries.NewEntry(row.people, club="Traves", where=str(n)) for n, row in enumerate(rows, 2)]
    )


def started(event: Tournament, kind: str = jobs.IMPORT, payload: Any = None, key: str = "one") -> Job:
    return jobs.start(
        kind, actor=make.boss_of(event), tournament_id=event.pk, payload=payload or list_of(350), key=key, name="x.pdf"
    )


def refusals(job: Job) -> list[tuple[str, Any]]:
    job.refresh_from_db()
    return [(each["code"], each["params"].get("where")) for each in job.error["refusals"]]


class Killed(BaseException):
    """What a worker does not survive."""


def dying(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, after: int) -> None:
    """Let the worker die at the ``after``-th call of a function."""
    real, calls = getattr(module, name), []

    def call(*args: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == after:
            raise Killed
        return real(*args, **options)

    monkeypatch.setattr(module, name, call)


def lease_over(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_the_same_key_in_the_same_event_is_one_job(event):
    job = started(event)
    assert started(event, payload=list_of(2)).pk == job.pk
    assert started(make.knockout(entries=0)).pk != job.pk
    assert started(event, key="two").pk != job.pk
    assert AuditEntry.objects.filter(tournament=event, verb="job_started").count() == 2


def test_a_list_is_taken_to_its_end_in_chunks(event):
    job = started(event)
    assert jobs.work(timezone.now()) == 1
    job.refresh_from_db()
    assert (job.status, job.done, job.total, job.summary["taken"], job.payload) == ("done", 350, 350, 350, {})
    assert list(Entry.objects.filter(tournament=event).order_by("number").values_list("number", flat=True)) == list(
        range(1, 351)
    )
    assert AuditEntry.objects.filter(tournament=event, verb="entries_taken").count() == 4
    assert jobs.run(job.pk) is False


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_a_worker_that_dies_loses_nothing_and_repeats_nothing(event, monkeypatch, after):
    job = started(event)
    with monkeypatch.context() as patched:
        dying(patched, entry_import.entries, "take_chunk", after)
        with pytest.raises(Killed):
            jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.done, Entry.objects.count()) == ("running", (after - 1) * 100, (after - 1) * 100)
    assert jobs.run(job.pk) is False, "its lease has not run out"

    lease_over(job)
    assert jobs.run(job.pk) is True
    assert (Entry.objects.count(), EntryMember.objects.count(), Person.objects.count()) == (350, 700, 700)


def test_who_has_lost_the_hold_writes_nothing_more(event):
    job = started(event)
    Job.objects.update(status="running", attempts=2, lease_until=timezone.now() + LEASE)
    old = Hold(job.pk, 1)
    for step in (old.beat, lambda: entry_import._take_chunk(old, event.pk, entry_import.rows_of(job.payload))):
        with pytest.raises(LeaseLostError):
            step()
    assert Entry.objects.count() == 0


def test_a_list_with_anything_wrong_is_not_taken_and_every_row_is_named(event):
    make.with_entries(event, 3, first=200)
    payload = list_of(350)
    payload["rows"][4][0] = payload["rows"][3][0]
    job = started(event, payload=payload)
    jobs.run(job.pk)
    found = refusals(job)
    assert job.status == "failed"
    assert found == [*[("person_twice", "6")] * 2, *[("person_twice", str(n)) for n in (201, 201, 202, 202, 203, 203)]]
    assert Entry.objects.count() == 3
    assert refusal_of(job.error["refusals"][0]).params["name"]


def test_a_list_with_too_much_wrong_names_the_first_two_hundred(event):
    make.with_entries(event, 150)
    job = started(event, payload=list_of(150))
    jobs.run(job.pk)
    assert len(refusals(job)) == 200
    assert job.error["more"] == 100


def test_a_list_that_somebody_crosses_is_taken_back_but_for_what_was_used(event, monkeypatch):
    job = started(event)
    real, calls = entries.take_chunk, []

    def crossed(tournament: Tournament, rows: Any, actor: Any) -> Any:
        calls.append(1)
        if len(calls) == 3:
            monkeypatch.setattr(entry_import.entries, "take_chunk", real)
            raise RefusedError("person_twice", name="Vana", where="250")
        Entry.objects.filter(number=7).update(checked_in=True)
        return real(tournament, rows, actor)

    monkeypatch.setattr(entry_import.entries, "take_chunk", crossed)
    jobs.run(job.pk)
    assert refusals(job) == [("person_twice", "250")]
    assert list(Entry.objects.values_list("number", flat=True)) == [7]
    assert job.summary["stay"][0][0] == 7
    assert Person.objects.count() == 2
    assert AuditEntry.objects.filter(verb="entries_taken_back").count() == 1


def test_a_worker_that_dies_while_it_takes_back_is_followed_by_one_that_goes_on(event, monkeypatch):
    job = started(event)
    with monkeypatch.context() as patched:
        dying(patched, entry_import, "people_of_clubs", 1)
        patched.setattr(entry_import, "CHUNK", 100)
        Job.objects.filter(pk=job.pk).update(total=350)
        entries_before = started(event, key="x", payload=list_of(350))
        jobs.run(entries_before.pk)
        with pytest.raises(Killed):
            jobs.run(job.pk)
    lease_over(job)
    jobs.run(job.pk)
    assert refusals(job)[0][0] == "person_twice"
    assert Entry.objects.count() == 350


def test_closed_entries_take_no_list(event):
    make.with_entries(event, 4)
    job = started(event, payload=list_of(5, first=50))
    tournaments.close_entries(actor=make.boss_of(event), tournament_id=event.pk)
    jobs.run(job.pk)
    assert refusals(job) == [("entries_closed", None)]


def test_a_job_that_kills_who_works_at_it_is_given_up(event, monkeypatch):
    job = started(event)

    def die(*_args: Any) -> None:
        raise Killed

    monkeypatch.setattr(jobs, "KINDS", {jobs.IMPORT: die})
    for _try in range(jobs.MOST_TRIES):
        with pytest.raises(Killed):
            jobs.run(job.pk)
        lease_over(job)
    assert jobs.run(job.pk) is False
    assert refusals(job) == [("job_given_up", None)]


def test_what_could_not_be_done_is_tried_again(event):
    make.with_entries(event, 1)
    job = started(event, payload=list_of(2))
    jobs.run(job.pk)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    Entry.objects.all().delete()
    jobs.try_again(job_id=job.pk, **where)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.error, Entry.objects.count()) == ("done", None, 2)
    with pytest.raises(RefusedError) as refusal:
        jobs.try_again(job_id=job.pk, **where)
    assert refusal.value.code == "job_not_failed"


PAGE = """<!doctype html><title>Poster</title><link rel="stylesheet" href="/static/tournaments/css/site.css">
<h1>Torneo di Natale</h1><img src="file:///etc/passwd"><img src="http://127.0.0.1:1/x">"""


@needs("pango")
def test_a_page_becomes_a_pdf_that_only_its_owner_reads(event):
    job = started(event, jobs.PDF, {"html": PAGE})
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.summary["name"], job.payload) == ("done", "x.pdf", {})
    path = results.path_of(job.result)
    assert path is not None
    assert path.read_bytes().startswith(b"%PDF-")
    assert (stat.S_IMODE(path.stat().st_mode), len(path.stem)) == (0o600, 43)


@pytest.mark.parametrize(
    ("status", "code"), [(3, "pdf_pango_missing"), (4, "pdf_too_big"), (-9, "pdf_too_big"), (1, "pdf_failed")]
)
def test_what_keeps_a_pdf_from_being_made_is_said(event, monkeypatch, status, code):
    class Child:
        def wait(self, _seconds: float = 0) -> int:
            return status

        def kill(self) -> None: ...

    monkeypatch.setattr(pdf_job.subprocess, "Popen", lambda *args, **options: Child())
    job = started(event, jobs.PDF, {"html": PAGE})
    jobs.run(job.pk)
    assert refusals(job) == [(code, None)]
    assert list(results.folder().iterdir()) == []


def test_a_pdf_that_takes_too_long_is_stopped(event, monkeypatch):
    monkeypatch.setattr(pdf_job, "LONGEST", 0.0)
    monkeypatch.setattr(pdf_job, "BEAT", 0.01)
    job = started(event, jobs.PDF, {"html": PAGE})
    jobs.run(job.pk)
    assert refusals(job) == [("pdf_too_slow", None)]


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://example.org/static/a.css",
        f"{pdf_child.BASE}etc/passwd",
        "data:,x",
        f"{pdf_child.BASE}static/../settings.py",
        f"{pdf_child.BASE}static/%2e%2e/%2e%2e/apps.py",
    ],
)
def test_a_pdf_reads_static_files_and_nothing_else(url):
    roots = pdf_job.static_folders()
    assert pdf_child.static_file(f"{pdf_child.BASE}static/tournaments/css/site.css", "/static/", roots).is_file()
    with pytest.raises(ValueError, match="static file"):
        pdf_child.static_file(url, "/static/", roots)


def test_the_style_of_a_pdf_is_one_that_its_maker_knows():
    style = b'@layer base;\n@import url("a.css") layer(base);\n.a { font: 560 1em serif; font-weight: 640; top: 560px }'
    flat = b'\n@import url("a.css");\n.a { font: 600 1em serif; font-weight: 600; top: 560px }'
    assert pdf_child.flat(style) == flat


def test_each_match_of_a_bracket_has_its_share_of_the_sheet():
    page = '<ol data-count="2"></ol><ol data-count="1"></ol><ol data-count="2"></ol><ol data-count="0"></ol>'
    rules = '[data-count="1"] > li { height: 100.0000% }[data-count="2"] > li { height: 50.0000% }'
    assert pdf_child.shares(page) == rules


def test_the_archive_of_an_event_holds_its_rows_its_history_and_tables_to_open():
    event = make.finished(entries=4)
    make.finished(entries=4)
    Entry.objects.filter(tournament=event, number=1).update(label='=HYPERLINK("http://x")')
    job = started(event, jobs.ARCHIVE, {"language": "it"})
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.done) == ("done", job.total)
    path = results.path_of(job.result)
    assert path is not None
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        told = json.loads(archive.read("manifest.json"))
        kept = [json.loads(line) for line in archive.read("parts/tournaments.entry.jsonl").splitlines()]
        table = list(csv.reader(io.StringIO(archive.read("iscritti.csv").decode("utf-8-sig")), delimiter=";"))
    assert {"iscritti.csv", "risultati.csv", "classifica.csv", "parts/tournaments.auditentry.jsonl"} <= names
    assert not any("user" in name for name in names)
    assert (told["scope"], len(kept), {row["fields"]["tournament"] for row in kept}) == ("event", 4, {event.pk})
    assert (len(table), table[1][1]) == (5, '\'=HYPERLINK("http://x")')


def test_the_headings_of_the_entries_are_in_the_language_of_the_reader(event):
    in_english = {*ENTRIES.values()}
    with override("it"):
        heading = next(event_tables.entries(event))
    assert heading[-1] == "Posto finale"
    assert not in_english & {*heading}


def test_results_are_removed_after_thirty_days_and_files_that_nobody_knows_after_one(event):
    job = started(event, jobs.ARCHIVE, {"language": "en"})
    jobs.run(job.pk)
    job.refresh_from_db()
    stray = results.folder() / "stray.pdf"
    stray.write_bytes(b"x")
    now = timezone.now()
    assert jobs.remove_old(now + timedelta(days=29)) == 0
    assert results.path_of(job.result) is not None
    os.utime(stray, (0, 0))
    assert jobs.remove_old(now + timedelta(days=31)) == 1
    assert list(results.folder().iterdir()) == []
    job.refresh_from_db()
    assert (job.status, job.result) == ("done", "")


@pytest.mark.parametrize("name", ["", "../secret_key", "/etc/passwd", "nothing.pdf"])
def test_a_name_that_is_no_result_has_no_file(name, tmp_path):
    (tmp_path / "secret_key").write_text("x")
    assert results.path_of(name) is None


def test_nothing_is_left_connected(event):
    started(event, jobs.ARCHIVE, {"language": "en"})
    assert jobs.work(timezone.now()) == 1
    assert not connection.in_atomic_block


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_heart_goes_on_when_the_database_is_away_for_a_beat(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    beats: list[int | None] = []

    def beat(self: Hold, done: int | None = None, total: int | None = None) -> None:
        beats.append(done)
        if len(beats) == 1:
            raise error("gone")

    monkeypatch.setattr(Hold, "beat", beat)
    monkeypatch.setattr("tournaments.jobs.writes.hold.BEAT", 0.01)
    with beating(Hold(1, 1), 10) as heart:
        until(lambda: len(beats) >= 3, "three beats")
    assert not heart.is_lost


def test_an_account_has_a_few_unfinished_jobs_in_all_its_events(event):
    boss = make.boss_of(event)
    other = make.knockout(make.organiser(boss.user), entries=0)
    for number in range(jobs.MOST_OPEN):
        started(event if number % 2 else other, key=str(number))
    assert started(other, key="0") == Job.objects.order_by("pk").first()

    with pytest.raises(RefusedError, match="jobs_not_done"):
        started(event, key="one more")
    stranger = make.knockout(entries=0)
    assert started(stranger).status == "waiting"

    Job.objects.filter(key=Job.objects.order_by("pk").first().key).update(status="failed")
    assert started(event, key="one more").status == "waiting"
    failed = Job.objects.get(status="failed")
    with pytest.raises(RefusedError, match="jobs_not_done"):
        jobs.try_again(actor=boss, tournament_id=failed.tournament_id, job_id=failed.pk)
