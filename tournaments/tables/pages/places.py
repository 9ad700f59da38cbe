"""Vacant places of tables not called yet: give one to a candidate, or take that back."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.draw.words.effects import effect_sentences
from tournaments.draw.writes.effects import ShownEffects, take_or_show
from tournaments.errors import MissingError, RefusedError
from tournaments.events.reads.rounds import rounds_in
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import form_of
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.steps import page_of, refuse, see, take
from tournaments.frame.policies import Right
from tournaments.frame.round_names import round_name_inside
from tournaments.models import Table, Tournament
from tournaments.tables.forms import PlaceForm
from tournaments.tables.operations import of_places
from tournaments.tables.reads import records
from tournaments.tables.words import wording
from tournaments.tables.writes import replacing
from tournaments.tables.writes.replacing import Vacancy


@never_cache
@page_of(of_places.FILL, of_places.PREVIEW)
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """List the vacant places, and the filled ones that can still be emptied; give one on POST."""
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    found = replacing.vacancies(event)
    if request.method != "POST":
        return _page(request, event, found)
    chosen = next((each for each in found if str(each.line.pk) == request.POST.get("line")), None)
    if chosen is None:
        messages.error(request, _("This place is not free any more."))
        return see("places", event.slug)
    form = _form(chosen, request)
    if not form.is_valid():
        return _page(request, event, found, form)
    given = {"place": chosen.line.pk, **form.cleaned_data}
    try:
        ruling = take_or_show(
            tournament_id=event.pk,
            seen=whole(request.POST.get("seen"), -1),
            step=lambda: of_places.FILL.do(actor, of_event(event), given),
        )
    except RefusedError as refusal:
        refuse(form, refusal, event.game)
        return _page(request, event, found, form)
    if not isinstance(ruling, ShownEffects):
        messages.success(request, _("%(name)s takes the free place.") % {"name": ruling.entry})
        return see("places", event.slug)

    # The tables and people that it affects are shown first; again if the event has changed since.
    taker = next(each.entry for each in chosen.candidates if each.entry.pk == form.cleaned_data["entry"])
    question = {
        "title": _("%(name)s takes this place?") % {"name": taker},
        "consequences": effect_sentences(ruling.effects, event),
        "undo": _("It can be taken back while the table has not been called."),
        "action": reverse("places", args=[event.slug]),
        "submit": _("Give the place"),
        "back_url": reverse("places", args=[event.slug]),
        "hidden": [{"name": "line", "value": chosen.line.pk}, {"name": "seen", "value": ruling.version}],
        "kind": "",
    }
    return render(request, "frame/referee_confirm.html", {"confirm": question, "form": form})


def _page(
    request: HttpRequest, event: Tournament, found: Sequence[Vacancy], wrong: PlaceForm | None = None
) -> HttpResponse:
    rounds, free = rounds_in(event), []
    for each in found:
        line, at = each.line, each.board
        typed = wrong if wrong is not None and wrong.line == line.pk else None
        values = {"table": _where(at.table, rounds), "name": wording.name(line)}
        why = _("%(name)s has withdrawn.") % values if line.is_absent else _("Nobody came out of the table before it.")
        free.append(
            {
                "line": line.pk,
                "title": _("Free place: %(table)s") % values,
                "why": why,
                "others": [wording.name(li) for li in at.lines if li.entry is not None and li.pk != line.pk],
                "form": (typed or _form(each)) if each.candidates else None,
            }
        )
    context: dict[str, Any] = {
        "event": event,
        "vacancies": free,
        "filled": [
            {
                "name": ruling.entry,
                "where": _where(ruling.table, rounds) if ruling.table else "",
                "reason": ruling.reason,
                "url": reverse("place_empty", args=[event.slug, ruling.pk]),
            }
            for ruling in records.places_filled(event)
        ],
    }
    return render(request, "tables/places.html", context, status=422 if wrong else 200)


def _form(vacancy: Vacancy, request: HttpRequest | None = None) -> PlaceForm:
    """Return the form of a place: each candidate with the result that ranks it."""
    choices = []
    for one in vacancy.candidates:
        points = one.line.points or 0
        if one.is_sibling:
            text = ngettext(
                "%(name)s: place %(place)s at the other table that leads here, %(n)s point",
                "%(name)s: place %(place)s at the other table that leads here, %(n)s points",
                points,
            )
        else:
            text = ngettext(
                "%(name)s: place %(place)s at the same table, %(n)s point",
                "%(name)s: place %(place)s at the same table, %(n)s points",
                points,
            )
        choices.append((one.entry.pk, text % {"name": one.entry, "place": one.line.place, "n": points}))
    return PlaceForm(vacancy.line.pk, choices, request.POST if request else None)


def _where(table: Table, rounds: int) -> str:
    """Return the round of a table, with its number in the hall if it has one."""
    round_ = round_name_inside(table.round.number, rounds)
    return f"{round_}, {wording.hall(table)}" if table.hall_number is not None else round_


@never_cache
@page_of(of_places.EMPTY)
def place_empty(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel the decision: the place goes back to the line that left it."""
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    ruling = next((each for each in records.places_filled(event) if each.pk == pk), None)
    if ruling is None:
        raise MissingError
    form = form_of(of_places.EMPTY.takes)(request.POST or None)

    def empty() -> str:
        of_places.EMPTY.do(actor, of_event(event, ruling_id=pk), form.cleaned_data)
        messages.success(request, _("The place is free again."))
        return reverse("places", args=[slug])

    question = {
        "title": _("Take the place from %(name)s again?") % {"name": ruling.entry},
        "consequences": [_("The place is free again, for anybody who had it or for somebody else."), ruling.reason],
        "undo": _("Both decisions stay on record."),
        "action": reverse("place_empty", args=[slug, pk]),
        "submit": _("Yes, take it back"),
        "back_url": reverse("places", args=[slug]),
        "kind": "danger",
    }
    page = partial(render, request, "frame/referee_confirm.html", {"confirm": question, "form": form})
    return take(request, form, empty, page, event.game)
