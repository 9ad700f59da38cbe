"""A list of entries as people have it, pasted or as a CSV file: read whole, every problem named by its line."""

import csv
import itertools
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import StringIO
from types import MappingProxyType
from typing import Any, Final

from django.conf import settings

from tournaments.entries.reads.desk import club_names, known_people, names_taken
from tournaments.entries.writes.entries import NewEntry, PersonName, mixes, needs_all
from tournaments.folding import key_of, letters_of
from tournaments.frame.names import FORMULA_STARTS, LONGEST, TextProblem, is_unwritable, printable, text_problem, tidy
from tournaments.frame.operations.inputs import HIGHEST_SEED
from tournaments.games.contract import Json
from tournaments.guessing import names
from tournaments.guessing.blocks import SECTION, Line, layout_of
from tournaments.guessing.columns import MOST_ABOVE, Column, Shape
from tournaments.guessing.exported import SIZES, columns_for, role_of
from tournaments.guessing.given_names import GIVEN, SURE
from tournaments.guessing.headings import (
    CIRCLE,
    CLUB,
    CONTACT,
    FAMILY1,
    FAMILY2,
    FAMILY3,
    GIVEN1,
    GIVEN2,
    GIVEN3,
    OTHER,
    PAID,
    PERSON1,
    PERSON2,
    PERSON3,
    SEED,
    STATE,
)
from tournaments.guessing.lines import GROUP, HEADING, is_spoken
from tournaments.guessing.marks import CONFIRM, OUT, WAIT, cents_of, partner_in, payment_in, split_marks, state_of
from tournaments.guessing.names import (
    Cell,
    Name,
    Reader,
    capitals,
    capitals_of_club,
    is_nobody,
    order_in,
    order_of,
    people_by_words,
    split_people,
    words_of,
)
from tournaments.guessing.text import delimiter_of, numbered_rows, strip_frames
from tournaments.jobs.writes import uploaded_workbooks
from tournaments.models import Tournament

MOST_BYTES: Final = uploaded_workbooks.MOST_BYTES
MOST_ROWS: Final = uploaded_workbooks.MOST_ROWS
# Lines of a file, empty ones and those inside of quotes among them: nobody's list of that many rows has more.
MOST_LINES: Final = 10 * MOST_ROWS
MOST_COLUMNS: Final = uploaded_workbooks.MOST_COLUMNS
MOST_PROBLEMS: Final = 200
# Letters of a cell with whole names in it, a longer one has none; and of telephone numbers.
LONGEST_NAMES: Final = 300
LONGEST_PHONE: Final = 60
# Words of a partner that a note names.
MOST_WORDS: Final = 5


# The columns of each player: the whole name, or its parts.
PLAYERS: Final = ((PERSON1, FAMILY1, GIVEN1), (PERSON2, FAMILY2, GIVEN2), (PERSON3, FAMILY3, GIVEN3))
WHOLE: Final = (PERSON1, PERSON2, PERSON3)


class UnreadableListError(Exception):
    """The list cannot be read at all; ``problem`` says why."""

    def __init__(self, code: str, line: int = 0, **params: Json) -> None:
        super().__init__(code)
        self.problem = TextProblem(code, line, params)


