"""The suit symbols, drawn around 0, 0: swords and clubs in a box of 24 by 56, the others in one of 40."""

from typing import Final

from script.artwork.shapes import (
    BLUE,
    BLUE_DARK,
    BLUE_PALE,
    DEEP,
    GOLD,
    GOLD_DARK,
    GOLD_PALE,
    GREEN,
    GREEN_DARK,
    GREEN_PALE,
    INK,
    RED,
    RED_DARK,
    Svg,
    at,
    circle,
    dots,
    flat,
    line,
    oval,
    path,
    petals,
    rays,
    ring,
    star,
)


def rosette(heart: str = GREEN) -> Svg:
    """Neapolitan coin: a flower of eight petals in a ring of pearls."""
    return (
        circle(0, 0, 18, GOLD, GOLD_DARK, 1.7)
        + dots(ring(20, 14.7), 1, GOLD_PALE)
        + circle(0, 0, 11.2, GOLD_PALE, GOLD_DARK, 1.2)
        + flat(petals(4, 10.2, 3.6, 45), GOLD)
        + flat(petals(4, 10.2, 3.6), RED)
        + circle(0, 0, 2.8, heart, GOLD_DARK, 1)
    )


def wheel(heart: str = RED) -> Svg:
    """Piacentine coin: twelve rays on red round a boss."""
    return (
        circle(0, 0, 18, GOLD, GOLD_DARK, 1.7)
        + circle(0, 0, 14.4, RED, GOLD_DARK, 1.1)
        + flat(rays(12, 7, 14, 2.6), GOLD_PALE)
        + circle(0, 0, 7.4, GOLD, GOLD_DARK, 1.2)
        + circle(0, 0, 3.2, heart)
    )


def sun(coin: Svg) -> Svg:
    """Draw the seventh coin of the settebello: a sun with a green heart, as in the mark of the house."""
    return (
        path(rays(20, 17, 23.6, 2.6), GOLD, GOLD_DARK, 0.7)
        + coin
        + circle(0, 0, 7.2, DEEP, GOLD_DARK, 1.2)
        + flat(star(8, 5.8, 2.2), GOLD)
    )


BOWL: Final = "M-14.5-15.5C-14.5-2-10 5.5-3.6 6.4H3.6C10 5.5 14.5-2 14.5-15.5Z"
FOOT: Final = "M-10.5 19.5C-10 13.5-3.6 14-3 9.5H3C3.6 14 10 13.5 10.5 19.5Z"


def goblet() -> Svg:
    """Neapolitan cup: open, with a band of pearls."""
    return (
        path(FOOT, GOLD, GOLD_DARK, 1.4)
        + path(BOWL, RED, RED_DARK, 1.5)
        + flat("M-14.2-10.4Q0-5.6 14.2-10.4L13-4.6Q0 .8-13-4.6Z", GOLD)
        + dots(((-8, -6.2), (0, -4.8), (8, -6.2)), 1.5, RED)
        + oval(0, 7.9, 5.4, 2.9, GOLD, GOLD_DARK, 1.3)
        + oval(0, -15.6, 15, 3.7, GOLD, GOLD_DARK, 1.5)
        + flat("M-10.6-15.6a10.6 1.7 0 1 0 21.2 0a10.6 1.7 0 1 0-21.2 0", RED_DARK)
    )


def ciborium() -> Svg:
    """Piacentine cup: with two handles, fluted below, under a lid with a knob."""
    handles = "M-12-7C-22-9-19 4-8 2M12-7C22-9 19 4 8 2"
    return (
        line(handles, GOLD_DARK, 4.4)
        + line(handles, GOLD, 1.9)
        + path("M-10 19.5C-9.5 14-3.4 14.6-3 10H3C3.4 14.6 9.5 14 10 19.5Z", GOLD, GOLD_DARK, 1.4)
        + path("M-13.5-8C-14 2-9 7.4-3.6 8H3.6C9 7.4 14 2 13.5-8Z", RED, RED_DARK, 1.5)
        + flat("M-8-3Q-7 4-2.6 6.6-4 1-4-3ZM8-3Q7 4 2.6 6.6 4 1 4-3Z", GOLD)
        + path("M-14.4-10H14.4V-5.6H-14.4Z", GOLD, GOLD_DARK, 1.2)
        + path("M-12-10C-11-15.4-5-17 0-17S11-15.4 12-10Z", BLUE, BLUE_DARK, 1.4)
        + circle(0, -18, 2.4, GOLD, GOLD_DARK, 1.2)
    )


def sword() -> Svg:
    """Neapolitan sword: broad, with a guard like a bowl."""
    return (
        path("M0-28 4.8-19 4.1 13H-4.1L-4.8-19Z", BLUE, BLUE_DARK, 1.4)
        + flat("M-.4-25.4V12.4H-3.4L-3.9-18.8Z", BLUE_PALE)
        + path("M-2.7 15H2.7V24H-2.7Z", RED, RED_DARK, 1.1)
        + line("M-2.4 18H2.4M-2.4 21H2.4", GOLD, 1.2)
        + path(
            "M-10.5 10C-10.5 14.6-7 16.6 0 16.6S10.5 14.6 10.5 10C8.6 12.2 5 12.8 0 12.8S-8.6 12.2-10.5 10Z",
            GOLD,
            GOLD_DARK,
            1.3,
        )
        + circle(0, 25.2, 3, GOLD, GOLD_DARK, 1.2)
    )


