"""Any rows as CSV or a workbook, for pages and programs to send; and which tables an event offers."""

import csv
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any, Final

from django.utils import formats, timezone
from django.utils.translation import gettext_noop as _

from tournaments.frame.reads.formats import stages_over
from tournaments.frame.reads.teams import is_of_teams
from tournaments.jobs.reads import event_records, event_tables
from tournaments.jobs.reads.event_tables import cell
from tournaments.models import Tournament
from tournaments.standings.reads.club_standings import ranks_clubs

Rows = Iterator[Sequence[object]]

# The tables of an event: their titles and the functions that write their rows. The log is for the organiser only.
TABLES: Final[Mapping[str, tuple[str, Callable[[Tournament], Rows]]]] = {
    "entries": (_("Entries"), event_tables.entries),
    "results": (_("Results"), event_tables.results),
    "deals": (_("Deals"), event_records.deals),
    "boards": (_("Boards"), event_records.boards),
    "standings": (_("Standings"), event_tables.final_standings),
    "stages": (_("Standings of each stage"), event_tables.stages),
    "clubs": (_("Clubs"), event_tables.clubs),
    "players": (_("Players"), event_tables.players),
    "money": (_("Money"), event_records.money),
    "penalties": (_("Penalties"), event_records.penalties),
    "log": (_("Log"), event_records.log),
}
# Tables that not every event has.
ONLY_WHERE: Final[Mapping[str, Callable[[Tournament], object]]] = {
    "deals": lambda event: not is_of_teams(event),
    "boards": is_of_teams,
    "stages": stages_over,
    "clubs": ranks_clubs,
    "players": is_of_teams,
}
CSV: Final = "text/csv; charset=utf-8"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# The number format of money in a workbook: two decimals, in the reader's locale.
AMOUNT: Final = "0.00"
# The most characters in a cell of a workbook.
LONGEST_CELL: Final = 32_767
# The categories of characters that XML cannot hold, but for the ends of lines and tabs: controls and lone surrogates.
NO_XML: Final = ("Cc", "Cs")


def tables_of(event: Tournament) -> dict[str, tuple[str, Callable[[Tournament], Rows]]]:
    """Return the tables that this event has."""
    return {what: table for what, table in TABLES.items() if what not in ONLY_WHERE or ONLY_WHERE[what](event)}


def to_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Return CSV with semicolons and a byte order mark, by which an Italian Excel knows the encoding."""
    out = StringIO()
    writer = csv.writer(out, delimiter=";")
    for row in rows:
        # An amount is written as a number in the reader's language.
        writer.writerow(
            formats.number_format(value, 2) if isinstance(value, Decimal) else cell(_plain(value)) for value in row
        )
    return out.getvalue().encode("utf-8-sig")


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
                is_kept = isinstance(plain, int | Decimal)
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
    """Return a moment in the time of the hall, to the second."""
    return timezone.localtime(value).strftime("%Y-%m-%d %H:%M:%S") if isinstance(value, datetime) else value
