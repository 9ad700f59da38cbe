"""Who did not come to a table, or loses the match there by a ruling: one line, or all of them at once."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.discipline.api.penalty_shapes import EFFECTS, AbsenceBody, EffectsShape, SeenAbsenceBody, effects_shape
from tournaments.discipline.writes import penalties
from tournaments.discipline.writes.penalty_effects import effects_of
from tournaments.frame.api.schema import describe
from tournaments.frame.policies import Actor, Door, Right
from tournaments.frame.writes.transaction import take_together
from tournaments.games.contract import Json
from tournaments.tables.api.answers import STATE, TableState
from tournaments.tables.api.base import GROUP, AtTable
from tournaments.tables.writes.table_sheets import Sheet

DID_NOT_COME: Json = {"entries": [812], "kind": "no_show", "reason": "Assente alle 21"}
NOBODY = OpenApiExample("Did not come", DID_NOT_COME, request_only=True)
ON_VERSION = OpenApiExample("Did not come", {**DID_NOT_COME, "seen": 3}, request_only=True)


class AbsencePreview(AtTable):
    """What a ruling on an absence would change; nothing is written."""

    door = Door(writes=Right.DIRECT)

    @describe(
        "table_absence_preview",
        "What the ruling that these lines did not come, or lose, would change.",
        takes=AbsenceBody,
        answers=EffectsShape,
        group=GROUP,
        examples=[NOBODY, EFFECTS],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.body()
        sheet, actor = self.sheet(slug, number)
        wanted = _penalty_arguments(sheet, body)
        return Response(effects_shape(effects_of(actor=actor, event=sheet.event, wanted=wanted)))


class Absence(AtTable):
    """Rulings on who did not come."""

    door = Door(writes=Right.DIRECT)

    @describe(
        "table_absence",
        "Rule that these did not come to the table, or lose the match there: all or none.",
        takes=SeenAbsenceBody,
        answers=TableState,
        group=GROUP,
        examples=[ON_VERSION, STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.body()

        def rule(sheet: Sheet, actor: Actor) -> None:
            give = partial(penalties.give_penalty, actor=actor, tournament_id=sheet.event.pk)
            steps = [partial(give, **each) for each in _penalty_arguments(sheet, body)]
            take_together(tournament_id=sheet.event.pk, steps=steps)

        return self.step(slug, number, rule, seen=self.expected_version(body))


def _penalty_arguments(sheet: Sheet, body: Mapping[str, Any]) -> list[dict[str, Json]]:
    """Return the arguments of ``give_penalty`` for each absent entry."""
    same = {"kind": body["kind"], "table_id": sheet.table.pk, "reason": body["reason"]} | {
        "public_reason": body.get("public_reason", "")
    }
    return [{**same, "entry_id": entry} for entry in dict.fromkeys(body["entries"])]
