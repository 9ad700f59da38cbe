"""A list of entries as people have it, pasted or as a CSV file: read whole, every problem named by its line."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.folding import key_of
from tournaments.games.contract import Json
from tournaments.guessing.columns import (
    CIRCLE,
    CLUB,
    FAMILY1,
    FAMILY2,
    GIVEN1,
    GIVEN2,
    MOST_ABOVE,
    PERSON1,
    PERSON2,
    SEED,
    Column,
    Shape,
    as_said,
    shape_of,
)
from tournaments.guessing.names import Name, Reader, capitals_of_club, is_given_first, is_nobody, known_by_words
from tournaments.guessing.text import delimiter_of, numbered, wide_of
from tournaments.models import Tournament
from tournaments.numbers import with_spelled
from tournaments.operations.inputs import HIGHEST_SEED
from tournaments.selectors.desk import known_people, taken
from tournaments.services.entries.entries import NewEntry, PersonName, mixes
from tournaments.services.jobs import list_reading, workbooks
from tournaments.writable import has_letters, is_mixed, is_unwritable, tidy

MOST_BYTES: Final = list_reading.MOST_BYTES
MOST_ROWS: Final = workbooks.MOST_ROWS
# Lines of a file, empty ones and those inside of quotes among them: nobody's list of that many rows has more.
MOST_LINES: Final = 10 * MOST_ROWS
MOST_COLUMNS: Final = workbooks.MOST_COLUMNS
MOST_PROBLEMS: Final = 200
# Letters of a cell with whole names in it; a longer one has none.
LONGEST_NAMES: Final = 300

# The longest text that each column may hold; the limits are those of the database.
LONGEST: Final = MappingProxyType(
    {"family": 60, "given": 60, "club": 120, "circle": 120, "account": 120, "event": 120, "preset": 80}
)

# The columns of each player: the whole name, or its parts.
PLAYERS: Final = ((PERSON1, FAMILY1, GIVEN1), (PERSON2, FAMILY2, GIVEN2))

# A spreadsheet that opens an export would take such a cell for a formula.
FORMULA_STARTS: Final = ("=", "+", "-", "@")

PROBLEMS: Final = MappingProxyType(
    {
        "file_too_big": _("The list is too big: it may have %(most)s MB. Divide it into smaller ones."),
        "file_empty": _("The list is empty: paste at least one entry."),
        "file_is_spreadsheet": _("This is a spreadsheet, not a CSV file: save it as “CSV” and choose that file."),
        "file_not_text": _("This is not a text file: it cannot be read as a list of entries."),
        "too_many_rows": _("The list has more than %(most)s entries. Divide it into smaller ones."),
        "too_many_columns": _("%(found)s columns; a list has at most %(most)s."),
        "people_missing": _("In none of the columns names of players were found: say which column has them."),
        "no_entries": _("Below the heading there is no entry."),
        "quotes_open": _("a quotation mark is opened or closed in the wrong place."),
        "cell_too_long": _("a value is too long to be a name."),
        "name_missing": _("the family name of player %(player)s is missing."),
        "text_too_long": _("“%(value)s” has %(found)s characters; at most %(most)s fit."),
        "text_formula": _("“%(value)s” begins with “%(sign)s”: a name cannot begin with =, +, - or @."),
        "text_nothing": _("“%(value)s” has no letter: a name has one."),
        "text_mixed": _("“%(value)s” mixes letters of two alphabets that look alike: write it in one."),
        "text_control": _("“%(value)s” holds a character that cannot be written."),
        "partner_missing": _("behind the sign between the names there is nobody: add the partner, or enter one alone."),
        "too_many_people": _("%(found)s players, but an entry has at most %(most)s."),
        "two_people_in_singles": _("two players, but in this event everybody plays alone."),
        "person_twice_here": _("%(name)s is in line %(first)s already."),
        "person_twice": _("%(name)s is in this event already."),
        "seed_not_number": _("seed “%(value)s” is not a number from 1 to %(most)s."),
        "seed_twice": _("seed %(value)s is taken already."),
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that keeps a list from being taken: a code of PROBLEMS, the line (0: the whole list), the values."""

    code: str
    line: int = 0
    params: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        where = gettext("Line %(line)s: ") % {"line": self.line} if self.line else ""
        return where + gettext(PROBLEMS[self.code]) % with_spelled(self.params)


