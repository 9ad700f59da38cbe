"""Rounds for programs: tables are called, a call is taken back, slips carry the codes."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.match.contents import LETTERS
from tournaments.competition.rooms import room_at
from tournaments.events import operations as of_events
from tournaments.events.reads.online import is_online
from tournaments.events.reads.rounds import round_in
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.operation import Operation, at_table, of_event
from tournaments.frame.policies import Door, Right
from tournaments.games.contract import Json
from tournaments.hall.reads import HallTable, is_there, printable
from tournaments.models import Round, Table, Tournament
from tournaments.tables.api.table_shapes import BEST_OF, GROUP, ROOM
from tournaments.tables.operations import at_tables
from tournaments.tables.writes import codes
from tournaments.timing.reads import clock_of_round, ends_at


class RoundShape(Shape):
    """A round and its clock in the server's time: it ends at ``ends_at``, or stands still."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Round.Status.values)
    announced_at = serializers.DateTimeField(allow_null=True)
    online = serializers.BooleanField(help_text="Whether its tables are online tables")
    opens_at = serializers.DateTimeField(allow_null=True, help_text="The planned hour of an online round")
    minutes = serializers.IntegerField(allow_null=True)
    added_ms = serializers.IntegerField(source="clock_added_ms")
    started_at = serializers.DateTimeField(source="clock_started_at", allow_null=True)
    paused_at = serializers.DateTimeField(source="clock_paused_at", allow_null=True)
    time_called_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


def round_shape(event: Tournament, round_: Round) -> dict[str, Json]:
    """A round; nothing in it changes while the clock runs, only with the event's version."""
    return RoundShape.of(
        round_,
        online=is_online(event, round_),
        minutes=round_.clock_minutes or event.round_minutes,
        ends_at=ends_at(clock_of_round(round_, event.round_minutes)),
    )


ROUND_EXAMPLE: dict[str, Any] = {
    "number": 1,
    "status": "announced",
    "announced_at": "2026-12-20T20:40:00+01:00",
    "online": False,
    "opens_at": None,
    "minutes": 40,
    "added_ms": 0,
    "started_at": "2026-12-20T20:45:00+01:00",
    "paused_at": None,
    "time_called_at": None,
    "ends_at": "2026-12-20T21:25:00+01:00",
}


class TableStand(Shape):
    """How a table stands."""

    number = serializers.IntegerField()
    hall_number = serializers.IntegerField(allow_null=True)
    status = serializers.ChoiceField(choices=Table.Status.values)
    version = serializers.IntegerField()


class Called(Shape):
    """The tables of a round that were called just now."""

    round = serializers.IntegerField()
    tables = TableStand(many=True)


class SlipLine(Shape):
    """One line's half of a slip."""

    line = serializers.CharField(help_text="A, B …")
    name = serializers.CharField()
    code = serializers.CharField(help_text="It opens this line's form, as it is typed.")
    url = serializers.URLField(help_text="What the QR code of the slip says.")


class RenewedShape(Shape):
    """How many tables have new codes."""

    tables = serializers.IntegerField()


class Slip(Shape):
    """The slip of a table."""

    number = serializers.IntegerField()
    hall_number = serializers.IntegerField(allow_null=True)
    room = serializers.CharField(allow_blank=True, help_text=ROOM)
    section = serializers.ChoiceField(choices=Table.Section.values)
    group = serializers.IntegerField(help_text=GROUP)
    best_of = serializers.IntegerField(help_text=BEST_OF)
    lines = SlipLine(many=True)


class NewSlip(Slip):
    """A slip with codes that are shown this once."""

    lines = SlipLine(many=True, allow_null=True, help_text="null when the call is answered again")


class Slips(Shape):
    """The slips of a round."""

    round = serializers.IntegerField()
    tables = Slip(many=True)


TABLE_EXAMPLE = {"number": 5, "hall_number": 5, "status": "called", "version": 2}
SLIP_EXAMPLE = {
    "number": 5,
    "hall_number": 5,
    "room": "",
    "section": "main",
    "group": 0,
    "best_of": 1,
    "lines": [
        {
            "line": "A",
            "name": "Vana – Cargnino",
            "code": "5A-7K2M9Q",
            "url": "https://example.org/c/gara-di-natale/5A-7K2M9Q0123456789ABCD/",
        }
    ],
}


