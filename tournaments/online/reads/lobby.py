"""The lobby of an online event, practice tables, and the people at a table by seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tournaments.accounts.reads import mine as own
from tournaments.competition.live import clocks
from tournaments.competition.live.setup import chair_of
from tournaments.events.reads.online import is_online, opens_at
from tournaments.events.reads.rounds import event_rounds, rounds_in
from tournaments.frame.access import Visitor
from tournaments.games.contract import Line
from tournaments.models import (
    Entry,
    EntryMember,
    Match,
    MatchDeadline,
    MatchEvent,
    Person,
    Round,
    Table,
    TableLine,
    Tournament,
)
from tournaments.online.reads import live_matches
from tournaments.tables.reads.cards import Card, cards
from tournaments.timing.reads import ms_of


@dataclass(frozen=True, slots=True)
class Tried:
    """A table where a browser can continue."""

    number: int
    opened_at: datetime


def open_tables(keys: Sequence[int]) -> list[Tried]:
    """Return those of these tables whose match is not over, newest first."""
    found = Match.objects.filter(pk__in=keys, table=None).exclude(status=Match.Status.OVER).order_by("-pk")
    return [Tried(row.pk, row.opened_at) for row in found]


class LobbyPlayer(NamedTuple):
    """A player at a table: the whole name, and the shortest name that is unique there."""

    name: str
    short: str


class Where(NamedTuple):
    """The table of a match with its round and event, and how many rounds the event has."""

    table: Table
    rounds: int


def players(match: Match) -> list[LobbyPlayer | None]:
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


def _player(person: Person, families: Counter[str]) -> LobbyPlayer:
    is_alone = families[person.family_name] == 1
    return LobbyPlayer(str(person), person.family_name if is_alone else str(person))


def where(match: Match) -> Where | None:
    """Return the table of a match in its event; None for practice."""
    if match.table_id is None:
        return None
    table = Table.objects.select_related("round", "tournament__club").get(pk=match.table_id)
    return Where(table, rounds_in(table.tournament))


Status = Match.Status


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table with its newest match; ``missing`` are the lines waited for before the first deal, until ``until``.

    Without a match it is not open, or need not be played.
    """

    card: Card
    match: int | None = None
    is_over: bool = False
    is_paused: bool = False
    missing: tuple[Line, ...] = ()
    until: datetime | None = None
    finished_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.match is not None and not self.is_over


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn at the reader's own table: whose line it is, and what is left of the play and of the bank, in ms.

    Without ``line`` nobody has to play now.
    """

    line: Line | None = None
    move_ms: int | None = None
    bank_ms: int | None = None


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The reader's own table and line."""

    table: LobbyTable
    line: Line
    turn: Turn


@dataclass(frozen=True, slots=True)
class Lobby:
    """The online round that is played, or the next one; ``opens`` is when the next round opens."""

    round: Round
    rounds: int
    tables: Sequence[LobbyTable]
    own: OwnTable | None
    opens: datetime | None


def lobby(visitor: Visitor, event: Tournament, now: datetime) -> Lobby | None:
    """Return the lobby for a visitor, in a constant number of queries; None where no round is online."""
    rounds = event_rounds(event)
    chosen = _lobby_round(event, rounds)
    if chosen is None:
        return None
    tables = _tables(chosen)
    entry = own.entry_of(visitor, event)
    opens = opens_at(event)
    return Lobby(chosen, len(rounds), tables, _own(tables, entry, now), min(opens.values(), default=None))


def _lobby_round(event: Tournament, rounds: Sequence[Round]) -> Round | None:
    played = [each for each in rounds if is_online(event, each)]
    begun = [each for each in played if each.status == Round.Status.ANNOUNCED]
    return begun[-1] if begun else next(iter(played), None)


def _tables(round_: Round) -> list[LobbyTable]:
    found = sorted(
        (card for card in cards(TableLine.objects.filter(table__round=round_)) if card.hall_number is not None),
        key=lambda card: (card.hall_number or 0, card.number),
    )
    rows = Match.objects.filter(table__round=round_).order_by("pk").select_related("table")
    newest = {row.table_id: row for row in rows}
    waiting = _waiting(round_)
    return [_table(card, newest.get(card.pk), waiting) for card in found]


def _waiting(round_: Round) -> dict[int, tuple[datetime, set[int]]]:
    """Return by match until when its first deal waits, and the seats that are ready."""
    held = MatchDeadline.objects.filter(match__table__round=round_, kind=MatchDeadline.Kind.NO_SHOW)
    found: dict[int, tuple[datetime, set[int]]] = {
        key: (due, set()) for key, due in held.values_list("match", "due_at")
    }
    said = MatchEvent.objects.filter(match__in=list(found), kind="ready")
    for match, seat in said.values_list("match", "seat"):
        found[match][1].add(seat or 0)
    return found


def _table(card: Card, match: Match | None, waiting: Mapping[int, tuple[datetime, set[int]]]) -> LobbyTable:
    if match is None:
        return LobbyTable(card)
    until, ready = waiting.get(match.pk, (None, set()))
    missing = {line for seat, line in enumerate(match.seats) if seat not in ready} if until is not None else set()
    return LobbyTable(
        card=card,
        match=match.pk,
        is_over=match.status == Status.OVER,
        is_paused=match.status == Status.PAUSED,
        missing=tuple(sorted(missing)),
        until=until,
        finished_at=match.table.finished_at if match.table is not None else None,
    )


def _own(tables: Sequence[LobbyTable], entry: Entry | None, now: datetime) -> OwnTable | None:
    for table in tables:
        for line, side in enumerate(table.card.sides):
            if entry is not None and side.entry == entry.pk:
                return OwnTable(table, line, _turn(table, now))
    return None


def _turn(table: LobbyTable, now: datetime) -> Turn:
    if not table.is_open or table.match is None:
        return Turn()
    live = live_matches.live(live_matches.match(table.match))
    seat = live.state.turn
    if seat is None:
        return Turn()
    return Turn(live.setup.seats[seat], *clocks.time_left(live.state.clocks, live.limits, seat, ms_of(now)))
