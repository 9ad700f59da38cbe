"""“My events” of one person: their entries, where they sit now, and the events they work at."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from tournaments.events.reads.online import open_matches
from tournaments.events.reads.rounds import rounds_in_each
from tournaments.frame.reads.formats import format_now
from tournaments.frame.reads.pairs import seated_as
from tournaments.frame.round_names import round_of
from tournaments.models import Entry, Membership, Round, Table, TableLine, Tournament, User

MOST_ENTRIES = 60


@dataclass(frozen=True, slots=True)
class Seat:
    """The table that an entry plays at, or played at last, with its own line and its opponents'."""

    table: Table
    own: TableLine
    others: Sequence[TableLine]


@dataclass(frozen=True, slots=True)
class MyEntry:
    """An entry of a person; ``seat`` is None before the draw and while no table is set for it, else in ``round``.

    ``match`` is the online match that is being played at their table.
    """

    entry: Entry
    tournament: Tournament
    seat: Seat | None
    round: str
    match: int | None = None

    @property
    def is_drawn(self) -> bool:
        """Whether their last match ended level."""
        if self.seat is None:
            return False
        lines = [self.seat.own, *self.seat.others]
        return self.seat.table.through == 1 and sum(line.place == 1 for line in lines) > 1

    @property
    def leaves(self) -> bool:
        """Whether those who are beaten leave the event, so that who rests goes on."""
        return format_now(self.tournament).is_elimination


@dataclass(frozen=True, slots=True)
class Mine:
    """A person's entries, those of running events first, and their roles."""

    entries: Sequence[MyEntry]
    roles: Sequence[Membership]


def mine(user: User) -> Mine:
    """Return everything of one account, in six queries, one more for events that are redrawn each round."""
    entries = list(entries_of(user)[:MOST_ENTRIES])
    seats = _seats(entries)
    seated = {entry.tournament_id: entry.tournament for entry in entries if entry.pk in seats}
    rounds = rounds_in_each(seated.values()) if seated else {}
    matches = open_matches(seat.table for seat in seats.values())
    rows = [_mine(entry, seats.get(entry.pk), rounds.get(entry.tournament_id, 0), matches) for entry in entries]
    roles = Membership.objects.filter(user=user).select_related("tournament", "tournament__club")
    return Mine(
        entries=sorted(rows, key=lambda row: row.tournament.status != Tournament.Status.RUNNING),
        roles=list(roles.order_by("-tournament__starts_at")),
    )


def _mine(entry: Entry, seat: Seat | None, rounds: int, matches: Mapping[int, int]) -> MyEntry:
    if seat is None:
        return MyEntry(entry, entry.tournament, None, "")
    name = round_of(seat.table, seat.table.round.number, rounds)
    return MyEntry(entry, entry.tournament, seat, name, matches.get(seat.table.pk))


def entries_of(user: User) -> QuerySet[Entry]:
    """Return the entries that the person plays in or signed up, of the newest events first."""
    mine = Q(members__person__user=user) | Q(entered_by=user, source=Entry.Source.SIGN_UP)
    found = (
        Entry.objects.filter(mine)
        .exclude(status=Entry.Status.PAIR)
        .select_related("tournament", "tournament__club")
        .distinct()
    )
    return found.order_by("-tournament__starts_at", "number")


def _is_to_come(table: Table) -> bool:
    """Return whether a table has not been called; in groups the rests of later rounds are known before."""
    is_rest = table.status == Table.Status.BYE and table.round.status != Round.Status.ANNOUNCED
    return table.status == Table.Status.PLANNED or is_rest


def _seats(entries: Iterable[Entry]) -> dict[int, Seat]:
    """Return the newest called or played table of each entry, else the one that is set for it."""
    lines = Prefetch("table__lines", TableLine.objects.select_related("entry"))
    entries = list(entries)
    seated = seated_as([entry.pk for entry in entries], *[entry.tournament for entry in entries])
    rows = (
        TableLine.objects.filter(entry__in=seated)
        .select_related("table", "table__round")
        .prefetch_related(lines)
        .order_by("table__round__number", "table__number")
    )
    seats: dict[int, Seat] = {}
    for row in rows:
        others = [line for line in row.table.lines.all() if line.index != row.index]
        for entry in seated[row.entry_id or 0]:
            if entry not in seats or not _is_to_come(row.table):
                seats[entry] = Seat(row.table, row, others)
    return seats
