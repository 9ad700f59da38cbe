"""Players' passes: what opens a table or an entry to who has no account."""

from collections.abc import Sequence
from typing import Any

from django.middleware.csrf import get_token
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.api.pass_shapes import (
    ISSUED_EXAMPLE,
    OPENED_EXAMPLE,
    PASS_EXAMPLE,
    IssuedPasses,
    IssuedShape,
    OpenBody,
    OpenedShape,
    PassShape,
    RevokedShape,
    issued_shape,
    opened_shape,
    pass_shape,
)
from tournaments.accounts.operations import of_passes
from tournaments.accounts.reads.mine import passes_of
from tournaments.accounts.writes import event_passes
from tournaments.accounts.writes.browser_passes import keep_entry_pass
from tournaments.accounts.writes.event_passes import Issued
from tournaments.errors import ForbiddenError
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered, example_sent
from tournaments.frame.api.organising import Organising, event_endpoint
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.networks import address_of
from tournaments.frame.policies import Door, Right
from tournaments.models import Tournament


class Passes(Organising):
    """The passes of an event."""

    group = "passes"
    withheld = ("results",)

    @describe(
        "passes_list",
        "Every entry, with the pass that works.",
        answers=many_of(PassShape),
        examples=[example_answered({"results": [PASS_EXAMPLE]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response({"results": [pass_shape(entry, held) for entry, held in passes_of(event)]})


class OnePass(Organising):
    """The pass of one entry."""

    group = "passes"
    withheld = ("link", "pin")


def _issued_passes(event: Tournament, issued: Sequence[Issued]) -> dict[str, Any]:
    return {"results": [issued_shape(event, one) for one in issued]}


ISSUE = event_endpoint(
    of_passes.ISSUE, _issued_passes, IssuedPasses, {"results": [ISSUED_EXAMPLE]}, "passes", base=Passes, status=201
)
REVOKE = event_endpoint(
    of_passes.REVOKE, lambda _event, revoked: {"revoked": revoked}, RevokedShape, {"revoked": 1}, "passes"
)
RENEW = event_endpoint(of_passes.RENEW, issued_shape, IssuedShape, ISSUED_EXAMPLE, "passes", base=OnePass, status=201)


class OpenPass(Endpoint):
    """A pass is opened by a browser, whose session holds it from then on."""

    door = Door(writes=Right.SEE)
    group = "passes"
    own_transactions = True

    @describe(
        "pass_open",
        "Open a pass in the session of this browser: by the secret of its link, or by number and PIN.",
        takes=OpenBody,
        answers=OpenedShape,
        examples=[
            example_sent({"number": 12, "pin": "49302716"}, "By number and PIN"),
            example_sent({"secret": "q3Vt0Zk8yLwB1nXfR7mCdQ"}, "By the link"),
            example_answered({**OPENED_EXAMPLE, "csrf_token": "Zk3vXy0cQ8…"}),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        self.event(slug)
        if self.visitor.limits is not None:
            raise ForbiddenError
        body = self.body()
        if "secret" in body:
            found, opened = event_passes.open_by_link(slug=slug, secret=body["secret"])
        else:
            typed = {"slug": slug, "number": body["number"]}
            taken = event_passes.take_try(**typed, address=address_of(request._request))
            found, opened = event_passes.open_by_pin(**typed, pin=body["pin"], taken=taken)
        keep_entry_pass(request._request, opened)
        return Response({**opened_shape(found.entry), "csrf_token": get_token(request._request)})
