"""The director's hand for programs: swaps, others paired anew, absences, fixed tables, who should not meet."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.phrases import PHRASES
from tournaments.draw import operations as of_draws
from tournaments.draw.reads.apart import ApartSet, apart_sets
from tournaments.draw.reads.fixed_tables import fixed_rooms, fixed_tables
from tournaments.draw.writes.hand import SeatSwap, preview_swap
from tournaments.events.api.rounds import PAIRED_EXAMPLE, RoundShape, round_shape
from tournaments.events.reads.rounds import round_in
from tournaments.frame.api.bodies import Body, Shape
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.inputs import MOST_ID
from tournaments.frame.policies import Door, Right
from tournaments.models import Tournament


class TwoBody(Body):
    """Two entries of a round."""

    one = serializers.IntegerField(min_value=1, max_value=MOST_ID)
    other = serializers.IntegerField(min_value=1, max_value=MOST_ID)


class SwappedTableShape(Shape):
    """A table with its lines before and after, by the ids of entries; hall_number is null where somebody rests."""

    number = serializers.IntegerField()
    hall_number = serializers.IntegerField(source="hall", allow_null=True)
    round = serializers.IntegerField(source="after.round")
    before = serializers.ListField(source="before.lines", child=serializers.ListField(child=serializers.IntegerField()))
    after = serializers.ListField(source="after.lines", child=serializers.ListField(child=serializers.IntegerField()))


class SwapDoubtShape(Shape):
    """Something that should not be, and the name by which it is confirmed."""

    name = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


class SeatSwapShape(Shape):
    """What a swap would change: in which rounds, at which tables, and what has to be confirmed."""

    rounds = serializers.ListField(child=serializers.IntegerField())
    tables = SwappedTableShape(many=True)
    doubts = SwapDoubtShape(many=True)


def swap_shape(swap: SeatSwap) -> dict[str, Any]:
    """What a swap would change."""
    return {
        "rounds": [each.round for each in swap.exchanges],
        "tables": [SwappedTableShape.of(each) for each in swap.tables],
        "doubts": [
            {"name": each.name, "code": each.code, "detail": _(PHRASES[each.code]) % swap.values(each)}
            for each in swap.doubts
        ],
    }


SWAP_EXAMPLE = {
    "rounds": [3],
    "tables": [
        {"number": 12, "hall_number": 2, "round": 3, "before": [[7], [12]], "after": [[7], [15]]},
        {"number": 13, "hall_number": 3, "round": 3, "before": [[15], [9]], "after": [[12], [9]]},
    ],
    "doubts": [
        {
            "name": "met_before-15-7",
            "code": "met_before",
            "detail": "Gallo – Nigra ha già incontrato Zola – Bassi, al turno 1.",
        }
    ],
}


class SwapPreview(Organising):
    """What it would change to swap two places; nothing is written."""

    door = Door(writes=Right.ORGANISE)

    @describe(
        "round_swap_preview",
        "Which tables a swap of two places would change, and what has to be confirmed; refused as the swap is.",
        takes=TwoBody,
        answers=SeatSwapShape,
        examples=[example_sent({"one": 12, "other": 15}), example_answered(SWAP_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, _actor = self.event(slug)
        round_in(event, number)
        return Response(swap_shape(preview_swap(tournament=event, number=number, **self.body())))


class FixedTableShape(Shape):
    """An entry that always plays at one table of the hall, or in one room."""

    entry = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="The number that stands on the table; or null.")
    room = serializers.CharField(allow_blank=True, help_text="The name of the room; or empty.")


class FixedTablesShape(Shape):
    """Everybody who has a fixed table or a fixed room."""

    fixed = FixedTableShape(many=True)


def fixed_shape(event: Tournament, _done: object) -> dict[str, Any]:
    """Everybody who has a fixed table or a fixed room."""
    at_tables = [{"entry": key, "table": table, "room": ""} for key, table in fixed_tables(event).items()]
    in_rooms = [{"entry": key, "table": None, "room": room} for key, room in fixed_rooms(event).items()]
    return {"fixed": [*at_tables, *in_rooms]}


class ApartSetShape(Shape):
    """Entries that should not meet, up to the round ``until``; 0 where they never should."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    until = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())


class ApartSetsShape(Shape):
    """Everybody who is kept apart."""

    sets = ApartSetShape(many=True)


def apart_shape(_event: Tournament, sets: Sequence[ApartSet]) -> dict[str, Any]:
    """Everybody who is kept apart."""
    return {"sets": [ApartSetShape.of(each) for each in sets]}


APART_EXAMPLE = {"sets": [{"number": 1, "name": "Famiglia Rossi", "until": 0, "entries": [12, 15]}]}


class ApartSets(Organising):
    """Who should not meet in an event."""

    @describe(
        "entries_apart",
        "Who should not meet, as the organiser wrote it.",
        answers=ApartSetsShape,
        group="rounds",
        examples=[example_answered(APART_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response(apart_shape(event, apart_sets(event)))


KEEP_APART = event_endpoint(of_draws.KEEP_APART, apart_shape, ApartSetsShape, APART_EXAMPLE, "rounds", base=ApartSets)
LET_MEET = event_endpoint(of_draws.LET_MEET, apart_shape, ApartSetsShape, {"sets": []}, "rounds")
FIXED_EXAMPLE = {"fixed": [{"entry": 12, "table": 4, "room": ""}]}
FIX_TABLE = event_endpoint(of_draws.FIX_TABLE, fixed_shape, FixedTablesShape, FIXED_EXAMPLE, "rounds")
UNFIX_TABLE = event_endpoint(of_draws.UNFIX_TABLE, fixed_shape, FixedTablesShape, {"fixed": []}, "rounds")
SWAP = event_endpoint(of_draws.SWAP_SEATS, round_shape, RoundShape, PAIRED_EXAMPLE, "rounds", there=round_in)
AS_SEATED = event_endpoint(of_draws.AS_SEATED, round_shape, RoundShape, PAIRED_EXAMPLE, "rounds", there=round_in)
SKIP = event_endpoint(of_draws.SKIP, round_shape, RoundShape, PAIRED_EXAMPLE, "rounds", there=round_in)
END_SKIP = event_endpoint(of_draws.END_SKIP, round_shape, RoundShape, PAIRED_EXAMPLE, "rounds", there=round_in)
PAIR_OTHERS = event_endpoint(of_draws.PAIR_OTHERS, round_shape, RoundShape, PAIRED_EXAMPLE, "rounds", there=round_in)
