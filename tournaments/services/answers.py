"""Answers that are kept with the effect they tell of: anybody who asks again with the same key hears the same."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.models import ApiAnswer

KEPT = timedelta(hours=24)
# No answer yet: the row is only seen like this by anybody who writes it.
PENDING = 0

# Anybody who comes second waits here until the first has committed, and then finds its row.
TAKE = """
INSERT INTO tournaments_apianswer (owner, key, fingerprint, status, body, headers, created_at)
VALUES (%s, %s, %s, %s, NULL, '{}', %s) ON CONFLICT (owner, key) DO NOTHING
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """An unsafe call: whose it is, its key, and the hash of what it asks for."""

    owner: str
    key: str
    fingerprint: str


def kept_answer(asked: Asked) -> ApiAnswer | None:
    """The answer that this call was given before; None for a new one, whose key is then taken until the commit.

    In the caller's transaction, so that key, effect and answer are written together or not at all.
    """
    now = timezone.now()
    ApiAnswer.objects.filter(owner=asked.owner, key=asked.key, created_at__lt=now - KEPT).delete()
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [asked.owner, asked.key, asked.fingerprint, PENDING, now])
        if cursor.rowcount == 1:
            return None
    found = ApiAnswer.objects.get(owner=asked.owner, key=asked.key)
    if found.fingerprint != asked.fingerprint:
        raise RefusedError("idempotency_mismatch", field="Idempotency-Key", value=asked.key)
    return found


def keep_answer(asked: Asked, status: int, body: str, headers: dict[str, str]) -> None:
    """Write down what was answered, a text of JSON, in the transaction of the effect."""
    row = ApiAnswer.objects.get(owner=asked.owner, key=asked.key)
    row.status, row.body, row.headers = status, body, headers
    row.save(update_fields=["status", "body", "headers"])


def forget_old_answers() -> int:
    """Drop the answers that nobody may ask for any more; how many there were."""
    return ApiAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
