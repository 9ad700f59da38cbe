"""The names of the cards, and what page and script of the live table say, in both languages."""

import re

import pytest
from django.utils import translation
from django.utils.translation import pgettext

from scala40.cards import NAMES
from scala40.decks import LAID_NAMES
from scala40.game import GAME
from scala40.table_words import MOST_MELDS, SENTENCES
from tournaments.games.contract import RefusedError

PLACE = re.compile(r"%\((\w+)\)s")


def words(language):
    with translation.override(language):
        return GAME.table_words("francesi", pgettext)


@pytest.mark.parametrize(
    ("card", "italian", "english"),
    [
        ("Ah", ["asso di cuori", "l'asso di cuori"], ["ace of hearts", "the ace of hearts"]),
        ("8d", ["otto di quadri", "l'otto di quadri"], ["eight of diamonds", "the eight of diamonds"]),
        ("Tc", ["dieci di fiori", "il dieci di fiori"], ["ten of clubs", "the ten of clubs"]),
        ("Qs", ["donna di picche", "la donna di picche"], ["queen of spades", "the queen of spades"]),
        ("*", ["jolly", "il jolly"], ["joker", "the joker"]),
        (
            "*=9c",
            ["jolly come nove di fiori", "il jolly come nove di fiori"],
            ["joker as nine of clubs", "the joker as nine of clubs"],
        ),
        ("m7", ["gioco 7", "gioco 7"], ["meld 7", "meld 7"]),
    ],
)
def test_a_card_alone_and_in_a_sentence(card, italian, english):
    for language, expected in (("it", italian), ("en", english)):
        found = words(language)
        assert [found["names"][card], found["cards"][card]] == expected


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_card_has_a_name_of_its_own(language):
    cards = words(language)["cards"]
    assert list(cards) == [*LAID_NAMES, *(f"m{number}" for number in range(1, MOST_MELDS + 1))]
    assert len(set(cards.values())) == len(cards)
    with translation.override(language):
        alone = {GAME.card_name("francesi", name, pgettext) for name in (*NAMES, "back")}
    assert len(alone) == len(NAMES) + 1


def test_a_card_that_is_none_has_no_name():
    with pytest.raises(RefusedError, match="unknown_card"):
        GAME.card_name("francesi", "1h", pgettext)


def test_italian_sentences_have_the_same_places():
    found = words("it")["sentences"]
    assert {key: sorted(PLACE.findall(each)) for key, each in found.items()} == {
        key: sorted(PLACE.findall(each)) for key, each in SENTENCES.items()
    }


@pytest.mark.parametrize(
    ("action", "button", "done", "named"),
    [
        ("draw", "Draw from the stock", "%(who)s drew from the stock.", {}),
        ("take", "Take the top discard", "%(who)s took the top discard.", {}),
        ("lay 8c*=9cTc", "Lay %(cards)s", "%(who)s laid %(cards)s.", {"cards": ["8c", "*=9c", "Tc"]}),
        ("lay 7h7d7c", "Lay %(cards)s", "%(who)s laid %(cards)s.", {"cards": ["7h", "7d", "7c"]}),
        (
            "off *=4h>m2",
            "Lay off %(card)s on %(meld)s",
            "%(who)s laid off %(card)s on %(meld)s.",
            {"card": ["*=4h"], "meld": ["m2"]},
        ),
        (
            "swap 9c>m1",
            "Swap %(card)s for the joker in %(meld)s",
            "%(who)s swapped %(card)s for the joker in %(meld)s.",
            {"card": ["9c"], "meld": ["m1"]},
        ),
        ("drop *", "Discard %(card)s", "%(who)s discarded %(card)s.", {"card": ["*"]}),
    ],
)
def test_a_move_names_the_sentences_of_its_button_and_of_what_was_done(action, button, done, named):
    found = words("en")
    to_do, was_done, cards = GAME.action_words(action)
    assert (found["sentences"][to_do], found["sentences"][was_done], cards) == (button, done, named)
    assert set(PLACE.findall(found["sentences"][f"you_{was_done}"])) == set(named)
    assert all(card in found["cards"] for each in named.values() for card in each)


def test_a_malformed_move_has_no_sentence():
    with pytest.raises(RefusedError, match="malformed_move"):
        GAME.action_words("play 8d")
