"""The tokens that programs come in with: made and revoked by their owner, a person or a club."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.accounts.writes import tokens
from tournaments.frame.operations.inputs import Choices, Input, Number, Text
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import SCOPES, Actor, Right
from tournaments.models import ApiToken

LABELS: Final = {
    "read": _("Read what I may read"),
    "play": _("Play at online tables in my seat"),
    "results": _("Enter results and call the referee"),
    "direct": _("Direct tables: corrections, clocks, penalties"),
    "organise": _("Organise events: entries, draws, rounds"),
    "club": _("Keep the club, its people and circuits"),
}
TOKEN: Final = Input(
    "TokenBody",
    "A new token: what it is for, what it may, and for how many days; without a word it does not expire.",
    (
        Text("name", _("What it is for"), 80, help=_("For instance: screen of the hall")),
        Choices(
            "scopes",
            _("What it may do"),
            tuple((each, LABELS[each]) for each in SCOPES),
            initial=("read",),
            required=True,
            help=_("Never more than its owner."),
        ),
        Number("days", _("How long"), 1, tokens.LONGEST_DAYS, required=False, nullable=True),
    ),
)


def _make(*, actor: Actor, **given: Any) -> tokens.Made:
    return tokens.make_token(by=actor, **given)


def _revoke(*, actor: Actor, **given: Any) -> ApiToken:
    return tokens.revoke_token(by=actor, **given)


MAKE: Final = Operation(
    name="my_token_create",
    address="tokens/",
    summary="Make a token; its key is told this once. Only for the session of a browser.",
    right=Right.KEEP_ACCOUNT,
    service=_make,
    takes=TOKEN,
    example=("A token", {"name": "Tabellone", "scopes": ["read"], "days": 30}),
)
REVOKE: Final = Operation(
    name="my_token_revoke",
    address="tokens/<int:pk>/",
    method="delete",
    summary="Revoke a token at once. Only for the session of a browser.",
    right=Right.KEEP_ACCOUNT,
    service=_revoke,
)
