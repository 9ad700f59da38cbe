"""The draw in three steps: the seal, the draft, the announcement; a draft is changed or thrown away."""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.draw import operations as of_draws
from tournaments.draw.api.draw_shapes import DRAFT_EXAMPLE, STEP_EXAMPLE, Draft, DrawStep, draft, draw_step
from tournaments.draw.reads.draws import draw_named
from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.examples import answered
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import documented
from tournaments.frame.api.stands import EXAMPLE, Stand, stand
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.log.api import DrawList

# What the steps answer with; the others answer with the draft as it is then.
A_DRAFT = (Draft, draft, DRAFT_EXAMPLE)
ANSWERS: dict[str, tuple[type[Shape], Callable[[Any], Any], Any]] = {
    of_draws.DISCARD.name: (DrawStep, draw_step, {**STEP_EXAMPLE, "status": "discarded"}),
    of_draws.ANNOUNCE.name: (Stand, stand, {**EXAMPLE, "status": "running"}),
}


class Draws(Organising, DrawList):
    """The first step of a draw."""

    door = Door(reads=Right.SEE)


class DraftEndpoint(Organising):
    """A draw as the organiser sees it before anybody else does."""

    door = Door(reads=Right.ORGANISE)

    @documented(
        "draw_draft",
        "The tables of a draw as they would be announced now.",
        answers=Draft,
        examples=[answered(DRAFT_EXAMPLE)],
    )
    def get(self, request: Request, slug: str, draw_id: int) -> Response:
        event, _actor = self.event(slug)
        found = draw_named(event, draw_id)
        if found is None or not found.document:
            raise MissingError
        return Response(draft(found))


def draw_endpoint(operation: Operation) -> type[Organising]:
    """The end point of a step of one draw."""
    shape, shown, after = ANSWERS.get(operation.name, A_DRAFT)
    return event_endpoint(operation, lambda _event, done: shown(done), shape, after, "draws", there=draw_named)


SEAL = event_endpoint(
    of_draws.SEAL, lambda _event, done: draw_step(done), DrawStep, STEP_EXAMPLE, "", base=Draws, status=201
)
