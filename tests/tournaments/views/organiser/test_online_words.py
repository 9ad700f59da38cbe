"""The organiser's pages of an online event speak of links and tables on a screen, not of desk, posters and slips."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

OF_A_HALL = re.compile(r"[^.<>]*(?:Al banco|locandin|fogliett|cartellin)[^.<>]*", re.IGNORECASE)
PAGES = (
    "organise",
    "organise_entries",
    "organise_draw",
    "organise_draw_withdraw",
    "organise_rounds",
    "organise_unpair",
    "organise_jobs",
    "organise_passes",
    "organise_closing",
)
STATES = ("open", "drawn", "called")


def in_state(state: str, mode: str) -> Tournament:
    event = make.knockout(entries=4, entry_size=1, mode=mode, preset="online_002", public_sign_up=True)
    if state == "open":
        return event
    return make.drawn(event) if state == "drawn" else make.called(make.drawn(event))


def said(event: Tournament, page: str) -> list[str]:
    client: Client = make.client_of(make.boss_of(event))
    answer = client.get(reverse(page, args=[event.slug]), headers={"accept-language": "it"})
    assert answer.status_code in (200, 303, 409)
    return [found[0].strip() for found in OF_A_HALL.finditer(answer.content.decode())]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("state", STATES)
def test_an_online_event_has_no_hall(state: str, page: str) -> None:
    assert said(in_state(state, "online"), page) == []


@pytest.mark.parametrize("page", ["organise", "organise_rounds", "organise_jobs", "organise_passes"])
def test_an_event_in_a_hall_has_its_slips(page: str) -> None:
    assert said(in_state("called", "hall"), page) != []
