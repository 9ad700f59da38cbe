"""Rounds with their clocks, as programs are shown them."""

from typing import Any

from rest_framework import serializers

from tournaments.events.reads.online import is_online
from tournaments.frame.api.bodies import Shape
from tournaments.games.contract import Json
from tournaments.models import Round, Tournament
from tournaments.timing.reads.clocks import clock_of_round, ends_at


class RoundShape(Shape):
    """A round and its clock in the server's time: it ends at ``ends_at``, or stands still."""

    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Round.Status.values)
    announced_at = serializers.DateTimeField(allow_null=True)
    online = serializers.BooleanField(help_text="Whether its tables are online tables")
    opens_at = serializers.DateTimeField(allow_null=True, help_text="The planned hour of an online round")
    minutes = serializers.IntegerField(allow_null=True)
    added_ms = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    time_called_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


def round_shape(event: Tournament, round_: Round) -> dict[str, Json]:
    """A round; nothing in it changes while the clock runs, only with the event's version."""
    return {
        "number": round_.number,
        "status": round_.status,
        "announced_at": round_.announced_at,
        "online": is_online(event, round_),
        "opens_at": round_.opens_at,
        "minutes": round_.clock_minutes or event.round_minutes,
        "added_ms": round_.clock_added_ms,
        "started_at": round_.clock_started_at,
        "paused_at": round_.clock_paused_at,
        "time_called_at": round_.time_called_at,
        "ends_at": ends_at(clock_of_round(round_, event.round_minutes)),
    }


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
