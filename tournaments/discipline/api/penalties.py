"""The register of penalties: read, given after a look at what they change, decided, taken back."""

from functools import partial

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.discipline import operations as of_penalties
from tournaments.discipline import reads
from tournaments.discipline.api.penalty_shapes import (
    EFFECTS,
    PENALTY_EXAMPLE,
    EffectsShape,
    PenaltyFilters,
    PenaltyShape,
    effects_shape,
    penalty_shape,
)
from tournaments.discipline.operations import penalty_arguments
from tournaments.discipline.writes import penalties
from tournaments.errors import MissingError, RefusedError, StaleVersionError
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, page_of_shape
from tournaments.frame.operations.operation import Operation, of_event
from tournaments.frame.policies import Door, Right
from tournaments.games.contract import Json
from tournaments.models import Ruling, Tournament

GROUP = "penalties"
OF_A_MATCH = OpenApiExample(
    "Nobody came", {"entry": 812, "kind": "no_show", "table": 7, "reason": "Assente alle 21"}, request_only=True
)
ANSWER = OpenApiExample("A penalty", PENALTY_EXAMPLE, response_only=True)


class Decision(Endpoint):
    """A word about a penalty of the register."""

    group = GROUP


class Register(Endpoint):
    """The register, and giving a penalty."""

    door = Door(reads=Right.DIRECT)
    filters = PenaltyFilters
    is_list = True
    group = GROUP

    @describe(
        "penalties_list",
        "Every penalty of the event, whatever its status, the newest first.",
        answers=page_of_shape(PenaltyShape),
        group=GROUP,
        examples=[a_page(PENALTY_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return self.paginate(reads.rulings(event), penalty_shape, "-pk")


def _penalty_arguments(asked: Endpoint, event: Tournament) -> dict[str, Json]:
    """Return the arguments of ``give_penalty``, its table found by the number in the body."""
    body = asked.body()
    number = body.get("table")
    table = None if number is None else reads.table_at(event, number)
    if table is None and number is not None:
        raise RefusedError("table_missing", field="table", value=number)
    return penalty_arguments(body, table.pk if table else None)


def _give(asked: Register, operation: Operation, slug: str) -> Response:
    event, actor = asked.event(slug)
    ruling = operation.do(actor, of_event(event), _penalty_arguments(asked, event))
    return Response(penalty_now(event, ruling.pk), status=201)


def _preview(asked: Decision, operation: Operation, slug: str) -> Response:
    event, actor = asked.event(slug)
    about = [_penalty_arguments(asked, event)]
    return Response(effects_shape(operation.do(actor, {}, {"event": event, "wanted": about})))


def penalty_now(event: Tournament, pk: int) -> dict[str, Json]:
    """The penalty as it stands now."""
    return penalty_shape(of_register(event, pk))


def of_register(event: Tournament, pk: int) -> Ruling:
    """A penalty of this event; a foreign one is as a missing one."""
    found = reads.rulings(event).filter(pk=pk).first()
    if found is None:
        raise MissingError
    return found


class Penalty(Endpoint):
    """One penalty."""

    door = Door(reads=Right.DIRECT)
    group = GROUP

    @describe(
        "penalty_read",
        "A penalty with its history: applied, dismissed or cancelled.",
        answers=PenaltyShape,
        group=GROUP,
        examples=[ANSWER],
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        event, _actor = self.event(slug)
        return Response(penalty_now(event, pk))


def decision_endpoint(operation: Operation) -> type[Decision]:
    """The end point of a decision: it answers with the penalty as it stands then."""
    return endpoint(operation, Decision, _act, answers=PenaltyShape, examples=[ANSWER], group=GROUP)


def _act(asked: Decision, operation: Operation, slug: str, pk: int) -> Response:
    """Take the step; who comes second is told how the proposal stands now."""
    event, actor = asked.event(slug)
    of_register(event, pk)
    values = asked.body()
    try:
        operation.do(actor, of_event(event, ruling_id=pk), values)
    except RefusedError as refusal:
        if refusal.code not in penalties.DECIDED:
            raise
        second = StaleVersionError(refusal.code, current=event.version, **refusal.params)
        raise asked.stale(second, partial(penalty_now, event, pk)) from refusal
    return Response(penalty_now(event, pk))


GIVE = endpoint(
    of_penalties.GIVE, Register, _give, answers=PenaltyShape, status=201, examples=[OF_A_MATCH, ANSWER], group=GROUP
)
PREVIEW = endpoint(
    of_penalties.PREVIEW, Decision, _preview, answers=EffectsShape, examples=[OF_A_MATCH, EFFECTS], group=GROUP
)
