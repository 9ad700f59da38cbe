"""The hall clock of a round, as it is and after each of its steps."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events import operations as of_events
from tournaments.events.reads.rounds import round_in
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.models import Round, Tournament
from tournaments.timing.reads import clock_of_round, ends_at, ms_of


class RoundClock(Shape):
    """The clock of a round; at zero nobody is at fault."""

    round = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    time_called_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null while it stands still.")
    minutes = serializers.IntegerField(allow_null=True)
    added_ms = serializers.IntegerField(help_text="Extra time and pauses that are over, in milliseconds.")
    left_ms = serializers.IntegerField(help_text="What is left now, in milliseconds.")


EXAMPLE = {
    "round": 1,
    "started_at": "2026-12-20T20:45:00+01:00",
    "paused_at": None,
    "time_called_at": None,
    "ends_at": "2026-12-20T21:25:00+01:00",
    "minutes": 40,
    "added_ms": 0,
    "left_ms": 2400000,
}


# What the example of the clock has otherwise after a step.
AFTER: dict[str, dict[str, Any]] = {
    of_events.PAUSE.name: {"paused_at": "2026-12-20T20:50:00+01:00", "ends_at": None},
    of_events.STOP.name: {"started_at": None, "ends_at": None},
    of_events.ADD_TIME.name: {"added_ms": 300000},
}


def round_clock(event: Tournament, round_: Round) -> dict[str, Any]:
    """The clock of a round as it is now."""
    clock = clock_of_round(round_, event.round_minutes)
    return {
        "round": round_.number,
        "started_at": round_.clock_started_at,
        "paused_at": round_.clock_paused_at,
        "time_called_at": round_.time_called_at,
        "ends_at": ends_at(clock),
        "minutes": round_.clock_minutes or event.round_minutes,
        "added_ms": round_.clock_added_ms,
        "left_ms": clock.time_left(ms_of(timezone.now())),
    }


def clock_endpoint(operation: Operation) -> type[Organising]:
    """The end point of a step of the clock: it answers with the clock as it is then."""
    after = EXAMPLE | AFTER.get(operation.name, {})
    return event_endpoint(operation, round_clock, RoundClock, after, "clocks", there=round_in)


class ClockEndpoint(Organising):
    """The clock of a round."""

    door = Door(reads=Right.SEE)

    @describe(
        "round_clock_read",
        "The hall clock of a round as it is now.",
        answers=RoundClock,
        examples=[example_answered(EXAMPLE)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        event, _actor = self.event(slug)
        return Response(round_clock(event, round_in(event, number)))
