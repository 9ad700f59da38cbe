"""What the penalties of one table would change, before they are given: who moves in the standings, which match ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.discipline.writes import penalties
from tournaments.frame.policies import Actor
from tournaments.frame.reads.entry_places import has_rotating, members_of
from tournaments.frame.writes.transaction import look_ahead
from tournaments.games.contract import Json
from tournaments.models import Table, TableLine, Tournament
from tournaments.standings.reads.standings import StandingRow, all_standings
from tournaments.tables.reads import records

Wanted = Mapping[str, Json]
"""What ``give_penalty`` takes beside the event and who gives it."""
Placed = Mapping[int, StandingRow]
"""Rows of the standings by entry."""


@dataclass(frozen=True, slots=True)
class PenaltyEffects:
    """The standings before and after, who is punished, and the lines of the match that would be over."""

    before: Placed
    after: Placed
    punished: frozenset[int]
    lines: Sequence[TableLine]

    @property
    def moves(self) -> Sequence[tuple[int, StandingRow | None, StandingRow]]:
        """Each punished entry with its row before and after."""
        return [(key, self.before.get(key), row) for key, row in self.after.items() if key in self.punished]


def effects_of(
    *, actor: Actor, event: Tournament, wanted: Sequence[Wanted], first: Sequence[Callable[[], object]] = ()
) -> PenaltyEffects:
    """Return what these penalties of one table would change; refused like the penalties themselves.

    ``first`` are steps that are taken before them, such as writing the score so far.
    """
    tables = [each.get("table_id") for each in wanted]

    def give() -> None:
        for step in first:
            step()
        for each in wanted:
            penalties.give_penalty(actor=actor, tournament_id=event.pk, **each)

    def read() -> tuple[Sequence[StandingRow], list[TableLine]]:
        standings = all_standings(event)
        # The lines of the penalised table if it is over.
        known = Table.objects.filter(tournament=event, pk__in=[each for each in tables if each is not None])
        found = known.filter(status=Table.Status.DONE).first()
        if found is None:
            return standings, []
        lines = records.seated_lines(found)
        for line in lines:
            line.table = found
        return standings, lines

    (before, over), (after, lines) = look_ahead(tournament_id=event.pk, step=give, read=read)
    # Of a pair of one round both of its members are punished.
    given = [int(each["entry_id"]) for each in wanted]
    pairs = members_of(given) if has_rotating(event) else {}
    punished = frozenset(own for key in given for own in pairs.get(key, (key,)))
    return PenaltyEffects(_by_entry(before), _by_entry(after), punished, [] if over else lines)


def _by_entry(rows: Sequence[StandingRow]) -> Placed:
    return {row.entry: row for row in rows}
