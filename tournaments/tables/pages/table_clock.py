"""The time of one table: a clock of its own, extra time, and how it differs from its round."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.competition.timing import MINUTE
from tournaments.errors import RefusedError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.operations.operation import at_table
from tournaments.frame.pages.steps import page_of, see
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right
from tournaments.models import Table
from tournaments.tables.operations import at_tables
from tournaments.tables.pages.sheets import head
from tournaments.tables.words import wording
from tournaments.tables.writes.table_sheets import OPEN, sheet_of
from tournaments.timing.pages import Steps, clock_form, sent_extra, sent_start, step_form, take_step
from tournaments.timing.reads import clock_of_round, clock_of_table, ms_of
from tournaments.timing.words import digits, time_call_text


def _started_sentence(started: Table, sent: Mapping[str, Any]) -> str:
    minutes = started.clock_minutes or 0
    text = ngettext(
        "%(table)s has a clock of its own: %(n)s minute.", "%(table)s has a clock of its own: %(n)s minutes.", minutes
    )
    return text % {"table": wording.hall(started), "n": minutes}


def _extension_sentence(extended: Table, sent: Mapping[str, Any]) -> str:
    text = ngettext("%(table)s: %(n)s minute.", "%(table)s: %(n)s minutes.", abs(sent["minutes"]))
    return text % {"table": wording.hall(extended), "n": f"{sent['minutes']:+}"}


STEPS: Final[Steps] = {
    "start": (at_tables.START_CLOCK, _started_sentence),
    "pause": (at_tables.PAUSE_CLOCK, lambda *told: _("The clock of this table is paused; the others keep running.")),
    "resume": (at_tables.RESUME_CLOCK, lambda *told: _("The clock of this table is resumed.")),
    "extend": (at_tables.ADD_TIME, _extension_sentence),
}


@never_cache
@page_of(*(operation for operation, _said in STEPS.values()))
def table_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor = access.table(visitor(request), slug, number, Right.DIRECT)
    if request.method != "POST":
        return _page(request, table, actor)
    wrong = take_step(request, STEPS, actor, at_table(table), table.tournament.game)
    if wrong is not None:
        return _page(request, table, actor, form=wrong, status=422)
    return see("table_clock", slug, number)


def _page(
    request: HttpRequest, table: Table, actor: Actor, *, form: forms.Form | None = None, status: int = 200
) -> HttpResponse:
    sheet = sheet_of(table)
    usual = table.tournament.round_minutes
    clock, of_round = clock_of_table(table, usual), clock_of_round(table.round, usual)
    is_own = table.clock_started_at is not None
    start = sent_start(form) or clock_form(of_round.length // MINUTE or None)
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "is_open": table.status in OPEN,
        "is_own": is_own,
        "start_form": None if is_own else start,
        "extra_form": sent_extra(form) or step_form(at_tables.ADD_TIME.takes),
        "has_clock": clock.started is not None,
        "can_pause": clock.started is not None and clock.paused is None and clock.called is None,
        "can_resume": is_own and clock.paused is not None,
        "called": time_call_text(clock),
    }
    return render(request, "tables/table_clock.html", context, status=status)


@never_cache
@page_of(at_tables.STOP_CLOCK)
def table_clock_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove a table's own clock, after a page that says which time applies then."""
    table, actor = access.table(visitor(request), slug, number, Right.DIRECT)
    if request.method == "POST":
        try:
            at_tables.STOP_CLOCK.do(actor, at_table(table), {})
        except RefusedError as refusal:
            messages.error(request, sentence(refusal, table.tournament.game))
            return _page(request, table, actor, status=422)
        messages.success(request, _("The table goes by the clock of the round again."))
        return see("table_clock", slug, number)

    now, usual = ms_of(timezone.now()), table.tournament.round_minutes
    own, of_round = clock_of_table(table, usual), clock_of_round(table.round, usual)
    address = [table.tournament.slug, table.number]
    if of_round.called is not None:
        then = _("The clock of the round has run out: time is called at this table too, at once.")
    elif of_round.started is None:
        then = _("The clock of the round has not been started: the table plays without one until it is.")
    else:
        then = _("From then on it has what the round has: %(left)s now.") % {"left": digits(of_round.time_left(now))}
    question = {
        "title": _("Take back the own clock of this table (%(table)s)?") % {"table": wording.hall(table)},
        "consequences": [
            _("Its own clock shows %(left)s now; that is lost.") % {"left": digits(own.time_left(now))},
            then,
        ],
        "undo": _("It can be given a clock of its own again."),
        "action": reverse("table_clock_stop", args=address),
        "submit": _("Yes, back to the clock of the round"),
        "back_url": reverse("table_clock", args=address),
        "hidden": [],
        "kind": "danger",
    }
    return render(request, "frame/referee_confirm.html", {"confirm": question, "form": None})
