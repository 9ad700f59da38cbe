"""The end of an event: the final places are looked at, made, and taken back with a reason."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.errors import RefusedError
from tournaments.events.writes import closing
from tournaments.frame import phrases
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.organising import Organising
from tournaments.frame.api.schema import describe
from tournaments.frame.reads.entry_places import entries_by_place
from tournaments.models import Tournament


class Missing(Shape):
    """What keeps the event from being closed."""

    code = serializers.CharField()
    detail = serializers.CharField()


class PlaceShape(Shape):
    """A place and who has it."""

    place = serializers.IntegerField()
    entry = serializers.IntegerField(help_text="The id of the entry.")
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)


class ClosingShape(Shape):
    """The places as they will stand, or what is missing."""

    may_close = serializers.BooleanField()
    missing = Missing(allow_null=True)
    places = PlaceShape(many=True)


PLACES_EXAMPLE = {
    "may_close": True,
    "missing": None,
    "places": [{"place": 1, "entry": 812, "name": "Vana – Cargnino", "club": "Circolo di Traves"}],
}


def places_of(event: Tournament) -> dict[str, Any]:
    """The places of an event as they stand now."""
    try:
        places = closing.final_places(event)
    except RefusedError as refusal:
        missing = {"code": refusal.code, "detail": phrases.sentence(refusal, event.game)}
        return {"may_close": False, "missing": missing, "places": []}
    return {
        "may_close": event.status == Tournament.Status.RUNNING,
        "missing": None,
        "places": [
            {
                "place": each.place,
                "entry": each.entry.pk,
                "name": each.entry.label,
                "club": each.entry.club.name if each.entry.club else "",
            }
            for each in entries_by_place(event, places)
        ],
    }


class Closing(Organising):
    """Close an event, or read what is still missing."""

    group = "closing"

    @describe(
        "closing_read",
        "The final places as they would stand, or what is missing.",
        answers=ClosingShape,
        examples=[example_answered(PLACES_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response(places_of(event))
