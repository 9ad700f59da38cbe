"""Open invitations of a person who may no longer invite: they end with the role."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import Circuit, CircuitOwner, Club, Invitation, Membership, Tournament, User


def still_open() -> QuerySet[Invitation]:
    """Return the invitations that can still be accepted."""
    now = timezone.now()
    return Invitation.objects.filter(accepted_at__isnull=True, revoked_at__isnull=True, expires_at__gt=now)


def withdraw(
    user: User, *, tournament: Tournament | None = None, club: Club | None = None, circuit: Circuit | None = None
) -> None:
    """Revoke the invitations of ``user`` in this event, club or circuit."""
    offered = still_open().filter(made_by=user, tournament=tournament, club=club, circuit=circuit)
    offered.update(revoked_at=timezone.now())


def withdraw_of_club(user: User, club: Club) -> None:
    """Revoke the invitations of ``user`` as administrator: in the club, its events and circuits, except their own."""
    organises = Membership.objects.filter(user=user, role=Membership.Role.ORGANISER).values("tournament")
    owns = CircuitOwner.objects.filter(user=user).values("circuit")
    of_events = Q(tournament__club=club) & ~Q(tournament__in=organises)
    of_circuits = Q(circuit__club=club) & ~Q(circuit__in=owns)
    offered = still_open().filter(Q(club=club) | of_events | of_circuits, made_by=user)
    offered.update(revoked_at=timezone.now())
