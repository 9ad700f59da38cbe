"""A list of entries as people have it, pasted or as a CSV file: read whole, every problem named by its line."""

import csv
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from io import StringIO
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.games.contract import Json
from tournaments.numbers import with_spelled
from tournaments.services import workbooks
from tournaments.services.entries import NewEntry, PersonName, mixes
from tournaments.services.long_work import list_reading
from tournaments.writable import has_letters, is_mixed, is_unwritable, tidy

MOST_BYTES: Final = list_reading.MOST_BYTES
MOST_ROWS: Final = workbooks.MOST_ROWS
# Lines of a file, empty ones and those inside of quotes among them: nobody's list of that many rows has more.
MOST_LINES: Final = 10 * MOST_ROWS
MOST_COLUMNS: Final = workbooks.MOST_COLUMNS
MOST_PROBLEMS: Final = 200
HIGHEST_SEED: Final = 99_999
DELIMITERS: Final = (";", "\t", ",")

# The longest text that each column may hold; the limits are those of the database.
LONGEST: Final = MappingProxyType({"family": 60, "given": 60, "club": 120, "circle": 120, "account": 120, "event": 120})

# A spreadsheet that opens an export would take such a cell for a formula.
FORMULA_STARTS: Final = ("=", "+", "-", "@")

# Column by its folded heading: small letters and digits only, no accents.
HEADINGS: Final = MappingProxyType(
    {
        **dict.fromkeys(("cognome", "cognome1", "surname", "surname1", "familyname", "familyname1"), "family1"),
        **dict.fromkeys(("lastname", "lastname1", "giocatore", "giocatore1", "player", "player1"), "family1"),
        **dict.fromkeys(("nome", "nome1", "givenname", "givenname1", "firstname", "firstname1"), "given1"),
        **dict.fromkeys(("cognome2", "surname2", "familyname2", "lastname2", "giocatore2", "player2"), "family2"),
        **dict.fromkeys(("nome2", "givenname2", "firstname2"), "given2"),
        **dict.fromkeys(("circolo", "club", "societa", "associazione"), "club"),
        **dict.fromkeys(("valle", "zona", "lega", "comitato", "valley", "circle", "league"), "circle"),
        **dict.fromkeys(("testadiserie", "ts", "seed", "seeding"), "seed"),
    }
)

