"""What the endpoints of an organiser begin with: the event, who asks, the body, and the version that was read."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework.response import Response

from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.operations.operation import Operation, of_event
from tournaments.frame.policies import Actor, Door, Right
from tournaments.models import Table, Tournament


class Organising(Endpoint):
    """An endpoint of an event for those who organise it."""

    door = Door(reads=Right.ORGANISE, writes=Right.ORGANISE)

    def begin_write(self, slug: str) -> tuple[Tournament, Actor, dict[str, Any]]:
        """The event, the caller and the body of a write; refused where somebody has written since ``seen``."""
        event, actor = self.event(slug)
        body = self.body()
        self.hold(event, body)
        return event, actor, body

    def begin_table_write(self, slug: str, number: int) -> tuple[Table, Actor, dict[str, Any]]:
        """The table, the caller and the body of a write; ``seen`` is the version of the event here too."""
        table, actor = self.table(slug, number)
        body = self.body()
        self.hold(table.tournament, body)
        return table, actor, body


def event_endpoint(
    operation: Operation,
    answer: Callable[[Tournament, Any], Any],
    shape: type[Shape] | None,
    example: Any,
    group: str,
    *,
    base: type[Organising] = Organising,
    there: Callable[[Tournament, int], object] | None = None,
    status: int = 200,
    more: Sequence[OpenApiExample] = (),
) -> type[Organising]:
    """Return the endpoint class of an operation at an event, or at something in it: a round, an entry, a draw.

    ``answer`` turns the event and the service's result into the body; ``shape`` and ``example`` describe it. Without a
    shape the answer is 204. ``there`` takes the event and a key of the address; where it returns None the answer is
    404. ``more`` are further examples for the schema.
    """

    def act(asked: Organising, operation: Operation, slug: str, **about: int) -> Response:
        event, actor, values = asked.begin_write(slug)
        if there is not None and any(there(event, key) is None for key in about.values()):
            raise MissingError
        done = operation.do(actor, {**of_event(event), **about}, without_version(values))
        return Response(status=204) if shape is None else Response(answer(event, done), status=status)

    told = [] if shape is None else [example_answered(example, status=status)]
    return endpoint(operation, base, act, answers=shape, examples=[*more, *told], group=group, status=status)


def without_version(values: dict[str, Any]) -> dict[str, Any]:
    """The values for a service, without the version of the event: the end point has compared it already."""
    return {name: value for name, value in values.items() if name != "seen"}
