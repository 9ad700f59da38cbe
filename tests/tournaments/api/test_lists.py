"""A program sends a spreadsheet, asks how far it is, and sends back what was read of it."""

from pathlib import Path
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.services.reading_workbooks import inline
from tests.tournaments.spreadsheets import workbook
from tournaments.jobs.writes import jobs
from tournaments.models import Club, Entry, Job, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
GOOD = workbook([["Cognome 1", "Nome 1", "Circolo", "Testa di serie"], ["Vana", "Gino", "Traves", 1], ["Teppa"]])


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def event() -> Tournament:
    return make.knockout(entries=0)


@pytest.fixture
def asker(event: Tournament) -> Asker:
    user = make.boss_of(event).user
    assert user is not None
    return Asker(key_of(user, "organise"))


def send(asker: Asker, event: Tournament, data: bytes = GOOD, kind: str = KIND, **headers: str) -> Any:
    where = f"/api/v1/events/{event.slug}/lists/"
    return asker.client.post(where, data, content_type=kind, headers={**asker.headers, **headers})


def test_what_was_read_is_sent_back_as_it_is(event, asker):
    sent, again = (send(asker, event, **{"idempotency-key": "one"}) for _time in range(2))
    assert (sent.status_code, sent.headers["Retry-After"], sent.json()["status"]) == (202, "1", "waiting")
    assert again.json() == sent.json()
    where = sent.headers["Location"].partition("/api/v1/")[2]
    waits = asker.get(where)
    assert (waits.json()["entries"], waits.json()["ahead"], waits.headers["Retry-After"]) == ([], 0, "1")

    assert jobs.run(sent.json()["id"])
    told = asker.get(where)
    assert "Retry-After" not in told.headers
    assert (told.json()["status"], told.json()["wrong"]) == ("done", [])
    assert told.json()["entries"][0] == {
        "people": [{"family_name": "Vana", "given_name": "Gino"}],
        "name": "",
        "club": "Traves",
        "circle": "",
        "seed": 1,
        "contact": "",
        "phone": "",
        "is_paid": False,
        "status": "",
    }
    taken = asker.post(f"events/{event.slug}/entries/bulk/", {"entries": told.json()["entries"]})
    assert (taken.status_code, Entry.objects.count()) == (201, 2)


def test_bytes_of_no_kind_are_taken_too(event, asker):
    sent = send(asker, event, GOOD, "application/octet-stream")
    assert sent.status_code == 202
    assert jobs.run(sent.json()["id"])
    assert len(asker.get(f"events/{event.slug}/lists/{sent.json()['id']}/").json()["entries"]) == 2


def test_what_is_wrong_in_it_is_told_by_its_line(event, asker):
    for data, line, code in (
        (workbook([["Cognome 1"], ["Vana"], ["x" * 61]]), 3, "text_too_long"),
        (workbook([["Altezza"], ["180"]]), 0, "people_missing"),
    ):
        sent = send(asker, event, data)
        jobs.run(sent.json()["id"])
        (wrong,) = asker.get(f"events/{event.slug}/lists/{sent.json()['id']}/").json()["wrong"]
        assert (wrong["line"], wrong["code"]) == (line, code)
        assert wrong["detail"]


def test_what_cannot_be_read_is_told_by_its_rule(event, asker):
    sent = send(asker, event, inline(120_000))
    jobs.run(sent.json()["id"])
    told = asker.get(f"events/{event.slug}/lists/{sent.json()['id']}/").json()
    assert (told["status"], told["problems"][0]["code"]) == ("failed", "workbook_cells")
    assert "100" in told["problems"][0]["detail"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "workbook_unreadable"),
        (b"Cognome 1\nVana\n", "workbook_unreadable"),
        (b"PK\x03\x04", "zip_damaged"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "workbook_locked"),
        (b"x" * 2_100_000, "list_too_big"),
    ],
)
def test_what_is_seen_at_once_is_refused_at_once(event, asker, data, code):
    refused = send(asker, event, data)
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert not Job.objects.exists()


def test_one_of_an_account_is_read_at_a_time_and_may_be_cancelled(event, asker):
    first = send(asker, event).json()["id"]
    second = send(asker, event)
    assert (second.status_code, second.json()["code"]) == (422, "list_not_done")
    cancelled = asker.post(f"events/{event.slug}/lists/{first}/cancel/")
    assert (cancelled.status_code, cancelled.json()["status"]) == (200, "failed")
    assert cancelled.json()["problems"][0]["code"] == "list_cancelled"
    again = asker.post(f"events/{event.slug}/lists/{first}/cancel/")
    assert (again.status_code, again.json()["code"]) == (422, "list_not_open")
    assert asker.post(f"events/{event.slug}/jobs/{first}/again/").status_code == 202
    assert jobs.run(first)
    assert send(asker, event).status_code == 202


def test_a_club_sends_one_too(event):
    club = Club.objects.create(name="Traves")
    Tournament.objects.filter(pk=event.pk).update(club=club)
    maker = make.user()
    key = key_of(club, "organise")
    club.tokens.update(made_by=maker)
    asker = Asker(key)
    assert send(asker, event).status_code == 202
    assert send(asker, event).json()["code"] == "list_not_done"
    assert Job.objects.get().made_by == maker


def test_it_is_sent_as_what_it_is_by_who_may_take_entries(event, asker):
    boss = make.boss_of(event).user
    assert boss is not None
    assert send(asker, event, b"{}", "application/json").json()["code"] == "unsupported_media_type"
    assert send(asker, event, b"0" * 3_000_000).status_code == 413
    assert send(Asker(key_of(boss, "read", "direct")), event).status_code == 403
    assert send(Asker(), event).status_code == 401
    sent = send(asker, event).json()["id"]
    stranger = Asker(key_of(make.user(), "organise"))
    assert stranger.get(f"events/{event.slug}/lists/{sent}/").status_code in (403, 404)
    assert asker.get(f"events/{make.knockout(entries=0).slug}/lists/{sent}/").status_code in (403, 404)
    assert Job.objects.count() == 1
