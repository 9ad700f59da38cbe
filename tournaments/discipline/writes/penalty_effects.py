"""Preview of penalties: the result of the match and the standings as they would be."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.discipline.writes import penalties
from tournaments.frame.policies import Actor
from tournaments.frame.reads.pairs import has_rotating, members_of
from tournaments.frame.writes.previews import looked_ahead
from tournaments.games.contract import Json
from tournaments.models import Table, TableLine, Tournament
from tournaments.standings.reads.standings import Row, all_standings
from tournaments.tables.reads import sheets

Wanted = Mapping[str, Json]
"""What ``give_penalty`` takes beside the event and who gives it."""
Placed = Mapping[int, Row]
"""Rows of the standings by entry."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The standings before and after, who is punished, and the lines of the match that would be over."""

    before: Placed
    after: Placed
    punished: frozenset[int]
    lines: Sequence[TableLine]

    @property
    def moved(self) -> Sequence[tuple[int, Row | None, Row]]:
        """Each punished entry with its row before and after."""
        return [(key, self.before.get(key), row) for key, row in self.after.items() if key in self.punished]


def effects_of(
    *, actor: Actor, event: Tournament, wanted: Sequence[Wanted], first: Sequence[Callable[[], object]] = ()
) -> Effects:
    """Return what these penalties of one table would change; refused like the penalties themselves.

    ``first`` are steps that are taken before them, such as writing the score so far.
    """
    tables = [each.get("table_id") for each in wanted]

    def give() -> None:
        for step in first:
            step()
        for each in wanted:
            penalties.give_penalty(actor=actor, tournament_id=event.pk, **each)

    def read() -> tuple[Sequence[Row], list[TableLine]]:
        return all_standings(event), _decided(event, tables)

    (before, over), (after, lines) = looked_ahead(tournament_id=event.pk, step=give, read=read)
    return Effects(_by_entry(before), _by_entry(after), _punished(event, wanted), [] if over else lines)


def _punished(event: Tournament, wanted: Sequence[Wanted]) -> frozenset[int]:
    """Return the entries that these penalties are given to; of a pair of one round both of its members."""
    given = [int(each["entry_id"]) for each in wanted]
    pairs = members_of(given) if has_rotating(event) else {}
    return frozenset(own for key in given for own in pairs.get(key, (key,)))


def _decided(event: Tournament, tables: Sequence[Json]) -> list[TableLine]:
    """Return the lines of the penalised table if it is over, else an empty list."""
    known = Table.objects.filter(tournament=event, pk__in=[each for each in tables if each is not None])
    found = known.filter(status=Table.Status.DONE).first()
    if found is None:
        return []
    lines = sheets.seated(found)
    for line in lines:
        line.table = found
    return lines


def _by_entry(rows: Sequence[Row]) -> Placed:
    return {row.entry: row for row in rows}
