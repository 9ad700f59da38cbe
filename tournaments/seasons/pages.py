"""Pages of a circuit's owners: create it, describe it, add own events, say how its evenings make a table."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.pages.club_frame import managed_circuit, show_circuit
from tournaments.clubs.reads import clubs
from tournaments.errors import RefusedError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.pages.steps import account_of, organiser_of, page_of, say_done, show_refusal, take, to
from tournaments.frame.policies import Actor, Right
from tournaments.models import Circuit
from tournaments.seasons import operations
from tournaments.seasons import reads as selector
from tournaments.seasons.forms import CircuitForm, EventChoice, SeasonForm


@page_of(operations.MAKE_CIRCUIT)
def circuit_create(request: HttpRequest) -> HttpResponse:
    """Create a circuit: any account for itself, or an administrator for the club."""
    account = account_of(request)
    form = CircuitForm(clubs.may_choose(account), request.POST if request.method == "POST" else None)

    def make() -> str:
        circuit = operations.MAKE_CIRCUIT.do(Actor(user=account, label=str(account)), {}, form.changes())
        say_done(request, _("The circuit is there. Now add its events."))
        return reverse("circuit_manage", args=[circuit.slug])

    return take(request, form, make, partial(render, request, "seasons/create.html", {"form": form}))


@page_of(operations.CHANGE_CIRCUIT)
def circuit_edit(request: HttpRequest, slug: str) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    own = clubs.may_choose(account_of(request))
    form = CircuitForm(own, request.POST if request.method == "POST" else None, circuit)

    def change() -> str:
        operations.CHANGE_CIRCUIT.do(actor, {"circuit_id": circuit.pk}, form.changes())
        say_done(request, _("Saved."))
        return request.path

    show = partial(show_circuit, request, "seasons/edit.html", circuit, "circuit_edit", form=form)
    return take(request, form, change, show)


@page_of(operations.CHANGE_SEASON)
def circuit_season(request: HttpRequest, slug: str) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    events = selector.events_in(circuit)
    form = SeasonForm(circuit, events, request.POST if request.method == "POST" else None)

    def change() -> str:
        operations.CHANGE_SEASON.do(actor, {"circuit_id": circuit.pk}, form.changes())
        say_done(request, _("Saved."))
        return request.path

    return take(
        request,
        form,
        change,
        partial(show_circuit, request, "seasons/season.html", circuit, "circuit_season", form=form),
    )


@page_of(operations.ADD_EVENT)
def circuit_manage(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the events of the circuit; on POST add an event of one's own."""
    circuit, actor = managed_circuit(request, slug)
    form = EventChoice(selector.events_to_add(account_of(request)), request.POST if request.method == "POST" else None)

    def add() -> str:
        event, _organiser = access.tournament(visitor(request), form.cleaned_data["event"], Right.ORGANISE)
        operations.ADD_EVENT.do(actor, {"circuit_id": circuit.pk, "tournament_id": event.pk}, {})
        say_done(request, _("%(name)s is in the circuit.") % {"name": event.name})
        return request.path

    return take(request, form, add, partial(_page, request, circuit, form))


def _page(request: HttpRequest, circuit: Circuit, form: forms.Form, status: int = 200) -> HttpResponse:
    events = selector.page_of_events_in(circuit, request.GET.get("page", "1"))
    return show_circuit(
        request, "seasons/manage.html", circuit, "circuit_manage", status=status, events=events, form=form
    )


@page_of(operations.REMOVE_EVENT, is_button=True)
def circuit_event_remove(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    form = EventChoice(selector.events_to_add(account_of(request)))
    if event_id not in {event.pk for event in selector.events_in(circuit)}:
        return _page(request, circuit, form, show_refusal(request, RefusedError("event_not_in_circuit", name="-")))
    operations.REMOVE_EVENT.do(actor, {"circuit_id": circuit.pk, "tournament_id": event_id}, {})
    say_done(request, _("The event is no longer in the circuit."))
    return to("circuit_manage", circuit.slug)


@page_of(operations.LEAVE, is_button=True)
def organise_circuit_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the event out of its circuit."""
    event, actor = organiser_of(request, slug)
    if event.circuit_id is not None:
        operations.LEAVE.do(actor, {"circuit_id": event.circuit_id, "tournament_id": event.pk}, {})
    say_done(request, _("The event is no longer in the circuit."))
    return to("organise_settings", event.slug)
