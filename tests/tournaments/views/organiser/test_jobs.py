"""Long work on the organiser's pages: begun, watched, said how it ended, its file fetched again by who may."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.needs import needs
from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.jobs.writes import jobs, results
from tournaments.models import Entry, Job, Membership

pytestmark = pytest.mark.django_db

ROWS = "\n".join(f"Vana{n};Gino;Teppa{n};Piera" for n in range(301))
LIST = f"Cognome 1;Nome 1;Cognome 2;Nome 2\n{ROWS}\n"


def finished(event, **values) -> Job:
    """A PDF that has been made."""
    with results.new_result(".pdf") as (name, file):
        file.write(b"%PDF-1.7")
    defaults = {"kind": jobs.PDF, "status": "done", "done": 1, "total": 1, "summary": {"name": "locandina.pdf"}}
    key = f"k{Job.objects.count()}"
    return Job.objects.create(tournament=event, key=key, result=name, **{**defaults, **values})


def test_a_long_list_becomes_a_job_and_sent_twice_it_is_one(desk):
    sent = {"text": LIST, "confirm": "1", "key": "abc"}
    first, second = desk.post("organise_import", **sent), desk.post("organise_import", **sent)
    job = Job.objects.get()
    assert (first.status_code, first.url, second.url) == (303, desk.url("organise_job", job.pk), first.url)
    assert (job.kind, len(job.payload["rows"]), Entry.objects.count()) == ("import", 301, 0)
    assert "Waiting for its turn" in text(desk.client.get(first.url))


def test_a_short_list_is_taken_at_once(desk):
    desk.post("organise_import", text="Cognome 1\nVana\n", confirm="1")
    assert (Job.objects.count(), Entry.objects.count()) == (0, 1)


@pytest.mark.parametrize(("rows", "has_key"), [("Cognome 1\nVana\n", False), (LIST, True)], ids=["short", "long"])
def test_only_a_list_that_may_be_taken_once_more_goes_by_a_key(desk, rows, has_key):
    page = desk.post("organise_import", text=rows).content.decode()
    (key,) = re.findall(r'name="key" value="(\w*)"', page)
    assert bool(key) is has_key


def test_the_bar_says_how_far_it_is_and_asks_for_itself_until_the_end(desk):
    job = Job.objects.create(tournament=desk.event, kind="import", key="k", status="running", done=1200, total=3000)
    page = desk.get("organise_job", job.pk).content.decode()
    assert re.search(r'<progress id="job-bar" value="1200" max="3000">40 %</progress>', page)
    assert f'data-poll-url="{desk.url("organise_job", job.pk)}"' in page
    assert f'<noscript><p class="actions"><a class="btn btn--quiet" href="{desk.url("organise_job", job.pk)}">' in page

    Job.objects.update(status="done", done=3000, summary={"taken": 3000})
    page = desk.get("organise_job", job.pk)
    assert "3000 entries taken." in text(page)
    assert b"data-poll-url" not in page.content


def test_what_was_wrong_is_said_row_by_row_and_can_be_tried_again(desk):
    refusal = {"code": "person_twice", "params": {"where": "7", "name": "<b>Gino"}, "field": "people"}
    job = Job.objects.create(
        tournament=desk.event,
        kind="import",
        key="k",
        status="failed",
        payload={},
        error={"refusals": [refusal], "more": 12},
        summary={"stay": [[3, "Vana – Teppa"]]},
    )
    page = desk.get("organise_job", job.pk)
    assert "Line 7: <b>Gino is in this event already. and 12 more" in text(page)
    assert "Vana – Teppa" in text(page)
    assert b"<b>Gino" not in page.content
    assert "Only work that could not be done can be tried again." in desk.follow("organise_job_again", job.pk)
    Job.objects.update(status="failed", payload={"rows": [[[["Vana", ""], ["Teppa", ""]], "", "", None, "2"]]})
    assert "It is tried again." in desk.follow("organise_job_again", job.pk)
    jobs.run(job.pk)
    assert Entry.objects.count() == 1


@needs("pango")
@pytest.mark.parametrize("what", ["bracket-a4", "bracket-a3", "slips", "standings", "poster"])
def test_a_document_keeps_the_page_as_it_is_on_the_screen(what):
    desk = Desk(make.called(entries=4))
    assert desk.post("organise_job_start", what=what, key="x").status_code == 303
    job = Job.objects.get()
    assert desk.event.name in job.payload["html"]
    assert job.summary["name"].startswith(desk.event.slug)
    assert 'href="/static/tournaments/css/site.css"' in job.payload["html"]


def test_there_is_no_bracket_before_the_draw_and_no_document_of_another_name(desk):
    for what in ("bracket-a4", "anything", ""):
        assert "There is no such document yet." in desk.follow("organise_job_start", what=what)
    assert Job.objects.count() == 0


def test_the_archive_is_asked_for_in_the_readers_language(desk):
    desk.post("organise_job_start", what="archive")
    assert Job.objects.get().payload == {"language": "en", "form": "zip"}
    desk.post("organise_job_start", what="archive-json")
    job = Job.objects.latest("pk")
    assert (job.payload["form"], job.summary["name"]) == ("json", f"{desk.event.slug}.json")


@pytest.mark.parametrize("page", ["organise_poster", "organise_closing", "organise_print"])
def test_the_pages_to_print_offer_a_pdf(page):
    desk = Desk(make.called(entries=4))
    assert b'name="what" value="' in desk.get(page).content


def test_a_file_is_fetched_under_its_own_name_again_and_again(desk):
    job = finished(desk.event)
    for _time in range(2):
        answer = desk.get("organise_job_file", job.pk)
        assert b"".join(answer.streaming_content) == b"%PDF-1.7"
    assert answer["Content-Disposition"] == 'attachment; filename="locandina.pdf"'
    assert answer["Cache-Control"] == "private, no-store"


def test_a_file_that_is_gone_is_said_to_be(desk):
    job = finished(desk.event, finished_at=timezone.now())
    results.remove(job.result)
    answer = desk.client.get(desk.url("organise_job_file", job.pk), follow=True)
    assert "The file is not kept any more" in text(answer)


@pytest.mark.parametrize("name", ["bracket-on-a4", "tabellone-in-a4"])
def test_a_document_is_called_by_its_name_in_the_language_of_who_reads(desk, name):
    job = finished(desk.event, summary={"name": f"{desk.event.slug}-{name}.pdf"})
    assert "– Bracket on A4 – Settebello" in text(desk.get("organise_job", job.pk))


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("organise_job", "get"),
        ("organise_job_file", "get"),
        ("organise_job_again", "post"),
    ],
)
def test_a_job_is_seen_by_the_organisers_of_its_event_only(desk, name, method):
    job, other = finished(desk.event), make.knockout(entries=0)
    url = desk.url(name, job.pk)
    referee = make.with_role(desk.event, Membership.Role.REFEREE)
    cast = {make.client_of(referee): 403, make.client_of(make.user()): 404, make.client_of(make.boss_of(other)): 404}
    for client, status in cast.items():
        assert getattr(client, method)(url).status_code == status
    assert getattr(make.client_of(), method)(url).url.startswith("/entra/")
    elsewhere = reverse(name, args=[other.slug, job.pk])
    assert getattr(make.client_of(make.boss_of(other)), method)(elsewhere).status_code == 404


def test_the_list_of_documents_takes_the_same_queries_for_one_and_three(desk):
    finished(desk.event)
    one = questions(desk.client, desk.url("organise_jobs"))
    finished(desk.event, made_by=make.user())
    finished(desk.event, made_by=make.user(), status="failed")
    assert questions(desk.client, desk.url("organise_jobs")) == one
    assert text(desk.get("organise_jobs")).count("locandina.pdf") >= 3


def test_a_document_too_many_is_refused_in_words(desk, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_OPEN", 1)
    desk.post("organise_job_start", what="archive", key="1")
    page = desk.follow("organise_job_start", what="archive", key="2")
    assert "1 documents and lists of yours are not done yet" in page
