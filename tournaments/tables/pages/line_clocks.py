"""Clocks of the lines at a table, where the rules let a clock cost the match. Only one runs at a time."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.errors import MissingError, RefusedError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import first_error, form_of
from tournaments.frame.operations.operation import Operation, at_table
from tournaments.frame.pages.steps import page_of, see
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right
from tournaments.games import registry
from tournaments.models import Table
from tournaments.tables.operations import at_tables
from tournaments.tables.pages.sheets import head
from tournaments.tables.words import wording
from tournaments.tables.writes.table_sheets import Sheet, sheet_of
from tournaments.timing.pages import clock_form, sent_start
from tournaments.timing.reads import bank_of, ms_of
from tournaments.timing.words import SOON, digits, words_of_rule
from tournaments.timing.writes.line_clocks import PLAYED

# The operation of each button, by the name of the button.
STEPS: Final[Mapping[str, Operation]] = {
    "set": at_tables.SET_LINE_CLOCKS,
    "run": at_tables.RUN_LINE_CLOCK,
    "stop": at_tables.STOP_LINE_CLOCKS,
}


@never_cache
@page_of(*STEPS.values())
def table_line_clocks(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor, sheet = _open_table(request, slug, number)
    operation = STEPS.get(request.POST.get("step", ""))
    if operation is None:
        return _page(request, sheet, actor, status=200 if request.method != "POST" else 422)
    form = form_of(operation.takes)(request.POST)
    if not form.is_valid():
        # The page shows the field of the minutes only.
        refusal = "" if "minutes" in form.fields else first_error(form)
        return _page(request, sheet, actor, form=form, refusal=refusal, status=422)
    try:
        operation.do(actor, at_table(table), form.cleaned_data)
    except RefusedError as refused:
        _table, actor, sheet = _open_table(request, slug, number)
        said = sentence(refused, sheet.event.game)
        if refused.field == "minutes":
            form.add_error(refused.field, said)
            return _page(request, sheet, actor, form=form, status=422)
        return _page(request, sheet, actor, refusal=said, status=422)
    if operation is at_tables.SET_LINE_CLOCKS:
        messages.success(request, _("The clocks of the lines are set, and not running."))
    return see("table_line_clocks", slug, number)


def _open_table(request: HttpRequest, slug: str, number: int) -> tuple[Table, Actor, Sheet]:
    table, actor = access.table(visitor(request), slug, number, Right.RUN_TABLE)
    sheet = sheet_of(table)
    if not sheet.time_rule.costs_the_match:
        raise MissingError
    return table, actor, sheet


def _page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    *,
    form: forms.Form | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    table, now = sheet.table, ms_of(timezone.now())
    faces = []
    for line in sheet.lines:
        bank = bank_of(line)
        if bank is None:
            continue
        left = bank.time_left(now)
        state = "over" if not left else "paused" if bank.running is None else "soon" if left <= SOON else "running"
        faces.append(
            {
                "index": line.index,
                "letter": wording.letter(line.index),
                "name": wording.name(line),
                "text": digits(left),
                "state": state,
                "runs": state in ("running", "soon"),
                "ends_at_ms": bank.due,
            }
        )
    length = registry.game(sheet.event.game).match_length(sheet.event.rules).minutes or sheet.event.round_minutes
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "is_open": table.status in PLAYED,
        "faces": faces,
        "runs": any(face["runs"] for face in faces),
        "at_zero": words_of_rule(sheet.event, sheet.time_rule).own_clock,
        "form": sent_start(form) or clock_form(length),
        "refusal": refusal,
    }
    return render(request, "tables/line_clocks.html", context, status=status)
