"""The page of those who are level: found from the standings, filled in, refused, taken back; programs do the same."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.services.level import evening, record
from tournaments.events.writes import closing
from tournaments.frame.policies import Role
from tournaments.models import Ruling, Tournament
from tournaments.standings.reads import level

pytestmark = pytest.mark.django_db
BOTH = {
    "chain": {"criteria": ["points", "extra_deal", "highest_card"]},
    "points": {"win": 3, "draw": 1, "loss": 0},
    "draws": False,
}


@pytest.fixture
def event() -> Tournament:
    return evening()


@pytest.fixture
def referee(event: Tournament) -> Client:
    return english(make.client_of(make.with_role(event, Role.REFEREE)))


def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def page(client: Client, event: Tournament, name: str = "orders") -> str:
    return client.get(reverse(name, args=[event.slug])).content.decode()


def send(client: Client, event: Tournament, **data: Any) -> Any:
    return client.post(reverse("orders", args=[event.slug]), data)


def test_the_standings_lead_to_those_who_are_level_as_long_as_somebody_is(event, referee):
    address = reverse("orders", args=[event.slug])
    assert address in page(referee, event, "event_standings")
    assert address not in page(english(Client()), event, "event_standings")
    assert address in page(make.client_of(make.boss_of(event)), event, "organise")
    for each in level.open_levels(event):
        record(event, *each.keys)
    assert address not in page(referee, event, "event_standings")
    assert address not in page(make.client_of(make.boss_of(event)), event, "organise")


def test_an_order_is_recorded_on_the_page_and_public_with_its_reason(event, referee):
    first, second = level.open_levels(event)[0].keys
    names = dict(event.entries.values_list("pk", "label"))
    answer = send(referee, event, level=first, place_1=second)
    assert answer.status_code == 303
    html = page(referee, event)
    assert f"Recorded: {names[second]}, {names[first]}." in html.replace("&#x27;", "'")
    assert "Ahead by the highest card." in page(english(Client()), event, "event_standings")


def test_a_form_that_names_nobody_or_somebody_twice_is_shown_again(event, referee):
    [found, _losers] = level.open_levels(event)
    answer = send(referee, event, level=found.keys[0])
    assert (answer.status_code, Ruling.objects.count()) == (422, 0)
    assert send(referee, event, level=0).status_code == 303
    assert "They are not level any more." in page(referee, event)


def test_the_way_is_chosen_where_the_ranking_has_two():
    event = evening(ranking=BOTH, rounds=1)
    client = english(make.client_of(make.with_role(event, Role.REFEREE)))
    [winners, _losers] = level.open_levels(event)
    assert 'name="by"' in page(client, event)
    first, second = winners.keys
    answer = send(client, event, level=first, place_1=second, by="extra_deal")
    assert answer.status_code == 303
    assert Ruling.objects.get().cause == "extra_deal"


def test_a_recorded_order_is_taken_back_on_a_page_of_its_own(event, referee):
    ruling = record(event, *level.open_levels(event)[0].keys)
    address = reverse("order_take_back", args=[event.slug, ruling.pk])
    assert "Take this order back?" in referee.get(address).content.decode()
    assert referee.post(address, {"reason": ""}).status_code == 422
    assert referee.post(address, {"reason": "Carte scambiate"}).status_code == 303
    assert referee.get(address).status_code == 404
    assert len(level.open_levels(event)) == 2


def test_a_program_reads_records_and_takes_back(event):
    asker = Asker(key_of(make.with_role(event, Role.REFEREE)))
    path = f"events/{event.slug}/level/"
    [winners, losers] = asker.get(path).json()["level"]
    assert winners["by"] == ["highest_card"]
    keys = [each["entry"] for each in winners["entries"]]
    answer = asker.post(path, {"by": "highest_card", "entries": keys[::-1]}).json()
    assert answer["level"] == [losers]
    [made] = answer["recorded"]
    assert ([each["entry"] for each in made["entries"]], made["round"]) == (keys[::-1], 1)
    assert asker.post(path, {"by": "highest_card", "entries": keys}).json()["code"] == "not_level"
    taken = asker.post(f"{path}{made['id']}/take-back/", {"reason": "Carte scambiate"}).json()
    assert (taken["level"], taken["recorded"]) == ([winners, losers], [])
    assert asker.post(f"{path}{made['id']}/take-back/", {"reason": "Ancora"}).status_code == 404


def test_an_order_of_a_closed_event_is_shown_and_not_taken_back(event: Tournament, referee: Client) -> None:
    for each in level.open_levels(event):
        record(event, *each.keys)
    assert "annulla/" in page(referee, event)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    html = page(referee, event)
    assert "Orders that were recorded" in html
    assert "annulla/" not in html


def test_two_groups_that_are_level_have_fields_of_their_own(event: Tournament, referee: Client) -> None:
    ids = re.findall(r'<select[^>]+id="([^"]+)"', page(referee, event))
    assert len(ids) == len(set(ids)) == 2
