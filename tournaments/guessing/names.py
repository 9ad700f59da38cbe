"""Names of people: read in a cell of a list (pairs, family and given names); their usual capitals and line breaks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final
from unicodedata import category

from tournaments import folding
from tournaments.folding import letters_of as plain
from tournaments.guessing.given_names import GIVEN, SURE
from tournaments.guessing.lines import is_spoken
from tournaments.guessing.marks import Marks, split_marks

# Family name, given name (may be empty).
Name = tuple[str, str]

PARTICLES: Final = frozenset({
    "al", "ben", "d", "da", "dagli", "dai", "dal", "dall", "dalla", "dalle", "dallo", "das", "de", "degl", "degli",
    "dei", "del", "dell", "della", "delle", "dello", "den", "der", "des", "di", "dos", "du", "el", "la", "le", "li",
    "lo", "san", "sant", "santa", "santo", "st", "ter", "van", "von",
})  # fmt: skip
# Cells that stand for a partner not found yet.
NOBODY: Final = frozenset({
    "chiunque", "boh", "sì", "si", "no", "non so", "non lo so", "il solito", "la solita",
    "", "-", "--", "---", "–", "—", "?", "??", "???", ".", "...", "…", "/", "x", "xx", "xxx", "0", "n.n.", "nn", "n/a",
    "cerca", "cerca compagno", "cerca compagna", "cerca socio", "cerco compagno", "cercasi", "da definire",
    "da trovare", "nessuno", "senza", "senza compagno", "singolo", "singola", "solo", "sola", "tbd",
    "nobody", "looking", "single", "compagno", "compagna", "socio", "socia", "partner", "da decidere", "da assegnare",
    "da vedere", "vedremo", "nessuno ancora", "ancora nessuno", "disponibile", "libero", "libera", "vuoto", "da solo",
    "da sola", "altro", "altra", "altra persona", "qualcuno", "uno", "jolly", "in attesa", "tbc", "nobody yet", "alone",
})  # fmt: skip
# Signs and words between two people. A dash within a double name has no space on either side, an x has two.
_BETWEEN: Final = re.compile(
    r"\s*(?:/|&|–|—|\+|;|\||×|\n)\s*|\s+-+\s*|\s*-+\s+|\s+(?:e|ed|con|x|and|with|insieme a)\s+", re.IGNORECASE
)
_DASH_AT_END: Final = re.compile(r"(?<=\w)(?:-+|\s+(?:e|ed|con|and|with|insieme a))$")
_ELIDED: Final = re.compile(r"(?:d|l|o|dell|dall|nell|degl|dagl|all|sant)['’‘ʼ´`]\w", re.IGNORECASE)
_CLUB_BEHIND: Final = re.compile(r"^(?P<names>[^()]*[^()\s])\s*\((?P<club>[^()]+)\)$")
_ACCENTED: Final = MappingProxyType(dict(zip("aeiouAEIOU", "àèìòùÀÈÌÒÙ", strict=True)))
# Words of family names that end in an apostrophe, not in an accent: De' Medici, Ca' Zorzi.
_CUT_SHORT: Final = frozenset(("ca", "co", "de"))
# What stands in front of a name and is none.
_ADDRESSED: Final = re.compile(
    r"(?:(?:dott|dr|prof|ing|avv|rag|geom|arch|cav|comm|sig|mons)(?:\.?\s?(?:ssa|ra|na|ri|re))?\."
    r"|sig\.?\s?ra|sig\.?\s?na|dott\.?\s?ssa|prof\.?\s?ssa|don|suor|signora?|dottor(?:essa)?|geometra|mr|mrs|ms)\s+(?=[^\W\d_]{2})",
    re.IGNORECASE,
)
# Abbreviations that stay in capitals.
_SHORT: Final = frozenset({
    "AC", "ACLI", "AICS", "ANA", "ANPI", "ARCI", "ASD", "AUSER", "AVIS", "CAI", "CRAL", "CSI", "CSEN", "DLF", "ENAL",
    "ENDAS", "GS", "OM", "PD", "SMS", "SOMS", "SPI", "SS", "UISP", "US",
})  # fmt: skip
# Letters of a name, its apostrophes, dots and dashes, and the quotation marks of a nickname; anything else is odd.
_ODD: Final = re.compile(r"[^\w\s'’‘ʼ´`.\-\"“”«»]|[_\d]")
CLUB_WORDS: Final = re.compile(
    r"\b(?:circolo|bocciofila|societ[aà]|soc|arci|acli|club|asd|polisportiva|dopolavoro|centro|cral|bar|soms)\b"
    r"|\bpro loco\b",
    re.IGNORECASE,
)
# Words for a partner who has no name in the list: the wife, a friend of the first player.
_KIN: Final = frozenset((
    "moglie", "marito", "figlio", "figlia", "fratello", "sorella", "amico", "amica", "nipote", "cugino", "cugina",
    "cognato", "cognata", "suocero", "suocera", "genero", "nuora", "papa", "mamma", "padre", "madre", "nonno", "nonna",
    "fidanzato", "fidanzata", "ragazzo", "ragazza", "compare", "collega", "babbo", "zio", "zia",
    "signora", "signore", "ra", "friend", "wife", "husband", "brother", "sister", "son", "daughter",
))  # fmt: skip
# Words that begin what is no name: “il Gigi”, “poi Rinaldi Paolo”.
_NO_NAME: Final = frozenset(("il", "un", "una", "poi", "anche", "pure"))
_BEFORE_KIN: Final = frozenset(
    ("un", "una", "il", "la", "suo", "sua", "mio", "mia", "amico", "amica", "di", "a", "sig")
)
_INITIALS: Final = re.compile(r"[^\W\d_]|(?:[^\W\d_]\.)+[^\W\d_]?")
# Reasons for which a cell may mean something else than what is read first.
ORDER, BROTHERS, GIVEN_ONLY, ONE_OR_TWO, NO_SIGN, DOUBLE_NAME = (
    "order",
    "brothers",
    "given_only",
    "one_or_two",
    "no_sign",
    "double_name",
)
BEHIND, THIRD, MANY, CLUB_BEHIND, DASHED, CROSSED, ODD, MESSAGE, NOBODY_BEHIND = (
    "behind",
    "third",
    "many",
    "club_behind",
    "dashed",
    "crossed",
    "odd",
    "message",
    "cut",
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a cell: a code that says which, the people and the club; ``is_each``: an entry for each."""

    code: str
    people: tuple[Name, ...]
    club: str = ""
    is_each: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """The people of a cell; ``is_cut`` if a separator is not followed by a name.

    ``doubt`` is the reason for which it may mean something else: ``odd`` is the piece that it is about, ``readings``
    are what it may mean, the likeliest first.
    """

    people: tuple[Name, ...]
    club: str = ""
    is_cut: bool = False
    doubt: str = ""
    odd: str = ""
    readings: tuple[Reading, ...] = ()
    marks: Marks = field(default=Marks(""), compare=False)


