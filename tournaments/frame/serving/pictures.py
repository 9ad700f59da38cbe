"""The picture that messengers show beside a link: 1200 × 630 PNG, drawn with the fonts and colours of the pages.

A picture is cached per version of its event, in a bounded cache of its own. A process draws one at a time, in about a
tenth of a second; a request that would wait longer than a moment gets none.
"""

import io
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from django.apps import apps
from django.core.cache import caches

if TYPE_CHECKING:
    from PIL import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
KEPT_SECONDS: Final = 60 * 60
# How long a request waits while other pictures are drawn.
PATIENCE_SECONDS: Final = 0.5
# As in css/tokens.css.
PAPER, INK, LINE, GREEN, ON_GREEN = "#fbf7ef", "#1e1b18", "#e0d6c3", "#0f5c4a", "#ffffff"
GOLD_SOFT, GOLD_INK = "#f7ecd0", "#7a5607"
EDGE, BAND, ICON = 72, 104, 64
MOST_ROWS, LINES_ALONE, LINES_ABOVE_ROWS = 6, 3, 1
# Column widths, in letters of the row's size.
LABEL_EMS = 2.2
COLOURS = 48
# Longer texts are cut before they are measured.
MOST_LETTERS: Final = 80
# Size and weight of the serif letters in the second file: those to which the first one is cut (script/fonts.py).
OF_TITLES: Final = (32, 580)
FILES: Final = {
    "sans": ("inter/inter-latin-wght-normal.woff2", "inter/inter-latin-ext-wght-normal.woff2"),
    "serif": ("fraunces/fraunces-latin-opsz-normal.woff2", "fraunces/fraunces-latin-ext-opsz-normal.woff2"),
}
# Letters of the first file beyond Latin-1, and the last one of the second file below U+1E00; as in css/fonts.css.
OF_THE_FIRST: Final = "ıŒœ"
LAST_LATIN, MORE_LATIN, PUNCTUATION, LAST_SIGN = 0x24F, 0x1E00, 0x2000, 0x2212