class UnreadableError(Exception):
    """The list cannot be read at all; ``problem`` says why."""

    def __init__(self, code: str, line: int = 0, **params: Json) -> None:
        super().__init__(code)
        self.problem = Problem(code, line, params)


# What may be with a row: to be taken, to be mended, in the event already, in the list twice.
GOOD, WRONG, HERE, DOUBLE = "good", "wrong", "here", "double"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list: its line, its cells, what was read of it, and what keeps it out: a problem, or that it is in.

    ``is_known``: the event's club knows everybody in it.
    """

    line: int
    cells: tuple[str, ...]
    entry: NewEntry
    state: str = GOOD
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class EntryFile:
    """A list that was read: its columns, its rows, and everything that is wrong with them."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    encoding: str
    delimiter: str
    shape: Shape

    @property
    def entries(self) -> tuple[NewEntry, ...]:
        """The entries to take, also those with errors; without repeated ones and those in the event already."""
        rows = self.rows if self.shape.has_people else ()
        return tuple(row.entry for row in rows if row.state in (GOOD, WRONG))

    @property
    def good(self) -> tuple[NewEntry, ...]:
        """The entries with nothing wrong."""
        return tuple(row.entry for row in self.rows if row.state == GOOD)

    @property
    def problem_lines(self) -> frozenset[str]:
        """The lines with a problem, as ``NewEntry.where`` names them."""
        return frozenset(row.entry.where for row in self.rows if row.state == WRONG)

    @property
    def ignored(self) -> tuple[Column, ...]:
        """The columns that are left out and have a heading."""
        return tuple(column for column in self.shape.columns if not column.role and column.heading.strip())

    def singles(self, size: int) -> int:
        """How many entries have fewer people than an entry needs: they will look for a partner."""
        return sum(1 for entry in self.entries if len(entry.people) < size)


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the encoding it was in; what is no UTF-8 is read as Windows-1252."""
    if len(data) > MOST_BYTES:
        raise UnreadableError("file_too_big", most=MOST_BYTES // 1_000_000)
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise UnreadableError("file_is_spreadsheet")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(data, "utf-16"), "UTF-16"
    if wide := wide_of(data):
        return _decoded(data, wide), "UTF-16"
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return _decoded(data, "cp1252"), "Windows-1252"


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableError("file_not_text") from error


def read_entries(
    text: str,
    *,
    size: int,
    people: AbstractSet[Name] = frozenset(),
    seeds: AbstractSet[int] = frozenset(),
    entered: AbstractSet[frozenset[Name]] = frozenset(),
    known: Iterable[Name] = (),
    encoding: str = "UTF-8",
    columns: Sequence[str] = (),
    before: Sequence[str] = (),
    has_heading: bool | None = None,
    delimiter: str = "",
) -> EntryFile:
    """Read a list for an event with entries of ``size`` people, where ``people`` and ``seeds`` are taken already.

    ``entered`` are the entries that the event has, by the names of their people; ``known`` are people whose names
    the list may write in another way. What each column holds is guessed unless ``columns`` says it (``before``: what
    they were when that was said); so is whether the first row names them, and the delimiter. Raises UnreadableError
    when there is nothing to show line by line: empty, too big, too many rows.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise UnreadableError("file_too_big", most=MOST_BYTES // 1_000_000)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnreadableError("file_empty")
    delimiter = delimiter or delimiter_of(text)
    rows = _rows(text, delimiter)
    shape = shape_of([cells for _line, cells in rows], size, has_heading=has_heading)
    if columns:
        shape = as_said(shape, columns, before)
    listed = rows[shape.first :]
    if len(listed) > MOST_ROWS:
        raise UnreadableError("too_many_rows", most=MOST_ROWS)
    if not listed:
        raise UnreadableError("no_entries")
    known = list(known)
    check = _Check(size, people, set(seeds), entered, shape, _reader(shape, listed, known))
    check.known = {key_of(family, given) for family, given in known}
    for line, cells in listed:
        check.take(line, cells)
    if not shape.has_people:
        check.problems = [Problem("people_missing")]
    return EntryFile(tuple(check.rows), tuple(check.problems[:MOST_PROBLEMS]), encoding, delimiter, shape)


def read_for(event: Tournament, text: str, **said: Any) -> EntryFile:
    """Read a list for an event, with what is there already and the people of its club; see ``read_entries``."""
    found = taken(event)
    said.update(people=found.people, seeds=found.seeds, entered=found.entered, known=known_people(event))
    return read_entries(text, size=event.entry_size, **said)


def _reader(shape: Shape, rows: Sequence[tuple[int, Sequence[str]]], known: Iterable[Name]) -> Reader:
    """Reads whole names in the order that the heading says, else in that of most names that tell it."""
    order = shape.is_given_first
    if order is None:
        places = [place for place, column in enumerate(shape.columns) if column.role in (PERSON1, PERSON2)]
        cells = (cells[place] for _line, cells in rows for place in places if place < len(cells))
        order = is_given_first(tidy(cell) for cell in cells if len(cell) <= LONGEST_NAMES)
    return Reader(order, known_by_words(known))


def _rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The rows that hold something, each with the line that it begins on, without empty cells at the end."""
    found: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for begins, behind, cells in numbered(text, delimiter):
            if behind - 1 > MOST_LINES or len(found) > MOST_ROWS + MOST_ABOVE:
                raise UnreadableError("too_many_rows", most=MOST_ROWS)
            while cells and not cells[-1].strip():
                cells.pop()
            if len(cells) > MOST_COLUMNS:
                raise UnreadableError("too_many_columns", line=begins, found=len(cells), most=MOST_COLUMNS)
            if cells:
                found.append((begins, cells))
            begins = behind
    except csv.Error as error:
        code = "cell_too_long" if "limit" in str(error) else "quotes_open"
        raise UnreadableError(code, line=begins) from error
    return found


def printable(value: str) -> str:
    """A value as a sentence may quote it: short, and with a sign for what cannot be written."""
    shown = value.strip()
    if not shown.isprintable():
        shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in shown)
    return shown if len(shown) <= 40 else f"{shown[:39]}…"


def text_problem(value: str, kind: str, line: int = 0) -> Problem | None:
    """Return what is wrong with a name, its spaces tidied already; None if nothing.

    ``kind`` is a key of ``LONGEST``, such as "club" or "event"; ``line`` is the line of the list.
    """
    if is_unwritable(value):
        return Problem("text_control", line, {"value": printable(value)})
    if value.startswith(FORMULA_STARTS) and kind != "event":
        return Problem("text_formula", line, {"value": printable(value), "sign": value[0]})
    if value and not has_letters(value):
        return Problem("text_nothing", line, {"value": printable(value)})
    # The name of an event may have words of two alphabets, each word is of one.
    if any(is_mixed(part) for part in (value.split() if kind == "event" else [value])):
        return Problem("text_mixed", line, {"value": printable(value)})
    if len(value) > LONGEST[kind]:
        return Problem("text_too_long", line, {"value": printable(value), "found": len(value), "most": LONGEST[kind]})
    return None


class _Check:
    """Reads row after row, and remembers who and which seeds have been seen."""

    def __init__(
        self,
        size: int,
        people: AbstractSet[Name],
        seeds: set[int],
        entered: AbstractSet[frozenset[Name]],
        shape: Shape,
        reader: Reader,
    ) -> None:
        self.size, self.people, self.seeds, self.entered = size, people, seeds, entered
        self.shape, self.reader = shape, reader
        self.lines: dict[Name, int] = {}
        self.pairs: set[frozenset[Name]] = set()
        self.known: set[Name] = set()
        self.rows: list[Row] = []
        self.problems: list[Problem] = []

    def take(self, line: int, cells: Sequence[str]) -> None:
        """Read one row; what is wrong with it is kept, and the row with it, so that it can be shown."""
        before = len(self.problems)
        values = {c.role: tidy(cell) for c, cell in zip(self.shape.columns, cells, strict=False) if c.role}
        people, club = self._people(line, values)
        together = frozenset(person.key for person in people)
        state = HERE if together in self.entered else DOUBLE if together in self.pairs else GOOD
        seed = None
        if state == GOOD:
            self._check_texts(line, values)
            self._check_people(line, people)
            seed = self._seed(line, values.get(SEED, ""))
            state = GOOD if len(self.problems) == before and self.shape.has_people else WRONG
        # Two who have one name may be two players; two pairs of the same names are one.
        if len(people) > 1 and len(together) == len(people):
            self.pairs.add(together)
        entry = NewEntry(people=people, club=club, circle=values.get(CIRCLE, ""), seed=seed, where=str(line))
        self.rows.append(Row(line, tuple(cells), entry, state, is_known=bool(together) and together <= self.known))

    def _refuse(self, code: str, line: int, **params: Json) -> None:
        self.problems.append(Problem(code, line, params))

    def _check_texts(self, line: int, values: Mapping[str, str]) -> None:
        for column, value in values.items():
            kind = column.rstrip("12")
            problem = text_problem(value, kind, line) if kind in LONGEST else None
            if problem is not None:
                self.problems.append(problem)

    def _people(self, line: int, values: Mapping[str, str]) -> tuple[tuple[PersonName, ...], str]:
        """Everybody in a row, and their club, which may stand behind their names."""
        club = capitals_of_club(values.get(CLUB, ""))
        people: list[PersonName] = []
        for player, (whole, family, given) in enumerate(PLAYERS, start=1):
            if values.get(whole):
                behind = self._whole(line, whole, values, people)
                club = club or behind
                continue
            parts = [values.get(part, "") for part in (family, given)]
            if player > 1 and is_nobody(parts[0]) and is_nobody(parts[1]):
                continue
            person = PersonName(*self.reader.same(*parts))
            if not person.family_name and self.shape.has_people:
                self._refuse("name_missing", line, player=player)
            if any(parts):
                people.append(person)
        return tuple(people), club

    def _whole(self, line: int, column: str, values: Mapping[str, str], people: list[PersonName]) -> str:
        """Add those whose whole names are in a cell; the club behind them."""
        value = values[column]
        if len(value) > LONGEST_NAMES or is_unwritable(value) or value.startswith(FORMULA_STARTS[:2]):
            people.append(PersonName(value))
            self._check_texts(line, {FAMILY1: value})
            return ""
        cell = self.reader.cell(value, self.size)
        has_partner = column == PERSON1 and any(not is_nobody(values.get(other, "")) for other in (PERSON2, FAMILY2))
        if cell.is_cut and not has_partner:
            self._refuse("partner_missing", line)
        for family, given in cell.people:
            people.append(PersonName(family, given))
            self._check_texts(line, {FAMILY1: family, GIVEN1: given})
        self._check_texts(line, {CLUB: cell.club})
        return cell.club

    def _check_people(self, line: int, people: Sequence[PersonName]) -> None:
        for person in people:
            if person.family_name:
                self._seen(line, person)
            if mixes(person):
                self._refuse("text_mixed", line, value=printable(f"{person.given_name} {person.family_name}"))
        if len(people) > self.size:
            code = "two_people_in_singles" if self.size == 1 else "too_many_people"
            self._refuse(code, line, found=len(people), most=self.size)

    def _seen(self, line: int, person: PersonName) -> None:
        name = printable(f"{person.given_name} {person.family_name}")
        if person.key in self.people:
            self._refuse("person_twice", line, name=name)
        elif person.key in self.lines:
            self._refuse("person_twice_here", line, name=name, first=self.lines[person.key])
        self.lines.setdefault(person.key, line)

    def _seed(self, line: int, value: str) -> int | None:
        if not value:
            return None
        seed = int(value) if value.isascii() and value.isdigit() and len(value) <= 5 else 0
        if not 1 <= seed <= HIGHEST_SEED:
            self._refuse("seed_not_number", line, value=printable(value), most=HIGHEST_SEED)
            return None
        if seed in self.seeds:
            self._refuse("seed_twice", line, value=seed)
        self.seeds.add(seed)
        return seed
