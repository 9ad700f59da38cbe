"""Who signs up to an online event without an account gets a pass on the receipt, and sits down with it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.models import EventPass, Tournament

pytestmark = pytest.mark.django_db


def _event(mode: str) -> Tournament:
    return make.knockout(entries=2, entry_size=1, mode=mode, public_sign_up=True)


def _sign_up(client: Client, event: Tournament, family: str) -> Any:
    address = reverse("sign_up", args=[event.slug])
    typed = {"given_name": "Anna", "family_name": family, "contact": ""}
    return client.post(address, typed, follow=True)


@pytest.mark.parametrize("mode", ["online", "both"])
def test_the_receipt_carries_a_link_that_opens_the_own_page_elsewhere(mode: str) -> None:
    event, here = _event(mode), Client()
    page = _sign_up(here, event, "Lupo")
    ticket = page.context["ticket"]
    assert ticket["url"] in page.content.decode()
    assert here.get(reverse("event_mine", args=[event.slug])).status_code == 200
    other = Client()
    assert other.post(ticket["path"], follow=True).context["entry"].label == "Anna Lupo"


def test_number_and_pin_of_the_receipt_open_it_too() -> None:
    event = _event("online")
    page = _sign_up(Client(), event, "Lupo")
    typed = {"number": page.context["entry"].number, "pin": page.context["ticket"]["pin"]}
    answer = Client().post(reverse("enter_pin", args=[event.slug]), typed)
    assert answer.status_code == 303
    assert answer["Location"] == reverse("event_mine", args=[event.slug])


def test_a_link_that_the_organiser_made_anew_is_no_longer_on_the_receipt() -> None:
    event, here = _event("online"), Client()
    page = _sign_up(here, event, "Lupo")
    boss = make.client_of(make.boss_of(event))
    sheet = boss.post(reverse("organise_pass_renew", args=[event.slug, page.context["entry"].pk]))
    assert sheet.context["slips"][0]["url"] in sheet.content.decode()
    assert here.get(reverse("signed_up", args=[event.slug])).context["ticket"] is None


def test_in_a_hall_nobody_gets_a_link() -> None:
    event = _event("hall")
    assert _sign_up(Client(), event, "Lupo").context["ticket"] is None
    assert not EventPass.objects.exists()


@pytest.mark.parametrize("name", ["event", "event_find", "event_lobby"])
def test_the_pages_of_an_online_event_take_number_and_pin(name: str) -> None:
    event = _event("online")
    page = Client().get(reverse(name, args=[event.slug])).content.decode()
    assert reverse("enter_pin", args=[event.slug]) in page
