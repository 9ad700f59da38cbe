"""Idempotency: an answer is stored with its effect, and a request with the same key gets the same answer."""

import json
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.frame.reads.statements import LATER
from tournaments.models import ApiAnswer

KEPT = timedelta(hours=24)
# No answer yet: only the request that writes the row sees it like this.
PENDING = 0

# A second request waits here until the first has committed, and then finds its row. An expired row is replaced by the
# new one.
TAKE = """
INSERT INTO tournaments_apianswer (owner, key, fingerprint, status, body, headers, created_at)
VALUES (%s, %s, %s, %s, NULL, '{}', %s) ON CONFLICT (owner, key) DO UPDATE
SET fingerprint = excluded.fingerprint, status = excluded.status, body = NULL, headers = '{}',
  created_at = excluded.created_at
WHERE tournaments_apianswer.created_at < %s
RETURNING id
"""
KEEP = "UPDATE tournaments_apianswer SET status = %s, body = %s, headers = %s WHERE owner = %s AND key = %s"


@dataclass(frozen=True, slots=True)
class KeyedCall:
    """An unsafe call: its owner, its idempotency key, and the hash of its content."""

    owner: str
    key: str
    fingerprint: str


def kept_answer(asked: KeyedCall) -> ApiAnswer | None:
    """Return the stored answer of this call, or None for a new one, whose key is then taken until the commit.

    Runs in the caller's transaction, so that key, effect and answer are written together or not at all.
    """
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [asked.owner, asked.key, asked.fingerprint, PENDING, now, now - KEPT])
        if cursor.fetchone() is not None:
            return None
    found = ApiAnswer.objects.get(owner=asked.owner, key=asked.key)
    if found.fingerprint != asked.fingerprint:
        raise RefusedError("idempotency_mismatch", field="Idempotency-Key", value=asked.key)
    return found


def keep_answer(asked: KeyedCall, status: int, body: str, headers: dict[str, str]) -> None:
    """Store the answer, a text of JSON, in the transaction of the effect."""
    LATER.execute_each(KEEP, [[status, json.dumps(body), json.dumps(headers), asked.owner, asked.key]])


def forget_old_answers() -> int:
    """Delete the answers that have expired; return how many."""
    return ApiAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
