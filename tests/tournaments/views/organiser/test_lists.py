"""A spreadsheet on the organiser's pages: sent, waited for, cancelled, read again, shown, or refused with its rule."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.reading_workbooks import inline
from tests.tournaments.spreadsheets import workbook
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.frame.policies import Role
from tournaments.jobs.writes import jobs, uploaded_workbooks
from tournaments.models import Entry, Job, Membership

pytestmark = pytest.mark.django_db
GOOD = workbook([["Cognome 1", "Cognome 2"], ["Vana", "Teppa"], ["Solero", ""]])


def send(desk, data=GOOD, name="iscritti.xlsx", **more):
    return desk.client.post(desk.url("organise_import"), {"file": SimpleUploadedFile(name, data), "text": "", **more})


def job_of(answer) -> Job:
    assert answer.status_code == 303, text(answer)
    return Job.objects.latest("pk")


def test_the_page_answers_before_anything_is_opened(desk, monkeypatch):
    monkeypatch.setattr(uploaded_workbooks, "sheets_of", None)
    sent = send(desk)
    assert sent.url == desk.url("organise_list", job_of(sent).pk)
    page = desk.client.get(sent.url)
    assert "iscritti.xlsx" in text(page)
    assert "Waiting for its turn: it is the next" in text(page)
    assert f'data-poll-url="{sent.url}"' in page.content.decode()
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page.content.decode()


def test_the_page_says_how_many_are_before_it_and_that_it_is_being_read(desk):
    others = [Desk(make.knockout(entries=0)) for _each in range(3)]
    for other in others:
        send(other)
    job = job_of(send(desk))
    page = text(desk.get("organise_list", job.pk))
    assert "Waiting for its turn: 3 other spreadsheets are read first" in page
    jobs.run(Job.objects.earliest("pk").pk)
    assert "2 other spreadsheets are read first" in text(desk.get("organise_list", job.pk))
    Job.objects.filter(pk=job.pk).update(status="running")
    assert "It is being read" in text(desk.get("organise_list", job.pk))


def test_what_was_read_is_shown_and_taken_as_a_list_that_was_pasted(desk):
    job = job_of(send(desk))
    jobs.run(job.pk)
    page = desk.get("organise_list", job.pk)
    assert "2 entries, nothing wrong" in text(page)
    assert b"data-poll-url" not in page.content
    assert b"http-equiv" not in page.content
    assert f'action="{desk.url("organise_import")}"' in page.content.decode()
    assert "2 entries taken." in desk.follow(
        "organise_import", text=Job.objects.get(pk=job.pk).payload["text"], confirm="1"
    )
    assert Entry.objects.count() == 2


def test_what_is_wrong_in_it_is_said_row_by_row_with_the_text_to_mend(desk):
    job = job_of(send(desk, workbook([["Cognome 1"], ["=cmd()"], ["Vana"]])))
    jobs.run(job.pk)
    page = desk.get("organise_list", job.pk)
    assert "Vana" in text(page)
    job = job_of(send(desk, workbook([["Altezza"], ["180"]])))
    jobs.run(job.pk)
    assert "In none of the columns names of players were found" in text(desk.get("organise_list", job.pk))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (inline(120_000), "The sheet has more than 100000 cells"),
        (workbook([["Cognome 1"], *[[f"n{n}"] for n in range(5_001)]]), "The sheet has more than 5000 entries."),
        (workbook([["x"] * 41]), "A row of the sheet has more than 40 columns"),
    ],
    ids=["cells", "rows", "columns"],
)
def test_why_it_was_not_read_is_said_beside_the_form_to_try_again(desk, data, said):
    job = job_of(send(desk, data))
    jobs.run(job.pk)
    page = desk.get("organise_list", job.pk)
    assert "“iscritti.xlsx” was not read" in text(page)
    assert said in text(page).replace(",", "").replace("100 000", "100000")
    assert 'name="file"' in page.content.decode()
    assert "Read it once more" not in text(page)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04", "The file is damaged or no zip file"),
        (
            b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"),
            "The spreadsheet is protected by a password: save it without one.",
        ),
    ],
    ids=["damaged", "password"],
)
def test_what_is_seen_at_once_is_said_at_once_and_what_was_pasted_stays(desk, data, said):
    page = send(desk, data, text="Cognome 1\nVana\n")
    assert page.status_code == 422
    assert said in text(page)
    assert "Cognome 1\nVana" in page.content.decode()


def test_a_second_one_is_refused_with_the_way_to_the_first(desk):
    job = job_of(send(desk, key="one"))
    assert send(desk, key="one").url == desk.url("organise_list", job.pk)
    page = send(desk, key="two")
    assert page.status_code == 422
    assert "A spreadsheet of yours is being read: wait until it is read, or cancel that first." in text(page)
    assert f'href="{desk.url("organise_list", job.pk)}"' in page.content.decode()
    # It is said in another event of theirs too, with the way to this one.
    other = make.knockout(entries=0)
    Membership.objects.create(tournament=other, user=job.made_by, role=Role.ORGANISER)
    page = desk.client.get(reverse("organise_import", args=[other.slug]))
    assert f'href="{desk.url("organise_list", job.pk)}"' in page.content.decode()


def test_it_is_cancelled_and_read_after_all(desk):
    job = job_of(send(desk))
    page = desk.follow("organise_list_cancel", job.pk)
    assert "Reading was cancelled. The spreadsheet is kept for a day." in page
    assert "Read it once more" in page
    assert "This spreadsheet is not being read any more." in desk.follow("organise_list_cancel", job.pk)
    assert "It is tried again." in desk.follow("organise_job_again", job.pk)
    jobs.run(job.pk)
    assert "2 entries, nothing wrong" in text(desk.get("organise_list", job.pk))


def test_what_is_not_kept_any_more_is_said(desk):
    job = job_of(send(desk))
    jobs.run(job.pk)
    Job.objects.update(payload={})
    assert "is not kept any more: send it again." in text(desk.get("organise_list", job.pk))


def test_it_stands_among_the_documents_by_its_name(desk):
    job = job_of(send(desk))
    jobs.run(job.pk)
    page = desk.get("organise_jobs")
    assert f'href="{desk.url("organise_list", job.pk)}">iscritti.xlsx' in page.content.decode()
    assert desk.get("organise_job", job.pk).url == desk.url("organise_list", job.pk)
    assert b"organise_job_file" not in page.content


def test_a_name_that_is_markup_is_text(desk):
    job = job_of(send(desk, name="<b>x.xlsx"))
    assert b"<b>x" not in desk.get("organise_list", job.pk).content


def test_it_is_seen_by_those_who_may_take_entries_there_only(desk):
    job = job_of(send(desk))
    other = make.knockout(entries=0)
    colleague = make.with_role(desk.event, Role.ORGANISER)
    referee = make.with_role(desk.event, Role.REFEREE)
    for name, method, fine in (("organise_list", "get", 200), ("organise_list_cancel", "post", 303)):
        url = desk.url(name, job.pk)
        cast = {referee: 403, make.user(): 404, make.boss_of(other): 404, colleague: fine}
        for who, status in cast.items():
            assert getattr(make.client_of(who), method)(url).status_code == status
        elsewhere = reverse(name, args=[other.slug, job.pk])
        assert getattr(make.client_of(make.boss_of(other)), method)(elsewhere).status_code == 404
    assert make.client_of(colleague).get(desk.url("organise_list", 10**30)).status_code == 404


def test_the_preview_takes_the_same_queries_for_one_and_three_hundred(desk):
    found = []
    for count in (1, 300):
        job = job_of(send(desk, workbook([["Cognome 1"], *[[f"Vana{n}"] for n in range(count)]])))
        jobs.run(job.pk)
        found.append(questions(desk.client, desk.url("organise_list", job.pk)))
    assert found[0] == found[1]


def test_a_list_as_text_is_read_at_once(desk):
    sent = desk.client.post(desk.url("organise_import"), {"file": io.BytesIO(b"Cognome 1\nVana\n"), "text": ""})
    assert (sent.status_code, Job.objects.count()) == (200, 0)
