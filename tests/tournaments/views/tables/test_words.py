"""What every online table says, whatever the game: said once, by the platform, and whole in Italian."""

import re

import pytest
from django.utils import translation
from django.utils.translation import pgettext

from tests.tournaments.toy_online.game import GAME as TOY
from tournaments.games import registry
from tournaments.games.contract import TabledGame
from tournaments.online.pages.texts import table_words

PLACE = re.compile(r"%\((\w+)\)s")
TABLED = [registry.game_with_table(key) for key in ("scopa", "scala40")]


def sentences(language: str, game: TabledGame, deck: str) -> dict[str, str]:
    with translation.override(language):
        return dict(table_words(game, deck)["sentences"])


def test_a_game_that_says_nothing_of_it_has_the_sentences_of_a_match() -> None:
    italian, english = (sentences(language, TOY, "plain") for language in ("it", "en"))
    assert [italian["closed"], english["closed"]] == ["La smazzata è finita.", "The deal is over."]
    assert [italian["other_turn"], english["other_turn"]] == ["Tocca a %(who)s.", "%(who)s plays."]
    assert english["laid"] == "%(who)s lays %(card)s."
    assert {key: PLACE.findall(said) for key, said in italian.items()} == {
        key: PLACE.findall(said) for key, said in english.items()
    }


@pytest.mark.parametrize("game", TABLED, ids=lambda game: game.key)
def test_no_game_says_again_what_every_table_says(game: TabledGame) -> None:
    deck = next(iter(game.decks))
    shared = set(sentences("en", TOY, "plain")) - set(TOY.table_words("plain", pgettext)["sentences"])
    assert len(shared) == 22
    assert not shared & set(game.table_words(deck, pgettext)["sentences"])
