"""Anybody who prints an address that no phone can open is told before the paper is cut."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tournaments.frame.pages.addresses import leads_here_only


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.20:8000", False),
        ("https://settebello.example", False),
    ],
)
def test_an_address_of_this_computer_leads_nowhere_else(address: str, here: bool) -> None:
    assert leads_here_only(address) is here


@pytest.mark.django_db
def test_the_slips_and_the_poster_say_so(settings: Any) -> None:
    event = make.called(make.drawn(entries=2))
    boss = make.client_of(make.boss_of(event))
    for page in ("stampa/1", "locandina"):
        assert "<code>script/run --lan --data " in boss.get(f"/organizza/{event.slug}/{page}/").content.decode()
        settings.SITE_URL = "http://192.168.1.20:8000"
        assert "<code>script/run --lan" not in boss.get(f"/organizza/{event.slug}/{page}/").content.decode()
        settings.SITE_URL = "http://127.0.0.1:8000"


def test_browsers_find_the_icon_unasked() -> None:
    client = Client()
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"].endswith(".svg")) == (301, True)
