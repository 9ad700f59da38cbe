"""The clock of a round: start, pause, extend, reset."""

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

from tournaments.errors import RefusedError
from tournaments.events.operations import of_rounds
from tournaments.frame import access
from tournaments.frame.operations.operation import of_event
from tournaments.frame.pages.answers import see
from tournaments.frame.pages.made import page_of
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right, may
from tournaments.frame.round_names import round_name
from tournaments.frame.visiting import visitor
from tournaments.models import Round, Tournament
from tournaments.timing.pages.clock_steps import Steps, sent_extra, sent_start, step_form, take_step
from tournaments.timing.pages.round_buttons import round_face, round_steps
from tournaments.timing.reads.clocks import clock_of_round, clock_of_table, ms_of
from tournaments.timing.reads.timekeeping import RoundTime, round_time
from tournaments.timing.words.clocks import (
    called_text,
    digits,
    own_time_text,
)


def _started(started: Round, sent: Mapping[str, Any]) -> str:
    minutes = started.clock_minutes or 0
    return ngettext("The clock runs: %(n)s minute.", "The clock runs: %(n)s minutes.", minutes) % {"n": minutes}


def _extended(extended: Round, sent: Mapping[str, Any]) -> str:
    text = ngettext(
        "The clock of the round: %(n)s minute.", "The clock of the round: %(n)s minutes.", abs(sent["minutes"])
    )
    return text % {"n": f"{sent['minutes']:+}"}


STEPS: Final[Steps] = {
    "start": (of_rounds.START, _started),
    "pause": (of_rounds.PAUSE, lambda *told: _("The clock is paused: it stays so everywhere until you resume it.")),
    "resume": (of_rounds.RESUME, lambda *told: _("The clock is resumed.")),
    "extend": (of_rounds.ADD_TIME, _extended),
}


@never_cache
@page_of(*(operation for operation, _said in STEPS.values()))
def round_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    if request.method != "POST":
        return _page(request, event, actor, number)
    wrong = take_step(request, STEPS, actor, of_event(event, number=number), event.game)
    if wrong is not None:
        return _page(request, event, actor, number, form=wrong, status=422)
    return _back(request, event, actor, number)


def _back(request: HttpRequest, event: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Return to the page on which the step was taken."""
    came_from = request.POST.get("back", "")
    if came_from == "rounds" and may(actor, Right.ORGANISE, event):
        answer = see("organise_rounds", event.slug)
        answer["Location"] += f"?turno={number}"
        return answer
    if came_from == "organise" and may(actor, Right.ORGANISE, event):
        return see("organise", event.slug)
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
        "steps": round_steps(event, found.round, sent_start(form)),
        "extra_form": sent_extra(form) or step_form(of_rounds.ADD_TIME.takes),
        "called": called_text(clock),
        "tables": [
            {"table": table, "what": own_time_text(table, clock_of_table(table), found.extra.get(table.number))}
            for table in found.tables
        ],
        "back_url": reverse("referee_desk", args=[event.slug]),
        "rounds_url": reverse("organise_rounds", args=[event.slug]) if may(actor, Right.ORGANISE, event) else "",
    }
    return render(request, "referee/round_clock.html", context, status=status)


@never_cache
@page_of(of_rounds.STOP)
def round_clock_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Reset the clock of a round, after a page that says what is lost."""
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    found = round_time(event, number)
    if request.method != "POST":
        confirm = _stop_question(event, found)
        return render(request, "referee/confirm.html", {"confirm": confirm, "form": None})
    try:
        of_rounds.STOP.do(actor, of_event(event, number=number), {})
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
