"""Players' passes, as programs give and get them."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.accounts.forms.rights import LONGEST_PIN, MOST_NUMBER
from tournaments.accounts.writes.event_passes import Issued
from tournaments.frame.api.bodies import Body, Shape
from tournaments.models import Entry, EventPass, Tournament


class OpenBody(Body):
    """What stands on the slip: the secret of its link, or number and PIN."""

    secret = serializers.CharField(max_length=64, required=False)
    number = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False)
    pin = serializers.CharField(max_length=LONGEST_PIN, required=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if ("secret" in data) == ("number" in data and "pin" in data) or ("number" in data) != ("pin" in data):
            raise serializers.ValidationError({"secret": [_("Either “secret”, or “number” and “pin”.")]}, code="one_of")
        return data


class PassShape(Shape):
    """An entry and its pass; nothing that opens it."""

    entry = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_login_at = serializers.DateTimeField(allow_null=True)


class IssuedShape(Shape):
    """A pass with its link and its PIN, which are shown this once."""

    entry = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    expires_at = serializers.DateTimeField()
    link = serializers.URLField(allow_null=True, help_text="null when the call is answered again")
    pin = serializers.CharField(allow_null=True, help_text="null when the call is answered again")


class IssuedPasses(Shape):
    """The passes that were made."""

    results = IssuedShape(many=True, allow_null=True, help_text="null when the call is answered again")


class RevokedShape(Shape):
    """How many work no more."""

    revoked = serializers.IntegerField()


class OpenedShape(Shape):
    """Whose pass this browser has now."""

    entry = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    csrf_token = serializers.CharField(help_text="What this session's writes send as X-CSRFToken.")


PASS_EXAMPLE: dict[str, Any] = {
    "entry": 812,
    "number": 12,
    "name": "Vana – Cargnino",
    "expires_at": "2026-12-22T20:30:00+01:00",
    "last_login_at": None,
}
OPENED_EXAMPLE: dict[str, Any] = {name: PASS_EXAMPLE[name] for name in ("entry", "number", "name")}
ISSUED_EXAMPLE: dict[str, Any] = {
    **OPENED_EXAMPLE,
    "expires_at": PASS_EXAMPLE["expires_at"],
    "link": "https://example.org/e/gara-di-natale/pass/q3Vt0Zk8yLwB1nXfR7mCdQ/",
    "pin": "49302716",
}


def pass_shape(entry: Entry, held: EventPass | None) -> dict[str, Any]:
    return {
        **opened_shape(entry),
        "expires_at": held.expires_at if held else None,
        "last_login_at": held.last_login_at if held else None,
    }


def opened_shape(entry: Entry) -> dict[str, Any]:
    return {"entry": entry.pk, "number": entry.number, "name": entry.label}


def issued_shape(event: Tournament, one: Issued) -> dict[str, Any]:
    link = reverse("open_pass", args=[event.slug, one.secret])
    return {
        **opened_shape(one.event_pass.entry),
        "expires_at": one.event_pass.expires_at,
        "link": f"{settings.SITE_URL}{link}",
        "pin": one.pin,
    }
