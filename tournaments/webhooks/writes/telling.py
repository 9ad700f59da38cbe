"""From the log to the outbox: each new row becomes one delivery for each webhook that subscribed to its subject.

The log has everything that was written, in order, in the transaction of the write. So no request waits for webhooks,
and nothing is delivered that was not committed.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone

from tournaments.frame.reads import statements
from tournaments.frame.writes.seals import FINISHED, SEALED
from tournaments.frame.writes.transaction import alone
from tournaments.games.contract import Json
from tournaments.models import AuditChain, AuditEntry, OutboxMessage, Tournament, Webhook, WebhookDelivery
from tournaments.outbox import workers

# The first subject with a matching prefix of the verb; all other verbs are about the event itself.
BEGINNINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "results": ("score", "referee", "time_called", "place_", "order_"),
    "penalties": ("penalty", "line_missing", "line_arrived", "warning"),
    "clocks": ("clock", "table_clock", "line_clocks", "time_added"),
    "rounds": ("round", "table_called", "call_taken_back", "codes"),
    "draw": ("draw",),
    "entries": ("entry", "entries", "singles"),
    "event": ("",),
}
SUBJECTS: Final = tuple(BEGINNINGS)


def subject_of(verb: str) -> str:
    """Return the subject of a verb of the log."""
    return next(subject for subject, beginnings in BEGINNINGS.items() if verb.startswith(beginnings))


HOOKS: Final = "SELECT 1 FROM tournaments_webhook WHERE is_active LIMIT 1"
BATCH: Final = 500
KEPT: Final = timedelta(days=30)
# Deliveries deleted at a time: nobody else waits for long.
FORGOTTEN: Final = 5_000
# A table or a round; any other target of the log may be somebody's name.
ABOUT: Final = re.compile(r"[TR][0-9]+")


def tell() -> int:
    """Create the deliveries of new rows in the log; return how many."""
    if not statements.rows(HOOKS, []):
        return 0
    hooks = Webhook.objects.filter(is_active=True)
    length = AuditChain.objects.filter(event=OuterRef("pk")).values("length")
    told = Tournament.objects.filter(
        Q(pk__in=hooks.filter(tournament__isnull=False).values("tournament"))
        | Q(club__in=hooks.filter(club__isnull=False).values("club"))
    )
    # The events whose log has undelivered rows.
    behind = told.annotate(length=Subquery(length)).filter(length__gt=F("told_seq"))
    return sum(_tell_of(event) for event in behind.order_by("pk"))


@transaction.atomic
def _tell_of(event: Tournament) -> int:
    """Create the deliveries of one event's new rows; nothing while another process does."""
    hooks = list(
        Webhook.objects.filter(Q(tournament=event) | Q(club=event.club_id, club__isnull=False), is_active=True)
    )
    begun = min(hook.since for hook in hooks) if hooks else timezone.now()
    rows = list(AuditEntry.objects.filter(tournament=event, seq__gt=event.told_seq).order_by("seq")[:BATCH])
    if not rows:
        return 0
    mine = Tournament.objects.filter(pk=event.pk, told_seq=event.told_seq).update(told_seq=rows[-1].seq)
    if not mine:
        return 0
    wanted = [
        WebhookDelivery(webhook=hook, audit_entry=row, payload=payload_of(event, row))
        for row in rows
        if row.at >= begun
        for hook in hooks
        if row.at >= hook.since and (not hook.subjects or subject_of(row.verb) in hook.subjects)
    ]
    messages = [_message(delivery, again=0) for delivery in WebhookDelivery.objects.bulk_create(wanted)]
    for message in OutboxMessage.objects.bulk_create(messages):
        workers.send_message(message.pk)
    return len(wanted)


def message_again(delivery: WebhookDelivery) -> OutboxMessage:
    """Queue another try of a delivery, unless one waits already. The caller holds its lock."""
    written = OutboxMessage.objects.filter(dedupe_key__startswith=f"webhook:{delivery.pk}:")
    waiting = written.filter(done_at=None, attempts__lt=OutboxMessage.MOST_ATTEMPTS).first()
    if waiting is not None:
        return waiting
    before = [int(key.rpartition(":")[2]) for key in written.values_list("dedupe_key", flat=True)]
    message = _message(delivery, again=max(before, default=-1) + 1)
    message.save()
    return message


def _message(delivery: WebhookDelivery, *, again: int) -> OutboxMessage:
    return OutboxMessage(
        channel=OutboxMessage.Channel.WEBHOOK,
        kind="webhook",
        payload={"delivery": delivery.pk},
        dedupe_key=f"webhook:{delivery.pk}:{again}",
        run_at=timezone.now(),
    )


# Rows that have the digest of a closing; those of the first release have none.
CLOSINGS: Final = (FINISHED, SEALED)


def payload_of(event: Tournament, row: AuditEntry) -> dict[str, Json]:
    """Return the payload for a row of the log: what happened and where to read on, without names or private data.

    Receivers get more from the API, with their own rights.
    """
    told = row.after if row.verb in CLOSINGS and isinstance(row.after, Mapping) else {}
    return {
        "event": event.slug,
        "subject": subject_of(row.verb),
        "what": row.verb,
        "about": row.target if ABOUT.fullmatch(row.target) else "",
        "at": row.at.isoformat(),
        "seq": row.seq,
        "hash": row.hash,
        **({"closing": told["digest"]} if "digest" in told else {}),
        "state": f"{settings.SITE_URL}/api/v1/events/{event.slug}/state/",
    }


def remove_old(now: datetime) -> int:
    """Delete deliveries after thirty days, some at a time; return how many."""
    old = WebhookDelivery.objects.filter(created_at__lt=now - KEPT).order_by("pk")
    with alone():
        return WebhookDelivery.objects.filter(pk__in=old.values("pk")[:FORGOTTEN]).delete()[0]
