"""Who may do what in the event: roles are offered by mail, changed, and taken away."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.operations import of_roles
from tournaments.accounts.operations.of_roles import of_invitation
from tournaments.accounts.reads import accounts
from tournaments.accounts.reads.accounts import invitations as invitations_to
from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.organising import Organising, without_version
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.models import Invitation, Membership, Tournament

Role = Membership.Role


class RoleShape(Shape):
    """A role of the event."""

    id = serializers.IntegerField()
    name = serializers.CharField(source="user.name")
    email = serializers.EmailField(source="user.email")
    role = serializers.ChoiceField(choices=Role.values)
    tables = serializers.ListField(child=serializers.IntegerField())


class InvitationShape(Shape):
    """A role that is offered, or was and is taken."""

    id = serializers.IntegerField()
    email = serializers.EmailField()
    role = serializers.ChoiceField(choices=Invitation.Role.values, help_text="Of an event, a club or a circuit")
    tables = serializers.ListField(child=serializers.IntegerField())
    expires_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)


ROLE_EXAMPLE = {"id": 3, "name": "Ada Solero", "email": "ada@example.org", "role": "referee", "tables": []}
INVITATION_EXAMPLE = {
    "id": 9,
    "email": "ada@example.org",
    "role": "referee",
    "tables": [],
    "expires_at": "2026-12-31T20:00:00+01:00",
    "accepted_at": None,
}


def role_in(event: Tournament, membership_id: int) -> Membership:
    """A role of the event with its account."""
    found = next((held for held in accounts.roles(event) if held.pk == membership_id), None)
    if found is None:
        raise MissingError
    return found


class Roles(Organising):
    """The roles of an event."""

    door = Door(reads=Right.ORGANISE)

    @describe(
        "roles_list",
        "Who has which role.",
        answers=many_of(RoleShape),
        examples=[example_answered({"results": [ROLE_EXAMPLE]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response({"results": [RoleShape.of(held) for held in accounts.roles(event)]})


class Invitations(Organising):
    """The roles that are offered by mail."""

    group = "roles"

    @describe(
        "invitations_list",
        "The roles that are offered, and those that were taken.",
        answers=many_of(InvitationShape),
        examples=[example_answered({"results": [INVITATION_EXAMPLE]})],
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = self.event(slug)
        return Response({"results": [InvitationShape.of(each) for each in invitations_to(event)]})


def _invite(asked: Invitations, operation: Operation, slug: str) -> Response:
    event, actor, values = asked.begin_write(slug)
    offer = operation.do(actor, {"to": event}, without_version(values))
    return Response(InvitationShape.of(offer.invitation), status=201)


def _change(asked: Organising, operation: Operation, slug: str, membership_id: int) -> Response:
    event, actor, values = asked.begin_write(slug)
    held = role_in(event, membership_id)
    operation.do(actor, {"tournament_id": event.pk, "user": held.user}, without_version(values))
    return Response(RoleShape.of(role_in(event, membership_id)))


def _revoke(asked: Organising, operation: Operation, slug: str, membership_id: int) -> Response:
    event, actor = asked.event(slug)
    role_in(event, membership_id)
    operation.do(actor, {"tournament_id": event.pk, "membership_id": membership_id}, {})
    return Response(status=204)


def _revoke_offer(asked: Organising, operation: Operation, slug: str, invitation_id: int) -> Response:
    event, actor = asked.event(slug)
    if all(each.pk != invitation_id or each.accepted_at for each in invitations_to(event)):
        raise MissingError
    operation.do(actor, of_invitation(event, invitation_id), {})
    return Response(status=204)


INVITE = endpoint(
    of_roles.INVITE,
    Invitations,
    _invite,
    answers=InvitationShape,
    status=201,
    group="roles",
    examples=[example_answered(INVITATION_EXAMPLE, status=201)],
)
CHANGED = endpoint(
    of_roles.CHANGE, Organising, _change, answers=RoleShape, examples=[example_answered(ROLE_EXAMPLE)], group="roles"
)
REVOKE = endpoint(of_roles.REVOKE, CHANGED, _revoke, group="roles")
REVOKE_INVITATION = endpoint(of_roles.REVOKE_INVITATION, Organising, _revoke_offer, group="roles")
