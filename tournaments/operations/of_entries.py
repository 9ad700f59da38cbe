"""The steps about one entry: decided on, ticked, seeded, what it pays, and whether it takes part."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.operations import inputs
from tournaments.operations.inputs import EVENT_SEEN, EVENT_VERSION, EVENT_WHY, Input, Number, Text, Tick
from tournaments.operations.operation import AS_EVENT_WAS_READ, Operation
from tournaments.policies import Right
from tournaments.services.entries import entries, participation, payments

TICKED: Final = Input("TickBody", "Whether an entry is ticked.", (EVENT_SEEN, Tick("value")))
SEEDED: Final = Input(
    "SeedBody", "The seed of an entry.",
    (
        EVENT_SEEN,
        Number(
            "seed", _("Seed"), 1, inputs.HIGHEST_SEED, nullable=True, help=_("1 is the best. Empty: none."),
            hint="1 is the best; null takes it away.",
        ),
    ),
)  # fmt: skip
FEE_REASON: Final = Text(
    "reason", _("Reason"), Entry._meta.get_field("fee_reason").max_length or 0, required=False,
    help=_("For example: under 18, helps at the bar."), hint="Needed with an amount.",
)  # fmt: skip
PAYS: Final = Input(
    "FeeBody", "What an entry has to pay, and why it is not the fee of the event.",
    (
        EVENT_SEEN,
        Number("cents", _("Has to pay"), 0, inputs.MOST_CENTS, nullable=True, hint="null: the fee of the event."),
        FEE_REASON,
    ),
)  # fmt: skip
REFUSED: Final = Input(
    "RejectBody", "Why a sign-up is refused; may be left out.",
    (EVENT_SEEN, Text("reason", _("Reason"), inputs.MOST_REASON, required=False)),
)  # fmt: skip

ACCEPT: Final = Operation(
    name="entry_accept", address="accept/", summary="Accept a sign-up, or take somebody in from the waiting list.",
    right=Right.ORGANISE, service=entries.accept_entry, takes=EVENT_VERSION, example=AS_EVENT_WAS_READ,
)  # fmt: skip
REJECT: Final = Operation(
    name="entry_reject", address="reject/", summary="Refuse a sign-up; it stays on record and can be accepted later.",
    right=Right.ORGANISE, service=entries.reject_entry, takes=REFUSED, example=("Sent", {"reason": "Tutto esaurito"}),
)  # fmt: skip
WITHDRAW: Final = Operation(
    name="entry_withdraw", address="withdraw/",
    summary="Take an entry out; in a running event its earlier results stand.",
    right=Right.ORGANISE, service=participation.withdraw, takes=EVENT_WHY,
    example=("Sent", {"reason": "Si è fatto male"}),
)  # fmt: skip
REINSTATE: Final = Operation(
    name="entry_reinstate", address="reinstate/",
    summary="Take a withdrawal back, as far as nothing that followed from it has been called.",
    right=Right.ORGANISE, service=participation.reinstate, takes=EVENT_WHY, example=("Sent", {"reason": "È tornato"}),
)  # fmt: skip
CHECK_IN: Final = Operation(
    name="entry_check_in", address="checked-in/", summary="Tick or untick that an entry is here.", method="put",
    right=Right.ORGANISE, service=entries.tick_entry, fixed={"field": "checked_in"}, takes=TICKED,
    example=("Sent", {"value": True}),
)  # fmt: skip
PAY: Final = Operation(
    name="entry_pay", address="fee-paid/", summary="Tick or untick that an entry has paid.", method="put",
    right=Right.ORGANISE, service=entries.tick_entry, fixed={"field": "fee_paid"}, takes=TICKED,
    example=("Sent", {"value": True}),
)  # fmt: skip
SEED: Final = Operation(
    name="entry_seed", address="seed/", summary="Give an entry a seed, or take it away.", method="put",
    right=Right.ORGANISE, service=entries.seed_entry, takes=SEEDED, example=("Sent", {"seed": 1}),
)  # fmt: skip
FEE: Final = Operation(
    name="entry_fee", address="fee/", method="put",
    summary="Let an entry pay another amount than the fee of the event, with a reason; null is the usual fee again.",
    right=Right.ORGANISE, service=payments.set_fee, takes=PAYS,
    example=("Sent", {"cents": 500, "reason": "Minorenne"}),
)  # fmt: skip
EXCESS: Final = Operation(
    name="entry_excess", address="fee/excess/",
    summary="Give back what an entry paid above what it has to pay now.",
    right=Right.ORGANISE, service=payments.give_back_excess, takes=EVENT_VERSION, example=AS_EVENT_WAS_READ,
)  # fmt: skip
RECEIPT: Final = Operation(
    name="entry_receipt", address="receipt/",
    summary="Give a receipt for what was taken for an entry; asked for again, it is the same one.",
    right=Right.ORGANISE, service=payments.give_receipt, takes=EVENT_VERSION, example=AS_EVENT_WAS_READ,
)  # fmt: skip

# Those that change the entry itself.
STEPS: Final = (ACCEPT, REJECT, WITHDRAW, REINSTATE, CHECK_IN, PAY, SEED, FEE, EXCESS)
TICKS: Final = {str(each.fixed["field"]): each for each in (CHECK_IN, PAY)}
