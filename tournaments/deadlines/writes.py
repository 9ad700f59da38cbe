"""Deadlines: what waits for its time at a table, in a round, for a line that is missing.

Deadlines are rows: armed, held while their clock is paused, dropped when nothing waits for them any more. Called inside
a locked write; ``firing`` applies those that are due.

The opening of the next online round: a deadline, armed when the round before is over. Called in a locked write. Once
the round is announced, the same deadline is used for its matches that are still to be opened. A round that has to be
drawn or paired first has another deadline before.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.competition.discipline import MOST_STEPS
from tournaments.competition.live.options import ITSELF, online_from_json
from tournaments.competition.timing import Clock
from tournaments.discipline.reads import OBSOLETE
from tournaments.events.reads.online import PAUSE, is_online, open_matches
from tournaments.events.reads.rounds import going_on, to_pair
from tournaments.frame.policies import SYSTEM
from tournaments.frame.reads.formats import format_now, has_more_stages
from tournaments.frame.reads.statements import LATER
from tournaments.frame.writes.transaction import put_row, write_back
from tournaments.models import AuditEntry, Deadline, Draw, MatchDeadline, Round, Ruling, Table, TableLine, Tournament
from tournaments.timing.reads import bank_of, clock_of_round, clock_of_table, moment_of, ms_of

Kind = Deadline.Kind
MOST_AT_ONCE = 200


def round_key(round_: Round) -> str:
    return f"round:{round_.pk}"


def table_key(table: Table) -> str:
    return f"table:{table.pk}"


def lines_key(table: Table) -> str:
    return f"line:{table.pk}"


def arm_deadline(
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


def hold_deadline(*keys: str) -> None:
    """Suspend deadlines until they are armed again."""
    Deadline.objects.filter(key__in=keys, fired_at__isnull=True).update(due_at=None)


def drop_deadline(*keys: str) -> None:
    """Delete deadlines, fired ones too: what they were for is gone."""
    Deadline.objects.filter(key__in=keys).delete()


def drop_of_table(table: Table) -> None:
    """Delete the deadlines still to come for a table whose match is over."""
    LATER.execute_each("DELETE FROM tournaments_deadline WHERE table_id = %s AND fired_at IS NULL", [(table.pk,)])


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
    _keep(
        clock,
        round_key(round_),
        lambda at: arm_deadline(tournament, Kind.ROUND_TIME, round_key(round_), at, round=round_),
    )
    for table in Table.objects.filter(round=round_).exclude(status__in=(Table.Status.DONE, Table.Status.BYE)):
        if table.has_own_time:
            table.round = round_
            keep_table(tournament, table)


def keep_event(tournament: Tournament) -> None:
    """Restore the deadlines still to come in an event that goes on after all."""
    for round_ in Round.objects.filter(tournament=tournament, clock_started_at__isnull=False):
        keep_round(tournament, round_)


def keep_table(tournament: Tournament, table: Table) -> None:
    """Update the deadline of one table from its clock; ``table.round`` should be loaded."""
    key = table_key(table)
    if not table.has_own_time:
        drop_deadline(key)
        return
    _keep(clock_of_table(table), key, lambda at: arm_deadline(tournament, Kind.TABLE_TIME, key, at, table=table))


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
        hold_deadline(key)
    else:
        drop_deadline(key)


FIELDS = ["missing_since", "arrived_at"]


def late_key(table: Table, line: int, step: int) -> str:
    """Return the key of the deadline at which an absent line reaches a step of the ladder."""
    return f"late:{table.pk}:{line}:{step}"


def is_missing(line: TableLine) -> bool:
    """Return whether the table waits for a line."""
    return line.missing_since is not None and line.arrived_at is None


def stop_waiting(table: Table, lines: Iterable[TableLine], now: datetime) -> list[TableLine]:
    """Mark the absent lines among these as present, and drop the steps that were still to come."""
    came = [line for line in lines if is_missing(line)]
    for line in came:
        line.arrived_at = now
    if came:
        write_back(came, FIELDS)
        drop_deadline(*(late_key(table, line.index, step) for line in came for step in range(MOST_STEPS)))
    return came


def begin_waiting(table: Table, lines: Sequence[TableLine]) -> None:
    """Begin a match: absent lines are now present, and proposed no-shows can no longer be applied."""
    # Every result passes here; where no line was ever absent nothing is asked.
    if all(line.missing_since is None for line in lines):
        return
    stop_waiting(table, lines, timezone.now())
    if table.status == Table.Status.CALLED:
        _dismiss_no_shows(table)


def end_waiting(table: Table, lines: Sequence[TableLine]) -> None:
    """End a match. Only after a penalty ended it can the other line still be reported as absent."""
    if any(line.missing_since is not None for line in lines) and not table.note.get("ruled"):
        _dismiss_no_shows(table)


def _dismiss_no_shows(table: Table) -> None:
    dismiss_absence(Ruling.objects.filter(table=table, kind=Ruling.Kind.NO_SHOW), OBSOLETE)


def reopen_absence(lines: Sequence[TableLine]) -> None:
    """Reopen a match that ended without being played: it waits for nobody, and an absent line is reported again."""
    waiting = [line for line in lines if is_missing(line)]
    for line in waiting:
        line.missing_since = None
    write_back(waiting, FIELDS)


def forget_absence(tables: Iterable[Table]) -> None:
    """Reset the absences of these tables: nobody is absent, and nothing is or will be proposed about their matches."""
    keys = [table.pk for table in tables]
    TableLine.objects.filter(table__in=keys, missing_since__isnull=False).update(missing_since=None, arrived_at=None)
    Deadline.objects.filter(table__in=keys, kind=Deadline.Kind.LATENESS, fired_at__isnull=True).delete()
    dismiss_absence(Ruling.objects.filter(table__in=keys), OBSOLETE)


def dismiss_absence(rulings: QuerySet[Ruling], why: str) -> None:
    """Dismiss those of ``rulings`` that are still proposals; they stay on record."""
    rulings.filter(status=Ruling.Status.PROPOSED).update(
        status=Ruling.Status.DISMISSED, decided_at=timezone.now(), cancel_reason=why
    )


OVER: Final = (Table.Status.DONE, Table.Status.BYE)


def opens_key(round_: Round) -> str:
    """Return the key of the deadline at which a round opens."""
    return f"opens:{round_.pk}"


def draw_key(last: Round) -> str:
    """Return the key of the deadline at which the round after ``last`` is drawn or paired."""
    return f"draws:{last.pk}"


def keep_next(tournament: Tournament, reached: Iterable[Table] = ()) -> None:
    """Arm the opening of the next round once nobody plays before it, or drop it (R-ONL-06).

    It opens at its planned hour, else after a pause if rounds open by themselves, else when the organiser says so.
    Tables that a result ``reached`` after their round was announced are opened too. In a hall nothing opens by itself.
    """
    if tournament.mode == Tournament.Mode.HALL:
        return
    keep_open_at(tournament, reached)
    if tournament.status != Tournament.Status.RUNNING:
        return
    # The first round that is not announced and has tables to be played. One whose tables were all called one by one, or
    # ended by themselves, is over though it was never announced.
    open_tables = Table.objects.filter(round=OuterRef("pk")).exclude(status__in=OVER)
    planned = Round.objects.filter(tournament=tournament, status=Round.Status.PLANNED)
    following = None
    for round_ in planned.annotate(is_to_play=Exists(open_tables)).order_by("number"):
        if round_.is_to_play:
            following = round_
            break
        drop_deadline(opens_key(round_))
    if following is None:
        # The next round may need a draw or a pairing, once nobody is waited for.
        last = Round.objects.filter(tournament=tournament).order_by("number").last()
        event_format = format_now(tournament)
        if last is None or not (event_format.redraw or event_format.planned_rounds or has_more_stages(tournament)):
            return
        if not is_drawn_by_itself(tournament, last):
            drop_deadline(draw_key(last))
        elif not Deadline.objects.filter(key=draw_key(last), fired_at__isnull=True, step=1).exists():
            # A pairing follows from the standings: nothing is sealed before it.
            keep_draw(tournament, last, timezone.now(), step=0 if event_format.redraw else 1)
        return
    due, now = None, timezone.now()
    if may_open(tournament, following):
        if following.opens_at is not None:
            due = max(following.opens_at, now + PAUSE)
        elif online_from_json(tournament.online).opens == ITSELF:
            due = now + PAUSE
    if due is None:
        drop_deadline(opens_key(following))
    else:
        arm_deadline(tournament, Deadline.Kind.ROUND_OPENS, opens_key(following), due, round=following)


def keep_draw(tournament: Tournament, last: Round, due: datetime, step: int = 0) -> None:
    """Arm the draw of the round after ``last``: its commitment, or as ``step`` 1 the draw or pairing itself."""
    arm_deadline(tournament, Deadline.Kind.ROUND_OPENS, draw_key(last), due, round=last, step=step)


def is_drawn_by_itself(tournament: Tournament, last: Round) -> bool:
    """Return whether the round after ``last`` of an online event is to be drawn or paired now, without the organiser.

    A draw that the organiser has made, discarded or withdrawn leaves the round to them; so does a pairing that they
    have taken back.
    """
    opens = online_from_json(tournament.online).opens
    if tournament.mode != Tournament.Mode.ONLINE or opens != ITSELF:
        return False
    number, played = last.number + 1, Table.objects.filter(tournament=tournament)
    if tournament.rounds.filter(number__gt=last.number).exists():
        return False
    draws = Draw.objects.filter(tournament=tournament, round_number=number).exclude(status=Draw.Status.COMMITTED)
    references = draws.values_list("reference", flat=True)
    if [each for each in references if not is_own_opening(tournament, "draw_discarded", each)]:
        return False
    if AuditEntry.objects.filter(tournament=tournament, verb="round_unpaired", target=f"R{number}").exists():
        return False
    if played.exclude(status__in=OVER).exists():
        return False
    return bool(going_on(tournament, last) or to_pair(tournament, last))


def is_own_opening(tournament: Tournament, verb: str, target: str) -> bool:
    """Return whether the server itself did this in the event."""
    rows = AuditEntry.objects.filter(tournament=tournament, verb=verb, target=target)
    return rows.filter(actor__isnull=True, actor_label=SYSTEM.label).exists()


def keep_open(tournament: Tournament, round_: Round, after: int = 0) -> None:
    """Arm the opening of the matches of an announced online round, from tables after that number; else drop it."""
    if not is_online(tournament, round_):
        drop_deadline(opens_key(round_))
        return
    arm_deadline(tournament, Deadline.Kind.ROUND_OPENS, opens_key(round_), timezone.now(), round=round_, step=after)


def keep_open_at(tournament: Tournament, tables: Iterable[Table]) -> None:
    """Arm the opening of these tables, if they are to be played and their online round was announced before.

    Nobody announces such a round again; without a match its tables would wait for ever.
    """
    if tournament.mode == Tournament.Mode.HALL:
        return
    waiting = {table.round_id for table in tables if table.status in (Table.Status.PLANNED, Table.Status.CALLED)}
    for round_ in Round.objects.filter(pk__in=waiting, status=Round.Status.ANNOUNCED):
        if is_online(tournament, round_):
            keep_open(tournament, round_)


def may_open(tournament: Tournament, round_: Round) -> bool:
    """Return whether a round is online and not open yet, and every table before it is over."""
    if round_.status != Round.Status.PLANNED or not is_online(tournament, round_):
        return False
    before = Table.objects.filter(tournament=tournament, round__number__lt=round_.number)
    return not before.exclude(status__in=OVER).exists()


NO_CLOCK = {
    "clock_started_at": None,
    "clock_minutes": None,
    "clock_added_ms": 0,
    "clock_paused_at": None,
    "time_called_at": None,
}


def stop_lines(table: Table, lines: Iterable[TableLine], now: datetime) -> bool:
    """Pause the lines' own clocks; return whether one was running. The caller saves the lines."""
    running = [(line, bank) for line in lines if line.clock_running_since is not None and (bank := bank_of(line))]
    for line, bank in running:
        line.clock_left_ms, line.clock_running_since = bank.stop(ms_of(now)).left, None
    if running:
        hold_deadline(lines_key(table))
    return bool(running)


def reopen_table_times(table: Table) -> None:
    """Resume a match that had ended: its own clock and extra time are due again as before.

    A table that is no longer called begins again.
    """
    if not table.has_own_time:
        return
    if table.status == Table.Status.PLANNED:
        forget_table_times([table])
    else:
        keep_table(table.tournament, table)


def forget_table_times(tables: Sequence[Table]) -> None:
    """Reset the match of these tables: no clock of the table or of its lines, nothing pending."""
    keys = [table.pk for table in tables]
    for table in tables:
        for name, value in NO_CLOCK.items():
            setattr(table, name, value)
    Table.objects.filter(pk__in=keys).update(**NO_CLOCK)
    TableLine.objects.filter(table__in=keys).update(clock_left_ms=None, clock_running_since=None)
    Deadline.objects.filter(table__in=keys).delete()
