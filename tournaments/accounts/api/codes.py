"""The code of a line at its table, opened without a page: by the QR code of the slip, or as it is typed."""

from django.middleware.csrf import get_token
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.writes.browser_passes import keep_pass
from tournaments.errors import ForbiddenError
from tournaments.frame.api.bodies import Body, Shape
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.networks import address_of
from tournaments.frame.policies import Door, Right
from tournaments.tables.reads import records
from tournaments.tables.writes import codes

# Six digits and a line, twenty letters of a link, and the spaces that somebody types between them.
MOST_CODE = 60
SENT = {"code": "5A-7K2M9Q", "event": "gara-di-natale"}
OPENED = {
    "event": "gara-di-natale",
    "table": 5,
    "line": 0,
    "entry": 812,
    "number": 9,
    "name": "Vana – Cargnino",
    "csrf_token": "Zk3vXy0cQ8…",
}


class CodeBody(Body):
    """What stands on the slip."""

    code = serializers.CharField(max_length=MOST_CODE, help_text="As it is typed, or the end of the link of its QR.")
    event = serializers.SlugField(max_length=80, required=False, help_text="Whose code it is; without it, of any.")


class OpenedCodeShape(Shape):
    """Which line of which table this session enters for now."""

    event = serializers.SlugField()
    table = serializers.IntegerField(help_text="The number of the table in its addresses")
    line = serializers.IntegerField(help_text="0 is A, 1 is B …")
    entry = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    csrf_token = serializers.CharField(help_text="What this session's writes send as X-CSRFToken.")


class OpenCode(Endpoint):
    """A code is opened by a browser, whose session holds it from then on."""

    door = Door(writes=Right.BROWSE)
    group = "passes"
    own_transactions = True

    @describe(
        "code_open",
        "Open the code of a line in this session, and in no other; anybody who opens it last enters for the line.",
        takes=CodeBody,
        answers=OpenedCodeShape,
        examples=[
            OpenApiExample("As it is typed", SENT, request_only=True),
            OpenApiExample("It is open", OPENED, response_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        if self.visitor.limits is not None:
            raise ForbiddenError
        body = self.body()
        typed, slug = body["code"], body.get("event", "")
        codes.try_code(typed, slug, address=address_of(request._request))
        table, opened = codes.open_code(typed, slug)
        keep_pass(request._request, opened)
        entry = records.seated_lines(table)[opened.line].entry
        return Response(
            {
                "event": table.tournament.slug,
                "table": table.number,
                "line": opened.line,
                "entry": entry and entry.pk,
                "number": entry and entry.number,
                "name": entry.label if entry else "",
                "csrf_token": get_token(request._request),
            }
        )
