"""Heads of the court cards, drawn around the middle of the face, 0, 0; the caller adds the ink outline.

Silhouettes tell them apart in every pattern: a king has a crown and a beard, a queen a low crown and long hair, a knave
a cap with a feather, a knight a hat with a brim.
"""

from typing import Final, NamedTuple

from script.artwork.shapes import (
    BLUE,
    BLUSH,
    BROWN,
    GOLD,
    GOLD_PALE,
    GREEN,
    INK,
    PAPER,
    RED,
    RED_DARK,
    SKIN,
    WHITE,
    Svg,
    circle,
    dots,
    flat,
    line,
    path,
)


class Look(NamedTuple):
    """The colours of one suit's court."""

    robe: str
    lining: str
    trim: str
    hair: str
    coat: str
    mane: str


# By suit: gold and brown for coins, red and white for cups, blue and black for swords, green and russet for clubs.
LOOKS: Final = {
    "d": Look(GOLD, RED, BLUE, BROWN, "#efe5d2", "#b79a6a"),
    "c": Look(RED, BLUE, GREEN, "#e9dfca", "#b9794a", "#5e3419"),
    "s": Look(BLUE, RED, GOLD, "#2b2622", "#6f6a66", "#2b2622"),
    "b": Look(GREEN, GOLD, RED, "#a2552a", "#d8b98c", BROWN),
}
CHEEK: Final = "#e5a785"


def young(look: Look) -> str:
    """Return the colour of young hair: brown where the king's is white."""
    return BROWN if look.hair == "#e9dfca" else look.hair


def other(colour: str, than: str, otherwise: str) -> str:
    """Return ``colour``, or ``otherwise`` if it would not show against ``than``."""
    return otherwise if colour == than else colour


def pale(robe: str) -> str:
    """Return the colour of trimmings that show on ``robe``."""
    return RED if robe == GOLD else GOLD_PALE


def _features() -> Svg:
    return (
        dots(((-8, 5), (8, 5)), 2.3, CHEEK)
        + line("M-8.6-4Q-5.6-6.4-2.6-4.4M2.6-4.4Q5.6-6.4 8.6-4", INK, 1.3)
        + dots(((-5.3, -0.4), (5.3, -0.4)), 1.6, INK)
        + line("M.4 0 1.6 5.2-1 5.6", BLUSH, 1.2)
    )


def _mouth(y: float) -> Svg:
    return line(f"M-3.2 {y}Q0 {y + 2.4:.1f} 3.2 {y}", RED_DARK, 1.7)


def _face() -> Svg:
    return path("M-6 10H6V24H-6Z", SKIN) + path("M-13-10V2Q-12 16 0 18.4 12 16 13 2V-10Q0-15-13-10Z", SKIN)


def king(look: Look, crown: Svg) -> Svg:
    """Draw a bearded head; ``crown`` is one of the crowns below."""
    return (
        path("M-14-8C-22 2-21 16-17 23L-8 20V-6ZM14-8C22 2 21 16 17 23L8 20V-6Z", look.hair)
        + _face()
        + path(
            "M-13.4-2C-15 12-9 29 0 35 9 29 15 12 13.4-2 12.6 6.6 9 9 4.8 6.8Q0 5-4.8 6.8C-9 9-12.6 6.6-13.4-2Z",
            look.hair,
        )
        + line("M-4 17-2.6 28M4 17 2.6 28M-8.4 13-6.4 21M8.4 13 6.4 21", INK, 0.9)
        + line("M-3.6 11.4Q0 13.4 3.6 11.4", RED_DARK, 1.8)
        + _features()
        + crown
    )


def queen(look: Look, crown: Svg) -> Svg:
    """Long waving hair, ear-rings and a low crown."""
    hair = young(look)
    return (
        path(
            "M-14-9C-25 2-18 12-22 20-25 28-19 34-14 36L-7 20V-8ZM14-9C25 2 18 12 22 20 25 28 19 34 14 36L7 20V-8Z",
            hair,
        )
        + _face()
        + path("M-13.4-10C-13.4-1-9.6-8 0-9.6 9.6-8 13.4-1 13.4-10Q0-16-13.4-10Z", hair)
        + _features()
        + _mouth(10)
        + dots(((-14.4, 9), (14.4, 9)), 2, GOLD)
        + crown
    )


def knave(look: Look, cap: Svg) -> Svg:
    """Hair to the chin, no beard, a cap."""
    hair = young(look)
    return (
        path("M-14-8C-21 2-21 14-16 20L-8 17V-6ZM14-8C21 2 21 14 16 20L8 17V-6Z", hair)
        + _face()
        + path("M-13.4-9Q-12.6-2-9-6.6-4-10 0-9.4 5-10 9-6.6 12.6-2 13.4-9Q0-15-13.4-9Z", hair)
        + _features()
        + _mouth(10.4)
        + cap
    )


def open_crown(jewel: str) -> Svg:
    """Five points with knobs."""
    return (
        path("M-15.4-9-19-28-10.4-21-9-32-2.6-22.6 0-35 2.6-22.6 9-32 10.4-21 19-28 15.4-9Q0-14.6-15.4-9Z", GOLD)
        + path("M-15.4-9Q0-14.6 15.4-9L15-4.4Q0-10-15-4.4Z", jewel)
        + "".join(circle(x, y, 2.2, GOLD_PALE) for x, y in ((-19, -28), (-9, -32), (0, -35), (9, -32), (19, -28)))
    )


