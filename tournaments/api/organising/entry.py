"""One entry: its names, its seed, what is ticked, and whether it takes part."""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from tournaments.api.declared import body_of
from tournaments.api.organising.base import Organising, entry_in
from tournaments.api.organising.desk_shapes import ENTRY_EXAMPLE, DeskEntry, MoneyReceipt, desk_entry
from tournaments.api.organising.entry_bodies import (
    FeeBody,
    PreviewBody,
    RejectBody,
    RenameBody,
    SeedBody,
    TickBody,
    new_entry,
)
from tournaments.api.organising.examples import AS_READ, answered, sent
from tournaments.api.organising.fields import SeenBody
from tournaments.api.schema import documented
from tournaments.api.shapes.effects import EFFECTS_EXAMPLE, StepEffectsShape, effects_shape
from tournaments.models import Tournament
from tournaments.operations.inputs import EVENT_WHY
from tournaments.policies import Door, Right
from tournaments.services.draw.effects import effects_of
from tournaments.services.entries import entries, participation, payments

AFTER_DRAW = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)
Whose = dict[str, Any]
Change = Callable[[Tournament, Whose, dict[str, Any]], None]


class OneEntry(Organising):
    """A change of one entry, answered with the entry as it is then."""

    def changed(self, slug: str, entry_id: int, body_class: type[Serializer[Any]], change: Change) -> Response:
        """Take ``change`` with what was sent: it gets the event, the names that every service takes, and the body."""
        event, actor, body = self.begun(slug, body_class)
        entry_in(event, entry_id)
        change(event, {"actor": actor, "tournament_id": event.pk, "entry_id": entry_id}, body)
        return Response(desk_entry(entry_in(event, entry_id)))


