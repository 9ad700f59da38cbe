"""The page that opens a table to try: two taps from the home page, bounded, one's own."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.games.conformance import PLAYED
from tests.tournaments.services.play import table as at
from tournaments.models import Match
from tournaments.online.writes import practice

pytestmark = pytest.mark.django_db

ADDRESS = "/prova/"
CHOSEN = {"game": "scopa", "level": "2", "seats": "two", "target": "11", "cards": "covered"}


def begin(client: Client, **chosen: str) -> Match:
    """The match that the form opened."""
    answer = client.post(ADDRESS, CHOSEN | chosen)
    assert answer.status_code == 303
    match = Match.objects.order_by("-pk").first()
    assert answer.headers["Location"] == reverse("live_table", args=[match.pk])
    return match


@pytest.mark.parametrize("game", PLAYED)
def test_two_taps_from_the_home_page_a_table_of_each_game_is_open(client, game):
    (first,) = re.findall(rf'href="({ADDRESS}[?]game={game})"', client.get("/").content.decode())
    form = client.get(first).context["form"]
    answer = client.post(ADDRESS, {"game": game, **{name: str(form[name].initial) for name in form.fields}})
    match = Match.objects.get(game=game)
    assert (answer.status_code, answer["Location"]) == (303, reverse("live_table", args=[match.pk]))
    assert client.get(reverse("live_table", args=[match.pk])).status_code == 200
    assert Client().get(reverse("live_table", args=[match.pk])).status_code == 404


def test_the_person_has_the_first_seat_and_plays_it(client):
    match = begin(client, seats="three", target="21", level="1")
    answer = client.post(
        reverse("live_command", args=[match.pk]),
        {"kind": "ready", "text": "ab" * 16, "client_id": "one", "expected": match.sequence},
    )
    assert answer.status_code == 303
    assert at.live(match).state.deal.is_open


def test_leaving_a_table_of_three_ends_it_and_another_may_begin(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    match = begin(client, seats="three")
    question = client.get(reverse("live_abandon", args=[match.pk])).content.decode()
    assert "It ends for everybody at the table." in question
    assert "The referee decides" not in question
    assert "The match is lost" not in question
    left = {"kind": "abandon", "client_id": "two", "expected": match.sequence}
    assert client.post(reverse("live_command", args=[match.pk]), left).status_code == 303
    page = client.get(reverse("live_table", args=[match.pk])).content.decode()
    assert "The match is over." in page
    assert f'name="again" value="{match.pk}"' in page


def test_the_question_before_leaving_a_practice_table_says_that_nothing_counts(client):
    match = begin(client, seats="three", target="21")
    question = client.get(reverse("live_abandon", args=[match.pk])).content.decode()
    assert "È solo una prova: non conta nulla." in question
    assert "arbitro" not in question
    assert "Il tuo tempo" not in question and "il tuo tempo" not in question


def test_robots_have_letters_since_a_number_reads_as_points(client):
    match = begin(client, seats="three", target="21")
    page = client.get(reverse("live_table", args=[match.pk])).content.decode()
    assert "Robot A" in page and "Robot B" in page
    assert "Robot 1" not in page


@pytest.mark.parametrize("wrong", [{"seats": "nine"}, {"level": "7"}, {"cards": "scoperte"}, {"target": ""}])
def test_what_cannot_be_chosen_is_said_on_the_page_and_what_was_chosen_stays(client, wrong):
    answer = client.post(ADDRESS, CHOSEN | {"target": "21"} | wrong)
    assert answer.status_code == 422
    assert answer.context["form"]["level"].value() in ("2", wrong.get("level"))
    assert not Match.objects.exists()


def test_a_game_that_cannot_be_tried_is_not_found(client):
    assert client.get(f"{ADDRESS}?game=nothing").status_code == 404
    assert client.post(ADDRESS, CHOSEN | {"game": "nothing"}).status_code == 404


def test_where_there_is_no_room_a_sentence_says_so(client, monkeypatch):
    monkeypatch.setattr(practice, "MOST", 0)
    answer = client.post(ADDRESS, CHOSEN)
    assert answer.status_code == 422
    assert "Tutti i tavoli di prova sono occupati" in answer.content.decode()


def test_the_page_leads_back_to_an_open_table(client):
    match = begin(client)
    assert f'href="{reverse("live_table", args=[match.pk])}"' in client.get(ADDRESS).content.decode()
    assert client.get(ADDRESS).context["tables"][0].number == match.pk
    assert Client().get(ADDRESS).context["tables"] == []


def test_a_match_that_is_over_is_begun_again_with_one_tap(client):
    match = begin(client)
    assert client.post(ADDRESS, {"game": "scopa", "again": match.pk}).status_code == 422
    at.ask(match, "abandon", practice.OWN)
    answer = client.post(ADDRESS, {"game": "scopa", "again": match.pk})
    again = Match.objects.order_by("-pk").first()
    assert answer.headers["Location"] == reverse("live_table", args=[again.pk])
    assert (again.rules, again.seats) == (match.rules, match.seats)


@pytest.mark.parametrize("number", ["", "x", "0", "9" * 30, "\u0665"])
def test_nobody_elses_table_is_begun_again(client, number):
    match = begin(client)
    at.ask(match, "abandon", practice.OWN)
    assert Client().post(ADDRESS, {"again": match.pk}).status_code == 404
    assert client.post(ADDRESS, {"again": number}).status_code == 404


def test_anybody_watches_the_shown_table(client):
    answer = client.post(ADDRESS, {"game": "scopa", "watch": "1"})
    (match,) = Match.objects.all()
    assert answer.headers["Location"] == reverse("live_table", args=[match.pk])
    for reader in (client, Client()):
        page = reader.get(reverse("live_table", args=[match.pk]))
        assert page.status_code == 200
