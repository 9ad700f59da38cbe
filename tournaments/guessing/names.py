"""Read the people in a cell: split a pair, tell family from given names, restore capitals and accents."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final
from unicodedata import category

from tournaments import folding
from tournaments.folding import letters_of as plain
from tournaments.guessing.given_names import GIVEN, SURE

# Family name, given name (may be empty).
Name = tuple[str, str]

PARTICLES: Final = frozenset({
    "al", "ben", "d", "da", "dagli", "dai", "dal", "dall", "dalla", "dalle", "dallo", "das", "de", "degl", "degli",
    "dei", "del", "dell", "della", "delle", "dello", "den", "der", "des", "di", "dos", "du", "el", "la", "le", "li",
    "lo", "san", "sant", "santa", "santo", "st", "ter", "van", "von",
})  # fmt: skip
# Cells that stand for a partner not found yet.
NOBODY: Final = frozenset({
    "", "-", "--", "---", "–", "—", "?", "??", "???", ".", "...", "…", "/", "x", "xx", "xxx", "0", "n.n.", "nn", "n/a",
    "cerca", "cerca compagno", "cerca compagna", "cerca socio", "cerco compagno", "cercasi", "da definire",
    "da trovare", "nessuno", "senza", "senza compagno", "singolo", "singola", "solo", "sola", "tbd",
    "nobody", "looking", "single",
})  # fmt: skip
# Separators of two people. A dash within a double name has no space on either side.
_BETWEEN: Final = re.compile(r"\s*(?:/|&|–|—)\s*|\s+-+\s*|\s*-+\s+|\s+(?:e|ed|con|and|with)\s+", re.IGNORECASE)
_DASH_AT_END: Final = re.compile(r"(?<=\w)-+$")
_ELIDED: Final = re.compile(r"(?:d|l|o|dell|dall|nell|degl|dagl|all|sant)['’‘ʼ´`]\w", re.IGNORECASE)
_NUMBER_BEFORE: Final = re.compile(r"^\d{1,3}\s*[.)°]\s*(?=[^\W\d])")
_CLUB_BEHIND: Final = re.compile(r"^(?P<names>[^()]*[^()\s])\s*\((?P<club>[^()]+)\)$")
_ACCENTED: Final = MappingProxyType(dict(zip("aeiouAEIOU", "àèìòùÀÈÌÒÙ", strict=True)))
# Abbreviations that stay in capitals.
_SHORT: Final = frozenset({
    "AC", "ACLI", "AICS", "ANA", "ANPI", "ARCI", "ASD", "AUSER", "AVIS", "CAI", "CRAL", "CSI", "CSEN", "DLF", "ENAL",
    "ENDAS", "GS", "OM", "PD", "SMS", "SOMS", "SPI", "SS", "UISP", "US",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cell:
    """The people of a cell; ``is_cut`` if a separator is not followed by a name."""

    people: tuple[Name, ...]
    club: str = ""
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads full names: ``is_given_first`` decides where nothing else does, ``known`` are people by their words."""

    is_given_first: bool = False
    known: Mapping[tuple[str, ...], Name] = field(default_factory=dict)

    def cell(self, text: str, size: int) -> Cell:
        """Return the people of a tidy cell for an entry of ``size``; a third part after a pair is their club."""
        text = _NUMBER_BEFORE.sub("", text)
        club = ""
        if match := _CLUB_BEHIND.match(text):
            text, club = match["names"], match["club"].strip()
        parts = parted(text)
        if len(parts) == size + 1 > 2 and not club and not is_nobody(parts[-1]):
            club = parts.pop()
        alone = len(parts) > 1 and is_nobody(parts[-1])
        people = tuple(self.name(part) for part in parts if not is_nobody(part))
        return Cell(people, capitals_of_club(club), alone and not parts[-1])

    def name(self, text: str) -> Name:
        """Return the family and given name of one person; a known person as already stored."""
        if self.known and (found := self.known.get(words_of(text))):
            return found
        first, comma, last = text.partition(",")
        if comma and first.strip() and last.strip():
            return capitals(first.strip()), capitals(last.strip())
        units = _units(text)
        if len(units) < 2:
            return capitals(text), ""
        at, is_given_first = self._divided(units)
        first, last = (" ".join(part) for part in (units[:at], units[at:]))
        return (capitals(last), capitals(first)) if is_given_first else (capitals(first), capitals(last))

    def same(self, family: str, given: str) -> Name:
        """Return a name given in two cells; a known person as already stored."""
        if self.known:
            found = self.known.get(words_of(f"{family} {given}"))
            if found and plain(found[0]) == plain(family):
                return found
        return capitals(family), capitals(given)

    def _divided(self, units: Sequence[str]) -> tuple[int, bool]:
        """Return where the name is split, and whether the given name comes first."""
        is_given_first = order_of(units)
        if is_given_first is None:
            is_given_first = self.is_given_first
        givens = [plain(unit) in GIVEN for unit in units]
        most = len(units) - 1
        if is_given_first:
            return next((at for at in range(1, most) if not givens[at]), most), True
        # Everything before the given names at the end is the family name.
        return (next((at for at in range(most, 0, -1) if not givens[at - 1]), 1) if givens[-1] else 1), False


