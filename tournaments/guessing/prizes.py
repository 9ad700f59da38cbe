"""Prizes as an organiser types them, one a line: ``1° ham``, ``3° e 4° oil``, or ``Best score: a cup``."""

import re
from dataclasses import dataclass
from typing import Final

MOST_LINES, LAST_PLACE = 200, 999
_PLACE: Final = r"(\d{1,3})\s?(?:[°º]|st\b|nd\b|rd\b|th\b)"
_AND: Final = r"\s*(?:,|;|\+|/|&|\be\b|\band\b)\s*"
_TO: Final = r"\s*(?:-|\u2013|\ba\b|\bal\b|\ball['\u2019]|\bto\b)\s*"
# A number is a place with the sign of an ordinal only, so that "2 bottiglie" stays what it is; "1." and "1)" count too.
_NUMBERED: Final = re.compile(r"\s*(\d{1,3})(?:[.)](?=\s)|:)\s*", re.ASCII)
_FIRST: Final = re.compile(rf"\s*(?:dal\s+|from\s+)?{_PLACE}", re.IGNORECASE)
_OTHER: Final = re.compile(rf"\b{_PLACE}", re.IGNORECASE)
_NEXT: Final = re.compile(rf"(?:(?P<to>{_TO})|{_AND}){_PLACE}", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*(?:posto|premio|classificat[oaie]|place|prize)?\s*[:.,)\u2013-]?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize: ``what`` it is, and the places that win it; none where it goes by something else than a place."""

    what: str
    places: tuple[int, ...] = ()


def prizes_of(text: str) -> list[Prize]:
    """The prizes of a text, a line each; empty lines are none."""
    return [_prize(line.strip()) for line in text.splitlines()[:MOST_LINES] if line.strip()]


def _prize(line: str) -> Prize:
    places, end = _places(line)
    what = line[end:].strip()
    is_several = _OTHER.search(what) is not None
    if not what or is_several or not all(0 < place <= LAST_PLACE for place in places):
        return Prize(line)
    return Prize(what, places)


def _places(line: str) -> tuple[tuple[int, ...], int]:
    """The places that a line begins with, and where what is won begins."""
    numbered = _NUMBERED.match(line)
    if numbered:
        return (int(numbered[1]),), numbered.end()
    found = _FIRST.match(line)
    if not found:
        return (), 0
    places, end = [int(found[1])], found.end()
    while following := _NEXT.match(line, end):
        last, end = int(following[2]), following.end()
        places += range(places[-1] + 1, last + 1) if following["to"] else [last]
    after = _BETWEEN.match(line, end)
    return tuple(dict.fromkeys(places)), after.end() if after else end
