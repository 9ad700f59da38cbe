"""Invitations to an event, a club or a circuit, as those see them who may invite."""

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Circuit, Club, Invitation, Tournament

MOST = 60


def invitations(to: Tournament | Club | Circuit) -> list[Invitation]:
    """Those that are open, and those that somebody accepted, the newest first; in one query."""
    about = {type(to).__name__.lower(): to}
    shown = Q(accepted_at__isnull=False) | Q(revoked_at__isnull=True, expires_at__gt=timezone.now())
    rows = Invitation.objects.filter(shown, **about).select_related("accepted_by", "made_by")
    return list(rows.order_by("-pk")[:MOST])
