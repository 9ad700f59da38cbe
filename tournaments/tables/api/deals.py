"""One deal: the form that it takes, what it would give, and writing it."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.match.contents import MOST_DEALS, Spot
from tournaments.errors import RefusedError
from tournaments.frame.api.bodies import Body
from tournaments.frame.api.schema import documented
from tournaments.frame.policies import Door, Right
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.tables.api import written
from tournaments.tables.api.answers import DEAL, OUTCOME, STATE, DealFormShape, DealPreviewShape, TableState
from tournaments.tables.api.base import GROUP, AtTable, located
from tournaments.tables.api.bodies import MOST_GAMES, DealBody, SeenDealBody
from tournaments.tables.api.shapes import deal_shape, outcome_shape, tie_shape
from tournaments.tables.writes import table_sheets
from tournaments.tables.writes.table_sheets import Sheet

OF_TWO: Json = {"values": {"depth": "points", "points_a": 3, "points_b": 1}, "seen": 3}
OF_SEVERAL: Json = {
    "values": {"depth": "points", "closer": "a", "points_b": 24, "points_c": 8, "points_d": 61},
    "seen": 3,
}
COUNTED: Json = {
    "values": {
        "depth": "counts",
        "cards_a": 22,
        "cards_b": 18,
        "coins_a": 6,
        "coins_b": 4,
        "settebello": "a",
        "primiera": "b",
        "sweeps_a": 1,
        "sweeps_b": 0,
    },
    "seen": 3,
}


FORM: Json = {
    "game": 0,
    "deal": 1,
    "tiebreak": 0,
    "playing": [0, 1],
    "fields": [
        {
            "name": "depth",
            "kind": "choice",
            "label": "Che cosa dà il foglio",
            "needed": True,
            "depths": [],
            "choices": ["points", "awards", "counts"],
        },
        {
            "name": "points_a",
            "kind": "whole",
            "label": "Punti della linea A",
            "needed": True,
            "depths": ["points"],
            "least": 0,
            "most": 22,
        },
        {
            "name": "points_b",
            "kind": "whole",
            "label": "Punti della linea B",
            "needed": True,
            "depths": ["points"],
            "least": 0,
            "most": 22,
        },
    ],
    "values": {"tiebreak": "0", "lines": "2"},
}
DRAFTED: Json = {"deal": DEAL, "totals": DEAL["points"], "outcome": OUTCOME, "tie": None}


def _without_seen(body: Json) -> Json:
    return {name: value for name, value in body.items() if name != "seen"}


class SpotParameters(Body):
    """Which deal: the next one where nothing is said."""

    game = serializers.IntegerField(required=False, min_value=0, max_value=MOST_GAMES, help_text="From 0.")
    deal = serializers.IntegerField(required=False, min_value=0, max_value=MOST_DEALS, help_text="From 0.")


class DealForm(AtTable):
    """The form of a deal, and writing it."""

    door = Door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
    parameters = SpotParameters

    @documented(
        "table_deal_form",
        "The form of a deal: which fields there are, what they may hold, what is written.",
        answers=DealFormShape,
        group=GROUP,
        examples=[OpenApiExample("Of two lines", FORM, response_only=True)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        sheet, _actor = self.sheet(slug, number)
        return Response(form_of(sheet, written.spot_of(sheet, self.asked)))

    @documented(
        "table_deal_enter",
        "Write one deal: the next one, or in place of one that is written.",
        takes=SeenDealBody,
        answers=TableState,
        group=GROUP,
        examples=[
            OpenApiExample("A deal of two lines", OF_TWO, request_only=True),
            OpenApiExample("A deal that was counted", COUNTED, request_only=True),
            OpenApiExample("A deal of four players", OF_SEVERAL, request_only=True),
            STATE,
        ],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.taken(SeenDealBody)
        seen = self.seen_version(body)
        return self.write(slug, number, seen, lambda sheet: written.with_deal(sheet, body)[1], values=body["values"])


def form_of(sheet: Sheet, spot: Spot) -> dict[str, Any]:
    """The described form of a deal with what is written there."""
    game, rules, tiebreak = registry.game(sheet.event.game), sheet.event.rules, sheet.tiebreak_at(spot)
    deal, before = sheet.deal_at(spot), sheet.before(spot)
    return {
        "game": spot.game,
        "deal": spot.deal,
        "tiebreak": tiebreak,
        "playing": before.playing,
        "fields": fields_of(game.sheet_fields(rules, len(sheet.lines), tiebreak)),
        "values": dict(game.write_sheet(deal.sheet)) if deal else dict(written.filled_in(sheet, {}, tiebreak)),
    }


def fields_of(described: Any) -> list[dict[str, Json]]:
    """Described fields with their labels in the reader's language."""
    return [{**field, "label": gettext(field["label"])} for field in described]


class DealPreview(AtTable):
    """What a deal would give; nothing is written."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_deal_preview",
        "What a deal would give and how the match would stand; nothing is written.",
        takes=DealBody,
        answers=DealPreviewShape,
        group=GROUP,
        examples=[
            OpenApiExample("A deal of two lines", _without_seen(OF_TWO), request_only=True),
            OpenApiExample("A deal of four players", _without_seen(OF_SEVERAL), request_only=True),
            OpenApiExample("The first deal", DRAFTED, response_only=True),
        ],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.taken(DealBody)
        sheet, _actor = self.sheet(slug, number)
        try:
            spot, content = written.with_deal(sheet, body)
            after = table_sheets.drafted(sheet, content)
        except RefusedError as refusal:
            raise located(refusal, "values", body["values"]) from refusal
        game = after.games[spot.game]
        answer = {
            "deal": deal_shape(after, game.deals[spot.deal]),
            "totals": list(game.state.totals),
            "outcome": outcome_shape(after.outcome),
            "tie": tie_shape(after),
        }
        return Response(answer)
