"""The draw in three steps: the seal, the draft, the announcement; a draft is changed or thrown away."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition import phrases
from tournaments.draw import operations as of_draws
from tournaments.draw.api.published import DrawList, DrawStep
from tournaments.draw.reads.drawing import Drawing, draw_named, drawing
from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.api.stands import EXAMPLE, Stand, stand
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.models import Draw


class DraftPlace(Shape):
    """A position of the draft, counted from 1; nobody where the name is empty."""

    position = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)


class DraftMeeting(Shape):
    """Who meets at a table."""

    number = serializers.IntegerField()
    hall_number = serializers.IntegerField(allow_null=True, help_text="The table in the hall; null for a bye.")
    room = serializers.CharField(allow_blank=True, help_text="Its room; empty: the event has one room.")
    places = DraftPlace(many=True)
    is_bye = serializers.BooleanField()
    same_club = serializers.BooleanField()


class DraftMove(Shape):
    """Somebody who does not stand where the lots had put them, and why."""

    code = serializers.CharField()
    detail = serializers.CharField()


class Draft(DrawStep):
    """A draw to be checked before it is announced."""

    hall = serializers.CharField(allow_null=True, help_text="What the hall named; null where no hall is asked.")
    shown_at = serializers.DateTimeField(
        allow_null=True, help_text="Until then the big screen shows it place by place."
    )
    rounds = serializers.IntegerField(help_text="The rounds that the event needs from this one on.")
    meetings = DraftMeeting(many=True)
    moves = DraftMove(many=True)
    swaps = serializers.ListField(child=serializers.DictField(), help_text="Exchanges with their reasons, from 1.")


def draft(draw: Draw) -> dict[str, Any]:
    """A draw with its tables as they would be announced now."""
    found: Drawing = drawing(draw)
    return {
        **DrawStep.of(draw),
        "hall": draw.hall,
        "shown_at": draw.shown_at,
        "rounds": found.rounds,
        "meetings": [DraftMeeting.of(each) for each in found.meetings],
        "moves": [
            {"code": move.reason_code, "detail": _(phrases.PHRASES[move.reason_code]) % move.params}
            for move in found.moves
        ],
        "swaps": [{"a": swap["a"] + 1, "b": swap["b"] + 1, "reason": swap["reason"]} for swap in draw.swaps],
    }


STEP_EXAMPLE = {
    "id": 7,
    "reference": "gara-di-natale-1-1",
    "round": 1,
    "attempt": 1,
    "status": "committed",
    "format": "settebello-draw-4",
    "commitment": "b36f1b2a3a3b5a4a0f0c9f8f6a1f4b6f2f7e0d9c8b7a695847362514031f2e3d",
    "list": "0d1f8e3c5b7a9260f4e8d2c6b0a49382716f5e4d3c2b1a0998877665544332a1",
    "committed_at": "2026-12-20T20:00:00+01:00",
    "drawn_at": None,
}
DRAFT_EXAMPLE = {
    **STEP_EXAMPLE,
    "status": "draft",
    "hall": "7 di denari",
    "rounds": 1,
    "drawn_at": "2026-12-20T20:30:00+01:00",
    "shown_at": "2026-12-20T20:31:00+01:00",
    "meetings": [
        {
            "number": 1,
            "hall_number": 1,
            "room": "",
            "is_bye": False,
            "same_club": False,
            "places": [
                {"position": 1, "name": "Vana – Cargnino", "club": "Traves", "seed": 1},
                {"position": 2, "name": "Perotti – Grosso", "club": "Viù", "seed": None},
            ],
        }
    ],
    "moves": [],
    "swaps": [],
}


# What the steps answer with; the others answer with the draft as it is then.
A_DRAFT = (Draft, draft, DRAFT_EXAMPLE)
ANSWERS: dict[str, tuple[type[Shape], Callable[[Any], Any], Any]] = {
    of_draws.DISCARD.name: (DrawStep, DrawStep.of, {**STEP_EXAMPLE, "status": "discarded"}),
    of_draws.ANNOUNCE.name: (Stand, stand, {**EXAMPLE, "status": "running"}),
}


class Draws(Organising, DrawList):
    """The first step of a draw."""

    door = Door(reads=Right.SEE)


class DraftEndpoint(Organising):
    """A draw as the organiser sees it before anybody else does."""

    door = Door(reads=Right.ORGANISE)

    @describe(
        "draw_draft",
        "The tables of a draw as they would be announced now.",
        answers=Draft,
        examples=[example_answered(DRAFT_EXAMPLE)],
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
    of_draws.SEAL, lambda _event, done: DrawStep.of(done), DrawStep, STEP_EXAMPLE, "", base=Draws, status=201
)
