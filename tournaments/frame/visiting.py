"""From a request to the visitor for access: the account, and the passes of the session."""

from django.http import HttpRequest

from tournaments.frame.access import Visitor
from tournaments.frame.policies import EntryPass, TablePass

PASSES = "table_passes"
ENTRY_PASSES = "entry_passes"
PRACTICE = "practice"


def visitor(request: HttpRequest) -> Visitor:
    """Return the visitor of a browser; a program's token names its own (``accounts.api.authentication``)."""
    held = request.session.get(PASSES, [])
    own = request.session.get(ENTRY_PASSES, [])
    return Visitor(
        user=request.user,
        passes=tuple(TablePass(*entry) for entry in held),
        entry_passes=tuple(EntryPass(*entry) for entry in own),
        practice=dict(request.session.get(PRACTICE, [])),
    )