def _rename(_event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    entries.rename_entry(**whose, new=new_entry(body))


def _seed(_event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    entries.seed_entry(**whose, seed=body["seed"])


def _check_in(_event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    entries.tick_entry(**whose, field="checked_in", value=body["value"])


def _pay(_event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    entries.tick_entry(**whose, field="fee_paid", value=body["value"])


def _set_fee(_event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    payments.set_fee(**whose, cents=body["cents"], reason=body["reason"])


def _give_back(_event: Tournament, whose: Whose, _body: dict[str, Any]) -> None:
    payments.give_back_excess(**whose)


def _accept(_event: Tournament, whose: Whose, _body: dict[str, Any]) -> None:
    entries.accept_entry(**whose)


def _reject(_event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    entries.reject_entry(**whose, reason=body["reason"])


def _withdraw(event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    leave = participation.withdraw_entry if event.status in AFTER_DRAW else entries.withdraw_before_draw
    leave(**whose, reason=body["reason"])


def _reinstate(event: Tournament, whose: Whose, body: dict[str, Any]) -> None:
    if event.status in AFTER_DRAW:
        participation.reinstate_entry(**whose, reason=body["reason"])
    else:
        entries.accept_entry(**whose)


PREVIEWED: dict[str, Change] = {"accept": _accept, "withdraw": _withdraw, "reinstate": _reinstate}


class Preview(Organising):
    """What a step of an entry would change; nothing is written."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "entry_preview",
        "Which entries and tables a step of an entry would change; refused as the step is, and nothing is written.",
        takes=PreviewBody,
        answers=StepEffectsShape,
        examples=[sent({"step": "withdraw"}), answered(EFFECTS_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        event, actor = self.event(slug)
        step = PREVIEWED[self.taken(PreviewBody)["step"]]
        entry_in(event, entry_id)
        whose = {"actor": actor, "tournament_id": event.pk, "entry_id": entry_id}
        found = effects_of(tournament_id=event.pk, step=lambda: step(event, whose, {"reason": "-"}))
        return Response(effects_shape(found))


class Names(OneEntry):
    """The names of an entry."""

    @documented(
        "entry_rename",
        "Correct the names or the club of an entry; its place and its results stay.",
        takes=RenameBody,
        answers=DeskEntry,
        examples=[sent({"people": [{"family_name": "Vana"}, {"family_name": "Cargnino"}]}), answered(ENTRY_EXAMPLE)],
    )
    def put(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, RenameBody, _rename)


class Seed(OneEntry):
    """The seed of an entry."""

    @documented(
        "entry_seed",
        "Give an entry a seed, or take it away.",
        takes=SeedBody,
        answers=DeskEntry,
        examples=[sent({"seed": 1}), answered(ENTRY_EXAMPLE)],
    )
    def put(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, SeedBody, _seed)


class CheckedIn(OneEntry):
    """Whether an entry is here."""

    @documented(
        "entry_check_in",
        "Tick or untick that an entry is here.",
        takes=TickBody,
        answers=DeskEntry,
        examples=[sent({"value": True}), answered({**ENTRY_EXAMPLE, "checked_in": True})],
    )
    def put(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, TickBody, _check_in)


class FeePaid(OneEntry):
    """Whether an entry has paid."""

    @documented(
        "entry_pay",
        "Tick or untick that an entry has paid.",
        takes=TickBody,
        answers=DeskEntry,
        examples=[sent({"value": True}), answered({**ENTRY_EXAMPLE, "fee_paid": True})],
    )
    def put(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, TickBody, _pay)


class Fee(OneEntry):
    """What an entry has to pay."""

    @documented(
        "entry_fee",
        "Let an entry pay another amount than the fee of the event, with a reason; null is the usual fee again.",
        takes=FeeBody,
        answers=DeskEntry,
        examples=[
            sent({"cents": 500, "reason": "Minorenne"}),
            answered({**ENTRY_EXAMPLE, "fee_cents": 500, "fee_reason": "Minorenne"}),
        ],
    )
    def put(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, FeeBody, _set_fee)


class FeeExcess(OneEntry):
    """What was taken too much."""

    @documented(
        "entry_excess",
        "Give back what an entry paid above what it has to pay now.",
        takes=SeenBody,
        answers=DeskEntry,
        examples=[AS_READ, answered({**ENTRY_EXAMPLE, "fee_paid": True})],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, SeenBody, _give_back)


class ReceiptEndpoint(Organising):
    """A receipt for what an entry has paid."""

    @documented(
        "entry_receipt",
        "Give a receipt for what was taken for an entry; asked for again, it is the same one.",
        takes=SeenBody,
        answers=MoneyReceipt,
        examples=[
            AS_READ,
            answered({"number": 7, "entry": 812, "cents": 2000, "made_at": "2026-12-20T20:11:00+01:00"}),
        ],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        event, actor, _body = self.begun(slug)
        entry_in(event, entry_id)
        made = payments.give_receipt(actor=actor, tournament_id=event.pk, entry_id=entry_id)
        shown = {"number": made.number, "entry": made.entry_id, "cents": made.cents, "made_at": made.made_at}
        return Response(shown)


class Accept(OneEntry):
    """A sign-up is accepted."""

    @documented(
        "entry_accept",
        "Accept a sign-up, or take somebody in from the waiting list.",
        takes=SeenBody,
        answers=DeskEntry,
        examples=[AS_READ, answered(ENTRY_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, SeenBody, _accept)


class Reject(OneEntry):
    """A sign-up is refused."""

    @documented(
        "entry_reject",
        "Refuse a sign-up; it stays on record and can be accepted later.",
        takes=RejectBody,
        answers=DeskEntry,
        examples=[sent({"reason": "Tutto esaurito"}), answered({**ENTRY_EXAMPLE, "status": "rejected"})],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, RejectBody, _reject)


class Withdraw(OneEntry):
    """An entry leaves."""

    @documented(
        "entry_withdraw",
        "Take an entry out; in a running event its earlier results stand.",
        takes=body_of(EVENT_WHY),
        answers=DeskEntry,
        examples=[sent({"reason": "Si è fatto male"}), answered({**ENTRY_EXAMPLE, "status": "withdrawn"})],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, body_of(EVENT_WHY), _withdraw)


class Reinstate(OneEntry):
    """An entry comes back."""

    @documented(
        "entry_reinstate",
        "Take a withdrawal back, as far as nothing that followed from it has been called.",
        takes=body_of(EVENT_WHY),
        answers=DeskEntry,
        examples=[sent({"reason": "È tornato"}), answered(ENTRY_EXAMPLE)],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.changed(slug, entry_id, body_of(EVENT_WHY), _reinstate)
