"""Checks of the log: every row follows from the one before, none is missing, and results match the log."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournaments.backups.verifying.violations import NO_EVENT, Violation
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
    removed = _removed(event)
    expected, previous, is_new = 1, GENESIS, False
    for row in _rows(event):
        hear(row)
        yield from _of_row(row, name, expected, previous)
        yield from _of_words(row, name, removed.get(row.seq), is_new=is_new)
        expected, previous = row.seq + 1, row.hash
        is_new = is_new or row.digest == digest_of(row.salt, row.words, row.verb)
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


def _rows(event: int | None) -> Iterator[LogRow]:
    rows = AuditEntry.objects.filter(tournament=event).order_by("seq", "id")
    for seq, at, verb, salt, digest, previous, own, *words in rows.values_list(*OF_ROW).iterator(FETCHED):
        yield LogRow(seq, at, verb, salt, digest, previous, own, dict(zip(WORDS, words, strict=True)))


@dataclass(frozen=True, slots=True)
class Removed:
    """What later rows attest of a row without its names: its present digest, and that of its first names."""

    digest: str
    names: str | None


def _removed(event: int | None) -> dict[int, Removed]:
    """Return the rows whose names were removed, by number."""
    found: dict[int, Removed] = {}
    rows = AuditEntry.objects.filter(tournament=event, verb=NAMES_REMOVED).order_by("seq")
    for seq, after in rows.values_list("seq", "after").iterator(FETCHED):
        digests, names = _mapping(after, "digests"), _mapping(after, "names")
        for key, digest in digests.items():
            if str(key).isdecimal() and int(key) < seq:
                # The first content of a row is attested by the row that cleared it first.
                before = found.get(int(key))
                first = before.names if before is not None else names.get(key)
                found[int(key)] = Removed(str(digest), first)
    return found


def _mapping(after: Json, name: str) -> Mapping[str, Json]:
    value = after.get(name) if isinstance(after, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _of_row(row: LogRow, name: str, expected: int, previous: str) -> Iterator[Violation]:
    """Yield what is wrong with the place of a row."""
    at = {"event": name, "seq": row.seq}
    if row.seq != expected:
        yield Violation("log_gap", {**at, "wanted": expected})
    elif row.previous != previous:
        yield Violation("log_previous", at)
    if row.hash != hash_of(previous=row.previous, seq=row.seq, at=row.at, verb=row.verb, digest=row.digest):
        yield Violation("log_hash", at)


def _of_words(row: LogRow, name: str, removed: Removed | None, *, is_new: bool) -> Iterator[Violation]:
    """Yield what is wrong with the words of a row; ``is_new`` if a row before it has the digest of facts and names.

    A row that has the digest of the first release can only stand before those.
    """
    at = {"event": name, "seq": row.seq}
    now = (digest_of(row.salt, row.words, row.verb), first_digest_of(row.salt, row.words))
    allowed = now[:1] if is_new else now
    if removed is None:
        if row.digest not in allowed:
            yield Violation("log_words", at)
        return
    if removed.digest not in allowed:
        yield Violation("log_words", at)
    if not is_new or not has_proven_facts(row.verb, row.words):
        return
    if row.digest != joined_digest(facts_digest(row.words, row.verb), str(removed.names)):
        yield Violation("log_facts", at)


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
        target, before, after = (
            str(row.words["target"]),
            _content_of(row.words["before"]),
            _content_of(row.words["after"]),
        )
        if row.verb.startswith("penalty_"):
            self.standing.pop(f"T{after.get('table')}", None)
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
        confirmed = Scoresheet.objects.filter(
            table__tournament=self.event, status=Scoresheet.Status.CONFIRMED
        ).select_related("table")
        here: dict[str, int] = {}
        for sheet in confirmed.order_by("table__number").iterator(FETCHED):
            here[f"T{sheet.table.number}"] = sheet.version
            yield from self._of_sheet(sheet)
        for target, version in self.standing.items():
            at = {"event": self.event.slug, "table": target.removeprefix("T")}
            if version is not None and here.get(target) != version:
                yield Violation("result_lost", {**at, "version": version})
            elif version is None and target in here:
                yield Violation("result_taken_back", {**at, "version": here[target]})

    def _of_sheet(self, sheet: Scoresheet) -> Iterator[Violation]:
        table = sheet.table
        at = {"event": self.event.slug, "table": table.number}
        if scoresheets.is_ruled(sheet):
            if _ruled_lines(table) != set(sheet.content["forfeit"]["ruled"]):
                yield Violation("result_unruled", at)
            return
        told = self.told.get((f"T{table.number}", sheet.version))
        if told is None:
            yield Violation("result_unlogged", {**at, "version": sheet.version})
            return
        found = {**scoresheets.summary(sheet), "seats": _seats(table)}
        # A sheet that a correction had replaced and that is in force again keeps its version, not its status.
        differs = sorted(name for name in told.keys() & found.keys() - {"status"} if told[name] != found[name])
        for what in differs:
            values = {"found": str(found[what]), "wanted": str(told[what])}
            yield Violation("result_not_logged", {**at, "what": what, **values})


def _content_of(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _seats(table: Table) -> list[int | None]:
    return list(TableLine.objects.filter(table=table).order_by("index").values_list("entry__number", flat=True))


def _ruled_lines(table: Table) -> set[int]:
    """Return the lines of a table that have lost the match by a ruling in force."""
    lost = [ruling.entry_id for ruling in rulings.in_force(table.pk)]
    return set(TableLine.objects.filter(table=table, entry__in=lost).values_list("index", flat=True))
