"""Prizes for the standings, read as an organiser types them: lines like ``1° ham``, ``3° e 4° oil``, ``Best: cup``."""

import re
from dataclasses import dataclass
from typing import Final

MOST_LINES, LAST_PLACE = 200, 999
_PLACE: Final = r"(\d{1,3})\s?(?:[°º]|st\b|nd\b|rd\b|th\b)"
_AND: Final = r"\s*(?:,|;|\+|/|&|\be\b|\band\b)\s*"
_TO: Final = r"\s*(?:-|\u2013|\ba\b|\bal\b|\ball['\u2019]|\bto\b)\s*"
# A number is a place only with an ordinal sign, or as "1." or "1)"; "2 bottiglie" is part of the prize.
_NUMBERED: Final = re.compile(r"\s*(\d{1,3})(?:[.)](?=\s)|:)\s*", re.ASCII)
_FIRST: Final = re.compile(rf"\s*(?:dal\s+|from\s+)?{_PLACE}", re.IGNORECASE)
_OTHER: Final = re.compile(rf"\b{_PLACE}", re.IGNORECASE)
_NEXT: Final = re.compile(rf"(?:(?P<to>{_TO})|{_AND}){_PLACE}", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*(?:posto|premio|classificat[oaie]|place|prize)?\s*[:.,)\u2013-]?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize: ``what`` it is, and the places that win it; no places if something else decides."""

    what: str
    places: tuple[int, ...] = ()


def prizes_of(text: str) -> list[Prize]:
    """Return the prizes of a text, one a line; empty lines are ignored."""
    prizes: list[Prize] = []
    for line in filter(None, map(str.strip, text.splitlines()[:MOST_LINES])):
        # The places at the start of the line, and the index where the prize begins.
        places: list[int] = []
        end = 0
        if numbered := _NUMBERED.match(line):
            places, end = [int(numbered[1])], numbered.end()
        elif first := _FIRST.match(line):
            places, end = [int(first[1])], first.end()
            while following := _NEXT.match(line, end):
                last, end = int(following[2]), following.end()
                places += range(places[-1] + 1, last + 1) if following["to"] else [last]
            after = _BETWEEN.match(line, end)
            end = after.end() if after else end
        what = line[end:].strip()
        is_several = _OTHER.search(what) is not None
        if not what or is_several or not all(0 < place <= LAST_PLACE for place in places):
            prizes.append(Prize(line))
        else:
            prizes.append(Prize(what, tuple(dict.fromkeys(places))))
    return prizes
