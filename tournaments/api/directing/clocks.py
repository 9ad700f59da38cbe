"""The time of one table: a clock of its own, extra time, and the clocks of its lines."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.directing.answers import STATE, TABLE_EXAMPLE, TableClockShape, TableState
from tournaments.api.directing.base import GROUP, AtTable
from tournaments.api.directing.bodies import ClockMinutesBody, TableExtraTimeBody, TableLineBody
from tournaments.api.directing.shapes import clock_shape
from tournaments.api.schema import documented
from tournaments.errors import MissingError
from tournaments.policies import Actor, Door, Right
from tournaments.services import clocks, line_clocks
from tournaments.services.table_sheets import Sheet

CLOCK = OpenApiExample("A clock that runs", TABLE_EXAMPLE["clock"], response_only=True)
MINUTES = OpenApiExample("Forty minutes", {"minutes": 40}, request_only=True)
EXTRA = OpenApiExample("Five minutes more", {"minutes": 5, "reason": "Mazzo da cambiare"}, request_only=True)
LINE = OpenApiExample("Line A", {"line": 0}, request_only=True)


class TableClock(AtTable):
    """The clock that a table goes by."""

    door = Door(reads=Right.DIRECT)

    @documented(
        "table_clock", "The clock that a table goes by.", answers=TableClockShape, group=GROUP, examples=[CLOCK]
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        sheet, _actor = self.sheet(slug, number)
        return Response(clock_shape(sheet))


class _ClockStep(AtTable):
    """A step of a table's clock that needs no words."""

    door = Door(writes=Right.DIRECT)
    take: ClassVar[Callable[..., Any]]

    def go(self, slug: str, number: int, **more: Any) -> Response:
        take = type(self).take

        def moved(sheet: Sheet, actor: Actor) -> None:
            take(actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, **more)

        return self.step(slug, number, moved, seen=self.seen({}))


class StartClock(_ClockStep):
    take = staticmethod(clocks.start_table_clock)

    @documented(
        "table_clock_start", "Start a clock for this table alone.",
        takes=ClockMinutesBody, answers=TableState, group=GROUP, examples=[MINUTES, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.go(slug, number, minutes=self.taken(ClockMinutesBody).get("minutes"))


class PauseClock(_ClockStep):
    take = staticmethod(clocks.pause_table_clock)

    @documented(
        "table_clock_pause",
        "Let the clock of this table stand still.",
        answers=TableState,
        group=GROUP,
        examples=[STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.taken()
        return self.go(slug, number)


class ResumeClock(_ClockStep):
    take = staticmethod(clocks.resume_table_clock)

    @documented(
        "table_clock_resume", "Resume the clock of this table.", answers=TableState, group=GROUP, examples=[STATE]
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.taken()
        return self.go(slug, number)


class StopClock(_ClockStep):
    take = staticmethod(clocks.stop_table_clock)

    @documented(
        "table_clock_stop",
        "Take the table's own clock back: it goes by its round's.",
        answers=TableState,
        group=GROUP,
        examples=[STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.taken()
        return self.go(slug, number)


class ExtraTime(AtTable):
    """More time for one table."""

    door = Door(writes=Right.DIRECT)

    @documented(
        "table_extra_time", "Give this table more time, or less, with a reason.",
        takes=TableExtraTimeBody, answers=TableState, group=GROUP, examples=[EXTRA, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.taken(TableExtraTimeBody)

        def extend(sheet: Sheet, actor: Actor) -> None:
            clocks.add_time(
                actor=actor, tournament_id=sheet.event.pk, number=sheet.table.round.number,
                table_id=sheet.table.pk, minutes=body["minutes"], reason=body["reason"],
            )  # fmt: skip

        return self.step(slug, number, extend, seen=self.seen({}))


class _AtLineClocks(_ClockStep):
    """The clocks of the lines: there where the rules let a clock cost the match."""

    door = Door(writes=Right.RUN_TABLE)

    def sheet(self, slug: str, number: int) -> tuple[Sheet, Actor]:
        sheet, actor = super().sheet(slug, number)
        if not sheet.time_rule.costs_the_match:
            raise MissingError
        return sheet, actor


class LineClocks(_AtLineClocks):
    """The table with the clocks of its lines."""

    door = Door(reads=Right.RUN_TABLE)

    @documented(
        "table_line_clocks", "The table with the clocks of its lines, where a clock may cost the match.",
        answers=TableState, group=GROUP, examples=[STATE],
    )  # fmt: skip
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.state(slug, number))


class SetLineClocks(_AtLineClocks):
    take = staticmethod(line_clocks.set_line_clocks)

    @documented(
        "table_line_clocks_set", "Give every line its minutes; all clocks stand.",
        takes=ClockMinutesBody, answers=TableState, group=GROUP, examples=[MINUTES, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.go(slug, number, minutes=self.taken(ClockMinutesBody).get("minutes"))


class RunLineClock(_AtLineClocks):
    take = staticmethod(line_clocks.run_line_clock)

    @documented(
        "table_line_clocks_run", "Let the clock of one line run, and every other stand.",
        takes=TableLineBody, answers=TableState, group=GROUP, examples=[LINE, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.go(slug, number, line=self.taken(TableLineBody)["line"])


class StopLineClocks(_AtLineClocks):
    take = staticmethod(line_clocks.stop_line_clocks)

    @documented(
        "table_line_clocks_stop",
        "Let all clocks of the lines stand.",
        answers=TableState,
        group=GROUP,
        examples=[STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.taken()
        return self.go(slug, number)
