"""Tables of an event as files for a spreadsheet."""

from django.http import HttpRequest, HttpResponse

from tournaments.policies import Right
from tournaments.serving.tables import table_file
from tournaments.views.officials import officials
from tournaments.views.organiser.page import organised


@officials(reads=Right.ORGANISE)
def organise_table(request: HttpRequest, slug: str, what: str, form: str) -> HttpResponse:
    """Return one table as CSV or workbook, or all of them in one workbook."""
    event, _actor = organised(request, slug)
    return table_file(event, what, form)
