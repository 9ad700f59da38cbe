"""The buttons of a clock, of a round or of a table: what each does, and what the page says then."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tournaments.errors import RefusedError
from tournaments.forms.declared import form_of
from tournaments.operations.inputs import CLOCK_MINUTES, EXTRA_MINUTES, Input
from tournaments.operations.operation import Operation, Target
from tournaments.phrases import sentence
from tournaments.policies import Actor
from tournaments.views.once import once

# What a page says after a step: of what the service answered, and of what was sent.
Said: TypeAlias = Callable[[Any, Mapping[str, Any]], str]
Steps: TypeAlias = Mapping[str, tuple[Operation, Said]]


def step_form(takes: Input, data: Any = None) -> forms.Form:
    """The form of a step; that of extra time has a prefix, for it stands beside another that asks for minutes."""
    return form_of(takes)(data, prefix="extra" if EXTRA_MINUTES in takes.fields else None)


def clock_form(minutes: int | None) -> forms.Form:
    """An empty form with the usual minutes in it; without any they must be said."""
    form = form_of(CLOCK_MINUTES)(initial={"minutes": minutes})
    form.fields["minutes"].required = not minutes
    return form


def sent_start(form: forms.Form | None) -> forms.Form | None:
    """The form that asks how long a clock runs, where that is the one that was sent."""
    return form if form and "minutes" in form.fields and not form.prefix else None


def sent_extra(form: forms.Form | None) -> forms.Form | None:
    """The form of extra time, where that is the one that was sent."""
    return form if form and form.prefix else None


def take_step(request: HttpRequest, steps: Steps, actor: Actor, target: Target, game: str) -> forms.Form | None:
    """Take the step whose button was pressed; the form with what is wrong where it was refused, or None."""
    name = request.POST.get("step", "")
    if name not in steps:
        # No button of the page sends this: it is shown as it stands.
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
