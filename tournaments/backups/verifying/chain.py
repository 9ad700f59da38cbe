"""Checks of the log: every row follows from the one before, none is missing, and results match the log."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final

from tournaments.backups.verifying.violations import NO_EVENT, Violation, mapping
from tournaments.frame.writes.chain import (
    GENESIS,
    WORDS,
    digest_of,
    facts_digest,
    first_digest_of,
    has_proven_facts,
    hash_of,
    joined_digest,
)
from tournaments.games.contract import Json
from tournaments.models import AuditChain, AuditEntry, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.reads.stages import AS_SEATED
from tournaments.tables.writes import rulings, scoresheets

# Rows in memory at a time.
FETCHED: Final = 1_000
NAMES_REMOVED: Final = "names_removed"
OF_ROW: Final = ("seq", "at", "verb", "salt", "digest", "previous", "hash", *WORDS)


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the log, as it is checked: ``words`` are what its digest is made of."""

    seq: int
    at: datetime
    verb: str
    salt: str
    digest: str
    previous: str
    hash: str
    words: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Removed:
    """What later rows attest of a row without its names: its present digest, and that of its first names."""

    digest: str
    names: str | None


def log_violations(event: Tournament) -> Iterator[Violation]:
    """Yield every violation in the log of an event, and every result that does not match its log."""
    results = _Results(event)
    yield from chain_violations(event.pk, event.slug, results.hear)
    yield from results.violations()


def chain_violations(
    event: int | None, name: str = NO_EVENT, hear: Callable[[LogRow], None] = lambda _row: None
) -> Iterator[Violation]:
    """Yield every violation in one chain; ``event`` None is the chain without an event.

    Each row is compared with the row before, so that a forged row is named and not those behind it; ``hear`` gets every
    row.
    """
    removed: dict[int, Removed] = {}
    removals = AuditEntry.objects.filter(tournament=event, verb=NAMES_REMOVED).order_by("seq")
    for seq, after in removals.values_list("seq", "after").iterator(FETCHED):
        first_names = mapping(mapping(after).get("names"))
        for key, digest in mapping(mapping(after).get("digests")).items():
            if str(key).isdecimal() and int(key) < seq:
                # The first content of a row is attested by the row that cleared it first.
                earlier = removed.get(int(key))
                names = first_names.get(key) if earlier is None else earlier.names
                removed[int(key)] = Removed(str(digest), names)
    rows = AuditEntry.objects.filter(tournament=event).order_by("seq", "id")
    # ``is_new``: a row before it has the digest of facts and names.
    expected, before, is_new = 1, GENESIS, False
    for seq, when, verb, salt, digest, previous, own, *words in rows.values_list(*OF_ROW).iterator(FETCHED):
        row = LogRow(seq, when, verb, salt, digest, previous, own, dict(zip(WORDS, words, strict=True)))
        hear(row)
        at = {"event": name, "seq": seq}
        if seq != expected:
            yield Violation("log_gap", {**at, "wanted": expected})
        elif previous != before:
            yield Violation("log_previous", at)
        if own != hash_of(previous=previous, seq=seq, at=when, verb=verb, digest=digest):
            yield Violation("log_hash", at)
        now = digest_of(salt, row.words, verb)
        cleared = removed.get(seq)
        wanted = digest if cleared is None else cleared.digest
        # A row with the digest of the first release can only stand before those with the present one.
        if wanted != now and (is_new or wanted != first_digest_of(salt, row.words)):
            yield Violation("log_words", at)
        if cleared is not None and is_new and has_proven_facts(verb, row.words):
            proven = joined_digest(facts_digest(row.words, verb), str(cleared.names))
            if digest != proven:
                yield Violation("log_facts", at)
        expected, before = seq + 1, own
        is_new = is_new or digest == now
    length = AuditChain.objects.filter(event=event or AuditChain.NO_EVENT).values_list("length", flat=True).first() or 0
    if length != expected - 1:
        yield Violation("log_length", {"event": name, "found": expected - 1, "wanted": length})
    elif event is not None and not length:
        yield Violation("log_empty", {"event": name})


