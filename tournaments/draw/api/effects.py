"""What a step about an entry or a free place would change for others, as a preview tells programs."""

from typing import Any

from rest_framework import serializers

from tournaments.draw.writes.effects import Effects
from tournaments.frame.api.bodies import Shape


class EntryEffectShape(Shape):
    """An entry whose status changes."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class TableEffectShape(Shape):
    """A table that changes: who sits there, without those who have left."""

    table = serializers.IntegerField(source="sitting.number")
    hall_number = serializers.IntegerField(source="sitting.hall_number", allow_null=True)
    round = serializers.IntegerField(source="sitting.round")
    before = serializers.ListField(child=serializers.CharField())
    after = serializers.ListField(child=serializers.CharField())
    status = serializers.CharField(source="sitting.status", help_text="As it will be")
    is_decided = serializers.BooleanField(help_text="It ends without being played")


class StepEffectsShape(Shape):
    """Everything that others would notice."""

    entries = EntryEffectShape(many=True)
    tables = TableEffectShape(many=True)
    breaks_seal = serializers.BooleanField(help_text="A draw that is sealed has to be discarded and sealed again")


EFFECTS_EXAMPLE: dict[str, Any] = {
    "entries": [{"id": 812, "name": "Vana – Cargnino", "before": "confirmed", "after": "withdrawn"}],
    "tables": [
        {
            "table": 3,
            "hall_number": 3,
            "round": 1,
            "before": ["Vana – Cargnino", "Perotti – Grosso"],
            "after": ["Perotti – Grosso"],
            "status": "done",
            "is_decided": True,
        },
    ],
    "breaks_seal": False,
}


def effects_shape(effects: Effects) -> dict[str, Any]:
    """The values of StepEffectsShape."""
    return {
        "entries": [EntryEffectShape.of(each) for each in effects.entries],
        "tables": [
            TableEffectShape.of(
                each,
                before=[] if each.before is None else list(each.before.people),
                after=[] if each.after is None else list(each.after.people),
            )
            for each in effects.tables
        ],
        "breaks_seal": effects.breaks_seal,
    }
