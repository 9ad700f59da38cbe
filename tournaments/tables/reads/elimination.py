"""The facts of an elimination, read from its tables: for what follows a result, for corrections and verification."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import connection

from tournaments.competition.handing_on import NOBODY
from tournaments.competition.stages.elimination import Chair, Ended, Facts, Seated, Settled
from tournaments.competition.stages.facts import Score
from tournaments.competition.types import FromBest, FromEntrant, FromTable, Slot
from tournaments.frame.reads.entry_places import lots_of
from tournaments.games.registry import game
from tournaments.models import Entry, Table, TableLine, Tournament

OVER = (Table.Status.DONE, Table.Status.BYE)
BEGUN = (Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)
# Endings of tables that nobody sat down at.
AUTOMATIC = ("bye", "walkover")

# Written once: Django would compile every column anew for each query.
SEATED = """
SELECT seated.id, seated.number, held.number, seated.through, seated.status, seated.ending,
  line.entry_id, line.is_nobody, line.is_absent, line.source_id, line.source_place, line.from_round, line.from_rank,
  line.place, COALESCE(line.points, 0), COALESCE(line.vp, 0), COALESCE(line.mp, 0), line.deals
FROM tournaments_table seated
JOIN tournaments_tableline line ON line.table_id = seated.id
JOIN tournaments_round held ON held.id = seated.round_id
WHERE seated.tournament_id = %s
ORDER BY seated.number, line."index"
"""


class SeatedLine(NamedTuple):
    """A line at a table as ``SEATED`` reads it."""

    table: int
    number: int
    round: int
    through: int
    status: str
    ending: str
    entry: int | None
    is_nobody: bool
    is_absent: bool
    source: int | None
    source_place: int | None
    from_round: int | None
    from_rank: int | None
    place: int | None
    points: int
    vp: int
    mp: int
    deals: int

    @property
    def chair(self) -> Chair:
        """Where the entrant of the line comes from, and who sits there now."""
        slot: Slot
        if self.from_round is not None:
            slot = FromBest(self.from_round, self.source_place or 0, self.from_rank or 0)
        elif self.source is not None:
            slot = FromTable(self.source, self.source_place or 0)
        else:
            slot = FromEntrant(self.entry) if self.entry is not None else NOBODY
        return Chair(slot, NOBODY if self.is_nobody else self.entry, bool(self.is_absent))


def facts_of(event: Tournament) -> Facts:
    """Return the facts of an event, each table under its key; two queries, and two more where losers come back."""
    with connection.cursor() as cursor:
        cursor.execute(SEATED, [event.pk])
        rows = [SeatedLine._make(row) for row in cursor.fetchall()]
    gone = Entry.objects.filter(tournament=event, status=Entry.Status.WITHDRAWN)
    return Facts(
        tables=tuple(table_of(list(lines)) for _key, lines in groupby(rows, itemgetter(0))),
        gone=frozenset(gone.values_list("pk", flat=True)),
        lots=lots_of(event) if any(row.from_round is not None for row in rows) else {},
        low_wins=game(event.game).low_wins(event.rules),
    )


def entries_gone(lines: Iterable[TableLine]) -> set[int]:
    """Return the entries of these lines that have left the event."""
    return {line.entry.pk for line in lines if line.entry is not None and line.entry.status == Entry.Status.WITHDRAWN}


def facts_at(boards: Iterable[tuple[Table, Sequence[TableLine]]]) -> Facts:
    """Return what is known of these tables alone, whose lines are loaded; their rounds are not known."""
    found, gone = [], set[int]()
    for table, lines in sorted(boards, key=lambda board: board[0].number):
        gone |= entries_gone(lines)
        rows = [
            SeatedLine(
                table.pk,
                table.number,
                0,
                table.through,
                table.status,
                table.ending,
                line.entry_id,
                line.is_nobody,
                line.is_absent,
                line.source_id,
                line.source_place,
                line.from_round,
                line.from_rank,
                line.place,
                line.points or 0,
                line.vp or 0,
                line.mp or 0,
                line.deals,
            )
            for line in lines
        ]
        found.append(table_of(rows))
    return Facts(tuple(found), frozenset(gone))


def table_of(rows: Sequence[SeatedLine]) -> Seated:
    """Return the facts of a table from its lines."""
    first = rows[0]
    chairs = tuple([row.chair for row in rows])
    settled = None
    if first.status in OVER:
        present = tuple([line for line, row in enumerate(rows) if row.place is not None and row.place <= row.through])
        ended = Ended(present, first.ending == "walkover") if first.ending in AUTOMATIC else None
        scores = [Score(row.place, row.points, row.vp, row.mp, row.deals) for row in rows]
        settled = Settled(tuple(scores), ended)
    return Seated(first.table, first.round, chairs, first.through, settled, first.status in BEGUN)