def lost_logs() -> Iterator[Violation]:
    """Yield the chains of missing events: events are never removed, and their rows went with them."""
    known = Tournament.objects.values("pk")
    gone = AuditChain.objects.exclude(event=AuditChain.NO_EVENT).exclude(event__in=known)
    for event, length in gone.order_by("event").values_list("event", "length"):
        yield Violation("log_without_event", {"event": event, "length": length})


class _Results:
    """Follows the log's rows about results, and compares them with the confirmed sheets.

    ``standing`` is the version that the log says is confirmed, None where it was undone. A table at which a penalty was
    given or cancelled since is not in it: its sheet follows from the penalty.
    """

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.told: dict[tuple[str, Json], Mapping[str, Json]] = {}
        self.standing: dict[str, Json] = {}
        self.replaced: dict[tuple[str, Json], Json] = {}

    def hear(self, row: LogRow) -> None:
        """Keep what a row says of a sheet."""
        target, before, after = str(row.words["target"]), mapping(row.words["before"]), mapping(row.words["after"])
        if row.verb.startswith("penalty_"):
            self.standing.pop(f"T{after.get('table')}", None)
        if row.verb == AS_SEATED:
            # People have moved to where they had sat; every result of these tables is theirs.
            for target, version in self.told:
                if target in mapping(after.get("seats")):
                    self.told[target, version] = {**self.told[target, version], "seats": after["seats"][target]}
        if not row.verb.startswith("score_"):
            return
        version = after.get("version")
        if row.verb == "score_undone":
            if self.standing.get(target) == before.get("version"):
                self.standing[target] = self.replaced.get((target, before.get("version")))
            return
        self.told[target, version] = after
        if after.get("status") == Scoresheet.Status.CONFIRMED:
            if row.verb == "score_corrected" and before:
                self.replaced[target, version] = before.get("version")
            self.standing[target] = version
        for number in after.get("touched", ()):
            self.standing[f"T{number}"] = None

    def violations(self) -> Iterator[Violation]:
        confirmed = Scoresheet.objects.filter(table__tournament=self.event, status=Scoresheet.Status.CONFIRMED)
        numbers = dict(Table.objects.filter(tournament=self.event).values_list("pk", "number"))
        lines = TableLine.objects.filter(table__tournament=self.event).order_by("table_id", "index")
        rows = lines.values_list("table_id", "index", "entry_id", "entry__number").iterator(FETCHED)
        by_table = {key: [*of] for key, of in groupby(rows, itemgetter(0))}
        here: dict[str, int] = {}
        for sheet in confirmed.order_by("table__number").iterator(FETCHED):
            number, seated = numbers[sheet.table_id], by_table.get(sheet.table_id, [])
            here[f"T{number}"] = sheet.version
            at = {"event": self.event.slug, "table": number}
            if scoresheets.is_ruled(sheet):
                # The lines that have lost the match by a ruling in force.
                lost = {ruling.entry_id for ruling in rulings.in_force(sheet.table_id)}
                ruled = {line for _table, line, entry, _name in seated if entry in lost}
                if ruled != set(sheet.content["forfeit"]["ruled"]):
                    yield Violation("result_unruled", at)
                continue
            told = self.told.get((f"T{number}", sheet.version))
            if told is None:
                yield Violation("result_unlogged", {**at, "version": sheet.version})
                continue
            found = {**scoresheets.summary(sheet), "seats": [entry for *_at, entry in seated]}
            # A sheet that a correction had replaced and that is in force again keeps its version, not its status.
            differs = sorted(name for name in told.keys() & found.keys() - {"status"} if told[name] != found[name])
            for what in differs:
                values = {"found": str(found[what]), "wanted": str(told[what])}
                yield Violation("result_not_logged", {**at, "what": what, **values})
        for target, version in self.standing.items():
            at = {"event": self.event.slug, "table": target.removeprefix("T")}
            if version is not None and here.get(target) != version:
                yield Violation("result_lost", {**at, "version": version})
            elif version is None and target in here:
                yield Violation("result_taken_back", {**at, "version": here[target]})
