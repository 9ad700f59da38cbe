"""The ways that a message of the outbox takes: one function each, by the name that the message carries.

A function sends the message or raises; what it raises is kept with the message, which is tried again later.
"""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.core.mail import send_mail

from tournaments.models import OutboxMessage
from tournaments.services.push import sending as pushing
from tournaments.services.sweeper.letters import letter
from tournaments.services.webhooks import sending


def mail(message: OutboxMessage) -> None:
    """A mail of plain text to ``payload["to"]``."""
    text = letter(message)
    if text is not None:
        send_mail(text.subject, text.body, settings.DEFAULT_FROM_EMAIL, [message.payload["to"]])


CHANNELS: Mapping[str, Callable[[OutboxMessage], None]] = {
    OutboxMessage.Channel.MAIL.value: mail,
    OutboxMessage.Channel.WEBHOOK.value: sending.send,
    OutboxMessage.Channel.PUSH.value: pushing.send,
}
