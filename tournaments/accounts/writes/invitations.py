"""Invitations to a role by mail: accepted once, by the link, with an account that confirmed the invited address.

The answer is the same whether or not an address has an account, so that nobody learns who has one.
"""

import hmac
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.accounts.reads.accounts import is_invited
from tournaments.clubs.writes import clubs
from tournaments.clubs.writes.clubs import still_open
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Actor
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.transaction import alone, hold, record, writing
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership, Invitation, Membership, Tournament, User
from tournaments.outbox import messages

Role = Invitation.Role
LASTS: Final = timedelta(days=14)
# Open invitations to one event, club or circuit: enough for any evening, too few for spam.
MOST_OPEN: Final = 40
# Invitations a day to one address about one event, club or circuit; ``rate_limits`` bounds all of them together.
MOST_A_DAY: Final = 5
ROLES: Final[dict[type, tuple[str, ...]]] = {
    Tournament: (Role.ORGANISER, Role.REFEREE, Role.SCORER),
    Club: (Role.CLUB_ADMIN,),
    Circuit: (Role.CIRCUIT_OWNER,),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """An invitation with the secret of its link, which is shown this once and stored nowhere."""

    invitation: Invitation
    secret: str


def secret_of(nonce: str) -> str:
    """Derive the secret of an invitation from its nonce: it can be mailed again, and the database holds no link."""
    return hmac.digest(settings.SECRET_KEY.encode(), f"invitation|{nonce}".encode(), sha256).hex()[:48]


def invite(
    *, actor: Actor, to: Tournament | Club | Circuit, email: str, role: str, tables: tuple[int, ...] = ()
) -> Offer:
    """Offer ``role`` in ``to`` to the reader of the mail at ``email``; an older invitation of this kind ends."""
    if role not in ROLES[type(to)]:
        raise RefusedError("role_unknown", field="role", value=role)
    if role == Role.SCORER and not tables:
        raise RefusedError("scorer_tables", field="tables")
    email = email.strip().lower()
    with _writing(to):
        _end(still_open().filter(**_about(to), email=email))
        if still_open().filter(**_about(to)).count() >= MOST_OPEN:
            raise RefusedError("too_many_invitations", field="email", most=MOST_OPEN)
        today = Invitation.objects.filter(**_about(to), email=email, created_at__gt=timezone.now() - timedelta(days=1))
        if today.count() >= MOST_A_DAY:
            raise RefusedError("too_many_letters", field="email", value=email, most=MOST_A_DAY)
        everywhere = rate_limits.invitation_letters(email)
        if not rate_limits.is_taken_along(everywhere):
            raise RefusedError("too_many_letters", field="email", value=email, most=everywhere.most)
        nonce = secrets.token_urlsafe(24)
        secret = secret_of(nonce)
        invitation = Invitation.objects.create(
            **_about(to),
            email=email,
            role=role,
            tables=list(tables) if role == Role.SCORER else [],
            secret_hash=_hash_of(secret),
            made_by_id=actor.offered_by,
            expires_at=timezone.now() + LASTS,
        )
        messages.invite(invitation, nonce)
        record(
            by=actor,
            verb="invitation_sent",
            target=email,
            tournament=invitation.tournament,
            after={"invitation": invitation.pk, "role": role, "tables": invitation.tables, **_name_for_log(to)},
        )
        return Offer(invitation, secret)


def revoke(*, actor: Actor, to: Tournament | Club | Circuit, invitation_id: int) -> None:
    """Revoke an invitation that nobody has accepted yet."""
    with _writing(to):
        offered = still_open().filter(**_about(to), pk=invitation_id).first()
        if offered is None:
            raise RefusedError("invitation_missing")
        _take_back(actor, offered, to)


def revoke_all_made(*, by: Actor, maker: User) -> None:
    """Revoke all open invitations of ``maker``, as the first part of another write, which locks their events."""
    keys = dict(still_open().filter(made_by=maker).values_list("pk", "tournament_id"))
    clubs.hold_events(event for event in keys.values() if event is not None)
    for offered in still_open().filter(pk__in=keys).select_related("tournament", "club", "circuit"):
        _take_back(by, offered, thing(offered))


def _take_back(actor: Actor, offered: Invitation, to: Tournament | Club | Circuit) -> None:
    """End an invitation, unless it is being accepted at this moment."""
    if _end(still_open().filter(pk=offered.pk)):
        record(
            by=actor,
            verb="invitation_revoked",
            target=offered.email,
            tournament=offered.tournament,
            before={"invitation": offered.pk, "role": offered.role, **_name_for_log(to)},
        )


def open_invitation(secret: str) -> Invitation:
    """Return the invitation of a link; a used, revoked or expired link is the same as an unknown one."""
    found = still_open().filter(secret_hash=_hash_of(secret)).select_related("tournament", "club", "circuit", "made_by")
    invitation = found.first()
    if invitation is None:
        raise MissingError
    return invitation


def accept(*, account: User, secret: str) -> Invitation:
    """Accept the invitation of a link; the account is recorded and shown to the inviter.

    A forwarded link does not work: the account must have the invited address (``is_for``).
    """
    to = thing(open_invitation(secret))
    with _writing(to):
        invitation = open_invitation(secret)
        if not is_invited(account, invitation):
            raise RefusedError("invitation_of_other", email=invitation.email)
        taken = still_open().filter(pk=invitation.pk).update(accepted_at=timezone.now(), accepted_by=account)
        if not taken:
            raise MissingError
        actor = Actor(user=account, label=str(account))
        if invitation.club is not None:
            ClubMembership.objects.get_or_create(club=invitation.club, user=account)
        elif invitation.circuit is not None:
            CircuitOwner.objects.get_or_create(circuit=invitation.circuit, user=account)
        else:
            event = invitation.tournament_id or 0
            ranks = [Membership.Role.SCORER, Membership.Role.REFEREE, Membership.Role.ORGANISER]
            held = Membership.objects.filter(tournament=event, user=account).first()
            # A greater role that the account has stays.
            wanted = Membership.Role(invitation.role)
            if held is not None and ranks.index(Membership.Role(held.role)) > ranks.index(wanted):
                raise RefusedError("role_greater", role=held.get_role_display())
            tables = tuple(invitation.tables)
            tournaments.grant_role(actor=actor, tournament_id=event, user=account, role=invitation.role, tables=tables)
        record(
            by=actor,
            verb="invitation_accepted",
            target=account,
            tournament=invitation.tournament,
            after={"invitation": invitation.pk, "role": invitation.role, **_name_for_log(to)},
        )
        return invitation


def thing(invitation: Invitation) -> Tournament | Club | Circuit:
    """Return what the invitation is to."""
    found = invitation.tournament or invitation.club or invitation.circuit
    if found is None:
        raise MissingError
    return found


@contextmanager
def _writing(to: Tournament | Club | Circuit) -> Iterator[None]:
    """Open a transaction with the event, club or circuit locked: of two invitations to one address the later works."""
    if isinstance(to, Tournament):
        with writing(to.pk):
            yield
    else:
        with alone():
            hold(to)
            yield


def _about(to: Tournament | Club | Circuit) -> dict[str, Any]:
    name = {Tournament: "tournament", Club: "club", Circuit: "circuit"}[type(to)]
    return {name: to}


def _name_for_log(to: Tournament | Club | Circuit) -> dict[str, str]:
    """Return the club or circuit of a role for an audit row, which names it; empty for an event, whose log it is."""
    return {} if isinstance(to, Tournament) else {type(to).__name__.lower(): to.name}


def _end(invitations: QuerySet[Invitation]) -> int:
    return invitations.update(revoked_at=timezone.now())


def _hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
