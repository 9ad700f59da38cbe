"""Lines missing at a called table: since when, how late, and the next step of the ladder."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.competition.discipline.ladder import Ladder, ladder_from_json
from tournaments.deadlines.writes.absence import is_missing
from tournaments.discipline.reads.penalties import late_from
from tournaments.events.words.sentences import LETTERS
from tournaments.frame import penalty_words
from tournaments.frame.policies import Actor
from tournaments.models import Table, TableLine, Tournament
from tournaments.tables.writes.told import line_name

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Seat:
    """A line of a table that has not begun; ``late`` and the fields after it are set only if the line is missing."""

    line: int
    letter: str
    name: str
    is_missing: bool = False
    since: str = ""
    late: str = ""
    late_ms: int = 0
    words: str = ""
    words_one: str = ""
    next: str = ""
    may_report: bool = False
    may_arrive: bool = False


def waits_to_begin(event: Tournament, table: Table) -> bool:
    """Return whether lines may still be missing: the table is called and nothing was written at it."""
    return event.status == Tournament.Status.RUNNING and table.status == Table.Status.CALLED


def seats(event: Tournament, table: Table, lines: Sequence[TableLine], actor: Actor, now: datetime) -> list[Seat]:
    """Return the lines of a table that has not begun, with what this reader may do; none once it plays."""
    if not waits_to_begin(event, table):
        return []
    ladder = ladder_from_json(event.discipline)
    here = [line for line in lines if line.entry_id is not None and not line.is_absent]
    return [_seat(table, line, ladder, actor, now) for line in here]


def _seat(table: Table, line: TableLine, ladder: Ladder, actor: Actor, now: datetime) -> Seat:
    missing = is_missing(line)
    is_own = actor.line == line.index
    who: dict[str, Any] = {"line": line.index, "letter": LETTERS[line.index], "name": line_name(line)}
    if not missing:
        return Seat(**who, may_report=not is_own)
    ms = max(0, int((now - (late_from(table) or now)).total_seconds() * 1000))
    minutes = ms // MINUTE_MS
    return Seat(
        **who,
        is_missing=True,
        since=penalty_words.at(line.missing_since),
        late=penalty_words.minutes_late(minutes),
        late_ms=ms,
        words=penalty_words.minutes_late_words(2),
        words_one=penalty_words.minutes_late_words(1),
        next=penalty_words.next_step(ladder, minutes),
        may_arrive=True,
    )