def arched_crown(jewel: str) -> Svg:
    """Closed by two arches over a coloured cap, with orb and cross."""
    return (
        path("M-14-10C-18-30 18-30 14-10Q0-15-14-10Z", jewel)
        + line("M-15-10C-25-27-8-34 0-25.4 8-34 25-27 15-10", INK, 5.4)
        + line("M-15-10C-25-27-8-34 0-25.4 8-34 25-27 15-10", GOLD, 2.8)
        + line("M0-25V-12", INK, 5)
        + line("M0-25V-12", GOLD, 2.4)
        + path("M-16-10.6Q0-16 16-10.6L15.4-4.4Q0-10-15.4-4.4Z", GOLD)
        + dots(((-10, -8.6), (0, -10.6), (10, -8.6)), 1.7, RED)
        + line("M0-38V-29M-3.4-35H3.4", INK, 3.6)
        + line("M0-38V-29M-3.4-35H3.4", GOLD, 1.6)
        + circle(0, -27.4, 3, GOLD)
    )


def leaf_crown(jewel: str) -> Svg:
    """Three broad leaves on a circlet: the old crown of Piedmont's kings."""
    leaf = "M{0} {1}C{2} {3} {4} {5} {0} {6}C{7} {5} {8} {3} {0} {1}Z"
    places = ((-13, -14, -28), (0, -16, -36), (13, -14, -28))
    leaves = "".join(
        path(leaf.format(x, low, x - 9, low - 4, x - 6, top + 6, top, x + 6, x + 9), GOLD) for x, low, top in places
    )
    return (
        leaves
        + path("M-16-16Q0-22 16-16L15-4.4Q0-10-15-4.4Z", GOLD)
        + path("M-15.6-12Q0-17.6 15.6-12L15.2-8Q0-13.6-15.2-8Z", jewel)
    )


def low_crown(jewel: str) -> Svg:
    """Draw a queen's: small points with pearls."""
    return (
        path("M-12.6-12-15.4-25-7.4-19.6 0-29 7.4-19.6 15.4-25 12.6-12Q0-17-12.6-12Z", GOLD)
        + "".join(circle(x, y, 2, GOLD_PALE) for x, y in ((-15.4, -26), (0, -30), (15.4, -26)))
        + path("M0-22 2.8-18 0-14.4-2.8-18Z", jewel)
    )


def diadem(jewel: str) -> Svg:
    """Draw a queen's in the Piedmontese pack: a coif with a circlet and a jewel in front."""
    return (
        path("M-16-6C-20-30 20-30 16-6 10-13-10-13-16-6Z", jewel)
        + path("M-16.4-6.6Q0-19 16.4-6.6L15.6-11.4Q0-24-15.6-11.4Z", GOLD)
        + circle(0, -17, 3.2, RED if jewel != RED else BLUE)
        + "".join(circle(x, y, 2.1, GOLD_PALE) for x, y in ((-12, -22), (-4.4, -26.4), (4.4, -26.4), (12, -22)))
    )


def _feather(colour: str = PAPER) -> Svg:
    return path("M-11-21C-19-34-9-43 13-40 6-38.4 8-36 2-33.6 7-31.6 0-26-5-22Z", colour)


def beret(colour: str, band: str) -> Svg:
    """Draw a round cap with a feather that falls back."""
    return (
        _feather()
        + path("M-21-8C-26-23-9-31 6-29.6 21-28 28-18 23-9 8-16-8-16-21-8Z", colour)
        + path("M-19.6-8Q0-18 21.6-8L20-3.4Q0-12.4-18-3.4Z", band)
    )


def slouch(colour: str, band: str) -> Svg:
    """Draw a cap that hangs over one ear, with a quill standing up: the Piacentine and the French knave's."""
    return (
        path("M9-24C10-36 17-43 25-43 26-34 22-26 15-19Z", PAPER)
        + line("M12-21Q17-32 23-40", INK, 0.9)
        + path("M-17-8C-28-9-30 2-24 5-20 3-18 0-16-3Z", colour)
        + path("M-25-2C-30-22-8-30 4-29 18-28 21-18 17.6-9 4-15-10-12-16-4Z", colour)
        + path("M-16.6-3.6C-10-13 6-16 18-9L16.6-4C6-11-8-9-15 .4Z", band)
    )


def brimmed_hat(colour: str, band: str) -> Svg:
    """Draw a rider's hat with a turned brim and a plume."""
    return (
        path("M9-22C18-40 30-38 29-26 26-18 18-16 10-15Z", WHITE)
        + line("M12-18Q20-30 26-32", INK, 0.9)
        + path("M-12-12C-12-30 12-30 12-12Z", colour)
        + flat("M-12.2-16Q0-21 12.2-16V-11Q0-16-12.2-11Z", band)
        + path("M-22-6Q-14-9-12-13 0-17 12-13 14-9 22-6 10-3 0-8.4-10-3-22-6Z", colour)
    )
