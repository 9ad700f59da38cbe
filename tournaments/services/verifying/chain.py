"""What must hold of the log: every row follows from the one before, none is missing, and results are what it says."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournaments.games.contract import Json
from tournaments.models import AuditChain, AuditEntry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.services import scoresheets
from tournaments.services.chain import GENESIS, WORDS, digest_of, hash_of
from tournaments.services.verifying.violations import Violation

# Rows in memory at a time.
FETCHED: Final = 1_000
NAMES_REMOVED: Final = "names_removed"
OF_ROW: Final = ("seq", "at", "verb", "salt", "digest", "previous", "hash", *WORDS)
# What a log that is about no event is called where an event's has its slug.
NO_EVENT: Final = "-"


@dataclass(frozen=True, slots=True)
class Row:
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
    """Everything that is wrong with the log of an event, and every result that is not what the log says of it."""
    results = _Results(event)
    yield from chain_violations(event.pk, event.slug, results.hear)
    yield from results.violations()


def chain_violations(
    event: int | None, name: str = NO_EVENT, hear: Callable[[Row], None] = lambda _row: None
) -> Iterator[Violation]:
    """Everything that is wrong with one chain; ``event`` None is the chain of what is about no event.

    Each row is compared with what stands before it, so that a forged row is named and not those behind it; ``hear``
    is told of every row.
    """
    removed = _removed(event)
    expected, previous = 1, GENESIS
    for row in _rows(event):
        hear(row)
        yield from _of_row(row, name, expected, previous, removed.get(row.seq, row.digest))
        expected, previous = row.seq + 1, row.hash
    length = AuditChain.objects.filter(event=event or AuditChain.NO_EVENT).values_list("length", flat=True).first() or 0
    if length != expected - 1:
        yield Violation("log_length", {"event": name, "found": expected - 1, "wanted": length})
    elif event is not None and not length:
        yield Violation("log_empty", {"event": name})


def lost_logs() -> Iterator[Violation]:
    """The chains of events that are not there any more: events are never removed, and their rows went with them."""
    known = Tournament.objects.values("pk")
    gone = AuditChain.objects.exclude(event=AuditChain.NO_EVENT).exclude(event__in=known)
    for event, length in gone.order_by("event").values_list("event", "length"):
        yield Violation("log_without_event", {"event": event, "length": length})


def _rows(event: int | None) -> Iterator[Row]:
    rows = AuditEntry.objects.filter(tournament=event).order_by("seq", "id")
    for seq, at, verb, salt, digest, previous, own, *words in rows.values_list(*OF_ROW).iterator(FETCHED):
        yield Row(seq, at, verb, salt, digest, previous, own, dict(zip(WORDS, words, strict=True)))


def _removed(event: int | None) -> dict[int, str]:
    """The digests that rows have since the names of somebody were taken out of them, as later rows attest."""
    found: dict[int, str] = {}
    rows = AuditEntry.objects.filter(tournament=event, verb=NAMES_REMOVED).order_by("seq")
    for seq, after in rows.values_list("seq", "after").iterator(FETCHED):
        digests = after.get("digests") if isinstance(after, Mapping) else None
        for key, digest in digests.items() if isinstance(digests, Mapping) else ():
            if str(key).isdecimal() and int(key) < seq:
                found[int(key)] = str(digest)
    return found


def _of_row(row: Row, name: str, expected: int, previous: str, digest: str) -> Iterator[Violation]:
    """What is wrong with a row; ``digest`` is that of the words that it must have now."""
    at = {"event": name, "seq": row.seq}
    if row.seq != expected:
        yield Violation("log_gap", {**at, "wanted": expected})
    elif row.previous != previous:
        yield Violation("log_previous", at)
    if row.hash != hash_of(previous=row.previous, seq=row.seq, at=row.at, verb=row.verb, digest=row.digest):
        yield Violation("log_hash", at)
    if digest_of(row.salt, row.words) != digest:
        yield Violation("log_words", at)


class _Results:
    """Compares the confirmed sheets of an event with what the log says was written, while its rows go by."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        confirmed = Scoresheet.objects.filter(table__tournament=event, status=Scoresheet.Status.CONFIRMED)
        self.versions: dict[str, int] = {
            f"T{number}": version for number, version in confirmed.values_list("table__number", "version")
        }
        self.told: dict[str, Json] = {}

    def hear(self, row: Row) -> None:
        """Keep what the newest row says of the sheet that is confirmed."""
        target, after = row.words["target"], row.words["after"]
        if not row.verb.startswith("score_") or not isinstance(after, Mapping):
            return
        if self.versions.get(target) == after.get("version"):
            self.told[target] = after

    def violations(self) -> Iterator[Violation]:
        confirmed = Scoresheet.objects.filter(
            table__tournament=self.event, status=Scoresheet.Status.CONFIRMED
        ).select_related("table")
        for sheet in confirmed.order_by("table__number").iterator(FETCHED):
            yield from self._of_sheet(sheet)

    def _of_sheet(self, sheet: Scoresheet) -> Iterator[Violation]:
        table = sheet.table
        at = {"event": self.event.slug, "table": table.number}
        if scoresheets.is_ruled(sheet):
            if _ruled_lines(table) != set(sheet.content["forfeit"]["ruled"]):
                yield Violation("result_unruled", at)
            return
        told = self.told.get(f"T{table.number}")
        if told is None:
            yield Violation("result_unlogged", {**at, "version": sheet.version})
            return
        found = scoresheets.summary(sheet)
        # A sheet that a correction had replaced and that is in force again keeps its version, not its status.
        differs = sorted(name for name in told.keys() & found.keys() - {"status"} if told[name] != found[name])
        for what in differs:
            values = {"found": str(found[what]), "wanted": str(told[what])}
            yield Violation("result_not_logged", {**at, "what": what, **values})


def _ruled_lines(table: Table) -> set[int]:
    """The lines of a table of whom a ruling in force says that they have lost the match."""
    rulings = Ruling.objects.filter(table=table, status=Ruling.Status.IN_FORCE).values("entry")
    return set(TableLine.objects.filter(table=table, entry__in=rulings).values_list("index", flat=True))
