"""Draws as the organiser sees them while they are made."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.bodies import Shape
from tournaments.competition import phrases
from tournaments.models import Draw
from tournaments.selectors.drawing import Drawing, Meeting, Move, drawing


class DrawStep(Shape):
    """A draw and the step it is at. The seed is told once the draw is announced or thrown away."""

    id = serializers.IntegerField()
    reference = serializers.CharField()
    round = serializers.IntegerField()
    attempt = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Draw.Status.values)
    commitment = serializers.CharField(help_text="SHA-256 of reference and seed, published before the draw.")


class DraftPlace(Shape):
    """A position of the draft, counted from 1; nobody where the name is empty."""

    position = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)


class DraftMeeting(Shape):
    """Who meets at a table."""

    number = serializers.IntegerField()
    places = DraftPlace(many=True)
    is_bye = serializers.BooleanField()
    same_club = serializers.BooleanField()


class DraftMove(Shape):
    """Somebody who does not stand where the lots had put them, and why."""

    code = serializers.CharField()
    detail = serializers.CharField()


class Draft(DrawStep):
    """A draw to be checked before it is announced."""

    rounds = serializers.IntegerField(help_text="The rounds that the event needs from this one on.")
    meetings = DraftMeeting(many=True)
    moves = DraftMove(many=True)
    swaps = serializers.ListField(child=serializers.DictField(), help_text="Exchanges with their reasons, from 1.")


def draw_step(draw: Draw) -> dict[str, Any]:
    """A draw without what it came to."""
    return {
        "id": draw.pk,
        "reference": draw.reference,
        "round": draw.round_number,
        "attempt": draw.attempt,
        "status": draw.status,
        "commitment": draw.commitment,
    }


def draft(draw: Draw) -> dict[str, Any]:
    """A draw with its tables as they would be announced now."""
    found: Drawing = drawing(draw)
    return {
        **draw_step(draw),
        "rounds": found.rounds,
        "meetings": [_meeting(each) for each in found.meetings],
        "moves": [_move(each) for each in found.moves],
        "swaps": [{"a": swap["a"] + 1, "b": swap["b"] + 1, "reason": swap["reason"]} for swap in draw.swaps],
    }


def _meeting(meeting: Meeting) -> dict[str, Any]:
    return {
        "number": meeting.number,
        "places": [
            {"position": place.position, "name": place.name, "club": place.club, "seed": place.seed}
            for place in meeting.places
        ],
        "is_bye": meeting.is_bye,
        "same_club": meeting.same_club,
    }


def _move(move: Move) -> dict[str, Any]:
    return {"code": move.reason_code, "detail": _(phrases.PHRASES[move.reason_code]) % move.params}


STEP_EXAMPLE = {
    "id": 7, "reference": "gara-di-natale-1-1", "round": 1, "attempt": 1, "status": "committed",
    "commitment": "b36f1b2a3a3b5a4a0f0c9f8f6a1f4b6f2f7e0d9c8b7a695847362514031f2e3d",
}  # fmt: skip
DRAFT_EXAMPLE = {
    **STEP_EXAMPLE, "status": "draft", "rounds": 1,
    "meetings": [
        {
            "number": 1, "is_bye": False, "same_club": False,
            "places": [
                {"position": 1, "name": "Vana – Cargnino", "club": "Traves", "seed": 1},
                {"position": 2, "name": "Perotti – Grosso", "club": "Viù", "seed": None},
            ],
        }
    ],
    "moves": [], "swaps": [],
}  # fmt: skip
