"""The standings of the players of an event of teams: what each has made at the boards (R-PLY-01 to R-PLY-03)."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from tournaments.competition.match.contents import readable_content
from tournaments.errors import RefusedError
from tournaments.frame.reads.teams import is_of_teams
from tournaments.games import registry
from tournaments.models import Scoresheet, Table, TableLine, Tournament
from tournaments.tables.reads.line_ups import BoardRow, Member, board_rows, members_of


class PlayerRow(NamedTuple):
    """A player with place and team, and what was made at the boards; ``difference`` is of the points written there."""

    place: int
    is_shared: bool
    person: int
    name: str
    entry: int
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    difference: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """What places go by, less is better."""
        return -self.points, -self.won, -self.difference


def player_standings(event: Tournament) -> list[PlayerRow] | None:
    """Return the players that have sat at a board, best first; None where entries are not teams. Three queries."""
    if not is_of_teams(event):
        return None
    lines: dict[int, list[int | None]] = {}
    names: dict[int, str] = {}
    seated = TableLine.objects.filter(table__tournament=event, table__status=Table.Status.DONE).order_by("index")
    for table, entry, label in seated.values_list("table_id", "entry_id", "entry__label"):
        lines.setdefault(table, []).append(entry)
        if entry is not None:
            names[entry] = label
    members = members_of(names)
    rows: dict[tuple[int, int], PlayerRow] = {}
    for entries, board in _boards(event, lines, members):
        if board.points is None or board.gives is None:
            # Nobody has played a board that was lost by forfeit.
            continue
        for line, team in enumerate(entries):
            own, other = board.points[line], board.points[1 - line]
            for member in board.people[line] if team is not None else ():
                key = (team or 0, member.number)
                before = rows.get(key) or _nothing(member, team or 0, names[team or 0])
                rows[key] = before._replace(
                    played=before.played + 1,
                    won=before.won + (own > other),
                    drawn=before.drawn + (own == other),
                    lost=before.lost + (own < other),
                    points=before.points + board.gives[line],
                    difference=before.difference + own - other,
                )
    found: list[PlayerRow] = []
    order = sorted(rows.values(), key=lambda row: (*row.rank, row.name))
    for _rank, level in groupby(order, key=lambda row: row.rank):
        together = list(level)
        place = len(found) + 1
        found += [row._replace(place=place, is_shared=len(together) > 1) for row in together]
    return found


def _boards(
    event: Tournament, lines: dict[int, list[int | None]], members: dict[int, dict[int, Member]]
) -> Iterator[tuple[list[int | None], BoardRow]]:
    """Yield the boards of every match that is over, with the teams that sat there."""
    game = registry.game(event.game)
    sheets = Scoresheet.objects.filter(table__in=list(lines), status=Scoresheet.Status.CONFIRMED)
    for table, content in sheets.order_by("table__number").values_list("table_id", "content"):
        for played in readable_content(content)["games"]:
            try:
                deals = [game.score_sheet(event.rules, sheet) for sheet in played["deals"]]
            except RefusedError:
                # The rules cannot read it.
                continue
            yield from ((lines[table], board) for board in board_rows(event, lines[table], deals, members))


def _nothing(member: Member, entry: int, team: str) -> PlayerRow:
    return PlayerRow(0, False, member.person, member.name, entry, team, 0, 0, 0, 0, 0, 0)
