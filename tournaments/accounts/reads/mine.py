"""“My events” of one person, a player's evening in the hall or online, and the passes that an event has given out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Exists, Max, Min, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from tournaments.competition.rooms import room_at
from tournaments.competition.stages.alone import alone
from tournaments.events.reads.online import open_matches
from tournaments.events.reads.rounds import rounds_in_each
from tournaments.frame.access import AFTERWARDS, Visitor, held_passes, working_passes
from tournaments.frame.reads.entry_places import entries_at_table
from tournaments.frame.reads.formats import format_now
from tournaments.frame.reads.years import year_of, years_between
from tournaments.frame.round_names import round_of
from tournaments.models import Entry, EntryMember, EventPass, Membership, Round, Table, TableLine, Tournament, User

# Of events that are not over, and of one page of those that are.
MOST_OPEN = 60
PAGE_OF_ENTRIES = 4
PAGE_OF_ROLES = 8


@dataclass(frozen=True, slots=True)
class SeatNow:
    """The table that an entry plays at, or played at last, with its own line and its opponents'."""

    table: Table
    own: TableLine
    others: Sequence[TableLine]

    @property
    def alone(self) -> str:
        """What the entry does there where it meets nobody."""
        return alone(self.table.note, has_left=self.own.is_absent)


@dataclass(frozen=True, slots=True)
class MyEntry:
    """An entry of a person; ``seat`` is None before the draw and while no table is set for it, else in ``round``.

    ``match`` is the online match that is being played at their table.
    """

    entry: Entry
    tournament: Tournament
    seat: SeatNow | None
    round: str
    match: int | None = None

    @property
    def room(self) -> str:
        """The room of the table; empty where the event has one."""
        return room_at(self.tournament.rooms, self.seat.table.hall_number if self.seat is not None else None)

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
    """A person's entries and roles: of events that are not over, and a page of those that are, the newest first.

    ``years`` are those of the events that are over, ``year`` is the one that was chosen.
    """

    entries: Sequence[MyEntry]
    roles: Sequence[Membership]
    past_entries: "Page[Any]"
    past_roles: "Page[Any]"
    years: Sequence[int]
    year: int | None


def mine(user: User, *, year: str = "", entries: str = "1", roles: str = "1", most: int | None = None) -> Mine:
    """Return everything of one account, in a number of queries that no event adds to.

    ``entries`` and ``roles`` are the numbers of the pages, ``year`` limits both to one year; anything else is no limit.
    ``most`` is how many of each a page has, where a program asks and nobody turns pages.
    """
    held = Membership.objects.filter(user=user).select_related("tournament", "tournament__club")
    held = held.order_by("-tournament__starts_at", "-pk")
    done = Tournament.objects.filter(status=Tournament.Status.FINISHED).order_by()
    worked = done.filter(memberships__user=user).aggregate(first=Min("starts_at"), last=Max("starts_at"))
    played = EntryMember.objects.filter(_is_over("entry__tournament"), person__user=user).order_by()
    began = played.aggregate(first=Min("entry__tournament__starts_at"), last=Max("entry__tournament__starts_at"))
    signed = Entry.objects.filter(_is_over("tournament"), entered_by=user, source=Entry.Source.SIGN_UP).order_by()
    ended = signed.aggregate(first=Min("tournament__starts_at"), last=Max("tournament__starts_at"))
    years = years_between(worked, began, ended)
    chosen = year_of(year, years)
    # Keys are put in order, and only the rows of the page are read.
    over = entries_of(user, partial(_is_over, year=chosen)).values_list("pk", flat=True)
    past: Page[Any] = Paginator(over, most or PAGE_OF_ENTRIES).get_page(entries)
    kept = list(past.object_list)
    now = entries_of(user, lambda way: ~_is_over(way))[:MOST_OPEN]
    of_page = Entry.objects.filter(pk__in=kept).select_related("tournament", "tournament__club")
    shown = _with_seats([*now, *of_page.order_by("-tournament__starts_at", "number", "pk")])
    past.object_list = [each for each in shown if each.entry.pk in kept]
    return Mine(
        entries=sorted(
            (each for each in shown if each.entry.pk not in kept),
            key=lambda one: one.tournament.status != Tournament.Status.RUNNING,
        ),
        roles=list(held.exclude(_is_over("tournament"))[:MOST_OPEN]),
        past_entries=past,
        past_roles=Paginator(held.filter(_is_over("tournament", year=chosen)), most or PAGE_OF_ROLES).get_page(roles),
        years=years,
        year=chosen,
    )


def _is_over(way: str, year: int | None = None) -> Q:
    """Return the condition that the event at the end of ``way`` is over, and was in a year."""
    over = Q(**{f"{way}__status": Tournament.Status.FINISHED})
    return over if year is None else over & Q(**{f"{way}__starts_at__year": year})


