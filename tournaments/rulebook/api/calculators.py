"""Calculators: what an evening holds, VP and MP of a result, a deal by a game's own rules."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.headcount import Unplayable, evening, evenings
from tournaments.competition.match.contents import MOST_POINTS
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.draw.forms import MOST_ASKED
from tournaments.errors import RefusedError
from tournaments.frame.api.bodies import Body, Shape
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Door, Right
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.rulebook.scales import points_by_scale, published_scales
from tournaments.tables.api.bodies import BY_NAME, ValuesField
from tournaments.tables.api.table_shapes import DealShape, deal_shape

GROUP = "calculators"
LINES = ("A", "B")


class EveningQuery(Body):
    """How many come."""

    n = serializers.IntegerField(min_value=2, max_value=MOST_ASKED, help_text="Entries, or players of tables")


class ProspectShape(Shape):
    """One way to play the evening, or why it cannot be."""

    kind = serializers.CharField()
    policy = serializers.CharField(allow_blank=True)
    max_table = serializers.IntegerField(allow_null=True)
    playable = serializers.BooleanField()
    why_not = serializers.CharField(allow_blank=True)
    rounds = serializers.IntegerField(allow_null=True)
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="In play in each round")
    sizes = serializers.DictField(child=serializers.IntegerField(), help_text="Tables of the first round by size")
    byes = serializers.IntegerField(allow_null=True)
    matches = serializers.IntegerField(allow_null=True)


KNOCKOUT_EXAMPLE: dict[str, Any] = {
    "kind": "knockout",
    "policy": "",
    "max_table": None,
    "playable": True,
    "why_not": "",
    "rounds": 6,
    "tables": [32, 16, 8, 4, 2, 1],
    "sizes": {"2": 32},
    "byes": 0,
    "matches": 63,
}
EVENINGS = many_of(ProspectShape)


class EveningCalculator(Endpoint):
    """The ways to play an evening with a number of entries."""

    door = Door(reads=Right.BROWSE)
    parameters = EveningQuery
    group = GROUP

    @describe(
        "calculator_evening",
        "The evenings that a number of entries allows: a knockout, and every way to play tables.",
        answers=EVENINGS,
        examples=[OpenApiExample("Evenings", {"results": [KNOCKOUT_EXAMPLE]}, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        n = self.query["n"]
        knockout = evening(n, KnockoutOptions())
        results: list[dict[str, Json]] = [
            {
                "kind": "knockout",
                "policy": "",
                "max_table": None,
                "playable": True,
                "why_not": "",
                "rounds": knockout.rounds,
                "tables": list(knockout.tables),
                "sizes": {"2": knockout.tables[0]} if knockout.tables else {},
                "byes": knockout.byes,
                "matches": knockout.matches,
            }
        ]
        for found in evenings(n):
            about = {"kind": "tables", "policy": found.options.policy, "max_table": found.options.max_table}
            if isinstance(found, Unplayable):
                why = sentence(RefusedError(found.code, field="", **found.params))
                nothing: dict[str, Json] = {"rounds": None, "tables": [], "sizes": {}, "byes": None, "matches": None}
                results.append({**about, "playable": False, "why_not": why, **nothing})
                continue
            told = {
                "rounds": found.rounds,
                "tables": list(found.tables),
                "sizes": {str(size): count for size, count in found.sizes.items()},
                "byes": found.byes,
                "matches": found.matches,
            }
            results.append({**about, "playable": True, "why_not": "", **told})
        return Response({"results": results})


class VpQuery(Body):
    """A scale, the points of both lines, and the line at fault, if one is."""

    scale = serializers.ChoiceField(
        choices=list(published_scales()), help_text="A published scale, or a table that a game has itself"
    )
    a = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="Points of line A")
    b = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="Points of line B")
    fault = serializers.ChoiceField(
        choices=LINES, required=False, help_text="The line at fault, in a deal that has just begun"
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Add the scale itself (``by``), which has both points."""
        by = published_scales()[asked["scale"]]
        try:
            by.require_possible(asked["a"], "a")
            by.require_possible(asked["b"], "b")
        except RefusedError as refusal:
            raise serializers.ValidationError({refusal.field: sentence(refusal)}, code=refusal.code) from refusal
        return {**asked, "by": by}


class VpShape(Shape):
    """What a line gets."""

    line = serializers.ChoiceField(choices=LINES)
    points = serializers.IntegerField(help_text="After the assignment, where a line is at fault")
    vp = serializers.IntegerField()
    mp = serializers.IntegerField()


VPS = many_of(VpShape)
VP_EXAMPLE = {"results": [{"line": "A", "points": 9, "vp": 16, "mp": 6}, {"line": "B", "points": 3, "vp": 4, "mp": -6}]}


class VpCalculator(Endpoint):
    """VP and MP of a result."""

    door = Door(reads=Right.BROWSE)
    parameters = VpQuery
    group = GROUP

    @describe(
        "calculator_vp",
        "VP and MP of both lines from their points, with or without a fault.",
        answers=VPS,
        examples=[OpenApiExample("Both lines", VP_EXAMPLE, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        asked = self.query
        fault = asked.get("fault")
        loser = LINES.index(fault) if fault else None
        found = points_by_scale(asked["by"], (asked["a"], asked["b"]), loser)
        lines = zip(LINES, found.points, found.results, strict=True)
        return Response(
            {"results": [{"line": line, "points": points, "vp": one.vp, "mp": one.mp} for line, points, one in lines]}
        )


class CountedDeal(Body):
    """A deal as it is written on the sheet of a table."""

    game = serializers.CharField(max_length=40)
    preset = serializers.CharField(max_length=60)
    values = ValuesField(help_text=BY_NAME)


COUNTS = {
    "depth": "counts",
    "cards_a": "22",
    "cards_b": "18",
    "coins_a": "6",
    "coins_b": "4",
    "settebello": "a",
    "primiera": "b",
    "sweeps_a": "1",
    "sweeps_b": "0",
}
DEAL_EXAMPLE: dict[str, Any] = {
    "tiebreak": 0,
    "points": [4, 1],
    "totals": [4, 1],
    "awards": [
        {"code": "cards", "text": "Carte", "points": [1, 0], "values": [22, 18]},
        {"code": "coins", "text": "Denari", "points": [1, 0], "values": [6, 4]},
        {"code": "settebello", "text": "Settebello", "points": [1, 0], "values": None},
        {"code": "primiera", "text": "Primiera", "points": [0, 1], "values": None},
        {"code": "sweeps", "text": "Scope", "points": [1, 0], "values": [1, 0]},
    ],
    "left": {},
}


class DealCalculator(Endpoint):
    """A deal by a game's rules; it writes nothing."""

    door = Door(writes=Right.BROWSE)
    group = GROUP
    own_transactions = True

    @describe(
        "calculator_deal",
        "The points of a deal from its counts, each with its reason.",
        takes=CountedDeal,
        answers=DealShape,
        examples=[
            OpenApiExample(
                "A deal that was counted",
                {"game": settings.GAMES[0], "preset": "valliadi_2022", "values": COUNTS},
                request_only=True,
            ),
            OpenApiExample("Its points", DEAL_EXAMPLE, response_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        body = self.body()
        known = registry.keys()
        if body["game"] not in known:
            raise RefusedError("unknown_game", field="game", value=body["game"])
        game = registry.game(body["game"])
        if body["preset"] not in game.presets:
            raise RefusedError("unknown_preset", field="preset", value=body["preset"])
        self.game, rules = game.key, game.presets[body["preset"]]
        return Response(deal_shape(game.key, game.score_sheet(rules, game.read_sheet(rules, body["values"]))))