def parted(text: str) -> list[str]:
    """Return the parts of a cell with several people; the last part is empty if nothing follows a separator."""
    if text in NOBODY:
        return []
    parts = [part.strip() for part in _BETWEEN.split(_DASH_AT_END.sub(" -", text))]
    if len(parts) == 1 and text.count("-") == 1:
        halves = [half.strip() for half in text.split("-")]
        # Two full names, not a double name.
        parts = halves if all(len(_units(half)) > 1 for half in halves) else parts
    return parts


def is_nobody(text: str) -> bool:
    """Return whether a cell says that there is no person yet."""
    return text.casefold() in NOBODY


def order_of(units: Sequence[str]) -> bool | None:
    """Return whether the given name comes first, by capitals, particles or the names; None if they do not tell."""
    if len(units) < 2:
        return None
    first, last = units[0], units[-1]
    shouted = [len(unit) > 1 and unit.isupper() and "." not in unit for unit in (first, last)]
    if shouted[0] != shouted[1]:
        return shouted[1]
    begun = [_has_particle(unit) for unit in (first, last)]
    if begun[0] != begun[1]:
        return begun[1]
    known = [plain(unit) in GIVEN for unit in (first, last)]
    sure = [plain(unit) in SURE for unit in (first, last)]
    if sure[0] and not known[1]:
        return True
    if sure[1] and not known[0]:
        return False
    return None


def _has_particle(unit: str) -> bool:
    """Return whether a unit begins like family names only: De Rossi, D'Angelo, Lo Presti."""
    return " " in unit or bool(_ELIDED.match(unit))


def is_given_first(texts: Iterable[str]) -> bool:
    """Return whether the given name comes first in most full names that tell; clubs write the family name first."""
    told = [order for text in texts for part in parted(text) if (order := order_of(_units(part))) is not None]
    return sum(told) * 2 > len(told)


def is_whole(text: str) -> bool:
    """Return whether a cell has more than one word of a name, or more than one person."""
    return len(_units(text)) > 1


def given_share(texts: Sequence[str]) -> float:
    """Return the share of cells with given names only, from 0 to 1."""
    return sum(all(plain(unit) in GIVEN for unit in _units(text)) for text in texts) / max(1, len(texts))


def told_share(texts: Sequence[str]) -> float:
    """Return the share of cells with several people, or with a full name whose order is clear, from 0 to 1."""
    told = sum(len(parted(text)) > 1 or order_of(_units(text)) is not None for text in texts)
    return told / max(1, len(texts))


def known_by_words(people: Iterable[Name]) -> dict[tuple[str, ...], Name]:
    """Return people by the words of their names in any order; without those who have the same words."""
    found: dict[tuple[str, ...], Name] = {}
    shared: set[tuple[str, ...]] = set()
    for family, given in people:
        words = words_of(f"{family} {given}")
        if len(words) < 2 or found.get(words, (family, given)) != (family, given):
            shared.add(words)
        found[words] = (family, given)
    return {words: name for words, name in found.items() if words not in shared}


def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of a name, sorted: the same in whatever order they are written."""
    return tuple(sorted(folding.words_of(text)))


def capitals(name: str) -> str:
    """Return a name in its usual capitals; a typed apostrophe after a vowel becomes an accent."""
    is_flat = name.isupper() or name.islower()
    return " ".join(_word(word, is_flat) for word in name.split(" "))


def mended(name: str) -> str:
    """Return a name typed in small letters, or in capitals only, in its usual capitals; mixed letters were meant."""
    return capitals(name) if name.islower() or name.isupper() else name


def capitals_of_club(name: str) -> str:
    """Return a club in its usual capitals if it is all upper or all lower case; abbreviations stay."""
    words = name.split(" ")
    if not (name.isupper() or name.islower()) or (len(words) == 1 and len(name) < 5):
        return name
    small = [word.lower() in PARTICLES or word.lower() in ("e", "d'", "dell'") for word in words]
    return " ".join(_club_word(word, at > 0 and small[at]) for at, word in enumerate(words))


def _club_word(word: str, is_small: bool) -> str:
    if word.upper().strip(".") in _SHORT or (word.isupper() and "." in word[:-1]):
        return word.upper()
    return word.lower() if is_small else _raised(_with_accent(word))


def _word(word: str, is_flat: bool) -> str:
    word = _with_accent(word)
    if is_flat or word.islower() or (len(word) > 2 and word.isupper() and "." not in word):
        # In a name with capitals a lower-case particle was typed on purpose.
        return word if not is_flat and word in PARTICLES else _raised(word)
    return word


def _with_accent(word: str) -> str:
    if len(word) > 2 and word[-1] in "'’`´" and word[-2] in _ACCENTED:
        return word[:-2] + _ACCENTED[word[-2]]
    return word


def _raised(word: str) -> str:
    """Return a word with a capital at its start, after an apostrophe and after a dash."""
    letters, is_begin = [], True
    for letter in word:
        letters.append(letter.upper() if is_begin and len(letter.upper()) == 1 else letter.lower())
        is_begin = not (letter.isalnum() or category(letter)[0] == "M")
    return "".join(letters)


def unbroken(name: str) -> str:
    """Return a name that breaks between words only, and never behind a particle: “De Bernardi” stays on one line."""
    return " ".join(unit.replace(" ", "\N{NO-BREAK SPACE}") for unit in _units(name))


def _units(text: str) -> list[str]:
    """Return the words of a name; a particle is kept together with the word after it."""
    units: list[str] = []
    begun = ""
    for word in text.split():
        begun = f"{begun} {word}" if begun else word
        if plain(word) not in PARTICLES:
            units.append(begun)
            begun = ""
    return [*units, begun] if begun else units
