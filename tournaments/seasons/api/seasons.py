"""The table of a circuit: for everybody to read, for its owners to choose how evenings count."""

from django.core.paginator import Paginator
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.api.base import OfCircuit
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.pagination import PageQuery
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.seasons import operations
from tournaments.seasons.api.season_shapes import (
    OPTIONS_EXAMPLE,
    SEASON_TABLE_EXAMPLE,
    SeasonOptionsShape,
    SeasonTableShape,
    season_options_shape,
    season_row_shape,
)
from tournaments.seasons.reads import season_table

PAGE = 200


class SeasonEndpoint(OfCircuit):
    """The table of persons of a circuit."""

    door = Door(reads=Right.SEE_CLUB, writes=Right.MANAGE_CIRCUIT)
    parameters = PageQuery

    @describe(
        "circuit_season",
        "The table of persons of a circuit, with the results that count and those that are dropped.",
        answers=SeasonTableShape,
        examples=[example_answered(SEASON_TABLE_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        circuit, _actor = self.object_and_actor()
        table = season_table(circuit)
        page = Paginator(table.rows if table else (), PAGE).get_page(self.query["page"])
        return Response(
            {
                "options": season_options_shape(circuit),
                "lot": table.options.lot if table else "",
                "total": page.paginator.count,
                "page": page.number,
                "pages": page.paginator.num_pages,
                "results": [season_row_shape(table, row) for row in page] if table else [],
            }
        )


def _change(asked: SeasonEndpoint, operation: Operation, slug: str) -> Response:
    circuit, actor = asked.object_and_actor()
    changed = operation.do(actor, {"circuit_id": circuit.pk}, asked.body())
    return Response(season_options_shape(changed))


CHANGE = endpoint(
    operations.CHANGE_SEASON,
    SeasonEndpoint,
    _change,
    answers=SeasonOptionsShape,
    examples=[example_answered(OPTIONS_EXAMPLE)],
)
