"""The packs in which cards are shown, the table of French suits, and the name of every card.

Names are English words marked for translation; the caller brings the language: ``card_name(card, deck, pgettext)``.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from scopa.cards import SETTEBELLO, SUITS, VALUE, Card

Translate: TypeAlias = Callable[[str, str], str]
"""From the context of a word and the English word to a word of the reader's language."""


def pgettext(context: str, text: str) -> str:
    """Mark a word for translation; the page that shows it translates."""
    return text


# The same words as in the parameter ``deck_style`` (R-SCO-02); the first is what somebody sees who has chosen none.
DECKS: Final = ("napoletane", "piacentine", "piemontesi", "francesi")
PICTURES: Final = {deck: f"scopa/decks/{deck}.svg" for deck in DECKS}
SAMPLE: Final = ("7d", "Fc", "Cs", "Rb")
FRENCH_SUITED: Final = ("piemontesi", "francesi")

# By Italian suit, the French one that stands for it (R-SCO-01, source 002): quadri, cuori, picche, fiori.
FRENCH_FOR_ITALIAN: Final = {"d": "diamonds", "c": "hearts", "s": "spades", "b": "clubs"}

ITALIAN_SUITS: Final = {
    "d": pgettext("Italian suit", "coins"),
    "c": pgettext("Italian suit", "cups"),
    "s": pgettext("Italian suit", "swords"),
    "b": pgettext("Italian suit", "clubs"),
}
FRENCH_SUITS: Final = {
    "diamonds": pgettext("French suit", "diamonds"),
    "hearts": pgettext("French suit", "hearts"),
    "spades": pgettext("French suit", "spades"),
    "clubs": pgettext("French suit", "clubs"),
}

PIP_RANKS: Final = (
    pgettext("card", "ace"),
    pgettext("card", "two"),
    pgettext("card", "three"),
    pgettext("card", "four"),
    pgettext("card", "five"),
    pgettext("card", "six"),
    pgettext("card", "seven"),
)
ITALIAN_RANKS: Final = (*PIP_RANKS, pgettext("card", "knave"), pgettext("card", "knight"), pgettext("card", "king"))
FRENCH_RANKS: Final = (*PIP_RANKS, pgettext("card", "jack"), pgettext("card", "queen"), pgettext("card", "king"))

# What is printed in the corner of a figure: its value, except where J, Q and K are usual.
PIP_INDICES: Final = ("A", "2", "3", "4", "5", "6", "7")
ITALIAN_INDICES: Final = (*PIP_INDICES, "8", "9", "10")
FRENCH_INDICES: Final = (*PIP_INDICES, "J", "Q", "K")

OF: Final = pgettext("card", "%(rank)s of %(suit)s")
SETTEBELLO_NAME: Final = pgettext("card", "seven of coins, the settebello")
FRENCH_SETTEBELLO: Final = pgettext("card", "seven of diamonds, the settebello")
BACK: Final = "back"
BACK_NAME: Final = pgettext("card", "face-down card")


def index(card: Card, deck: str) -> str:
    """What the corner of the card says, such as ``7``, ``10`` or ``K``."""
    indices = FRENCH_INDICES if deck == "francesi" else ITALIAN_INDICES
    return indices[VALUE[card] - 1]


def card_name(card: Card, deck: str, translate: Translate = pgettext) -> str:
    """The name of the card as players of this deck say it: ``knight of cups``, ``queen of hearts``."""
    french = deck in FRENCH_SUITED
    if card == SETTEBELLO:
        return translate("card", FRENCH_SETTEBELLO if french else SETTEBELLO_NAME)
    rank = (FRENCH_RANKS if french else ITALIAN_RANKS)[VALUE[card] - 1]
    return translate("card", OF) % {"rank": translate("card", rank), "suit": _suit(card, french, translate)}


def back_name(translate: Translate = pgettext) -> str:
    """The name of a card face down."""
    return translate("card", BACK_NAME)


def _suit(card: Card, french: bool, translate: Translate) -> str:
    suit = SUITS[card % len(SUITS)]
    if french:
        return translate("French suit", FRENCH_SUITS[FRENCH_FOR_ITALIAN[suit]])
    return translate("Italian suit", ITALIAN_SUITS[suit])
