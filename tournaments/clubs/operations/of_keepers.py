"""Who runs a club, and who keeps a circuit: invited, invited no more, and taken out of the role."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext_lazy as _

from tournaments.accounts.writes import invitations
from tournaments.clubs.reads.clubs import admins
from tournaments.clubs.writes import clubs
from tournaments.frame.operations.inputs import Input, Text
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership, Invitation
from tournaments.seasons import writes as circuits
from tournaments.seasons.reads import owners

Role = Invitation.Role
Holders: TypeAlias = Callable[[Any], Sequence[ClubMembership | CircuitOwner]]
ADDRESS: Final = Input(
    "AddressBody",
    "Who to invite.",
    (Text("email", _("E-mail address"), 254, kind="email", help=_("The link of the invitation is good for 14 days.")),),
)


@dataclass(frozen=True, slots=True)
class Keeping:
    """The steps about the one role of a club or of a circuit, and those who hold it."""

    holders: Holders
    invite: Operation
    revoke: Operation
    remove: Operation


def _keeping(of: str, holder: str, role: str, holders: Holders, remove: Operation) -> Keeping:
    invite = Operation(
        name=f"{of}_invite",
        address="invitations/",
        summary=f"Invite an {holder}.",
        right=remove.right,
        service=invitations.invite,
        fixed={"role": role},
        takes=ADDRESS,
        example=("Sent", {"email": "ada@example.org"}),
    )
    revoke = Operation(
        name=f"{of}_invitation_revoke",
        address="invitations/<int:invitation_id>/",
        method="delete",
        summary="Withdraw an invitation that nobody has accepted yet.",
        right=remove.right,
        service=invitations.revoke,
    )
    return Keeping(holders, invite, revoke, remove)


def _remove_admin(*, to: Club, **given: Any) -> None:
    clubs.remove_admin(club_id=to.pk, **given)


def _remove_owner(*, to: Circuit, **given: Any) -> None:
    circuits.remove_owner(circuit_id=to.pk, **given)


CLUB: Final = _keeping(
    "club",
    "administrator",
    Role.CLUB_ADMIN,
    admins,
    Operation(
        name="club_admin_remove",
        address="admins/<int:membership_id>/",
        method="delete",
        summary="Take the role away; the last administrator stays.",
        right=Right.MANAGE_CLUB,
        service=_remove_admin,
    ),
)
CIRCUIT: Final = _keeping(
    "circuit",
    "owner",
    Role.CIRCUIT_OWNER,
    owners,
    Operation(
        name="circuit_owner_remove",
        address="owners/<int:owner_id>/",
        method="delete",
        summary="Take the role away; the last owner stays.",
        right=Right.MANAGE_CIRCUIT,
        service=_remove_owner,
    ),
)
