"""Remove a person's names from the log: words of its rows change, the chain stays, and a new row attests the change.

A row's ``hash`` is made of its ``digest``, the hash of its original words. A cleared row gets another salt, so that
nobody can try names against that digest. A later row, ``names_removed``, attests the new hash: its ``after`` has
``digests``, by the number of each cleared row its new digest. Such a row may be cleared too, when the person who
removed the names is anonymised; but what it attests stays. The facts of a row about a result or a penalty have no names
and are never cleared: ``names`` keeps the digest of the original words, so that the first digest still proves the rest.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.db.models import QuerySet

from tournaments.frame.policies import Actor
from tournaments.frame.writes.chain import WORDS, digest_of, facts_of, has_proven_facts, names_digest, new_salt
from tournaments.frame.writes.transaction import record, write_back
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Tournament

NAMES_REMOVED: Final = "names_removed"
CHUNK: Final = 500
LENGTHS: Final = {"actor_label": 160, "target": 200, "reason": 400}


def clear(
    rows: QuerySet[AuditEntry],
    cleared: Callable[[AuditEntry], Mapping[str, Json]],
    *,
    by: Actor,
    target: str,
    tournament: Tournament | None,
) -> None:
    """Replace the words of ``rows``, all of one chain, as ``cleared`` says, and attest it at the chain's end."""
    attested: dict[str, str] = {}
    names: dict[str, str] = {}
    for batch in _batches(rows):
        first = {
            row.pk: names_digest(row.salt, _words(row), row.verb)
            for row in batch
            if has_proven_facts(row.verb, _words(row))
        }
        changed = [row for row in batch if _clear(row, _but_attested(row, cleared(row)))]
        write_back(changed, [*WORDS, "salt"])
        attested |= {str(row.seq): digest_of(row.salt, _words(row), row.verb) for row in changed}
        names |= {str(row.seq): first[row.pk] for row in changed if row.pk in first}
    if attested:
        after = {"digests": attested, "names": names}
        record(by=by, verb=NAMES_REMOVED, target=target, tournament=tournament, after=after)


def _words(row: AuditEntry) -> dict[str, Json]:
    return {name: getattr(row, name) for name in WORDS}


def _batches(rows: QuerySet[AuditEntry]) -> Iterator[list[AuditEntry]]:
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        yield list(AuditEntry.objects.filter(pk__in=keys[start : start + CHUNK]).order_by("pk"))


def _but_attested(row: AuditEntry, words: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the words without the facts of the row, and without those that the digests of other rows depend on."""
    facts = facts_of(row.verb) if has_proven_facts(row.verb, _words(row)) else ()
    kept = {name: said for name, said in words.items() if name not in facts}
    return kept if row.verb != NAMES_REMOVED else {name: said for name, said in kept.items() if name in LENGTHS}


def _clear(row: AuditEntry, words: Mapping[str, Json]) -> bool:
    """Return whether the row had a name; if so, it gets another salt."""
    if all(getattr(row, name) == said for name, said in words.items()):
        return False
    for name, said in words.items():
        setattr(row, name, said[: LENGTHS[name]] if name in LENGTHS else said)
    row.salt = new_salt()
    return True
