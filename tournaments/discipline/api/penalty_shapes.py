"""Penalties as programs send and are shown them, with what they change; and who did not come to a table."""

import django_filters
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from tournaments.competition.discipline import KINDS, LOSS, NO_SHOW
from tournaments.competition.match.contents import MOST_LINES
from tournaments.discipline.writes.penalty_effects import PenaltyEffects
from tournaments.frame import penalty_words
from tournaments.frame.api.bodies import Body, Shape, field_of
from tournaments.frame.operations.inputs import MOST_ID, MOST_NUMBER, OFFICIAL_REASON, PUBLIC_REASON, SEEN
from tournaments.games.contract import Json
from tournaments.models import Ruling
from tournaments.tables.reads.game_course import line_name

Status = Ruling.Status


class PenaltyFilters(django_filters.FilterSet):
    """The filters of the register of penalties."""

    entry = django_filters.NumberFilter("entry_id", help_text="Of one entry", max_value=MOST_NUMBER, min_value=0)
    status = django_filters.ChoiceFilter(choices=Status.choices, help_text="Its status")
    kind = django_filters.ChoiceFilter(choices=[(kind, kind) for kind in KINDS], help_text="What it is")
    table = django_filters.NumberFilter("table__number", help_text="At a table", max_value=MOST_NUMBER, min_value=0)


class AbsenceBody(Body):
    """Who did not come to a table, or loses the match there by a ruling."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_ID), min_length=1, max_length=MOST_LINES
    )
    kind = serializers.ChoiceField(choices=[NO_SHOW, LOSS])
    reason = field_of(OFFICIAL_REASON)
    public_reason = field_of(PUBLIC_REASON)


class SeenAbsenceBody(AbsenceBody):
    """Who did not come, ruled on the version of the table that was read."""

    seen = field_of(SEEN)


class PenaltyShape(Shape):
    """A penalty with its history: applied, dismissed or cancelled."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(choices=KINDS)
    status = serializers.ChoiceField(choices=Status.values)
    text = serializers.CharField(help_text="What it is, in words")
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    name = serializers.CharField(allow_blank=True)
    value = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True, help_text="The number of the table")
    is_for_lateness = serializers.BooleanField(help_text="Proposed by the rule on lateness")
    reason = serializers.CharField(allow_blank=True)
    public_reason = serializers.CharField(allow_blank=True, help_text="What the public reads beside it")
    made_by = serializers.CharField(allow_null=True)
    made_at = serializers.DateTimeField()
    decided_by = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    cancelled_by = serializers.CharField(allow_null=True)
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancel_reason = serializers.CharField(allow_blank=True)


class PenaltyPlaceShape(Shape):
    """Where an entry stands."""

    place = serializers.IntegerField(allow_null=True, help_text="In the standings; null while it is still in")
    points = serializers.IntegerField()
    vp = serializers.IntegerField()
    mp = serializers.IntegerField()


class MovedShape(Shape):
    """Where anybody who is punished stands now, and where after it."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    before = PenaltyPlaceShape(allow_null=True)
    after = PenaltyPlaceShape()


class DecidedShape(Shape):
    """A line of the match that a penalty ends."""

    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    name = serializers.CharField()
    points = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    vp = serializers.IntegerField(allow_null=True)
    mp = serializers.IntegerField(allow_null=True)


class EffectsShape(Shape):
    """What a penalty would change."""

    moved = MovedShape(many=True)
    results = DecidedShape(many=True)


PENALTY_EXAMPLE: Json = {
    "id": 31,
    "kind": "vp",
    "status": "in_force",
    "text": "Penalità di 2 VP",
    "entry": 812,
    "name": "Vana – Cargnino",
    "value": 2,
    "table": 7,
    "is_for_lateness": False,
    "reason": "Telefono al tavolo",
    "public_reason": "",
    "made_by": "Ada Arbitra",
    "made_at": "2026-11-20T21:10:00+01:00",
    "decided_by": None,
    "decided_at": None,
    "cancelled_by": None,
    "cancelled_at": None,
    "cancel_reason": "",
}


EFFECTS = OpenApiExample(
    "The match is lost",
    {
        "moved": [
            {
                "entry": 812,
                "name": "Vana – Cargnino",
                "before": {"place": 13, "points": 34, "vp": 21, "mp": 9},
                "after": {"place": 16, "points": 34, "vp": 21, "mp": -5},
            }
        ],
        "results": [
            {"entry": 812, "name": "Vana – Cargnino", "points": 0, "place": 2, "vp": 0, "mp": -14},
            {"entry": 813, "name": "Teppa – Solero", "points": 0, "place": 1, "vp": 14, "mp": 4},
        ],
    },
    response_only=True,
)


def penalty_shape(ruling: Ruling) -> dict[str, Json]:
    """A penalty whose entry, table and people are loaded."""
    return PenaltyShape.of(
        ruling,
        text=penalty_words.title(ruling.kind, ruling.value),
        name=str(ruling.entry or ""),
        table=ruling.table.number if ruling.table else None,
        is_for_lateness=penalty_words.is_for_lateness(ruling),
    )


def effects_shape(found: PenaltyEffects) -> dict[str, Json]:
    """What penalties would change for anybody who gets them, and the match that they end."""
    return {
        "moved": [
            {
                "entry": entry,
                "name": after.name,
                "before": before and PenaltyPlaceShape.of(before),
                "after": PenaltyPlaceShape.of(after),
            }
            for entry, before, after in found.moves
        ],
        "results": [DecidedShape.of(line, name=line_name(line)) for line in found.lines],
    }
