"""The register of penalties: read, given after a look at what they change, decided, taken back."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.events import a_page
from tournaments.api.declared import body_of, endpoint
from tournaments.api.directing.penalty_shapes import (
    EFFECTS,
    PENALTY_EXAMPLE,
    EffectsShape,
    PenaltyBody,
    PenaltyFilters,
    PenaltyShape,
    effects_shape,
    given,
    penalty_shape,
)
from tournaments.api.endpoint import Endpoint
from tournaments.api.schema import documented, listed
from tournaments.errors import MissingError, RefusedError, StaleVersionError
from tournaments.games.contract import Json
from tournaments.models import Ruling, Tournament
from tournaments.operations.operation import Operation, of_ruling
from tournaments.policies import Door, Right
from tournaments.selectors import penalties as register
from tournaments.selectors import punishable
from tournaments.services.discipline import penalties
from tournaments.services.discipline.penalty_effects import effects_of

GROUP = "penalties"
OF_STANDINGS = OpenApiExample(
    "Two VP", {"entry": 812, "kind": "vp", "value": 2, "table": 7, "reason": "Telefono al tavolo"}, request_only=True
)
OF_A_MATCH = OpenApiExample(
    "Nobody came", {"entry": 812, "kind": "no_show", "table": 7, "reason": "Assente alle 21"}, request_only=True
)
ANSWER = OpenApiExample("A penalty", PENALTY_EXAMPLE, response_only=True)


def wanted_of(event: Tournament, body: Mapping[str, Any]) -> dict[str, Json]:
    """What ``give_penalty`` takes: a table goes by its number here."""
    number = body.get("table")
    if number is None:
        return given(body, None)
    table = punishable.table_at(event, number)
    if table is None:
        raise RefusedError("table_missing", field="table", value=number)
    return given(body, table.pk)


class Penalties(Endpoint):
    """The register, and giving a penalty."""

    door = Door(reads=Right.DIRECT, writes=Right.DIRECT)
    filters = PenaltyFilters
    is_list = True
    group = GROUP

    @documented(
        "penalties_list", "Every penalty of the event, whatever became of it, the newest first.",
        answers=listed(PenaltyShape), group=GROUP, examples=[a_page(PENALTY_EXAMPLE)],
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return self.listed(register.rulings(event), penalty_shape, "-pk")

    @documented(
        "penalty_give", "Give a penalty: it takes its effect at once.",
        takes=PenaltyBody, answers=PenaltyShape, status=201, group=GROUP,
        examples=[OF_STANDINGS, OF_A_MATCH, ANSWER],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        wanted = wanted_of(event, self.taken(PenaltyBody))
        ruling = penalties.give_penalty(actor=actor, tournament_id=event.pk, **wanted)
        return Response(shown(event, ruling.pk), status=201)


class PenaltyPreview(Endpoint):
    """What a penalty would change; nothing is written."""

    door = Door(writes=Right.DIRECT)
    group = GROUP

    @documented(
        "penalty_preview", "What a penalty would change in the standings and at its table; nothing is written.",
        takes=PenaltyBody, answers=EffectsShape, group=GROUP, examples=[OF_STANDINGS, OF_A_MATCH, EFFECTS],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        wanted = [wanted_of(event, self.taken(PenaltyBody))]
        return Response(effects_shape(effects_of(actor=actor, event=event, wanted=wanted), wanted))


def shown(event: Tournament, pk: int) -> dict[str, Json]:
    """The penalty as it stands now."""
    return penalty_shape(of_register(event, pk))


def of_register(event: Tournament, pk: int) -> Ruling:
    """A penalty of this event; a foreign one is as a missing one."""
    found = register.rulings(event).filter(pk=pk).first()
    if found is None:
        raise MissingError
    return found


class Penalty(Endpoint):
    """One penalty."""

    door = Door(reads=Right.DIRECT)
    group = GROUP

    @documented(
        "penalty_read", "A penalty with what became of it.", answers=PenaltyShape, group=GROUP, examples=[ANSWER]
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        event, _actor = self.event(slug)
        return Response(shown(event, pk))


class Decided(Endpoint):
    """A word about a penalty of the register."""

    group = GROUP


def decision_endpoint(operation: Operation) -> type[Decided]:
    """The end point of a decision: it answers with the penalty as it stands then."""
    return endpoint(operation, Decided, _act, answers=PenaltyShape, examples=[ANSWER], group=GROUP)


def _act(asked: Decided, operation: Operation, slug: str, pk: int) -> Response:
    """Take the step; who comes second is told how the proposal stands now."""
    event, actor = asked.event(slug)
    of_register(event, pk)
    values = asked.taken(body_of(operation.takes))
    try:
        operation.do(actor, of_ruling(event, pk), values)
    except RefusedError as refusal:
        if refusal.code not in penalties.DECIDED:
            raise
        second = StaleVersionError(refusal.code, current=event.version, **refusal.params)
        raise asked.stale(second, shown(event, pk)) from refusal
    return Response(shown(event, pk))
