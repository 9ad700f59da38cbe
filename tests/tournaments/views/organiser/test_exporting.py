"""Files of an event: tables for its organisers, calendars for everybody, archives for anybody who may create events."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tournaments.jobs.reads.spreadsheets import tables_of
from tournaments.jobs.writes import jobs
from tournaments.models import Job, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_the_organiser_fetches_every_table():
    event = make.finished(entries=4)
    client = make.client_of(make.boss_of(event))
    page = client.get(reverse("organise_jobs", args=[event.slug])).content.decode()
    for what, form in [*((what, form) for what in tables_of(event) for form in ("csv", "xlsx")), ("all", "xlsx")]:
        address = reverse("organise_table", args=[event.slug, what, form])
        assert f'href="{address}"' in page
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-{what}.{form}"'
        assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(("what", "form"), [("nothing", "csv"), ("all", "csv"), ("entries", "exe")])
def test_what_there_is_no_table_of_is_missing(what, form):
    event = make.knockout(entries=2)
    client = make.client_of(make.boss_of(event))
    assert client.get(reverse("organise_table", args=[event.slug, what, form])).status_code == 404


def test_a_table_is_the_organisers_alone():
    event = make.knockout(entries=2)
    address = reverse("organise_table", args=[event.slug, "entries", "csv"])
    assert make.client_of(make.with_role(event, "referee")).get(address).status_code == 403
    assert make.client_of(make.user()).get(address).status_code == 404


def test_the_calendar_holds_what_is_public():
    shown, hidden = make.knockout(entries=0, name="Coppa"), make.knockout(entries=0, open_=False, name="Segreta")
    data = make.client_of().get(reverse("calendar"))
    assert data["Content-Type"] == "text/calendar; charset=utf-8"
    assert b"SUMMARY:Coppa" in data.content
    assert b"Segreta" not in data.content
    assert b"SUMMARY:Coppa" in make.client_of().get(reverse("event_calendar", args=[shown.slug])).content
    assert make.client_of().get(reverse("event_calendar", args=[hidden.slug])).status_code == 404


def test_an_archive_is_sent_watched_and_becomes_an_event():
    data = archives.archive_of(make.finished(entries=3))
    account = make.user()
    client = make.client_of(account)
    assert client.get(reverse("event_import")).status_code == 200
    sent = client.post(reverse("event_import"), {"file": SimpleUploadedFile("e.zip", data), "key": "k"})
    assert sent.status_code == 303
    job = Job.objects.latest("pk")
    assert "In attesa" in client.get(sent["Location"]).content.decode()
    assert make.client_of(make.user()).get(sent["Location"]).status_code == 404
    assert jobs.run(job.pk)
    made = Tournament.objects.latest("pk")
    assert reverse("organise", args=[made.slug]) in client.get(sent["Location"]).content.decode()


def test_an_archive_that_is_refused_says_why():
    client = make.client_of(make.user())
    sent = client.post(reverse("event_import"), {"file": SimpleUploadedFile("e.zip", b"nothing")})
    assert jobs.run(Job.objects.latest("pk").pk)
    assert "non è un file zip" in client.get(sent["Location"]).content.decode()
    assert client.post(reverse("event_import"), {}).status_code == 422


def test_who_sends_two_archives_at_once_is_told_to_wait():
    client = make.client_of(make.user())
    first, second = (
        client.post(reverse("event_import"), {"file": SimpleUploadedFile("e.zip", b"nothing")}) for _time in range(2)
    )
    assert (first.status_code, second.status_code) == (303, 422)
    assert "Un tuo archivio è in lettura: aspetta che finisca." in second.content.decode()
    assert Job.objects.count() == 1


def test_a_stranger_is_asked_to_log_in():
    assert make.client_of().get(reverse("event_import")).status_code == 302
