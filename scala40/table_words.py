"""The texts of the live table that are the game's own: names of cards and combinations, and the sentences.

As in ``decks``, sentences are English and marked; the caller translates.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from scala40.decks import LAID_NAMES, Translate, card_name, pgettext
from scala40.moves import Move, write_move

Json: TypeAlias = Any

MOST_MELDS: Final = 36
"""Combinations of a table with words of their own: 108 cards make no more."""
MELD: Final = pgettext("table", "meld %(number)s")

# Sentences with values as %(name)s; one that begins with a value gets a capital letter.
SENTENCES: Final[Mapping[str, str]] = {
    # Moves, read out once.
    "drew": pgettext("table", "%(who)s drew from the stock."),
    "you_drew": pgettext("table", "You drew from the stock."),
    "you_drew_card": pgettext("table", "You drew %(card)s."),
    "took": pgettext("table", "%(who)s took the top discard."),
    "you_took": pgettext("table", "You took the top discard."),
    "took_card": pgettext("table", "%(who)s took %(card)s from the discards."),
    "you_took_card": pgettext("table", "You took %(card)s from the discards."),
    "laid": pgettext("table", "%(who)s laid %(cards)s."),
    "you_laid": pgettext("table", "You laid %(cards)s."),
    "attached": pgettext("table", "%(who)s laid off %(card)s on %(meld)s."),
    "you_attached": pgettext("table", "You laid off %(card)s on %(meld)s."),
    "swapped": pgettext("table", "%(who)s swapped %(card)s for the joker in %(meld)s."),
    "you_swapped": pgettext("table", "You swapped %(card)s for the joker in %(meld)s."),
    "dropped": pgettext("table", "%(who)s discarded %(card)s."),
    "you_dropped": pgettext("table", "You discarded %(card)s."),
    # What follows from a move.
    "opened": pgettext("table", "%(who)s has opened with %(points)s points."),
    "you_opened": pgettext("table", "You have opened with %(points)s points."),
    "closed_deal": pgettext("table", "%(who)s closes."),
    "you_closed_deal": pgettext("table", "You close."),
    "closed_in_hand": pgettext("table", "%(who)s closes in hand!"),
    "you_closed_in_hand": pgettext("table", "You close in hand!"),
    "remade": pgettext("table", "The stock has run out: the discards are shuffled into a new one."),
    "nobody_void": pgettext("table", "The stock has run out for good: the deal is void."),
    "up": pgettext("table", "The top discard: %(card)s."),
    "up_none": pgettext("table", "There is no discard."),
    # Buttons of moves.
    "draw": pgettext("table", "Draw from the stock"),
    "take": pgettext("table", "Take the top discard"),
    "lay": pgettext("table", "Lay %(cards)s"),
    "attach": pgettext("table", "Lay off %(card)s on %(meld)s"),
    "swap": pgettext("table", "Swap %(card)s for the joker in %(meld)s"),
    "drop": pgettext("table", "Discard %(card)s"),
    # Places on the table.
    "stock": pgettext("table", "Stock"),
    "discards": pgettext("table", "Discards"),
    "own_melds": pgettext("table", "Yours"),
    "here": pgettext("table", "here"),
    "swap_here": pgettext("table", "swap"),
    # Prompts.
    "draw_now": pgettext("table", "Draw from the stock."),
    "draw_or_take": pgettext("table", "Draw from the stock, or take the discard."),
    "take_to_open": pgettext("table", "Draw from the stock, or take the discard to open with it."),
    "lay_or_drop": pgettext("table", "Choose cards to lay, or one to discard."),
    "lay_or_drop_open": pgettext("table", "Lay, lay off, or discard a card."),
    "use_taken": pgettext("table", "You have to use %(card)s this turn."),
    "lay_so": pgettext("table", "For example: lay %(cards)s."),
    "use_joker": pgettext("table", "You have to use the joker this turn."),
    "more_to_open": pgettext("table", "Points laid: %(points)s of %(needed)s. Lay more to open."),
    "one_chosen": pgettext("table", "%(card)s: discard it, or choose more cards."),
    "one_stays": pgettext("table", "%(card)s cannot be discarded now: choose more cards."),
    "one_attaches": pgettext("table", "%(card)s goes on %(melds)s."),
    "or_on": pgettext("table", " or on "),
    "one_swaps": pgettext("table", "%(card)s takes the place of the joker in %(meld)s."),
    "choose_one": pgettext("table", "Choose one card from your hand for this meld."),
    "choose_drop": pgettext("table", "Choose one card to discard."),
    "drawn_already": pgettext("table", "You have already drawn this turn."),
    "does_not_go": pgettext("table", "%(card)s does not go on %(meld)s."),
    "no_meld": pgettext("table", "These cards do not make a meld."),
    "left_over": pgettext("table", "Not in a meld: %(cards)s."),
    "lay_now": pgettext("table", "Lay"),
    "lay_points": pgettext("table", "Lay: %(points)s"),
    "lay_missing": pgettext("table", "Lay: %(missing)s more"),
    "missing": pgettext("table", "You need %(needed)s to open: %(missing)s more."),
    "points_of": pgettext("table", "%(points)s of %(needed)s"),
    "which_joker": pgettext("table", "What does the joker stand for?"),
    "which_jokers": pgettext("table", "What do the jokers stand for?"),
    "choice": pgettext("table", "%(cards)s: %(points)s"),
    "by_suit": pgettext("table", "By suit"),
    "by_rank": pgettext("table", "By rank"),
    "by_hand": pgettext("table", "My order"),
    "sort": pgettext("table", "Order of your cards"),
    "moved": pgettext("table", "%(card)s is now card %(place)s of %(places)s."),
    "let_go_drop": pgettext("table", "Let go to discard %(card)s."),
    "let_go_meld": pgettext("table", "Let go to lay off %(card)s."),
    "let_go_hand": pgettext("table", "Let go to draw."),
    "point_out": pgettext("table", "Drag the card to a meld, to the discards, or to its place in your hand."),
    "carry_pile": pgettext("table", "Drag the card to your hand."),
    "keys": pgettext(
        "table",
        "The arrows move along the cards, Enter chooses, Shift and an arrow move a card. P draws, S takes or discards, "
        "C lays, Esc undoes.",
    ),
    # To who watches, and what may be typed.
    "watching": pgettext("table", "You are watching: the hands stay face down."),
    "examples": pgettext("table", "For example: draw, lay 7h 7d 7c, off 4h 2, drop Ks, score, time, last"),
}

# By the kind of a move the sentence of its button, and the one that tells it.
_TOLD: Final = {
    "draw": ("draw", "drew"),
    "take": ("take", "took"),
    "lay": ("lay", "laid"),
    "off": ("attach", "attached"),
    "swap": ("swap", "swapped"),
    "drop": ("drop", "dropped"),
}


def action_words(move: Move) -> tuple[str, str, Mapping[str, Sequence[str]]]:
    """Return the names of the sentences of a move, and its cards and combinations by their placeholders."""
    button, done = _TOLD[move.action]
    if move.meld is not None:
        laid = [LAID_NAMES[each] for each in move.meld.cards]
        if move.meld.has_joker:
            laid[move.meld.joker_at] = f"*={laid[move.meld.joker_at]}"
        return button, done, {"cards": laid}
    if move.card is None:
        return button, done, {}
    card, _at, meld = write_move(move).split(" ")[1].partition(">")
    return button, done, {"card": [card], "meld": [meld]} if meld else {"card": [card]}


def table_words(translate: Translate = pgettext) -> dict[str, Json]:
    """Return the texts of page and script: cards and combinations in a sentence (``cards``) and alone (``names``)."""
    melds = {f"m{number}": translate("table", MELD) % {"number": number} for number in range(1, MOST_MELDS + 1)}
    return {
        "cards": {name: card_name(name, translate, definite=True) for name in LAID_NAMES} | melds,
        "names": {name: card_name(name, translate) for name in LAID_NAMES} | melds,
        "sentences": {key: translate("table", sentence) for key, sentence in SENTENCES.items()},
    }
