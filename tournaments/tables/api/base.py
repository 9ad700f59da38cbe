"""What the endpoints of a table begin and end with, and those made from an operation of one step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import ErrorDetail
from rest_framework.response import Response

from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame import access
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.problems import InvalidError
from tournaments.frame.operations.operation import Operation, at_table
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import require_table_version
from tournaments.games.contract import Json
from tournaments.models import Table
from tournaments.tables.api.answers import STATE, TableState
from tournaments.tables.api.sheet_shapes import table_state
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.scoresheets import Loaded
from tournaments.tables.writes.table_sheets import Sheet, sheet_after, sheet_at, sheet_of

GROUP = "tables"
Step = Callable[[Sheet, Actor], object]


@dataclass(frozen=True, slots=True)
class OnSheet:
    """What a program writes, by the sheet as it is under the lock: it need not say which deal is the next."""

    table: Table
    build: Callable[[Sheet], Json]

    def content(self, at: Loaded) -> Json:
        return self.build(sheet_at(self.table, at))


class AtTable(Endpoint):
    """An endpoint of one table; its steps answer with the table as it stands after them."""

    group = GROUP
    _admitted: tuple[Table, Actor] | None = None

    def body(self) -> dict[str, Any]:
        """The body, for anybody who is let to the table: what is wrong with it is told to nobody else.

        An ``If-Match`` that says no version is refused, also where the step goes by none.
        """
        self._admitted = self.table(self.kwargs["slug"], self.kwargs["number"], lines=False)
        body = super().body()
        self.expected_version(body)
        return body

    def sheet(self, slug: str, number: int) -> tuple[Sheet, Actor]:
        """The table with everything that is written at it, and who asks."""
        table, actor = self._let_in(slug, number)
        return sheet_of(access.with_lines(table)), actor

    def _let_in(self, slug: str, number: int) -> tuple[Table, Actor]:
        """The table without its lines, and who asks; what a step changes is read again after it."""
        found, self._admitted = self._admitted or self.table(slug, number, lines=False), None
        return found

    def state(self, slug: str, number: int) -> Json:
        """The table as it stands now, for anybody who asks."""
        return table_state(*self.sheet(slug, number))

    def step(self, slug: str, number: int, step: Step, *, seen: int | None = None) -> Response:
        """Take a step and answer with the state after it; where somebody was faster, with the state of now.

        ``seen`` is the version that a step is held against which does not look at it itself.
        """
        sheet, actor = self.sheet(slug, number)
        try:
            require_table_version(sheet.event.pk, sheet.table.pk, seen)
            step(sheet, actor)
        except StaleVersionError as refusal:
            raise self.stale(refusal, partial(self.state, slug, number)) from refusal
        return Response(self.state(slug, number))

    def write(
        self,
        slug: str,
        number: int,
        seen: int,
        build: Callable[[Sheet], Json],
        *,
        values: Mapping[str, str] | None = None,
        reason: str = "",
    ) -> Response:
        """Write the content that ``build`` makes of the sheet as it is under the lock; 409 as ``step`` does.

        ``values`` are those of the game's form that were sent: a refusal about one of them says where it stands. The
        answer is told from what was read there: nobody else can have written at the table since.
        """
        table, actor = self._let_in(slug, number)
        try:
            done = scoresheets.enter(
                actor=actor,
                tournament_id=table.tournament_id,
                table_id=table.pk,
                change=OnSheet(table, build),
                seen=seen,
                reason=reason,
            )
        except StaleVersionError as refusal:
            raise self.stale(refusal, partial(self.state, slug, number)) from refusal
        except RefusedError as refusal:
            raise locate_refusal(refusal, "values", values) from refusal
        return Response(table_state(sheet_after(done, actor), actor))

    def seen_version(self, body: Mapping[str, Any]) -> int:
        """The version that the caller has read; without one nothing is written."""
        seen = self.expected_version(body)
        if seen is None:
            said = ErrorDetail(gettext("Say which version of the table you have read."), code="required")
            raise InvalidError({"seen": [said]}, {})
        return seen


def locate_refusal(refusal: RefusedError, path: str, values: Mapping[str, str] | None) -> RefusedError:
    """A refusal of the game with the path of its field in the body, and with what was written there."""
    if values is None or not refusal.field or isinstance(refusal, StaleVersionError):
        return refusal
    given = {"value": values[refusal.field]} if refusal.field in values and "value" not in refusal.params else {}
    return RefusedError(refusal.code, field=f"{path}.{refusal.field}", **refusal.params, **given)


def table_endpoint(operation: Operation, base: type[AtTable] = AtTable) -> type[AtTable]:
    """The end point of an operation at a table: it answers with the table as it stands after the step."""
    return endpoint(operation, base, _act, answers=TableState, examples=[STATE], group=GROUP)


def _act(asked: AtTable, operation: Operation, slug: str, number: int) -> Response:
    values = asked.body()
    # A service that takes the version compares it itself, under its lock.
    held = None if operation.takes.takes_version else asked.expected_version(values)
    if operation.takes.takes_version:
        values["seen"] = asked.seen_version(values)

    def do(sheet: Sheet, actor: Actor) -> None:
        if operation.require is not None:
            operation.require(actor, sheet)
        operation.do(actor, at_table(sheet.table), values)

    return asked.step(slug, number, do, seen=held)
