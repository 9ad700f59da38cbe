"""What the data know of the evening at a moment: the last result, what came after, the tables in the middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, QuerySet

from tournaments.models import Entry, Pulse, Scoresheet, Table, Tournament

# Somebody was writing there when the data end.
JUST_NOW = timedelta(minutes=10)
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


def last_result(until: datetime | None = None) -> LastResult | None:
    """Return the last result that was written and not taken back, up to the moment ``until``."""
    rows = _results()
    return _first(rows if until is None else rows.filter(created_at__lte=until))


def last_sheet() -> LastResult | None:
    """Return the last sheet that was written, also one that was only begun."""
    return _first(_newest_first())


def _newest_first() -> QuerySet[Scoresheet]:
    return Scoresheet.objects.select_related("table__tournament", "entered_by").order_by("-created_at", "-pk")


def _results() -> QuerySet[Scoresheet]:
    return _newest_first().exclude(status__in=(Scoresheet.Status.RUNNING, Scoresheet.Status.UNDONE))


def _first(rows: QuerySet[Scoresheet]) -> LastResult | None:
    row = rows.first()
    return LastResult(row.table.tournament, row.table, row.created_at, row.pk) if row is not None else None


def last_known(event: Tournament, key: int) -> tuple[LastResult, Scoresheet | None] | None:
    """Return the sheet of this key, and the last result up to it; None where it is of another event."""
    found = _first(_newest_first().filter(pk=key, table__tournament=event))
    if found is None:
        return None
    return found, _results().filter(pk__lte=key, table__tournament=event).first()


def counts(event: Tournament) -> tuple[int, int]:
    """Return how many entries take part in an event, and how many of its tables have a result."""
    entries = Entry.objects.filter(tournament=event, status=Entry.Status.CONFIRMED).count()
    results = Scoresheet.objects.filter(table__tournament=event, status=Scoresheet.Status.CONFIRMED).count()
    return entries, results


def count_after(moment: datetime) -> int:
    """Return how many tables have a result that was written after ``moment``."""
    return Scoresheet.objects.filter(created_at__gt=moment).order_by().values("table").distinct().count()


def being_written(last: LastResult) -> Sequence[LastResult]:
    """Return the tables of the evening whose sheet was begun or waited for its second line when ``last`` was written.

    What is written later takes a table off this list.
    """
    middle = (Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)
    tables = (
        Table.objects.filter(status__in=middle, tournament=last.event)
        .annotate(written=Max("scoresheets__created_at"), newest=Max("scoresheets__pk"))
        .filter(written__gte=last.at - JUST_NOW, newest__lte=last.key)
        .order_by("number")
    )
    return [LastResult(last.event, table, table.written, table.newest) for table in tables[:MOST]]


def last_known_moment() -> datetime | None:
    """Return the last moment that the data know: the last heartbeat or the last result, the later."""
    last, beat = last_sheet(), Pulse.objects.aggregate(at=Max("at"))["at"]
    found = [each for each in (last.at if last else None, beat) if each is not None]
    return max(found, default=None)
