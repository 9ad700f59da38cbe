"""What the data know of the evening at a moment: the last result, what came after, the tables in the middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from tournaments.models import Pulse, Scoresheet, Table, Tournament

# Somebody was writing there when the data end.
JUST_NOW = timedelta(minutes=10)
MOST = 20


@dataclass(frozen=True, slots=True)
class LastResult:
    """A sheet, with the number of its table in the hall and the moment it was written."""

    event: Tournament
    table: Table
    at: datetime

    @property
    def number(self) -> int:
        return self.table.hall_number or self.table.number


def last_result(until: datetime | None = None) -> LastResult | None:
    """Return the last result that was written, up to the moment ``until``."""
    rows = Scoresheet.objects.select_related("table__tournament").order_by("-created_at", "-pk")
    if until is not None:
        rows = rows.filter(created_at__lte=until)
    row = rows.first()
    return LastResult(row.table.tournament, row.table, row.created_at) if row is not None else None


def count_after(moment: datetime) -> int:
    """Return how many tables have a result that was written after ``moment``."""
    return Scoresheet.objects.filter(created_at__gt=moment).order_by().values("table").distinct().count()


def being_written() -> Sequence[LastResult]:
    """Return the tables of the evening whose sheet was begun or waits for its second line when the data end."""
    last = last_result()
    if last is None:
        return ()
    middle = (Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)
    tables = (
        Table.objects.filter(status__in=middle, tournament=last.event)
        .annotate(written=Max("scoresheets__created_at"))
        .filter(written__gte=last.at - JUST_NOW)
        .order_by("number")
    )
    return [LastResult(last.event, table, table.written) for table in tables[:MOST]]


def last_known_moment() -> datetime | None:
    """Return the last moment that the data know: the last heartbeat or the last result, the later."""
    last, beat = last_result(), Pulse.objects.aggregate(at=Max("at"))["at"]
    found = [each for each in (last.at if last else None, beat) if each is not None]
    return max(found, default=None)
