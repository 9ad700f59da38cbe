"""From a request to the visitor that access knows: the account and the table passes of the session."""

from django.http import HttpRequest

from tournaments.policies import TablePass
from tournaments.selectors.access import Visitor

PASSES = "table_passes"
MOST_PASSES = 10


def visitor(request: HttpRequest) -> Visitor:
    """Who asks."""
    held = request.session.get(PASSES, [])
    return Visitor(user=request.user, passes=tuple(TablePass(*entry) for entry in held))


def keep_pass(request: HttpRequest, opened: TablePass) -> None:
    """Remember a pass in the session; a newer one for the same table takes the place of the old."""
    held = [entry for entry in request.session.get(PASSES, []) if entry[0] != opened.table_id]
    held.append([opened.table_id, opened.line, opened.generation])
    request.session[PASSES] = held[-MOST_PASSES:]
