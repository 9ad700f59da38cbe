"""Circuits: seasons for everybody, and what their owners do."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Body
from tournaments.api.clubs.base import OfCircuit
from tournaments.api.core.events import a_page
from tournaments.api.endpoint import Endpoint
from tournaments.api.organising.examples import answered, sent
from tournaments.api.organising.fields import NameField
from tournaments.api.schema import documented, listed
from tournaments.api.shapes.clubs import CIRCUIT_EXAMPLE, SEASON_EXAMPLE, CircuitShape, SeasonShape, circuit_shape
from tournaments.errors import MissingError
from tournaments.models import Club
from tournaments.policies import Door, Right
from tournaments.selectors import access, club_access
from tournaments.selectors import circuits as reading
from tournaments.services.events import circuits


class CircuitBody(Body):
    """What a circuit is called, and the club that it is of: one that the caller runs."""

    name = NameField("club")
    description = serializers.CharField(max_length=4000, required=False, allow_blank=True, default="")
    club = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None)


class EventBody(Body):
    """An event that the caller organises."""

    event = serializers.SlugField(max_length=80)


SENT = sent({"name": CIRCUIT_EXAMPLE["name"], "description": "", "club": 4})
CIRCUITS = listed(CircuitShape)


class _Circuits(OfCircuit):
    def own_club(self, pk: int | None) -> Club | None:
        """The club that a circuit is put under; whether the caller runs it, the service asks."""
        return club_access.club(self.visitor, pk)[0] if pk is not None else None


class Circuits(_Circuits):
    """Every circuit."""

    door = Door(reads=Right.BROWSE, writes=Right.FOUND_CLUB)
    is_list = True

    @documented(
        "circuits_list",
        "Circuits, the first that was founded first.",
        answers=CIRCUITS,
        examples=[a_page(CIRCUIT_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.listed(reading.all_circuits(), circuit_shape)

    @documented(
        "circuit_make",
        "Make a circuit.",
        takes=CircuitBody,
        answers=CircuitShape,
        status=201,
        examples=[SENT, answered(CIRCUIT_EXAMPLE, status=201)],
    )
    def post(self, request: Request) -> Response:
        body = self.taken(CircuitBody)
        body["club"] = self.own_club(body["club"])
        return Response(circuit_shape(circuits.create_circuit(actor=self.actor, **body)), status=201)


class OneCircuit(_Circuits):
    """A circuit with its events."""

    door = Door(reads=Right.SEE_CLUB, writes=Right.MANAGE_CIRCUIT)

    @documented(
        "circuit",
        "A circuit with its events in the order of play.",
        answers=SeasonShape,
        examples=[answered(SEASON_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        circuit, _actor = self.circuit(slug)
        events = [
            {
                "slug": event.slug, "name": event.name, "starts_at": event.starts_at, "status": event.status,
                "winner": getattr(event, "winner", None),
            }
            for event in reading.season(circuit).events
        ]  # fmt: skip
        return Response({**circuit_shape(circuit), "events": events})

    @documented(
        "circuit_change",
        "Rename a circuit; its address stays.",
        takes=CircuitBody,
        answers=CircuitShape,
        examples=[SENT, answered(CIRCUIT_EXAMPLE)],
    )
    def put(self, request: Request, slug: str) -> Response:
        circuit, actor = self.circuit(slug)
        body = self.taken(CircuitBody)
        body["club"] = self.own_club(body["club"])
        return Response(circuit_shape(circuits.change_circuit(actor=actor, circuit_id=circuit.pk, **body)))


class CircuitEvents(OfCircuit):
    """The events of a circuit, for its owners."""

    door = Door(writes=Right.MANAGE_CIRCUIT)

    @documented(
        "circuit_event_add",
        "Add an event that the caller organises.",
        takes=EventBody,
        answers=None,
        examples=[sent({"event": "gara-di-natale"})],
    )
    def post(self, request: Request, slug: str) -> Response:
        circuit, actor = self.circuit(slug)
        event, _organiser = access.tournament(self.visitor, self.taken(EventBody)["event"], Right.ORGANISE)
        circuits.add_event(actor=actor, circuit_id=circuit.pk, tournament_id=event.pk)
        return Response(status=204)


class CircuitOfEvent(Endpoint):
    """The circuit that an event is in, for those who organise the event."""

    door = Door(writes=Right.ORGANISE)
    group = "circuits"

    @documented("event_leave_circuit", "Remove the event from the circuit that it is in.", answers=None)
    def delete(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        self.taken()
        if event.circuit_id is None:
            raise MissingError
        circuits.remove_event(actor=actor, circuit_id=event.circuit_id, tournament_id=event.pk)
        return Response(status=204)


class CircuitEvent(OfCircuit):
    """An event of a circuit."""

    door = Door(writes=Right.MANAGE_CIRCUIT)

    @documented("circuit_event_remove", "Take an event out.", answers=None)
    def delete(self, request: Request, slug: str, event: str) -> Response:
        circuit, actor = self.circuit(slug)
        found = next((each for each in reading.events_in(circuit) if each.slug == event), None)
        if found is None:
            raise MissingError
        circuits.remove_event(actor=actor, circuit_id=circuit.pk, tournament_id=found.pk)
        return Response(status=204)
