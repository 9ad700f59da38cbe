"""Who of a team sits at which board of a match: the people of the teams, and the boards with their names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.games import registry
from tournaments.games.contract import DealScore, TeamGame
from tournaments.models import EntryMember, Tournament


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a team, by the number in it."""

    number: int
    person: int
    name: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board of a match, as ``PlayedBoard`` has it: ``people`` are those of each team that sit there."""

    number: int
    name: str
    people: tuple[tuple[Member, ...], tuple[Member, ...]]
    points: tuple[int, int] | None
    gives: tuple[int, int] | None
    lost: tuple[int, ...]


def members_of(entries: Iterable[int]) -> dict[int, dict[int, Member]]:
    """Return the people of these teams by team and number; one query."""
    found: dict[int, dict[int, Member]] = {}
    rows = EntryMember.objects.filter(entry__in=list(entries)).select_related("person").order_by("position")
    for row in rows:
        member = Member(row.position, row.person_id, str(row.person))
        found.setdefault(row.entry_id, {})[row.position] = member
    return found


def board_rows(
    event: Tournament,
    entries: Sequence[int | None],
    deals: Sequence[DealScore],
    members: dict[int, dict[int, Member]],
    losers: Sequence[int] = (),
) -> list[BoardRow]:
    """Return the boards of a match of ``entries``, line by line, in an event of teams; nothing in another one.

    ``losers`` are the lines that lose the match by a fault, and its open boards with it.
    """
    game = registry.game(event.game)
    if not isinstance(game, TeamGame):
        return []
    teams = [members.get(entry or 0, {}) for entry in entries]
    found = []
    for board in game.boards(event.rules, deals, losers):
        first, second = (
            tuple(team[number] for number in numbers if number in team)
            for team, numbers in zip(teams, board.people, strict=True)
        )
        found.append(BoardRow(board.number, board.name, (first, second), board.points, board.gives, board.lost))
    return found