# What may be with a row: sure, to be looked at, to be mended, no entry, in the event already, in the list twice.
GOOD, DOUBTFUL, WRONG, NOTHING, HERE, DOUBLE = "good", "doubtful", "wrong", "nothing", "here", "double"
TO_LOOK_AT: Final = (DOUBTFUL, WRONG)
# Decisions about a row: leave it out; it is an entry after all; the names that somebody typed; it was taken before.
DROP, AN_ENTRY, TYPED, TAKEN = "drop", "entry", "typed:", "taken"
# Choices that make no entry.
OUT_OF_IT: Final = (DROP, "same", "same_out")
# Decisions about a section: with the others, on the waiting list, left out.
WITH_OTHERS, ON_WAITING, LEFT_OUT = "with", "wait", "out"
# Where a row of a spreadsheet was not to be seen: struck through, hidden, under a merged cell.
UNSEEN: Final = ("struck", "hidden", "covered")


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """What a row to look at may mean: a code, and the entries that it makes then; none if it is no entry."""

    code: str
    entries: tuple[NewEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list: its line, its cells, what was read of it, and why it is not simply taken.

    ``key`` names it in decisions. ``why`` are the reasons, ``odd`` the piece that they are about, and ``choices`` what
    it may mean, the likeliest first. ``is_known``: the event's club knows everybody in it; ``is_mended``: somebody has
    decided what it means.
    """

    line: int
    cells: tuple[str, ...]
    entries: tuple[NewEntry, ...] = ()
    state: str = GOOD
    is_known: bool = False
    key: str = ""
    why: tuple[TextProblem, ...] = ()
    odd: str = ""
    choices: tuple[ReadingChoice, ...] = ()
    is_mended: bool = False
    section: str = ""

    @property
    def entry(self) -> NewEntry:
        return self.entries[0] if self.entries else NewEntry((), where=str(self.line))

    @property
    def text(self) -> str:
        """The row as the list has it."""
        return "  ".join(" ".join(cell.split()) for cell in self.cells if cell.strip())


@dataclass(frozen=True, slots=True)
class EntryFile:
    """A list that was read: its columns, each of its rows, and everything that keeps rows from being sure."""

    listed: tuple[ListRow, ...]
    problems: tuple[TextProblem, ...]
    encoding: str
    delimiter: str
    shape: Shape
    has_heading: bool = False

    @property
    def rows(self) -> tuple[ListRow, ...]:
        """The rows that are entries, sure or not; ``listed`` has titles, headings and totals too."""
        return tuple(row for row in self.listed if row.state != NOTHING)

    @property
    def entries(self) -> tuple[NewEntry, ...]:
        """The entries to take: only sure ones, without repeated ones and those in the event already."""
        return self.good

    @property
    def good(self) -> tuple[NewEntry, ...]:
        """The entries that are sure."""
        return tuple(entry for row in self.listed if row.state == GOOD for entry in row.entries)

    @property
    def to_look_at(self) -> tuple[ListRow, ...]:
        """The rows that are not sure, in the order of the list."""
        return tuple(row for row in self.listed if row.state in TO_LOOK_AT)

    @property
    def ignored(self) -> tuple[Column, ...]:
        """The columns that are left out and have a heading."""
        return tuple(column for column in self.shape.columns if not column.role and column.heading.strip())

    def singles(self, size: int) -> int:
        """How many entries have fewer people than an entry needs: they will look for a partner."""
        return sum(1 for entry in self.entries if len(entry.people) < size)


def read_entries(
    text: str,
    *,
    size: int,
    people: AbstractSet[Name] = frozenset(),
    seeds: AbstractSet[int] = frozenset(),
    entered: AbstractSet[frozenset[Name]] = frozenset(),
    known: Iterable[Name] = (),
    clubs: Iterable[str] = (),
    encoding: str = "UTF-8",
    columns: Sequence[str] = (),
    before: Sequence[str] = (),
    has_heading: bool | None = None,
    delimiter: str = "",
    chosen: Mapping[str, str] = MappingProxyType({}),
    unseen: Mapping[str, str] = MappingProxyType({}),
) -> EntryFile:
    """Read a list for an event with entries of ``size`` people, where ``people`` and ``seeds`` are taken already.

    ``entered`` are the entries that the event has, by the names of their people; ``known`` are people whose names
    the list may write in another way, ``clubs`` the names of clubs. What each column holds is guessed unless
    ``columns`` says it (``before``: what they were when that was said); so is whether the first row names them, and the
    delimiter. ``chosen`` are the decisions about rows, by their keys; ``unseen`` says of lines of a file how they were
    hidden. Raises UnreadableError when there is nothing to show line by line: empty, too big, too many rows.
    """
    rows, broken, delimiter = rows_in(text, delimiter)
    own = next(
        (place for place, (_line, cells) in enumerate(rows[:MOST_ABOVE]) if tuple(cells) in _own_headings()), None
    )
    if own is not None and not columns and has_heading is not False:
        return _read_own(
            rows[own], rows[own + 1 :], _Check(size, people, set(seeds), entered, chosen), known, encoding, delimiter
        )
    layout = layout_of(rows, size, has_heading=has_heading, roles=columns, before=before)
    listed = [line for line in layout.lines if not line.kind]
    if len(listed) > MOST_ROWS:
        raise UnreadableListError("too_many_rows", most=MOST_ROWS)
    if not listed and layout.has_heading and all(line.kind == HEADING for line in layout.lines):
        raise UnreadableListError("no_entries")
    known = list(known)
    check = _Check(size, people, set(seeds), entered, chosen, unseen=unseen, broken=broken)
    check.known = {key_of(family, given) for family, given in known}
    # The clubs that there are, and those that the list itself names in a column of its own.
    named = {letters_of(club) for club in clubs}
    named |= {
        letters_of(cell)
        for line in listed
        for column, cell in zip(layout.shapes[line.shape].columns, line.cells, strict=False)
        if column.role == CLUB and column.is_sure
    } - {""}
    readers = []
    for number, shape in enumerate(layout.shapes):
        # Whole names are read in the order that the heading says, else in that of most names that tell it.
        order, is_certain = shape.is_given_first, True
        if order is None:
            places = [place for place, column in enumerate(shape.columns) if column.role in WHOLE]
            lines = [line for line in listed if line.shape == number]
            cells = (line.cells[place] for line in lines for place in places if place < len(line.cells))
            order, is_certain = order_in(tidy(cell) for cell in cells if len(cell) <= LONGEST_NAMES)
        readers.append(Reader(order, people_by_words(known), is_certain, named))
    for line in layout.lines:
        check.take(line, layout.shapes[line.shape], readers[line.shape])
    check.finish()
    problems = check.problems
    if not layout.shape.has_people and not any(row.state == GOOD for row in check.rows):
        problems = [TextProblem("people_missing")]
    return EntryFile(
        tuple(check.rows), tuple(problems[:MOST_PROBLEMS]), encoding, delimiter, layout.shape, layout.has_heading
    )


def read_for(event: Tournament, text: str, **said: Any) -> EntryFile:
    """Read a list for an event, with what is there already and the people of its club; see ``read_entries``."""
    found = names_taken(event)
    said.update(
        people=found.people, seeds=found.seeds, entered=found.entered, known=known_people(event), clubs=club_names()
    )
    return read_entries(text, size=event.entry_size, **said)


@lru_cache(1)
def _own_headings() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return what the columns of the site's own export hold, by its headings in every language."""
    sizes = SIZES * len(settings.LANGUAGES)
    roles = [tuple(map(role_of, columns_for(size))) for size in sizes]
    return {tuple(heading): held for heading, held in zip(uploaded_workbooks.own_headings(), roles, strict=True)}


def _read_own(
    heading: tuple[int, list[str]],
    rows: Sequence[tuple[int, list[str]]],
    check: "_Check",
    known: Iterable[Name],
    encoding: str,
    delimiter: str,
) -> EntryFile:
    """Read an export of the site's own: every cell means what it says."""
    if len(rows) > MOST_ROWS:
        raise UnreadableListError("too_many_rows", most=MOST_ROWS)
    if not rows:
        raise UnreadableListError("no_entries")
    roles = _own_headings()[tuple(heading[1])]
    shape = Shape(
        tuple(
            Column(name, "" if role == OTHER else role, is_sure=True)
            for name, role in zip(heading[1], roles, strict=True)
        ),
        1,
    )
    check.known = {key_of(family, given) for family, given in known}
    check.rows.append(
        ListRow(
            heading[0],
            tuple(heading[1]),
            state=NOTHING,
            key=str(heading[0]),
            why=(TextProblem("is_heading", heading[0]),),
        )
    )
    for number, cells in rows:
        plain = tuple(cell[1:] if cell[:1] == "'" and cell[1:].startswith(FORMULA_STARTS) else cell for cell in cells)
        check.take(Line(str(number), number, plain), shape, None)
    check.finish()
    return EntryFile(
        tuple(check.rows), tuple(check.problems[:MOST_PROBLEMS]), encoding, delimiter, shape, has_heading=True
    )


def rows_in(text: str, delimiter: str = "") -> tuple[list[tuple[int, list[str]]], dict[int, TextProblem], str]:
    """The rows that hold something, each with the line that it begins on, without empty cells at the end.

    A row that is broken or too wide is kept as far as it goes, with its problem by line: the others are read. The
    delimiter is guessed where none is said, and returned with them.

    Raises:
        UnreadableListError: the text is empty or too big, or has too many rows.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise UnreadableListError("file_too_big", most=MOST_BYTES // 1_000_000)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnreadableListError("file_empty")
    text = strip_frames(text)
    delimiter = delimiter or delimiter_of(text)
    found: list[tuple[int, list[str]]] = []
    broken: dict[int, TextProblem] = {}
    begins = 1
    try:
        for begins, behind, cells in numbered_rows(text, delimiter):
            if behind - 1 > MOST_LINES or len(found) > MOST_ROWS + MOST_ABOVE:
                raise UnreadableListError("too_many_rows", most=MOST_ROWS)
            _add(found, broken, begins, cells)
            begins = behind
    except csv.Error as error:
        if "limit" in str(error):
            raise UnreadableListError("cell_too_long", line=begins) from error
        # Quotation marks that do not close: read line by line, so that only their own lines are broken.
        found, broken = [], {}
        for number, each in enumerate(StringIO(text, newline=None), start=1):
            if number > MOST_LINES or len(found) > MOST_ROWS + MOST_ABOVE:
                raise UnreadableListError("too_many_rows", most=MOST_ROWS) from error
            try:
                cells = next(iter(csv.reader([each.rstrip("\n")], delimiter=delimiter, strict=True)), [])
            except csv.Error:
                cells = each.rstrip("\n").split(delimiter)
                broken[number] = TextProblem("quotes_open", number)
            _add(found, broken, number, cells)
        return found, broken, delimiter
    if broken and len(broken) == len(found):
        line, problem = next(iter(broken.items()))
        raise UnreadableListError(problem.code, line=line, **problem.params)
    return found, broken, delimiter


def _add(found: list[tuple[int, list[str]]], broken: dict[int, TextProblem], line: int, cells: list[str]) -> None:
    while cells and not cells[-1].strip():
        cells.pop()
    if len(cells) > MOST_COLUMNS:
        broken[line] = TextProblem("too_many_columns", line, {"found": len(cells), "most": MOST_COLUMNS})
        del cells[MOST_COLUMNS:]
    if cells:
        found.append((line, cells))


# The reasons for which a cell may mean something else, as problems.
DOUBTS: Final = MappingProxyType(
    {
        names.ORDER: "doubt_order",
        names.BROTHERS: "doubt_brothers",
        names.GIVEN_ONLY: "doubt_given_only",
        names.ONE_OR_TWO: "doubt_one_or_two",
        names.NO_SIGN: "doubt_no_sign",
        names.DOUBLE_NAME: "doubt_double_name",
        names.BEHIND: "doubt_behind",
        names.THIRD: "doubt_third",
        names.MANY: "too_many_people",
        names.CLUB_BEHIND: "doubt_club_behind",
        names.DASHED: "doubt_contact",
        names.CROSSED: "doubt_crossed",
        names.ODD: "doubt_odd",
        names.MESSAGE: "doubt_message",
        names.NOBODY_BEHIND: "partner_missing",
    }
)
# Readings of a cell in which a mark behind the names is a payment.
PAID_READING: Final = "paid"
# A long dash within a name, which has no space on either side.
_DASH_INSIDE: Final = re.compile(r"(?<=\w)[–—](?=\w)")
# The most decisions about one row: why it is doubtful, that it was hidden, and who is in the list twice.
MOST_DECISIONS: Final = 6


@dataclass(slots=True)
class _Doubt:
    """Why a row is not simply taken, the piece that this is about, and what it may mean."""

    why: TextProblem
    choices: list[tuple[str, "tuple[_Draft, ...]"]] = field(default_factory=list)
    odd: str = ""


@dataclass(frozen=True, slots=True)
class _Draft:
    """An entry that is being read."""

    people: tuple[PersonName, ...] = ()
    club: str = ""
    circle: str = ""
    seed: int | None = None
    mail: str = ""
    phone: str = ""
    paid: str = ""
    state: str = ""

    def entry(self, where: str) -> NewEntry:
        status = {CONFIRM: "pending", WAIT: "waiting"}.get(self.state, "")
        cents = cents_of(self.paid) if self.paid else None
        return NewEntry(
            people=self.people,
            club=self.club,
            circle=self.circle,
            seed=self.seed,
            where=where,
            contact=self.mail,
            phone=self.phone,
            is_paid=bool(self.paid),
            paid_cents=cents,
            status=status,
        )


class _Check:
    """Reads row after row, and remembers who and which seeds have been seen."""

    def __init__(
        self,
        size: int,
        people: AbstractSet[Name],
        seeds: set[int],
        entered: AbstractSet[frozenset[Name]],
        chosen: Mapping[str, str],
        *,
        unseen: Mapping[str, str] = MappingProxyType({}),
        broken: Mapping[int, TextProblem] = MappingProxyType({}),
    ) -> None:
        self.size, self.people, self.seeds, self.entered = size, people, seeds, entered
        self.chosen, self.unseen, self.broken = chosen, unseen, broken
        self.words = {_words(family, given) for family, given in people}
        self.entered_words = {frozenset(_words(*key) for key in entry) for entry in entered}
        # Who was seen, by folded names and by their words in any order, with the line; and the pairs.
        self.lines: dict[Name, int] = {}
        self.lines_by_words: dict[tuple[str, ...], int] = {}
        self.pairs: dict[frozenset[Name], int] = {}
        self.pairs_by_words: dict[frozenset[tuple[str, ...]], tuple[int, tuple[PersonName, ...]]] = {}
        self.known: set[Name] = set()
        self.rows: list[ListRow] = []
        self.problems: list[TextProblem] = []
        self.sections: dict[str, str] = {}

    def take(self, line: Line, shape: Shape, reader: Reader | None) -> None:
        """Read one row; ``reader`` is None for the site's own export, whose cells mean what they say."""
        decided = self.chosen.get(line.key, "")
        codes = tuple(decided.split()[:MOST_DECISIONS]) if not decided.startswith(TYPED) else ()
        if line.kind == SECTION:
            usual = {GROUP: WITH_OTHERS, CONFIRM: CONFIRM}.get(line.section_kind, LEFT_OUT)
            self.sections[line.key] = decided if decided in (WITH_OTHERS, ON_WAITING, LEFT_OUT) else usual
            self.rows.append(
                ListRow(
                    line.line,
                    line.cells,
                    state=NOTHING,
                    key=line.key,
                    why=(TextProblem(f"section_{line.section_kind}", line.line),),
                    is_mended=bool(decided),
                    section=line.section_kind,
                )
            )
            return
        if line.kind and AN_ENTRY not in codes and not decided.startswith(TYPED):
            self._nothing(line, f"is_{line.kind}")
            return
        if any(code in OUT_OF_IT for code in codes):
            self._nothing(line, "is_left_out")
            return
        doubts: list[_Doubt] = []
        found: list[TextProblem] = []
        if TAKEN in codes:
            self.rows.append(
                ListRow(line.line, line.cells, (), HERE, key=line.key, why=(TextProblem("is_here", line.line),))
            )
            return
        drafts = self._read(line, shape, reader, doubts, found)
        is_own_word = decided.startswith(TYPED)
        if is_own_word:
            typed = _people_typed(decided, reader)
            kept = drafts[0] if drafts else _Draft()
            drafts, doubts, found = (replace(kept, people=typed),), [], names_wrong(typed, line.line)
        section = self.sections.get(line.section, "")
        if line.section_kind and section == LEFT_OUT and not decided:
            self._nothing(line, f"in_{line.section_kind}", drafts)
            return
        if section == ON_WAITING:
            drafts = tuple(replace(draft, state=WAIT) for draft in drafts)
        elif line.section_kind == CONFIRM and section != WITH_OTHERS:
            drafts = tuple(replace(draft, state=CONFIRM) for draft in drafts)
        if line.kind and not is_own_word and len(codes) == 1:
            doubts.insert(0, _Doubt(TextProblem("doubt_entry", line.line), [("as_read", drafts)]))
        hidden = self.unseen.get(line.key, self.unseen.get(str(line.line), ""))
        if hidden in UNSEEN and not is_own_word:
            doubts.append(_Doubt(TextProblem(f"doubt_{hidden}", line.line), [("shown", drafts)]))
        drafts, doubts = _apply_decisions(drafts, doubts, codes)
        if reader is not None and not doubts and not is_own_word and len(drafts) == 1:
            drafts, doubts = _apply_decisions(drafts, self._of_note(line, shape, drafts[0], reader), codes)
        if any(draft.state == OUT for draft in drafts) and AN_ENTRY not in codes and not is_own_word:
            self._nothing(line, "is_withdrawn", drafts)
            return
        self._finish(line, drafts, doubts, found, codes, is_own_word=is_own_word or bool(codes))

    def finish(self) -> None:
        """Keep what is wrong with the rows, in their order."""
        self.problems = [problem for row in self.rows if row.state in TO_LOOK_AT for problem in row.why]

    def _nothing(self, line: Line, code: str, drafts: tuple[_Draft, ...] = ()) -> None:
        entries = tuple(draft.entry(line.key) for draft in drafts)
        why = (TextProblem(code, line.line),)
        # A total below the reserves is none of them.
        section = line.section if code.startswith("in_") else ""
        self.rows.append(ListRow(line.line, line.cells, entries, NOTHING, key=line.key, why=why, section=section))

    def _finish(
        self,
        line: Line,
        drafts: tuple[_Draft, ...],
        doubts: list[_Doubt],
        found: list[TextProblem],
        codes: tuple[str, ...],
        *,
        is_own_word: bool,
    ) -> None:
        """Say of a row that was read whether it is taken, and remember who is in it."""
        most = max((len(draft.people) for draft in drafts), default=self.size)
        if needs_all(self.size) and most < self.size and not doubts:
            found.append(TextProblem("too_few_people", line.line, {"found": most, "most": self.size}))
        together = frozenset(person.key for draft in drafts for person in draft.people)
        by_words = frozenset(_words(*key) for key in together)
        state = GOOD
        if not doubts:
            if drafts and together in self.entered:
                state = HERE
            elif together in self.pairs:
                state = DOUBLE
            elif drafts:
                drafts = self._twice(line, drafts, by_words, doubts, found, codes)
                together = frozenset(person.key for draft in drafts for person in draft.people)
                by_words = frozenset(_words(*key) for key in together)
        if line.line in self.broken and not is_own_word:
            found.append(self.broken[line.line])
        if state == GOOD and not drafts:
            found = found or [TextProblem("name_missing", line.line, {"player": 1})]
        if state == GOOD:
            state = WRONG if found else DOUBTFUL if doubts else GOOD
        why: tuple[TextProblem, ...] = ()
        if state == GOOD:
            for person in (person for draft in drafts for person in draft.people):
                self.lines.setdefault(person.key, line.line)
                self.lines_by_words.setdefault(_words(*person.key), line.line)
            self.seeds.update(draft.seed for draft in drafts if draft.seed is not None)
            people = drafts[0].people
            # Two who have one name may be two players; two pairs of the same names are one.
            if len(people) > 1 and len(together) == len(people):
                self.pairs.setdefault(together, line.line)
            self.pairs_by_words.setdefault(by_words, (line.line, people))
        elif state == HERE:
            why = (TextProblem("is_here", line.line),)
        elif state == DOUBLE:
            why = (TextProblem("is_double", line.line, {"first": self.pairs[together]}),)
        else:
            why = (*(each.why for each in doubts), *found)
        doubt = doubts[0] if doubts else None
        meant = doubt.choices if doubt and state == DOUBTFUL else []
        if needs_all(self.size):
            # Nobody of a team of three is entered alone: the names are typed.
            meant = [(code, of) for code, of in meant if all(len(each.people) == self.size for each in of)]
        choices = tuple(ReadingChoice(code, tuple(each.entry(line.key) for each in of)) for code, of in meant)
        is_known = bool(together) and together <= self.known
        entries = tuple(draft.entry(line.key) for draft in drafts)
        self.rows.append(
            ListRow(
                line.line,
                line.cells,
                entries,
                state,
                is_known,
                line.key,
                why,
                doubt.odd if doubt else "",
                choices,
                is_own_word,
                line.section,
            )
        )

    def _twice(
        self,
        line: Line,
        drafts: tuple[_Draft, ...],
        by_words: frozenset[tuple[str, ...]],
        doubts: list[_Doubt],
        found: list[TextProblem],
        codes: tuple[str, ...],
    ) -> tuple[_Draft, ...]:
        """Look for people who are in the list or in the event already, in any order of their words."""
        others = "others" in codes
        if not others and len(by_words) > 1 and (by_words in self.entered_words or by_words in self.pairs_by_words):
            first = self.pairs_by_words.get(by_words)
            code = "doubt_turned" if first else "doubt_turned_here"
            doubts.append(
                _Doubt(
                    TextProblem(code, line.line, {"first": first[0] if first else 0}),
                    [("same", ()), ("others", drafts)],
                )
            )
            return drafts
        seen: set[Name] = set()
        for draft in drafts:
            for person in draft.people:
                name = printable(f"{person.given_name} {person.family_name}".strip())
                words = _words(*person.key)
                if person.key in seen:
                    found.append(TextProblem("person_twice_here", line.line, {"name": name, "first": line.line}))
                    return drafts
                seen.add(person.key)
                is_here = person.key in self.people or (words in self.words and len(words) > 1)
                first_line = self.lines.get(person.key) or (self.lines_by_words.get(words) if len(words) > 1 else None)
                if not is_here and not first_line:
                    continue
                is_same = person.key in self.people or person.key in self.lines
                if others and not is_same:
                    continue
                if others:
                    drafts = _distinguish(drafts, person, self._is_free)
                    continue
                code = "person_twice" if is_here else "person_twice_here"
                apart = _distinguish(drafts, person, self._is_free) if is_same else drafts
                problem = TextProblem(code, line.line, {"name": name, "first": first_line or 0})
                doubts.append(_Doubt(problem, [("others", apart), ("same", ())], name))
                return drafts
        return drafts

    def _is_free(self, person: PersonName) -> bool:
        return person.key not in self.people and person.key not in self.lines

    def _read(
        self, line: Line, shape: Shape, reader: Reader | None, doubts: list[_Doubt], found: list[TextProblem]
    ) -> tuple[_Draft, ...]:
        """Return the entries of a row, what is doubtful in it and what is wrong."""
        values: dict[str, str] = {}
        for column, cell in zip(shape.columns, line.cells, strict=False):
            if column.role and (value := tidy(_in_one_line(cell, column.role))):
                # Two telephones stay two; of two columns of payments each says its own.
                values[column.role] = f"{values[column.role]}, {value}" if column.role in values else value
        if reader is None:
            pairs = [(values.get(family, ""), values.get(given, "")) for _whole, family, given in PLAYERS]
            people = tuple(PersonName(*pair) for pair in pairs if any(pair))
            found += names_wrong(people, line.line)
            if not people:
                found.append(TextProblem("name_missing", line.line, {"player": 1}))
            paid, state = payment_in(values.get(PAID, "")) or "", state_of(values.get(STATE, ""))
            drafts: tuple[_Draft, ...] = (_Draft(people, values.get(CLUB, ""), paid=paid, state=state),)
        else:
            drafts = self._of_names(line, shape, values, reader, doubts, found)
        if not any(draft.people for draft in drafts) and not found and not shape.has_people:
            found.append(TextProblem("name_missing", line.line, {"player": 1}))
        if not any(draft.people for draft in drafts):
            drafts = ()
        seed: int | None = None
        typed = values.get(SEED, "")
        if typed:
            seed = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 5 else 0
            if not 1 <= seed <= HIGHEST_SEED:
                seed = None
                params: dict[str, Json] = {"value": printable(typed), "most": HIGHEST_SEED}
                found.append(TextProblem("seed_not_number", line.line, params))
            elif seed in self.seeds:
                found.append(TextProblem("seed_twice", line.line, {"value": seed}))
        return tuple(replace(draft, seed=seed, circle=values.get(CIRCLE, "")) for draft in drafts)

    def _of_names(
        self,
        line: Line,
        shape: Shape,
        values: Mapping[str, str],
        reader: Reader,
        doubts: list[_Doubt],
        found: list[TextProblem],
    ) -> tuple[_Draft, ...]:
        club = capitals_of_club(values.get(CLUB, ""))
        contacts = split_marks(values.get(CONTACT, ""))
        phones, mails = [*contacts.phones], [*contacts.mails]
        # Columns of payments: an amount counts before a tick, and nothing if one of them says that nothing was paid.
        told = [payment_in(each) for each in values.get(PAID, "").split(", ")]
        paid = next(iter(sorted(filter(None, told), key=lambda each: not any(map(str.isdigit, each)))), "")
        if values.get(PAID) and "" in told:
            paid = ""
        state = state_of(values.get(STATE, "")) or split_marks(f"- {values.get(STATE, '')}").state
        people: list[PersonName] = []
        cells: list[Cell] = []
        for player, (whole, family, given) in enumerate(PLAYERS, start=1):
            if values.get(whole):
                cell = self._whole(line, whole, values, reader, found)
            else:
                cell = self._parts(line, player, values.get(family, ""), values.get(given, ""), shape, reader, found)
            cells.append(cell)
            people += [PersonName(*name) for name in cell.people]
            club = club or cell.club
            phones += cell.marks.phones
            mails += cell.marks.mails
            paid = paid or cell.marks.paid or ("x" if cell.marks.is_crossed and len(cell.people) >= self.size else "")
            state = state or cell.marks.state
        _check_texts(line.line, {CLUB: club, CIRCLE: values.get(CIRCLE, "")}, found)
        found += names_wrong(people, line.line)
        base = _Draft(
            tuple(people),
            club,
            mail=next(iter(mails), ""),
            phone=", ".join(phones)[:LONGEST_PHONE],
            paid=paid,
            state=state,
        )
        drafts: tuple[_Draft, ...] = (base,)
        if len(people) > 1 and state == OUT and any(cell.marks.state == OUT for cell in cells):
            # Beside one of two names it may mean that one only.
            stays = (replace(base, state=""),)
            doubts.append(_Doubt(TextProblem("doubt_out", line.line), [("same_out", ()), ("as_read", stays)]))
            drafts = stays
        for place, cell in enumerate(cells):
            if cell.doubt:
                others = [[PersonName(*name) for name in each.people] for each in cells]
                doubts.append(self._doubt(line, cell, base, others, place))
        if len(people) > self.size and not doubts:
            code = "two_people_in_singles" if self.size == 1 else "too_many_people"
            problem = TextProblem(code, line.line, {"found": len(people), "most": self.size})
            each = tuple(replace(base, people=(person,)) for person in people)
            choices = [("each", each), ("first", each[:1])] if self.size == 1 else []
            if choices:
                doubts.append(_Doubt(problem, choices))
            else:
                found.append(problem)
        wild = next(
            (
                c
                for c in shape.columns
                if c.is_wild and values.get(c.role) and not (c.role == CLUB and reader.is_club(club))
            ),
            None,
        )
        if wild and not doubts:
            without = replace(base, club="") if wild.role == CLUB else None
            choices = [("as_read", drafts), *([("without_club", (without,))] if without else [])]
            doubts.append(
                _Doubt(
                    TextProblem("doubt_column", line.line, {"value": printable(values[wild.role])}),
                    choices,
                    values[wild.role],
                )
            )
        return drafts

    def _of_note(self, line: Line, shape: Shape, draft: _Draft, reader: Reader) -> list[_Doubt]:
        """Return the doubt whether a note names the partner of somebody who stands alone."""
        cells = zip(shape.columns, line.cells, strict=False)
        note = tidy(" ".join(_in_one_line(cell, STATE) for column, cell in cells if column.role == STATE))
        who, is_told = partner_in(note)
        words = words_of(who)
        if not who or len(draft.people) != 1 or self.size == 1 or len(words) > MOST_WORDS:
            return []
        if not is_told and not any(word in GIVEN for word in words):
            return []
        partner = reader.cell(who, 1, is_alone=True).people[:1]
        pair = replace(draft, people=(*draft.people, *(PersonName(*name) for name in partner)))
        choices: list[tuple[str, tuple[_Draft, ...]]] = [("two", (pair,))] if partner else []
        choices.append(("alone", (draft,)))
        return [_Doubt(TextProblem("doubt_partner", line.line, {"value": printable(note)}), choices, note)]

    def _doubt(self, line: Line, cell: Cell, base: _Draft, others: list[list[PersonName]], place: int) -> _Doubt:
        """Return the doubt of a cell, with the entries that each of its readings makes."""
        values: dict[str, Json] = {"value": printable(cell.odd), "found": len(cell.people), "most": self.size}
        code = DOUBTS[cell.doubt]
        if cell.doubt == names.MANY and self.size == 1:
            code = "two_people_in_singles"
        choices: list[tuple[str, tuple[_Draft, ...]]] = []
        for reading in cell.readings:
            people = [PersonName(*name) for name in reading.people]
            whole = [*itertools.chain(*others[:place], people, *others[place + 1 :])]
            draft = replace(
                base, people=tuple(whole), club=reading.club or (base.club if base.club != cell.club else "")
            )
            if reading.code == PAID_READING:
                draft = replace(draft, paid="x")
            each = tuple(replace(draft, people=(person,)) for person in whole) if reading.is_each else (draft,)
            choices.append((reading.code, each))
        if cell.doubt == names.MESSAGE:
            choices.append((DROP, ()))
        return _Doubt(TextProblem(code, line.line, values), choices, cell.odd)

    def _parts(
        self, line: Line, player: int, family: str, given: str, shape: Shape, reader: Reader, found: list[TextProblem]
    ) -> Cell:
        """Return somebody whose name is in two cells."""
        if player > 1 and is_nobody(family) and is_nobody(given):
            return Cell(())
        marks = [split_marks(part) for part in (family, given)]
        both = replace(
            marks[0],
            phones=marks[0].phones + marks[1].phones,
            mails=marks[0].mails + marks[1].mails,
            paid=marks[0].paid or marks[1].paid,
            state=marks[0].state or marks[1].state,
        )
        if is_unwritable(family) or is_unwritable(given) or family.startswith(FORMULA_STARTS[:1]):
            return Cell(((family, given),))
        family, given = (each.text for each in marks)
        if not family and not given:
            return Cell((), marks=both)
        # Nothing says that this column holds family names.
        is_guessed = not any(column.is_sure for column in shape.columns if column.role in PLAYERS[player - 1])
        is_single = all(len(split_people(_DASH_INSIDE.sub("-", part))) < 2 for part in (family, given))
        if (
            family
            and not given
            and len(family) <= LONGEST_NAMES
            and (not is_single or order_of(family.split()) is not None or (is_guessed and letters_of(family) in SURE))
        ):
            # A whole name, or a pair, in the column of family names.
            cell = reader.cell(family, self.size if player == 1 else 1, is_alone=True)
            if not cell.doubt and cell.people != ((family, ""),):
                readings = (
                    names.Reading("as_read", cell.people, cell.club),
                    names.Reading("as_written", ((family, ""),)),
                )
                cell = replace(cell, doubt=names.ORDER, odd=family, readings=readings)
            return replace(cell, marks=both)
        if is_guessed and is_spoken(f"{family} {given}"):
            return Cell(((family, given),), doubt=names.MESSAGE, odd=f"{family} {given}".strip(), marks=both)
        if not is_single:
            # Perhaps two people with one family name whose given names are in one cell.
            halves = [capitals(half) for half in split_people(given)]
            brothers: tuple[names.Reading, ...] = ()
            if len(halves) == 2 and len(split_people(family)) < 2 and all(halves):
                two = tuple((capitals(family), half) for half in halves)
                brothers = (names.Reading("two", two, is_each=self.size == 1),)
            return Cell(
                ((family, given),),
                doubt=names.ODD,
                odd=given if len(split_people(given)) > 1 else family,
                readings=brothers,
                marks=both,
            )
        if re.search(r"(?:^|\s)\d", f"{family} {given}"):
            return Cell(
                ((family, given),),
                doubt=names.ODD,
                odd=f"{family} {given}".strip(),
                readings=(names.Reading("as_written", ((family, given),)),),
                marks=both,
            )
        return Cell((reader.same(family, given),), marks=both)

    def _whole(
        self, line: Line, column: str, values: Mapping[str, str], reader: Reader, found: list[TextProblem]
    ) -> Cell:
        """Return those whose whole names are in a cell."""
        value = values[column]
        if len(value) > LONGEST_NAMES or is_unwritable(value) or value.startswith(FORMULA_STARTS[:1]):
            return Cell(((value, ""),))
        has_partner = any(not is_nobody(values.get(other, "")) for other in (PERSON2, FAMILY2, PERSON3, FAMILY3))
        size = self.size if column == PERSON1 and not has_partner else 1
        return reader.cell(value, size, is_alone=column == PERSON1 and not has_partner)


def _apply_decisions(
    drafts: tuple[_Draft, ...], doubts: list[_Doubt], codes: tuple[str, ...]
) -> tuple[tuple[_Draft, ...], list[_Doubt]]:
    """Return the entries of a row as somebody decided, and the doubts that are left."""
    left: list[_Doubt] = []
    for doubt in doubts:
        choice = next((of for code, of in doubt.choices if code in codes), None)
        if choice is None:
            left.append(doubt)
        elif choice and choice[0].people != drafts[0].people if drafts else choice:
            drafts = choice
        elif choice:
            # The same people: what else the choice says is kept beside what another one said.
            drafts = choice if len(doubts) == 1 else drafts
    return drafts, left


def _in_one_line(cell: str, role: str) -> str:
    """Return a cell of names with a sign where it has a line break: people below each other are several."""
    if role not in (*WHOLE, CONTACT, STATE) or ("\n" not in cell and "\r" not in cell):
        return cell
    parts = [part.strip() for part in cell.splitlines() if part.strip()]
    return (" / " if role in WHOLE else " ").join(parts)


def _people_typed(decided: str, reader: Reader | None) -> tuple[PersonName, ...]:
    """Return the people that somebody typed, also a whole name in the field of the family name."""
    try:
        said = json.loads(decided[len(TYPED) :])
    except ValueError:
        return ()
    if not isinstance(said, list) or len(said) > len(PLAYERS):
        return ()
    people = []
    for each in said:
        if not isinstance(each, list) or len(each) != 2 or not all(isinstance(part, str) for part in each):
            continue
        family, given = map(tidy, each)
        is_whole = bool(family) and not given and len(family) <= LONGEST_NAMES and order_of(family.split()) is not None
        if reader is not None and is_whole:
            cell = reader.cell(family, 1, is_alone=True)
            if len(cell.people) == 1 and not cell.doubt:
                family, given = cell.people[0]
        if family or given:
            people.append(PersonName(family, given))
    return tuple(people)


def _words(family: str, given: str) -> tuple[str, ...]:
    """Return the folded words of a name in any order."""
    return words_of(f"{family} {given}")


def _distinguish(
    drafts: tuple[_Draft, ...], person: PersonName, is_free: Callable[[PersonName], bool]
) -> tuple[_Draft, ...]:
    """Return the entries with a sign behind a name that somebody else has: the club if that will do, else a number."""
    made: list[_Draft] = []
    for draft in drafts:
        signs = [*([draft.club] if draft.club and len(draft.club) < 30 else []), *map(str, range(2, 30))]
        tries = (replace(person, given_name=f"{person.given_name} ({sign})".strip()) for sign in signs)
        other = next(filter(is_free, tries), person)
        made.append(replace(draft, people=tuple(other if each == person else each for each in draft.people)))
    return tuple(made)


def _check_texts(line: int, values: Mapping[str, str], found: list[TextProblem]) -> None:
    for column, value in values.items():
        kind = column.rstrip("12")
        problem = text_problem(value, kind, line) if kind in LONGEST else None
        if problem is not None:
            found.append(problem)


def names_wrong(people: Iterable[PersonName], line: int) -> list[TextProblem]:
    """Return what is wrong with names: a letter that cannot be written, one that is too long."""
    found: list[TextProblem] = []
    for player, person in enumerate(people, start=1):
        if not person.family_name:
            found.append(TextProblem("name_missing", line, {"player": player}))
        _check_texts(line, {FAMILY1: person.family_name, GIVEN1: person.given_name}, found)
        if mixes(person):
            found.append(
                TextProblem("text_mixed", line, {"value": printable(f"{person.given_name} {person.family_name}")})
            )
    return found
