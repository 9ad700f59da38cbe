"""The pack in which the cards are shown, and the name of every card.

Names are English words marked for translation; the caller brings the language: ``card_name("9c", pgettext)``.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from scala40.cards import JOKER, NAMES, RANKS, card

Translate: TypeAlias = Callable[[str, str], str]
"""From the context of a word and the English word to a word of the reader's language."""


def pgettext(context: str, text: str) -> str:
    """Mark a word for translation; the page that shows it translates."""
    return text


DECKS: Final = ("francesi",)
PICTURES: Final = {deck: f"scala40/decks/{deck}.svg" for deck in DECKS}
SAMPLE: Final = ("Ah", "Qs", "*")

SUIT_NAMES: Final = {
    "h": pgettext("French suit", "hearts"),
    "d": pgettext("French suit", "diamonds"),
    "c": pgettext("French suit", "clubs"),
    "s": pgettext("French suit", "spades"),
}
# By rank its name, and the same in a sentence.
RANK_NAMES: Final = {
    "A": (pgettext("card", "ace"), pgettext("card", "the ace")),
    "2": (pgettext("card", "two"), pgettext("card", "the two")),
    "3": (pgettext("card", "three"), pgettext("card", "the three")),
    "4": (pgettext("card", "four"), pgettext("card", "the four")),
    "5": (pgettext("card", "five"), pgettext("card", "the five")),
    "6": (pgettext("card", "six"), pgettext("card", "the six")),
    "7": (pgettext("card", "seven"), pgettext("card", "the seven")),
    "8": (pgettext("card", "eight"), pgettext("card", "the eight")),
    "9": (pgettext("card", "nine"), pgettext("card", "the nine")),
    "T": (pgettext("card", "ten"), pgettext("card", "the ten")),
    "J": (pgettext("card", "jack"), pgettext("card", "the jack")),
    "Q": (pgettext("card", "queen"), pgettext("card", "the queen")),
    "K": (pgettext("card", "king"), pgettext("card", "the king")),
}
# What the corner of a card says.
INDICES: Final = {rank: "10" if rank == "T" else rank for rank in RANKS}

OF: Final = pgettext("card", "%(rank)s of %(suit)s")
JOKER_NAMES: Final = (pgettext("card", "joker"), pgettext("card", "the joker"))
AS: Final = pgettext("card", "%(joker)s as %(card)s")
BACK: Final = "back"
BACK_NAME: Final = pgettext("card", "face-down card")

# The names of cards that lie on the table: a joker is written with the card that it stands for.
LAID_NAMES: Final = (*NAMES, *(f"*={name}" for name in NAMES[:JOKER]))


def card_name(name: str, translate: Translate = pgettext, *, definite: bool = False) -> str:
    """Return the name of a card in notation, alone or inside a sentence; raises RefusalError ``unknown_card``.

    ``queen of hearts``, ``the joker``, ``joker as nine of clubs``.
    """
    if name.startswith("*="):
        values = {"joker": translate("card", JOKER_NAMES[definite]), "card": card_name(name[2:], translate)}
        return translate("card", AS) % values
    if card(name) == JOKER:
        return translate("card", JOKER_NAMES[definite])
    rank, suit = name[0], name[1]
    values = {"rank": translate("card", RANK_NAMES[rank][definite]), "suit": translate("French suit", SUIT_NAMES[suit])}
    return translate("card", OF) % values


def back_name(translate: Translate = pgettext) -> str:
    """Return the name of a card face down."""
    return translate("card", BACK_NAME)
