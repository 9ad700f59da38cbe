"""A pasted ranking list gives entries their seeds: each line is matched with an entry by its names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.folding import letters_of as plain
from tournaments.guessing.marks import split_marks
from tournaments.guessing.names import Name, split_people, words_of

MOST_LINES: Final = 500
LONGEST_LINE: Final = 200
_CELLS: Final = re.compile(r"[;\t]|\s{3,}")
# Points behind a name, with what leads to them: “ – 120 pt”, “: 12,5”, “ (120)”, “ VP 12”.
_POINTS: Final = re.compile(
    r"[\s,:=….(–—-]+(?:(?:vp|mp|punti|pti?|p)[.:]?\s*)?[+-]?\d+(?:[.,]\d+)?\s*(?:vp|mp|punti|points|pti|pts?|p)?\.?\s*\)?\s*$",
    re.IGNORECASE,
)
# Between two family names, where the whole is nobody's name: “Rossi, Grassi”, “Rossi-Grassi”.
_BETWEEN: Final = re.compile(r"\s*[,–-]\s*")


@dataclass(frozen=True, slots=True)
class Ranked:
    """The keys of the matched entries, best first, and the lines that match no entry or several."""

    order: tuple[int, ...]
    unmatched: tuple[str, ...]


def match_ranking(text: str, entries: Mapping[int, Sequence[Name]]) -> Ranked:
    """Match the lines of a list with ``entries``, each with the family and given names of its people.

    A line names an entry by the whole names or by the family names of its people, in any order; one person is enough
    where nobody else has that name. The first line that names an entry counts.
    """
    whole, family = _index(entries, whole=True), _index(entries, whole=False)
    order: dict[int, None] = {}
    unmatched = []
    for row in text.splitlines()[:MOST_LINES]:
        cells = [cell for cell in _CELLS.split(row[:LONGEST_LINE]) if any(letter.isalpha() for letter in plain(cell))]
        if not cells:
            continue
        line = split_marks(_POINTS.sub("", cells[0])).text
        for parts in (split_people(line), _BETWEEN.split(line)):
            found = [whole.get(words_of(part)) or family.get(words_of(part)) or frozenset() for part in parts]
            keys = frozenset.intersection(*found) if found else frozenset()
            if len(keys) == 1:
                order.setdefault(next(iter(keys)))
                break
        else:
            unmatched.append(line)
    return Ranked(tuple(order), tuple(unmatched))


def _index(entries: Mapping[int, Sequence[Name]], *, whole: bool) -> dict[tuple[str, ...], frozenset[int]]:
    """Return the keys of entries by the words of their people's names."""
    found: dict[tuple[str, ...], frozenset[int]] = {}
    for key, people in entries.items():
        for family, given in people:
            words = words_of(f"{family} {given}" if whole else family)
            found[words] = found.get(words, frozenset()) | {key}
    return found
