"""What the mails about an account say: a code, a link, or that something was changed. No old secret is sent."""

from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from tournaments.models import OutboxMessage

OF_ACCOUNTS = "account_"


def text_of(message: OutboxMessage) -> str | None:
    """The text of a mail about an account; None when what it carries is no longer good for anything."""
    payload = message.payload
    until = payload.get("until")
    if until and datetime.fromisoformat(until) <= timezone.now():
        return None
    context = {"email": payload["to"], "site": settings.SITE_URL, "secret": payload.get("secret", "")}
    with override(payload["language"]):
        return render_to_string(f"mail/{message.kind}.txt", context)
