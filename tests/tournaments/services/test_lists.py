"""Spreadsheets are read one of an account, two in all, until they are read, refused or cancelled; no file is left."""

import io
import os
import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.races import together
from tests.tournaments.services.reading_workbooks import inline
from tests.tournaments.spreadsheets import workbook
from tests.waiting import until
from tournaments.errors import ForbiddenError, RefusedError
from tournaments.frame.policies import Actor, Role
from tournaments.jobs.writes import jobs, results, uploaded_workbooks
from tournaments.jobs.writes.hold import LeaseLostError
from tournaments.models import Club, Job, Membership, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
GOOD = workbook([["Cognome 1"], ["Vana"]])
HOSTILE = inline(120_000)


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def event() -> Tournament:
    return make.knockout(entries=0)


def send(event: Tournament, by: Actor | None = None, data: bytes = GOOD, key: str = "one") -> Job:
    return jobs.start_list(
        actor=by or make.boss_of(event), tournament_id=event.pk, file=io.BytesIO(data), key=key, name="a.xlsx"
    )


def organisers(event: Tournament, count: int) -> list[Actor]:
    return [make.organiser(make.with_role(event, Membership.Role.ORGANISER)) for _each in range(count)]


def files() -> list[str]:
    return sorted(path.name for path in results.folder().iterdir())


def status(job: Job) -> str:
    return Job.objects.get(pk=job.pk).status


def code(job: Job) -> str:
    return Job.objects.get(pk=job.pk).error["refusals"][0]["code"]


def test_what_was_read_is_kept_as_text_and_the_file_is_not(event):
    job = send(event)
    assert len(files()) == 1
    assert jobs.run(job.pk)
    assert Job.objects.get(pk=job.pk).payload == {"text": "Cognome 1\nVana\n"}
    assert (status(job), files()) == ("done", [])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (HOSTILE, "workbook_cells"),
        (workbook([["Cognome 1"], *[[f"n{n}"] for n in range(5_001)]]), "workbook_rows"),
        (workbook([["x"] * 41]), "workbook_columns"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_rule_and_not_kept(event, data, said):
    job = send(event, data=data)
    assert jobs.run(job.pk)
    assert (status(job), code(job), files()) == ("failed", said, [])


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"Cognome 1\n", "workbook_unreadable"), (b"PK\x03\x04", "zip_damaged"), (b"x" * 2_000_001, "list_too_big")],
)
def test_what_is_seen_at_once_is_refused_at_once(event, data, said):
    with pytest.raises(RefusedError, match=said):
        send(event, data=data)
    assert (files(), Job.objects.count()) == ([], 0)


def test_an_account_has_one_at_a_time_in_all_its_events(event):
    by = make.boss_of(event)
    other = make.knockout(entries=0)
    Membership.objects.create(tournament=other, user=by.user, role=Role.ORGANISER)
    first, kept = send(event, by), files()
    assert send(event, by).pk == first.pk
    for where in (event, other):
        with pytest.raises(RefusedError, match="list_not_done"):
            send(where, by, key="two")
    assert files() == kept
    assert send(event, organisers(event, 1)[0]).pk != first.pk
    jobs.run(first.pk)
    assert send(other, by, key="two").pk != first.pk


def test_of_two_that_an_account_sends_at_one_moment_one_is_read(event):
    by = make.boss_of(event)
    found = together(*(lambda key=str(n): send(event, by, key=key) for n in range(4)))
    assert sorted(type(each).__name__ for each in found) == ["Job", "RefusedError", "RefusedError", "RefusedError"]
    assert len(files()) == 1


def test_a_club_reads_as_who_made_its_token(event):
    club, maker = Club.objects.create(name="Traves"), make.user()
    Tournament.objects.filter(pk=event.pk).update(club=club)
    by = Actor(role=Role.ORGANISER, label="a program", token_maker=maker.pk)
    send(event, by)
    with pytest.raises(RefusedError, match="list_not_done"):
        send(event, by, key="two")


def test_of_a_token_whose_maker_is_gone_the_event_has_one(event):
    by = Actor(role=Role.ORGANISER, label="a program")
    mine, other = (send(make.knockout(entries=0), each) for each in (None, by))
    first = send(event, by)
    with pytest.raises(RefusedError, match="list_not_done"):
        send(event, by, key="two")
    jobs.run(first.pk)
    assert send(event, by, key="two").pk != first.pk
    assert Job.objects.filter(pk__in=(mine.pk, other.pk)).count() == 2


def test_nobody_else_begins_one(event):
    by = Actor(user=make.user(), role=Role.REFEREE, label="x")
    with pytest.raises(ForbiddenError):
        send(event, by)
    with pytest.raises(ForbiddenError):
        jobs.keep_list(actor=by, tournament_id=event.pk, text="Vana", said={})


def test_rows_to_be_mended_are_kept_instead_of_the_spreadsheet_they_come_from(event):
    by = make.boss_of(event)
    read = send(event, by)
    jobs.run(read.pk)
    left = jobs.keep_list(actor=by, tournament_id=event.pk, text="Vana -\n", said={"columns": ["person1"]})
    assert (left.status, left.payload) == ("done", {"text": "Vana -\n", "columns": ["person1"]})
    assert Job.objects.get(pk=read.pk).payload == {}
    jobs.remove_old(timezone.now() + timedelta(hours=25))
    assert Job.objects.get(pk=left.pk).payload == {}


