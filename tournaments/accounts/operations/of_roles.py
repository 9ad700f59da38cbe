"""Roles of an event are offered by mail, changed, and taken away."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.writes import invitations
from tournaments.events.writes import tournaments
from tournaments.frame.operations.inputs import EVENT_SEEN, Choice, Input, Rows, Text, Wrong
from tournaments.frame.operations.operation import Operation, Target
from tournaments.frame.policies import Right
from tournaments.models import Membership, Tournament

Role = Membership.Role
MOST_TABLES: Final = 200
HIGHEST_TABLE: Final = 9_999
ROLE: Final = (
    Choice("role", _("Role"), tuple(Role.choices), Role.REFEREE),
    Rows("tables", MOST_TABLES, 0, HIGHEST_TABLE, required=False, hint="Hall numbers, for a scorer."),
)
EMAIL: Final = Text("email", _("E-mail address"), 254, kind="email")


def without_tables(values: Mapping[str, Any]) -> Wrong | None:
    """Return the error for a scorer without tables, or None."""
    is_wrong = values.get("role") == Role.SCORER and not values.get("tables")
    return ("tables", "scorer_tables", gettext("A scorer needs tables: say which.")) if is_wrong else None


def _with_tables_for_scorers(service: Callable[..., Any]) -> Callable[..., Any]:
    """A service that gives a role: only a scorer has tables."""

    def give(*, role: str, tables: Sequence[int] = (), **given: Any) -> Any:
        return service(role=role, tables=tuple(sorted(set(tables))) if role == Role.SCORER else (), **given)

    return give


INVITE: Final = Operation(
    name="invitation_send",
    address="invitations/",
    summary="Offer a role by mail; whether the address has an account makes no difference.",
    right=Right.ORGANISE,
    service=_with_tables_for_scorers(invitations.invite),
    takes=Input(
        "InvitationBody",
        "A role, and the address that it is offered to.",
        (EVENT_SEEN, *ROLE, EMAIL),
        check=without_tables,
    ),
    example=("Sent", {"email": "ada@example.org", "role": "referee"}),
)
CHANGE: Final = Operation(
    name="role_change",
    address="roles/<int:membership_id>/",
    method="put",
    summary="Change somebody's role; the last organiser keeps theirs.",
    right=Right.ORGANISE,
    service=_with_tables_for_scorers(tournaments.grant_role),
    takes=Input("RoleFields", "A role; a scorer has tables.", (EVENT_SEEN, *ROLE), check=without_tables),
    example=("Sent", {"role": "scorer", "tables": [1, 2, 3]}),
)
REVOKE: Final = Operation(
    name="role_revoke",
    address="roles/<int:membership_id>/",
    method="delete",
    summary="Take a role away; the last organiser cannot go.",
    right=Right.ORGANISE,
    service=tournaments.revoke_role,
)
REVOKE_INVITATION: Final = Operation(
    name="invitation_revoke",
    address="invitations/<int:invitation_id>/",
    method="delete",
    summary="Withdraw an invitation that nobody has accepted yet.",
    right=Right.ORGANISE,
    service=invitations.revoke,
)


def of_invitation(event: Tournament, invitation_id: int) -> Target:
    """An event, and the key of an offer of a role in it, as their services take them."""
    return {"to": event, "invitation_id": invitation_id}
