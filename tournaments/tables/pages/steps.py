"""Steps at a table that are one button: confirm, dispute, call the referee, missing, time, undo."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeAlias

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache

from tournaments.errors import ForbiddenError, RefusedError, StaleVersionError
from tournaments.events.reads.online import open_matches
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import first_error, form_of
from tournaments.frame.numbers import score_text, whole, wholes
from tournaments.frame.operations.operation import Operation, at_table
from tournaments.frame.pages.steps import View, key_of, page_of, see, step_at_table, steps_of
from tournaments.frame.policies import Actor, Right, door, may
from tournaments.models import Table
from tournaments.tables.operations import at_tables
from tournaments.tables.pages import drafts
from tournaments.tables.pages.sheets import page, written_sentence
from tournaments.tables.words import wording
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.table_sheets import require_undo, sheet_of
from tournaments.timing.reads import has_time_been_called

# Makes the message after a step, from the table, the answer of the service and the values sent.
Said: TypeAlias = Callable[[Table, Any, dict[str, Any]], str]


def table_step(operation: Operation, says: Said) -> View:
    """Return the view of a one-button step, made from its operation; ``says`` makes the message after it.

    A refusal shows the table again, with the sentence on it.
    """

    @steps_of(operation)
    @door(reads=Right.ENTER_SCORE, writes=operation.right)
    @never_cache
    @step_at_table
    @show_refusal_at_table
    def step(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
        if not may(actor, operation.right, table.tournament, table):
            raise ForbiddenError
        form = form_of(operation.takes)(request.POST)
        if not form.is_valid():
            return refused_page(request, slug, number, first_error(form))
        answer = operation.do(actor, at_table(table), form.cleaned_data, key_of(request.POST))
        messages.success(request, says(table, answer, form.cleaned_data))
        return _onward(request, table, actor)

    return step


def _onward(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Return to the page with the button: the online match, the referee's desk, or the table."""
    match = whole(request.POST.get("match"))
    if match and open_matches([table]):
        return see("live_referee" if actor.is_official else "live_table", match)
    if request.POST.get("back") == "desk" and actor.is_official:
        return see("referee_desk", table.tournament.slug)
    return see("table_sheet", table.tournament.slug, table.number)


def refused_page(request: HttpRequest, slug: str, number: int, refusal: RefusedError | str) -> HttpResponse:
    """Show the table's page with the refusal above it."""
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    sheet = sheet_of(table)
    sentence = refusal if isinstance(refusal, str) else phrases.sentence(refusal, sheet.event.game)
    status = 409 if isinstance(refusal, StaleVersionError) else 422
    typed = drafts.fresh(sheet, sheet.next_spot)
    return page(request, sheet, actor, typed=typed, conflict={"sentence": sentence, "typed": ""}, status=status)


def show_refusal_at_table(view: View) -> View:
    """Show the table as it stands, with what was refused above it."""

    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        try:
            return view(request, slug, number)
        except RefusedError as refusal:
            return refused_page(request, slug, number, refusal)

    return wrapper


def _about_table(text: str) -> Said:
    return lambda table, answer, sent: _(text) % {"table": table.public_number}


def _about_line(text: str) -> Said:
    def says(table: Table, answer: Any, sent: dict[str, Any]) -> str:
        names = [wording.name(line) for line in table.lines.all() if line.index == sent["line"]]
        return _(text) % {"name": "".join(names)}

    return says


REFEREE_CALLED: Final = gettext_noop("The referee has been called to table %(table)s.")
table_confirm = table_step(at_tables.CONFIRM, lambda table, written, sent: written_sentence(table, written))
table_dispute = table_step(at_tables.DISPUTE, _about_table(REFEREE_CALLED))
table_missing = table_step(at_tables.MISSING, _about_line(gettext_noop("Noted: %(name)s not here yet.")))
table_arrived = table_step(at_tables.ARRIVED, _about_line(gettext_noop("Noted: %(name)s has arrived.")))
_call_referee = table_step(at_tables.CALL_REFEREE, _about_table(REFEREE_CALLED))
_referee_seen = table_step(at_tables.REFEREE_SEEN, lambda table, answer, sent: _("Noted: seen."))


@steps_of(at_tables.CALL_REFEREE, at_tables.REFEREE_SEEN)
@door(reads=Right.ENTER_SCORE, writes=Right.CALL_REFEREE)
def table_call_referee(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Call the referee (a line), or report that the referee has been there (an official)."""
    step = _referee_seen if request.POST.get("wanted") == "off" else _call_referee
    return step(request, slug, number)


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
@never_cache
@step_at_table
@show_refusal_at_table
def table_time(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The clock ran out and no deal is being played: the last one that is written was the last."""
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    base, game, seen = wholes(request.POST, "base", "game", "seen")
    written = scoresheets.enter(
        actor=actor,
        tournament_id=table.tournament_id,
        table_id=table.pk,
        change=scoresheets.TimeOver(game, has_time_been_called(table), base),
        seen=seen,
        key=key_of(request.POST),
    ).sheet
    messages.success(request, written_sentence(table, written))
    return _onward(request, table, actor)


@page_of(at_tables.UNDO)
@never_cache
@show_refusal_at_table
def table_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the last step back, after a page that says what is lost."""
    table, actor = access.table(visitor(request), slug, number, Right.RUN_TABLE)
    sheet = sheet_of(table)
    require_undo(actor, sheet)
    hall = {"table": table.public_number, "score": score_text([li.points for li in sheet.lines])}
    if request.method == "POST":
        form = form_of(at_tables.UNDO.takes)(request.POST)
        if not form.is_valid():
            return refused_page(request, slug, number, first_error(form))
        at_tables.UNDO.do(actor, at_table(table), form.cleaned_data)
        messages.success(request, _("Taken back: table %(table)s.") % hall)
        return see("table_sheet", slug, number)

    if table.status == Table.Status.DONE:
        consequences = [
            _("The result %(score)s of table %(table)s is taken back and the table is open again.") % hall,
            _("Anybody who went on from it leaves the place in the next round, which nobody has been called to."),
        ]
    else:
        consequences = [_("The last version that was written at table %(table)s (%(score)s) is taken back.") % hall]
    question = {
        "title": _("Take back the last step at table %(table)s?") % hall,
        "consequences": consequences,
        "undo": _("It stays on record; the result can be entered again."),
        "action": reverse("table_undo", args=[slug, number]),
        "submit": _("Yes, take it back"),
        "back_url": reverse("table_sheet", args=[slug, number]),
        "hidden": [],
        "kind": "danger",
    }
    form = form_of(at_tables.UNDO.takes)(initial={"seen": table.version})
    return render(request, "frame/referee_confirm.html", {"confirm": question, "form": form})
