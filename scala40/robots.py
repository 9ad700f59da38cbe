"""Robots for empty seats: level two lays what it can, keeps pairs and discards what helps nobody (R-S40-52)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from scala40.cards import (
    BIT,
    CARD_OF_NAME,
    JOKER,
    ONE_JOKER,
    Card,
    Hand,
    card_points,
    count_in_hand,
    hand_of,
    without_card,
)
from scala40.melds import HIGH_ACE, melds_in
from scala40.moves import Move, read_move
from scala40.rules import Rules

Json: TypeAlias = Any
Dice: TypeAlias = Callable[[int], int]

# What a card is worth in the hand, in the points that it may cost there.
IN_COMBINATION: Final = 100
OF_PAIR: Final = 20
# By the distance of two cards of a suit.
OF_NEIGHBOURS: Final = {1: 22, 2: 12}
OF_JOKER: Final = 1_000


def choose(rules: Rules, view: Mapping[str, Json], actions: Sequence[str], dice: Dice) -> str:
    """Choose one of the ``actions`` of the seat that has this view; ``dice`` choose among equal ones."""
    if len(actions) == 1:
        return actions[0]
    hand = hand_of(CARD_OF_NAME[name] for name in view["hand"])
    if "draw" in actions:
        # Who takes a discard uses it in this turn; only the first card turned up may be kept.
        helps = view["turns"] or kept_worth(rules, hand, CARD_OF_NAME[view["top_discard"]]) > 0
        return "take" if helps else "draw"
    found = [read_move(action) for action in actions]
    if any(move.action != "drop" for move in found):
        worth = [laying_worth(move) for move in found]
    else:
        worth = [-kept_worth(rules, hand, move.card or 0) for move in found]
    best = max(worth)
    equal = [action for action, each in zip(actions, worth, strict=True) if each == best]
    return equal[dice(len(equal))]


def laying_worth(move: Move) -> int:
    """Return how gladly a move is made: many cards and points at once, jokers late, and a discard last."""
    if move.meld is not None:
        return 1_000 + 100 * move.meld.size + move.meld.points - 500 * move.meld.has_joker
    return {"drop": 0, "off": 2 - (move.card == JOKER)}.get(move.action, 3)


def kept_worth(rules: Rules, hand: Hand, card: Card) -> int:
    """Return what a card is worth beside the others of a hand, less what it costs at the end."""
    if card == JOKER:
        return OF_JOKER
    rest = without_card(hand, card) if count_in_hand(hand, card) else hand
    if rest >> card & 1:
        # The other of the two cards that look alike is there already.
        return -card_points(card)
    without_jokers = (rest & (ONE_JOKER - 1)) | BIT[card]
    if any(meld.naturals >> card & 1 for meld in melds_in(without_jokers, rules.max_run_when_laid)):
        return IN_COMBINATION - card_points(card)
    suit, rank = divmod(card, 13)
    worth = OF_PAIR * sum(rest >> 13 * other + rank & 1 for other in range(4) if other != suit)
    for place in (rank,) if rank else (rank, HIGH_ACE):
        for distance, each in OF_NEIGHBOURS.items():
            near = [at for at in (place - distance, place + distance) if 0 <= at <= HIGH_ACE]
            worth += each * sum(rest >> 13 * suit + at % 13 & 1 for at in near)
    return worth - card_points(card)
