"""Roles of an event, and offers of one, are taken back."""

from typing import Final

from tournaments.models import Tournament
from tournaments.operations.operation import Operation, Target
from tournaments.policies import Right
from tournaments.services.accounts import invitations
from tournaments.services.events import tournaments

REVOKE: Final = Operation(
    name="role_revoke", address="roles/<int:membership_id>/", method="delete",
    summary="Take a role away; the last organiser cannot go.",
    right=Right.ORGANISE, service=tournaments.revoke_role,
)  # fmt: skip
REVOKE_INVITATION: Final = Operation(
    name="invitation_revoke", address="invitations/<int:invitation_id>/", method="delete",
    summary="Take an offer back before it is taken.", right=Right.ORGANISE, service=invitations.revoke,
)  # fmt: skip


def of_invitation(event: Tournament, invitation_id: int) -> Target:
    """An event, and the key of an offer of a role in it, as their services take them."""
    return {"to": event, "invitation_id": invitation_id}
