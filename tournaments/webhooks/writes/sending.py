"""Send one delivery: signed, to the checked address only, and within seconds; alerts are posted in the same way."""

import hmac
import json
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from http.client import HTTPException
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.frame.policies import SYSTEM
from tournaments.frame.writes.ssrf_guard import Target, target
from tournaments.frame.writes.transaction import record
from tournaments.models import OutboxMessage, WebhookDelivery
from tournaments.webhooks.writes.keeping import secret_of

if TYPE_CHECKING:
    from urllib3.connection import HTTPSConnection

# Seconds for each step, and for the whole: a slow answer counts as none.
PATIENCE: Final = 5.0
WHOLE: Final = 10.0
MOST_TRIES_KEPT: Final = 30
SUCCESS: Final = range(200, 300)


class NotDeliveredError(Exception):
    """The receiver did not accept the delivery; it is retried later."""


def sign(secret: str, body: bytes, moment: int) -> str:
    """Return the signature of a body at a moment (Unix seconds): ``t=<moment>,v1=<HMAC-SHA256 of "moment.body">``."""
    digest = hmac.new(secret.encode(), f"{moment}.".encode() + body, sha256).hexdigest()
    return f"t={moment},v1={digest}"


def send(message: OutboxMessage) -> None:
    """Send a delivery, store its result, and raise where it did not arrive."""
    # Loaded with the first delivery: few sites have a webhook.
    from urllib3.exceptions import HTTPError

    delivery = WebhookDelivery.objects.select_related("webhook").filter(pk=message.payload["delivery"]).first()
    if delivery is None or not delivery.webhook.is_active:
        return
    hook = delivery.webhook
    body = json.dumps({"id": delivery.pk, **delivery.payload}, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Settebello-Webhook/1",
        "Settebello-Delivery": str(delivery.pk),
        "Settebello-Event": str(delivery.payload["what"]),
        "Settebello-Signature": sign(secret_of(hook), body, int(time.time())),
    }
    begun = time.monotonic()
    status, error = None, ""
    try:
        status = post(target(hook.url), body, headers)
    except RefusedError as refusal:
        error = refusal.code
    except (HTTPError, HTTPException, OSError, ValueError) as failure:
        # Only the name of the error: the answer of an internal machine must not be shown to the webhook's owner.
        error = type(failure).__name__
    took = int((time.monotonic() - begun) * 1000)
    with transaction.atomic():
        row = WebhookDelivery.objects.select_for_update().get(pk=delivery.pk)
        now = timezone.now()
        said = {"at": now.isoformat(), "status": status, "error": error, "ms": took}
        row.tries = [*row.tries, said][-MOST_TRIES_KEPT:]
        if status in SUCCESS:
            row.delivered_at = now
        row.save(update_fields=["tries", "delivered_at"])
    if status in SUCCESS:
        return
    if message.attempts + 1 < OutboxMessage.MOST_ATTEMPTS:
        raise NotDeliveredError(error or str(status))
    if WebhookDelivery.objects.filter(webhook=hook, delivered_at__gt=delivery.created_at).exists():
        # Where others arrive, one is refused for what it says: it is given up alone.
        return
    # The webhook has not answered for most of a day: it pauses until somebody looks at it.
    with transaction.atomic():
        hook.is_active = False
        hook.save(update_fields=["is_active"])
        record(by=SYSTEM, verb="webhook_stopped", target=hook.url, tournament=hook.tournament)


def post(where: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Post to exactly the address that was checked; redirects are not followed, and the answer's body is not read."""
    from urllib3.connection import HTTPSConnection

    connection = HTTPSConnection(
        where.address,
        where.port,
        timeout=PATIENCE,
        ssl_context=trust(),
        server_hostname=where.host,
        assert_hostname=where.host,
    )
    watch = threading.Timer(WHOLE, _cut, [connection])
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", where.path, body=body, headers={"Host": where.netloc, **headers})
        return int(connection.getresponse().status)
    finally:
        watch.cancel()
        connection.close()


def _cut(connection: "HTTPSConnection") -> None:
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)


@cache
def trust() -> ssl.SSLContext:
    """Return the certificate authorities that the system trusts."""
    return ssl.create_default_context()
