"""Who has which role in an event, and the accounts that may get one."""

from tournaments.models import Membership, Tournament, User


def roles(tournament: Tournament) -> list[Membership]:
    """The roles of an event with their accounts, in one query."""
    return list(Membership.objects.filter(tournament=tournament).select_related("user").order_by("role", "user__name"))


def account_with(email: str) -> User | None:
    """The active account of an address, whatever its capitals."""
    return User.objects.filter(email=email.strip().lower(), is_active=True).first()