def test_two_are_read_at_once_in_the_whole_installation(event, monkeypatch):
    """Anybody who claims a third goes away at once, and does other work."""
    waiting = [send(event, by) for by in organisers(event, 4)]
    now = timezone.now()
    for job in waiting[:2]:
        assert jobs._claim(job.pk) is not None
    assert [jobs._claim(job.pk) for job in waiting[2:]] == [None, None]
    other = jobs.start(
        jobs.ARCHIVE, actor=make.boss_of(event), tournament_id=event.pk, payload={"language": "it"}, key="a"
    )
    assert jobs._claim(other.pk) is not None
    # One of their workers has died.
    Job.objects.filter(pk=waiting[0].pk).update(lease_until=now - timedelta(seconds=1))
    assert jobs._claim(waiting[2].pk) is not None
    assert jobs._claim(waiting[0].pk) is None


def test_of_eight_who_claim_at_one_moment_two_read(event):
    waiting = [send(event, by) for by in organisers(event, 8)]
    together(*(lambda pk=job.pk: jobs._claim(pk) for job in waiting))
    assert sorted(status(job) for job in waiting) == ["running"] * 2 + ["waiting"] * 6


def test_papers_and_spreadsheets_do_not_wait_for_each_other(event):
    job = send(event)
    assert jobs.work(timezone.now(), jobs.OTHERS) == 0
    assert status(job) == "waiting"
    assert jobs.work(timezone.now(), (jobs.LIST,)) == 1
    assert status(job) == "done"


def test_a_worker_is_told_of_the_one_that_waited(event, monkeypatch):
    first, second = (send(event, by) for by in organisers(event, 2))
    told: list[int] = []
    monkeypatch.setattr(jobs.workers, "run_job", told.append)
    jobs.run(first.pk)
    assert told == [second.pk]


def test_one_that_waits_is_cancelled_and_may_be_read_after_all(event):
    job = send(event)
    jobs.cancel_list(tournament_id=event.pk, job_id=job.pk)
    assert (jobs.run(job.pk), status(job), code(job), len(files())) == (False, "failed", "list_cancelled", 1)
    with pytest.raises(RefusedError, match="list_not_open"):
        jobs.cancel_list(tournament_id=event.pk, job_id=job.pk)
    jobs.try_again(actor=make.boss_of(event), tournament_id=event.pk, job_id=job.pk)
    assert jobs.run(job.pk)
    assert (status(job), files()) == ("done", [])


def test_one_that_is_being_read_is_cancelled_within_seconds(event, monkeypatch, tmp_path):
    (tmp_path / "sleeping.py").write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(uploaded_workbooks, "MODULE", "sleeping")
    monkeypatch.setattr(uploaded_workbooks.settings, "BASE_DIR", tmp_path)
    job, begun = send(event), time.monotonic()

    def cancel() -> None:
        until(lambda: status(job) == "running", "it is being read")
        jobs.cancel_list(tournament_id=event.pk, job_id=job.pk)

    together(lambda: jobs.run(job.pk), cancel)
    assert (status(job), code(job)) == ("failed", "list_cancelled")
    # Long before a child that is stuck is ended.
    assert time.monotonic() - begun < uploaded_workbooks.LONGEST / 2


def test_one_whose_reader_died_is_read_by_the_next(event, monkeypatch):
    job = send(event)

    def dies(*_given: object) -> str:
        raise LeaseLostError

    with monkeypatch.context() as dead:
        dead.setattr(uploaded_workbooks, "sheets_of", dies)
        jobs.run(job.pk)
    assert (status(job), len(files())) == ("running", 1)
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    jobs.work(timezone.now())
    assert (status(job), files()) == ("done", [])


def test_what_was_slow_is_kept_for_a_day_and_what_nobody_names_too(event, monkeypatch):
    monkeypatch.setattr(uploaded_workbooks, "LONGEST", 0.0)
    job = send(event)
    jobs.run(job.pk)
    assert (code(job), len(files())) == ("workbook_too_slow", 1)
    (results.folder() / "left.upload").write_bytes(GOOD)
    os.utime(results.folder() / "left.upload", (0, 0))
    jobs.remove_old(timezone.now())
    assert len(files()) == 1
    jobs.remove_old(timezone.now() + timedelta(hours=25))
    assert (files(), Job.objects.get(pk=job.pk).payload) == ([], {})


def test_what_was_read_is_kept_for_a_day(event):
    job = send(event)
    jobs.run(job.pk)
    jobs.remove_old(timezone.now() + timedelta(hours=23))
    assert Job.objects.get(pk=job.pk).payload
    jobs.remove_old(timezone.now() + timedelta(hours=25))
    assert Job.objects.get(pk=job.pk).payload == {}


def test_of_an_account_the_last_one_is_kept(event, monkeypatch):
    by = make.boss_of(event)
    monkeypatch.setattr(uploaded_workbooks, "LONGEST", 0.0)
    first = send(event, by)
    jobs.run(first.pk)
    kept = files()
    second = send(event, by, key="two")
    assert (len(files()), files() == kept, Job.objects.get(pk=first.pk).payload) == (1, False, {})
    with pytest.raises(RefusedError, match="list_not_done"):
        jobs.try_again(actor=by, tournament_id=event.pk, job_id=first.pk)
    jobs.run(second.pk)
    with pytest.raises(RefusedError, match="job_not_failed"):
        jobs.try_again(actor=by, tournament_id=event.pk, job_id=first.pk)
