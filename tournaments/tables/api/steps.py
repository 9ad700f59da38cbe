"""The end points of what is done at a table in one step, made from their declarations."""

from rest_framework.response import Response

from tournaments.frame.api.declared import body_of, endpoint
from tournaments.frame.operations.operation import Operation, at_table
from tournaments.frame.policies import Actor
from tournaments.tables.api.answers import STATE, TableState
from tournaments.tables.api.base import GROUP, AtTable
from tournaments.tables.writes.table_sheets import Sheet


def table_endpoint(operation: Operation, base: type[AtTable] = AtTable) -> type[AtTable]:
    """The end point of an operation at a table: it answers with the table as it stands after the step."""
    return endpoint(operation, base, _act, answers=TableState, examples=[STATE], group=GROUP)


def _act(asked: AtTable, operation: Operation, slug: str, number: int) -> Response:
    values = asked.taken(body_of(operation.takes))
    # A service that takes the version compares it itself, under its lock.
    held = None if operation.takes.takes_version else asked.seen(values)
    if operation.takes.takes_version:
        values["seen"] = asked.seen_version(values)

    def do(sheet: Sheet, actor: Actor) -> None:
        if operation.require is not None:
            operation.require(actor, sheet)
        operation.do(actor, at_table(sheet.table), values)

    return asked.step(slug, number, do, seen=held)
