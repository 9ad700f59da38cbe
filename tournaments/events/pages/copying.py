"""Copy an event to another name and day, or save its settings as a preset of a club."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.clubs.forms import NewPresetForm
from tournaments.clubs.operations.of_clubs import SAVE_PRESET
from tournaments.clubs.reads import clubs
from tournaments.events.forms.ruleset import settings_name
from tournaments.events.forms.setup import NameAndStart
from tournaments.events.writes import copying
from tournaments.frame.pages.steps import officials, organiser_of, page_of, say_done, show, take
from tournaments.frame.policies import Actor, Right
from tournaments.models import Club, Tournament

Sent = TypeVar("Sent", bound=forms.Form)


@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_copy(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = organiser_of(request, slug)

    def make(form: NameAndStart) -> str:
        name = form.cleaned_data["name"]
        made = copying.copy_tournament(actor=actor, source=event, name=name, starts_at=form.starts_at())
        say_done(
            request,
            _("“%(name)s” is in preparation, with the settings of “%(source)s”.")
            % {
                "name": made.name,
                "source": event.name,
            },
        )
        return reverse("organise", args=[made.slug])

    return _answer(request, event, actor, "form", NameAndStart(request.POST), make)


@page_of(SAVE_PRESET)
def organise_preset(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the settings of the event as a preset of a club that the organiser runs."""
    event, actor = organiser_of(request, slug)

    def make(form: NewPresetForm) -> str:
        club, name = form.keeper, form.cleaned_data["name"]
        preset = SAVE_PRESET.do(actor, {"source": event}, {"name": name, "club": club.pk})
        say_done(request, _("“%(name)s” is a preset of %(club)s.") % {"name": preset.name, "club": club.name})
        return reverse("club_events", args=[club.pk])

    return _answer(request, event, actor, "preset", NewPresetForm(_clubs(actor), request.POST), make)


def _answer(
    request: HttpRequest, event: Tournament, actor: Actor, name: str, form: Sent, make: Callable[[Sent], str]
) -> HttpResponse:
    """Show both forms; on POST carry out the one that was sent, or show it with its errors."""
    if request.method != "POST":
        return _page(request, event, actor)
    sent: dict[str, Any] = {name: form}
    return take(request, form, lambda: make(form), partial(_page, request, event, actor, **sent), event.game)


def _clubs(actor: Actor) -> QuerySet[Club]:
    return clubs.may_choose(actor.user) if actor.user else Club.objects.none()


def _page(request: HttpRequest, event: Tournament, actor: Actor, status: int = 200, **sent: forms.Form) -> HttpResponse:
    """Show both forms: those in ``sent`` as they were sent, the others with proposed values."""
    own = _clubs(actor)
    shown: dict[str, forms.Form | None] = {
        "form": NameAndStart.proposing(*copying.proposal(event, timezone.now())),
        "preset": NewPresetForm(own, initial={"name": settings_name(event)[:80], "club": event.club_id})
        if own.exists()
        else None,
    }
    return show(request, "events/copy.html", event, "organise", status=status, **{**shown, **sent})