PLANNED_EXAMPLE = {
    **ROUND_EXAMPLE,
    "status": "planned",
    "announced_at": None,
    "online": True,
    "opens_at": "2026-12-20T21:30:00+01:00",
    "started_at": None,
    "ends_at": None,
}


def table_stand(table: Table) -> dict[str, Any]:
    """A table by its numbers, status and version."""
    return {
        "number": table.number,
        "hall_number": table.hall_number,
        "status": table.status,
        "version": table.version,
    }


def slip(event: Tournament, each: HallTable) -> dict[str, Any]:
    """The slip of a table: a code for each line at which somebody sits."""
    table = each.table
    return {
        "number": table.number,
        "hall_number": table.hall_number,
        "room": room_at(event.rooms, table.hall_number),
        "section": table.section,
        "group": table.group,
        "best_of": table.best_of,
        "lines": [
            {
                "line": LETTERS[line.index],
                "name": str(line.entry),
                "code": codes.code_of(table, line.index),
                "url": settings.SITE_URL
                + reverse("open_code", args=[event.slug, codes.link_code_of(table, line.index)]),
            }
            for line in each.lines
            if is_there(line)
        ],
    }


class SlipsEndpoint(Organising):
    """The slips of a round with their codes."""

    door = Door(reads=Right.ORGANISE)

    @describe(
        "round_slips",
        "The slips of the tables that are still to be played, with the code of every line.",
        answers=Slips,
        examples=[example_answered({"round": 1, "tables": [SLIP_EXAMPLE]})],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        event, _actor = self.event(slug)
        round_in(event, number)
        _round, tables = printable(event, number)
        return Response({"round": number, "tables": [slip(event, each) for each in tables]})


class NewCodes(Organising):
    """The codes of a table become worthless, and it has new ones."""

    withheld = ("lines",)


def _call(asked: Organising, operation: Operation, slug: str, number: int) -> Response:
    table, actor, _body = asked.begin_table_write(slug, number)
    return Response(table_stand(operation.do(actor, at_table(table), {})))


def _renew(asked: Organising, operation: Operation, slug: str, number: int) -> Response:
    table, actor, _body = asked.begin_table_write(slug, number)
    renewed = operation.do(actor, at_table(table), {})
    return Response(slip(table.tournament, HallTable(renewed, list(table.lines.all()), is_late=False)))


def _announce(asked: Organising, operation: Operation, slug: str, number: int) -> Response:
    event, actor, _body = asked.begin_write(slug)
    round_in(event, number)
    called = operation.do(actor, of_event(event, number=number), {})
    return Response({"round": number, "tables": [table_stand(table) for table in called]})


PLAN = event_endpoint(of_events.PLAN, round_shape, RoundShape, PLANNED_EXAMPLE, "rounds", there=round_in)
CALLED_EXAMPLE = example_answered({"round": 1, "tables": [TABLE_EXAMPLE]})
PAIRED_EXAMPLE = {**ROUND_EXAMPLE, "number": 2, "status": "planned", "announced_at": None, "started_at": None}
PAIR = event_endpoint(
    of_events.PAIR, round_shape, RoundShape, {**PAIRED_EXAMPLE, "ends_at": None}, "rounds", status=201
)
ANNOUNCE = endpoint(
    of_events.ANNOUNCE, Organising, _announce, answers=Called, examples=[CALLED_EXAMPLE], group="rounds"
)
CALL = endpoint(
    at_tables.CALL, Organising, _call, answers=TableStand, examples=[example_answered(TABLE_EXAMPLE)], group="rounds"
)
PLANNED_AGAIN = example_answered({**TABLE_EXAMPLE, "status": "planned", "version": 3})
TAKE_CALL_BACK = endpoint(
    at_tables.TAKE_CALL_BACK, Organising, _call, answers=TableStand, examples=[PLANNED_AGAIN], group="rounds"
)
RENEW_ALL_CODES = event_endpoint(
    of_events.RENEW_CODES, lambda _event, tables: {"tables": tables}, RenewedShape, {"tables": 32}, "passes"
)
RENEW_CODES = endpoint(
    at_tables.RENEW_CODES, NewCodes, _renew, answers=NewSlip, examples=[example_answered(SLIP_EXAMPLE)], group="rounds"
)
