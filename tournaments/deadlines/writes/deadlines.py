"""Deadlines are rows: armed, held while their clock is paused, dropped when nothing waits for them any more.

Called inside a locked write; ``firing`` applies those that are due.
"""

from collections.abc import Callable, Iterable
from datetime import datetime

from tournaments.competition.timing.clock import Clock
from tournaments.events.reads.online import open_matches
from tournaments.frame.writes.transaction import execute_each, put_row
from tournaments.models import Deadline, MatchDeadline, Round, Table, Tournament
from tournaments.timing.reads.clocks import clock_of_round, clock_of_table, has_own_time, moment_of

Kind = Deadline.Kind
MOST_AT_ONCE = 200


def round_key(round_: Round) -> str:
    return f"round:{round_.pk}"


def table_key(table: Table) -> str:
    return f"table:{table.pk}"


def lines_key(table: Table) -> str:
    return f"line:{table.pk}"


def arm(
    tournament: Tournament,
    kind: str,
    key: str,
    due_at: datetime,
    *,
    round: Round | None = None,  # noqa: A002 - the name of the column
    table: Table | None = None,
    line: int | None = None,
    step: int = 0,
) -> None:
    """Make ``key`` due at a time, whether it was armed, held or has fired before."""
    values = {
        "tournament": tournament,
        "kind": kind,
        "due_at": due_at,
        "fired_at": None,
        "round": round,
        "table": table,
        "line": line,
        "step": step,
    }
    Deadline.objects.update_or_create(key=key, defaults=values)


def hold(*keys: str) -> None:
    """Suspend deadlines until they are armed again."""
    Deadline.objects.filter(key__in=keys, fired_at__isnull=True).update(due_at=None)


def drop(*keys: str) -> None:
    """Delete deadlines, fired ones too: what they were for is gone."""
    Deadline.objects.filter(key__in=keys).delete()


def drop_of_tables(table_ids: Iterable[int]) -> None:
    """Delete the deadlines still to come for these tables, whose matches are over.

    One statement that is compiled once, for every confirmed result passes here.
    """
    execute_each(
        "DELETE FROM tournaments_deadline WHERE table_id = %s AND fired_at IS NULL", [(key,) for key in table_ids]
    )


def drop_of_event(tournament: Tournament) -> None:
    """Delete the deadlines still to come in an event that is over."""
    Deadline.objects.filter(tournament=tournament, fired_at__isnull=True).delete()


def due(now: datetime) -> list[int]:
    """Return the deadlines due at ``now``, oldest first."""
    pending = Deadline.objects.filter(fired_at__isnull=True, due_at__lte=now).order_by("due_at")
    return list(pending.values_list("pk", flat=True)[:MOST_AT_ONCE])


def keep_round(tournament: Tournament, round_: Round) -> None:
    """Update the deadlines of a round, and of its open tables with time of their own, from their clocks."""
    clock = clock_of_round(round_)
    _keep(clock, round_key(round_), lambda at: arm(tournament, Kind.ROUND_TIME, round_key(round_), at, round=round_))
    for table in Table.objects.filter(round=round_).exclude(status__in=(Table.Status.DONE, Table.Status.BYE)):
        if has_own_time(table):
            table.round = round_
            keep_table(tournament, table)


def keep_event(tournament: Tournament) -> None:
    """Restore the deadlines still to come in an event that goes on after all."""
    for round_ in Round.objects.filter(tournament=tournament, clock_started_at__isnull=False):
        keep_round(tournament, round_)


def keep_table(tournament: Tournament, table: Table) -> None:
    """Update the deadline of one table from its clock; ``table.round`` should be loaded."""
    key = table_key(table)
    if not has_own_time(table):
        drop(key)
        return
    _keep(clock_of_table(table), key, lambda at: arm(tournament, Kind.TABLE_TIME, key, at, table=table))


def tell_matches(tables: Iterable[Table], now: datetime) -> None:
    """Make the open online matches of these tables check their clock, each in its own commit (R-LIV-07)."""
    for match in open_matches(tables).values():
        row = MatchDeadline(match_id=match, kind=MatchDeadline.Kind.TIME.value, due_at=now)
        put_row(row, ["match", "kind"], ["due_at"])


def _keep(clock: Clock, key: str, arm_at: Callable[[datetime], None]) -> None:
    """Arm, hold or drop the deadline of a clock; one that has called time keeps the row that did."""
    if clock.called is not None:
        return
    if clock.due is not None:
        arm_at(moment_of(clock.due))
    elif clock.paused is not None:
        hold(key)
    else:
        drop(key)
