"""Warnings: put on record at a table, cancelled with a reason, never deleted."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments import phrases
from tournaments.errors import MissingError, RefusedError
from tournaments.forms.sheets import WarningForm
from tournaments.forms.widgets import ReasonForm, refused_on
from tournaments.models import Ruling
from tournaments.policies import Right
from tournaments.selectors import access, sheets
from tournaments.services import participation
from tournaments.views.answers import see
from tournaments.views.officials import officials_only
from tournaments.views.referee import wording
from tournaments.views.visitor import visitor


@never_cache
@officials_only
def table_warn(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    table, actor = access.table(visitor(request), slug, number, Right.DIRECT)
    lines = [(line.entry_id, wording.name(line)) for line in table.lines.all() if line.entry_id]
    form = WarningForm(lines, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            ruling = participation.warn_entry(
                actor=actor,
                tournament_id=table.tournament_id,
                entry_id=form.cleaned_data["entry"],
                reason=form.cleaned_data["reason"],
                table_id=table.pk,
            )
        except RefusedError as refusal:
            form.add_error(refused_on(form, refusal.field), phrases.sentence(refusal))
        else:
            messages.success(request, _("Warning on record: %(name)s.") % {"name": ruling.entry})
            return see("table_sheet", slug, number)
    question = {
        "title": _("Put a warning on record"),
        "consequences": [_("The warning is public and stays on the record of the match.")],
        "undo": _("It can be cancelled with a reason."),
        "action": reverse("table_warn", args=[slug, number]),
        "submit": _("Warn"),
        "back_url": reverse("table_sheet", args=[slug, number]),
    }
    context = {"confirm": question, "form": form}
    return render(request, "referee/confirm.html", context, status=422 if form.is_bound else 200)


@never_cache
@officials_only
def warning_cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    ruling = sheets.warning(event, pk)
    if ruling is None:
        raise MissingError
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            participation.cancel_warning(
                actor=actor, tournament_id=event.pk, ruling_id=pk, reason=form.cleaned_data["reason"]
            )
        except RefusedError as refusal:
            form.add_error(refused_on(form, refusal.field), phrases.sentence(refusal))
        else:
            messages.success(request, _("The warning is cancelled."))
            return _back(slug, ruling)
    question = {
        "title": _("Cancel the warning of %(name)s?") % {"name": ruling.entry},
        "consequences": [ruling.reason],
        "undo": _("The warning and its cancelling both stay on record."),
        "action": reverse("warning_cancel", args=[slug, pk]),
        "submit": _("Cancel the warning"),
        "back_url": reverse("referee_desk", args=[slug]),
    }
    context = {"confirm": question, "form": form}
    return render(request, "referee/confirm.html", context, status=422 if form.is_bound else 200)


def _back(slug: str, ruling: Ruling) -> HttpResponse:
    return see("table_sheet", slug, ruling.table.number) if ruling.table else see("referee_desk", slug)
