"""The message for an inviter: the link, shown once, for people who read no mail."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.accounts.writes.invitations import Offer


def link_of(offer: Offer) -> str:
    """Return the address at which the invitation is accepted."""
    return f"{settings.SITE_URL}{reverse('invitation', args=[offer.secret])}"


def say_link(request: HttpRequest, offer: Offer) -> None:
    """Say whether a mail is sent, and show the link; the words do not reveal whether the address has an account."""
    if settings.MAIL_ARRIVES:
        sentence = _("%(email)s is invited by mail. The link, shown this once to be passed on by hand: %(link)s")
    else:
        sentence = _(
            "%(email)s is invited. No mail is sent from here: pass the link on, it is shown this once: %(link)s"
        )
    messages.success(request, sentence % {"email": offer.invitation.email, "link": link_of(offer)})
