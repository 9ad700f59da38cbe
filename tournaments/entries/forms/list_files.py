"""The bytes of a list: what kind of file it is, and its letters in whatever code page it was written."""

import re
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from tournaments.entries.forms.entry_file import MOST_BYTES, UnreadableListError
from tournaments.guessing.text import wide_of

# How files begin that are no list: their kind as ``PROBLEMS`` names it.
_BEGINS: Final[Mapping[bytes, str]] = MappingProxyType(
    {
        b"PK\x03\x04": "file_is_spreadsheet",
        b"\xd0\xcf\x11\xe0": "file_is_spreadsheet",
        b"%PDF": "file_is_pdf",
        b"{\\rtf": "file_is_document",
        b"\x89PNG": "file_is_picture",
        b"\xff\xd8\xff": "file_is_picture",
        b"GIF8": "file_is_picture",
    }
)
_MARKUP: Final = re.compile(rb"\s*(?:<!doctype html|<html|<head|<table|<meta|<\?xml|<!--)", re.IGNORECASE)
# Old code pages of one byte a letter: Windows, the Mac before 2001, DOS.
PAGES: Final = (("cp1252", "Windows-1252"), ("mac_roman", "Mac OS Roman"), ("cp850", "DOS 850"))
_LIKELY: Final = frozenset("àèéìòùÀÈÉÌÒÙ")
# Letters of names from elsewhere, and signs that programs write by themselves.
_POSSIBLE: Final = frozenset("áâãäåæçêëíîïñóôõöøúûüýÿßÁÂÃÄÅÆÇÊËÍÎÏÑÓÔÕÖØÚÛÜÝšžŠŽœŒ’‘“”–—…€°ºª•«»´")


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the encoding it was in; what is no Unicode is read in the code page that fits best."""
    if len(data) > MOST_BYTES:
        raise UnreadableListError("file_too_big", most=MOST_BYTES // 1_000_000)
    for begin, code in _BEGINS.items():
        if data.startswith(begin):
            raise UnreadableListError(code)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decode(data, "utf-16"), "UTF-16"
    if wide := wide_of(data):
        return _decode(data, wide), "UTF-16"
    if _MARKUP.match(data.removeprefix(b"\xef\xbb\xbf")):
        raise UnreadableListError("file_is_page")
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8-sig"), "UTF-8"
    # The code page whose letters are most likely those of names; Windows' where none is better.
    found: list[tuple[int, int, str, str]] = []
    for rank, (page, name) in enumerate(PAGES):
        try:
            text = data.decode(page)
        except UnicodeDecodeError:
            continue
        # How much it looks like names: accents that Italian has, inside or at the end of words.
        score = 0
        for place, letter in enumerate(text):
            if letter.isascii():
                continue
            before = text[place - 1] if place else " "
            behind = text[place + 1 : place + 2]
            # A capital in the middle of a word of small letters is the sign of another code page.
            is_odd = (letter.isupper() and before.islower()) or (
                letter.isalpha() and not (before.isalpha() or behind.isalpha())
            )
            score += -2 if is_odd else 3 if letter in _LIKELY else 1 if letter in _POSSIBLE else -3
        found.append((score, -rank, text, name))
    best = max(found, default=None)
    if best is None or best[0] < 0:
        raise UnreadableListError("file_not_text")
    return best[2], best[3]


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableListError("file_not_text") from error
