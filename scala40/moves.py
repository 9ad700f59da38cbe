"""The notation of a move: ``draw``, ``take``, ``lay 8c*=9cTc``, ``off 4h>m2``, ``swap 9c>m1``, ``drop Ks``."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, NoReturn

from scala40.cards import CARD_OF_NAME, JOKER, NAMES, Card
from scala40.errors import IllegalMoveError, MalformedMoveError, brief
from scala40.melds import HIGH_ACE, NO_JOKER, Meld, run, set_of


class Move(NamedTuple):
    """One move; unused fields are None. Of a lay-off, ``card`` leaves the hand and stands for ``stands``."""

    action: str
    card: Card | None = None
    meld: Meld | None = None
    at: int | None = None
    """Which combination of the table, from 0: ``m1`` is 0."""
    stands: Card | None = None


DRAW: Final = Move("draw")
TAKE: Final = Move("take")
DROPS: Final = tuple(Move("drop", card) for card in range(53))

_CARD: Final = r"(?:[A2-9TJQK][hdcs])"
_LAID: Final = re.compile(rf"(\*=)?({_CARD})")
_NOTATION: Final = re.compile(
    rf"(?P<plain>draw|take)"
    rf"|drop (?P<drop>{_CARD}|\*)"
    rf"|lay (?P<lay>(?:(?:\*=)?{_CARD}){{1,20}})"
    rf"|off (?P<joker>\*=)?(?P<off>{_CARD})>m(?P<off_at>[1-9]\d?)"
    rf"|swap (?P<swap>{_CARD})>m(?P<swap_at>[1-9]\d?)"
)

LONGEST: Final = 200
# What people may type for each word of the notation (R-S40-51): players type the words that they are used to.
VERBS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("draw", "pesca", "tallone"), "draw"),
    **dict.fromkeys(("take", "prendi", "raccogli", "pozzo"), "take"),
    **dict.fromkeys(("lay", "cala", "apri"), "lay"),
    **dict.fromkeys(("off", "attacca", "lega"), "off"),
    **dict.fromkeys(("swap", "scambia", "sostituisci"), "swap"),
    **dict.fromkeys(("drop", "discard", "scarta"), "drop"),
}
_TYPED_CARD: Final = re.compile(r"(1[0-3]|[1-9]|[ATJQK])([HDCS])", re.IGNORECASE)
_TYPED_RANK: Final = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
_TYPED_PLACE: Final = re.compile(r"[>M]*(\d{1,2})$", re.IGNORECASE)


def read_move(text: str) -> Move:
    """Return the move of a notation, wherever it is played; the cards of a combination in any order.

    Raises MalformedMoveError for a malformed notation, IllegalMoveError when its cards form no combination.
    """
    found = _NOTATION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise MalformedMoveError("malformed_move", typed=brief(text))
    parts = found.groupdict()
    if parts["plain"]:
        return DRAW if parts["plain"] == "draw" else TAKE
    if parts["drop"]:
        return DROPS[CARD_OF_NAME[parts["drop"]]]
    if parts["lay"]:
        return Move("lay", meld=read_meld(parts["lay"]))
    if parts["swap"]:
        return Move("swap", CARD_OF_NAME[parts["swap"]], at=int(parts["swap_at"]) - 1)
    stands = CARD_OF_NAME[parts["off"]]
    return Move("off", JOKER if parts["joker"] else stands, at=int(parts["off_at"]) - 1, stands=stands)


def typed_move(text: str) -> str:
    """Return the notation of a typed move (R-S40-51).

    Words of both languages, in any case and with spaces; ace, ten and figures also by number; ``m`` and ``>`` may be
    left out. Raises as ``read_move`` does.
    """
    if not isinstance(text, str) or len(text) > LONGEST or not text.split():
        raise MalformedMoveError("malformed_move", typed=brief(text))
    word, *rest = text.split()
    verb, about = VERBS.get(word.lower(), ""), "".join(rest).replace(",", "")
    at = ""
    if verb in ("off", "swap"):
        # ``4h>m2``, ``4h m2`` and ``4h 2``: a suit stands between card and place.
        place = _TYPED_PLACE.search(about)
        if place is not None:
            about, at = about[: place.start()], f">m{int(place[1])}"
    cards = _TYPED_CARD.sub(lambda card: _TYPED_RANK.get(card[1], card[1].upper()) + card[2].lower(), about)
    written = f"{verb} {cards}{at}".rstrip()
    try:
        read_move(written)
    except MalformedMoveError:
        raise MalformedMoveError("malformed_move", typed=brief(text)) from None
    return written


def write_move(move: Move) -> str:
    """Return the one notation of a move."""
    if move.action == "lay":
        return f"lay {move.meld}"
    if move.card is None:
        return move.action
    if move.at is None:
        return f"drop {NAMES[move.card]}"
    if move.stands is None:
        return f"swap {NAMES[move.card]}>m{move.at + 1}"
    joker = "*=" if move.card == JOKER else ""
    return f"off {joker}{NAMES[move.stands]}>m{move.at + 1}"


def read_meld(text: str) -> Meld:
    """Return the combination whose cards are written one after the other; raises IllegalMoveError if there is none.

    A set has every suit once (R-S40-06). A run is in order, the ace before the two or after the king; thirteen in a row
    begin with the card written (R-S40-07).
    """
    found = [(CARD_OF_NAME[name], bool(star)) for star, name in _LAID.findall(text)]
    cards = [card for card, _ in found]
    jokers = [card for card, is_joker in found if is_joker]
    if len(jokers) > 1:
        _refuse("meld_two_jokers", text)
    if len(cards) < 3:
        _refuse("meld_too_short", text)
    ranks, suit = {card % 13 for card in cards}, cards[0] // 13
    is_set = len(ranks) == 1
    if not is_set and len({card // 13 for card in cards}) > 1:
        _refuse("meld_neither", text)
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        _refuse("set_suit_twice" if is_set else "run_card_twice", text, card=NAMES[twice])
    if is_set:
        return set_of(cards[0] % 13, sum(1 << card // 13 for card in cards), jokers[0] // 13 if jokers else NO_JOKER)
    is_high = 0 in ranks and 12 in ranks and (1 not in ranks or (len(ranks) == 13 and cards[0] % 13 != 0))
    places = sorted(HIGH_ACE if rank == 0 and is_high else rank for rank in ranks)
    if places[-1] - places[0] != len(places) - 1:
        _refuse("run_round_corner" if {0, 12} <= ranks else "run_with_gap", text)
    place = NO_JOKER
    if jokers:
        place = HIGH_ACE if is_high and jokers[0] % 13 == 0 else jokers[0] % 13
    return run(suit, places[0], places[-1], place)


def _refuse(code: str, text: str, **params: Any) -> NoReturn:
    raise IllegalMoveError(code, meld=text, **params)
