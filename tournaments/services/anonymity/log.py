"""The log without somebody's names: the words of its rows change, its chain stays, and a new row attests the change.

A row's ``hash`` is made of its ``digest``, the hash of the words that it had. A cleared row gets another salt, so that
nobody can try names against that digest; what its words hash to now is listed by a later row, ``names_removed``, whose
``after`` has ``digests``: of the number of each cleared row, the new digest. Such a row may be cleared too, of whoever
took the names out; but what it attests stays.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.db.models import QuerySet

from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Tournament
from tournaments.policies import Actor
from tournaments.services.chain import WORDS, digest_of, new_salt
from tournaments.services.writing import record, write_back

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
    """Give ``rows``, which are of one chain, the words that ``cleared`` says, and say so at its end."""
    attested: dict[str, str] = {}
    for batch in _batches(rows):
        changed = [row for row in batch if _clear(row, _but_attested(row, cleared(row)))]
        write_back(changed, [*WORDS, "salt"])
        attested |= {str(row.seq): digest_of(row.salt, {name: getattr(row, name) for name in WORDS}) for row in changed}
    if attested:
        record(by=by, verb=NAMES_REMOVED, target=target, tournament=tournament, after={"digests": attested})


def _batches(rows: QuerySet[AuditEntry]) -> Iterator[list[AuditEntry]]:
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        yield list(AuditEntry.objects.filter(pk__in=keys[start : start + CHUNK]).order_by("pk"))


def _but_attested(row: AuditEntry, words: Mapping[str, Json]) -> Mapping[str, Json]:
    """The words without those that the digests of other rows hang on."""
    if row.verb != NAMES_REMOVED:
        return words
    return {name: said for name, said in words.items() if name in LENGTHS}


def _clear(row: AuditEntry, words: Mapping[str, Json]) -> bool:
    """Whether there was a name in the row; then it has another salt."""
    if all(getattr(row, name) == said for name, said in words.items()):
        return False
    for name, said in words.items():
        setattr(row, name, said[: LENGTHS[name]] if name in LENGTHS else said)
    row.salt = new_salt()
    return True
