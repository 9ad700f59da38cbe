"""Four packs on one skeleton: shape of the card, corner index and places of the symbols are the same."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from scopa.cards import SETTEBELLO, SUITS, VALUE, Card
from scopa.decks import index
from script.artwork import aces, french, piacentine, piedmontese, pips, standing, suits
from script.artwork.back import back
from script.artwork.glyphs import glyph
from script.artwork.shapes import (
    BLUE,
    BROWN,
    EDGE,
    GOLD,
    GOLD_DARK,
    GOLD_PALE,
    INK,
    PAPER,
    RED,
    RED_DARK,
    Svg,
    at,
    circle,
    flat,
    ink_outline,
    line,
    path,
    rays,
    rectangle,
    upside_down,
)

Figure = Callable[[int, str, Svg], Svg]
Ace = Callable[[str, Svg], Svg]


class Pack(NamedTuple):
    """The parts of a pattern that differ from the other packs.

    ``small_suits``: the ranks that have the suit below the index; ``both_ends``: those with the index at both ends;
    ``margin``: how far the middle of the index is from the edge; ``small``: the scale of the suit below it.
    """

    deck: str
    symbols: Mapping[str, Svg]
    colours: Mapping[str, str]
    figure: Figure
    ace: Ace
    seventh: Svg
    frame: str
    small_suits: frozenset[int]
    both_ends: frozenset[int]
    margin: float
    small: float


ITALIAN_COLOURS: Final = {"d": GOLD_DARK, "c": RED, "s": BLUE, "b": "#1d6a43"}
FRENCH_COLOURS: Final = {"d": RED, "c": RED, "s": INK, "b": INK}
FIGURES: Final = frozenset({8, 9, 10})
PIPS: Final = frozenset(range(2, 8))
EVERY: Final = frozenset(range(1, 11))


def _print_pips(shapes: Mapping[str, str]) -> dict[str, Svg]:
    return {suit: flat(d, FRENCH_COLOURS[suit]) for suit, d in shapes.items()}


def _golden(diamond: str) -> Svg:
    """Draw the seventh diamond of the settebello, before a sun."""
    sun = path(rays(20, 17.4, 23, 2.8), GOLD, GOLD_DARK, 0.7) + circle(0, 0, 18.4, GOLD, GOLD_DARK, 1.2)
    return sun + at(path(diamond, RED, GOLD_PALE, 2.4), 0, 0, 0.74)


NAPOLETANE: Final = Pack(
    "napoletane",
    {"d": suits.rosette(), "c": suits.goblet(), "s": suits.sword(), "b": suits.knotty_club()},
    ITALIAN_COLOURS,
    standing.figure,
    aces.add_laurel,
    suits.sun(suits.rosette()),
    "",
    FIGURES,
    PIPS,
    17.5,
    0.44,
)
PIACENTINE: Final = Pack(
    "piacentine",
    {"d": suits.wheel(), "c": suits.ciborium(), "s": suits.rapier(), "b": suits.leafy()},
    ITALIAN_COLOURS,
    piacentine.figure,
    aces.heraldic,
    suits.sun(suits.wheel()),
    BLUE,
    FIGURES,
    PIPS | FIGURES,
    17.5,
    0.44,
)
PIEMONTESI: Final = Pack(
    "piemontesi",
    _print_pips(suits.PIEDMONTESE),
    FRENCH_COLOURS,
    piedmontese.figure,
    lambda _suit, symbol: aces.add_garland(symbol),
    _golden(suits.PIEDMONTESE["d"]),
    INK,
    frozenset(),
    EVERY,
    17.5,
    0.44,
)
FRANCESI: Final = Pack(
    "francesi",
    _print_pips(suits.FRENCH),
    FRENCH_COLOURS,
    french.figure,
    aces.plain,
    _golden(suits.FRENCH["d"]),
    "",
    EVERY,
    EVERY,
    15,
    0.36,
)
PACKS: Final = (NAPOLETANE, PIACENTINE, PIEMONTESI, FRANCESI)


def paper() -> Svg:
    """Draw the blank card."""
    return rectangle((0.75, 0.75, 118.5, 188.5), 9, PAPER, EDGE, 1.5)


def face(pack: Pack, card: Card) -> Svg:
    """Everything on the card but its index."""
    rank, suit = VALUE[card], SUITS[card % 4]
    if card == SETTEBELLO:
        return paper() + _golden_frame() + _picture(pack, rank, suit)
    frame = rectangle((5.5, 5.5, 109, 179), 5, "none", pack.frame, 1.2) if pack.frame else ""
    return paper() + _picture(pack, rank, suit) + frame


def corner(pack: Pack, card: Card) -> Svg:
    """Draw the index, small and readable, in one corner or in two."""
    rank, suit = VALUE[card], SUITS[card % 4]
    one = glyph(index(card, pack.deck), pack.colours[suit], pack.margin)
    if rank in pack.small_suits:
        one += at(pack.symbols[suit], pack.margin, 49.5, pack.small, 38 if _is_tall(pack, suit) else 0)
    return one + (upside_down(one) if rank in pack.both_ends else "")


def reverse() -> Svg:
    """Draw a card face down."""
    return paper() + back()


def _golden_frame() -> Svg:
    """Draw a broad line of gold round a field of pale gold: the settebello is like no other card."""
    return rectangle((3.7, 3.7, 112.6, 182.6), 6.5, "#fff3d0", GOLD, 2.8)


def _picture(pack: Pack, rank: int, suit: str) -> Svg:
    symbol = pack.symbols[suit]
    if rank == 1:
        return pack.ace(suit, symbol)
    if rank > 7:
        return pack.figure(rank, suit, symbol)
    mask = at(_mask(), 60, 106) if (pack.deck, rank, suit) == ("napoletane", 3, "b") else ""
    return _symbols(pack, rank, suit) + mask


def _symbols(pack: Pack, rank: int, suit: str) -> Svg:
    scale, middles = _places(pack, suit)[rank]
    drawn = ""
    for number, (x, y) in enumerate(middles):
        special = (rank, suit, number) == (7, "d", pips.CENTRE)
        down = 180 if _is_french(pack) and y > 100 else 0
        drawn += at(pack.seventh if special else pack.symbols[suit], x, y, scale, down)
    return drawn


def _places(pack: Pack, suit: str) -> Mapping[int, pips.Places]:
    if _is_french(pack):
        return pips.FRENCH
    return pips.TALL if _is_tall(pack, suit) else pips.ROUND


def _is_french(pack: Pack) -> bool:
    return pack.colours is FRENCH_COLOURS


def _is_tall(pack: Pack, suit: str) -> bool:
    return suit in "sb" and not _is_french(pack)


def _mask() -> Svg:
    """Draw the moustached face between the three clubs of Naples."""
    return ink_outline(
        path("M-13-8C-15-20 15-20 13-8 16 6 8 20 0 22-8 20-16 6-13-8Z", GOLD)
        + path("M-13-8C-15-20 15-20 13-8 6-13-6-13-13-8Z", RED)
        + line("M-9-4Q-5.6-7-2.4-4M2.4-4Q5.6-7 9-4", INK, 1.8)
        + circle(-5.4, -0.6, 1.5, INK)
        + circle(5.4, -0.6, 1.5, INK)
        + path("M0-1 3 5Q0 7-3 5Z", GOLD_PALE)
        + path("M0 8C-6 4-14 6-20 1-19 12-7 15 0 10 7 15 19 12 20 1 14 6 6 4 0 8Z", BROWN)
        + line("M-3 15Q0 17 3 15", RED_DARK, 1.8)
    )
