"""What the calls at a table take, and how the values of a game's form become the content of a sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import MOST_DEALS, MOST_LINES, MOST_POINTS, Spot
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.api.bodies import Body, field_of
from tournaments.frame.operations.inputs import SEEN
from tournaments.games import registry
from tournaments.games.contract import DealScore, Json
from tournaments.tables.api.base import locate_refusal
from tournaments.tables.writes.table_sheets import Sheet

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


BY_NAME = "The fields of the game's form by name: GET …/deal/ says which there are."
BESIDE = "What the game may ask beside the total, by name: a refusal names the field that it lacks."


class ValuesField(serializers.DictField):
    """The fields of the game's own form; ``deal/`` says which there are."""

    child = FormValue()
    max_length = MOST_FIELDS


class SpotBody(Body):
    """Which deal is meant: the next one, where nothing is said."""

    game = serializers.IntegerField(required=False, min_value=0, max_value=MOST_GAMES, help_text="From 0.")
    deal = serializers.IntegerField(required=False, min_value=0, max_value=MOST_DEALS, help_text="From 0.")


class DealBody(SpotBody):
    """One deal as its sheet says it."""

    values = ValuesField(help_text=BY_NAME)
    time_called = serializers.BooleanField(
        required=False, default=False, help_text="The hall clock has run out: this was the last deal."
    )


class SeenDealBody(DealBody):
    """One deal, written on the version that was read."""

    seen = field_of(SEEN)


class SheetGameBody(Body):
    """A game (partita): its deals one by one, or the total only where the game takes it."""

    deals = serializers.ListField(child=ValuesField(help_text=BY_NAME), required=False, max_length=MOST_DEALS)
    total = serializers.ListField(
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS),
        required=False,
        max_length=MOST_LINES,
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
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS),
        min_length=2,
        max_length=MOST_LINES,
    )
    values = ValuesField(required=False, default=dict, help_text=BESIDE)
    time_called = serializers.BooleanField(required=False, default=False)
    game = serializers.IntegerField(required=False, min_value=0, max_value=MOST_GAMES, help_text="From 0.")


Values = Mapping[str, str]


def spot_of(sheet: Sheet, body: Mapping[str, Any]) -> Spot:
    """The deal that is meant; the next one where nothing is said."""
    spot = sheet.next_spot
    game = body.get("game", spot.game)
    if "deal" in body:
        return Spot(game, body["deal"])
    if game == spot.game:
        return spot
    return Spot(game, len(sheet.games[game].deals) if game < len(sheet.games) else 0)


def fill_in(sheet: Sheet, values: Values, tiebreak: int) -> Values:
    """The form with what its page knows: which tie-break it is, how many lines sit there, and people make a line."""
    known = {"tiebreak": str(tiebreak), "lines": str(len(sheet.lines))}
    return {**known, **values, "size": str(sheet.event.entry_size)}


def with_deal(body: Mapping[str, Any], sheet: Sheet) -> Json:
    """The content with one deal more, or with one changed."""
    spot = spot_of(sheet, body)
    form = fill_in(sheet, body["values"], sheet.tiebreak_at(spot))
    read = registry.game(sheet.event.game).read_sheet(sheet.event.rules, form)
    return contents.with_deal(sheet.content, spot, read, time_called=body["time_called"])


def with_total(sheet: Sheet, body: Mapping[str, Any]) -> Json:
    """The content with a game of which only the total is known."""
    called, number = body["time_called"], body.get("game", sheet.total_game)
    sheets = _of_total(sheet, number, body["points"], body["values"], called=called)
    return contents.with_total(sheet.content, number, sheets, time_called=called)


def _of_total(sheet: Sheet, number: int, points: Sequence[int], values: Values, *, called: bool) -> list[Json]:
    game = registry.game(sheet.event.game)
    if not game.takes_totals:
        raise MissingError
    if len(points) != len(sheet.lines):
        raise RefusedError("total_unfinished", field="points", points=" – ".join(map(str, points)))
    contents.require_total(sheet.content)
    setting = outcomes.circumstances_of(sheet.chairs, number, time_called=called)
    return contents.sheets_of_total(game, sheet.event.rules, points, setting, values)


def with_games(sheet: Sheet, games: Sequence[Mapping[str, Any]]) -> Json:
    """The content with these games in place of what is written; who was ruled out stays so."""
    found = []
    for number, game in enumerate(games):
        called = game["time_called"]
        if "total" in game:
            deals = _of_total(sheet, number, game["total"], game["values"], called=called)
            found.append({"deals": deals, "time_called": called, "total_only": True})
        else:
            found.append({"deals": _deals(sheet, number, game["deals"], called=called), "time_called": called})
    return {**sheet.content, "games": found}


def _deals(sheet: Sheet, number: int, deals: Sequence[Values], *, called: bool) -> list[Json]:
    """The deals of a game read one after the other, for what a deal breaks is known by those before it."""
    game, rules = registry.game(sheet.event.game), sheet.event.rules
    read: list[Json] = []
    scores: list[DealScore] = []
    for index, values in enumerate(deals):
        # A tie-break that time has made comes only once the first of them is written.
        begun = any(deal.tiebreak for deal in scores)
        setting = outcomes.circumstances_of(sheet.chairs, number, time_called=called and begun)
        try:
            tiebreak = game.match(rules, scores, setting).tiebreak_due
        except RefusedError:
            tiebreak = 0
        try:
            read.append(game.read_sheet(rules, fill_in(sheet, values, tiebreak)))
            scores.append(game.score_sheet(rules, read[-1]))
        except RefusedError as refusal:
            raise locate_refusal(refusal, f"games.{number}.deals.{index}", values) from refusal
    return read
