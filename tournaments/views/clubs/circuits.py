"""A circuit's owners: they make it, describe it, and put their own events into it."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import RefusedError
from tournaments.forms.clubs import CircuitForm, EventChoice
from tournaments.models import Circuit
from tournaments.policies import Actor, Right, door
from tournaments.selectors import access
from tournaments.selectors import circuits as selector
from tournaments.selectors import clubs as club_selector
from tournaments.services.events import circuits
from tournaments.views.clubs.page import account_of, managed_circuit, show_circuit
from tournaments.views.officials import officials_only
from tournaments.views.once import once
from tournaments.views.organiser.page import SeeOther, done, organised, refuse, refused_here, to
from tournaments.visiting import visitor


@door(reads=Right.FOUND_CLUB, writes=Right.FOUND_CLUB)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def circuit_create(request: HttpRequest) -> HttpResponse:
    """Any account may make one; under a club, its administrators."""
    account = account_of(request)
    own = club_selector.may_choose(account)
    if request.method != "POST":
        return render(request, "circuits/create.html", {"form": CircuitForm(own)})
    form, status = CircuitForm(own, request.POST), 422
    if form.is_valid():

        def make() -> str:
            circuit = circuits.create_circuit(actor=Actor(user=account, label=str(account)), **form.changes())
            done(request, _("The circuit is there. Now add its events."))
            return reverse("circuit_manage", args=[circuit.slug])

        try:
            return SeeOther(once(request, make))
        except RefusedError as refusal:
            status = refuse(form, refusal, "")
    return render(request, "circuits/create.html", {"form": form}, status=status)


@door(reads=Right.MANAGE_CIRCUIT, writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def circuit_edit(request: HttpRequest, slug: str) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    own = club_selector.may_choose(account_of(request))
    if request.method != "POST":
        return show_circuit(request, "edit.html", circuit, "circuit_edit", form=CircuitForm(own, circuit=circuit))
    form, status = CircuitForm(own, request.POST, circuit), 422
    if form.is_valid():
        try:
            circuits.change_circuit(actor=actor, circuit_id=circuit.pk, **form.changes())
        except RefusedError as refusal:
            status = refuse(form, refusal, "")
        else:
            done(request, _("Saved."))
            return to("circuit_edit", circuit.slug)
    return show_circuit(request, "edit.html", circuit, "circuit_edit", status=status, form=form)


@door(reads=Right.MANAGE_CIRCUIT, writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def circuit_manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of the circuit; one's own can be put into it."""
    circuit, actor = managed_circuit(request, slug)
    form = EventChoice(selector.events_to_add(account_of(request)), request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, circuit, form)
    if not form.is_valid():
        return _page(request, circuit, form, 422)
    event, _organiser = access.tournament(visitor(request), form.cleaned_data["event"], Right.ORGANISE)
    try:
        circuits.add_event(actor=actor, circuit_id=circuit.pk, tournament_id=event.pk)
    except RefusedError as refusal:
        return _page(request, circuit, form, refuse(form, refusal, ""))
    done(request, _("%(name)s is in the circuit.") % {"name": event.name})
    return to("circuit_manage", circuit.slug)


def _page(request: HttpRequest, circuit: Circuit, form: forms.Form, status: int = 200) -> HttpResponse:
    events = selector.events_in(circuit)
    return show_circuit(request, "manage.html", circuit, "circuit_manage", status=status, events=events, form=form)


@door(writes=Right.MANAGE_CIRCUIT)
@officials_only
@require_POST
def circuit_event_remove(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    circuit, actor = managed_circuit(request, slug)
    form = EventChoice(selector.events_to_add(account_of(request)))
    if event_id not in {event.pk for event in selector.events_in(circuit)}:
        return _page(request, circuit, form, refused_here(request, RefusedError("event_not_in_circuit", name="-")))
    circuits.remove_event(actor=actor, circuit_id=circuit.pk, tournament_id=event_id)
    done(request, _("The event is no longer in the circuit."))
    return to("circuit_manage", circuit.slug)


@door(writes=Right.ORGANISE)
@officials_only
@require_POST
def organise_circuit_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """The organiser takes the event out of the circuit that it is in."""
    event, actor = organised(request, slug)
    if event.circuit_id is not None:
        circuits.remove_event(actor=actor, circuit_id=event.circuit_id, tournament_id=event.pk)
    done(request, _("The event is no longer in the circuit."))
    return to("organise_settings", event.slug)
