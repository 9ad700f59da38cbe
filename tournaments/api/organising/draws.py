"""The draw in three steps: the commitment, the draft, the announcement; a draft is changed or thrown away."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.records import DrawList
from tournaments.api.organising.base import Organising
from tournaments.api.organising.draw_shapes import DRAFT_EXAMPLE, STEP_EXAMPLE, Draft, DrawStep, draft, draw_step
from tournaments.api.organising.examples import AS_READ, answered, sent
from tournaments.api.organising.fields import ReasonBody, ReasonField, SeenBody
from tournaments.api.organising.stands import EXAMPLE, Stand, stand
from tournaments.api.schema import documented
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.errors import MissingError
from tournaments.models import Draw, Tournament
from tournaments.policies import Door, Right
from tournaments.selectors.draws import draw_named
from tournaments.services import draws

RUNNING_EXAMPLE = {**EXAMPLE, "status": "running"}


class SwapBody(SeenBody):
    """Two positions of the draft, counted from 1."""

    a = serializers.IntegerField(min_value=1, max_value=MOST_ENTRANTS)
    b = serializers.IntegerField(min_value=1, max_value=MOST_ENTRANTS)
    reason = ReasonField(help_text="It is published with the draw.")


def draw_in(event: Tournament, draw_id: int) -> Draw:
    """A draw of the event."""
    found = draw_named(event, draw_id)
    if found is None:
        raise MissingError
    return found


class Draws(Organising, DrawList):
    """The first step of a draw."""

    door = Door(reads=Right.SEE, writes=Right.ORGANISE)

    @documented(
        "draw_commit",
        "Choose the secret seed of the next draw and publish its commitment.",
        takes=SeenBody,
        answers=DrawStep,
        status=201,
        examples=[AS_READ, answered(STEP_EXAMPLE, status=201)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor, _body = self.begun(slug)
        return Response(draw_step(draws.prepare_draw(actor=actor, tournament_id=event.pk)), status=201)


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
        found = draw_in(event, draw_id)
        if not found.document:
            raise MissingError
        return Response(draft(found))


class DrawNow(Organising):
    """The second step of a draw."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "draw_draw",
        "Draw: a draft that follows from the committed seed and the entries as they stand.",
        takes=SeenBody,
        answers=Draft,
        examples=[AS_READ, answered(DRAFT_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        event, actor, _body = self.begun(slug)
        draw_in(event, draw_id)
        return Response(draft(draws.draw_round(actor=actor, tournament_id=event.pk, draw_id=draw_id)))


class Swap(Organising):
    """Two positions are exchanged."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "draw_swap",
        "Exchange two positions of the draft; the reason is published with the draw.",
        takes=SwapBody,
        answers=Draft,
        examples=[sent({"a": 1, "b": 5, "reason": "Marito e moglie"}), answered(DRAFT_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        event, actor, body = self.begun(slug, SwapBody)
        draw_in(event, draw_id)
        swapped = draws.swap_places(
            actor=actor, tournament_id=event.pk, draw_id=draw_id,
            a=body["a"] - 1, b=body["b"] - 1, reason=body["reason"],
        )  # fmt: skip
        return Response(draft(swapped))


class Discard(Organising):
    """A commitment or a draft is thrown away."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "draw_discard",
        "Throw a commitment or a draft away; it stays on the public record with the reason.",
        takes=ReasonBody,
        answers=DrawStep,
        examples=[sent({"reason": "Mancava una coppia"}), answered({**STEP_EXAMPLE, "status": "discarded"})],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        event, actor, body = self.begun(slug, ReasonBody)
        draw_in(event, draw_id)
        gone = draws.discard_draw(actor=actor, tournament_id=event.pk, draw_id=draw_id, reason=body["reason"])
        return Response(draw_step(gone))


class Announce(Organising):
    """The third step of a draw."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "draw_announce",
        "Publish the draw and its seed, and make the tables: the event runs from here.",
        takes=SeenBody,
        answers=Stand,
        examples=[AS_READ, answered(RUNNING_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        event, actor, _body = self.begun(slug)
        draw_in(event, draw_id)
        return Response(stand(draws.announce_draw(actor=actor, tournament_id=event.pk, draw_id=draw_id)))


class TakeBack(Organising):
    """The last announced draw is taken back."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "draw_withdraw",
        "Take the last announced draw back while none of its tables has been called.",
        takes=ReasonBody,
        answers=Stand,
        examples=[sent({"reason": "Una coppia era iscritta due volte"}), answered({**EXAMPLE, "status": "closed"})],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begun(slug, ReasonBody)
        return Response(stand(draws.withdraw_draw(actor=actor, tournament_id=event.pk, reason=body["reason"])))
