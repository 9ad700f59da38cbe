"""The court of the Piacentine pack: double-headed, with the suit held up at the right."""

from typing import Final

from script.artwork.busts import Window, cord, level
from script.artwork.heads import LOOKS, Look, brimmed_hat, king, knave, open_crown, other, pale, slouch
from script.artwork.shapes import (
    GOLD,
    INK,
    PAPER,
    SKIN,
    WHITE,
    Svg,
    at,
    circle,
    dots,
    line,
    path,
)

WINDOW: Final = Window(6, 6, PAPER, "")
HAND: Final = (97.4, 74.0)
# How large a suit is held, and how far its middle is above the hand.
HELD: Final = {"d": (0.8, 17.0), "c": (0.82, 10.0), "s": (1.05, 20.0), "b": (1.05, 20.0)}


def figure(rank: int, suit: str, symbol: Svg) -> Svg:
    """Draw a knave (8), knight (9) or king (10) who holds ``symbol``, from both ends."""
    look, (x, y), (scale, high) = LOOKS[suit], HAND, HELD[suit]
    held = at(symbol, x, y - high, scale) + circle(x, y, 5, SKIN) + line(f"M{x - 4.6} {y - 0.6}H{x + 4.6}", INK, 0.8)
    half = {8: _knave, 9: _knight, 10: _king}[rank](look) + held
    return level(half, WINDOW, at(cord(53, look.lining), 60, 95))


def _sleeve(look: Look, start: str) -> Svg:
    d = f"M{start} 97.4 75"
    return line(d, INK, 14.4) + line(d, look.robe, 11.6) + line("M92.4 79 95.4 76.4", pale(look.robe), 9)


def _king(look: Look) -> Svg:
    return (
        path("M60 54C38 56 26 68 19 104H101C98 70 84 56 60 54Z", look.robe)
        + path("M50 72 46 104H74L70 72Z", look.lining)
        + path("M52 88H68V104H52Z", GOLD)
        + dots(((34, 82), (28, 90), (38, 91), (86, 91)), 2.2, pale(look.robe))
        + _sleeve(look, "84 88")
        + path("M37 66Q60 54 83 66L87 75Q60 97 33 75Z", WHITE)
        + line("M41 70.6l1 4.4M49.6 76l.6 4M60 79v4M70.4 76l-.6 4M79 70.6l-1 4.4", INK, 2.1)
        + at(king(look, open_crown(look.lining)), 60, 42, 0.9)
    )


def _knave(look: Look) -> Svg:
    stripes = "M43 74 39 104M51 78V104M69 78V104M77 74 81 104"
    return (
        path("M60 62C44 63 34 72 31 104H89C86 72 76 63 60 62Z", look.robe)
        + line(stripes, other(look.trim, look.robe, GOLD), 3.4)
        + _sleeve(look, "80 84")
        + path("M47 66Q60 76 73 66L77 73 68 76 64 84 60 77 56 84 52 76 43 73Z", pale(look.robe))
        + at(knave(look, slouch(look.lining, other(GOLD, look.lining, look.robe))), 59, 47)
    )


def _knight(look: Look) -> Svg:
    return (
        path("M68 58C54 58 46 72 44 104H98C97 74 84 58 68 58Z", look.robe)
        + path("M60 61Q68 70 77 61L80 68Q68 80 57 68Z", look.lining)
        + _sleeve(look, "84 84")
        + at(knave(look, brimmed_hat(look.lining, other(GOLD, look.lining, look.robe))), 68, 42, 0.92)
        + _horse(look)
    )


NECK: Final = (
    "M37 124C33 112 32 104 28 98L19 105Q11 107 10 99L12 93Q16 84 25 79L25 70 33 77C45 82 53 94 57 106 59 112 60 118 60"
    " 124Z"
)
MANE: Final = (
    "M33 77C45 82 53 94 57 106 59 112 60 118 60 124H50C52 116 49 114 50 109 46 109 44 105 46 101 42 101 40 96 41 92 37"
    " 92 35 87 36 83 32 82 32 79 33 77Z"
)


def _horse(look: Look) -> Svg:
    """Head and neck of a horse that looks to the left."""
    bridle = "M17 86 23 101M28 83 31 99M23.4 100.6 31 97.6M31 98 46 118"
    head = (
        path(NECK, look.coat)
        + path(MANE, look.mane)
        + dots(((22.4, 88),), 1.7, INK)
        + dots(((13.2, 98.4),), 1.1, INK)
        + line("M15 103Q18 103.6 20 101.4", INK, 1)
        + line(bridle, INK, 3.2)
        + line(bridle, look.lining, 1.8)
        + circle(23.6, 100.4, 2, GOLD)
        + circle(31, 97.8, 2, GOLD)
    )
    return at(head, -3, -49, 1.36)
