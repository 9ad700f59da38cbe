"""What a code of a problem means."""

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.errors import MissingError
from tournaments.frame.api import problem_codes
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.policies import Door, Right

GROUP = "problems"
EXAMPLE = {"code": "entries_closed", "detail": "Entries are closed."}


class CodeShape(Shape):
    """A code, and its sentence in the language of the reader; %(name)s are places of values."""

    code = serializers.CharField()
    detail = serializers.CharField()


CODES = many_of(CodeShape)


class CodeList(Endpoint):
    """Every code that a problem can have."""

    door = Door(reads=Right.BROWSE)
    group = GROUP

    @describe(
        "problems_list",
        "Every code that a problem can have, with its sentence.",
        answers=CODES,
        examples=[OpenApiExample("Codes", {"results": [EXAMPLE]}, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        return Response(
            {"results": [{"code": code, "detail": said} for code, said in problem_codes.problem_sentences()]}
        )


class Code(Endpoint):
    """One code: the address that a problem names as its type."""

    door = Door(reads=Right.BROWSE)
    group = GROUP

    @describe(
        "problem_read",
        "What a code means.",
        answers=CodeShape,
        examples=[OpenApiExample("A code", EXAMPLE, response_only=True)],
    )
    def get(self, request: Request, code: str) -> Response:
        said = dict(problem_codes.problem_sentences()).get(code)
        if said is None:
            raise MissingError
        return Response({"code": code, "detail": said})
