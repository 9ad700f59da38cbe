"""The lobby of an online event, practice tables, and the people at a table by seat."""

from collections import Counter
from collections.abc import Sequence
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
    found: list[LobbyPlayer | None] = []
    for person in seated:
        if person is None:
            found.append(None)
        else:
            is_alone = families[person.family_name] == 1
            found.append(LobbyPlayer(str(person), person.family_name if is_alone else str(person)))
    return found


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
    played = [each for each in rounds if is_online(event, each)]
    if not played:
        return None
    begun = [each for each in played if each.status == Round.Status.ANNOUNCED]
    chosen = begun[-1] if begun else played[0]
    found = sorted(
        (card for card in cards(TableLine.objects.filter(table__round=chosen)) if card.hall_number is not None),
        key=lambda card: (card.hall_number or 0, card.number),
    )
    rows = Match.objects.filter(table__round=chosen).order_by("pk").select_related("table")
    newest = {row.table_id: row for row in rows}
    # By match: until when its first deal waits, and the seats that are ready.
    held = MatchDeadline.objects.filter(match__table__round=chosen, kind=MatchDeadline.Kind.NO_SHOW)
    waiting: dict[int, tuple[datetime, set[int]]] = {
        key: (due, set()) for key, due in held.values_list("match", "due_at")
    }
    said = MatchEvent.objects.filter(match__in=list(waiting), kind="ready")
    for key, seat in said.values_list("match", "seat"):
        waiting[key][1].add(seat or 0)
    tables = []
    for card in found:
        match = newest.get(card.pk)
        if match is None:
            tables.append(LobbyTable(card))
            continue
        until, ready = waiting.get(match.pk, (None, set()))
        missing = {line for seat, line in enumerate(match.seats) if seat not in ready} if until is not None else set()
        tables.append(
            LobbyTable(
                card=card,
                match=match.pk,
                is_over=match.status == Status.OVER,
                is_paused=match.status == Status.PAUSED,
                missing=tuple(sorted(missing)),
                until=until,
                finished_at=match.table.finished_at if match.table is not None else None,
            )
        )
    entry = own.entry_of(visitor, event)
    opens = opens_at(event)
    mine = [
        (table, line)
        for table in tables
        for line, side in enumerate(table.card.sides)
        if entry is not None and side.entry == entry.pk
    ]
    own_table = None
    for table, line in mine[:1]:
        turn = Turn()
        if table.is_open and table.match is not None:
            live = live_matches.live(live_matches.match(table.match))
            seat = live.state.turn
            if seat is not None:
                left = clocks.time_left(live.state.clocks, live.limits, seat, ms_of(now))
                turn = Turn(live.setup.seats[seat], *left)
        own_table = OwnTable(table, line, turn)
    return Lobby(chosen, len(rounds), tables, own_table, min(opens.values(), default=None))
