"""The draw in three steps: the seal, the draft, the announcement; a draft is changed or thrown away."""

from collections.abc import Callable
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.api.core.records import DrawList
from tournaments.api.organising.base import Organising
from tournaments.api.organising.draw_shapes import DRAFT_EXAMPLE, STEP_EXAMPLE, Draft, DrawStep, draft, draw_step
from tournaments.api.organising.examples import AS_READ, answered, sent
from tournaments.api.organising.fields import ReasonBody, ReasonField, SeenBody
from tournaments.api.organising.stands import EXAMPLE, Stand, stand
from tournaments.api.schema import documented
from tournaments.competition.draw.lots import LONGEST_HALL
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.errors import MissingError
from tournaments.models import Draw, Tournament
from tournaments.policies import Door, Right
from tournaments.selectors.draws import draw_named
from tournaments.services.draw import draws

Made = TypeVar("Made")
RUNNING_EXAMPLE = {**EXAMPLE, "status": "running"}


class HallBody(SeenBody):
    """What the hall named."""

    hall = serializers.CharField(
        max_length=LONGEST_HALL,
        default="",
        allow_blank=True,
        help_text="What somebody in the hall named after the commitment; empty only for an online event.",
    )
    pace = serializers.ChoiceField(
        choices=list(draws.PACES), default=draws.PACE, help_text="How fast the big screen shows it, place by place."
    )


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


class OneDraw(Organising):
    """A step of one draw."""

    door = Door(writes=Right.ORGANISE)

    def stepped(self, slug: str, draw_id: int, body_class: type[Serializer[Any]], step: Callable[..., Made]) -> Made:
        """What the service ``step`` makes of the draw; it takes the body as it was sent."""
        event, actor, body = self.begun(slug, body_class)
        draw_in(event, draw_id)
        given = {name: value for name, value in body.items() if name != "seen"}
        return step(actor=actor, tournament_id=event.pk, draw_id=draw_id, **given)


class DrawNow(OneDraw):
    """The second step of a draw."""

    @documented(
        "draw_draw",
        "Draw: a draft that follows from the committed seed, the hall's number and the entries as they stand.",
        takes=HallBody,
        answers=Draft,
        examples=[sent({"hall": "7 di denari"}), answered(DRAFT_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        return Response(draft(self.stepped(slug, draw_id, HallBody, draws.draw_round)))


class ShowWhole(OneDraw):
    """The big screen stops showing a draft place by place."""

    @documented(
        "draw_show",
        "Show the whole draft now, where the big screen still shows it place by place.",
        takes=SeenBody,
        answers=Draft,
        examples=[AS_READ, answered(DRAFT_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        return Response(draft(self.stepped(slug, draw_id, SeenBody, draws.show_whole)))


def _swapped(*, a: int, b: int, **given: Any) -> Draw:
    """Swap by positions that count from 1."""
    return draws.swap_places(a=a - 1, b=b - 1, **given)


class Swap(OneDraw):
    """Two positions are exchanged."""

    @documented(
        "draw_swap",
        "Exchange two positions of the draft; the reason is published with the draw.",
        takes=SwapBody,
        answers=Draft,
        examples=[sent({"a": 1, "b": 5, "reason": "Marito e moglie"}), answered(DRAFT_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        return Response(draft(self.stepped(slug, draw_id, SwapBody, _swapped)))


class Discard(OneDraw):
    """A commitment or a draft is thrown away."""

    @documented(
        "draw_discard",
        "Throw a commitment or a draft away; it stays on the public record with the reason.",
        takes=ReasonBody,
        answers=DrawStep,
        examples=[sent({"reason": "Mancava una coppia"}), answered({**STEP_EXAMPLE, "status": "discarded"})],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        return Response(draw_step(self.stepped(slug, draw_id, ReasonBody, draws.discard_draw)))


class Announce(OneDraw):
    """The third step of a draw."""

    @documented(
        "draw_announce",
        "Publish the draw and its seed, and make the tables: the event runs from here.",
        takes=SeenBody,
        answers=Stand,
        examples=[AS_READ, answered(RUNNING_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, draw_id: int) -> Response:
        return Response(stand(self.stepped(slug, draw_id, SeenBody, draws.announce_draw)))


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