_drawing = Lock()


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One line of a picture: an optional place, a name, optional points."""

    name: str
    points: str = ""
    label: str = ""
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """The content of a picture, from top to bottom."""

    eyebrow: str
    title: str
    rows: tuple[PictureRow, ...] = ()
    foot: str = ""


def picture_once(key: str, make: Callable[[], Sign]) -> bytes | None:
    """Return the PNG of that key, cached or drawn now; None while others are being drawn."""
    kept: bytes | None = caches["pictures"].get(key)
    if kept is not None:
        return kept
    sign = make()
    if not _drawing.acquire(timeout=PATIENCE_SECONDS):
        return None
    try:
        kept = caches["pictures"].get(key) or draw(sign)
        caches["pictures"].set(key, kept, KEPT_SECONDS)
        return kept
    finally:
        _drawing.release()


def draw(sign: Sign) -> bytes:
    """Return the picture as PNG."""
    # Imported here, because no page needs it.
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    with Image.open(_static("img") / "icon-192.png") as icon:
        mark = icon.convert("RGBA").resize((ICON, ICON), Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, HEIGHT - BAND, WIDTH, HEIGHT), fill=GREEN)
    image.paste(mark, (EDGE, HEIGHT - BAND + (BAND - ICON) // 2), mark)
    room = WIDTH - 2 * EDGE
    middle = HEIGHT - BAND // 2
    _Words("Settebello", "serif", 36).write(pen, EDGE + ICON + 20, middle, ON_GREEN)
    foot = _Words.fitting(sign.foot, "sans", 30, 22, room - ICON - 250)
    foot.write(pen, WIDTH - EDGE - foot.length, middle, ON_GREEN)

    _Words.fitting(sign.eyebrow, "sans", 32, 26, room, 600).write(pen, EDGE, 76, GREEN)
    size, lines = _title(sign, room)
    top = 124 if sign.rows else (HEIGHT - BAND + 110 - round(size * 1.12) * len(lines)) // 2
    for line in lines:
        _Words(line, "serif", size).write(pen, EDGE, top + size * 0.56, INK)
        top += round(size * 1.12)

    rows = sign.rows[:MOST_ROWS]
    top += 18
    height = min(118, (HEIGHT - BAND - 24 - top) // max(1, len(rows)))
    size = min(56, round(height * 0.52))
    left = EDGE + (round(size * LABEL_EMS) if any(row.label for row in rows) else 0)
    for row in rows:
        middle = top + height // 2
        if row.is_first:
            pen.rounded_rectangle((EDGE - 24, top + 4, WIDTH - EDGE + 24, top + height - 4), 12, fill=GOLD_SOFT)
        elif row is not rows[0]:
            pen.line((EDGE, top, WIDTH - EDGE, top), fill=LINE, width=2)
        colour, weight = (INK, 700) if row.is_first else (INK, 500)
        _Words(row.label, "sans", size, 700).write(pen, EDGE, middle, GOLD_INK)
        points = _Words(row.points, "sans", size, 700)
        points.write(pen, WIDTH - EDGE - points.length, middle, colour)
        room = WIDTH - EDGE - left - (round(points.length) + 32 if row.points else 0)
        _Words.fitting(row.name, "sans", size, round(size * 0.6), room, weight).write(pen, left, middle, colour)
        top += height

    packed = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _title(sign: Sign, room: int) -> tuple[int, list[str]]:
    """Return the largest letters in which the title fits, and its lines."""
    largest, least, most = (60, 40, LINES_ABOVE_ROWS) if sign.rows else (104, 56, LINES_ALONE)
    words = [_Words(word, "serif", largest) for word in _cut(sign.title).split()]
    space = _Words(" ", "serif", largest).length
    for size in range(largest, least, -8):
        lines = _lines(words, space, room * largest / size)
        if len(lines) <= most and all(word.length * size <= room * largest for word in words):
            return size, lines
    lines = _lines(words, space, room * largest / least)
    last = " ".join(lines[most - 1 :])
    return least, [_Words.fitting(line, "serif", least, least, room).text for line in (*lines[: most - 1], last)]


def _lines(words: Sequence["_Words"], space: float, room: float) -> list[str]:
    """Return the words broken into lines of the given width, in the size in which they were measured."""
    lines, left = [""], room
    for word in words:
        if lines[-1] and space + word.length > left:
            lines.append("")
            left = room
        left -= word.length + (space if lines[-1] else 0)
        lines[-1] = f"{lines[-1]} {word.text}".strip()
    return lines


class _Words:
    """A line of text in one size, each part of it in the font that has its letters."""

    def __init__(self, text: str, family: str, size: int, weight: int = 500) -> None:
        self.text = "".join(letter for letter in _cut(text) if _file_of(letter) is not None)
        self._parts = [
            ("".join(letters), _font(FILES[family][file or 0], size, (weight,) if family == "sans" else OF_TITLES))
            for file, letters in groupby(self.text, _file_of)
        ]
        self.length = sum(font.getlength(part) for part, font in self._parts)

    @classmethod
    def fitting(cls, text: str, family: str, size: int, least: int, room: float, weight: int = 500) -> "_Words":
        """Return the text in the largest letters in which it fits; cut off where it does not fit even in the smallest.

        It is measured once, since width grows with the size.
        """
        words = cls(text, family, size, weight)
        if words.length <= room:
            return words
        fits = int(size * room / words.length) // 2 * 2
        if fits >= least:
            return cls(text, family, fits, weight)
        cuts = [f"{words.text[:end].rstrip()}…" for end in range(len(words.text))]
        place = bisect_right(cuts, room, key=lambda cut: cls(cut, family, least, weight).length)
        return cls(cuts[max(0, place - 1)], family, least, weight)

    def write(self, pen: "ImageDraw.ImageDraw", left: float, middle: float, colour: str) -> None:
        for part, font in self._parts:
            # The small letters and the capitals stand around the middle together.
            pen.text((left, middle + font.size * 0.36), part, fill=colour, font=font, anchor="ls")
            left += font.getlength(part)


def _cut(text: str) -> str:
    """Return the first letters of the text, as many as a picture shows: the following steps are slow."""
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1].rstrip()}…"


def _file_of(letter: str) -> int | None:
    """Return the font file that has the letter; None for a letter in none of our fonts."""
    code = ord(letter)
    if not letter.isprintable() or code > LAST_SIGN:
        return None
    if code < 0x100 or code >= PUNCTUATION or letter in OF_THE_FIRST:
        return 0
    return 1 if code <= LAST_LATIN or code >= MORE_LATIN else None


# Each takes 0.1 to 0.15 MB.
@lru_cache(maxsize=32)
def _font(file: str, size: int, axes: tuple[int, ...]) -> "FreeTypeFont":
    from PIL import ImageFont

    font = ImageFont.truetype(_static("vendor") / file, size)
    if file != FILES["serif"][0]:
        font.set_variation_by_axes(list(axes))
    return font


def _static(folder: str) -> Path:
    return Path(apps.get_app_config("tournaments").path) / "static" / "tournaments" / folder
