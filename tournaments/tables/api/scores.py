"""A match written in one go: its whole content, its total, or the word that time has ended it."""

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competition.match import contents
from tournaments.frame.api.declared import body_of
from tournaments.frame.api.schema import documented
from tournaments.frame.operations import inputs
from tournaments.frame.policies import Door, Right
from tournaments.games.contract import Json
from tournaments.tables.api import written
from tournaments.tables.api.answers import STATE, TableState
from tournaments.tables.api.base import GROUP, AtTable
from tournaments.tables.api.bodies import SeenContentBody, TotalBody
from tournaments.tables.writes.table_sheets import Sheet
from tournaments.timing.reads.clocks import has_time_been_called

TWO_GAMES: Json = {"games": [{"total": [11, 6]}, {"total": [11, 9]}], "seen": 2}
OF_SEVERAL: Json = {
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


class Score(AtTable):
    """The whole content of a table's sheet."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_score_enter",
        "Write the whole match: every deal of every game, or the totals of games.",
        takes=SeenContentBody,
        answers=TableState,
        group=GROUP,
        examples=[
            OpenApiExample("Two games by their totals", TWO_GAMES, request_only=True),
            OpenApiExample("A match of four players", OF_SEVERAL, request_only=True),
            STATE,
        ],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.taken(SeenContentBody)
        seen = self.seen_version(body)
        return self.write(
            slug, number, seen, lambda sheet: contents.with_forfeit(written.with_games(sheet, body["games"]), None)
        )


class Total(AtTable):
    """A slip with the total of a game only."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_total_enter",
        "Write a game by its total, where the game takes totals.",
        takes=TotalBody,
        answers=TableState,
        group=GROUP,
        examples=[OpenApiExample("A total", {"points": [21, 14], "seen": 2}, request_only=True), STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.taken(TotalBody)
        return self.write(slug, number, self.seen_version(body), lambda sheet: written.with_total(sheet, body))


class TimeCalled(AtTable):
    """The clock ran out and no deal is being played."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_time_called",
        "Time has ended the match: the last deal that is written was the last.",
        takes=body_of(inputs.VERSION),
        answers=TableState,
        group=GROUP,
        examples=[OpenApiExample("As it was read", {"seen": 4}, request_only=True), STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.write(slug, number, self.seen_version(self.taken(body_of(inputs.VERSION))), _ended)


def _ended(sheet: Sheet) -> Json:
    """The content with the game that is played ended by the clock; with a new one where its first deal was not."""
    called = has_time_been_called(sheet.table)
    return contents.with_time_called(sheet.content, sheet.next_spot.game, may_be_empty=called)
