"""Invitations to an event, a club or a circuit, as those see them who may invite."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Circuit, Club, Invitation, Tournament, User

MOST = 60


def invitations(to: Tournament | Club | Circuit) -> list[Invitation]:
    """Those that are open, and those that somebody accepted, the newest first; in one query."""
    about = {type(to).__name__.lower(): to}
    shown = Q(accepted_at__isnull=False) | Q(revoked_at__isnull=True, expires_at__gt=timezone.now())
    rows = Invitation.objects.filter(shown, **about).select_related("accepted_by", "made_by")
    return list(rows.order_by("-pk")[:MOST])


def is_for(account: User, invitation: Invitation) -> bool:
    """Whether the account may take the role: where mail arrives, it has confirmed the address that was invited.

    Elsewhere nobody confirms an address, and the inviter hands the link over.
    """
    if not settings.MAIL_ARRIVES:
        return True
    confirmed = {each.email.lower(): each.verified for each in EmailAddress.objects.filter(user=account)}
    # An account from before, or from the command line, was vouched for by those who run the site.
    return confirmed.get(invitation.email, False) if confirmed else account.email.lower() == invitation.email
