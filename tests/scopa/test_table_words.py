"""What the script of the live table says: every card in a sentence, in both languages."""

import re

import pytest
from django.utils import translation
from django.utils.translation import pgettext

from scopa.cards import NAMES, RANKS
from scopa.decks import DECKS
from scopa.game import GAME
from scopa.table_words import SENTENCES
from tournaments.games.contract import RefusedError

PLACE = re.compile(r"%\((\w+)\)s")


def words(deck, language):
    with translation.override(language):
        return GAME.table_words(deck, pgettext)


@pytest.mark.parametrize(
    ("card", "deck", "italian", "english"),
    [
        ("Ad", "napoletane", "l'asso di denari", "the ace of coins"),
        ("4b", "francesi", "il quattro di fiori", "the four of clubs"),
        ("Cc", "napoletane", "il cavallo di coppe", "the knight of cups"),
        ("Cc", "francesi", "la donna di cuori", "the queen of hearts"),
        ("7d", "napoletane", "il settebello", "the settebello"),
    ],
)
def test_a_card_in_a_sentence(card, deck, italian, english):
    assert words(deck, "it")["cards"][card] == italian
    assert words(deck, "en")["cards"][card] == english


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("deck", DECKS)
def test_every_card_and_every_value_has_its_words(deck, language):
    found = words(deck, language)
    assert list(found["cards"]) == list(NAMES)
    assert len(set(found["cards"].values())) == len(NAMES)
    assert len(set(found["ranks"].values())) == len(RANKS)


def test_italian_sentences_have_the_same_places():
    found = words("napoletane", "it")["sentences"]
    assert {key: sorted(PLACE.findall(each)) for key, each in found.items()} == {
        key: sorted(PLACE.findall(each)) for key, each in SENTENCES.items()
    }


@pytest.mark.parametrize(
    ("action", "button", "done", "cards"),
    [
        ("7d", "Discard %(card)s", "%(who)s discarded %(card)s.", {"card": ["7d"]}),
        (
            "7cx6s+Ad",
            "Take %(cards)s with %(card)s",
            "%(who)s took %(cards)s with %(card)s.",
            {"card": ["7c"], "cards": ["Ad", "6s"]},
        ),
    ],
)
def test_a_play_names_the_sentences_of_its_button_and_of_what_was_done(action, button, done, cards):
    sentences = words("napoletane", "en")["sentences"]
    to_do, was_done, named = GAME.action_words(action)
    assert (sentences[to_do], sentences[was_done], named) == (button, done, cards)
    assert set(PLACE.findall(sentences[f"you_{was_done}"])) == set(named)


def test_a_malformed_play_has_no_sentence():
    with pytest.raises(RefusedError, match="malformed_play"):
        GAME.action_words("8d")
