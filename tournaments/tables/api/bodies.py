"""What the calls at a table take: versions, reasons, and the values of a game's form."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.competition.match.contents import MOST_DEALS, MOST_LINES, MOST_POINTS
from tournaments.frame.api.bodies import Body, field_of
from tournaments.frame.operations.inputs import SEEN

MOST_FIELDS = 60
LONGEST_VALUE = 100
MOST_GAMES = 9
# As a number or as text that a page would post: longer ones are refused by the form.
MOST_WRITTEN = 10**9


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "maxLength": LONGEST_VALUE},
            {"type": "integer", "minimum": -MOST_WRITTEN, "maximum": MOST_WRITTEN},
            {"type": "boolean"},
        ]
    }
)
class FormValue(serializers.Field[Any, Any, Any, Any]):
    """A value of a form as a page would post it: text, a number, or a box that is ticked."""

    default_error_messages = {"invalid": _("Write text, a whole number, true or false.")}

    def to_internal_value(self, data: Any) -> str:
        if isinstance(data, bool):
            return "on" if data else ""
        if isinstance(data, int) and abs(data) <= MOST_WRITTEN:
            return str(data)
        if isinstance(data, str) and len(data) <= LONGEST_VALUE:
            return data
        raise serializers.ValidationError(self.error_messages["invalid"], code="invalid")

    def to_representation(self, value: Any) -> Any:
        return value


BESIDE = "What the game may ask beside the total, by name: a refusal names the field that it lacks."


class ValuesField(serializers.DictField):
    """The fields of the game's own form; ``deal/`` says which there are."""

    child = FormValue()
    max_length = MOST_FIELDS

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", "The fields of the game's form by name: GET …/deal/ says which there are.")
        super().__init__(**options)


class SpotBody(Body):
    """Which deal is meant: the next one, where nothing is said."""

    game = serializers.IntegerField(required=False, min_value=0, max_value=MOST_GAMES, help_text="From 0.")
    deal = serializers.IntegerField(required=False, min_value=0, max_value=MOST_DEALS, help_text="From 0.")


class DealBody(SpotBody):
    """One deal as its sheet says it."""

    values = ValuesField()
    time_called = serializers.BooleanField(
        required=False, default=False, help_text="The hall clock has run out: this was the last deal."
    )


class SeenDealBody(DealBody):
    """One deal, written on the version that was read."""

    seen = field_of(SEEN)


class SheetGameBody(Body):
    """A game (partita): its deals one by one, or the total only where the game takes it."""

    deals = serializers.ListField(child=ValuesField(), required=False, max_length=MOST_DEALS)
    total = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS), required=False, max_length=MOST_LINES
    )
    values = ValuesField(required=False, default=dict, help_text=BESIDE)
    time_called = serializers.BooleanField(required=False, default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("deals" in attrs) == ("total" in attrs):
            raise serializers.ValidationError(_("Write the deals or the total: one of the two."), code="deals_or_total")
        return attrs


class ContentBody(Body):
    """The whole match as it is written down."""

    games = SheetGameBody(many=True, max_length=MOST_GAMES)  # type: ignore[call-arg]


class SeenContentBody(ContentBody):
    """The whole match, written on the version that was read."""

    seen = field_of(SEEN)


class TotalBody(Body):
    """The points of each line at the end of a game, for a slip that bears nothing else."""

    seen = field_of(SEEN)
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS), min_length=2, max_length=MOST_LINES
    )
    values = ValuesField(required=False, default=dict, help_text=BESIDE)
    time_called = serializers.BooleanField(required=False, default=False)
    game = serializers.IntegerField(required=False, min_value=0, max_value=MOST_GAMES, help_text="From 0.")