@dataclass(frozen=True, slots=True)
class _Read:
    """A name that was read, whether its own words tell the order, and the name in the other order."""

    name: Name
    is_told: bool
    other: Name | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads full names: ``is_given_first`` decides where nothing else does, ``known`` are people by their words.

    ``is_certain``: the list or its heading leaves no doubt about the order. ``clubs`` are folded names of clubs.
    """

    is_given_first: bool = False
    known: Mapping[tuple[str, ...], Name] = field(default_factory=dict)
    is_certain: bool = False
    clubs: AbstractSet[str] = frozenset()

    def cell(self, text: str, size: int, *, is_alone: bool = True) -> Cell:
        """Return the people of a tidy cell for an entry of ``size``; ``is_alone``: no other column has the partner."""
        marks = split_marks(text)
        names, club, behind = marks.text, "", ""
        if match := _CLUB_BEHIND.match(names):
            names, behind = match["names"].strip(), match["club"].strip()
            if self.is_club(behind):
                club, behind = behind, ""
        parts = self._parts(names, size)
        is_cut = len(parts) > 1 and not parts[-1]
        doubt, odd = "", ""
        at = next((at for at in (-1, 0) if len(parts) > 1 and self.is_club(parts[at])), None)
        if at is not None and len(parts) == size + 1 and not club:
            club = parts.pop(at)
        elif at is not None and len(parts) == size == 2:
            has_given = any(plain(unit) in SURE for unit in _units(parts[at]))
            if not has_given or CLUB_WORDS.search(parts[at]):
                doubt, odd, club = CLUB_BEHIND, parts[at], parts.pop(at)
        parts = [part for part in parts if not is_nobody(part)]
        # If one name of an entry tells the order, the others have it too.
        orders = {order for part in parts if (order := order_of(_units(part))) is not None}
        told = orders.pop() if len(orders) == 1 and len(parts) > 1 else None
        read = [self._read(part, told) for part in parts]
        people = tuple(each.name for each in read)
        club = capitals_of_club(club)
        readings: tuple[Reading, ...] = (Reading("club", people, club),) if doubt else ()
        if not doubt:
            doubt, odd, readings = self._doubt(parts, read, size, names, is_alone=is_alone)
        if not doubt and behind:
            doubt, odd = BEHIND, behind
            readings = (Reading("behind_club", people, capitals_of_club(behind)), Reading("behind_nothing", people))
        if not doubt and marks.is_dashed and size > 1 and len(people) < size:
            doubt, odd, readings = DASHED, (marks.phones or marks.mails)[0], (Reading("contact", people, club),)
        if not doubt and marks.is_crossed and len(people) < size:
            doubt, odd, readings = CROSSED, "x", (Reading("paid", people, club), Reading("looking", people, club))
        if not doubt and is_cut and is_alone:
            doubt, readings = NOBODY_BEHIND, (Reading("alone", people, club),)
        return Cell(people, club, is_cut and is_alone, doubt, odd, readings, marks)

    def is_club(self, text: str) -> bool:
        """Return whether a text is the name of a club: a known one, or one that says so."""
        return bool(text) and (plain(text) in self.clubs or bool(CLUB_WORDS.search(text)))

    def name(self, text: str) -> Name:
        """Return the family and given name of one person; a known person as already stored."""
        return self._read(text).name

    def is_told(self, text: str) -> bool:
        """Return whether it is certain which part of a full name is the family name."""
        return self._read(text).is_told

    def same(self, family: str, given: str) -> Name:
        """Return a name given in two cells; a known person as already stored."""
        if self.known:
            found = self.known.get(words_of(f"{family} {given}"))
            if found and plain(found[0]) == plain(family):
                return found
        return capitals(family), capitals(given)

    def _parts(self, text: str, size: int) -> list[str]:
        """Return the parts of a cell; a comma divides people unless it divides the parts of one name."""
        parts = [_ADDRESSED.sub("", part, count=1) if _ADDRESSED.match(part) else part for part in split_people(text)]
        if len(parts) != 1 or "," not in text:
            return parts
        cut = [part.strip() for part in parts[0].split(",")]
        if len(cut) != 2 or not all(cut) or any(map(self.is_club, cut)):
            return cut
        first, last = _units(cut[0]), _units(cut[1])
        givens = [plain(unit) in GIVEN for unit in last]
        if len(first) > 1 and (
            not any(plain(unit) in SURE for unit in last)
            or (len(last) > 1 and not all(givens))
            or order_of(first) is not None
            or (size > 1 and any(plain(unit) in GIVEN for unit in first))
        ):
            return cut
        # “Lanzo, Vana Gino” is no name: what stands behind the comma is one by itself.
        is_one = all(givens) or (size < 2 and len(first) < 3 and order_of(last) is None)
        return parts if is_one else cut

    def _knows(self, text: str) -> bool:
        return bool(self.known) and words_of(text) in self.known

    def _read(self, text: str, told: bool | None = None) -> _Read:
        if self.known and (found := self.known.get(words_of(text))):
            return _Read(found, is_told=True)
        first, comma, last = text.partition(",")
        if comma and first.strip() and last.strip():
            return _Read((capitals(first.strip()), capitals(last.strip())), is_told=True)
        units = _units(text)
        if len(units) < 2:
            return _Read((capitals(text), ""), is_told=True)
        own = order_of(units)
        order = own if own is not None else told if told is not None else self.is_given_first
        at, is_split = _split_point(units, is_given_first=order)
        known = [plain(unit) in GIVEN for unit in (units[0], units[-1])]
        # A given name that is a family name too, where the list has none, tells against the list.
        is_against = own is None and known[0] is not known[1] and known[0] is not order
        # “Sig.ra” and “Gius.” in front are no family name.
        is_short = "." in units[0] and " " not in units[0] and not _is_initials(units[0])
        is_told = (
            is_split and not is_against and not is_short and (own is not None or told is not None or self.is_certain)
        )
        return _Read(
            _name(units, at, order), is_told, _name(units, _split_point(units, is_given_first=not order)[0], not order)
        )

    def _doubt(
        self, parts: Sequence[str], read: Sequence[_Read], size: int, text: str, *, is_alone: bool
    ) -> tuple[str, str, tuple[Reading, ...]]:
        """Return why a cell may mean something else, the piece that it is about, and what it may mean."""
        people = tuple(each.name for each in read)
        if is_spoken(text):
            return MESSAGE, text, ()
        commas = [part.count(",") for part in parts]
        for part in parts:
            # “Rossi, Mario / Bianchi, Luca”: in each name, or in none.
            is_comma = set(commas) == {1} and all(part.replace(",", " ").split())
            if _is_odd(part, is_comma=is_comma):
                return ODD, part, ()
            if self.is_club(part) if len(parts) == 1 else CLUB_WORDS.search(part):
                return ODD, part, ()
        if len(parts) > size == 1:
            return MANY, parts[-1], (Reading("each", people, is_each=True), Reading("first", people[:1]))
        if len(parts) == size + 1:
            club = capitals_of_club(parts[-1])
            return THIRD, parts[-1], (Reading("club", people[:size], club), Reading("without", people[:size]))
        if len(parts) > size:
            return MANY, "", ()
        if found := self._in_pairs(parts, read, size):
            return found
        for part, each in zip(parts, read, strict=True):
            units = _units(part)
            is_known = self._knows(part)
            if len(units) > 1 and all(plain(unit) in SURE for unit in units) and not is_known and "," not in part:
                return GIVEN_ONLY, part, (Reading("as_read", people),)
            if len(units) >= 4 and not is_known and "," not in part:
                # Two full names without a sign between them.
                for at in range(2, len(units) - 1):
                    order = order_of(units[:at])
                    if order is None or order_of(units[at:]) is not order:
                        continue
                    one = Reading("one", people)
                    if len(parts) > 1:
                        return NO_SIGN, part, (one,)
                    two = tuple(self.name(" ".join(half)) for half in (units[:at], units[at:]))
                    return NO_SIGN, part, (Reading("two", two, is_each=size == 1), one)
            if each.is_told and len(units) > 1 and len(units) < 5:
                continue
            if len(units) == 1:
                if plain(part) in SURE and not is_known and len(parts) == 1 and is_alone:
                    return GIVEN_ONLY, part, (Reading("as_written", people),)
                halves = [half.strip() for half in part.split("-")]
                is_two = len(halves) == 2 and all(len(half) > 1 and plain(half) not in GIVEN for half in halves)
                if is_two and size > 1 and len(parts) == 1 and is_alone:
                    pair = Reading("two", tuple((capitals(half), "") for half in halves))
                    return DOUBLE_NAME, part, (pair, Reading("one", people))
                continue
            other = tuple(each.other or each.name if name is each.name else name for name in people)
            readings: tuple[Reading, ...] = (Reading("as_read", people), Reading("turned", other))
            if (
                size > 1
                and len(parts) == 1
                and is_alone
                and len(units) == 2
                and not any(plain(u) in GIVEN for u in units)
            ):
                readings = (*readings, Reading("two", tuple((capitals(unit), "") for unit in units)))
            return ORDER, part, readings
        if size > 1 and len(parts) == 1 and is_alone and order_of(_units(text)) is None and len(_units(text)) == 2:
            # In a list of pairs two family names without a sign look like one person.
            units = _units(text)
            if not self._knows(text) and not any(plain(unit) in GIVEN for unit in units):
                two = tuple((capitals(unit), "") for unit in units)
                return ORDER, text, (Reading("as_read", people), Reading("two", two))
        return "", "", ()

    def _in_pairs(
        self, parts: Sequence[str], read: Sequence[_Read], size: int
    ) -> tuple[str, str, tuple[Reading, ...]] | None:
        """Return the doubt about two people, one with a single name."""
        if len(parts) != 2:
            return None
        people = tuple(each.name for each in read)
        if all(map(self._knows, parts)):
            return None
        units = [_units(part) for part in parts]
        for short, long in ((1, 0), (0, 1)):
            if len(units[short]) == 1 and len(units[long]) > 1 and plain(parts[short]) in GIVEN:
                family = people[long][0]
                both = list(people)
                both[short] = (family, capitals(parts[short]))
                alone = Reading("one", (people[long],))
                if plain(parts[short]) in SURE:
                    return BROTHERS, parts[short], (Reading("two", tuple(both)), alone)
                return BROTHERS, parts[short], (Reading("two", tuple(both)), Reading("family", people))
        if all(len(each) == 1 for each in units):
            sure = [plain(part) in SURE for part in parts]
            given = [plain(part) in GIVEN for part in parts]
            if all(given) and any(sure):
                return GIVEN_ONLY, " ".join(parts), (Reading("as_written", people),)
            if any(sure):
                first, last = (1, 0) if sure[0] else (0, 1)
                one = (capitals(parts[first]), capitals(parts[last]))
                return ONE_OR_TWO, " ".join(parts), (Reading("one", (one,)), Reading("two", people))
        return None


def _name(units: Sequence[str], at: int, is_given_first: bool) -> Name:
    first, last = (" ".join(part) for part in (units[:at], units[at:]))
    return (capitals(last), capitals(first)) if is_given_first else (capitals(first), capitals(last))


def _split_point(units: Sequence[str], *, is_given_first: bool) -> tuple[int, bool]:
    """Return where a name is split, and whether its words leave no doubt about that."""
    most = len(units) - 1
    shouted = [_is_shouted(unit) for unit in units]
    if any(shouted) and not all(shouted):
        # Family names in capitals.
        at = shouted.index(is_given_first) if is_given_first else shouted.index(False)
        if shouted == [is_given_first is (place >= at) for place in range(len(units))] and 0 < at <= most:
            return at, True
    givens = [plain(unit) in GIVEN or _is_initials(unit) for unit in units]
    if is_given_first:
        at = next((at for at in range(1, most) if not givens[at]), most)
        return at, most == 1 or (givens[0] and not any(givens[at:]) and len(units) - at <= 2)
    # Everything before the given names at the end is the family name.
    at = next((at for at in range(most, 0, -1) if not givens[at - 1]), 1) if givens[-1] else 1
    return at, most == 1 or (givens[-1] and not any(givens[:at]) and at <= 2)


def _is_initials(unit: str) -> bool:
    """Return whether a unit is a given name cut short: “G.”, “G.B.”, “G”."""
    return bool(_INITIALS.fullmatch(unit))


def _is_odd(part: str, *, is_comma: bool) -> bool:
    """Return whether a part is no plain name; ``is_comma``: a comma divides its family name from its given name."""
    if _ODD.search(part.replace(",", "") if is_comma else part) or _is_initials(part):
        return True
    # Kinship only: “moglie”, “un amico”, “figlio Luca”, “amico suo”; “il Gigi” is no full name either.
    first, *behind = folding.words_of(part) or ("",)
    *before, last = first, *behind
    if last in _KIN and all(word in _BEFORE_KIN for word in before):
        return True
    if (first in _KIN and len(behind) == 1) or (first in _NO_NAME and len(behind) in (1, 2)):
        return True
    # A province, a yes or no, or a letter behind a name: nobody is called “Bruni Ivo RN”.
    units = _units(part)
    if len(units) < 3 or all(_is_shouted(unit) for unit in units) or _is_initials(units[-2]):
        return False
    return len(units[-1]) < 3 and units[-1].isalpha() and (units[-1].isupper() or len(units[-1]) == 1)


def _is_shouted(unit: str) -> bool:
    return len(unit) > 1 and unit.isupper() and "." not in unit


def split_people(text: str) -> list[str]:
    """Return the parts of a cell with several people; the last part is empty if nothing follows a separator."""
    if text in NOBODY:
        return []
    parts = [part.strip() for part in _BETWEEN.split(_DASH_AT_END.sub(" -", text))]
    if len(parts) == 1 and text.count("-") == 1:
        halves = [half.strip() for half in text.split("-")]
        # Two full names, not a double name.
        whole = [len(_units(half)) > 1 or _has_particle(half) for half in halves]
        parts = halves if all(whole) else parts
    return parts


def is_nobody(text: str) -> bool:
    """Return whether a cell says that there is no person yet."""
    return text.casefold() in NOBODY


def order_of(units: Sequence[str]) -> bool | None:
    """Return whether the given name comes first, by capitals, particles or the names; None if they do not tell."""
    if len(units) < 2:
        return None
    first, last = units[0], units[-1]
    shouted = [_is_shouted(unit) for unit in (first, last)]
    if shouted[0] != shouted[1]:
        # “Costa REMO”: a given name in capitals beside another word tells nothing.
        is_given = [plain(unit) in SURE for unit in (first, last)]
        return None if is_given[shouted[1]] and not is_given[not shouted[1]] else shouted[1]
    begun = [_has_particle(unit) for unit in (first, last)]
    if begun[0] != begun[1]:
        return begun[1]
    initials = [_is_initials(unit) for unit in (first, last)]
    if initials[0] != initials[1]:
        return initials[0]
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
    return order_in(texts)[0]


def order_in(texts: Iterable[str]) -> tuple[bool, bool]:
    """Return whether the given name comes first in a list, and whether that is certain: at most one in ten differs."""
    told = [
        order
        for text in texts
        for part in split_people(split_marks(text).text)
        if (order := order_of(_units(part))) is not None
    ]
    given_first = sum(told)
    return given_first * 2 > len(told), len(told) > 1 and min(given_first, len(told) - given_first) * 10 <= len(told)


def is_whole(text: str) -> bool:
    """Return whether a cell has more than one word of a name, or more than one person."""
    return len(_units(text)) > 1


def share_of_given_names(texts: Sequence[str]) -> float:
    """Return the share of cells with given names only, from 0 to 1."""
    return sum(all(plain(unit) in GIVEN for unit in _units(text)) for text in texts) / max(1, len(texts))


def share_of_clear_names(texts: Sequence[str]) -> float:
    """Return the share of cells with several people, or with a full name whose order is clear, from 0 to 1."""
    told = sum(len(split_people(text)) > 1 or order_of(_units(text)) is not None for text in texts)
    return told / max(1, len(texts))


def people_by_words(people: Iterable[Name]) -> dict[tuple[str, ...], Name]:
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
    words = []
    for word in map(_with_accent, name.split(" ")):
        is_loud = len(word) > 2 and word.isupper() and "." not in word
        # In a name with capitals a lower-case particle was typed on purpose.
        is_meant = not is_flat and (word in PARTICLES or not (word.islower() or is_loud))
        words.append(word if is_meant else _capitalise(word))
    return " ".join(words)


def usual_capitals(name: str) -> str:
    """Return a name typed in small letters, or in capitals only, in its usual capitals; mixed letters were meant."""
    return capitals(name) if name.islower() or name.isupper() else name


def capitals_of_club(name: str) -> str:
    """Return a club in its usual capitals if it is all upper or all lower case; abbreviations stay."""
    typed = name.split(" ")
    if not (name.isupper() or name.islower()) or (len(typed) == 1 and len(name) < 5):
        return name
    words: list[str] = []
    for word in typed:
        if word.upper().strip(".") in _SHORT or (word.isupper() and "." in word[:-1]):
            words.append(word.upper())
        elif words and (word.lower() in PARTICLES or word.lower() in ("e", "d'", "dell'")):
            words.append(word.lower())
        else:
            words.append(_capitalise(_with_accent(word)))
    return " ".join(words)


def _with_accent(word: str) -> str:
    if len(word) > 2 and word[-1] in "'’`´" and word[-2] in _ACCENTED and word[:-1].lower() not in _CUT_SHORT:
        return word[:-2] + _ACCENTED[word[-2]]
    return word


def _capitalise(word: str) -> str:
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
        if plain(word) not in PARTICLES or word[1:] == ".":
            units.append(begun)
            begun = ""
    return [*units, begun] if begun else units
