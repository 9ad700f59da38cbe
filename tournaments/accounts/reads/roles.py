"""The roles of an event."""

from tournaments.models import Membership, Tournament


def roles(tournament: Tournament) -> list[Membership]:
    """Return the roles of an event with their accounts, in one query."""
    return list(Membership.objects.filter(tournament=tournament).select_related("user").order_by("role", "user__name"))
