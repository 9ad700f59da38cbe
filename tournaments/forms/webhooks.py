"""What a webhook is: an address of the web, and what it is told of."""

from tournaments.forms.declared import form_of
from tournaments.operations.of_webhooks import LABELS, WEBHOOK

__all__ = ["LABELS", "WebhookForm"]

WebhookForm = form_of(WEBHOOK)
