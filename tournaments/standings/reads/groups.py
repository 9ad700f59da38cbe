"""The groups of an event: who is in each, how they stand, and the tables of the group."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.competition.stages.facts import NO_GROUP
from tournaments.models import TableLine, Tournament
from tournaments.standings.reads.standings import StandingRow, all_standings, stage_standings
from tournaments.tables.reads.cards import Card, cards

PER_PAGE = 24


@dataclass(frozen=True, slots=True)
class Group:
    """A group: its number, its rows of the standings, best first, and its tables from the first round on."""

    number: int
    rows: Sequence[StandingRow]
    cards: Sequence[Card]


@dataclass(frozen=True, slots=True)
class Groups:
    """A page of the groups."""

    groups: Sequence[Group]
    total: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PER_PAGE))


def groups(event: Tournament, page: int = 1, *, is_over: bool = False) -> Groups:
    """Return a page of the groups of the stage that is played, or of one that ``is_over``.

    One query more than its standings.
    """
    rows = sorted(stage_standings(event, event.stage) if is_over else all_standings(event), key=_number)
    found = [(number, list(group)) for number, group in groupby(rows, _number) if number]
    shown = found[(page - 1) * PER_PAGE : page * PER_PAGE]
    here = [number for number, _rows in shown]
    lines = TableLine.objects.filter(table__tournament=event, table__round__stage=event.stage)
    # An extra match is of no group: it stands in that of each of its lines (R-GRP-22).
    tables = cards(lines.filter(table__group__in=[*here, NO_GROUP]))
    of = {row.entry: number for number, rows in shown for row in rows}
    groups_of = {card.pk: {card.group or of.get(side.entry or 0, NO_GROUP) for side in card.sides} for card in tables}
    return Groups(
        [Group(number, rows, [card for card in tables if number in groups_of[card.pk]]) for number, rows in shown],
        len(found),
    )


def _number(row: StandingRow) -> int:
    return row.stage.group if row.stage else 0
