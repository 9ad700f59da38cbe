"""A step is taken once; what is refused is said on its form, or above the page of its button, which is shown again."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame.forms.widgets import refused_on
from tournaments.frame.operations.operation import Operation
from tournaments.frame.pages.made import page_of
from tournaments.frame.pages.officials import Page
from tournaments.frame.pages.once import once
from tournaments.frame.pages.page import SeeOther, organised
from tournaments.frame.phrases import sentence
from tournaments.models import Tournament

# A step of an organiser, with the event and the actor that its address names.
Step: TypeAlias = Callable[..., HttpResponse]
Again: TypeAlias = Callable[[HttpRequest, Tournament, int], HttpResponse]


def take(
    request: HttpRequest,
    form: forms.Form | None,
    do: Callable[[], str],
    show: Callable[..., HttpResponse],
    game: str = "",
    names: dict[str, str] | None = None,
) -> HttpResponse:
    """Do once what a form asks, and go to the address that ``do`` answers; else show it again, with its status.

    ``form`` is None where nothing but a button is sent. ``names`` translates the service's names of fields.
    """
    status = 422 if form is not None and form.is_bound else 200
    if request.method == "POST" if form is None else form.is_valid():
        try:
            return SeeOther(once(request, do))
        except RefusedError as refusal:
            status = refused_here(request, refusal, game) if form is None else refuse(form, refusal, game, names)
    return show(status=status)


def button(*operations: Operation, again: Again) -> Callable[[Step], Page]:
    """Make a step the page of ``operations`` that is only sent; where it is refused, ``again`` is shown.

    ``again`` takes the request, the event and the status of the answer.
    """

    def make(step: Step) -> Page:
        @page_of(*operations, is_button=True)
        @wraps(step)
        def page(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
            event, actor = organised(request, slug)
            try:
                return step(request, event, actor, **address)
            except RefusedError as refusal:
                return again(request, event, refused(request, refusal, event))

        return page

    return make


def refused(request: HttpRequest, refusal: RefusedError, event: Tournament) -> int:
    """Say above the page why a button did nothing; the status of the answer."""
    return refused_here(request, refusal, event.game)


def refused_here(request: HttpRequest, refusal: RefusedError, game: str = "") -> int:
    """The same on a page that is about no event."""
    messages.error(request, sentence(refusal, game))
    return status_of(refusal)


def refuse(form: forms.Form, refusal: RefusedError, game: str = "", names: dict[str, str] | None = None) -> int:
    """Put a refusal on the field that it is about (``names`` translates the service's names); the answer's status."""
    field = (names or {}).get(refusal.field, refusal.field)
    form.add_error(refused_on(form, field), sentence(refusal, game))
    return status_of(refusal)


def status_of(refusal: RefusedError) -> int:
    """409 when somebody else was first, 422 for everything else."""
    return 409 if isinstance(refusal, StaleVersionError) else 422