def _with_seats(entries: Sequence[Entry]) -> list[MyEntry]:
    """Return entries with the table that each plays at, or played at last."""
    lines = Prefetch("table__lines", TableLine.objects.select_related("entry"))
    seated = entries_at_table([entry.pk for entry in entries], *[entry.tournament for entry in entries])
    rows = (
        TableLine.objects.filter(entry__in=seated)
        .select_related("table", "table__round")
        .prefetch_related(lines)
        .order_by("table__round__number", "table__number")
    )
    # The newest called or played table of each entry, else the first that is set for it.
    seats: dict[int, SeatNow] = {}
    for row in rows:
        table = row.table
        others = [line for line in table.lines.all() if line.index != row.index]
        # In groups the rests of later rounds are known before those are called.
        is_rest_to_come = table.status == Table.Status.BYE and table.round.status != Round.Status.ANNOUNCED
        is_to_come = table.status == Table.Status.PLANNED or is_rest_to_come
        for key in seated[row.entry_id or 0]:
            if key not in seats or not is_to_come:
                seats[key] = SeatNow(table, row, others)
    events = {entry.tournament_id: entry.tournament for entry in entries if entry.pk in seats}
    rounds = rounds_in_each(events.values()) if events else {}
    matches = open_matches(seat.table for seat in seats.values())
    found = []
    for entry in entries:
        seat = seats.get(entry.pk)
        if seat is None:
            found.append(MyEntry(entry, entry.tournament, None, ""))
        else:
            name = round_of(seat.table, seat.table.round.number, rounds.get(entry.tournament_id, 0))
            found.append(MyEntry(entry, entry.tournament, seat, name, matches.get(seat.table.pk)))
    return found


def entries_of(user: User, events: Callable[[str], Q] = lambda _way: Q()) -> QuerySet[Entry]:
    """Return the entries that the person plays in or signed up, of the newest events first.

    ``events`` is a condition for the event at the end of a way.
    """
    # Two lists of keys: a join with members, or an event that is asked for outside of them, would go through every
    # entry of the installation.
    plays = EntryMember.objects.filter(events("entry__tournament"), person__user=user).values("entry")
    signed = Entry.objects.filter(events("tournament"), entered_by=user, source=Entry.Source.SIGN_UP).values("pk")
    found = Entry.objects.filter(Q(pk__in=plays) | Q(pk__in=signed)).exclude(status=Entry.Status.PAIR)
    return found.select_related("tournament", "tournament__club").order_by("-tournament__starts_at", "number", "pk")


OUT = (Entry.Status.REJECTED, Entry.Status.WITHDRAWN)
MOST_EVENTS = 12


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """The entry, its current or next table, and its finished tables, newest first."""

    entry: Entry
    seat: SeatNow | None
    played: Sequence[SeatNow]


def own_evening(visitor: Visitor, event: Tournament) -> OwnEvening | None:
    """Return this visitor's entry in the event, in four queries; None for anybody else."""
    entry = entry_of(visitor, event)
    if entry is None:
        return None
    lines = Prefetch("table__lines", TableLine.objects.select_related("entry").order_by("index"))
    rows = (
        TableLine.objects.filter(entry__in=entries_at_table([entry.pk], event))
        .select_related("table", "table__round")
        .prefetch_related(lines)
    )
    seats = [
        SeatNow(row.table, row, [line for line in row.table.lines.all() if line.index != row.index])
        for row in rows.order_by("-table__round__number", "-table__number")
    ]
    now = [seat for seat in seats if seat.table.status not in (Table.Status.DONE, Table.Status.BYE)]
    over = [seat for seat in seats if seat.table.status in (Table.Status.DONE, Table.Status.BYE)]
    return OwnEvening(entry, now[-1] if now else None, over)


def entry_of(visitor: Visitor, event: Tournament) -> Entry | None:
    """Return the visitor's entry by pass or account; of several one that is still in, then the newest."""
    passes = held_passes(visitor).filter(tournament=event)
    mine = Q(pk__in=passes.values("entry_id"))
    if visitor.account is not None:
        people = EntryMember.objects.filter(entry=OuterRef("pk"), person__user=visitor.account)
        mine |= Q(Exists(people))
    rows = Entry.objects.filter(mine, tournament=event).exclude(status=Entry.Status.PAIR).select_related("club")
    return min(rows, key=lambda entry: (entry.status in OUT, -entry.number), default=None)


def left_ms(visitor: Visitor, event: Tournament) -> int | None:
    """Return how long the passes of this browser still work in the event; None without a pass."""
    ends = [row.expires_at for row in held_passes(visitor).filter(tournament=event)] if visitor.entry_passes else []
    if event.finished_at is not None:
        ends = [min(end, event.finished_at + AFTERWARDS) for end in ends]
    # A moment later, so that a request at that time is told.
    return max(0, int((min(ends) - timezone.now()).total_seconds() * 1000)) + 500 if ends else None


def events_with_passes() -> list[Tournament]:
    """Return the public events in which somebody has a working pass, running ones first."""
    passes = working_passes(EventPass.objects.filter(tournament=OuterRef("pk")))
    events = Tournament.objects.exclude(status__in=(Tournament.Status.DRAFT, Tournament.Status.FINISHED))
    found = events.filter(Exists(passes)).order_by("starts_at")[:MOST_EVENTS]
    return sorted(found, key=lambda event: event.status != Tournament.Status.RUNNING)


def passes_of(event: Tournament) -> list[tuple[Entry, EventPass | None]]:
    """Return the entries that may have a pass, with the working one, by number; two queries."""
    working = {row.entry_id: row for row in working_passes(EventPass.objects.filter(tournament=event))}
    entries = (
        Entry.objects.filter(tournament=event).exclude(status__in=(*OUT, Entry.Status.PAIR)).select_related("club")
    )
    return [(entry, working.get(entry.pk)) for entry in entries.order_by("number")]
