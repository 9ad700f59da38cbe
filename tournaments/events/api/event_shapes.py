"""An event as programs are shown it."""

from django.conf import settings
from rest_framework import serializers

from tournaments.competition.formats.registry import kind_of
from tournaments.competition.live.options import OPENS
from tournaments.competition.rooms import rooms_of
from tournaments.frame.api.bodies import Shape
from tournaments.games.contract import Json
from tournaments.models import Tournament


class ClubName(Shape):
    """A club by its number and name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class OnlineShape(Shape):
    """How the online matches of an event are played."""

    move_seconds = serializers.IntegerField(allow_null=True, help_text="For each play; null: no limit")
    bank_minutes = serializers.IntegerField(allow_null=True, help_text="For all plays of a player; null: no limit")
    grace_minutes = serializers.IntegerField(help_text="From the opening of a table to a no-show")
    opens = serializers.ChoiceField(choices=OPENS, help_text="How the next round opens")
    robots = serializers.BooleanField(help_text="A robot plays at an empty seat")


class RoomShape(Shape):
    """A room in which tables of the event stand, with the numbers on them."""

    name = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()


class EventShape(Shape):
    """An event; its rules are told by ``rules/``."""

    slug = serializers.CharField()
    name = serializers.CharField()
    club = ClubName(allow_null=True)
    venue = serializers.CharField(allow_blank=True)
    starts_at = serializers.DateTimeField()
    description = serializers.CharField(allow_blank=True)
    prizes = serializers.CharField(allow_blank=True)
    prize_kind = serializers.ChoiceField(choices=Tournament.PrizeKind.choices, help_text="What the prizes are")
    game = serializers.CharField()
    preset = serializers.CharField()
    format = serializers.CharField()
    entry_size = serializers.IntegerField(help_text="People in an entry")
    round_minutes = serializers.IntegerField(allow_null=True)
    rooms = RoomShape(many=True, help_text="Where its tables stand; empty where they stand in one room")
    capacity = serializers.IntegerField(allow_null=True)
    public_sign_up = serializers.BooleanField()
    fee_cents = serializers.IntegerField()
    fee_kind = serializers.ChoiceField(choices=Tournament.FeeKind.choices, help_text="What the fee is for")
    mode = serializers.ChoiceField(choices=Tournament.Mode.choices, help_text="Where its matches are played")
    online = OnlineShape(allow_null=True, help_text="null: in the hall")
    status = serializers.ChoiceField(choices=Tournament.Status.choices)
    version = serializers.IntegerField(help_text="Grows with every write in the event")
    finished_at = serializers.DateTimeField(allow_null=True)


EVENT_EXAMPLE: Json = {
    "slug": "torneo-di-primavera",
    "name": "Torneo di Primavera",
    "club": {"id": 1, "name": "Circolo Quattro Valli"},
    "venue": "Salone",
    "starts_at": "2026-04-18T14:30:00+02:00",
    "description": "",
    "prizes": "",
    "prize_kind": "goods",
    "game": settings.GAMES[0],
    "preset": "tecnico",
    "format": "knockout",
    "entry_size": 2,
    "round_minutes": 60,
    "rooms": [{"name": "Salone", "first": 1, "last": 12}, {"name": "Veranda", "first": 13, "last": 20}],
    "capacity": 64,
    "public_sign_up": True,
    "fee_cents": 1000,
    "fee_kind": "entry",
    "mode": "hall",
    "online": None,
    "status": "running",
    "version": 345,
    "finished_at": None,
}


def event_shape(event: Tournament) -> dict[str, Json]:
    """An event whose club is loaded."""
    return EventShape.of(event, format=kind_of(event.format), online=event.online or None, rooms=rooms_of(event.rooms))
