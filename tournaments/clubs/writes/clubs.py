"""Clubs: founded, changed, named on events and with entries; an administrator who leaves, with what they offered."""

from collections.abc import Iterable, Sequence

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.errors import MissingError, RefusedError
from tournaments.folding import fold
from tournaments.frame import naming
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, lock_tournament, record
from tournaments.models import (
    ApiToken,
    AuditEntry,
    Circuit,
    CircuitOwner,
    Club,
    ClubMembership,
    Invitation,
    Membership,
    Tournament,
    User,
)
from tournaments.outbox import fanout


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


BATCH = 500


def people_of_clubs(people: Sequence[int]) -> set[int]:
    """Return those of ``people`` that a club's page added or changed: the club made them, or gave them their name."""
    found: set[int] = set()
    for start in range(0, len(people), BATCH):
        batch = list(people[start : start + BATCH])
        about = Q(before__person__in=batch) | Q(after__person__in=batch)
        rows = AuditEntry.objects.filter(about, tournament=None)
        found.update(*rows.values_list("before__person", "after__person"))
    return found & set(people)


LOOKED_AT = (Tournament.Status.OPEN, Tournament.Status.CLOSED, Tournament.Status.RUNNING)


def found_club(*, actor: Actor, name: str, circle: str = "") -> Club:
    """Create a club, with its founder as administrator.

    Refuse an existing name, also where nobody runs that club: names typed with entries create clubs, and the site's
    administrator decides who gets one.
    """
    name = _tidy(name)
    try:
        with alone():
            if club_called(name) is not None:
                raise RefusedError(_require_free_name(name), field="name", value=name)
            club = Club.objects.create(name=name, circle=_tidy(circle))
            if actor.user is not None:
                ClubMembership.objects.create(club=club, user=actor.user)
            record(by=actor, verb="club_founded", target=club, tournament=None, after=_club_for_log(club))
    except IntegrityError as taken:
        raise RefusedError(_require_free_name(name), field="name", value=name) from taken
    return club


def change_club(*, actor: Actor, club_id: int, name: str, circle: str = "") -> Club:
    """Change the name or circle of a club; names are unique. Every page and answer that shows the name is renewed."""
    name = _tidy(name)
    try:
        with alone():
            named = Tournament.objects.filter(Q(club=club_id) | Q(entries__club=club_id))
            hold_events(named.values_list("pk", flat=True))
            club = locked_club(club_id)
            if club_called(name) not in (None, club):
                raise RefusedError("club_exists", field="name", value=name)
            before, club.name, club.circle = _club_for_log(club), name, _tidy(circle)
            club.save(update_fields=["name", "circle"])
            record(
                by=actor, verb="club_changed", target=club, tournament=None, before=before, after=_club_for_log(club)
            )
    except IntegrityError as taken:
        raise RefusedError("club_exists", field="name", value=name) from taken
    return club


def remove_admin(*, actor: Actor, club_id: int, membership_id: int) -> None:
    """Remove an administrator, with their invitations and the tokens that they made.

    The last administrator stays. The access of people who have a page of the club's events open is checked again.
    """
    with alone():
        # Events before the club, as in all writes.
        hold_events(Tournament.objects.filter(club=club_id, status__in=LOOKED_AT).values_list("pk", flat=True))
        club = locked_club(club_id)
        held = ClubMembership.objects.filter(club=club, pk=membership_id).select_related("user").first()
        if held is None:
            raise RefusedError("role_missing")
        if not ClubMembership.objects.filter(club=club).exclude(pk=held.pk).exists():
            raise RefusedError("last_club_admin")
        held.delete()
        ended = withdraw_all(held.user, club)
        record(
            by=actor,
            verb="club_admin_removed",
            target=held.user,
            tournament=None,
            before={"club": club.name, "role": held.role, "tokens": ended, "account": held.user_id},
        )


def withdraw_all(user: User, club: Club) -> list[str]:
    """End what a former administrator made for the club; return the prefixes of the tokens that ended."""
    withdraw_of_club(user, club)
    known = ApiToken.objects.filter(club=club, made_by=user, revoked_at__isnull=True)
    ended = list(known.values_list("prefix", flat=True))
    known.update(revoked_at=timezone.now())
    return ended


def hold_events(keys: Iterable[int]) -> None:
    """Lock events in the order of all writes, before clubs and people, and renew what is shown of them."""
    for pk in sorted(set(keys)):
        event = lock_tournament(pk)
        fanout.announce(event.pk, event.version)


def require_own(actor: Actor, club: Club | None, *, field: str = "club") -> None:
    """Refuse a club that others run: its name on an event would say that the event is theirs."""
    if club is None or may_lend(actor, club):
        return
    raise RefusedError("club_of_others", field=field, value=club.name)


def may_lend(actor: Actor, club: Club) -> bool:
    """Return whether ``actor`` may put the club's name on something: nobody runs it, or they do."""
    return runs(actor, club) or not ClubMembership.objects.filter(club=club).exists()


def runs(actor: Actor, club: Club) -> bool:
    """Return whether ``actor`` runs the club: an administrator, the club's own token, or a superuser."""
    if actor.user is None:
        return actor.club_id == club.pk
    return (
        actor.club_id == club.pk
        or actor.user.is_superuser
        or ClubMembership.objects.filter(club=club, user=actor.user).exists()
    )


def locked_club(club_id: int) -> Club:
    """Return the club, locked until the end of the transaction."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        raise MissingError
    return club


def _tidy(text: str) -> str:
    return " ".join(text.split())


def club_called(name: str) -> Club | None:
    """Return the club of that name, as it is written here if several have it in other letters."""
    found = [club for club in Club.objects.filter(naming.rows_called([(name,)])) if fold(club.name) == fold(name)]
    return min(found, key=lambda club: (club.name != name, club.pk), default=None)


def club_named(name: str, circle: str = "") -> Club | None:
    """Return the club of that name, created if there is none; None for an empty name."""
    name = " ".join(name.split())
    if not name:
        return None
    club = club_called(name)
    if club is None:
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, circle=circle)
        except IntegrityError:
            # Another event has created it at this moment.
            club = club_called(name)
            if club is None:
                raise
    if circle and not club.circle:
        club.circle = circle
        club.save(update_fields=["circle"])
    return club


def _require_free_name(name: str) -> str:
    run = ClubMembership.objects.filter(club=club_called(name)).exists()
    return "club_exists" if run else "club_without_admin"


def _club_for_log(club: Club) -> dict[str, str]:
    return {"name": club.name, "circle": club.circle}
