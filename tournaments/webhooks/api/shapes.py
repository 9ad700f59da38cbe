"""A webhook and a delivery as programs are shown them."""

from django.conf import settings
from rest_framework import serializers

from tournaments.frame.api.bodies import Shape
from tournaments.games.contract import Json
from tournaments.models import Webhook, WebhookDelivery


class WebhookShape(Shape):
    """A webhook, without its secret."""

    id = serializers.IntegerField()
    url = serializers.CharField()
    subjects = serializers.ListField(child=serializers.CharField())
    active = serializers.BooleanField()
    since = serializers.DateTimeField(help_text="It is told of what happens from then on")


class NewWebhookShape(WebhookShape):
    """A webhook with its secret, which is shown this once."""

    secret = serializers.CharField(allow_null=True, help_text="Null where the answer is repeated for a key")


class TryShape(Shape):
    """One try: the status of the answer, or why there was none."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True)
    error = serializers.CharField(allow_blank=True)
    ms = serializers.IntegerField()


class DeliveryShape(Shape):
    """One thing that a webhook was told."""

    id = serializers.IntegerField()
    payload = serializers.JSONField()
    tries = TryShape(many=True)
    created_at = serializers.DateTimeField()
    delivered_at = serializers.DateTimeField(allow_null=True)


def webhook_shape(hook: Webhook) -> dict[str, Json]:
    return {
        "id": hook.pk,
        "url": hook.url,
        "subjects": hook.subjects,
        "active": hook.is_active,
        "since": hook.since,
    }


def delivery_shape(row: WebhookDelivery) -> dict[str, Json]:
    return {
        "id": row.pk,
        "payload": row.payload,
        "tries": row.tries,
        "created_at": row.created_at,
        "delivered_at": row.delivered_at,
    }


WEBHOOK_EXAMPLE: Json = {
    "id": 3,
    "url": "https://hooks.example.org/settebello",
    "subjects": ["results"],
    "active": True,
    "since": "2026-04-18T14:30:00+02:00",
}
NEW_EXAMPLE: Json = {**WEBHOOK_EXAMPLE, "secret": "whsec_5e1f…"}
DELIVERY_EXAMPLE: Json = {
    "id": 41,
    "payload": {
        "event": "torneo-di-primavera",
        "subject": "results",
        "what": "score_confirmed",
        "about": "T7",
        "at": "2026-04-18T15:02:11.120000+00:00",
        "seq": 96,
        "hash": "9c3f…",
        "state": f"{settings.SITE_URL}/api/v1/events/torneo-di-primavera/state/",
    },
    "tries": [{"at": "2026-04-18T15:02:12+00:00", "status": 204, "error": "", "ms": 84}],
    "created_at": "2026-04-18T15:02:11.500000+00:00",
    "delivered_at": "2026-04-18T15:02:12+00:00",
}
