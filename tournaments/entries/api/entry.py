"""One entry: its names, its seed, what is ticked, and whether it takes part."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.draw.api.effects import EFFECTS_EXAMPLE, StepEffectsShape, effects_shape
from tournaments.draw.writes.effects import effects_of
from tournaments.entries import operations as of_entries
from tournaments.entries.api.desk_shapes import ENTRY_EXAMPLE, DeskEntry, MoneyReceipt, desk_entry
from tournaments.entries.api.entry_bodies import PreviewBody, RenameBody, new_entry
from tournaments.entries.reads import desk
from tournaments.entries.writes import entries
from tournaments.errors import MissingError
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising, event_endpoint, without_version
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.operation import Operation, of_event
from tournaments.frame.policies import Door, Right
from tournaments.models import Entry, Tournament


def entry_in(event: Tournament, entry_id: int) -> Entry:
    """An entry of the event with its people and club."""
    entry = desk.entry_of(event, entry_id)
    if entry is None:
        raise MissingError
    return entry


GROUP = "entry"
# What the example of an entry has otherwise after a step.
AFTER: dict[str, dict[str, Any]] = {
    of_entries.REJECT.name: {"status": "rejected"},
    of_entries.WITHDRAW.name: {"status": "withdrawn"},
    of_entries.CHECK_IN.name: {"checked_in": True},
    of_entries.PAY.name: {"fee_paid": True},
    of_entries.EXCESS.name: {"fee_paid": True},
    of_entries.FEE.name: {"fee_cents": 500, "fee_reason": "Minorenne"},
}
RECEIPT_EXAMPLE = {"number": 7, "entry": 812, "cents": 2000, "made_at": "2026-12-20T20:11:00+01:00"}
PREVIEWED = {"accept": of_entries.ACCEPT, "withdraw": of_entries.WITHDRAW, "reinstate": of_entries.REINSTATE}


def entry_endpoint(operation: Operation) -> type[Organising]:
    """The end point of a step of an entry: it answers with the entry as it is then."""
    after = ENTRY_EXAMPLE | AFTER.get(operation.name, {})
    return endpoint(operation, Organising, _act, answers=DeskEntry, examples=[example_answered(after)], group=GROUP)


def _act(asked: Organising, operation: Operation, slug: str, entry_id: int) -> Response:
    event, actor, values = asked.begin_write(slug)
    entry_in(event, entry_id)
    operation.do(actor, of_event(event, entry_id=entry_id), without_version(values))
    return Response(desk_entry(entry_in(event, entry_id)))


RECEIPT = event_endpoint(
    of_entries.RECEIPT, lambda _event, made: MoneyReceipt.of(made), MoneyReceipt, RECEIPT_EXAMPLE, GROUP, there=entry_in
)


class EntryPreview(Organising):
    """What a step of an entry would change; nothing is written."""

    door = Door(writes=Right.ORGANISE)

    @describe(
        "entry_preview",
        "Which entries and tables a step of an entry would change; refused as the step is, and nothing is written.",
        takes=PreviewBody,
        answers=StepEffectsShape,
        examples=[example_sent({"step": "withdraw"}), example_answered(EFFECTS_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        event, actor = self.event(slug)
        step = PREVIEWED[self.body()["step"]]
        entry_in(event, entry_id)
        values = {} if step is of_entries.ACCEPT else {"reason": "-"}
        found = effects_of(
            tournament_id=event.pk, step=lambda: step.do(actor, of_event(event, entry_id=entry_id), values)
        )
        return Response(effects_shape(found))


class EntryNames(Organising):
    """The names of an entry."""

    @describe(
        "entry_rename",
        "Correct the names or the club of an entry; its place and its results stay.",
        takes=RenameBody,
        answers=DeskEntry,
        examples=[
            example_sent({"people": [{"family_name": "Vana"}, {"family_name": "Cargnino"}]}),
            example_answered(ENTRY_EXAMPLE),
        ],
    )
    def put(self, request: Request, slug: str, entry_id: int) -> Response:
        event, actor, body = self.begin_write(slug)
        entry_in(event, entry_id)
        entries.rename_entry(actor=actor, tournament_id=event.pk, entry_id=entry_id, new=new_entry(body))
        return Response(desk_entry(entry_in(event, entry_id)))
