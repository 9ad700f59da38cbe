"""Places that fell free before their table was called: who may take them, giving them, and taking that back."""

from collections.abc import Mapping

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Body, Shape, field_of
from tournaments.api.declared import body_of
from tournaments.api.endpoint import Endpoint
from tournaments.api.schema import documented
from tournaments.api.shapes.effects import EFFECTS_EXAMPLE, StepEffectsShape, effects_shape
from tournaments.errors import MissingError
from tournaments.games.contract import Json
from tournaments.models import Ruling, Tournament
from tournaments.operations import inputs
from tournaments.policies import Door, Right
from tournaments.selectors import sheets
from tournaments.services.draw.effects import effects_of
from tournaments.services.tables import replacing
from tournaments.services.tables.replacing import Vacancy
from tournaments.services.tables.told import line_name

GROUP = "places"


class PlaceChoiceBody(Body):
    """Who takes a free place."""

    place = serializers.IntegerField(min_value=1, max_value=inputs.MOST_ID, help_text="The id of the free place")
    entry = serializers.IntegerField(min_value=1, max_value=inputs.MOST_ID, help_text="One of its candidates")


class PlaceBody(PlaceChoiceBody):
    """Who takes a free place, and why."""

    reason = field_of(inputs.REASON)


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


FILL = OpenApiExample(
    "The next in order", {"place": 4410, "entry": 828, "reason": "Ritiro prima della chiamata"}, request_only=True
)
CHOICE = OpenApiExample("The next in order", {"place": 4410, "entry": 828}, request_only=True)
WHY = OpenApiExample("With its reason", {"reason": "È arrivato"}, request_only=True)


PLACES = OpenApiExample(
    "One of each",
    {
        "free": [
            {
                "id": 4410, "table": 41, "hall_number": 9, "round": 2, "line": 1, "name": "Teppa – Solero",
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
)  # fmt: skip


class Places(Endpoint):
    """The free places, and giving one."""

    door = Door(reads=Right.DIRECT, writes=Right.DIRECT)
    group = GROUP

    @documented(
        "places_list", "The places that are free and who may take them, and those that were filled.",
        answers=PlacesShape, group=GROUP, examples=[PLACES],
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response(_places(event))

    @documented(
        "place_fill", "Give a free place to somebody who was beaten.",
        takes=PlaceBody, answers=PlacesShape, group=GROUP, examples=[FILL, PLACES],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        body = self.taken(PlaceBody)
        replacing.fill_place(
            actor=actor, tournament_id=event.pk, line_id=body["place"], entry_id=body["entry"], reason=body["reason"]
        )
        return Response(_places(event))


class PlacePreview(Endpoint):
    """What giving a free place would change; nothing is written."""

    door = Door(writes=Right.DIRECT)
    group = GROUP

    @documented(
        "place_preview", "Which tables giving a free place would change; refused as giving it is.",
        takes=PlaceChoiceBody, answers=StepEffectsShape, group=GROUP,
        examples=[CHOICE, OpenApiExample("One table", EFFECTS_EXAMPLE, response_only=True)],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        body = self.taken(PlaceChoiceBody)
        place = {"actor": actor, "tournament_id": event.pk, "line_id": body["place"], "entry_id": body["entry"]}
        return Response(
            effects_shape(effects_of(tournament_id=event.pk, step=lambda: replacing.fill_place(**place, reason="-")))
        )


class EmptyPlace(Endpoint):
    """A decision about a place is taken back."""

    door = Door(writes=Right.DIRECT)
    group = GROUP

    @documented(
        "place_empty", "Take a place back while its table has not been called.",
        takes=body_of(inputs.WHY), answers=PlacesShape, group=GROUP, examples=[WHY, PLACES],
    )  # fmt: skip
    def post(self, request: Request, slug: str, pk: int) -> Response:
        event, actor = self.event(slug)
        reason = self.taken(body_of(inputs.WHY))["reason"]
        if all(each.pk != pk for each in sheets.places_filled(event)):
            raise MissingError
        replacing.empty_place(actor=actor, tournament_id=event.pk, ruling_id=pk, reason=reason)
        return Response(_places(event))


def _places(event: Tournament) -> Mapping[str, Json]:
    return {
        "free": [_free(each) for each in replacing.vacancies(event)],
        "filled": [_filled(each) for each in sheets.places_filled(event)],
    }


def _free(vacancy: Vacancy) -> dict[str, Json]:
    table, line = vacancy.board.table, vacancy.line
    return {
        "id": line.pk,
        "table": table.number,
        "hall_number": table.hall_number,
        "round": table.round.number,
        "line": line.index,
        "name": line_name(line),
        "has_withdrawn": line.is_absent,
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


def _filled(ruling: Ruling) -> dict[str, Json]:
    return {
        "id": ruling.pk,
        "table": ruling.table.number if ruling.table else None,
        "entry": ruling.entry_id,
        "name": str(ruling.entry or ""),
        "reason": ruling.reason,
    }
