"""The tables of an event, declared once, and any rows as CSV or a workbook: downloads, the archive, lists, circuits.

A number leaves as a number, in CSV as the reader's language writes it; nothing that somebody typed is a formula.
"""

import csv
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any, Final, TypeAlias

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.frame.reads.formats import stages_over
from tournaments.frame.reads.teams import is_of_teams
from tournaments.jobs.reads import event_records, event_tables
from tournaments.models import Tournament
from tournaments.standings.reads.club_standings import ranks_clubs

Rows: TypeAlias = Iterator[Sequence[object]]


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table of an event: its title, the rows below their heading, which events have it, its file in the archive."""

    title: str
    rows: Callable[[Tournament], Rows]
    is_of: Callable[[Tournament], object] = bool
    # Without one it is a download alone: the archive has these records themselves.
    file: str = ""


def _is_no_team(event: Tournament) -> bool:
    return not is_of_teams(event)


# The log is for the organiser only.
TABLES: Final[Mapping[str, EventTable]] = {
    "entries": EventTable(gettext_noop("Entries"), event_tables.entries, file=gettext_noop("entries.csv")),
    "results": EventTable(gettext_noop("Results"), event_tables.results, file=gettext_noop("results.csv")),
    "deals": EventTable(gettext_noop("Deals"), event_records.deals, _is_no_team),
    "boards": EventTable(gettext_noop("Boards"), event_records.boards, is_of_teams),
    "standings": EventTable(
        gettext_noop("Standings"), event_tables.final_standings, file=gettext_noop("standings.csv")
    ),
    "stages": EventTable(
        gettext_noop("Standings of each stage"), event_tables.stages, stages_over, gettext_noop("stages.csv")
    ),
    "clubs": EventTable(gettext_noop("Clubs"), event_tables.clubs, ranks_clubs, gettext_noop("clubs.csv")),
    "players": EventTable(gettext_noop("Players"), event_tables.players, is_of_teams, gettext_noop("players.csv")),
    "money": EventTable(gettext_noop("Money"), event_records.money),
    "penalties": EventTable(gettext_noop("Penalties"), event_records.penalties),
    "log": EventTable(gettext_noop("Log"), event_records.log),
}
CSV: Final = "text/csv; charset=utf-8"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# The number format of money in a workbook: two decimals, in the reader's locale.
AMOUNT: Final = "0.00"
# Decimals of a share of points that never ends.
MOST_DECIMALS: Final = 6
# Beginnings by which a spreadsheet takes a cell for a formula (OWASP, CSV injection). Some read the full-width and the
# small sign as the sign itself.
FORMULA_STARTS: Final = (*"=+-@", "\t", "\r", *"\uff1d\uff0b\uff0d\uff20", *"\ufe66\ufe62\ufe63\ufe6b")
# The most characters in a cell of a workbook.
LONGEST_CELL: Final = 32_767
# The categories of characters that XML cannot hold, but for the ends of lines and tabs: controls and lone surrogates.
NO_XML: Final = ("Cc", "Cs")


def tables_of(event: Tournament) -> dict[str, EventTable]:
    """Return the tables that this event has."""
    return {what: table for what, table in TABLES.items() if table.is_of(event)}


def archive_files(event: Tournament) -> Iterator[tuple[str, bytes]]:
    """Return the name and the CSV of each table in the archive of an event, in the current language."""
    for table in tables_of(event).values():
        if table.file:
            yield _(table.file), to_csv(table.rows(event))


def to_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Return CSV with semicolons and a byte order mark, by which an Italian Excel knows the encoding."""
    out = StringIO()
    csv.writer(out, delimiter=";").writerows([_csv_cell(value) for value in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def cell(value: object) -> str:
    """Return a value as a cell: typed text is never a formula; a number stays one."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) and not isinstance(value, int) else text


def _csv_cell(value: object) -> str:
    """Return a value as a cell of CSV: an amount with two decimals, a share of points with as many as it needs."""
    plain = _plain(value)
    if isinstance(plain, Decimal):
        return str(formats.number_format(plain, 2))
    if isinstance(plain, float):
        # Seven halves are 3,5 in Italian: “7/2” is a day in July of a spreadsheet.
        return str(formats.number_format(Decimal(str(round(plain, MOST_DECIMALS)))))
    return cell(plain)


def to_xlsx(tables: Iterable[tuple[str, Iterable[Sequence[object]]]]) -> bytes:
    """Return a workbook with a sheet for each title; text stays text and is never a formula."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book: Any = Workbook(write_only=True)
    for title, rows in tables:
        sheet = book.create_sheet(title[:31])
        sheet.freeze_panes = "A2"
        for row in rows:
            made = []
            for value in row:
                plain: Any = _plain(value)
                is_kept = isinstance(plain, int | float | Decimal)
                if not is_kept:
                    # Without what XML cannot hold.
                    letters = [
                        each for each in cell(plain) if unicodedata.category(each) not in NO_XML or each in "\n\t"
                    ]
                    plain = "".join(letters)[:LONGEST_CELL]
                made_cell = WriteOnlyCell(sheet, value=plain)
                if isinstance(plain, Decimal):
                    made_cell.number_format = AMOUNT
                if not is_kept or isinstance(plain, bool):
                    made_cell.data_type = "s"
                made.append(made_cell)
            sheet.append(made)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _plain(value: object) -> object:
    """Return a moment in the time of the hall, to the second, and a share as a whole number or with decimals."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return timezone.localtime(value).strftime("%Y-%m-%d %H:%M:%S") if isinstance(value, datetime) else value
