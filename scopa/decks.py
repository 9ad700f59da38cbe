"""The packs in which cards are shown, the table of French suits, and the name of every card.

Names are English words marked for translation; the caller brings the language: ``card_name(card, deck, pgettext)``.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from scopa.cards import RANKS, SETTEBELLO, SUITS, VALUE, Card

Translate: TypeAlias = Callable[[str, str], str]
"""From the context of a word and the English word to a word of the reader's language."""


def pgettext(context: str, text: str) -> str:
    """Mark a word for translation; the page that shows it translates."""
    return text


# The same words as in the parameter ``deck_style`` (R-SCO-02); the first is the default.
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

# The same in a sentence.
THE_PIP_RANKS: Final = (
    pgettext("card", "the ace"),
    pgettext("card", "the two"),
    pgettext("card", "the three"),
    pgettext("card", "the four"),
    pgettext("card", "the five"),
    pgettext("card", "the six"),
    pgettext("card", "the seven"),
)
THE_ITALIAN_RANKS: Final = (
    *THE_PIP_RANKS,
    pgettext("card", "the knave"),
    pgettext("card", "the knight"),
    pgettext("card", "the king"),
)
THE_FRENCH_RANKS: Final = (
    *THE_PIP_RANKS,
    pgettext("card", "the jack"),
    pgettext("card", "the queen"),
    pgettext("card", "the king"),
)

# The corner of a figure: its value, except where J, Q and K are usual.
PIP_INDICES: Final = ("A", "2", "3", "4", "5", "6", "7")
ITALIAN_INDICES: Final = (*PIP_INDICES, "8", "9", "10")
FRENCH_INDICES: Final = (*PIP_INDICES, "J", "Q", "K")

OF: Final = pgettext("card", "%(rank)s of %(suit)s")
SETTEBELLO_NAME: Final = pgettext("card", "seven of coins, the settebello")
FRENCH_SETTEBELLO: Final = pgettext("card", "seven of diamonds, the settebello")
THE_SETTEBELLO: Final = pgettext("card", "the settebello")
BACK: Final = "back"
BACK_NAME: Final = pgettext("card", "face-down card")


def index(card: Card, deck: str) -> str:
    """Return what the corner of the card says, such as ``7``, ``10`` or ``K``."""
    indices = FRENCH_INDICES if deck == "francesi" else ITALIAN_INDICES
    return indices[VALUE[card] - 1]


def card_name(card: Card, deck: str, translate: Translate = pgettext) -> str:
    """Return the name of the card as players of this deck say it: ``knight of cups``, ``queen of hearts``."""
    french = deck in FRENCH_SUITED
    if card == SETTEBELLO:
        return translate("card", FRENCH_SETTEBELLO if french else SETTEBELLO_NAME)
    rank = rank_name(RANKS[VALUE[card] - 1], deck, translate)
    return translate("card", OF) % {"rank": rank, "suit": _suit(card, french, translate)}


def definite_name(card: Card, deck: str, translate: Translate = pgettext) -> str:
    """Return the name of the card inside a sentence: ``the knight of cups``, ``the settebello``."""
    if card == SETTEBELLO:
        return translate("card", THE_SETTEBELLO)
    french = deck in FRENCH_SUITED
    rank = definite_rank(RANKS[VALUE[card] - 1], deck, translate)
    return translate("card", OF) % {"rank": rank, "suit": _suit(card, french, translate)}


def rank_name(rank: str, deck: str, translate: Translate = pgettext) -> str:
    """Return the name of a value, by its letter in the notation: ``seven``, ``queen``."""
    ranks = FRENCH_RANKS if deck in FRENCH_SUITED else ITALIAN_RANKS
    return translate("card", ranks[RANKS.index(rank)])


def definite_rank(rank: str, deck: str, translate: Translate = pgettext) -> str:
    """Return the same inside a sentence: ``the seven``, ``the queen``."""
    ranks = THE_FRENCH_RANKS if deck in FRENCH_SUITED else THE_ITALIAN_RANKS
    return translate("card", ranks[RANKS.index(rank)])


def back_name(translate: Translate = pgettext) -> str:
    """Return the name of a card face down."""
    return translate("card", BACK_NAME)


def _suit(card: Card, french: bool, translate: Translate) -> str:
    suit = SUITS[card % len(SUITS)]
    if french:
        return translate("French suit", FRENCH_SUITS[FRENCH_FOR_ITALIAN[suit]])
    return translate("Italian suit", ITALIAN_SUITS[suit])
