"""The tables of an event as downloads: one as CSV or workbook, or all in one workbook."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import MissingError
from tournaments.jobs.reads import spreadsheets
from tournaments.models import Tournament

ALL = "all"


def table_file(event: Tournament, what: str, form: str) -> HttpResponse:
    """Return the file of a table; raises MissingError for an unknown table or format."""
    tables = spreadsheets.tables_of(event)
    if form == "csv" and what in tables:
        data, kind = spreadsheets.to_csv(tables[what].rows(event)), spreadsheets.CSV
    elif form == "xlsx" and (what in tables or what == ALL):
        chosen = tables if what == ALL else {what: tables[what]}
        data = spreadsheets.to_xlsx((_(each.title), each.rows(event)) for each in chosen.values())
        kind = spreadsheets.XLSX
    else:
        raise MissingError
    return file_answer(data, kind, f"{event.slug}-{what}.{form}")


def file_answer(data: bytes, kind: str, name: str) -> HttpResponse:
    """Return a download that no cache on the way keeps."""
    return HttpResponse(
        data,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )
