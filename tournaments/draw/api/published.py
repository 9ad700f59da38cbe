"""Every draw of an event for everybody, and the document with which anybody draws again."""

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.draw.reads.drawing import draw_named, draw_record
from tournaments.draw.writes.draws import published_document
from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.policies import Door, Right
from tournaments.models import Draw

GROUP: Final = "records"


class DrawStep(Shape):
    """A draw and the step it is at. The seed is told once the draw is announced or thrown away."""

    id = serializers.IntegerField()
    reference = serializers.CharField()
    round = serializers.IntegerField(source="round_number")
    attempt = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Draw.Status.values)
    format = serializers.CharField(help_text="settebello-draw-4 and 2: the hall names a number; 3 and 1: it does not.")
    commitment = serializers.CharField(help_text="SHA-256 of format, reference, seed and list, published before.")
    list = serializers.CharField(
        source="list_digest",
        allow_blank=True,
        help_text="Digest of entrants and options, published before; empty of formats 1 and 2.",
    )
    committed_at = serializers.DateTimeField()
    drawn_at = serializers.DateTimeField(allow_null=True)


class DrawShape(DrawStep):
    """A draw: the commitment is told before, the seed after."""

    hall = serializers.CharField(allow_null=True, help_text="What the hall named; null before, and in an online event")
    seed = serializers.CharField(allow_null=True, help_text="null until the draw is public")
    reason = serializers.CharField(allow_blank=True, help_text="Why it was thrown away")
    announced_at = serializers.DateTimeField(allow_null=True)


DRAW_EXAMPLE: dict[str, Any] = {
    "id": 7,
    "reference": "gara-di-natale-1-1",
    "round": 1,
    "attempt": 1,
    "status": "announced",
    "commitment": "b36f1b2a3a3b5a4a0f0c9f8f6a1f4b6f2f7e0d9c8b7a695847362514031f2e3d",
    "list": "0d1f8e3c5b7a9260f4e8d2c6b0a49382716f5e4d3c2b1a0998877665544332a1",
    "format": "settebello-draw-4",
    "hall": "7 di denari",
    "seed": "6e1f2a9d",
    "reason": "",
    "committed_at": "2026-12-20T20:00:00+01:00",
    "drawn_at": "2026-12-20T20:12:00+01:00",
    "announced_at": "2026-12-20T20:30:00+01:00",
}
DRAWS = many_of(DrawShape)


class DrawList(Endpoint):
    """The draws of an event."""

    door = Door(reads=Right.SEE)
    group = GROUP

    @describe(
        "draws_list",
        "Every attempt of every draw, with what was promised before it and why one was thrown away.",
        answers=DRAWS,
        examples=[OpenApiExample("Draws", {"results": [DRAW_EXAMPLE]}, response_only=True)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        record = draw_record(event)
        results = [
            DrawShape.of(draw, seed=published_document(draw).get("seed"), reason=record.reasons.get(draw.reference, ""))
            for draw in record.draws
        ]
        return Response({"results": results})


DOCUMENT_EXAMPLE: dict[str, Any] = {
    "format": "settebello-draw-1",
    "reference": "gara-di-natale-1-1",
    "commitment": "395f5155c175c8f0ea86d0dacb15859d455a624ff35dbeb075b6263b40815bc9",
    "seed": "d42088a7e193081cbd35dad90c4b157827033bd272d2498a9f1f0c61c057a873",
    "options": {"byes": "seeds", "separate_by_group": False, "separate_rounds": 2},
    "entrants": [
        {"key": 812, "name": "Vana – Cargnino", "seed": 1, "groups": []},
        {"key": 813, "name": "Teppa – Solero", "seed": None, "groups": []},
        {"key": 815, "name": "Perotti – Grosso", "seed": None, "groups": []},
        {"key": 828, "name": "Bianco – Poma", "seed": None, "groups": []},
    ],
    "swaps": [],
    "positions": [812, 828, 813, 815],
    "status": "announced",
}


class DrawDocument(Endpoint):
    """A draw to be checked elsewhere."""

    door = Door(reads=Right.SEE)
    group = GROUP

    @describe(
        "draw_document",
        "The document of a draw: with it anybody draws again and finds the same (docs/draw.md).",
        answers=OpenApiTypes.OBJECT,
        examples=[OpenApiExample("Of four", DOCUMENT_EXAMPLE, response_only=True)],
    )
    def get(self, request: Request, slug: str, draw_id: int) -> Response:
        event, _actor = self.event(slug)
        draw = draw_named(event, draw_id)
        if draw is None:
            raise MissingError
        return Response(published_document(draw))
