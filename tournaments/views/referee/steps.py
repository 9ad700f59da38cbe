"""The steps at a table that are one button: confirm, dispute, call the referee, time, undo."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments import phrases
from tournaments.errors import ForbiddenError, RefusedError, StaleVersionError
from tournaments.forms.widgets import ReasonForm
from tournaments.models import Table
from tournaments.numbers import whole
from tournaments.policies import Actor, Right, door
from tournaments.selectors import access
from tournaments.selectors.clocks import has_time_been_called
from tournaments.selectors.online import open_matches
from tournaments.services import contents, scoresheets
from tournaments.services.table_sheets import Sheet, content_at, require_undo, sheet_of
from tournaments.views.answers import see
from tournaments.views.officials import officials_only
from tournaments.views.referee import drafts, wording
from tournaments.views.referee.sheets import page, said
from tournaments.views.referee.stepping import step_at_table
from tournaments.visiting import visitor

MOST_REASON = 400


def _step(request: HttpRequest, slug: str, number: int, step: Callable[[Table, Actor], str]) -> HttpResponse:
    """Do one step at a table; a refusal shows the table as it stands, with the sentence on it."""
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    try:
        done = step(table, actor)
    except RefusedError as refusal:
        return refused_page(request, slug, number, refusal)
    messages.success(request, done)
    match = whole(request.POST.get("match"))
    if match and open_matches([table]):
        return see("live_referee" if actor.is_official else "live_table", match)
    if request.POST.get("back") == "desk" and actor.is_official:
        return see("referee_desk", slug)
    return see("table_sheet", slug, number)


def refused_page(request: HttpRequest, slug: str, number: int, refusal: RefusedError) -> HttpResponse:
    """The table's page as it stands now, with what was refused above it."""
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    sheet = sheet_of(table)
    conflict = {"sentence": phrases.sentence(refusal, sheet.event.game), "typed": ""}
    status = 409 if isinstance(refusal, StaleVersionError) else 422
    typed = drafts.fresh(sheet, sheet.next_spot)
    return page(request, sheet, actor, typed=typed, conflict=conflict, status=status)


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
@never_cache
@step_at_table
def table_confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def confirm(table: Table, actor: Actor) -> str:
        written = scoresheets.confirm_score(
            actor=actor,
            tournament_id=table.tournament_id,
            table_id=table.pk,
            seen=whole(request.POST.get("seen")),
            key=request.POST.get("key", "")[:64] or None,
        )
        return said(table, written)

    return _step(request, slug, number, confirm)


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
@never_cache
@step_at_table
def table_dispute(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def dispute(table: Table, actor: Actor) -> str:
        scoresheets.dispute_score(
            actor=actor,
            tournament_id=table.tournament_id,
            table_id=table.pk,
            seen=whole(request.POST.get("seen")),
            reason=request.POST.get("reason", "").strip()[:MOST_REASON],
        )
        return _("The referee has been called to table %(table)s.") % {"table": table.hall_number or table.number}

    return _step(request, slug, number, dispute)


@door(reads=Right.ENTER_SCORE, writes=Right.CALL_REFEREE)
@never_cache
@step_at_table
def table_call_referee(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A line calls; an official says that they have been there."""

    def call(table: Table, actor: Actor) -> str:
        wanted = request.POST.get("wanted", "on") == "on"
        if not wanted and not actor.is_official:
            raise ForbiddenError
        scoresheets.call_referee(actor=actor, tournament_id=table.tournament_id, table_id=table.pk, wanted=wanted)
        hall = {"table": table.hall_number or table.number}
        return _("The referee has been called to table %(table)s.") % hall if wanted else _("Noted: seen.")

    return _step(request, slug, number, call)


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
@never_cache
@step_at_table
def table_time(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The clock ran out and no deal is being played: the last one that is written was the last."""

    def end(table: Table, actor: Actor) -> str:
        content = content_at(table, whole(request.POST.get("base")))
        written = scoresheets.enter_score(
            actor=actor,
            tournament_id=table.tournament_id,
            table_id=table.pk,
            content=contents.with_time_called(
                content, whole(request.POST.get("game")), may_be_empty=has_time_been_called(table)
            ),
            seen=whole(request.POST.get("seen")),
            key=request.POST.get("key", "")[:64] or None,
        )
        return said(table, written)

    return _step(request, slug, number, end)


@door(reads=Right.RUN_TABLE, writes=Right.RUN_TABLE)
@officials_only
@never_cache
def table_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the last step back: a page that says what goes, then the step."""
    table, actor = access.table(visitor(request), slug, number, Right.RUN_TABLE)
    sheet = sheet_of(table)
    require_undo(actor, sheet)
    if request.method != "POST":
        return render(request, "referee/confirm.html", {"confirm": _undo_question(sheet), "form": _reason()})
    try:
        scoresheets.undo_result(
            actor=actor,
            tournament_id=table.tournament_id,
            table_id=table.pk,
            seen=whole(request.POST.get("seen")),
            reason=request.POST.get("reason", "").strip()[:MOST_REASON],
        )
    except RefusedError as refusal:
        return refused_page(request, slug, number, refusal)
    messages.success(request, _("Taken back: table %(table)s.") % {"table": table.hall_number or table.number})
    return see("table_sheet", slug, number)


def _reason() -> ReasonForm:
    form = ReasonForm()
    form.fields["reason"].required = False
    return form


def _undo_question(sheet: Sheet) -> dict[str, Any]:
    """What goes and what comes back, for the page that asks."""
    table = sheet.table
    hall = {"table": table.hall_number or table.number, "score": wording.score_text([li.points for li in sheet.lines])}
    if table.status == Table.Status.DONE:
        consequences = [
            _("The result %(score)s of table %(table)s is taken back and the table is open again.") % hall,
            _("Anybody who went on from it leaves the place in the next round, which nobody has been called to."),
        ]
    else:
        consequences = [_("The last version that was written at table %(table)s (%(score)s) is taken back.") % hall]
    address = [sheet.event.slug, table.number]
    return {
        "title": _("Take back the last step at table %(table)s?") % hall,
        "consequences": consequences,
        "undo": _("It stays on record; the result can be entered again."),
        "action": reverse("table_undo", args=address),
        "submit": _("Yes, take it back"),
        "back_url": reverse("table_sheet", args=address),
        "hidden": [{"name": "seen", "value": str(table.version)}],
        "kind": "danger",
    }


def new_key() -> str:
    """A name for one form as it is shown, so that sending it twice writes once."""
    return secrets.token_urlsafe(16)
