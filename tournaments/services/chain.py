"""The chain of the log: what each row's hash is made of, and its place behind the row before it."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from django.db import connection

from tournaments.games.contract import Json
from tournaments.models import AuditChain, AuditEntry

# What the first row of a chain says of the row before it.
GENESIS: Final = "0" * 64
WORDS: Final = ("actor_label", "target", "before", "after", "reason")

_OF_EVENT: Final = "tournament_id = tournaments_auditchain.event"
_OF_NONE: Final = "tournament_id IS NULL"
_NEXT: Final = """
INSERT INTO tournaments_auditchain (event, length) VALUES (%s, 1)
ON CONFLICT (event) DO UPDATE SET length = tournaments_auditchain.length + 1
RETURNING length, (SELECT hash FROM tournaments_auditentry WHERE {of} AND seq = tournaments_auditchain.length - 1)
"""
NEXT_OF_EVENT: Final = _NEXT.format(of=_OF_EVENT)
NEXT_OF_NONE: Final = _NEXT.format(of=_OF_NONE)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the next row goes: its number, and the hash of the row before."""

    seq: int
    previous: str


def next_place(event: int | None) -> Place:
    """Take the next place of an event's chain; whoever comes second waits until the first has committed."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT_OF_NONE if event is None else NEXT_OF_EVENT, [event or AuditChain.NO_EVENT])
        seq, previous = cursor.fetchone()
    if previous is None and seq > 1:
        # Somebody else's row was committed while this one waited for its place.
        rows = AuditEntry.objects.filter(tournament=event, seq=seq - 1)
        previous = rows.values_list("hash", flat=True).get()
    return Place(seq, previous or GENESIS)


def new_salt() -> str:
    """What keeps the names in a digest from being guessed once they are taken out of the row."""
    return secrets.token_hex(16)


def digest_of(salt: str, words: Mapping[str, Json]) -> str:
    """The hash of what a row says: ``words`` by the names of ``WORDS``."""
    said = json.dumps(
        json.loads(json.dumps([words[name] for name in WORDS])),
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=True,
    )
    return sha256(f"{salt}|{said}".encode()).hexdigest()


def hash_of(*, previous: str, seq: int, at: datetime, verb: str, digest: str) -> str:
    """The hash of a row, from the row before, its place, its time, its verb and the digest of what it says."""
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    return sha256(f"{previous}|{seq}|{moment}|{verb}|{digest}".encode()).hexdigest()


def chained(row: AuditEntry) -> AuditEntry:
    """Put a new row at the end of its chain."""
    place = next_place(row.tournament_id)
    row.seq, row.previous, row.salt = place.seq, place.previous, new_salt()
    row.digest = digest_of(row.salt, {name: getattr(row, name) for name in WORDS})
    row.hash = hash_of(previous=row.previous, seq=row.seq, at=row.at, verb=row.verb, digest=row.digest)
    return row
