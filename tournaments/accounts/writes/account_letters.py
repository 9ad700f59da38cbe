"""Texts of the mails about an account: a code, a link, or a notice of a change. An expired secret is not sent."""

from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from tournaments.models import OutboxMessage

OF_ACCOUNTS = "account_"


def text_of(message: OutboxMessage) -> str | None:
    """Return the text of a mail about an account; None when the code or link in it no longer works."""
    payload = message.payload
    until = payload.get("until")
    if until and datetime.fromisoformat(until) <= timezone.now():
        return None
    context = {"email": payload["to"], "site": settings.SITE_URL, "secret": payload.get("secret", "")}
    with override(payload["language"]):
        return render_to_string(f"mail/{message.kind}.txt", context)
