"""Passes that a browser holds, kept in its session under a new key."""

from django.http import HttpRequest

from tournaments.accounts.writes import sessions
from tournaments.frame.access import ENTRY_PASSES, PASSES
from tournaments.frame.policies import EntryPass, TablePass

MOST_PASSES = 10


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


def _rename_session(request: HttpRequest) -> None:
    """Change the session key, against session fixation; update the list of log-ins."""
    before = request.session.session_key or ""
    request.session.cycle_key()
    sessions.move_session(before=before, after=request.session.session_key or "")
