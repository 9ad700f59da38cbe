"""What is read of the time of one table: the clock that it goes by, and the clocks of its lines."""

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.errors import MissingError
from tournaments.frame.api.schema import describe
from tournaments.frame.policies import Actor, Door, Right
from tournaments.tables.api.answers import STATE, TABLE_EXAMPLE, TableClockShape, TableState
from tournaments.tables.api.base import GROUP, AtTable
from tournaments.tables.api.sheet_shapes import clock_shape
from tournaments.tables.writes.table_sheets import Sheet

CLOCK = OpenApiExample("A clock that runs", TABLE_EXAMPLE["clock"], response_only=True)


class TableClock(AtTable):
    """The clock that a table goes by."""

    door = Door(reads=Right.DIRECT)

    @describe("table_clock", "The clock that a table goes by.", answers=TableClockShape, group=GROUP, examples=[CLOCK])
    def get(self, request: Request, slug: str, number: int) -> Response:
        sheet, _actor = self.sheet(slug, number)
        return Response(clock_shape(sheet))


class AtLineClocks(AtTable):
    """The clocks of the lines: there where the rules let a clock cost the match."""

    def sheet(self, slug: str, number: int) -> tuple[Sheet, Actor]:
        sheet, actor = super().sheet(slug, number)
        if not sheet.time_rule.costs_the_match:
            raise MissingError
        return sheet, actor


class LineClocks(AtLineClocks):
    """The table with the clocks of its lines."""

    door = Door(reads=Right.RUN_TABLE)

    @describe(
        "table_line_clocks",
        "The table with the clocks of its lines, where a clock may cost the match.",
        answers=TableState,
        group=GROUP,
        examples=[STATE],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.state(slug, number))
