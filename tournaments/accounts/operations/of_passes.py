"""The passes of players: made, renewed and revoked by organisers."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.accounts.writes import event_passes
from tournaments.frame.operations.inputs import Input, Number, Rows
from tournaments.frame.operations.operation import Operation, named_entries
from tournaments.frame.policies import Right

MOST_ENTRIES: Final = 5000
SOME: Final = Rows("entries", MOST_ENTRIES, required=False, hint="Keys of entries; without it everybody who takes part")
DAYS: Final = Number(
    "days",
    _("How many days they work, from the start of the event"),
    1,
    event_passes.MOST_DAYS,
    initial=event_passes.DAYS,
    hint="How many days after the event begins it works",
)

ISSUE: Final = Operation(
    name="passes_issue",
    address="passes/",
    summary="Issue a pass to each entry without a valid one. Links and PINs are shown only in this answer.",
    right=Right.ORGANISE,
    service=named_entries(event_passes.issue_passes),
    takes=Input("IssueBody", "Who gets a pass, and for how long.", (SOME, DAYS)),
    example=("Sent", {"entries": [812], "days": 2}),
)
REVOKE: Final = Operation(
    name="passes_revoke",
    address="passes/revoke/",
    summary="Make passes worthless at once, some or all.",
    right=Right.ORGANISE,
    service=named_entries(event_passes.revoke_passes),
    takes=Input("EntriesBody", "Some entries, or all of them.", (SOME,)),
    example=("Sent", {"entries": [812]}),
)
RENEW: Final = Operation(
    name="pass_renew",
    address="pass/",
    summary="A new pass for an entry; the one before works no more.",
    right=Right.ORGANISE,
    service=event_passes.renew_pass,
    takes=Input("DaysBody", "For how long.", (DAYS,)),
    example=("Sent", {"days": 2}),
)
