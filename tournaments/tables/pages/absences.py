"""Page of a table where the referee rules that lines lose, in games that have no faults of their own."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.discipline import words
from tournaments.discipline.forms import AbsenceForm
from tournaments.discipline.writes import penalties
from tournaments.errors import RefusedError
from tournaments.frame import phrases
from tournaments.frame.pages.steps import refuse, see
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import take_together
from tournaments.tables.pages import drafts
from tournaments.tables.pages.sheets import head, length_of
from tournaments.tables.words import wording
from tournaments.tables.writes.table_sheets import Sheet, what_may


def answer(request: HttpRequest, sheet: Sheet, actor: Actor) -> HttpResponse:
    """Show the form, then a preview of the effects; give the penalties once the preview was seen."""
    lines = [
        (line.entry.pk, f"{wording.letter(line.index)} {wording.name(line)}") for line in sheet.lines if line.entry
    ]
    form = AbsenceForm(lines, request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, sheet, actor, form, status=422 if form.is_bound else 200)
    wanted, first = form.penalty_arguments(sheet.table.pk), drafts.step(actor, sheet, request.POST.dict())
    try:
        if request.POST.get("step") != "save":
            return _page(request, sheet, actor, form, preview=words.of_penalties(actor, sheet.event, wanted, first))
        give = partial(penalties.give_penalty, actor=actor, tournament_id=sheet.event.pk)
        take_together(tournament_id=sheet.event.pk, steps=[*first, *(partial(give, **each) for each in wanted)])
    except RefusedError as refusal:
        errors = {refusal.field: phrases.sentence(refusal, sheet.event.game)}
        status = refuse(form, refusal, sheet.event.game)
        return _page(request, sheet, actor, form, status=status, errors=errors)
    messages.success(request, _("Recorded: it is in the register of penalties."))
    return see("table_sheet", sheet.event.slug, sheet.table.number)


def _page(
    request: HttpRequest,
    sheet: Sheet,
    actor: Actor,
    form: AbsenceForm,
    *,
    preview: dict[str, Any] | None = None,
    errors: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        **head(request, sheet, actor),
        "may": what_may(actor, sheet),
        "form": form,
        "preview": preview,
        "names": [wording.name(line) for line in sheet.lines],
        "takes_so_far": drafts.takes_draft(sheet),
        "so_far": request.POST.dict() if form.is_bound else drafts.what_is_asked(request),
        "so_far_errors": errors or {},
        "counts_deals": bool(sheet.event.rules.get("deals")),
        "length": length_of(sheet.event),
    }
    return render(request, "tables/table_absence.html", context, status=status)
