"""What a request carries is refused before it is read: too big, or not text."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db


def test_an_upload_that_nobody_asked_for_is_refused_unread(client: Client) -> None:
    big = SimpleUploadedFile("big.bin", b"x" * 3_100_000)
    assert client.post("/codice/", {"code": "12A-7K3QX9", "file": big}).status_code == 413


@pytest.mark.parametrize("address", ["/?pagina=%00", "/e/{slug}/iscritti/?q=%00", "/e/{slug}/tabellone/?q=a%00b"])
def test_a_nul_in_an_address_is_no_text(client: Client, address: str) -> None:
    event = make.knockout(entries=2)
    assert client.get(address.format(slug=event.slug)).status_code == 400


def test_a_nul_past_every_form_is_never_an_error_of_the_site() -> None:
    event = make.called(make.drawn(entries=2))
    table = make.tables_of(event)[0]
    referee = make.client_of(make.boss_of(event))
    answer = referee.post(f"/e/{event.slug}/tavoli/{table.number}/", {"depth": "points", "key": "a\x00b", "seen": 1})
    assert answer.status_code in (303, 400, 422)


def test_a_table_that_no_database_could_number_is_missing(client: Client) -> None:
    event = make.drawn(entries=2)
    assert client.get(f"/e/{event.slug}/partite/{10**30}/").status_code == 404
    assert make.client_of(make.boss_of(event)).get(f"/e/{event.slug}/tavoli/{10**30}/").status_code == 404


def test_a_link_to_a_new_password_leads_to_the_site_whatever_host_was_named(
    client: Client, mailoutbox: list[object], settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    make.user("gino@example.org", password="a long password indeed")
    client.post("/password/dimenticata/", {"email": "gino@example.org"}, headers={"host": "evil.example"})
    outbox.drain(timezone.now())
    (sent,) = mailoutbox
    assert "evil.example" not in sent.body  # type: ignore[attr-defined]
    assert "http://127.0.0.1:8000/password/nuova/" in sent.body  # type: ignore[attr-defined]
