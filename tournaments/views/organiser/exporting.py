"""Tables of an event as files for a spreadsheet."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.policies import Right, door
from tournaments.serving.tables import table_file
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import organised


@door(reads=Right.ORGANISE)
@officials_only
@require_safe
def organise_table(request: HttpRequest, slug: str, what: str, form: str) -> HttpResponse:
    """Return one table as CSV or workbook, or all of them in one workbook."""
    event, _actor = organised(request, slug)
    return table_file(event, what, form)
