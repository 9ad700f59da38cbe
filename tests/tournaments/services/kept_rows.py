"""Every row of the database as text, and the chain of the audit log."""

import json

from django.apps import apps
from django.core import serializers
from django.db.models import Model

from tournaments.accounts.writes.neutral_names import NAMES_REMOVED
from tournaments.frame.writes.chain import GENESIS, WORDS, digest_of, hash_of
from tournaments.models import AuditEntry, DealSecret, Tournament


def everything() -> str:
    """Every row of every table, as text; without the seeds of deals, which leave the database sealed."""
    models = [model for model in apps.get_models() if model is not DealSecret]
    rows: list[Model] = [row for model in models for row in model._default_manager.all()]
    return json.dumps(json.loads(serializers.serialize("json", rows)), ensure_ascii=False).casefold()


def check_chain(event: Tournament | None) -> None:
    """Every row's hash follows, and its words match its digest or the newest one that a later row attests."""
    rows = list(AuditEntry.objects.filter(tournament=event).order_by("seq"))
    attested: dict[int, str] = {}
    for row in rows:
        if row.verb == NAMES_REMOVED:
            attested |= {int(seq): digest for seq, digest in row.after["digests"].items()}
    previous = GENESIS
    for seq, row in enumerate(rows, 1):
        assert (row.seq, row.previous) == (seq, previous)
        assert row.hash == hash_of(previous=previous, seq=seq, at=row.at, verb=row.verb, digest=row.digest)
        assert digest_of(row.salt, {name: getattr(row, name) for name in WORDS}, row.verb) == attested.get(
            seq, row.digest
        )
        previous = row.hash
