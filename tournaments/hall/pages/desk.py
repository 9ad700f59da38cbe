"""The referee's desk: the called tables, the most urgent first."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.competition.formats.registry import format_of
from tournaments.competition.match.outcomes import is_of_several
from tournaments.discipline import words as proposed
from tournaments.discipline.words import RefusedProposal
from tournaments.events.words import sentences as words
from tournaments.events.words.kinds import round_links
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.numbers import whole
from tournaments.frame.pages.steps import new_key, officials, see
from tournaments.frame.policies import Actor, Right, may
from tournaments.frame.round_names import round_name
from tournaments.models import Table, Tie, Tournament
from tournaments.tables.reads import sheets
from tournaments.tables.words import groups, wording
from tournaments.tables.words.groups import DeskTable, RefereeDesk
from tournaments.tables.writes import progress
from tournaments.timing.pages import round_face, round_steps
from tournaments.timing.reads import clock_of_table
from tournaments.timing.words import own_time_text, seats

TITLES = {
    "called": gettext_lazy("Referee called"),
    "tiebreak": gettext_lazy("In tie-break"),
    "late": gettext_lazy("Nothing written yet, called long ago"),
    "to_confirm": gettext_lazy("To confirm"),
    "playing": gettext_lazy("In play"),
    "waiting": gettext_lazy("Just called"),
    "done": gettext_lazy("Finished in this round"),
}
KINDS = {"called": "red", "tiebreak": "gold", "late": "red", "to_confirm": "blue", "playing": "live", "done": "done"}


@never_cache
@officials(reads=Right.SEE_DESK)
def referee_desk(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.SEE_DESK)
    if "q" in request.GET:
        found = _numbered(event, actor, whole(request.GET["q"], -1))
        if len(found) == 1:
            return see("table_sheet", slug, found[0].table.number)
        if found:
            return page(request, event, actor, which=found)
        messages.error(request, _("No table %(number)s has been called.") % {"number": request.GET["q"][:9]})
        # Leave the address of the search: on a reload it would open the table as soon as it is called.
        return see("referee_desk", slug)
    return page(request, event, actor)


def _numbered(event: Tournament, actor: Actor, number: int) -> list[progress.Board]:
    """Return the called tables with this number in the hall that the actor may open, the newest round first."""
    found = progress.boards(sheets.called_lines(event, [number]))
    own = [board for board in found if may(actor, Right.RUN_TABLE, event, board.table)]
    return sorted(own, key=lambda board: (-board.table.round.number, board.table.number))


def page(
    request: HttpRequest,
    event: Tournament,
    actor: Actor,
    *,
    refused: RefusedProposal | None = None,
    status: int = 200,
    which: Sequence[progress.Board] = (),
) -> HttpResponse:
    """Show the desk.

    ``refused`` is a reason for dismissing a proposal that was not accepted; ``which`` are the tables of several rounds
    that have the number that was typed.
    """
    now = timezone.now()
    directs = may(actor, Right.DIRECT, event)
    desk = groups.desk(event, actor, now)
    title = round_name(desk.round.number, desk.rounds) if desk.round else ""
    context: dict[str, Any] = {
        "event": event,
        "desk": desk,
        "round_title": title,
        "clock": round_face(event, desk.round, desk.rounds, now) if desk.round else None,
        "clock_steps": _clock_steps(event, actor, desk),
        "groups": _desk_cards(event, desk, actor, now),
        "calls": " ".join(str(one.table.hall_number or one.table.number) for one in desk.groups["called"]),
        "live_url": _live(event),
        "may_organise": actor.role == "organiser",
        "proposals": proposed.proposal_cards(event, now, refused) if directs else [],
        "may_direct": directs,
        "may_fill": format_of(event.format).gives_places and directs,
        "key": new_key(),
        "which": [_choice(event, board, desk.rounds) for board in which],
        "rounds": round_links(event, desk.called, desk.rounds),
    }
    return render(request, "hall/desk.html", context, status=status)


def _choice(event: Tournament, board: progress.Board, rounds: int) -> dict[str, Any]:
    """Return a table to choose: its round and part, who sits there, and the points."""
    table = board.table
    return {
        "table": table,
        "where": wording.where_of(event, table, rounds),
        "names": [{"name": wording.name(line), "points": line.points} for line in board.lines],
        "state": table.get_status_display(),
        "kind": "done" if table.is_over else "live",
    }


def _clock_steps(event: Tournament, actor: Actor, desk: RefereeDesk) -> dict[str, Any] | None:
    """Return the buttons of the round's clock, or None without a round to time or the right to direct."""
    if desk.round is None or event.status != Tournament.Status.RUNNING or not may(actor, Right.DIRECT, event):
        return None
    return round_steps(event, desk.round, back="desk")


def _live(event: Tournament) -> str:
    try:
        return reverse("event_live", args=[event.slug])
    except NoReverseMatch:
        return ""


def _desk_cards(event: Tournament, desk: RefereeDesk, actor: Actor, now: datetime) -> list[dict[str, Any]]:
    return [
        {"name": name, "title": TITLES[name], "rows": [_row(event, one, actor, now) for one in rows]}
        for name, rows in desk.groups.items()
        if rows
    ]


def _row(event: Tournament, one: DeskTable, actor: Actor, now: datetime) -> dict[str, Any]:
    table = one.table
    waited = seats(event, table, one.lines, actor, now)
    return {
        "table": table,
        "hall": table.hall_number or table.number,
        "names": [{"name": wording.name(line), "points": line.points} for line in one.lines],
        "state": _state(event, one),
        "time": _time(one),
        "kind": KINDS.get(one.group, ""),
        "minutes": wording.minutes_ago(one.minutes) if one.minutes is not None and not table.is_over else "",
        "confirm": table.status == Table.Status.TO_CONFIRM,
        "missing": [seat for seat in waited if seat.is_missing],
        "here": [seat for seat in waited if not seat.is_missing],
        "match": one.match,
        "seen_button": table.referee_called and table.status != Table.Status.DISPUTED,
    }


def _time(one: DeskTable) -> str:
    """Return how the table's time differs from its round's, or "" once it has finished."""
    return "" if one.table.is_over else own_time_text(one.table, clock_of_table(one.table), one.extra)


def _level(event: Tournament, one: DeskTable, tie: Tie) -> str:
    """Return which lines are level, and what breaks the tie."""
    names = wording.names_of([wording.name(line) for line in one.lines], tie.lines)
    return f"{names}: {wording.deal_name(event.game, 0, tie.number, tie.kind)}"


def _state(event: Tournament, one: DeskTable) -> str:
    """Return the state of a table in two or three words."""
    table = one.table
    if table.status == Table.Status.DISPUTED:
        return _("the table does not agree") if is_of_several(one.lines) else _("the two lines disagree")
    if table.referee_called:
        return _("wants the referee")
    if one.tie is not None:
        return _level(event, one, one.tie)
    if table.tiebreak_due:
        return wording.deal_name(event.game, 0, table.tiebreak_due)
    if table.status == Table.Status.PLAYING:
        return wording.deal_name(event.game, table.deals_played + 1, 0)
    if table.status == Table.Status.DONE and is_of_several(one.lines):
        return wording.ending(table, event.game, several=True) or str(table.get_status_display())
    if table.status == Table.Status.DONE:
        return words.ending(table.ending, table.note, event.game)[0] or str(table.get_status_display())
    return str(table.get_status_display())
