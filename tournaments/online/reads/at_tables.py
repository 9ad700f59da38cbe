"""The people at an online table, by seat."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.competition.live.setup import chair_of
from tournaments.events.reads.rounds import rounds_in
from tournaments.models import EntryMember, Match, Person, Table


class Player(NamedTuple):
    """A player at a table: the whole name, and the shortest name that is unique there."""

    name: str
    short: str


class Where(NamedTuple):
    """The table of a match with its round and event, and how many rounds the event has."""

    table: Table
    rounds: int


def players(match: Match) -> list[Player | None]:
    """Return the player of every seat; None where unknown: in a practice match, or for an entry with too few people."""
    entries: Sequence[int | None] = match.chairs.get("entries", ())
    people: dict[int, list[Person]] = {}
    members = EntryMember.objects.filter(entry__in=[entry for entry in entries if entry is not None])
    for member in members.select_related("person").order_by("position"):
        people.setdefault(member.entry_id, []).append(member.person)
    seated: list[Person | None] = []
    for seat in range(len(match.seats)):
        line, number = chair_of(match.seats, seat)
        entry = entries[line] if line < len(entries) else None
        own = people.get(entry or 0, [])
        seated.append(own[number] if number < len(own) else None)
    families = Counter(person.family_name for person in seated if person is not None)
    return [None if person is None else _player(person, families) for person in seated]


def _player(person: Person, families: Counter[str]) -> Player:
    is_alone = families[person.family_name] == 1
    return Player(str(person), person.family_name if is_alone else str(person))


def where(match: Match) -> Where | None:
    """Return the table of a match in its event; None for practice."""
    if match.table_id is None:
        return None
    table = Table.objects.select_related("round", "tournament__club").get(pk=match.table_id)
    return Where(table, rounds_in(table.tournament))
