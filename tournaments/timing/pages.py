"""The clock of a round: start, pause, extend, reset; its face and buttons on other pages."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeAlias

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
from tournaments.events import operations as of_events
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.inputs import CLOCK_MINUTES, EXTRA_MINUTES, Input
from tournaments.frame.operations.operation import Operation, Target, of_event
from tournaments.frame.pages.steps import once, page_of, see
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right, may
from tournaments.frame.round_names import round_name
from tournaments.models import Round, Tournament
from tournaments.tables.reads.stages import OVER
from tournaments.timing.reads import Extra, clock_of_round, clock_of_table, ms_of, round_time
from tournaments.timing.words import (
    ClockFace,
    clock_face,
    digits,
    extra_text,
    own_time_text,
    time_call_text,
    words_of_round,
)

# Makes the message after a step, from the answer of the service and the values of the form.
Said: TypeAlias = Callable[[Any, Mapping[str, Any]], str]
Steps: TypeAlias = Mapping[str, tuple[Operation, Said]]


def step_form(takes: Input, data: Any = None) -> forms.Form:
    """Return the form of a step. Extra time gets a prefix: another form on the page has a field ``minutes`` too."""
    return form_of(takes)(data, prefix="extra" if EXTRA_MINUTES in takes.fields else None)


def clock_form(minutes: int | None) -> forms.Form:
    """Return an unsent form filled in with the usual minutes; without usual minutes the field is required."""
    form = form_of(CLOCK_MINUTES)(initial={"minutes": minutes})
    form.fields["minutes"].required = not minutes
    return form


def sent_start(form: forms.Form | None) -> forms.Form | None:
    """Return ``form`` if it is the sent form that starts a clock, else None."""
    return form if form and "minutes" in form.fields and not form.prefix else None


def sent_extra(form: forms.Form | None) -> forms.Form | None:
    """Return ``form`` if it is the sent form of extra time, else None."""
    return form if form and form.prefix else None


def take_step(request: HttpRequest, steps: Steps, actor: Actor, target: Target, game: str) -> forms.Form | None:
    """Take the step of the pressed button; return None, or the form with its errors if it was refused."""
    name = request.POST.get("step", "")
    if name not in steps:
        # No button of the page sends this name. The page is shown again, without an error.
        return forms.Form(request.POST)
    operation, says = steps[name]
    form = step_form(operation.takes, request.POST)
    if not form.is_valid():
        return form

    def take() -> str:
        answer = operation.do(actor, target, form.cleaned_data)
        messages.success(request, says(answer, form.cleaned_data))
        return request.path

    try:
        once(request, take)
    except RefusedError as refusal:
        said = sentence(refusal, game)
        if refusal.field in form.fields:
            form.add_error(refusal.field, said)
        else:
            messages.error(request, said)
        return form
    return None


def round_face(
    event: Tournament, round_: Round, rounds: int, now: datetime, extra: Extra | None = None
) -> ClockFace | None:
    """Return the clock of a round for officials; None once the event is over."""
    if event.status == Tournament.Status.FINISHED:
        return None
    words, title = words_of_round(event, round_.number, rounds), round_name(round_.number, rounds)
    clock, note = clock_of_round(round_, event.round_minutes), extra_text(extra) if extra else ""
    return clock_face(event, clock, title, words, now=now, note=note)


def round_steps(event: Tournament, round_: Round, form: forms.Form | None = None, *, back: str = "") -> dict[str, Any]:
    """Return the buttons of a round's clock, for ``components/_clock_steps.html``.

    Once all tables are over nothing starts it, and nobody gets more time.
    """
    started = round_.clock_started_at is not None
    is_played = round_.tables.exclude(status__in=OVER).exists()
    minutes = round_.clock_minutes or event.round_minutes
    return {
        "url": reverse("round_clock", args=[event.slug, round_.number]),
        "stop_url": reverse("round_clock_stop", args=[event.slug, round_.number]) if started else "",
        "is_played": is_played,
        "form": (form or clock_form(minutes)) if is_played and not started else None,
        "can_pause": started and round_.clock_paused_at is None and round_.time_called_at is None,
        "can_resume": round_.clock_paused_at is not None,
        "back": back,
    }


def _started_sentence(started: Round, sent: Mapping[str, Any]) -> str:
    minutes = started.clock_minutes or 0
    return ngettext("The clock runs: %(n)s minute.", "The clock runs: %(n)s minutes.", minutes) % {"n": minutes}


def _extension_sentence(extended: Round, sent: Mapping[str, Any]) -> str:
    text = ngettext(
        "The clock of the round: %(n)s minute.", "The clock of the round: %(n)s minutes.", abs(sent["minutes"])
    )
    return text % {"n": f"{sent['minutes']:+}"}


STEPS: Final[Steps] = {
    "start": (of_events.START, _started_sentence),
    "pause": (of_events.PAUSE, lambda *told: _("The clock is paused: it stays so everywhere until you resume it.")),
    "resume": (of_events.RESUME, lambda *told: _("The clock is resumed.")),
    "extend": (of_events.ADD_TIME, _extension_sentence),
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
    # Back to the page on which the step was taken.
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
        "extra_form": sent_extra(form) or step_form(of_events.ADD_TIME.takes),
        "called": time_call_text(clock),
        "tables": [
            {"table": table, "what": own_time_text(table, clock_of_table(table), found.extra.get(table.number))}
            for table in found.tables
        ],
        "back_url": reverse("referee_desk", args=[event.slug]),
        "rounds_url": reverse("organise_rounds", args=[event.slug]) if may(actor, Right.ORGANISE, event) else "",
    }
    return render(request, "timing/round_clock.html", context, status=status)


@never_cache
@page_of(of_events.STOP)
def round_clock_stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Reset the clock of a round, after a page that says what is lost."""
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)
    found = round_time(event, number)
    if request.method == "POST":
        try:
            of_events.STOP.do(actor, of_event(event, number=number), {})
        except RefusedError as refusal:
            messages.error(request, sentence(refusal, event.game))
            return _page(request, event, actor, number, status=422)
        messages.success(request, _("The clock is reset: it can be started again."))
        return see("round_clock", slug, number)

    clock, now = clock_of_round(found.round, event.round_minutes), ms_of(timezone.now())
    place = {"round": round_name(found.round.number, found.rounds), "left": digits(clock.time_left(now))}
    place["full"] = digits(clock.length)
    consequences = [
        _("The clock of this round (%(round)s) shows %(left)s; it goes back to %(full)s and stops.") % place,
        _("Time is not called before it has been started again, and then everybody has the full time."),
    ]
    if clock.called is not None:
        consequences.insert(1, _("The call of time is taken back at every table that goes by it."))
    if any(table.clock_started_at is None for table in found.tables):
        consequences.append(_("Extra time of single tables is lost."))
    confirm = {
        "title": _("Reset the clock?"),
        "consequences": consequences,
        "undo": _("Only for a break, pause it instead: then nothing is lost."),
        "action": reverse("round_clock_stop", args=[event.slug, found.round.number]),
        "submit": _("Yes, reset the clock"),
        "back_url": reverse("round_clock", args=[event.slug, found.round.number]),
        "hidden": [],
        "kind": "danger",
    }
    return render(request, "frame/referee_confirm.html", {"confirm": confirm, "form": None})
