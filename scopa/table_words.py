"""The texts of the live table's script that are the game's own: cards as sentences name them, and the sentences.

As in ``decks``, sentences are English and marked; the caller translates.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from scopa.cards import NAMES, RANKS, card
from scopa.decks import Translate, definite_name, definite_rank, pgettext

Json: TypeAlias = Any

# Sentences with values as %(name)s; one that begins with a value gets a capital letter.
SENTENCES: Final[Mapping[str, str]] = {
    # Plays, read out once.
    "took": pgettext("table", "%(who)s took %(cards)s with %(card)s."),
    "you_took": pgettext("table", "You took %(cards)s with %(card)s."),
    "laid": pgettext("table", "%(who)s discarded %(card)s."),
    "you_laid": pgettext("table", "You discarded %(card)s."),
    "kept": pgettext("table", "%(who)s took %(card)s itself: the table was empty."),
    "you_kept": pgettext("table", "You took %(card)s itself: the table was empty."),
    "sweep": pgettext("table", "Scopa!"),
    # What happens to the cards left on the table at the end of a deal.
    "left": pgettext("table", "What is left on the table goes to %(who)s: %(cards)s."),
    "you_left": pgettext("table", "What is left on the table goes to you: %(cards)s."),
    "us_left": pgettext("table", "What is left on the table goes to your pair: %(cards)s."),
    "nobody_left": pgettext("table", "What is left on the table goes to nobody: %(cards)s."),
    "on_table": pgettext("table", "On the table: %(cards)s."),
    "table_empty": pgettext("table", "The table is empty."),
    # Prompts.
    "choose": pgettext("table", "Choose a card from your hand."),
    "takes": pgettext("table", "%(card)s can take %(options)s."),
    "choose_hand": pgettext("table", "Now choose the card of your hand that takes."),
    "takes_nothing": pgettext("table", "%(card)s takes nothing: touch the transparent card to discard it."),
    "takes_itself": pgettext("table", "%(card)s takes itself: touch the transparent card to put it with your cards."),
    "let_go": pgettext("table", "Let go to take %(cards)s."),
    "let_go_discard": pgettext("table", "Let go to discard %(card)s."),
    "let_go_keep": pgettext("table", "Let go to put %(card)s with your cards."),
    "point_out": pgettext("table", "Move over a card that you want to take."),
    "take": pgettext("table", "Take %(cards)s with %(card)s"),
    "discard": pgettext("table", "Discard %(card)s"),
    "keep": pgettext("table", "Put %(card)s with your cards"),
    "keep_here": pgettext("table", "With your cards"),
    "discard_here": pgettext("table", "Discard here"),
    "keys": pgettext("table", "Arrows walk along the cards, Enter chooses, Esc takes back."),
    # Errors of a gesture.
    "must_take": pgettext("table", "You cannot discard %(card)s: it must take %(options)s."),
    "takes_only": pgettext("table", "With %(card)s you cannot take %(cards)s: you can take %(options)s."),
    "several": pgettext("table", "%(card)s can take in more than one way: choose the cards one by one."),
    # What may be typed.
    "examples": pgettext("table", "For example: 7d, 7dx3c+4b, score, time, last"),
}


def table_words(deck: str, translate: Translate = pgettext) -> dict[str, Json]:
    """Return all texts of the script at a table played with ``deck``.

    ``cards`` has the name of every card in a sentence; ``ranks`` the same of a value, for a button.
    """
    return {
        "cards": {name: definite_name(card(name), deck, translate) for name in NAMES},
        "ranks": {rank: definite_rank(rank, deck, translate) for rank in RANKS},
        "sentences": {key: translate("table", sentence) for key, sentence in SENTENCES.items()},
    }