PROBLEMS: Final = MappingProxyType(
    {
        "file_too_big": _("The list is too big: it may have %(most)s MB. Divide it into smaller ones."),
        "file_empty": _("The list is empty: paste at least a heading and one entry."),
        "file_is_spreadsheet": _("This is a spreadsheet, not a CSV file: save it as “CSV” and choose that file."),
        "file_not_text": _("This is not a text file: it cannot be read as a list of entries."),
        "too_many_rows": _("The list has more than %(most)s entries. Divide it into smaller ones."),
        "too_many_columns": _("The heading has %(found)s columns; a list has at most %(most)s."),
        "heading_unknown": _("Heading: there is no column “%(value)s”. The columns are listed on this page."),
        "heading_twice": _("Heading: the column “%(value)s” is there twice."),
        "heading_incomplete": _("Heading: the first line must name the columns, and “Cognome 1” is missing."),
        "no_entries": _("Below the heading there is no entry."),
        "quotes_open": _("a quotation mark is opened or closed in the wrong place."),
        "cell_too_long": _("a value is too long to be a name."),
        "too_many_values": _("%(found)s values, but the heading has %(columns)s columns."),
        "name_missing": _("the family name of player %(player)s is missing."),
        "text_too_long": _("“%(value)s” has %(found)s characters; at most %(most)s fit."),
        "text_formula": _("“%(value)s” begins with “%(sign)s”: a name cannot begin with =, +, - or @."),
        "text_nothing": _("“%(value)s” has no letter: a name has one."),
        "text_mixed": _("“%(value)s” mixes letters of two alphabets that look alike: write it in one."),
        "text_control": _("“%(value)s” holds a character that cannot be written."),
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


@dataclass(frozen=True, slots=True)
class EntryFile:
    """A list that was read: its entries, each with its line, and everything that is wrong with them."""

    entries: tuple[NewEntry, ...]
    problems: tuple[Problem, ...]
    encoding: str
    delimiter: str

    @property
    def problem_lines(self) -> frozenset[str]:
        """The lines with a problem, as ``NewEntry.where`` names them."""
        return frozenset(str(problem.line) for problem in self.problems)

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
    people: AbstractSet[tuple[str, str]] = frozenset(),
    seeds: AbstractSet[int] = frozenset(),
    encoding: str = "UTF-8",
) -> EntryFile:
    """Read a list for an event with entries of ``size`` people, where ``people`` and ``seeds`` are taken already.

    Raises UnreadableError when there is nothing to show line by line: no heading, too big, too many rows.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise UnreadableError("file_too_big", most=MOST_BYTES // 1_000_000)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnreadableError("file_empty")
    delimiter = _delimiter(text)
    rows = _rows(text, delimiter)
    _line, heading = next(rows)
    check = _Check(size, set(people), set(seeds), _columns(heading))
    for line, cells in rows:
        if len(check.entries) >= MOST_ROWS:
            raise UnreadableError("too_many_rows", most=MOST_ROWS)
        check.take(line, cells)
    if not check.entries:
        raise UnreadableError("no_entries")
    return EntryFile(tuple(check.entries), tuple(check.problems[:MOST_PROBLEMS]), encoding, delimiter)


def _delimiter(text: str) -> str:
    """What stands between the names of the heading."""
    heading = text.lstrip("\r\n").split("\n", 1)[0]
    return max(DELIMITERS, key=heading.count) if any(sign in heading for sign in DELIMITERS) else ","


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows that hold something, each with the line that it begins on."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            code = "cell_too_long" if "limit" in str(error) else "quotes_open"
            raise UnreadableError(code, line=begins) from error
        if cells is None:
            return
        if reader.line_num > MOST_LINES:
            raise UnreadableError("too_many_rows", most=MOST_ROWS)
        if any(cell.strip() for cell in cells):
            yield begins, cells
        begins = reader.line_num + 1


def fold(heading: str) -> str:
    """A heading without what people write in different ways: capitals, accents, spaces, signs."""
    plain = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(letter for letter in plain if letter.isalnum() and letter.isascii())


def _columns(heading: Sequence[str]) -> tuple[str, ...]:
    """The column that each place of a row belongs to; an empty heading at the end is no column."""
    names = list(heading)
    while names and not names[-1].strip():
        names.pop()
    if len(names) > MOST_COLUMNS:
        raise UnreadableError("too_many_columns", found=len(names), most=MOST_COLUMNS)
    found: list[str] = []
    for name in names:
        column = HEADINGS.get(fold(name))
        if column is None:
            raise UnreadableError("heading_unknown", value=printable(name))
        if column in found:
            raise UnreadableError("heading_twice", value=printable(name))
        found.append(column)
    if "family1" not in found:
        raise UnreadableError("heading_incomplete")
    return tuple(found)


def printable(value: str) -> str:
    """A value as a sentence may quote it: short, and with a sign for what cannot be written."""
    shown = value.strip()
    if not shown.isprintable():
        shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in shown)
    return shown if len(shown) <= 40 else f"{shown[:39]}…"


def text_problem(value: str, kind: str, line: int = 0) -> Problem | None:
    """What is wrong with a tidy name of a person, an account, a club, a circle or an event."""
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

    def __init__(self, size: int, people: set[tuple[str, str]], seeds: set[int], columns: tuple[str, ...]) -> None:
        self.size, self.people, self.seeds, self.columns = size, people, seeds, columns
        self.lines: dict[tuple[str, str], int] = {}
        self.entries: list[NewEntry] = []
        self.problems: list[Problem] = []

    def take(self, line: int, cells: Sequence[str]) -> None:
        """Read one row; what is wrong with it is kept, and the row with it, so that it can be shown."""
        found = len(cells) - next((n for n, cell in enumerate(reversed(cells)) if cell.strip()), 0)
        if found > len(self.columns):
            self._refuse("too_many_values", line, found=found, columns=len(self.columns))
        values = {column: tidy(cell) for column, cell in zip(self.columns, cells, strict=False)}
        self._check_texts(line, values)
        self.entries.append(
            NewEntry(
                people=self._people(line, values),
                club=values.get("club", ""),
                circle=values.get("circle", ""),
                seed=self._seed(line, values.get("seed", "")),
                where=str(line),
            )
        )

    def _refuse(self, code: str, line: int, **params: Json) -> None:
        self.problems.append(Problem(code, line, params))

    def _check_texts(self, line: int, values: Mapping[str, str]) -> None:
        for column, value in values.items():
            kind = column.rstrip("12")
            problem = text_problem(value, kind, line) if kind in LONGEST else None
            if problem is not None:
                self.problems.append(problem)

    def _people(self, line: int, values: Mapping[str, str]) -> tuple[PersonName, ...]:
        people = []
        for player in (1, 2):
            person = PersonName(values.get(f"family{player}", ""), values.get(f"given{player}", ""))
            if not person.family_name and (person.given_name or player == 1):
                self._refuse("name_missing", line, player=player)
            elif person.family_name:
                self._seen(line, person)
            if mixes(person):
                self._refuse("text_mixed", line, value=printable(f"{person.given_name} {person.family_name}"))
            if person.family_name or person.given_name:
                people.append(person)
        if len(people) > self.size:
            self._refuse("two_people_in_singles", line)
        return tuple(people)

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
