"""Entries that are level at the end of a stage: record how they were parted in the hall, and take it back."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.errors import MissingError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import page_of, see, take
from tournaments.frame.policies import Right
from tournaments.frame.ranking_words import CRITERION_NAMES
from tournaments.models import Ruling, Tournament
from tournaments.standings import operations as of_level
from tournaments.standings.forms import LevelForm
from tournaments.standings.reads import level
from tournaments.tables.reads.stages import labels_of


@never_cache
@page_of(of_level.RECORD)
def orders(request: HttpRequest, slug: str) -> HttpResponse:
    """List those who are level, and the orders that were recorded; record one on POST."""
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    names = labels_of(event)
    forms = [LevelForm(each, names) for each in level.open_levels(event)]
    if request.method != "POST":
        return _page(request, event, names, forms)
    sent = next((at for at, each in enumerate(forms) if str(each.key) == request.POST.get("level")), None)
    if sent is None:
        messages.error(request, _("They are not level any more."))
        return see("orders", event.slug)
    form = forms[sent] = LevelForm(forms[sent].level, names, request.POST)

    def do() -> str:
        ruling = of_level.RECORD.do(actor, of_event(event), form.arguments)
        messages.success(request, _("Recorded: %(names)s.") % {"names": _in_order(ruling, names)})
        return reverse("orders", args=[slug])

    return take(request, form, do, partial(_page, request, event, names, forms), event.game)


def _page(
    request: HttpRequest, event: Tournament, names: Mapping[int, str], forms: Sequence[LevelForm], status: int = 200
) -> HttpResponse:
    kept, last = list(level.recorded_orders(event)), level.last_round(event)
    is_running = event.status == Tournament.Status.RUNNING
    open_ = {ruling.pk for ruling in kept if is_running and ruling.details["round"] == last}
    context: dict[str, Any] = {
        "event": event,
        "forms": [
            {
                "form": form,
                "names": [names[key] for key in form.level.keys],
                "by": [CRITERION_NAMES[name] for name in form.level.by],
            }
            for form in forms
        ],
        "recorded": [
            {
                "names": _in_order(ruling, names),
                "by": CRITERION_NAMES[ruling.cause],
                "url": reverse("order_take_back", args=[event.slug, ruling.pk]) if ruling.pk in open_ else "",
            }
            for ruling in kept
        ],
    }
    return render(request, "standings/orders.html", context, status=status)


def _in_order(ruling: Ruling, names: Mapping[int, str]) -> str:
    return ", ".join(names[key] for key in ruling.details["order"])


@never_cache
@page_of(of_level.TAKE_BACK)
def order_take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a recorded order back, with a reason."""
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    ruling = level.recorded_orders(event).filter(pk=pk).first()
    if ruling is None:
        raise MissingError
    form = form_of(of_level.TAKE_BACK.takes)(request.POST or None)

    def do() -> str:
        of_level.TAKE_BACK.do(actor, of_event(event, ruling_id=pk), form.cleaned_data)
        messages.success(request, _("They are level again."))
        return reverse("orders", args=[slug])

    question = {
        "title": _("Take this order back?"),
        "consequences": [_in_order(ruling, labels_of(event)), _("They are level again in the standings.")],
        "undo": _("Record the order again as it came out. Both stay on record."),
        "action": reverse("order_take_back", args=[slug, pk]),
        "submit": _("Yes, take it back"),
        "back_url": reverse("orders", args=[slug]),
        "kind": "danger",
    }
    page = partial(render, request, "frame/referee_confirm.html", {"confirm": question, "form": form})
    return take(request, form, do, page, event.game)
