"""A table's sheet for programs: its state, one deal, or a match written in one go."""

from functools import partial
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.match import contents
from tournaments.competition.match.contents import MOST_DEALS, Spot
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.api.bodies import Body
from tournaments.frame.api.declared import body_of
from tournaments.frame.api.schema import describe
from tournaments.frame.operations import inputs
from tournaments.frame.policies import Door, Right
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.games.memo import deal_form
from tournaments.tables.api import bodies
from tournaments.tables.api.answers import (
    DEAL,
    OUTCOME,
    STATE,
    TABLE_EXAMPLE,
    VERSION,
    DealFormShape,
    DealPreviewShape,
    SheetOutcomeShape,
    TableState,
    WholeSheetVersionShape,
)
from tournaments.tables.api.base import GROUP, AtTable, locate_refusal
from tournaments.tables.api.bodies import MOST_GAMES, DealBody, SeenContentBody, SeenDealBody, TotalBody
from tournaments.tables.api.sheet_shapes import deal_shape, tie_shape, whole_version_shape
from tournaments.tables.writes import table_sheets
from tournaments.tables.writes.table_sheets import Sheet
from tournaments.timing.reads import has_time_been_called

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

    @describe(
        "table_deal_form",
        "The form of a deal: which fields there are, what they may hold, what is written.",
        answers=DealFormShape,
        group=GROUP,
        examples=[OpenApiExample("Of two lines", FORM, response_only=True)],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        sheet, _actor = self.sheet(slug, number)
        return Response(form_of(sheet, bodies.spot_of(sheet, self.query)))

    @describe(
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
        body = self.body()
        seen = self.seen_version(body)
        return self.write(slug, number, seen, partial(bodies.with_deal, body), values=body["values"])


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
        "values": deal_form(game, deal.sheet) if deal else dict(bodies.fill_in(sheet, {}, tiebreak)),
    }


def fields_of(described: Any) -> list[dict[str, Json]]:
    """Described fields with their labels in the reader's language."""
    return [{**field, "label": gettext(field["label"])} for field in described]


class DealPreview(AtTable):
    """What a deal would give; nothing is written."""

    door = Door(writes=Right.ENTER_SCORE)

    @describe(
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
        body = self.body()
        sheet, _actor = self.sheet(slug, number)
        try:
            after = table_sheets.with_content(sheet, bodies.with_deal(body, sheet))
        except RefusedError as refusal:
            raise locate_refusal(refusal, "values", body["values"]) from refusal
        spot = bodies.spot_of(sheet, body)
        game = after.games[spot.game]
        answer = {
            "deal": deal_shape(after, game.deals[spot.deal]),
            "totals": list(game.state.totals),
            "outcome": after.outcome and SheetOutcomeShape.of(after.outcome),
            "tie": tie_shape(after),
        }
        return Response(answer)


TWO_GAMES: Json = {"games": [{"total": [11, 6]}, {"total": [11, 9]}], "seen": 2}
MATCH_OF_SEVERAL: Json = {
    "games": [
        {
            "deals": [
                {"depth": "points", "closer": "a", "points_b": 60, "points_c": 12, "points_d": 104},
                {"depth": "points", "closer": "c", "points_a": 31, "points_b": 55},
            ]
        }
    ],
    "seen": 2,
}


class ScoreEndpoint(AtTable):
    """The whole content of a table's sheet."""

    door = Door(writes=Right.ENTER_SCORE)

    @describe(
        "table_score_enter",
        "Write the whole match: every deal of every game, or the totals of games.",
        takes=SeenContentBody,
        answers=TableState,
        group=GROUP,
        examples=[
            OpenApiExample("Two games by their totals", TWO_GAMES, request_only=True),
            OpenApiExample("A match of four players", MATCH_OF_SEVERAL, request_only=True),
            STATE,
        ],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.body()
        seen = self.seen_version(body)
        return self.write(
            slug, number, seen, lambda sheet: contents.with_forfeit(bodies.with_games(sheet, body["games"]), None)
        )


class Total(AtTable):
    """A slip with the total of a game only."""

    door = Door(writes=Right.ENTER_SCORE)

    @describe(
        "table_total_enter",
        "Write a game by its total, where the game takes totals.",
        takes=TotalBody,
        answers=TableState,
        group=GROUP,
        examples=[OpenApiExample("A total", {"points": [21, 14], "seen": 2}, request_only=True), STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.body()
        return self.write(slug, number, self.seen_version(body), lambda sheet: bodies.with_total(sheet, body))


class TimeCalled(AtTable):
    """The clock ran out and no deal is being played."""

    door = Door(writes=Right.ENTER_SCORE)

    @describe(
        "table_time_called",
        "Time has ended the match: the last deal that is written was the last.",
        takes=body_of(inputs.VERSION),
        answers=TableState,
        group=GROUP,
        examples=[OpenApiExample("As it was read", {"seen": 4}, request_only=True), STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        seen = self.seen_version(self.body())
        return self.write(
            slug,
            number,
            seen,
            # The game that is played ends by the clock; a new one where its first deal was not written.
            lambda sheet: contents.with_time_called(
                sheet.content, sheet.next_spot.game, may_be_empty=has_time_been_called(sheet.table)
            ),
        )


ONE_VERSION = OpenApiExample(
    "One deal", {**VERSION, "games": TABLE_EXAMPLE["games"], "forfeit": None}, response_only=True
)


class TableSheet(AtTable):
    """A table as anybody who works there is shown it."""

    door = Door(reads=Right.ENTER_SCORE)

    @describe(
        "table_sheet",
        "A table's whole state: its sheet, what it gave, and what may be done there now.",
        answers=TableState,
        examples=[STATE],
        group=GROUP,
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.state(slug, number))


class SheetVersion(AtTable):
    """One version of a sheet, also one that was replaced or undone."""

    door = Door(reads=Right.ENTER_SCORE)

    @describe(
        "table_sheet_version",
        "A version of a table's sheet with its deals.",
        answers=WholeSheetVersionShape,
        examples=[ONE_VERSION],
        group=GROUP,
    )
    def get(self, request: Request, slug: str, number: int, version: int) -> Response:
        sheet, actor = self.sheet(slug, number)
        found = next((each for each in sheet.versions if each.version == version), None)
        if found is None:
            raise MissingError
        games = table_sheets.readable_games(sheet, found)
        return Response(whole_version_shape(sheet, found, actor, games))
