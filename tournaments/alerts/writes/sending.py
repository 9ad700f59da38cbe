"""Send one alert to one browser through its push service: encrypted, signed, to the address that was checked."""

import json
from http.client import HTTPException
from typing import Final

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.alerts.writes.encrypting import authorization, decoded, encrypted
from tournaments.alerts.writes.services import require_service
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import rounds_in
from tournaments.frame.round_names import round_of
from tournaments.frame.writes.ssrf_guard import target
from tournaments.models import Follower, OutboxMessage, Table
from tournaments.webhooks.writes.sending import SUCCESS, NotDeliveredError, post

# Seconds that the push service keeps it for a phone that is off: later the match has begun.
KEPT_SECONDS: Final = 15 * 60
GONE: Final = (404, 410)
BUSY: Final = (429, *range(500, 600))
MOST_LETTERS: Final = 300


def send(message: OutboxMessage) -> None:
    """Send the alert, unless its table is over or nobody follows any more; raise where it did not arrive."""
    from urllib3.exceptions import HTTPError

    follower = Follower.objects.select_related("entry__tournament").filter(pk=message.payload["follower"]).first()
    table = (
        Table.objects.select_related("round").filter(pk=message.payload["table"], status=Table.Status.CALLED).first()
    )
    if follower is None or table is None or not settings.ALERTS:
        return
    body = encrypted(_text(follower, table), decoded(follower.p256dh), decoded(follower.auth))
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high",
        "Topic": f"table-{table.pk}",
        "Authorization": authorization(follower.endpoint),
    }
    status, error = None, ""
    try:
        require_service(follower.endpoint)
        status = post(target(follower.endpoint), body, headers)
    except RefusedError as refusal:
        error = refusal.code
    except (HTTPError, HTTPException, OSError, ValueError) as failure:
        # Only the name of the error: the browser's address is not stored.
        error = type(failure).__name__
    _keep(follower.endpoint, status, is_first=not message.attempts)
    if status not in SUCCESS and status not in GONE:
        raise NotDeliveredError(error or str(status))


def _keep(endpoint: str, status: int | None, *, is_first: bool) -> None:
    """Delete a browser that is gone, or that missed so many alerts in a row.

    An alert counts once, by the answer to its first try. No answer, or an answer that the push service is down or
    overloaded, does not count.
    """
    everywhere = Follower.objects.filter(endpoint=endpoint)
    if status in SUCCESS:
        everywhere.exclude(failures=0).update(failures=0)
    elif status in GONE:
        everywhere.delete()
    elif is_first and status is not None and status not in BUSY:
        everywhere.update(failures=F("failures") + 1)
        everywhere.filter(failures__gte=Follower.MOST_FAILURES).delete()


def _text(follower: Follower, table: Table) -> bytes:
    """Return the text for the service worker, in the language of the page on which the browser subscribed."""
    entry, event = follower.entry, follower.entry.tournament
    with override(follower.language):
        place = table.hall_number or table.number
        told = {
            "title": _("Now at table %(table)s") % {"table": place},
            "body": f"{entry.label[:MOST_LETTERS]} · {round_of(table, table.round.number, rounds_in(event))}",
            "url": reverse("event_where", args=[event.slug, entry.pk]),
            "tag": f"table-{table.pk}",
            "lang": follower.language,
        }
    return json.dumps(told).encode()
