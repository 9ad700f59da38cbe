"""The steps about one entry: decided on, ticked, seeded, what it pays, whether it takes part; and about many."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.entries.writes import check_in, entries, participation, payments, seeding
from tournaments.frame.operations import inputs
from tournaments.frame.operations.inputs import EVENT_SEEN, EVENT_VERSION, EVENT_WHY, Input, Number, Rows, Text, Tick
from tournaments.frame.operations.operation import Operation, named_entries
from tournaments.frame.policies import Right
from tournaments.models import Entry

MOST_OF_EACH: Final = 64
TICKED: Final = Input("TickBody", "Whether an entry is ticked.", (EVENT_SEEN, Tick("value")))
SEEDED: Final = Input(
    "SeedBody",
    "The seed of an entry.",
    (
        EVENT_SEEN,
        Number(
            "seed",
            _("Seed"),
            1,
            inputs.HIGHEST_SEED,
            nullable=True,
            help=_("1 is the best. Empty: none."),
            hint="1 is the best; null takes it away.",
        ),
    ),
)
FEE_REASON: Final = Text(
    "reason",
    _("Reason"),
    Entry._meta.get_field("fee_reason").max_length or 0,
    required=False,
    help=_("For example: under 18, helps at the bar."),
    hint="Needed with an amount.",
)
PAYS: Final = Input(
    "FeeBody",
    "What an entry has to pay, and why it is not the fee of the event.",
    (
        EVENT_SEEN,
        Number("cents", _("Has to pay"), 0, inputs.MOST_CENTS, nullable=True, hint="null: the fee of the event."),
        FEE_REASON,
    ),
)
LEAVES: Final = Input(
    "WithdrawBody",
    "Why an entry leaves: for the officials, and for everybody where that is wanted.",
    (EVENT_SEEN, inputs.OFFICIAL_REASON, inputs.PUBLIC_REASON),
)
REFUSED: Final = Input(
    "RejectBody",
    "Why a sign-up is refused; may be left out.",
    (EVENT_SEEN, Text("reason", _("Reason"), inputs.MOST_REASON, required=False)),
)

ACCEPT: Final = Operation(
    name="entry_accept",
    address="accept/",
    summary="Accept a sign-up, or take somebody in from the waiting list.",
    right=Right.ORGANISE,
    service=entries.accept_entry,
    takes=EVENT_VERSION,
)
REJECT: Final = Operation(
    name="entry_reject",
    address="reject/",
    summary="Refuse a sign-up; it stays on record and can be accepted later.",
    right=Right.ORGANISE,
    service=entries.reject_entry,
    takes=REFUSED,
    example=("Sent", {"reason": "Tutto esaurito"}),
)
WITHDRAW: Final = Operation(
    name="entry_withdraw",
    address="withdraw/",
    summary="Take an entry out; in a running event its earlier results stand.",
    right=Right.ORGANISE,
    service=participation.withdraw,
    takes=LEAVES,
    example=("Sent", {"reason": "Si è fatto male"}),
)
REINSTATE: Final = Operation(
    name="entry_reinstate",
    address="reinstate/",
    summary="Take a withdrawal back, as far as nothing that followed from it has been called.",
    right=Right.ORGANISE,
    service=participation.reinstate,
    takes=EVENT_WHY,
    example=("Sent", {"reason": "È tornato"}),
)
CHECK_IN: Final = Operation(
    name="entry_check_in",
    address="checked-in/",
    summary="Tick or untick that an entry is here.",
    method="put",
    right=Right.ORGANISE,
    service=entries.tick_entry,
    fixed={"field": "checked_in"},
    takes=TICKED,
    example=("Sent", {"value": True}),
)
PAY: Final = Operation(
    name="entry_pay",
    address="fee-paid/",
    summary="Tick or untick that an entry has paid.",
    method="put",
    right=Right.ORGANISE,
    service=entries.tick_entry,
    fixed={"field": "fee_paid"},
    takes=TICKED,
    example=("Sent", {"value": True}),
)
SEED: Final = Operation(
    name="entry_seed",
    address="seed/",
    summary="Give an entry a seed, or take it away.",
    method="put",
    right=Right.ORGANISE,
    service=entries.seed_entry,
    takes=SEEDED,
    example=("Sent", {"seed": 1}),
)
FEE: Final = Operation(
    name="entry_fee",
    address="fee/",
    method="put",
    summary="Let an entry pay another amount than the fee of the event, with a reason; null is the usual fee again.",
    right=Right.ORGANISE,
    service=payments.set_fee,
    takes=PAYS,
    example=("Sent", {"cents": 500, "reason": "Minorenne"}),
)
EXCESS: Final = Operation(
    name="entry_excess",
    address="fee/excess/",
    summary="Give back what an entry paid above what it has to pay now.",
    right=Right.ORGANISE,
    service=payments.give_back_excess,
    takes=EVENT_VERSION,
)
RECEIPT: Final = Operation(
    name="entry_receipt",
    address="receipt/",
    summary="Give a receipt for what was taken for an entry; asked for again, it is the same one.",
    right=Right.ORGANISE,
    service=payments.give_receipt,
    takes=EVENT_VERSION,
)


def _pair(*, first: int, second: int, **given: Any) -> Entry:
    return entries.pair_singles(first_id=first, second_id=second, **given)


PAIR: Final = Operation(
    name="entry_pair",
    address="entries/pair/",
    summary="Make a pair of two who look for a partner; it keeps the place of the one who came first.",
    right=Right.ORGANISE,
    service=_pair,
    takes=Input(
        "PairBody",
        "Two entries of players who look for a partner.",
        (
            Number("first", _("First player"), 1, inputs.MOST_ID),
            Number("second", _("Second player"), 1, inputs.MOST_ID),
        ),
    ),
    example=("Sent", {"first": 813, "second": 820}),
)
QUALIFIED: Final = Operation(
    name="entries_qualified",
    address="entries/qualified/",
    summary="Enter the first so many of each finished event of the circuit, seeded in their order; who is here stays.",
    right=Right.ORGANISE,
    service=entries.take_qualified,
    takes=Input(
        "QualifiedBody",
        "How many of each event have qualified.",
        (Number("first", _("How many of each evening"), 1, MOST_OF_EACH),),
    ),
    example=("Sent", {"first": 4}),
)
MANY: Final = Rows("entries", check_in.MOST_AT_ONCE, highest=inputs.MOST_ID)
CHECK_IN_MANY: Final = Operation(
    name="entries_check_in",
    address="entries/checked-in/",
    summary="Tick or untick that these entries are here; answered with those that were not so before.",
    right=Right.ORGANISE,
    service=named_entries(check_in.check_in),
    takes=Input("ManyTickBody", "Whether these entries are here.", (EVENT_SEEN, MANY, Tick("value", initial=True))),
    example=("Sent", {"entries": [812, 813]}),
)
LEAVE_OUT: Final = Operation(
    name="entries_leave_out",
    address="entries/leave-out/",
    summary="Before the draw, withdraw those of these entries that are not here; the waiting list fills the places.",
    right=Right.ORGANISE,
    service=named_entries(check_in.leave_out),
    takes=Input(
        "ManyOutBody",
        "Entries to be left out of the draw; why may be left out.",
        (EVENT_SEEN, MANY, Text("reason", _("Reason"), inputs.MOST_REASON, required=False)),
    ),
    example=("Sent", {"entries": [812]}),
)
BRING_BACK: Final = Operation(
    name="entries_bring_back",
    address="entries/bring-back/",
    summary="Take back before the draw those of these entries that were left out: while there is room, else they wait.",
    right=Right.ORGANISE,
    service=named_entries(check_in.bring_back),
    takes=Input("ManyBody", "Entries of one step.", (EVENT_SEEN, MANY)),
    example=("Sent", {"entries": [812]}),
)
SET_SEEDS: Final = Operation(
    name="seeds_set",
    address="seeds/",
    method="put",
    summary="Set the seeds of the event as a whole, in one step of its log.",
    right=Right.ORGANISE,
    service=seeding.set_seeds,
    takes=Input(
        "SeedsBody",
        "The entries that are seeds, best first; no other entry keeps one.",
        (EVENT_SEEN, Rows("entries", seeding.MOST_SEEDS, least=0, highest=2**63 - 1)),
    ),
    example=("Sent", {"entries": [71, 64, 80]}),
)

# Those that change the entry itself.
STEPS: Final = (ACCEPT, REJECT, WITHDRAW, REINSTATE, CHECK_IN, PAY, SEED, FEE, EXCESS)
TICKS: Final = {str(each.fixed["field"]): each for each in (CHECK_IN, PAY)}
