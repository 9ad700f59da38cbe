"""A player's evening: their entry in an event, by pass or account, their table, and their results."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils import timezone

from tournaments.accounts.reads.mine import Seat
from tournaments.frame.access import AFTERWARDS, Visitor, held_passes, working_passes
from tournaments.frame.reads.pairs import seated_as
from tournaments.models import Entry, EntryMember, EventPass, Table, TableLine, Tournament

OUT = (Entry.Status.REJECTED, Entry.Status.WITHDRAWN)
MOST_EVENTS = 12


@dataclass(frozen=True, slots=True)
class Own:
    """The entry, its current or next table, and its finished tables, newest first."""

    entry: Entry
    seat: Seat | None
    played: Sequence[Seat]


def own(visitor: Visitor, event: Tournament) -> Own | None:
    """Return this visitor's entry in the event, in four queries; None for anybody else."""
    entry = entry_of(visitor, event)
    if entry is None:
        return None
    lines = Prefetch("table__lines", TableLine.objects.select_related("entry").order_by("index"))
    rows = (
        TableLine.objects.filter(entry__in=seated_as([entry.pk], event))
        .select_related("table", "table__round")
        .prefetch_related(lines)
    )
    seats = [_seat(row) for row in rows.order_by("-table__round__number", "-table__number")]
    now = [seat for seat in seats if seat.table.status not in (Table.Status.DONE, Table.Status.BYE)]
    over = [seat for seat in seats if seat.table.status in (Table.Status.DONE, Table.Status.BYE)]
    return Own(entry, now[-1] if now else None, over)


def _seat(row: TableLine) -> Seat:
    return Seat(row.table, row, [line for line in row.table.lines.all() if line.index != row.index])


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
