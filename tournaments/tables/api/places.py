"""Places that fell free before their table was called: who may take them, giving them, and taking that back."""

from collections.abc import Mapping

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.draw.api.effects import EFFECTS_EXAMPLE, StepEffectsShape, effects_shape
from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.operation import Operation, of_event
from tournaments.frame.policies import Door, Right
from tournaments.games.contract import Json
from tournaments.models import Tournament
from tournaments.tables.operations import of_places
from tournaments.tables.reads import records
from tournaments.tables.reads.game_course import line_name
from tournaments.tables.writes import replacing

GROUP = "places"


class CandidateShape(Shape):
    """Somebody who may take a place, in the order of the rules."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True, help_text="At the table that they were beaten at")
    points = serializers.IntegerField(allow_null=True)
    is_sibling = serializers.BooleanField(help_text="Of the other table that leads here")


class FreePlaceShape(Shape):
    """A place that fell free."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    hall_number = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    line = serializers.IntegerField()
    name = serializers.CharField(help_text="Whose it was")
    has_withdrawn = serializers.BooleanField(help_text="Else nobody came out of the table before")
    candidates = CandidateShape(many=True)


class FilledPlaceShape(Shape):
    """A place that was given and can still be taken back."""

    id = serializers.IntegerField(help_text="Of the decision")
    table = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    reason = serializers.CharField()


class PlacesShape(Shape):
    """The free places of an event, and those that were filled."""

    free = FreePlaceShape(many=True)
    filled = FilledPlaceShape(many=True)


PLACES = OpenApiExample(
    "One of each",
    {
        "free": [
            {
                "id": 4410,
                "table": 41,
                "hall_number": 9,
                "round": 2,
                "line": 1,
                "name": "Teppa – Solero",
                "has_withdrawn": True,
                "candidates": [
                    {"entry": 828, "name": "Perotti – Grosso", "place": 2, "points": 19, "is_sibling": False}
                ],
            }
        ],
        "filled": [
            {"id": 57, "table": 40, "entry": 815, "name": "Bianco – Poma", "reason": "Ritiro prima della chiamata"}
        ],
    },
    response_only=True,
)


class Places(Endpoint):
    """The free places, and giving one."""

    door = Door(reads=Right.DIRECT)
    group = GROUP

    @describe(
        "places_list",
        "The places that are free and who may take them, and those that were filled.",
        answers=PlacesShape,
        group=GROUP,
        examples=[PLACES],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response(_places(event))


def _fill(asked: Places, operation: Operation, slug: str) -> Response:
    event, actor = asked.event(slug)
    operation.do(actor, of_event(event), asked.body())
    return Response(_places(event))


def _preview(asked: Endpoint, operation: Operation, slug: str) -> Response:
    event, actor = asked.event(slug)
    return Response(effects_shape(operation.do(actor, of_event(event), asked.body())))


def _empty(asked: Endpoint, operation: Operation, slug: str, pk: int) -> Response:
    event, actor = asked.event(slug)
    values = asked.body()
    if all(each.pk != pk for each in records.places_filled(event)):
        raise MissingError
    operation.do(actor, of_event(event, ruling_id=pk), values)
    return Response(_places(event))


FILL = endpoint(of_places.FILL, Places, _fill, answers=PlacesShape, examples=[PLACES], group=GROUP)
ONE_TABLE = OpenApiExample("One table", EFFECTS_EXAMPLE, response_only=True)
PREVIEW = endpoint(of_places.PREVIEW, Endpoint, _preview, answers=StepEffectsShape, examples=[ONE_TABLE], group=GROUP)
EMPTY = endpoint(of_places.EMPTY, Endpoint, _empty, answers=PlacesShape, examples=[PLACES], group=GROUP)


def _places(event: Tournament) -> Mapping[str, Json]:
    return {
        "free": [
            {
                "id": vacancy.line.pk,
                "table": vacancy.board.table.number,
                "hall_number": vacancy.board.table.hall_number,
                "round": vacancy.board.table.round.number,
                "line": vacancy.line.index,
                "name": line_name(vacancy.line),
                "has_withdrawn": vacancy.line.is_absent,
                "candidates": [
                    {
                        "entry": each.entry.pk,
                        "name": each.entry.label,
                        "place": each.line.place,
                        "points": each.line.points,
                        "is_sibling": each.is_sibling,
                    }
                    for each in vacancy.candidates
                ],
            }
            for vacancy in replacing.vacancies(event)
        ],
        "filled": [
            {
                "id": ruling.pk,
                "table": ruling.table.number if ruling.table else None,
                "entry": ruling.entry_id,
                "name": str(ruling.entry or ""),
                "reason": ruling.reason,
            }
            for ruling in records.places_filled(event)
        ],
    }
