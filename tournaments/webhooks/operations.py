"""The webhooks of an event and those of a club: made, changed, signed anew, removed; and one thing told again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.frame.operations.inputs import Choices, Input, Text, Tick
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.frame.writes.ssrf_guard import MOST_URL
from tournaments.webhooks.writes import keeping
from tournaments.webhooks.writes.telling import SUBJECTS

LABELS: Final = {
    "results": _("Results: entered, confirmed, disputed, corrected"),
    "penalties": _("Late arrivals and penalties"),
    "clocks": _("Clocks and extra time"),
    "rounds": _("Rounds and calls of tables"),
    "draw": _("Draw"),
    "entries": _("Entries"),
    "event": _("The event itself and its roles"),
}
URL: Final = Text(
    "url",
    _("Address"),
    MOST_URL,
    kind="url",
    help=_("It begins with https:// and is reached from the internet."),
    hint="https:// and a host of the public internet",
)
TOLD: Final = Choices(
    "subjects",
    _("What it is told"),
    tuple((each, LABELS[each]) for each in SUBJECTS),
    help=_("Nothing ticked: everything."),
)
WEBHOOK: Final = Input("WebhookBody", "An address, and what it is told; no subjects: everything.", (URL, TOLD))
CHANGED: Final = Input(
    "WebhookChange",
    "What is to be changed of a webhook; what happens while it is not active is not told later.",
    (URL, TOLD, Tick("active")),
    is_partial=True,
)
SENT: Final = ("Sent", {"url": "https://hooks.example.org/settebello", "subjects": ["results"]})


@dataclass(frozen=True, slots=True)
class Steps:
    """The operations on webhooks, of an event or of a club."""

    make: Operation
    change: Operation
    remove: Operation
    renew: Operation
    again: Operation


def _steps(of: str, right: Right) -> Steps:
    def step(name: str, address: str, summary: str, service: Callable[..., Any], **more: Any) -> Operation:
        where = f"webhooks/{address}"
        return Operation(name=f"{of}_{name}", address=where, summary=summary, right=right, service=service, **more)

    return Steps(
        step(
            "webhooks_make",
            "",
            "Make a webhook; its secret is shown this once.",
            keeping.create_webhook,
            takes=WEBHOOK,
            example=SENT,
        ),
        step(
            "webhooks_change",
            "<int:hook>/",
            "Another address, other subjects, pause or resume.",
            keeping.change_webhook,
            takes=CHANGED,
            example=("Sent", {"active": True}),
            method="patch",
        ),
        step(
            "webhooks_remove",
            "<int:hook>/",
            "Take a webhook away, with what it was told.",
            keeping.remove_webhook,
            method="delete",
        ),
        step(
            "webhooks_renew",
            "<int:hook>/secret/",
            "Sign with another secret from now on; it is shown this once.",
            keeping.renew_secret,
        ),
        step(
            "deliveries_repeat",
            "<int:hook>/deliveries/<int:delivery>/again/",
            "Send one delivery again; the receiver recognises it by its id.",
            keeping.send_again,
        ),
    )


EVENT, CLUB = _steps("event", Right.ORGANISE), _steps("club", Right.MANAGE_CLUB)
