"""Digits and letters of the corner index, drawn as strokes: no font has to be there."""

from typing import Final

from script.artwork.shapes import Svg

# Each in a box of 12 by 18 around 0, 0; "10" is wider.
GLYPHS: Final = {
    "A": "M-6 9 0-9 6 9M-3.7 3.2H3.7",
    "2": "M-5.2-4.4C-5-7.4-2.7-9 0-9 3-9 5.2-7.2 5.2-4.4 5.2-.6-3.2 3.6-5.6 9H5.8",
    "3": "M-5-9H5L-.8-2.2C3-2.5 5.6-.2 5.6 3.2 5.6 6.8 3 9 0 9-2.8 9-4.8 7.8-5.6 5.6",
    "4": "M2.8 9V-9L-6.2 3.8H6.4",
    "5": "M4.8-9H-3.6L-4.6-1.4C-3.4-2.5-1.8-3.2 0-3.2 3.2-3.2 5.6-.7 5.6 2.9 5.6 6.5 3.2 9 0 9-2.6 9-4.6 7.8-5.4 5.8",
    "6": "M3.4-9C-1.6-6.4-5.6-2-5.6 3.2A5.6 5.8 0 1 0 5.6 3.2 5.6 5.8 0 1 0-5.6 3.2",
    "7": "M-5.6-9H5.6L-1.6 9",
    "8": "M-4.4-4.6a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0M-5.6 4.4a5.6 4.7 0 1 0 11.2 0a5.6 4.7 0 1 0-11.2 0",
    "9": "M-3.4 9C1.6 6.4 5.6 2 5.6-3.2A5.6 5.8 0 1 0-5.6-3.2 5.6 5.8 0 1 0 5.6-3.2",
    "10": "M-9.4-5.8-6-9V9M-.6 0a4.8 9 0 1 0 9.6 0a4.8 9 0 1 0-9.6 0",
    "K": "M-5-9V9M5.6-9-5 2.8M-1.2-1.4 6 9",
    "Q": "M-6.4 0a6.4 9 0 1 0 12.8 0a6.4 9 0 1 0-12.8 0M1.6 4 6.8 10",
    "J": "M4-9V3.8C4 7.2 2 9-.7 9-3.4 9-5.2 7.4-5.4 4.6",
}
# How far from the left edge the middle is, and the scale.
PLACE: Final = {"10": (20.5, 1.14), "Q": (13.6, 1.1), "J": (14.4, 1.32), "K": (13.6, 1.26)}


def glyph(text: str, colour: str, x: float) -> Svg:
    """Draw one figure or letter in the upper left corner of a card, ``x`` from its edge where it is not a wide one."""
    middle, scale = PLACE.get(text, (x, 1.36))
    return (
        f'<path fill="none" d="{GLYPHS[text]}" stroke="{colour}" stroke-width="3.1" stroke-linecap="round"'
        f' stroke-linejoin="round" transform="translate({middle:g} 23)scale({scale})"/>'
    )