def rapier() -> Svg:
    """Piacentine sword: slender, with a straight guard that ends in knobs and a black grip."""
    return (
        path("M0-28 4-20 3.2 12H-3.2L-4-20Z", BLUE_PALE, BLUE_DARK, 1.5)
        + flat("M.6-25.6 3.2-19.6 2.6 11.4H.6Z", BLUE)
        + path("M-2.4 15H2.4V23.6H-2.4Z", INK, INK, 0.8)
        + path("M-8.4 11.4H8.4V15.4H-8.4Z", GOLD, GOLD_DARK, 1.2)
        + circle(-8.6, 13.4, 2.5, RED, RED_DARK, 1)
        + circle(8.6, 13.4, 2.5, RED, RED_DARK, 1)
        + circle(0, 25.2, 3, GOLD, GOLD_DARK, 1.2)
    )


STEM: Final = (
    "M-3 26.6-5.6-4C-6.6-16-6.8-19-5.4-23-4-27.6 4-27.6 5.4-23 6.8-19 6.6-16 5.6-4L3 26.6C2.4 28.4-2.4 28.4-3 26.6Z"
)
GRIP: Final = "M-4.4 13.4H4.4L3 26.6C2.4 28.4-2.4 28.4-3 26.6Z"
CAP: Final = "M-5.7-21.4C-3.6-28.2 3.6-28.2 5.7-21.4Q0-18.6-5.7-21.4Z"


def _twig() -> Svg:
    cut = "M-4-5a4 2.1 0 1 0 8 0a4 2.1 0 1 0-8 0"
    return path("M-3.8 2V-5H3.8V2Z", GREEN, GREEN_DARK, 1.4) + path(cut, GOLD_PALE, GREEN_DARK, 1.1)


def knotty_club() -> Svg:
    """Neapolitan club: green, with three lopped twigs and a red grip."""
    twigs = "".join(at(_twig(), x, y, 1, turn) for x, y, turn in ((-5.4, -9, -62), (5.6, -16, 58), (4.6, 2, 62)))
    return (
        twigs
        + path(STEM, GREEN, GREEN_DARK, 1.5)
        + line("M-2.8-20C-3.8-14-3-6-2.4-.6M-1.6 4-1.1 10", GREEN_PALE, 1.9)
        + path(GRIP, RED, RED_DARK, 1.2)
        + line("M-3.8 17H3.8M-3.4 21H3.4", GOLD, 1.6)
        + path(CAP, GOLD, GOLD_DARK, 1.2)
    )


def leafy() -> Svg:
    """Piacentine club: a cudgel in leaf, bound with gold in three places."""
    leaf = path("M0 0C-5-1-8-6-7-13-2-11 1-6 0 0Z", GREEN_PALE, GREEN_DARK, 1.2)
    right = f'<g transform="scale(-1 1)">{leaf}</g>'
    return (
        at(leaf, -4, -6)
        + at(right, 4, -12)
        + at(leaf, -3, 10, 0.8)
        + at(right, 4, 6, 0.8)
        + path(STEM, GREEN, GREEN_DARK, 1.5)
        + path("M-6.1-15H6.1L5.8-10.4H-5.8ZM-5.3 0H5.3L4.9 4.6H-4.9ZM-4 15H4L3.6 19.6H-3.6Z", GOLD, GOLD_DARK, 1.1)
        + flat("M-3.4-23Q0-27 3.4-23Q0-21.4-3.4-23Z", GOLD_PALE)
    )


# French suits, by the letter of the Italian suit for which each stands (scopa/decks.py).
FRENCH: Final = {
    "d": "M0-19.5C4-11.4 8.8-5.4 14.6 0 8.8 5.4 4 11.4 0 19.5-4 11.4-8.8 5.4-14.6 0-8.8-5.4-4-11.4 0-19.5Z",
    "c": "M0 18.6C-5 10-17.6 4.4-17.6-6.6-17.6-13.2-13-17.2-8-17.2-4-17.2-1.4-14.8 0-11.6 1.4-14.8 4-17.2 8-17.2"
    " 13-17.2 17.6-13.2 17.6-6.6 17.6 4.4 5 10 0 18.6Z",
    "s": "M0-19.4C5-11 17.4-5.4 17.4 4.2 17.4 10 13.4 13 9.2 13 6 13 3.4 11.6 2 9.2 2.2 13.4 3.6 16.8 6.4 19H-6.4C-3.6"
    " 16.8-2.2 13.4-2 9.2-3.4 11.6-6 13-9.2 13-13.4 13-17.4 10-17.4 4.2-17.4-5.4-5-11 0-19.4Z",
    "b": "M6.4 19H-6.4C-3.6 16.4-2.2 12.8-2 7.6-3.4 10.4-6 12-9.2 12A8.6 8.6 0 1 1-6.2-4.6 8.6 8.6 0 1 1 6.2-4.6 8.6"
    " 8.6 0 1 1 9.2 12C6 12 3.4 10.4 2 7.6 2.2 12.8 3.6 16.4 6.4 19Z",
}
# Straight sides and a broad foot, as printed in Piedmont from wood.
PIEDMONTESE: Final = {
    "d": "M0-20 15.6 0 0 20-15.6 0Z",
    "c": "M0 19.6-14.6 3.4C-20.4-3.4-17.6-16-8.4-16-4.2-16-1.2-13.4 0-10 1.2-13.4 4.2-16 8.4-16"
    " 17.6-16 20.4-3.4 14.6 3.4Z",
    "s": "M0-20C4-12 18-7 18 4.6 18 13.4 7 15.4 2.4 9L5 15H8V19.4H-8V15H-5L-2.4 9C-7 15.4-18 13.4-18 4.6"
    "-18-7-4-12 0-20Z",
    "b": "M-8 19.4V15H-5L-2 6.6C-4 13-18 13.6-18 3.4-18-3-12-6.4-6.6-4.4-11-9-7.4-19 0-19S11-9 6.6-4.4C12-6.4 18-3"
    " 18 3.4"
    " 18 13.6 4 13 2 6.6L5 15H8V19.4Z",
}
