"""Lateness: reported by the table, measured by the event's ladder, proposed to the referee, never imposed."""

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.competition.discipline import MINUTE_MS, MOST_STEPS, Ladder, ladder_from_json, step_at
from tournaments.deadlines import writes as deadlines
from tournaments.discipline.reads import OBSOLETE, SUPERSEDED, late_from, missing
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.policies import SYSTEM, Actor
from tournaments.frame.writes.transaction import record, write_back, writing
from tournaments.models import AuditEntry, Deadline, Ruling, Table, TableLine, Tournament
from tournaments.tables.writes import progress
from tournaments.tables.writes.progress import Board, require_running

Status = Table.Status
# A table's own lines may report somebody absent and present again this often within this time.
MOST_SAID = 6
CALM = timedelta(minutes=15)


def report_missing(*, actor: Actor, tournament_id: int, table_id: int, line: int) -> TableLine:
    """Report a line of a called table as absent: propose the step reached by now, and arm the later ones.

    For officials, and for the other lines of that table. A second report changes nothing.
    """
    with writing(tournament_id) as tournament:
        board, found = _line(tournament, table_id, line)
        if not actor.is_official and actor.line == line:
            raise RefusedError("own_absence")
        # The table must wait for somebody: it is called, has not begun, and the chair is not empty anyway.
        table = board.table
        if table.status == Status.PLANNED:
            raise RefusedError("table_not_called", table=table.public_number)
        if table.status != Status.CALLED:
            raise RefusedError("match_begun", table=table.public_number)
        if found.entry is None or progress.is_missing_out(found):
            raise RefusedError("line_missing", field="line", value=found.index + 1)
        if deadlines.is_missing(found):
            return found
        _require_calm(actor, table)
        now = timezone.now()
        found.missing_since, found.arrived_at = now, None
        write_back([found], deadlines.FIELDS)
        record(
            by=actor,
            verb="line_missing",
            target=f"T{table.number}",
            tournament=tournament,
            after={"line": line, "name": str(found.entry)},
        )
        _follow(tournament, found, now)
        return found


def line_arrived(*, actor: Actor, tournament_id: int, table_id: int, line: int) -> TableLine:
    """Report that an absent line has come: nothing more is proposed; open proposals wait for the referee."""
    with writing(tournament_id) as tournament:
        board, found = _line(tournament, table_id, line)
        if deadlines.is_missing(found):
            _require_calm(actor, board.table)
        if deadlines.stop_waiting(board.table, [found], timezone.now()):
            record(
                by=actor,
                verb="line_arrived",
                target=f"T{board.table.number}",
                tournament=tournament,
                after={"line": line, "name": str(found.entry)},
            )
        return found


def _line(tournament: Tournament, table_id: int, line: int) -> tuple[Board, TableLine]:
    require_running(tournament)
    rows = TableLine.objects.filter(table_id=table_id, table__tournament=tournament)
    found = progress.boards(rows.select_related("table", "table__round", "entry"))
    if not found:
        raise MissingError
    chosen = [each for each in found[0].lines if each.index == line]
    if not chosen:
        raise RefusedError("line_missing", field="line", value=line + 1)
    return found[0], chosen[0]


def _require_calm(actor: Actor, table: Table) -> None:
    """Limit how often a line reports that somebody is absent or has come; after that only an official may."""
    if actor.is_official:
        return
    rows = AuditEntry.objects.filter(
        tournament=table.tournament_id,
        target=f"T{table.number}",
        verb__in=("line_missing", "line_arrived"),
        at__gt=timezone.now() - CALM,
    )
    if rows.count() >= MOST_SAID:
        minutes = CALM // timedelta(minutes=1)
        raise RefusedError("too_many_tries", minutes=minutes, seconds=minutes * 60)


def ladder_of(tournament: Tournament) -> Ladder:
    """Return the event's own copy of the ladder."""
    return ladder_from_json(tournament.discipline)


def _follow(tournament: Tournament, line: TableLine, now: datetime) -> None:
    """Propose the step that an absent line has reached, and arm those that follow it."""
    begun, ladder = late_from(line.table), ladder_of(tournament)
    if begun is None:
        return
    reached = step_at(ladder, int((now - begun).total_seconds() * 1000))
    for number, step in enumerate(ladder.steps):
        if reached is None or number > reached:
            _arm(tournament, line, number, begun + timedelta(minutes=step.after_minutes))
    if reached is not None:
        _propose(tournament, line, reached, now)


def _arm(tournament: Tournament, line: TableLine, step: int, due: datetime) -> None:
    key = deadlines.late_key(line.table, line.index, step)
    deadlines.arm_deadline(tournament, Deadline.Kind.LATENESS, key, due, table=line.table, line=line.index, step=step)


def propose(tournament: Tournament, deadline: Deadline, now: datetime) -> None:
    """Propose a step of the ladder when its deadline is due, if the table still waits for the line.

    If the round's clock was started after the report, lateness counts from there and the step is still to come.
    """
    if deadline.table is None or deadline.line is None:
        return
    line = TableLine.objects.filter(table=deadline.table, index=deadline.line)
    found = line.select_related("table", "table__round", "entry").first()
    steps = ladder_of(tournament).steps
    if found is None or found.table.status != Status.CALLED or not deadlines.is_missing(found):
        return
    if found.entry is None or progress.is_missing_out(found) or deadline.step >= len(steps):
        return
    begun = late_from(found.table)
    due = begun + timedelta(minutes=steps[deadline.step].after_minutes) if begun is not None else now
    if due > now:
        _arm(tournament, found, deadline.step, due)
        return
    _propose(tournament, found, deadline.step, now)


def _propose(tournament: Tournament, line: TableLine, number: int, now: datetime) -> None:
    """Keep one open proposal for each line and table: a later step replaces an earlier one; none is made twice."""
    about = Ruling.objects.filter(tournament=tournament, table=line.table, entry=line.entry)
    step, begun = ladder_of(tournament).steps[number], late_from(line.table)
    details = {
        "step": number,
        "after": step.after_minutes,
        "late_from": begun.isoformat() if begun is not None else "",
        "late_ms": int((now - begun).total_seconds() * 1000) if begun is not None else step.after_minutes * MINUTE_MS,
    }
    for each in about.exclude(details={}):
        # The same was proposed for the same lateness before, by this ladder or by a former one.
        is_same = all(each.details.get(name) == details[name] for name in ("step", "after", "late_from"))
        is_same_penalty = (each.kind, each.value or 0) == (step.kind, step.value)
        if is_same and is_same_penalty and each.cancel_reason != OBSOLETE:
            return
    deadlines.dismiss_absence(about, SUPERSEDED)
    Ruling.objects.create(
        tournament=tournament,
        table=line.table,
        entry=line.entry,
        kind=step.kind,
        value=step.value or None,
        status=Ruling.Status.PROPOSED,
        details=details,
    )
    record(
        by=SYSTEM,
        verb="penalty_proposed",
        target=line.entry,
        tournament=tournament,
        after={
            "kind": step.kind,
            "value": step.value or None,
            "after": step.after_minutes,
            "table": line.table.number,
        },
    )


def start_over(tournament: Tournament) -> None:
    """Switch to another ladder: pending steps of the old one are dropped, its proposals wait for the referee."""
    now = timezone.now()
    for line in missing(tournament):
        keys = [deadlines.late_key(line.table, line.index, step) for step in range(MOST_STEPS)]
        deadlines.drop_deadline(*keys)
        _follow(tournament, line, now)
