"""Send the outbox: at least once, with retries, never inside a request."""

import logging
import time
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from tournaments.frame.policies import SYSTEM
from tournaments.frame.reads import statements
from tournaments.frame.writes.transaction import alone, record, writing
from tournaments.games.contract import Json
from tournaments.models import Entry, OutboxMessage
from tournaments.upkeep.writes.channels import CHANNELS

# How long a claim on a message lasts; without a result by then, it is retried.
LEASE = timedelta(minutes=1)

BATCH = 50
WAITING: Final = """
SELECT 1 FROM tournaments_outboxmessage
WHERE done_at IS NULL AND run_at <= %s AND attempts < %s AND channel = %s LIMIT 1
"""
# Seconds after which no further alert is started: push services are many, and each may be slow. Mail has one server,
# and its queue gets no faster by stopping.
TURN = 60.0
logger = logging.getLogger(__name__)


def drain(now: datetime, channel: str = OutboxMessage.Channel.MAIL) -> int:
    """Send the due messages of a channel; return how many went out.

    Each is claimed when its turn comes: with claims made at once, a slow mail server would let the last ones expire,
    and another process would send them too.
    """
    moment = connection.ops.adapt_datetimefield_value(now)
    if not statements.rows(WAITING, [moment, OutboxMessage.MOST_ATTEMPTS, channel]):
        return 0
    due = OutboxMessage.objects.filter(done_at__isnull=True, run_at__lte=now, attempts__lt=OutboxMessage.MOST_ATTEMPTS)
    due = due.filter(channel=channel)
    begun, sent = time.monotonic(), 0
    for message in due.order_by("run_at", "pk")[:BATCH]:
        passed = time.monotonic() - begun
        if channel == OutboxMessage.Channel.PUSH and passed > TURN:
            break
        sent += _send_one(message, now + timedelta(seconds=int(passed)))
    return sent


def send(message_id: int, now: datetime) -> bool:
    """Send one message if it is due; return whether it went out."""
    message = OutboxMessage.objects.filter(
        pk=message_id, done_at__isnull=True, run_at__lte=now, attempts__lt=OutboxMessage.MOST_ATTEMPTS
    ).first()
    return message is not None and _send_one(message, now)


def _send_one(message: OutboxMessage, now: datetime) -> bool:
    """Claim a message, send it, and mark it done: no lock is held during the call to the mail server."""
    claim = OutboxMessage.objects.filter(pk=message.pk, done_at__isnull=True, attempts=message.attempts)
    if not claim.update(attempts=message.attempts + 1, run_at=now + LEASE):
        return False
    claimed = OutboxMessage.objects.filter(pk=message.pk, attempts=message.attempts + 1)
    try:
        CHANNELS[message.channel](message)
    except Exception as error:  # noqa: BLE001 - whatever a channel or a text raises fails this message and no other
        # Mail servers repeat the address in their answers; it stays with the entry, and out of the event's log.
        said = f"{type(error).__name__}: {error}".replace(str(message.payload.get("to", "")) or "\0", "-")[:400]
        logger.warning("message %s %s not sent: %s", message.pk, message.kind, type(error).__name__)
        # After the last try the message's secret is deleted, and the event's log records the failure: its event is
        # locked before anything else.
        is_last = message.attempts + 1 >= OutboxMessage.MOST_ATTEMPTS
        entries = Entry.objects.select_related("tournament").filter(pk=message.payload.get("entry"))
        entry = entries.first() if is_last else None
        lock: AbstractContextManager[object] = alone() if entry is None else writing(entry.tournament_id)
        with lock:
            if claimed.update(last_error=said, run_at=now + pause(message.attempts)) and is_last:
                kept = _without_secret(message)
                if kept:
                    OutboxMessage.objects.filter(pk=message.pk).update(**kept)
                if entry is not None:
                    record(by=SYSTEM, verb="entry_unreachable", target=entry, tournament=entry.tournament, reason=said)
        return False
    claimed.update(done_at=now, last_error="", **_without_secret(message))
    return True


def _without_secret(message: OutboxMessage) -> dict[str, Json]:
    """Return what is stored of a message that is no longer sent: no code and no link.

    Nothing where there is no secret: since it was read, the message may belong to another entry.
    """
    if "secret" not in message.payload:
        return {}
    return {"payload": {name: value for name, value in message.payload.items() if name != "secret"}}


def pause(failures: int) -> timedelta:
    """Return the wait after one more than ``failures``: 1, 2, 4 ... minutes, for most of a day in all."""
    return timedelta(minutes=2**failures)
