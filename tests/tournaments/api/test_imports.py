"""An event goes to another installation by the API alone, and what is no archive is refused there."""

from pathlib import Path
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.services.importing_archives import archive_of
from tournaments.jobs.writes import jobs
from tournaments.models import Job, Membership, OutboxMessage, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def send(asker: Asker, data: bytes, kind: str = "application/zip", **headers: str) -> Any:
    return asker.client.post("/api/v1/imports/", data, content_type=kind, headers={**asker.headers, **headers})


def test_an_archive_that_is_sent_is_an_event_of_who_sent_it():
    event = make.finished(entries=3)
    boss, zoe = make.boss_of(event).user, make.user("zoe@example.org")
    assert boss is not None
    owner = Asker(key_of(boss, "organise"))
    started = owner.post(f"events/{event.slug}/jobs/", {"what": "archive"}).json()
    assert jobs.run(started["id"])
    fetched = owner.get(f"events/{event.slug}/jobs/{started['id']}/file/")
    data = b"".join(fetched.streaming_content)
    asker = Asker(key_of(zoe, "organise"))

    sent, again = (send(asker, data, **{"idempotency-key": "one"}) for _time in range(2))

    assert (sent.status_code, sent.json()["status"], sent.json()["event"]) == (202, "waiting", None)
    assert again.json() == sent.json()
    assert Job.objects.filter(kind=jobs.EVENT_IMPORT).count() == 1
    where = sent.headers["Location"].partition("/api/v1/")[2]
    assert jobs.run(sent.json()["id"])
    told = asker.get(where).json()
    assert (told["status"], told["problems"]) == ("done", [])
    assert Membership.objects.get(tournament__slug=told["event"]).user == zoe
    assert asker.get(f"events/{told['event']}/standings/").json()["total"] == 3
    assert not OutboxMessage.objects.exists()
    assert owner.get(where).status_code == 404


@pytest.mark.parametrize("kind", ["application/zip", "application/vnd.settebello.event+json"])
@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x03\x04" + b"\x00" * 100, b"{}", b"{" * 10_000])
def test_what_is_no_archive_is_told_why(data: bytes, kind: str):
    asker = Asker(key_of(make.user(), "organise"))
    sent = send(asker, data, kind)
    assert sent.status_code == 202, sent.content
    jobs.run(sent.json()["id"])
    told = asker.get(f"imports/{sent.json()['id']}/").json()
    assert told["status"] == "failed"
    assert told["problems"][0]["detail"]
    assert not Tournament.objects.exists()


def test_one_archive_of_an_account_is_read_at_a_time():
    asker, other = (Asker(key_of(make.user(), "organise")) for _each in range(2))
    first, second = send(asker, b"one"), send(asker, b"two")
    assert (first.status_code, second.status_code) == (202, 422)
    assert second.json()["code"] == "import_not_done"
    assert send(other, b"two").status_code == 202
    jobs.run(first.json()["id"])
    assert send(asker, b"two").status_code == 202


def test_an_archive_is_sent_as_what_it_is_by_who_may_make_events():
    user = make.user()
    data = archive_of(make.finished(entries=2))
    asker = Asker(key_of(user, "organise"))
    assert send(asker, b"{}", "application/json").json()["code"] == "unsupported_media_type"
    assert send(asker, b"0" * 3_000_000).status_code == 413
    assert send(Asker(key_of(user, "read", "direct")), data).status_code == 403
    assert send(Asker(), data).status_code == 401
    assert not Job.objects.filter(kind=jobs.EVENT_IMPORT).exists()
