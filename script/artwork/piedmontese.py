"""The court of the Piedmontese pack: French suits, two heads parted by a slanting band of pearls."""

from typing import Final

from script.artwork.busts import Window, beads, slanting
from script.artwork.french import Robes
from script.artwork.garments import STUFFS, chain, halberd, hand, medal, robe, rose, ruff, sceptre, sleeve
from script.artwork.heads import Look, beret, diadem, king, knave, leaf_crown, queen
from script.artwork.shapes import BLUE, BROWN, GOLD, GOLD_PALE, GREEN, PAPER, RED, Svg, at, line, path

WINDOW: Final = Window(6, 6, PAPER, "")
SLOPE: Final = 24.0

# Four colours only, as from four wood blocks: red, blue, yellow and green.
ROBES: Final = {
    "d": Robes(GOLD, RED, RED, BLUE, BROWN),
    "c": Robes(RED, GOLD, GOLD_PALE, GREEN, "#d9b26a"),
    "s": Robes(BLUE, GOLD, GOLD_PALE, RED, "#2b2622"),
    "b": Robes(GREEN, RED, GOLD_PALE, GOLD, "#a2552a"),
}


def figure(rank: int, suit: str, symbol: Svg) -> Svg:
    """Draw a knave (8), queen (9) or king (10) with ``symbol`` below the index, from both ends."""
    worn = ROBES[suit]
    half = at({8: _knave, 9: _queen, 10: _king}[rank](worn, suit), 8, 1) + at(symbol, 20, 52, 0.5)
    return slanting(half, WINDOW, beads(66, worn.sleeve), SLOPE)


def _look(worn: Robes) -> Look:
    return Look(worn.robe, worn.seam, worn.pattern, worn.hair, "", "")


def _dress(worn: Robes, suit: str) -> Svg:
    return robe(worn.robe, worn.seam, STUFFS[suit](worn.pattern))


def _sash(colour: str) -> Svg:
    return path("M32 76 40 70 104 128H88Z", colour) + line("M37 75 95 128", GOLD_PALE, 1.4)


def _king(worn: Robes, suit: str) -> Svg:
    return (
        _dress(worn, suit)
        + _sash(worn.sleeve)
        + path("M40 68Q60 80 80 68L84 77Q60 92 36 77Z", GOLD)
        + medal(60, 84, RED)
        + sceptre(96, 30, 62)
        + sleeve("M100 112 97 98", worn.sleeve, "M87 96 103 92 104.6 99 88.6 103Z")
        + hand(96, 92)
        + at(king(_look(worn), leaf_crown(worn.seam)), 60, 46)
    )


def _queen(worn: Robes, suit: str) -> Svg:
    return (
        _dress(worn, suit)
        + chain(worn.sleeve)
        + rose(96, 58, RED if worn.robe != RED else GOLD_PALE)
        + sleeve("M100 112 97 98", worn.sleeve, "M87 96 103 92 104.6 99 88.6 103Z")
        + hand(96, 90)
        + at(queen(_look(worn), diadem(worn.seam)), 60, 46)
    )


def _knave(worn: Robes, suit: str) -> Svg:
    return (
        _dress(worn, suit)
        + ruff(GOLD_PALE)
        + halberd(95, 18, 74)
        + sleeve("M100 112 96 98", worn.sleeve, "M86 96 102 92 103.6 99 87.6 103Z")
        + hand(95, 92)
        + at(knave(_look(worn), beret(worn.sleeve, worn.seam)), 58, 48)
    )
