"""Penalties: give, propose, decide, cancel. Nothing is deleted, and the standings follow at once."""

from django.utils import timezone
from django.utils.formats import date_format

from tournaments.competition.discipline import OF_MATCH, check_penalty
from tournaments.competition.live.deciding import Order
from tournaments.competition.match.outcomes import is_of_several
from tournaments.discipline import reads
from tournaments.discipline.reads import SUPERSEDED
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import record, writing
from tournaments.live_log.writes import settling
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.tables.writes import live_opening, rulings
from tournaments.tables.writes.progress import require_running
from tournaments.tables.writes.scoresheets import OPEN_FOR_RESULTS, is_ruled, load

Kind, Status = Ruling.Kind, Ruling.Status

DECIDED = ("proposal_decided", "proposal_dismissed", "proposal_superseded", "proposal_obsolete")
"""The refusals that say that somebody, or the course of the match, was first."""


def give_penalty(
    *,
    actor: Actor,
    tournament_id: int,
    kind: str,
    entry_id: int,
    value: int | None = None,
    table_id: int | None = None,
    reason: str,
    public_reason: str = "",
    key: str | None = None,
) -> Ruling:
    """Record a penalty and apply its effect (R-PEN-05 to R-PEN-13).

    ``value`` is for points, VP and MP. The loss of a match and a no-show need the table of the match; a
    disqualification finds the running match itself. ``key`` is the form's idempotency key: a form sent twice gives one
    penalty.
    """
    _require_reason(reason)
    with writing(tournament_id) as tournament:
        _require_open(tournament)
        given = Ruling.objects.filter(tournament=tournament, details__key=key).first() if key else None
        if given is not None:
            return given
        check_penalty(kind, value, uses_vp=tournament.vp_scale is not None)
        entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
        if entry is None:
            raise RefusedError("entry_missing", field="entry")
        table = None
        if table_id is not None:
            table = Table.objects.filter(tournament=tournament, pk=table_id).select_related("round").first()
            if table is None:
                raise RefusedError("table_missing", field="table")
        if kind in OF_MATCH and table is None:
            raise RefusedError("penalty_needs_table", field="table")
        if table is not None and not TableLine.objects.filter(table=table, entry=entry).exists():
            number = table.public_number
            raise RefusedError("not_at_table", field="table", name=entry.label, table=number)
        ruling = Ruling.objects.create(
            tournament=tournament,
            entry=entry,
            table=table,
            kind=kind,
            value=value or None,
            reason=reason,
            public_reason=public_reason.strip(),
            made_by=actor.user,
            details={"key": key} if key else {},
        )
        _impose(tournament, ruling, actor)
        _record(tournament, ruling, actor, "penalty_given", reason)
        return ruling


def apply_proposal(*, actor: Actor, tournament_id: int, ruling_id: int, reason: str = "") -> Ruling:
    """Apply a proposal. If it was decided already, the refusal names the first decision."""
    with writing(tournament_id) as tournament:
        _require_open(tournament)
        ruling = _proposal(tournament, ruling_id)
        ruling.status, ruling.decided_by, ruling.decided_at = Status.IN_FORCE, actor.user, timezone.now()
        ruling.reason = reason or ruling.reason
        ruling.save(update_fields=["status", "decided_by", "decided_at", "reason"])
        _impose(tournament, ruling, actor)
        _record(tournament, ruling, actor, "penalty_applied", reason)
        return ruling


def dismiss_proposal(*, actor: Actor, tournament_id: int, ruling_id: int, reason: str) -> Ruling:
    """Dismiss a proposal with a reason; it stays on record."""
    _require_reason(reason)
    with writing(tournament_id) as tournament:
        _require_open(tournament)
        ruling = _proposal(tournament, ruling_id)
        ruling.status, ruling.decided_by, ruling.decided_at = Status.DISMISSED, actor.user, timezone.now()
        ruling.cancel_reason = reason
        ruling.save(update_fields=["status", "decided_by", "decided_at", "cancel_reason"])
        _record(tournament, ruling, actor, "penalty_dismissed", reason)
        return ruling


