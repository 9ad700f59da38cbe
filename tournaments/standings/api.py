"""Entries that are level at the end of a stage: who they are, the order that was recorded, and taking it back."""

from collections.abc import Mapping, Sequence

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.stages.chain import GIVEN
from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.operation import Operation, of_event
from tournaments.frame.policies import Door, Right
from tournaments.games.contract import Json
from tournaments.models import Tournament
from tournaments.standings import operations as of_level
from tournaments.standings.reads import level
from tournaments.tables.reads.stages import labels_of

GROUP = "standings"


class NamedEntryShape(Shape):
    """An entry by its name."""

    entry = serializers.IntegerField()
    name = serializers.CharField()


class LevelShape(Shape):
    """Entries that are level, and by what they can be parted."""

    entries = NamedEntryShape(many=True)
    by = serializers.ListField(child=serializers.ChoiceField(choices=GIVEN))


class OrderShape(Shape):
    """An order that was recorded."""

    id = serializers.IntegerField()
    by = serializers.ChoiceField(choices=GIVEN)
    round = serializers.IntegerField(help_text="The last round before it")
    entries = NamedEntryShape(many=True, help_text="The best first")


class LevelsShape(Shape):
    """Entries that are level, and the orders that were recorded."""

    level = LevelShape(many=True)
    recorded = OrderShape(many=True)


LEVELS = OpenApiExample(
    "One of each",
    {
        "level": [
            {
                "entries": [{"entry": 812, "name": "Teppa – Solero"}, {"entry": 815, "name": "Bianco – Poma"}],
                "by": ["highest_card"],
            }
        ],
        "recorded": [
            {
                "id": 57,
                "by": "highest_card",
                "round": 5,
                "entries": [{"entry": 828, "name": "Perotti – Grosso"}, {"entry": 820, "name": "Riva – Sala"}],
            }
        ],
    },
    response_only=True,
)


class Levels(Endpoint):
    """Entries that are level, and recording their order."""

    door = Door(reads=Right.DIRECT)
    group = GROUP

    @describe(
        "level_list",
        "Entries that are level at the end of a stage, and the orders that were recorded.",
        answers=LevelsShape,
        group=GROUP,
        examples=[LEVELS],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response(_levels(event))


def _record(asked: Levels, operation: Operation, slug: str) -> Response:
    event, actor = asked.event(slug)
    operation.do(actor, of_event(event), asked.body())
    return Response(_levels(event))


def _take_back(asked: Endpoint, operation: Operation, slug: str, pk: int) -> Response:
    event, actor = asked.event(slug)
    values = asked.body()
    if not level.recorded_orders(event).filter(pk=pk).exists():
        raise MissingError
    operation.do(actor, of_event(event, ruling_id=pk), values)
    return Response(_levels(event))


RECORD = endpoint(of_level.RECORD, Levels, _record, answers=LevelsShape, examples=[LEVELS], group=GROUP)
TAKE_BACK = endpoint(of_level.TAKE_BACK, Endpoint, _take_back, answers=LevelsShape, examples=[LEVELS], group=GROUP)


def _levels(event: Tournament) -> Mapping[str, Json]:
    names = labels_of(event)
    return {
        "level": [
            {"entries": _named_entries(each.keys, names), "by": list(each.by)} for each in level.open_levels(event)
        ],
        "recorded": [
            {
                "id": ruling.pk,
                "by": ruling.cause,
                "round": ruling.details["round"],
                "entries": _named_entries(ruling.details["order"], names),
            }
            for ruling in level.recorded_orders(event)
        ],
    }


def _named_entries(keys: Sequence[int], names: Mapping[int, str]) -> list[dict[str, Json]]:
    return [{"entry": key, "name": names[key]} for key in keys]
