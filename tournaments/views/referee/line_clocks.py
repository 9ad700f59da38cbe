"""The clocks of the lines at a table, where the rules let a clock cost the match: one is let run at a time."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.competition.timing.banks import Bank
from tournaments.errors import MissingError, RefusedError
from tournaments.forms.clocks import ClockForm, clock_form
from tournaments.games import registry
from tournaments.models import Table, TableLine
from tournaments.numbers import whole
from tournaments.phrases import sentence
from tournaments.policies import Actor, Right, door
from tournaments.selectors import access
from tournaments.selectors.clocks import bank_of, ms_of
from tournaments.services import line_clocks
from tournaments.services.line_clocks import PLAYED
from tournaments.services.table_sheets import Sheet, sheet_of
from tournaments.views.answers import see
from tournaments.views.clocks import SOON, digits, words_of_rule
from tournaments.views.officials import officials_only
from tournaments.views.referee import wording
from tournaments.views.referee.sheets import head
from tournaments.visiting import visitor

Step = Callable[[HttpRequest, Table, Actor, ClockForm], None]


@door(reads=Right.RUN_TABLE, writes=Right.RUN_TABLE)
@never_cache
@officials_only
def table_line_clocks(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor, sheet = _opened(request, slug, number)
    if request.method != "POST":
        return _page(request, sheet, actor)
    step, form = STEPS.get(request.POST.get("step", "")), ClockForm(request.POST)
    if step is None or not form.is_valid():
        return _page(request, sheet, actor, form=form, status=422)
    try:
        step(request, table, actor, form)
    except RefusedError as refusal:
        _table, actor, sheet = _opened(request, slug, number)
        said = sentence(refusal, sheet.event.game)
        if refusal.field == "minutes":
            form.add_error("minutes", said)
            return _page(request, sheet, actor, form=form, status=422)
        return _page(request, sheet, actor, refusal=said, status=422)
    return see("table_line_clocks", slug, number)


def _opened(request: HttpRequest, slug: str, number: int) -> tuple[Table, Actor, Sheet]:
    table, actor = access.table(visitor(request), slug, number, Right.RUN_TABLE)
    sheet = sheet_of(table)
    if not sheet.time_rule.costs_the_match:
        raise MissingError
    return table, actor, sheet


def _set(request: HttpRequest, table: Table, actor: Actor, form: ClockForm) -> None:
    minutes = form.cleaned_data["minutes"]
    line_clocks.set_line_clocks(actor=actor, tournament_id=table.tournament_id, table_id=table.pk, minutes=minutes)
    messages.success(request, _("The clocks of the lines are set, and not running."))


def _run(request: HttpRequest, table: Table, actor: Actor, form: ClockForm) -> None:
    line = whole(request.POST.get("line"), -1)
    line_clocks.run_line_clock(actor=actor, tournament_id=table.tournament_id, table_id=table.pk, line=line)


def _stop(request: HttpRequest, table: Table, actor: Actor, form: ClockForm) -> None:
    line_clocks.stop_line_clocks(actor=actor, tournament_id=table.tournament_id, table_id=table.pk)


STEPS: dict[str, Step] = {"set": _set, "run": _run, "stop": _stop}


def _page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    *,
    form: ClockForm | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    table, now = sheet.table, ms_of(timezone.now())
    faces = [_face(line, bank, now) for line in sheet.lines if (bank := bank_of(line)) is not None]
    length = registry.game(sheet.event.game).match_length(sheet.event.rules).minutes or sheet.event.round_minutes
    context: dict[str, Any] = {
        **head(request, sheet, actor),
        "is_open": table.status in PLAYED,
        "faces": faces,
        "runs": any(face["runs"] for face in faces),
        "at_zero": words_of_rule(sheet.event, sheet.time_rule).own_clock,
        "form": form or clock_form(length),
        "refusal": refusal,
    }
    return render(request, "referee/line_clocks.html", context, status=status)


def _face(line: TableLine, bank: Bank, now: int) -> dict[str, Any]:
    """One line's clock: who it is, what is left, and until when it runs."""
    left = bank.left_at(now)
    state = "over" if not left else "paused" if bank.running is None else "soon" if left <= SOON else "running"
    return {
        "index": line.index,
        "letter": wording.letter(line.index),
        "name": wording.name(line),
        "text": digits(left),
        "state": state,
        "runs": state in ("running", "soon"),
        "ends_at_ms": bank.due,
    }