def cancel_penalty(*, actor: Actor, tournament_id: int, ruling_id: int, reason: str) -> Ruling:
    """Cancel a penalty and its effect; refused once a table that follows from it has been called."""
    _require_reason(reason)
    with writing(tournament_id) as tournament:
        _require_open(tournament)
        ruling = reads.ruling(tournament, ruling_id)
        if ruling is None or ruling.status != Status.IN_FORCE:
            raise RefusedError("ruling_missing")
        ruling.status, ruling.cancelled_by, ruling.cancelled_at = Status.CANCELLED, actor.user, timezone.now()
        ruling.cancel_reason = reason
        ruling.save(update_fields=["status", "cancelled_by", "cancelled_at", "cancel_reason"])
        _lift(tournament, ruling, actor)
        _record(tournament, ruling, actor, "penalty_cancelled", reason)
        return ruling


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")


def _require_open(tournament: Tournament) -> None:
    """Refuse to change final places: the closing must be taken back first (R-PEN-15)."""
    if tournament.status == Tournament.Status.FINISHED:
        raise RefusedError("event_finished")


def _proposal(tournament: Tournament, ruling_id: int) -> Ruling:
    """Return an open proposal; the refusal for a decided one names the account that decided it."""
    ruling = reads.ruling(tournament, ruling_id)
    if ruling is None or (ruling.status != Status.PROPOSED and ruling.decided_at is None):
        raise RefusedError("proposal_missing")
    if ruling.status == Status.PROPOSED:
        return ruling
    at = date_format(timezone.localtime(ruling.decided_at), "H:i")
    if ruling.decided_by is None:
        code = "proposal_superseded" if ruling.cancel_reason == SUPERSEDED else "proposal_obsolete"
        raise RefusedError(code, at=at)
    code = "proposal_dismissed" if ruling.status == Status.DISMISSED else "proposal_decided"
    raise RefusedError(code, by=str(ruling.decided_by), at=at)


def _record(tournament: Tournament, ruling: Ruling, actor: Actor, verb: str, reason: str) -> None:
    record(
        by=actor,
        verb=verb,
        target=ruling.entry,
        tournament=tournament,
        reason=reason,
        after={"kind": ruling.kind, "value": ruling.value, "table": ruling.table.number if ruling.table else None},
    )


def _impose(tournament: Tournament, ruling: Ruling, actor: Actor) -> None:
    """Apply what a penalty does beside the standings, which read the register themselves.

    A disqualified entry loses the running match, and leaves later ones like a withdrawal (R-PEN-13).
    """
    if ruling.kind != Kind.DISQUALIFICATION:
        if ruling.kind in OF_MATCH and ruling.table is not None:
            require_running(tournament)
            _lose(tournament, ruling, ruling.table, actor)
        return
    require_running(tournament)
    entry = _entry_of(ruling)
    if entry.status == Entry.Status.PAIR:
        raise RefusedError("pair_not_excluded", field="kind", name=entry.label)
    if entry.status != Entry.Status.CONFIRMED:
        raise RefusedError("already_withdrawn", name=entry.label)
    participation.require_no_pair(entry)
    # The line at which the entry plays, or would play if another penalty did not exclude it there.
    played = None
    lines = TableLine.objects.filter(entry=entry, table__status__in=OPEN_FOR_RESULTS)
    for line in lines.select_related("table", "table__round").order_by("table__number"):
        if not line.is_absent or any(each.entry_id == entry.pk for each in rulings.in_force(line.table_id)):
            played = line
            break
    participation.leave(tournament, entry, but=played.table_id if played is not None else None)
    if played is None:
        return
    ruling.table = played.table
    before = next((each for each in rulings.in_force(played.table_id) if each.entry_id == entry.pk), None)
    if before is not None:
        # The match goes on without the entry already, and does so whichever of the two is cancelled first.
        ruling.details = {**ruling.details, **{name: before.details[name] for name in ("deals", "of_several")}}
    ruling.save(update_fields=["table", "details"])
    if before is None:
        _lose(tournament, ruling, played.table, actor)


