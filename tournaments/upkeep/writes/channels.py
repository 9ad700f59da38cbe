"""The channels of the outbox: one function for each, by the name in the message.

A function sends the message or raises; the error is stored with the message, which is retried later.
"""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.core.mail import send_mail

from tournaments.alerts.writes import sending as pushing
from tournaments.models import OutboxMessage
from tournaments.upkeep.writes.letters import letter
from tournaments.webhooks.writes import sending


def mail(message: OutboxMessage) -> None:
    """Send a plain text mail to ``payload["to"]``."""
    text = letter(message)
    if text is not None:
        send_mail(text.subject, text.body, settings.DEFAULT_FROM_EMAIL, [message.payload["to"]])


CHANNELS: Mapping[str, Callable[[OutboxMessage], None]] = {
    OutboxMessage.Channel.MAIL.value: mail,
    OutboxMessage.Channel.WEBHOOK.value: sending.send,
    OutboxMessage.Channel.PUSH.value: pushing.send,
}
