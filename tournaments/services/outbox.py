"""Sends what was written to the outbox: at least once, later again when it fails, never inside a request."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import override

from tournaments.models import Entry, OutboxMessage

# After each failure wait longer: 1, 2, 4 ... minutes, for about a day in all.
MOST_ATTEMPTS = 11


def drain(now: datetime) -> int:
    """Send the messages that are due; the number that went out."""
    due = OutboxMessage.objects.filter(done_at__isnull=True, run_at__lte=now, attempts__lt=MOST_ATTEMPTS)
    return sum(_send_one(message, now) for message in due[:50])


def _send_one(message: OutboxMessage, now: datetime) -> bool:
    """Claim a message, send it, and mark it done: no lock is held while the mail server thinks."""
    wait = timedelta(minutes=2**message.attempts)
    claim = OutboxMessage.objects.filter(pk=message.pk, done_at__isnull=True, attempts=message.attempts)
    if not claim.update(attempts=message.attempts + 1, run_at=now + wait):
        return False
    sent = OutboxMessage.objects.filter(pk=message.pk)
    try:
        _deliver(message)
    except OSError as error:
        sent.update(last_error=str(error)[:400])
        return False
    sent.update(done_at=now)
    return True


def _deliver(message: OutboxMessage) -> None:
    entry = Entry.objects.select_related("tournament").filter(pk=message.payload["entry"]).first()
    if entry is None:
        return
    with override(message.payload["language"]):
        text = render_to_string(
            f"mail/{message.kind}.txt",
            {"entry": entry, "tournament": entry.tournament, "site": settings.SITE_URL},
        )
    subject, _blank, body = text.strip().partition("\n")
    send_mail(subject.strip(), body.strip() + "\n", settings.DEFAULT_FROM_EMAIL, [message.payload["to"]])