def _lose(tournament: Tournament, ruling: Ruling, table: Table, actor: Actor) -> None:
    at, entry = load(tournament, table.pk), _entry_of(ruling)
    number = table.public_number
    if table.status == Table.Status.BYE:
        raise RefusedError("table_is_bye", table=number)
    if any(each.entry_id == entry.pk for each in rulings.in_force(table.pk)):
        raise RefusedError("already_lost", name=entry.label, table=number)
    if table.status == Table.Status.DONE and not (at.latest is not None and is_ruled(at.latest)):
        raise RefusedError("match_is_over", table=number)
    if table.status == Table.Status.PLANNED:
        raise RefusedError("table_not_called", table=number)
    if entry.status == Entry.Status.WITHDRAWN and ruling.kind != Kind.DISQUALIFICATION:
        raise RefusedError("already_withdrawn", name=entry.label)
    deals = rulings.deals_of(rulings.last_written(table.pk))
    if ruling.kind == Kind.NO_SHOW and deals:
        raise RefusedError("match_begun", table=number)
    ruling.details = {**ruling.details, "deals": deals, "of_several": at.board.is_of_several}
    ruling.save(update_fields=["details"])
    if not rulings.bring(tournament, table.pk, actor, ruling.reason).is_over:
        line = next(line.index for line in at.board.lines if line.entry_id == entry.pk)
        settling.go_on_without(table.pk, line, ruling.public_reason, actor.user.pk if actor.user else None)


def _entry_of(ruling: Ruling) -> Entry:
    if ruling.entry is None:
        raise RefusedError("entry_missing", field="entry")
    return ruling.entry


def _lift(tournament: Tournament, ruling: Ruling, actor: Actor) -> None:
    """Undo what a penalty did beside the standings."""
    decided = "deals" in ruling.details
    if ruling.kind == Kind.DISQUALIFICATION:
        require_running(tournament)
        participation.come_back(tournament, _entry_of(ruling), actor, ruling)
    if not decided or ruling.table_id is None:
        return
    require_running(tournament)
    # The online match goes on with the line, unless it or the other of two lines has lost it by another penalty.
    opens_anew = False
    lines = TableLine.objects.filter(table=ruling.table_id).select_related("table", "entry")
    line = next((each for each in lines if each.entry_id == ruling.entry_id), None)
    others = rulings.in_force(ruling.table_id)
    is_lost = any(not is_of_several(lines) or each.entry_id == ruling.entry_id for each in others)
    if line is not None and not is_lost:
        order = Order(ruling.cancel_reason, actor.user.pk if actor.user else None)
        entries = rulings.cancelled_losses(line.table_id)
        cancelled = {each.index: at for each in lines if (at := entries.get(each.entry_id)) is not None}
        deals = rulings.deals_of(rulings.last_written(line.table_id))
        opens_anew = settling.bring_back(line, deals, order, cancelled)
    table = rulings.bring(tournament, ruling.table_id, actor, ruling.cancel_reason)
    # It ends with its table, or goes on without the lines that other penalties exclude.
    if table.is_over:
        settling.end_matches([table])
    else:
        indices = dict(TableLine.objects.filter(table=table, entry__isnull=False).values_list("entry", "index"))
        for each in rulings.in_force(table.pk):
            if each.entry_id in indices:
                by = each.decided_by_id or each.made_by_id
                settling.go_on_without(table.pk, indices[each.entry_id], each.public_reason, by)
    if opens_anew and table.status == Table.Status.CALLED:
        live_opening.open_anew(tournament, [table], actor)
    else:
        settling.call_if_out_of_step(tournament, table, ruling.entry_id)
