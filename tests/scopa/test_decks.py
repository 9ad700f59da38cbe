"""The packs: which French suit stands for which Italian one, and the name of every card in both languages."""

import pytest
from django.utils import translation
from django.utils.translation import pgettext

from scopa.cards import CARD_OF_NAME, PACK_SIZE
from scopa.decks import DECKS, back_name, card_name, index
from scopa.rules import DOMAINS


def named(card: str, deck: str, language: str) -> str:
    with translation.override(language):
        return card_name(CARD_OF_NAME[card], deck, pgettext)


@pytest.mark.parametrize(
    ("card", "italian", "french"),
    [
        ("Ad", "asso di denari", "asso di quadri"),
        ("2c", "due di coppe", "due di cuori"),
        ("6b", "sei di bastoni", "sei di fiori"),
        ("3s", "tre di spade", "tre di picche"),
        ("Fc", "fante di coppe", "fante di cuori"),
        ("Cb", "cavallo di bastoni", "donna di fiori"),
        ("Rs", "re di spade", "re di picche"),
        ("7d", "settebello", "sette di quadri, il settebello"),
    ],
)
def test_french_suits_stand_for_italian_ones(card: str, italian: str, french: str) -> None:
    assert [named(card, deck, "it") for deck in DECKS] == [italian, italian, french, french]


@pytest.mark.parametrize(
    ("card", "italian", "french"),
    [
        ("Ad", "ace of coins", "ace of diamonds"),
        ("4b", "four of clubs", "four of clubs"),
        ("5s", "five of swords", "five of spades"),
        ("Fc", "knave of cups", "jack of hearts"),
        ("Cc", "knight of cups", "queen of hearts"),
        ("7d", "seven of coins, the settebello", "seven of diamonds, the settebello"),
    ],
)
def test_names_in_english(card: str, italian: str, french: str) -> None:
    assert [named(card, deck, "en") for deck in DECKS] == [italian, italian, french, french]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("deck", DECKS)
def test_every_card_has_a_name_of_its_own(deck: str, language: str) -> None:
    with translation.override(language):
        names = {card_name(card, deck, pgettext) for card in range(PACK_SIZE)} | {back_name(pgettext)}
    assert len(names) == PACK_SIZE + 1


def test_figures_are_numbered_where_j_q_and_k_are_not_usual() -> None:
    shown = {deck: [index(CARD_OF_NAME[card], deck) for card in ("Ad", "7d", "Fd", "Cd", "Rd")] for deck in DECKS}
    assert shown == {
        "napoletane": ["A", "7", "8", "9", "10"],
        "piacentine": ["A", "7", "8", "9", "10"],
        "piemontesi": ["A", "7", "8", "9", "10"],
        "francesi": ["A", "7", "J", "Q", "K"],
    }


def test_a_pack_is_what_a_ruleset_can_name() -> None:
    assert set(DECKS) < set(DOMAINS["deck_style"].values)
