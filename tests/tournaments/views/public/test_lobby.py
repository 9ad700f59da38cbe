"""The lobby of an online event: every table of the round, and the reader's own first."""

import random
import re

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.online_rounds import online, opened, play, wait_out
from tests.tournaments.services.play import table as at
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import text
from tournaments.models import Match, Person, User

pytestmark = pytest.mark.django_db


def client_of(account: User | None = None):
    client = make.client_of(account)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def shown(event, account: User | None = None, query: str = "") -> str:
    return text(client_of(account).get(reverse("event_lobby", args=[event.slug]) + query))


def player_at(match: Match, line: int = 0) -> User:
    """An account that is the player of a line."""
    entry = match.table.lines.get(index=line).entry
    account = make.user(name=entry.label)
    Person.objects.filter(pk=entry.members.get().person_id).update(user=account)
    return account


def name(match: Match, line: int) -> str:
    return str(match.table.lines.get(index=line).entry)


def test_the_lobby_of_an_event_in_the_hall_says_that_it_has_no_online_tables():
    assert "No online tables This event is played in the hall." in shown(make.called(entries=4))


def test_before_the_tables_open_the_lobby_says_when_they_do():
    assert "The draw comes first" in shown(make.knockout(entries=2, mode="online"))
    event = online()
    page = shown(event)
    assert "not open yet" in page
    assert "The next tables open by themselves:" in page
    assert "Watch" not in page


def test_everybody_sees_who_is_waited_for_and_until_when():
    event, (match, _other) = opened()
    at.ask(match, "ready", 1)
    assert f"waiting for {name(match, 0)} until" in shown(event)


def test_everybody_sees_the_score_of_the_deals_and_can_watch():
    event, (match, other) = opened(rules={"match_mode": "fixed_deals", "deals": 2, "target": None})
    lots = random.Random(1)
    for live in at.steps(match, lots):
        if live.state.closed:
            break
    at.fire_reports(match)
    client = client_of()
    answer = client.get(reverse("event_lobby", args=[event.slug]))
    assert "deal 2" in text(answer)
    points = [str(line.points) for line in match.table.lines.order_by("index")]
    assert f"{name(match, 0)} {points[0]} {name(match, 1)} {points[1]}" in text(answer)
    body = answer.content.decode()
    assert reverse("live_table", args=[match.pk]) in body
    assert reverse("live_table", args=[other.pk]) not in body
    assert "1 table in play" not in text(answer)
    assert "2 tables in play" in text(answer)


def test_a_table_that_is_over_and_one_that_is_stopped_say_so():
    event, (match, other) = opened()
    play(match)
    at.ask(other, "pause")
    page = shown(event)
    assert "finished at" in page
    assert "stopped: the referee is there" in page
    assert (
        reverse("live_table", args=[match.pk])
        in client_of().get(reverse("event_lobby", args=[event.slug])).content.decode()
    )


def test_a_player_is_led_to_their_own_table():
    event, (match, _other) = opened()
    account = player_at(match)
    page = shown(event, account)
    assert f"Your table You against {name(match, 1)} say that you are ready before" in page
    assert "Go to the table" in page
    assert page.count(name(match, 1)) == 1
    at.ask(match, "ready", 0)
    assert f"waiting for {name(match, 1)} until" in shown(event, account)
    at.ask(match, "ready", 1)
    turn = at.live(match).state.turn
    said = shown(event, player_at(match, turn), "?ora=1")
    assert re.search(r"it is your turn, 00:[0-3]\d for this play, 1[45]:\d\d for the match", said)
    assert f"{name(match, turn)} to play" in shown(event, player_at(match, 1 - turn))
    assert "Back to the table" in said
    assert (
        reverse("live_table", args=[match.pk])
        in client_of(account).get(reverse("event_lobby", args=[event.slug])).content.decode()
    )


def test_what_happens_at_the_tables_is_asked_for_again_though_the_event_has_not_moved():
    event, (match, _other) = opened()
    page = client_of().get(reverse("event_lobby", args=[event.slug])).content.decode()
    assert 'data-poll-url="' + reverse("event_lobby", args=[event.slug]) + '?ora=1" data-poll-ms="5000"' in page
    account = player_at(match, 1)
    own = client_of(account).get(reverse("event_lobby", args=[event.slug])).content.decode()
    assert 'data-poll-ms="1000"' in own
    version = make.fresh(event).version
    at.ask(match, "ready", 1)
    assert f"waiting for {name(match, 0)} until" in shown(event, query="?ora=1")
    at.ask(match, "ready", 0)
    at.ask(match, "pause")
    assert "stopped: the referee is there" in shown(event, query="?ora=1")
    assert make.fresh(event).version == version
    assert "<h1>" not in client_of().get(reverse("event_lobby", args=[event.slug]) + "?ora=1").content.decode()


def test_a_player_whose_match_is_over_sees_how_it_ended():
    event, (match, _other) = opened()
    account = player_at(match, 1)
    at.ask(match, "ready", 1)
    wait_out(match)
    page = shown(event, account)
    assert "finished at" in page
    assert "Look at the match" in page


def test_the_lobby_takes_as_many_queries_at_three_tables_as_at_one():
    found = []
    for entries in (2, 8):
        event, matches = opened(entries=entries)
        account = player_at(matches[0])
        found.append([questions(client_of(who), reverse("event_lobby", args=[event.slug])) for who in (None, account)])
    assert found[0] == found[1]


def test_a_players_pages_lead_to_the_online_table():
    event, (match, _other) = opened()
    client = client_of(player_at(match))
    address = reverse("live_table", args=[match.pk])
    for page in (reverse("event_mine", args=[event.slug]), reverse("my_events")):
        body = client.get(page).content.decode()
        assert address in body
        assert reverse("table_sheet", args=[event.slug, match.table.number]) not in body


def test_the_pages_of_an_online_event_lead_to_its_lobby():
    event, _found = opened()
    address = reverse("event_lobby", args=[event.slug])
    assert address in client_of().get(reverse("event", args=[event.slug])).content.decode()
    hall = make.called(entries=4)
    assert "/sala/" not in client_of().get(reverse("event", args=[hall.slug])).content.decode()
