"""From a request to the visitor for access: the account, and the passes of the session."""

from django.http import HttpRequest

from tournaments.games.contract import Seat
from tournaments.policies import EntryPass, TablePass
from tournaments.selectors.access import Visitor
from tournaments.services.accounts import sessions
from tournaments.services.play import practice

PASSES = "table_passes"
ENTRY_PASSES = "entry_passes"
PRACTICE = "practice"
MOST_PASSES = 10


def visitor(request: HttpRequest) -> Visitor:
    """Return the visitor of a browser; a program's token names its own (``tournaments.api``)."""
    held = request.session.get(PASSES, [])
    own = request.session.get(ENTRY_PASSES, [])
    return Visitor(
        user=request.user,
        passes=tuple(TablePass(*entry) for entry in held),
        entry_passes=tuple(EntryPass(*entry) for entry in own),
        practice=dict(request.session.get(PRACTICE, [])),
    )


def keep_pass(request: HttpRequest, opened: TablePass) -> None:
    """Store a pass in the session under a new key; it replaces an older one for the same table."""
    _rename_session(request)
    held = [entry for entry in request.session.get(PASSES, []) if entry[0] != opened.table_id]
    held.append([opened.table_id, opened.line, opened.generation, opened.login])
    request.session[PASSES] = held[-MOST_PASSES:]


def keep_entry_pass(request: HttpRequest, opened: EntryPass) -> None:
    """Store an event pass in the session under a new key."""
    _rename_session(request)
    held = [entry for entry in request.session.get(ENTRY_PASSES, []) if entry[0] != opened.pass_id]
    held.append([opened.pass_id, opened.login])
    request.session[ENTRY_PASSES] = held[-MOST_PASSES:]


def keep_practice(request: HttpRequest, match_id: int, seat: Seat) -> None:
    """Remember the seat of this browser in a practice match."""
    held = [entry for entry in request.session.get(PRACTICE, []) if entry[0] != match_id]
    request.session[PRACTICE] = [*held, [match_id, seat]][-practice.MOST_HELD :]


def _rename_session(request: HttpRequest) -> None:
    """Change the session key, against session fixation; update the list of log-ins."""
    before = request.session.session_key or ""
    request.session.cycle_key()
    sessions.moved(before=before, after=request.session.session_key or "")
