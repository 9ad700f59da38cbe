"""A due deadline is applied once, under the event's lock, with effect and record in one commit."""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from tournaments.deadlines import writes as deadlines
from tournaments.events.writes import rounds
from tournaments.frame.policies import SYSTEM
from tournaments.frame.writes.transaction import record, writing
from tournaments.models import Deadline, Round, Table, Tournament
from tournaments.timing.writes import lateness, line_clocks

Kind = Deadline.Kind


def fire_deadline(*, deadline_id: int, now: datetime | None = None) -> bool:
    """Apply a due deadline; False when it has fired already, is not due, is held or is gone.

    Without ``now`` it is the moment at which the lock is taken.
    """
    found = _due(deadline_id, now or timezone.now())
    if found is None:
        return False
    with writing(found.tournament_id) as tournament:
        now = now or timezone.now()
        deadline = _due(deadline_id, now)
        if deadline is None:
            return False
        deadline.fired_at = now
        deadline.save(update_fields=["fired_at"])
        if tournament.status == Tournament.Status.RUNNING:
            EFFECTS[Kind(deadline.kind)](tournament, deadline, now)
        return True


def _due(deadline_id: int, now: datetime) -> Deadline | None:
    pending = Deadline.objects.select_related("round", "table").filter(fired_at__isnull=True, due_at__lte=now)
    return pending.filter(pk=deadline_id).first()


def _call_time(tournament: Tournament, deadline: Deadline, now: datetime) -> None:
    """Call time for every table on the round's clock, or for one table; nobody is at fault."""
    row = deadline.round if deadline.kind == Kind.ROUND_TIME else deadline.table
    if row is None:
        return
    row.time_called_at = now
    row.save(update_fields=["time_called_at"])
    letter = "R" if isinstance(row, Round) else "T"
    record(by=SYSTEM, verb="time_called", target=f"{letter}{row.number}", tournament=tournament)
    deadlines.tell_matches(Table.objects.filter(round=row) if isinstance(row, Round) else [row], now)


EFFECTS: dict[Kind, Callable[[Tournament, Deadline, datetime], None]] = {
    Kind.ROUND_TIME: _call_time,
    Kind.TABLE_TIME: _call_time,
    Kind.LATENESS: lateness.propose,
    Kind.LINE_CLOCK: line_clocks.run_out,
    Kind.ROUND_OPENS: rounds.open_due,
}
