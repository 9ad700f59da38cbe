"""The pack of Scala 40: 52 French cards, a joker, and backs of two colours, as one file.

Thirteen cards lie in a hand and a dozen combinations on a phone, and of most only the left edge is seen: the index is
twice as large as in the packs of Scopa, and one large suit or a bust takes the place of the pips.
"""

from gettext import translation
from pathlib import Path
from typing import Final

from scala40.cards import NAMES, RANKS, SUITS
from scala40.decks import BACK, INDICES, PICTURES, back_name, card_name
from script.artwork import french
from script.artwork.back import RED_BACK, back
from script.artwork.glyphs import GLYPHS
from script.artwork.packs import paper
from script.artwork.shapes import (
    CREAM,
    GOLD,
    GOLD_DARK,
    HEIGHT,
    INK,
    RED,
    WIDTH,
    Svg,
    at,
    circle,
    clip,
    flat,
    ink_outline,
    line,
    path,
    rectangle,
    star,
)
from script.artwork.sprite import symbol, view_of
from script.artwork.suits import FRENCH

SCALA40: Final = Path(__file__).resolve().parents[2] / "scala40"
FILE: Final = SCALA40 / "static" / PICTURES["francesi"]
BACK_ROW: Final = 2 * len(SUITS)
RED_NAME: Final = "back-red"

# By the suit of the notation that of the drawings.
DRAWN: Final = {"h": "c", "d": "d", "c": "b", "s": "s"}
COLOURS: Final = {"h": RED, "d": RED, "c": INK, "s": INK}
FIGURES: Final = {"J": 8, "Q": 9, "K": 10}
PURPLE: Final = "#4b2a80"
PURPLE_PALE: Final = "#8b6bc0"


def sprite() -> str:
    """Return the file of the pack."""
    words = translation("django", SCALA40 / "locale", ["it"]).pgettext
    cards = "".join(
        symbol(
            name,
            f"{card_name(name, words)} / {card_name(name)}",
            f'<g id="{name}-plain">{face(name)}</g>' + corner(name),
        )
        for name in NAMES
    )
    both = f"{back_name(words)} / {back_name()}"
    hidden = symbol(BACK, both, paper() + back()) + symbol(RED_NAME, both, paper() + back(RED_BACK))
    columns, joker = len(RANKS), NAMES[-1]
    shown = [(name, number % columns, number // columns) for number, name in enumerate(NAMES[:-1])]
    plain = [(f"{name}-plain", column, row + len(SUITS)) for name, column, row in shown]
    rest = [(joker, 0, BACK_ROW), (f"{joker}-plain", 1, BACK_ROW), (BACK, 2, BACK_ROW), (RED_NAME, 3, BACK_ROW)]
    views = "".join(view_of(*each) for each in (*shown, *plain, *rest))
    sheet = f"0 0 {WIDTH * columns} {HEIGHT * (BACK_ROW + 1)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{sheet}">\n{cards}{hidden}{views}</svg>\n'


def face(name: str) -> Svg:
    """Draw everything on the card but its index."""
    if name not in NAMES[:-1]:
        return paper() + _jester()
    rank, suit = name
    one = flat(FRENCH[DRAWN[suit]], COLOURS[suit])
    if rank not in FIGURES:
        return paper() + at(one, 76, 132, 1.9)
    # The bust of the court, cut off where its other half would begin.
    bust = french.bust(FIGURES[rank], DRAWN[suit])
    window = rectangle((44, 78, 69, 104), 5, CREAM, INK, 1.2)
    return paper() + window + clip(at(ink_outline(bust), 15.2, 80, 1.05), (45, 79, 67, 102))


def corner(name: str) -> Svg:
    """Draw the index at the upper left: all that is seen of a card in a fan."""
    if name not in NAMES[:-1]:
        return at(flat(star(5, 17, 7.4), PURPLE), 23, 27) + at(flat(star(5, 10, 4.4), PURPLE_PALE), 23, 60)
    rank, suit = name
    text = INDICES[rank]
    wide = 1.75 if text == "10" else 1.95
    drawn = line(GLYPHS[text], COLOURS[suit], 3.1)
    return at(drawn, 27 if text == "10" else 23, 30, wide) + at(flat(FRENCH[DRAWN[suit]], COLOURS[suit]), 23, 72, 0.82)


def _jester() -> Svg:
    """Draw the jester's cap with three bells over a ruff."""
    cap = (
        path("M-26 20C-34-6-46-14-40-34-24-34-16-18-12-6Z", PURPLE)
        + path("M26 20C34-6 46-14 40-34 24-34 16-18 12-6Z", RED)
        + path("M-26 20C-22-14-10-26 0-48 10-26 22-14 26 20 10 26-10 26-26 20Z", GOLD)
        + path("M-27 18C-10 25 10 25 27 18L25 30C9 36-9 36-25 30Z", PURPLE_PALE)
        + "".join(circle(x, y, 5.4, GOLD, GOLD_DARK, 1.2) for x, y in ((-41, -37), (0, -52), (41, -37)))
    )
    ruff = path("M-30 52-20 40-10 52 0 40 10 52 20 40 30 52 22 62H-22Z", "#f6f0e2")
    head = path("M-19 31C-19 48-10 55 0 55 10 55 19 48 19 31 8 37-8 37-19 31Z", "#f2cfa9")
    look = circle(-7, 40, 1.7, INK) + circle(7, 40, 1.7, INK) + line("M-7 47Q0 53 7 47", INK, 1.8)
    return at(ink_outline(ruff + head + cap + look), 74, 124, 0.86)


def write(file: Path = FILE) -> None:
    """Write the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(sprite(), encoding="utf-8")
