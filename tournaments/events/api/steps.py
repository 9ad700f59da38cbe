"""The end points of the steps of an event, made from their declarations."""

from tournaments.draw import operations as of_draws
from tournaments.events import operations as of_events
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.stands import EXAMPLE, Stand, stand
from tournaments.frame.operations.operation import Operation

AFTER = {
    of_events.OPEN_ENTRIES.name: "open",
    of_events.CLOSE_ENTRIES.name: "closed",
    of_events.HIDE.name: "draft",
    of_events.FINISH.name: "finished",
    of_events.REOPEN.name: "running",
    of_draws.WITHDRAW.name: "closed",
    of_events.UNPAIR.name: "running",
}


def step_endpoint(operation: Operation, group: str = "steps", base: type[Organising] = Organising) -> type[Organising]:
    """The end point of a step of an event: it answers with how the event stands then."""
    after = {**EXAMPLE, "status": AFTER[operation.name]}
    return event_endpoint(operation, lambda _event, done: stand(done), Stand, after, group, base=base)
