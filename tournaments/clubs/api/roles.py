"""Who runs a club and who keeps a circuit, and invitations to it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.api.roles import INVITATION_EXAMPLE, InvitationShape
from tournaments.accounts.reads.accounts import invitations as invitations_to
from tournaments.clubs.api.base import Managed, OfCircuit, OfClub
from tournaments.clubs.api.club_shapes import HOLDER_EXAMPLE, HolderShape
from tournaments.clubs.operations import of_keepers
from tournaments.clubs.operations.of_keepers import Keeping, Role
from tournaments.errors import MissingError
from tournaments.frame.api.declared import Act, endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.games.contract import Json
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership

HOLDERS, OFFERS = many_of(HolderShape), many_of(InvitationShape)
HELD = [example_answered({"results": [HOLDER_EXAMPLE]})]
TO_CLUB = {**INVITATION_EXAMPLE, "role": Role.CLUB_ADMIN.value}
TO_CIRCUIT = {**INVITATION_EXAMPLE, "role": Role.CIRCUIT_OWNER.value}


def holders(held: Iterable[ClubMembership | CircuitOwner]) -> Response:
    """Return the accounts that run the club, or keep the circuit: id, name and e-mail."""
    rows: list[dict[str, Any]] = [{"id": each.pk, "name": str(each.user), "email": each.user.email} for each in held]
    return Response({"results": rows})


def offers(to: Club | Circuit) -> Response:
    """Return the invitations to a club or circuit, without their secrets."""
    return Response({"results": [InvitationShape.of(each) for each in invitations_to(to)]})


class Admins(OfClub):
    """Who runs a club."""

    door = Door(reads=Right.MANAGE_CLUB)

    @describe("club_admins_list", "Who runs the club.", answers=HOLDERS, examples=HELD)
    def get(self, request: Request, pk: int) -> Response:
        return holders(of_keepers.CLUB.holders(self.object_and_actor()[0]))


class ClubInvitations(OfClub):
    """Invitations to run a club."""

    @describe(
        "club_invitations_list",
        "Who is invited to run the club.",
        answers=OFFERS,
        examples=[example_answered({"results": [TO_CLUB]})],
    )
    def get(self, request: Request, pk: int) -> Response:
        return offers(self.object_and_actor()[0])


class Owners(OfCircuit):
    """Who keeps a circuit."""

    door = Door(reads=Right.MANAGE_CIRCUIT)

    @describe("circuit_owners_list", "Who keeps the circuit.", answers=HOLDERS, examples=HELD)
    def get(self, request: Request, slug: str) -> Response:
        return holders(of_keepers.CIRCUIT.holders(self.object_and_actor()[0]))


class CircuitInvitations(OfCircuit):
    """Invitations to keep a circuit."""

    @describe(
        "circuit_invitations_list",
        "Who is invited to keep the circuit.",
        answers=OFFERS,
        examples=[example_answered({"results": [TO_CIRCUIT]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        return offers(self.object_and_actor()[0])


def _invite(asked: Managed[Any], operation: Operation, **address: Any) -> Response:
    to, actor = asked.object_and_actor()
    offer = operation.do(actor, {"to": to}, asked.body())
    return Response(InvitationShape.of(offer.invitation), status=201)


def _open_offers(to: Club | Circuit) -> set[int]:
    return {each.pk for each in invitations_to(to) if not each.accepted_at}


def _taking_away(there: Callable[[Any], set[int]]) -> Act:
    """Take away a role or an offer of the address; one that is not ``there`` is a missing one."""

    def act(asked: Managed[Any], operation: Operation, **address: Any) -> Response:
        to, actor = asked.object_and_actor()
        about = {name: pk for name, pk in address.items() if name != asked.key}
        if not there(to).issuperset(about.values()):
            raise MissingError
        operation.do(actor, {"to": to, **about}, {})
        return Response(status=204)

    return act


def role_endpoints(
    keeping: Keeping, base: type[Managed[Any]], listed: type[Managed[Any]], offer: Json
) -> Iterator[tuple[Operation, type[Managed[Any]]]]:
    """The end points of the steps about the one role that there is, each with its operation."""
    sent = [example_answered(offer, status=201)]
    yield keeping.invite, endpoint(keeping.invite, listed, _invite, answers=InvitationShape, status=201, examples=sent)
    yield keeping.revoke, endpoint(keeping.revoke, base, _taking_away(_open_offers))
    held = _taking_away(lambda to: {each.pk for each in keeping.holders(to)})
    yield keeping.remove, endpoint(keeping.remove, base, held)


CLUB_STEPS = tuple(role_endpoints(of_keepers.CLUB, OfClub, ClubInvitations, TO_CLUB))
CIRCUIT_STEPS = tuple(role_endpoints(of_keepers.CIRCUIT, OfCircuit, CircuitInvitations, TO_CIRCUIT))
