"""What the data know of the evening at a moment: the last result, what came after, the tables in the middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, QuerySet

from tournaments.models import AuditEntry, Entry, Pulse, Scoresheet, Table, Tournament

# Somebody was writing there when the data end.
JUST_NOW = timedelta(minutes=10)
# Events that were written in so long before the end are of the same evening.
AN_EVENING = timedelta(hours=12)
MOST = 20


@dataclass(frozen=True, slots=True)
class LastResult:
    """A sheet by its key, with its table and the moment it was written."""

    event: Tournament
    table: Table
    at: datetime
    key: int

    @property
    def number(self) -> int:
        return self.table.hall_number or self.table.number


def last_result(until: datetime | None = None, event: Tournament | None = None) -> LastResult | None:
    """Return the last result that was written and not taken back, up to the moment ``until``."""
    rows = _results()
    if event is not None:
        rows = rows.filter(table__tournament=event)
    return _first(rows if until is None else rows.filter(created_at__lte=until))


def last_sheet(event: Tournament) -> LastResult | None:
    """Return the last sheet of an event that was written, also one that was only begun."""
    return _first(_newest_first().filter(table__tournament=event))


def last_keys() -> tuple[int, int]:
    """Return the keys of the last sheet and of the last row of the log, 0 where there is none."""
    sheet, row = (model._base_manager.aggregate(key=Max("pk"))["key"] for model in (Scoresheet, AuditEntry))
    return sheet or 0, row or 0


def _newest_first() -> QuerySet[Scoresheet]:
    return Scoresheet.objects.select_related("table__tournament", "entered_by").order_by("-created_at", "-pk")


def _results() -> QuerySet[Scoresheet]:
    return _newest_first().exclude(status__in=(Scoresheet.Status.RUNNING, Scoresheet.Status.UNDONE))


def _first(rows: QuerySet[Scoresheet]) -> LastResult | None:
    row = rows.first()
    return LastResult(row.table.tournament, row.table, row.created_at, row.pk) if row is not None else None


def last_known(event: Tournament, key: int) -> tuple[LastResult | None, Scoresheet | None]:
    """Return the last sheet of an event up to this key, and the last result."""
    of_event = {"pk__lte": key, "table__tournament": event}
    return _first(_newest_first().filter(**of_event)), _results().filter(**of_event).first()


def last_row(event: Tournament, key: int) -> AuditEntry | None:
    """Return the last row of an event's log up to this key."""
    return AuditEntry.objects.filter(tournament=event, pk__lte=key).order_by("-pk").first()


def events_of_evening() -> list[Tournament]:
    """Return the events that went on when the data end, the one with the newest row of its log first.

    They are not closed, and something was written in them in the hours before the last moment of all.
    """
    rows = AuditEntry.objects.filter(tournament__isnull=False).exclude(tournament__status=Tournament.Status.FINISHED)
    last = rows.aggregate(at=Max("at"))["at"]
    if last is None:
        return []
    newest = rows.filter(at__gte=last - AN_EVENING).order_by().values("tournament").annotate(key=Max("pk"))
    keys = [row["tournament"] for row in newest.order_by("-key")[:MOST]]
    found = Tournament.objects.in_bulk(keys)
    return [found[key] for key in keys]


def counts(event: Tournament) -> tuple[int, int]:
    """Return how many entries take part in an event, and how many of its tables have a result."""
    entries = Entry.objects.filter(tournament=event, status=Entry.Status.CONFIRMED).count()
    results = Scoresheet.objects.filter(table__tournament=event, status=Scoresheet.Status.CONFIRMED).count()
    return entries, results


def count_after(moment: datetime) -> int:
    """Return how many tables have a result that was written after ``moment``."""
    return Scoresheet.objects.filter(created_at__gt=moment).order_by().values("table").distinct().count()


def in_the_middle(last: LastResult, status: Table.Status) -> Sequence[LastResult]:
    """Return the tables of an event that stand at ``status`` since about the hour at which ``last`` was written.

    Their sheet was begun, or waits for its second line, or is disputed. What is written later takes a table off.
    """
    tables = (
        Table.objects.filter(status=status, tournament=last.event)
        .annotate(written=Max("scoresheets__created_at"), newest=Max("scoresheets__pk"))
        .filter(written__gte=last.at - JUST_NOW, newest__lte=last.key)
        .order_by("number")
    )
    return [LastResult(last.event, table, table.written, table.newest) for table in tables[:MOST]]


def last_known_moment() -> datetime | None:
    """Return the last moment that the data know: the last heartbeat or the last result, the later."""
    last, beat = _first(_newest_first()), Pulse.objects.aggregate(at=Max("at"))["at"]
    found = [each for each in (last.at if last else None, beat) if each is not None]
    return max(found, default=None)
