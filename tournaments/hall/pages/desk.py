"""The referee's desk: the called tables, the most urgent first."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
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
from tournaments.competition.rooms import room_at
from tournaments.discipline import words as proposed
from tournaments.discipline.words import RefusedProposal
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import round_links
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.numbers import whole
from tournaments.frame.pages.addresses import qr
from tournaments.frame.pages.steps import new_key, officials, see
from tournaments.frame.policies import Actor, Right, may
from tournaments.frame.round_names import round_name
from tournaments.installation import address_before
from tournaments.models import Table, Tournament
from tournaments.tables.reads import records
from tournaments.tables.words import wording
from tournaments.tables.words.desk import DeskTable, desk_of
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
        # The called tables with this number in the hall that the actor may open, the newest round first.
        boards = progress.boards(records.called_lines(event, [whole(request.GET["q"], -1)]))
        found = sorted(
            (board for board in boards if may(actor, Right.RUN_TABLE, event, board.table)),
            key=lambda board: (-board.table.round.number, board.table.number),
        )
        if len(found) == 1:
            return see("table_sheet", slug, found[0].table.number)
        if found:
            return page(request, event, actor, which=found)
        messages.error(request, _("No table %(number)s has been called.") % {"number": request.GET["q"][:9]})
        # Leave the address of the search: on a reload it would open the table as soon as it is called.
        return see("referee_desk", slug)
    return page(request, event, actor)


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
    desk = desk_of(event, actor, now)
    title = round_name(desk.round.number, desk.rounds) if desk.round else ""
    is_timed = event.status == Tournament.Status.RUNNING and directs
    try:
        live_url = reverse("event_live", args=[event.slug])
    except NoReverseMatch:
        live_url = ""
    context: dict[str, Any] = {
        "event": event,
        "desk": desk,
        "round_title": title,
        "clock": round_face(event, desk.round, desk.rounds, now) if desk.round else None,
        "clock_steps": round_steps(event, desk.round, back="desk") if desk.round and is_timed else None,
        "groups": [
            {"name": name, "title": TITLES[name], "rows": [_row(event, one, actor, now) for one in rows]}
            for name, rows in desk.groups.items()
            if rows
        ],
        "calls": " ".join(str(one.table.public_number) for one in desk.groups["called"]),
        "live_url": live_url,
        "may_organise": actor.role == "organiser",
        "proposals": proposed.proposal_cards(event, now, refused) if directs else [],
        "may_direct": directs,
        "may_fill": format_of(event.format).gives_places and directs,
        "key": new_key(),
        "which": [
            {
                "table": board.table,
                "where": wording.where_of(event, board.table, desk.rounds),
                "names": [{"name": wording.name(line), "points": line.points} for line in board.lines],
                "state": board.table.get_status_display(),
                "kind": "done" if board.table.is_over else "live",
            }
            for board in which
        ],
        "rounds": round_links(event, desk.called, desk.rounds),
        "moved": None,
    }
    if before := address_before(settings.DATA_DIR, settings.SITE_URL, now):
        own = settings.SITE_URL
        context["moved"] = {"before": before.partition("://")[2], "own": own.partition("://")[2], "qr": qr(own)}
    return render(request, "hall/desk.html", context, status=status)


def _row(event: Tournament, one: DeskTable, actor: Actor, now: datetime) -> dict[str, Any]:
    table, is_several = one.table, is_of_several(one.lines)
    waited = seats(event, table, one.lines, actor, now)
    state = str(table.get_status_display())
    if table.status == Table.Status.DISPUTED:
        state = _("the table does not agree") if is_several else _("the two lines disagree")
    elif table.referee_called:
        state = _("wants the referee")
    elif one.tie is not None:
        names = wording.names_of([wording.name(line) for line in one.lines], one.tie.lines)
        state = f"{names}: {wording.deal_name(event.game, 0, one.tie.number, one.tie.kind)}"
    elif table.tiebreak_due:
        state = wording.deal_name(event.game, 0, table.tiebreak_due)
    elif table.status == Table.Status.PLAYING:
        state = wording.deal_name(event.game, table.deals_played + 1, 0)
    elif table.status == Table.Status.DONE and is_several:
        state = wording.ending(table, event.game, several=True) or state
    elif table.status == Table.Status.DONE:
        state = words.ending(table.ending, table.note, event.game)[0] or state
    return {
        "table": table,
        "hall": table.public_number,
        "room": room_at(event.rooms, table.hall_number),
        "names": [{"name": wording.name(line), "points": line.points} for line in one.lines],
        "state": state,
        # How the table's time differs from its round's.
        "time": "" if table.is_over else own_time_text(table, clock_of_table(table), one.extra),
        "kind": KINDS.get(one.group, ""),
        "minutes": wording.minutes_ago(one.minutes) if one.minutes is not None and not table.is_over else "",
        "confirm": table.status == Table.Status.TO_CONFIRM,
        "missing": [seat for seat in waited if seat.is_missing],
        "here": [seat for seat in waited if not seat.is_missing],
        "match": one.match,
        "seen_button": table.referee_called and table.status != Table.Status.DISPUTED,
    }
