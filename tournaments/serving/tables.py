"""The tables of an event as answers: one as CSV or as a workbook, or all of them in one workbook."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import MissingError
from tournaments.models import Tournament
from tournaments.services.jobs import spreadsheets
from tournaments.services.jobs.spreadsheets import TABLES

ALL = "all"


def table_file(event: Tournament, what: str, form: str) -> HttpResponse:
    """The file of a table; MissingError where there is no such table or form."""
    if form == "csv" and what in TABLES:
        data, kind = spreadsheets.to_csv(TABLES[what][1](event)), spreadsheets.CSV
    elif form == "xlsx" and (what in TABLES or what == ALL):
        chosen = TABLES if what == ALL else {what: TABLES[what]}
        data = spreadsheets.to_xlsx((_(title), rows(event)) for title, rows in chosen.values())
        kind = spreadsheets.XLSX
    else:
        raise MissingError
    return file_answer(data, kind, f"{event.slug}-{what}.{form}")


def file_answer(data: bytes, kind: str, name: str) -> HttpResponse:
    """A file to be kept, which no cache between here and there keeps."""
    return HttpResponse(
        data,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )
