"""The clock of a round: started, stopped for a while, given more time, taken back."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.errors import RefusedError
from tournaments.forms.clocks import ClockForm, ExtraTimeForm, clock_form
from tournaments.models import Round, Tournament
from tournaments.phrases import sentence
from tournaments.policies import Actor, Right, door, may
from tournaments.round_names import round_name
from tournaments.selectors import access
from tournaments.selectors.clocks import clock_of_round, clock_of_table, ms_of
from tournaments.selectors.extra_time import Extra
from tournaments.selectors.timekeeping import RoundTime, round_time
from tournaments.services import clocks
from tournaments.views.answers import see
from tournaments.views.clocks import (
    ClockFace,
    called_text,
    clock_face,
    digits,
    extra_text,
    own_time_text,
    words_of_round,
)
from tournaments.views.officials import officials_only
from tournaments.views.once import once
from tournaments.visiting import visitor

Step = Callable[[Tournament, Actor, int, Any], str]


@door(reads=Right.DIRECT, writes=Right.DIRECT)
@never_cache
@officials_only
def round_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    if request.method != "POST":
        return _page(request, event, actor, number)
    step, form_class = STEPS.get(request.POST.get("step", ""), (None, ClockForm))
    form = form_class(request.POST)
    if step is None or not form.is_valid():
        return _page(request, event, actor, number, form=form, status=422)

    def take() -> str:
        messages.success(request, step(event, actor, number, form.cleaned_data))
        return request.path

    try:
        once(request, take)
    except RefusedError as refusal:
        if refusal.field in form.fields:
            form.add_error(refusal.field, sentence(refusal, event.game))
        else:
            messages.error(request, sentence(refusal, event.game))
        return _page(request, event, actor, number, form=form, status=422)
    return _back(request, event, actor, number)


def _start(event: Tournament, actor: Actor, number: int, data: Any) -> str:
    started = clocks.start_clock(actor=actor, tournament_id=event.pk, number=number, minutes=data["minutes"])
    minutes = started.clock_minutes or 0
    return ngettext("The clock runs: %(n)s minute.", "The clock runs: %(n)s minutes.", minutes) % {"n": minutes}


def _pause(event: Tournament, actor: Actor, number: int, data: Any) -> str:
    clocks.pause_clock(actor=actor, tournament_id=event.pk, number=number)
    return _("The clock is paused: it stays so everywhere until you resume it.")


def _resume(event: Tournament, actor: Actor, number: int, data: Any) -> str:
    clocks.resume_clock(actor=actor, tournament_id=event.pk, number=number)
    return _("The clock is resumed.")


def _extend(event: Tournament, actor: Actor, number: int, data: Any) -> str:
    clocks.add_time(actor=actor, tournament_id=event.pk, number=number, minutes=data["minutes"], reason=data["reason"])
    text = ngettext(
        "The clock of the round: %(n)s minute.", "The clock of the round: %(n)s minutes.", abs(data["minutes"])
    )
    return text % {"n": f"{data['minutes']:+}"}


STEPS: dict[str, tuple[Step, type[forms.Form]]] = {
    "start": (_start, ClockForm),
    "pause": (_pause, ClockForm),
    "resume": (_resume, ClockForm),
    "extend": (_extend, ExtraTimeForm),
}


def _back(request: HttpRequest, event: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The page that the step was taken on."""
    came_from = request.POST.get("back", "")
    if came_from == "rounds" and may(actor, Right.ORGANISE, event):
        answer = see("organise_rounds", event.slug)
        answer["Location"] += f"?turno={number}"
        return answer
    if came_from == "desk":
        return see("referee_desk", event.slug)
    return see("round_clock", event.slug, number)


def _page(
    request: HttpRequest,
    event: Tournament,
    actor: Actor,
    number: int,
    *,
    form: forms.Form | None = None,
    status: int = 200,
) -> HttpResponse:
    found = round_time(event, number)
    clock = clock_of_round(found.round, event.round_minutes)
    context: dict[str, Any] = {
        "event": event,
        "title": round_name(number, found.rounds),
        "number": number,
        "clock": round_face(event, found.round, found.rounds, timezone.now(), found.extra.get(None)),
        "steps": round_steps(event, found.round, form if isinstance(form, ClockForm) else None),
        "extra_form": form if isinstance(form, ExtraTimeForm) else ExtraTimeForm(),
        "called": called_text(clock),
        "tables": [
            {"table": table, "what": own_time_text(table, clock_of_table(table), found.extra.get(table.number))}
            for table in found.tables
        ],
        "back_url": reverse("referee_desk", args=[event.slug]),
        "rounds_url": reverse("organise_rounds", args=[event.slug]) if may(actor, Right.ORGANISE, event) else "",
    }
    return render(request, "referee/round_clock.html", context, status=status)


def round_face(
    event: Tournament, round_: Round, rounds: int, now: datetime, extra: Extra | None = None
) -> ClockFace | None:
    """The clock of a round on a page of those who keep it; an event that is over has none."""
    if event.status == Tournament.Status.FINISHED:
        return None
    words, title = words_of_round(event, round_.number, rounds), round_name(round_.number, rounds)
    clock, note = clock_of_round(round_, event.round_minutes), extra_text(extra) if extra else ""
    return clock_face(event, clock, title, words, now=now, note=note)


def round_steps(event: Tournament, round_: Round, form: ClockForm | None = None, *, back: str = "") -> dict[str, Any]:
    """The buttons of a round's clock, for ``components/_clock_steps.html``."""
    started = round_.clock_started_at is not None
    minutes = round_.clock_minutes or event.round_minutes
    return {
        "url": reverse("round_clock", args=[event.slug, round_.number]),
        "stop_url": reverse("round_clock_stop", args=[event.slug, round_.number]) if started else "",
        "form": None if started else form or clock_form(minutes),
        "can_pause": started and round_.clock_paused_at is None and round_.time_called_at is None,
        "can_resume": round_.clock_paused_at is not None,
        "back": back,
    }


@door(reads=Right.DIRECT, writes=Right.DIRECT)
@never_cache
@officials_only
def round_clock_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the clock of a round back: a page that says what goes, then the step."""
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    found = round_time(event, number)
    if request.method != "POST":
        confirm = _stop_question(event, found)
        return render(request, "referee/confirm.html", {"confirm": confirm, "form": None})
    try:
        clocks.stop_clock(actor=actor, tournament_id=event.pk, number=number)
    except RefusedError as refusal:
        messages.error(request, sentence(refusal, event.game))
        return _page(request, event, actor, number, status=422)
    messages.success(request, _("The clock is reset: it can be started again."))
    return see("round_clock", slug, number)


def _stop_question(event: Tournament, found: RoundTime) -> dict[str, Any]:
    clock, now = clock_of_round(found.round, event.round_minutes), ms_of(timezone.now())
    place = {"round": round_name(found.round.number, found.rounds), "left": digits(clock.left(now))}
    place["full"] = digits(clock.length)
    consequences = [
        _("The clock of this round (%(round)s) shows %(left)s; it goes back to %(full)s and stops.") % place,
        _("Time is not called before it has been started again, and then everybody has the full time."),
    ]
    if clock.called is not None:
        consequences.insert(1, _("The call of time is taken back at every table that goes by it."))
    if any(table.clock_started_at is None for table in found.tables):
        consequences.append(_("Extra time of single tables is lost."))
    return {
        "title": _("Reset the clock?"),
        "consequences": consequences,
        "undo": _("Only for a break, pause it instead: then nothing is lost."),
        "action": reverse("round_clock_stop", args=[event.slug, found.round.number]),
        "submit": _("Yes, reset the clock"),
        "back_url": reverse("round_clock", args=[event.slug, found.round.number]),
        "hidden": [],
        "kind": "danger",
    }
