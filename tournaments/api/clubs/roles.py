"""Who runs a club and who keeps a circuit; invitations to it; and what is kept about oneself."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Body
from tournaments.api.clubs.base import OfCircuit, OfClub
from tournaments.api.endpoint import Endpoint
from tournaments.api.organising.examples import answered, sent
from tournaments.api.organising.roles import INVITATION_EXAMPLE, InvitationShape, invitation_shape
from tournaments.api.schema import documented, many_of
from tournaments.api.shapes.clubs import HOLDER_EXAMPLE, MY_DATA_EXAMPLE, HolderShape
from tournaments.errors import MissingError
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership, Invitation
from tournaments.policies import Door, Right
from tournaments.selectors import circuits as circuit_reading
from tournaments.selectors import clubs as club_reading
from tournaments.selectors.invitations import invitations as invitations_to
from tournaments.selectors.my_data import my_data
from tournaments.services.accounts import invitations
from tournaments.services.clubs import clubs
from tournaments.services.events import circuits

Role = Invitation.Role
HOLDERS, OFFERS = many_of(HolderShape), many_of(InvitationShape)


INVITED = sent({"email": INVITATION_EXAMPLE["email"]})
HELD = [answered({"results": [HOLDER_EXAMPLE]})]
TO_CLUB = {**INVITATION_EXAMPLE, "role": Role.CLUB_ADMIN.value}
TO_CIRCUIT = {**INVITATION_EXAMPLE, "role": Role.CIRCUIT_OWNER.value}


class AddressBody(Body):
    """Who to invite."""

    email = serializers.EmailField(max_length=254)


def holders(held: Iterable[ClubMembership | CircuitOwner]) -> Response:
    """Those who have the one role that there is."""
    rows: list[dict[str, Any]] = [{"id": each.pk, "name": str(each.user), "email": each.user.email} for each in held]
    return Response({"results": rows})


def offers(to: Club | Circuit) -> Response:
    """What is offered, without secrets."""
    return Response({"results": [invitation_shape(each) for each in invitations_to(to)]})


def require_open(to: Club | Circuit, invitation_id: int) -> None:
    """An offer that is not open any more is a missing one."""
    if all(each.pk != invitation_id or each.accepted_at for each in invitations_to(to)):
        raise MissingError


class Admins(OfClub):
    """Who runs a club."""

    door = Door(reads=Right.MANAGE_CLUB)

    @documented("club_admins_list", "Who runs the club.", answers=HOLDERS, examples=HELD)
    def get(self, request: Request, pk: int) -> Response:
        club, _actor = self.club(pk)
        return holders(club_reading.admins(club))


class OneAdmin(OfClub):
    """Somebody who runs a club."""

    door = Door(writes=Right.MANAGE_CLUB)

    @documented("club_admin_remove", "Take the role away; the last administrator stays.", answers=None)
    def delete(self, request: Request, pk: int, membership_id: int) -> Response:
        club, actor = self.club(pk)
        if membership_id not in {each.pk for each in club_reading.admins(club)}:
            raise MissingError
        clubs.remove_admin(actor=actor, club_id=club.pk, membership_id=membership_id)
        return Response(status=204)


class ClubInvitations(OfClub):
    """Invitations to run a club."""

    @documented(
        "club_invitations_list",
        "Who is invited to run the club.",
        answers=OFFERS,
        examples=[answered({"results": [TO_CLUB]})],
    )
    def get(self, request: Request, pk: int) -> Response:
        return offers(self.club(pk)[0])

    @documented(
        "club_invite",
        "Invite an administrator.",
        takes=AddressBody,
        answers=InvitationShape,
        status=201,
        examples=[INVITED, answered(TO_CLUB, status=201)],
    )
    def post(self, request: Request, pk: int) -> Response:
        club, actor = self.club(pk)
        offer = invitations.invite(actor=actor, to=club, role=Role.CLUB_ADMIN, **self.taken(AddressBody))
        return Response(invitation_shape(offer.invitation), status=201)


class ClubInvitation(OfClub):
    """An invitation to run a club."""

    door = Door(writes=Right.MANAGE_CLUB)

    @documented("club_invitation_revoke", "Take the offer back before it is taken.", answers=None)
    def delete(self, request: Request, pk: int, invitation_id: int) -> Response:
        club, actor = self.club(pk)
        require_open(club, invitation_id)
        invitations.revoke(actor=actor, to=club, invitation_id=invitation_id)
        return Response(status=204)


class Owners(OfCircuit):
    """Who keeps a circuit."""

    door = Door(reads=Right.MANAGE_CIRCUIT)

    @documented("circuit_owners_list", "Who keeps the circuit.", answers=HOLDERS, examples=HELD)
    def get(self, request: Request, slug: str) -> Response:
        circuit, _actor = self.circuit(slug)
        return holders(circuit_reading.owners(circuit))


class OneOwner(OfCircuit):
    """Somebody who keeps a circuit."""

    door = Door(writes=Right.MANAGE_CIRCUIT)

    @documented("circuit_owner_remove", "Take the role away; the last owner stays.", answers=None)
    def delete(self, request: Request, slug: str, owner_id: int) -> Response:
        circuit, actor = self.circuit(slug)
        if owner_id not in {each.pk for each in circuit_reading.owners(circuit)}:
            raise MissingError
        circuits.remove_owner(actor=actor, circuit_id=circuit.pk, owner_id=owner_id)
        return Response(status=204)


class CircuitInvitations(OfCircuit):
    """Invitations to keep a circuit."""

    @documented(
        "circuit_invitations_list",
        "Who is invited to keep the circuit.",
        answers=OFFERS,
        examples=[answered({"results": [TO_CIRCUIT]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        return offers(self.circuit(slug)[0])

    @documented(
        "circuit_invite",
        "Invite an owner.",
        takes=AddressBody,
        answers=InvitationShape,
        status=201,
        examples=[INVITED, answered(TO_CIRCUIT, status=201)],
    )
    def post(self, request: Request, slug: str) -> Response:
        circuit, actor = self.circuit(slug)
        offer = invitations.invite(actor=actor, to=circuit, role=Role.CIRCUIT_OWNER, **self.taken(AddressBody))
        return Response(invitation_shape(offer.invitation), status=201)


class CircuitInvitation(OfCircuit):
    """An invitation to keep a circuit."""

    door = Door(writes=Right.MANAGE_CIRCUIT)

    @documented("circuit_invitation_revoke", "Take the offer back before it is taken.", answers=None)
    def delete(self, request: Request, slug: str, invitation_id: int) -> Response:
        circuit, actor = self.circuit(slug)
        require_open(circuit, invitation_id)
        invitations.revoke(actor=actor, to=circuit, invitation_id=invitation_id)
        return Response(status=204)


class MyData(Endpoint):
    """What is kept about the account that asks."""

    door = Door(reads=Right.HAVE_ACCOUNT)
    group = "me"

    @documented(
        "my_data",
        "Everything that is kept about this account.",
        answers=OpenApiTypes.OBJECT,
        examples=[answered(MY_DATA_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        account = self.visitor.account
        if account is None:
            raise MissingError
        return Response(my_data(account))
