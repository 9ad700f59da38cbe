"""Circuits: seasons for everybody, and what their owners do."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.api.base import OfCircuit
from tournaments.clubs.reads import club_access
from tournaments.errors import MissingError
from tournaments.frame import access
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.seasons import operations
from tournaments.seasons import reads as reading
from tournaments.seasons.api.season_shapes import CIRCUIT_EXAMPLE, SEASON_EXAMPLE, CircuitShape, SeasonShape

CIRCUITS = page_of_shape(CircuitShape)


class Circuits(OfCircuit):
    """Every circuit."""

    door = Door(reads=Right.BROWSE, writes=Right.FOUND_CLUB)
    is_list = True

    @describe(
        "circuits_list",
        "Circuits, the first that was founded first.",
        answers=CIRCUITS,
        examples=[a_page(CIRCUIT_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.paginate(reading.all_circuits(), CircuitShape.of)


class OneCircuit(OfCircuit):
    """A circuit with its events."""

    door = Door(reads=Right.SEE_CLUB, writes=Right.MANAGE_CIRCUIT)

    @describe(
        "circuit",
        "A circuit with its events in the order of play.",
        answers=SeasonShape,
        examples=[example_answered(SEASON_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        circuit, _actor = self.object_and_actor()
        events = [
            {
                "slug": event.slug,
                "name": event.name,
                "starts_at": event.starts_at,
                "status": event.status,
                "winner": getattr(event, "winner", None),
            }
            for event in reading.public_events(circuit)[: reading.MOST_EVENTS]
        ]
        return Response({**CircuitShape.of(circuit), "events": events})


def _values(asked: OfCircuit, operation: Operation) -> dict[str, Any]:
    """Return the checked body, with the circuit's club loaded. The service checks that the caller runs the club."""
    values = asked.body()
    club = values.get("club")
    return {**values, "club": None if club is None else club_access.club(asked.visitor, club)[0]}


def _make(asked: Circuits, operation: Operation) -> Response:
    return Response(CircuitShape.of(operation.do(asked.actor, {}, _values(asked, operation))), status=201)


def _change(asked: OneCircuit, operation: Operation, slug: str) -> Response:
    circuit, actor = asked.object_and_actor()
    return Response(CircuitShape.of(operation.do(actor, {"circuit_id": circuit.pk}, _values(asked, operation))))


MAKE = endpoint(
    operations.MAKE_CIRCUIT,
    Circuits,
    _make,
    answers=CircuitShape,
    status=201,
    examples=[example_answered(CIRCUIT_EXAMPLE, status=201)],
)
CHANGE = endpoint(
    operations.CHANGE_CIRCUIT, OneCircuit, _change, answers=CircuitShape, examples=[example_answered(CIRCUIT_EXAMPLE)]
)


def _add(asked: OfCircuit, operation: Operation, slug: str) -> Response:
    circuit, actor = asked.object_and_actor()
    named = asked.body()["event"]
    event, _organiser = access.tournament(asked.visitor, named, Right.ORGANISE)
    operation.do(actor, {"circuit_id": circuit.pk, "tournament_id": event.pk}, {})
    return Response(status=204)


def _leave(asked: Endpoint, operation: Operation, slug: str) -> Response:
    event, actor = asked.event(slug)
    asked.body()
    if event.circuit_id is None:
        raise MissingError
    operation.do(actor, {"circuit_id": event.circuit_id, "tournament_id": event.pk}, {})
    return Response(status=204)


def _remove(asked: OfCircuit, operation: Operation, slug: str, event: str) -> Response:
    circuit, actor = asked.object_and_actor()
    found = next((each for each in reading.events_in(circuit) if each.slug == event), None)
    if found is None:
        raise MissingError
    operation.do(actor, {"circuit_id": circuit.pk, "tournament_id": found.pk}, {})
    return Response(status=204)


ADD_EVENT = endpoint(operations.ADD_EVENT, OfCircuit, _add)
LEAVE = endpoint(operations.LEAVE, Endpoint, _leave, group=OfCircuit.group)
REMOVE_EVENT = endpoint(operations.REMOVE_EVENT, OfCircuit, _remove)
