"""Give a penalty in two steps, the form and a preview of its effects; cancel a penalty."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.discipline import operations as of_penalties
from tournaments.discipline import reads as penalties
from tournaments.discipline import words as effects
from tournaments.discipline.forms import penalty_form
from tournaments.errors import MissingError, RefusedError
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.words.sentences import competitor_word
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import key_of, new_key, page_of, refuse, see, take
from tournaments.frame.policies import Right
from tournaments.models import Ruling, Table, Tournament
from tournaments.tables.words import wording

# The list of entries has a search field from this number on.
MANY_ENTRIES = 30


@never_cache
@page_of(of_penalties.GIVE, of_penalties.PREVIEW)
def penalty_new(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    tables = penalties.punishable_tables(event)
    entries = penalties.punishable_entries(event)
    has_vp = event.vp_scale is not None
    if request.method != "POST":
        # Filled in from the address: the table, one of its lines, and a search for names.
        table = next((each for each in tables if each.number == whole(request.GET.get("tavolo"), -1)), None)
        seated = {line.index: line.entry_id for line in table.lines.all()} if table else {}
        entry = seated.get(whole(request.GET.get("linea"), -1))
        words = request.GET.get("q", "")[:60]
        offered = penalties.punishable_entries(event, words) if words else entries
        only = offered[0][0] if words and len(offered) == 1 else None
        initial = {"entry": entry or only, "table": table.pk if table else None}
        form = penalty_form(offered, _choices(event, tables), initial=initial, has_vp=has_vp)
        return _page(request, event, tables, form, len(entries))
    form = penalty_form(entries, _choices(event, tables), data=request.POST, has_vp=has_vp)
    if not form.is_valid():
        return _page(request, event, tables, form, len(entries), status=422)
    try:
        wanted = of_penalties.penalty_arguments(form.cleaned_data, form.cleaned_data["table"])
        if request.POST.get("step") != "save":
            preview = effects.of_penalties(actor, event, [wanted])
            return _page(request, event, tables, form, len(entries), preview=preview)
        ruling = of_penalties.GIVE.do(actor, of_event(event), wanted, key_of(request.POST))
    except RefusedError as refusal:
        return _page(request, event, tables, form, len(entries), status=refuse(form, refusal, event.game))
    messages.success(request, _("Given: %(what)s, %(name)s.") % effects.penalty_values(ruling))
    return see("penalties", event.slug)


def _choices(event: Tournament, tables: list[Table]) -> list[tuple[int, str]]:
    """Return each table with the names of its lines."""
    rounds = rounds_in(event) if tables else 0
    choices: list[tuple[int, str]] = []
    for table in tables:
        where = wording.where_of(event, table, rounds)
        names = " / ".join(line.entry.label for line in table.lines.all() if line.entry is not None)
        choices.append((table.pk, f"{where}: {names}"))
    return choices


def _page(
    request: HttpRequest,
    event: Tournament,
    tables: list[Table],
    form: forms.Form,
    known: int,
    *,
    preview: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    number = whole(request.GET.get("tavolo"), -1)
    back_url = reverse("penalties", args=[event.slug])
    if any(table.number == number for table in tables):
        back_url = reverse("table_sheet", args=[event.slug, number])
    context = {
        "event": event,
        "form": form,
        "preview": preview,
        "key": key_of(request.POST) or new_key(),
        "is_searchable": known > MANY_ENTRIES and not form.is_bound,
        "q": request.GET.get("q", "")[:60],
        "kept": [(name, request.GET[name][:9]) for name in ("tavolo", "linea") if name in request.GET],
        "who": competitor_word(event.entry_size),
        "has_vp": event.vp_scale is not None,
        "back_url": back_url,
    }
    return render(request, "discipline/penalty_new.html", context, status=status)


@never_cache
@page_of(of_penalties.CANCEL)
def penalty_cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    ruling = penalties.ruling(event, pk)
    if ruling is None:
        raise MissingError
    form = form_of(of_penalties.CANCEL.takes)(request.POST or None)
    about = effects.penalty_values(ruling)
    effects_of_it = {
        Ruling.Kind.WARNING: _("The warning no longer holds."),
        Ruling.Kind.LOSS: _("The match is open again, as it stood before."),
        Ruling.Kind.NO_SHOW: _("The match is open again, as it stood before."),
        Ruling.Kind.DISQUALIFICATION: _(
            "Anybody who was disqualified is back in the event, where no match went on without them."
        ),
    }
    taken = _("What it took away comes back in the standings.")
    reason = [_("It was given for this: %(reason)s") % {"reason": ruling.reason}] if ruling.reason else []
    confirm = {
        "title": _("Cancel this penalty of %(name)s: %(what)s?") % about,
        "consequences": [*reason, effects_of_it.get(Ruling.Kind(ruling.kind), taken)],
        "undo": _("The penalty and its cancelling both stay on record."),
        "action": reverse("penalty_cancel", args=[slug, ruling.pk]),
        "submit": _("Cancel the penalty"),
        "back_url": reverse("penalties", args=[slug]),
        "kind": "danger",
    }

    def cancel() -> str:
        of_penalties.CANCEL.do(actor, of_event(event, ruling_id=pk), form.cleaned_data)
        messages.success(request, _("Cancelled: %(what)s, %(name)s.") % about)
        return reverse("penalties", args=[slug])

    page = partial(render, request, "frame/referee_confirm.html", {"confirm": confirm, "form": form})
    return take(request, form, cancel, page, event.game)
