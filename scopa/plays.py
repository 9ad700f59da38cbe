"""The notation of a play (giocata): ``7d`` lays a card down, ``7dx3c+4b`` takes two with it."""

import re
from typing import Final, TypeAlias

from scopa.cards import CARD_OF_NAME, NAMES, Card, Cards, mask, names
from scopa.errors import MalformedPlayError, brief

Play: TypeAlias = tuple[Card, Cards]
"""A card from the hand and the set that it takes; the empty set when it stays on the table."""

_CARD: Final = "[A2-7FCR][dcsb]"
_NOTATION: Final = re.compile(rf"({_CARD})(?:(x)((?:{_CARD}(?:\+{_CARD})*)?))?")

LONGEST: Final = 80
_TYPED: Final = re.compile("(10|[1-9AFCR])([DCSB])", re.IGNORECASE)
_RANK: Final = {"1": "A", "8": "F", "9": "C", "10": "R"}


def parse_play(text: str) -> tuple[Card, Cards | None]:
    """Return the card and the set it takes; None for the set in ``7dx``, which leaves it open.

    ``AdxAd`` is an ace that takes itself from an empty table (R-SCO-71). Raises MalformedPlayError when ``text`` is not
    notation, or names a card twice.
    """
    found = _NOTATION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise MalformedPlayError("malformed_play", typed=brief(text))
    card, takes, captured = found.groups()
    listed = captured.split("+") if captured else []
    is_itself = listed == [card] and card[0] == "A"
    if len({card, *listed}) != len(listed) + 1 and not is_itself:
        raise MalformedPlayError("card_named_twice", typed=text[:80])
    is_open = takes and not listed
    return CARD_OF_NAME[card], None if is_open else mask(CARD_OF_NAME[each] for each in listed)


def write_play(play: Play) -> str:
    """Return the one notation of a play: the cards it takes in the order of the pack."""
    card, captured = play
    return NAMES[card] + ("x" + "+".join(names(captured)) if captured else "")


def typed_play(text: str) -> str:
    """Return the notation of a typed play: any case and spaces, ace and figures also by number (R-SCO-66).

    Raises MalformedPlayError as ``parse_play`` does.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise MalformedPlayError("malformed_play", typed=brief(text))
    joined = "".join(text.split()).replace("X", "x")
    played = _TYPED.sub(lambda found: _RANK.get(found[1], found[1].upper()) + found[2].lower(), joined)
    parse_play(played)
    return played
