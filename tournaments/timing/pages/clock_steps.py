"""Buttons of a clock, of a round or of a table: the operation behind each, and the message after it."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tournaments.errors import RefusedError
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.inputs import CLOCK_MINUTES, EXTRA_MINUTES, Input
from tournaments.frame.operations.operation import Operation, Target
from tournaments.frame.pages.once import once
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor

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
