"""Invitations to an event, a club or a circuit, for those who may invite."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Circuit, Club, Invitation, Tournament, User

MOST = 60


def invitations(to: Tournament | Club | Circuit) -> list[Invitation]:
    """Return the open and the accepted invitations, newest first; in one query."""
    about = {type(to).__name__.lower(): to}
    shown = Q(accepted_at__isnull=False) | Q(revoked_at__isnull=True, expires_at__gt=timezone.now())
    rows = Invitation.objects.filter(shown, **about).select_related("accepted_by", "made_by")
    return list(rows.order_by("-pk")[:MOST])


def is_for(account: User, invitation: Invitation) -> bool:
    """Return whether the account may accept: where mail is set up, it has to have confirmed the invited address.

    Elsewhere no address is confirmed, and the inviter hands the link over.
    """
    if not settings.MAIL_ARRIVES:
        return True
    confirmed = {each.email.lower(): each.verified for each in EmailAddress.objects.filter(user=account)}
    # Accounts from before, or from the command line, are trusted: the administrator of the site made them.
    return confirmed.get(invitation.email, False) if confirmed else account.email.lower() == invitation.email
