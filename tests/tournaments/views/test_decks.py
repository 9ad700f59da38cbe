"""The decks of cards: what is shown of each, and that the choice is remembered by this browser alone."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tournaments.games import registry
from tournaments.games.contract import PicturedGame

pytestmark = pytest.mark.django_db
PICTURED = [key for key in settings.GAMES if isinstance(registry.game(key), PicturedGame)]


def reader(language: str = "en") -> Client:
    return Client(headers={"accept-language": language})


def panels(client: Client) -> dict[str, str]:
    """By the name of a deck what its panel shows."""
    html = client.get(reverse("decks")).content.decode()
    return dict(re.findall(r'<h3 id="[^"]+">([^<]+)</h3>(.*?)</section>', html, re.DOTALL))


def chosen(client: Client) -> list[str]:
    return [name for name, shown in panels(client).items() if "Your deck" in shown]


def choose(client: Client, game: str, deck: str) -> None:
    answer = client.post(reverse("decks"), {"game": game, "deck": deck})
    assert (answer.status_code, answer["Location"]) == (302, reverse("decks"))


@pytest.mark.parametrize(
    ("language", "names", "words"),
    [
        (
            "it",
            ["Carte napoletane", "Carte piacentine", "Carte piemontesi", "Carte francesi"],
            ["settebello", "fante di coppe", "cavallo di spade", "re di bastoni"],
        ),
        (
            "en",
            ["Neapolitan cards", "Piacentine cards", "Piedmontese cards", "French cards"],
            ["seven of coins, the settebello", "knave of cups", "knight of swords", "king of clubs"],
        ),
    ],
)
def test_every_deck_is_shown_by_a_few_cards_with_their_names(language: str, names: list[str], words: list[str]) -> None:
    shown = panels(reader(language))
    assert list(shown) == names
    assert re.findall(r'alt="([^"]+)"', shown[names[0]]) == words
    assert all(
        len(re.findall(r'<img class="playing-card" src="[^"]+\.svg#card-\w+"', each)) == 4 for each in shown.values()
    )


def test_the_first_deck_is_shown_until_another_is_chosen() -> None:
    client = reader()
    assert chosen(client) == ["Neapolitan cards"]
    choose(client, PICTURED[0], "francesi")
    assert chosen(client) == ["French cards"]
    assert chosen(reader()) == ["Neapolitan cards"]


@pytest.mark.parametrize(
    ("game", "deck"), [(PICTURED[0], "tarot"), ("bridge", "francesi"), (PICTURED[0], ""), ("", "")]
)
def test_an_unknown_deck_is_refused_in_words_and_changes_nothing(game: str, deck: str) -> None:
    client = reader()
    choose(client, PICTURED[0], "piacentine")
    answer = client.post(reverse("decks"), {"game": game, "deck": deck})
    assert answer.status_code == 422
    assert "There is no such deck: choose one of these." in answer.content.decode()
    assert chosen(client) == ["Piacentine cards"]


def test_a_cookie_that_names_no_deck_is_ignored() -> None:
    client = reader()
    client.cookies[f"deck_{PICTURED[0]}"] = "<script>"
    assert chosen(client) == ["Neapolitan cards"]


def test_the_page_of_the_rules_leads_there() -> None:
    assert f'href="{reverse("decks")}"' in reader().get(reverse("rules")).content.decode()
