"""Circuits with their events, and the table of one, as JSON."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from tournaments.competition.phrases import PHRASES
from tournaments.competition.season.options import SCORINGS, season_from_json, season_to_json
from tournaments.competition.season.table import Row
from tournaments.frame.api.bodies import Shape
from tournaments.models import Circuit
from tournaments.seasons.reads import SeasonTable
from tournaments.seasons.writes import NO_TABLE


class CircuitShape(Shape):
    """A circuit."""

    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    club = serializers.IntegerField(source="club_id", allow_null=True)


class SeasonEventShape(Shape):
    """An event of a circuit."""

    slug = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    status = serializers.CharField()
    winner = serializers.CharField(allow_null=True)


class SeasonShape(CircuitShape):
    """A circuit with its events in the order of play."""

    events = SeasonEventShape(many=True)


class SeasonOptionsShape(Shape):
    """How evenings count, as it is sent to change it; ``scoring`` "none": there is no table."""

    scoring = serializers.ChoiceField(choices=[NO_TABLE, *SCORINGS])
    points = serializers.ListField(child=serializers.IntegerField())
    taking_part = serializers.IntegerField()
    best = serializers.IntegerField()
    minimum = serializers.IntegerField()
    twice = serializers.ListField(child=serializers.CharField())
    three_times = serializers.ListField(child=serializers.CharField())
    lots = serializers.BooleanField(help_text="Whether a lot decides between persons who are level in everything.")


class SeasonEveningShape(Shape):
    """What an event gives to a person; its points include its weight."""

    event = serializers.CharField()
    points = serializers.IntegerField()
    weight = serializers.IntegerField()


class WhyShape(Shape):
    """Why a person stands behind the one before."""

    code = serializers.CharField()
    text = serializers.CharField()


class SeasonRowShape(Shape):
    """A person of the table."""

    place = serializers.IntegerField(allow_null=True, help_text="null: too few evenings.")
    shared = serializers.BooleanField()
    person = serializers.IntegerField()
    name = serializers.CharField()
    evenings = serializers.IntegerField()
    points = serializers.IntegerField()
    counted = SeasonEveningShape(many=True)
    dropped = SeasonEveningShape(many=True)
    why = WhyShape()


class SeasonTableShape(Shape):
    """A page of the table of a circuit, and how it is made."""

    options = SeasonOptionsShape()
    lot = serializers.CharField(allow_blank=True, help_text="What was drawn (R-SEA-08); empty: nothing was.")
    total = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = SeasonRowShape(many=True)


CIRCUIT_EXAMPLE = {"slug": "valli-di-lanzo", "name": "Valli di Lanzo", "description": "", "club": 4}
SEASON_EXAMPLE = {
    **CIRCUIT_EXAMPLE,
    "events": [
        {
            "slug": "gara-di-natale",
            "name": "Gara di Natale",
            "starts_at": "2026-12-20T20:30:00+01:00",
            "status": "finished",
            "winner": "Vana – Cargnino",
        }
    ],
}
OPTIONS_EXAMPLE = {
    "scoring": "places",
    "points": [10, 8, 6, 5, 4, 3, 2, 1],
    "taking_part": 1,
    "best": 2,
    "minimum": 0,
    "twice": ["gara-di-natale"],
    "three_times": [],
    "lots": False,
}
SEASON_TABLE_EXAMPLE = {
    "options": OPTIONS_EXAMPLE,
    "lot": "",
    "total": 1,
    "page": 1,
    "pages": 1,
    "results": [
        {
            "place": 1,
            "shared": False,
            "person": 71,
            "name": "Rosa Teppa",
            "evenings": 3,
            "points": 28,
            "counted": [
                {"event": "gara-di-natale", "points": 20, "weight": 2},
                {"event": "gara-di-carnevale", "points": 8, "weight": 1},
            ],
            "dropped": [{"event": "gara-di-pasqua", "points": 1, "weight": 1}],
            "why": {"code": "season_leads", "text": "The most points."},
        }
    ],
}


def season_options_shape(circuit: Circuit) -> dict[str, Any]:
    """The options; of a circuit without a table the usual ones, as they would begin."""
    options = season_to_json(season_from_json(circuit.season))
    options["lots"] = bool(options.pop("lot"))
    return options if circuit.season else {**options, "scoring": NO_TABLE}


def season_row_shape(table: SeasonTable, row: Row) -> dict[str, Any]:
    """A row of the table."""
    return SeasonRowShape.of(
        row,
        name=table.people[row.person],
        why={"code": row.reason.code, "text": gettext(PHRASES[row.reason.code]) % row.reason.params},
    )
