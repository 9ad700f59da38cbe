"""Endpoints of players' passes, and of new codes for a whole round."""

from django.middleware.csrf import get_token
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.endpoint import Endpoint
from tournaments.api.organising.examples import answered, sent
from tournaments.api.passes.shapes import (
    ISSUED_EXAMPLE,
    OPENED_EXAMPLE,
    PASS_EXAMPLE,
    DaysBody,
    EntriesBody,
    IssueBody,
    IssuedPasses,
    IssuedShape,
    OpenBody,
    OpenedShape,
    PassShape,
    RenewedShape,
    RevokedShape,
    issued_shape,
    opened_shape,
    pass_shape,
)
from tournaments.api.schema import documented, many_of
from tournaments.errors import ForbiddenError
from tournaments.forms.accounts import address_of
from tournaments.policies import Door, Right
from tournaments.selectors.player_pass import passes_of
from tournaments.services.accounts import event_passes
from tournaments.services.tables import codes
from tournaments.visiting import keep_entry_pass

ONLY_WRITES = Door(writes=Right.ORGANISE)


class Passes(Endpoint):
    """The passes of an event."""

    door = Door(reads=Right.ORGANISE, writes=Right.ORGANISE)
    group = "passes"
    withheld = ("results",)

    @documented(
        "passes_list",
        "Every entry, with the pass that works.",
        answers=many_of(PassShape),
        examples=[answered({"results": [PASS_EXAMPLE]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response({"results": [pass_shape(entry, held) for entry, held in passes_of(event)]})

    @documented(
        "passes_issue",
        "Make a pass for those who have none that works; links and PINs are told this once.",
        takes=IssueBody,
        answers=IssuedPasses,
        status=201,
        examples=[sent({"entries": [812], "days": 2}), answered({"results": [ISSUED_EXAMPLE]}, status=201)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        body = self.taken(IssueBody)
        issued = event_passes.issue_passes(
            actor=actor, tournament_id=event.pk, entry_ids=body.get("entries"), days=body["days"]
        )
        return Response({"results": [issued_shape(one, slug) for one in issued]}, status=201)


class RevokePasses(Endpoint):
    """Passes that work no more."""

    door = ONLY_WRITES
    group = "passes"

    @documented(
        "passes_revoke",
        "Make passes worthless at once, some or all.",
        takes=EntriesBody,
        answers=RevokedShape,
        examples=[sent({"entries": [812]}), answered({"revoked": 1})],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = self.event(slug)
        body = self.taken(EntriesBody)
        revoked = event_passes.revoke_passes(actor=actor, tournament_id=event.pk, entry_ids=body.get("entries"))
        return Response({"revoked": revoked})


class RenewPass(Endpoint):
    """The pass of one entry."""

    door = ONLY_WRITES
    group = "passes"
    withheld = ("link", "pin")

    @documented(
        "pass_renew",
        "A new pass for an entry; the one before works no more.",
        takes=DaysBody,
        answers=IssuedShape,
        status=201,
        examples=[sent({"days": 2}), answered(ISSUED_EXAMPLE, status=201)],
    )
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        event, actor = self.event(slug)
        body = self.taken(DaysBody)
        issued = event_passes.renew_pass(actor=actor, tournament_id=event.pk, entry_id=entry_id, days=body["days"])
        return Response(issued_shape(issued, slug), status=201)


class RenewCodes(Endpoint):
    """The codes of all tables of a round."""

    door = ONLY_WRITES
    group = "passes"

    @documented(
        "round_codes_renew",
        "New codes for every table of a round; the old ones work no more.",
        answers=RenewedShape,
        examples=[answered({"tables": 32})],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        event, actor = self.event(slug)
        self.taken()
        tables = codes.renew_codes_of_round(actor=actor, tournament_id=event.pk, number=number)
        return Response({"tables": tables})


class OpenPass(Endpoint):
    """A pass is opened by a browser, whose session holds it from then on."""

    door = Door(writes=Right.SEE)
    group = "passes"
    own_transactions = True

    @documented(
        "pass_open",
        "Open a pass in the session of this browser: by the secret of its link, or by number and PIN.",
        takes=OpenBody,
        answers=OpenedShape,
        examples=[
            sent({"number": 12, "pin": "49302716"}, "By number and PIN"),
            sent({"secret": "q3Vt0Zk8yLwB1nXfR7mCdQ"}, "By the link"),
            answered({**OPENED_EXAMPLE, "csrf_token": "Zk3vXy0cQ8…"}),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        self.event(slug)
        if self.visitor.limits is not None:
            raise ForbiddenError
        body = self.taken(OpenBody)
        if "secret" in body:
            found, opened = event_passes.open_by_link(slug=slug, secret=body["secret"])
        else:
            typed = {"slug": slug, "number": body["number"]}
            taken = event_passes.take_try(**typed, address=address_of(request._request))
            found, opened = event_passes.open_by_pin(**typed, pin=body["pin"], taken=taken)
        keep_entry_pass(request._request, opened)
        return Response({**opened_shape(found.entry), "csrf_token": get_token(request._request)})
