"""A table's whole state, and the versions of its sheet."""

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.errors import MissingError
from tournaments.frame.api.schema import documented
from tournaments.frame.policies import Door, Right
from tournaments.tables.api.answers import STATE, TABLE_EXAMPLE, VERSION, TableState, WholeSheetVersionShape
from tournaments.tables.api.base import GROUP, AtTable
from tournaments.tables.api.shapes import version_shape
from tournaments.tables.writes import table_sheets

ONE_VERSION = OpenApiExample(
    "One deal", {**VERSION, "games": TABLE_EXAMPLE["games"], "forfeit": None}, response_only=True
)


class TableSheet(AtTable):
    """A table as anybody who works there is shown it."""

    door = Door(reads=Right.ENTER_SCORE)

    @documented(
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

    @documented(
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
        return Response(version_shape(sheet, found, actor, games))
