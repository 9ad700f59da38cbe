"""A match that ends by a fault: the game's own form, what it gives to each line, then the ruling with its reason."""

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.match import contents, outcomes
from tournaments.errors import RefusedError
from tournaments.frame.api.bodies import Body, Shape, field_of
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.inputs import REASON, SEEN
from tournaments.frame.policies import Door, Right
from tournaments.frame.reads.formats import regulation_of
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.tables.api import bodies
from tournaments.tables.api.answers import STATE, SheetFieldShape, SheetOutcomeShape, TableState
from tournaments.tables.api.base import GROUP, AtTable, locate_refusal
from tournaments.tables.api.bodies import ValuesField
from tournaments.tables.api.corrections import read_forfeit
from tournaments.tables.api.deals import fields_of
from tournaments.tables.api.sheet_shapes import cause_list
from tournaments.tables.writes.table_sheets import Sheet

LEFT: Json = {
    "values": {"cause": "abandon", "offender": "b", "moment": "between_deals"},
    "reason": "Se ne sono andati",
    "seen": 4,
}
DRAFT: Json = {"values": LEFT["values"]}


FORM: Json = {
    "causes": [{"cause": "abandon", "text": "Partita lasciata"}],
    "fields": [
        {
            "name": "cause",
            "kind": "choice",
            "label": "Causa",
            "needed": True,
            "depths": [],
            "choices": ["move_timeout", "match_clock", "abandon"],
        },
        {
            "name": "offender",
            "kind": "choice",
            "label": "Linea in fallo",
            "needed": True,
            "depths": [],
            "choices": ["a", "b", "both"],
        },
    ],
}
LOST: Json = {
    "over": True,
    "points": [3, 1],
    "games_won": [1, 0],
    "places": [1, 2],
    "vp": [14, 0],
    "mp": [4, -4],
    "ending": "forfeit",
}


class FaultBody(Body):
    """The fault as the game's form says it."""

    values = ValuesField(help_text="The fields of the game's form: GET …/forfeit/ says which there are.")


class SavedFaultBody(FaultBody):
    """The fault with the referee's reason."""

    reason = field_of(REASON)
    seen = field_of(SEEN)


class CauseShape(Shape):
    """A fault that the rules of the event know."""

    cause = serializers.CharField()
    text = serializers.CharField()


class FaultForm(Shape):
    """The form of a fault; no causes and no fields where the game knows none."""

    causes = CauseShape(many=True)
    fields = SheetFieldShape(many=True)  # type: ignore[assignment]


class Forfeit(AtTable):
    """The form of a fault, and the ruling."""

    door = Door(reads=Right.DIRECT, writes=Right.DIRECT)

    @describe(
        "table_forfeit_form",
        "The faults by which a line may lose here, and the fields that say them.",
        answers=FaultForm,
        group=GROUP,
        examples=[OpenApiExample("Of two lines", FORM, response_only=True)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        sheet, _actor = self.sheet(slug, number)
        fields = registry.game(sheet.event.game).forfeit_fields(sheet.event.rules)
        return Response({"causes": cause_list(sheet), "fields": fields_of(fields)})

    @describe(
        "table_forfeit",
        "End the match by a fault, with a reason.",
        takes=SavedFaultBody,
        answers=TableState,
        group=GROUP,
        examples=[OpenApiExample("A line has left", LEFT, request_only=True), STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.body()
        values = body["values"]
        return self.write(
            slug,
            number,
            self.seen_version(body),
            lambda sheet: _content(sheet, values),
            values=values,
            reason=body["reason"],
        )


class ForfeitPreview(AtTable):
    """What a fault would give; nothing is written."""

    door = Door(writes=Right.DIRECT)

    @describe(
        "table_forfeit_preview",
        "What a fault would give to each line; nothing is written.",
        takes=FaultBody,
        answers=SheetOutcomeShape,
        group=GROUP,
        examples=[
            OpenApiExample("A line has left", DRAFT, request_only=True),
            OpenApiExample("The match is lost", LOST, response_only=True),
        ],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        values = self.body()["values"]
        sheet, _actor = self.sheet(slug, number)
        try:
            found = outcomes.judge(regulation_of(sheet.event), sheet.chairs, _content(sheet, values))
            return Response(SheetOutcomeShape.of(found))
        except RefusedError as refusal:
            raise locate_refusal(refusal, "values", values) from refusal


def _content(sheet: Sheet, values: bodies.Values) -> Json:
    return contents.with_forfeit(sheet.content, read_forfeit(sheet, values))
