"""Rows of the audit log are chained by hashes, which still hold when names are cleared from a row later."""

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from tournaments.frame.reads import statements
from tournaments.frame.reads.statements import LATER
from tournaments.games.contract import Json
from tournaments.models import AuditChain, AuditEntry

# The previous hash in the first row of a chain.
GENESIS: Final = "0" * 64
WORDS: Final = ("actor_label", "target", "before", "after", "reason")
# By the beginning of a verb: rows about results and penalties name tables and entries by number.
FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "score_": ("target", "before", "after"),
    "penalty_": ("before", "after"),
}

_OF_EVENT: Final = "tournament_id = tournaments_auditchain.event"
_OF_NONE: Final = "tournament_id IS NULL"
_NEXT: Final = """
INSERT INTO tournaments_auditchain (event, length) VALUES (%s, 1)
ON CONFLICT (event) DO UPDATE SET length = tournaments_auditchain.length + 1
RETURNING length, (SELECT hash FROM tournaments_auditentry WHERE {of} AND seq = tournaments_auditchain.length - 1)
"""
NEXT_OF_EVENT: Final = _NEXT.format(of=_OF_EVENT)
NEXT_OF_NONE: Final = _NEXT.format(of=_OF_NONE)


def question_of_place(event: int | None) -> statements.Question:
    """Return the statement that takes the next place, with its values."""
    return NEXT_OF_NONE if event is None else NEXT_OF_EVENT, (event or AuditChain.NO_EVENT,)


def new_salt() -> str:
    """Return a new salt. It keeps a name from being guessed by its digest after the name is removed from the row."""
    return secrets.token_hex(16)


def facts_of(verb: str) -> tuple[str, ...]:
    """Return the words of a row that name nobody. They are never removed, and the digest proves it."""
    for beginning, names in FACTS.items():
        if verb.startswith(beginning):
            return names
    return ()


def has_proven_facts(verb: str, words: Mapping[str, Json]) -> bool:
    """Return whether a row has facts that its first digest proves for ever.

    Proposals of penalties used to have a name among their facts, which may be cleared.
    """
    after = words["after"]
    has_name = verb == "penalty_proposed" and isinstance(after, Mapping) and "name" in after
    return bool(facts_of(verb)) and not has_name


def digest_of(salt: str, words: Mapping[str, Json], verb: str) -> str:
    """Return the hash of a row's content: ``words`` by the names of ``WORDS``, facts apart from what can be cleared."""
    return joined_digest(facts_digest(words, verb), names_digest(salt, words, verb))


def joined_digest(facts: str, names: str) -> str:
    """Return the digest of a row from the digests of its facts and of its other words."""
    return sha256(f"{facts}|{names}".encode()).hexdigest()


def facts_digest(words: Mapping[str, Json], verb: str) -> str:
    """Return the hash of the words that stay, without salt: there is no name in them to be guessed."""
    return sha256(_words_digest(words, facts_of(verb)).encode()).hexdigest()


def names_digest(salt: str, words: Mapping[str, Json], verb: str) -> str:
    """Return the hash of the words that may be cleared."""
    facts = facts_of(verb)
    said = _words_digest(words, tuple(name for name in WORDS if name not in facts))
    return sha256(f"{salt}|{said}".encode()).hexdigest()


def first_digest_of(salt: str, words: Mapping[str, Json]) -> str:
    """Return the same hash as the first release made it, of all words together."""
    return sha256(f"{salt}|{_words_digest(words, WORDS)}".encode()).hexdigest()


def _words_digest(words: Mapping[str, Json], names: tuple[str, ...]) -> str:
    return json.dumps(
        json.loads(json.dumps([words[name] for name in names])),
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=True,
    )


def hash_of(*, previous: str, seq: int, at: datetime, verb: str, digest: str) -> str:
    """Return the hash of a row, from the row before, its place, its time, its verb and its digest."""
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    return sha256(f"{previous}|{seq}|{moment}|{verb}|{digest}".encode()).hexdigest()


def append_to_chain(row: AuditEntry) -> AuditEntry:
    """Put a new row at the end of its chain; a second writer waits for its place until the first has committed."""
    ((seq, previous),) = LATER.rows(*question_of_place(row.tournament_id))
    if previous is None and seq > 1:
        # Another writer's row was committed while this one waited.
        before = AuditEntry.objects.filter(tournament=row.tournament_id, seq=seq - 1)
        previous = before.values_list("hash", flat=True).get()
    row.seq, row.previous, row.salt = seq, previous or GENESIS, new_salt()
    row.digest = digest_of(row.salt, {name: getattr(row, name) for name in WORDS}, row.verb)
    row.hash = hash_of(previous=row.previous, seq=row.seq, at=row.at, verb=row.verb, digest=row.digest)
    return row
