"""Tables of an event as files for a spreadsheet."""

from django.http import HttpRequest, HttpResponse

from tournaments.frame.pages.officials import officials
from tournaments.frame.pages.page import organised
from tournaments.frame.policies import Right
from tournaments.jobs.shown.tables import table_file


@officials(reads=Right.ORGANISE)
def organise_table(request: HttpRequest, slug: str, what: str, form: str) -> HttpResponse:
    """Return one table as CSV or workbook, or all of them in one workbook."""
    event, _actor = organised(request, slug)
    return table_file(event, what, form)
