"""The end points of the steps of an event, made from their declarations."""

from rest_framework.response import Response

from tournaments.api.declared import body_of, endpoint
from tournaments.api.organising.base import Organising, unversioned
from tournaments.api.organising.examples import answered
from tournaments.api.organising.stands import EXAMPLE, Stand, stand
from tournaments.operations import of_draws, of_events
from tournaments.operations.operation import Operation, of_event

AFTER = {
    of_events.OPEN_ENTRIES.name: "open",
    of_events.CLOSE_ENTRIES.name: "closed",
    of_events.HIDE.name: "draft",
    of_events.FINISH.name: "finished",
    of_events.REOPEN.name: "running",
    of_draws.WITHDRAW.name: "closed",
}


def event_endpoint(operation: Operation, group: str = "steps", base: type[Organising] = Organising) -> type[Organising]:
    """The end point of a step of an event: it answers with how the event stands then."""
    after = answered({**EXAMPLE, "status": AFTER[operation.name]})
    return endpoint(operation, base, _act, answers=Stand, examples=[after], group=group)


def _act(asked: Organising, operation: Operation, slug: str) -> Response:
    event, actor, values = asked.begun(slug, body_of(operation.takes))
    return Response(stand(operation.do(actor, of_event(event), unversioned(values))))
