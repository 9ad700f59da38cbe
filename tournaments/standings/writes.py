"""The order of entries that are level at the end of a stage: recorded by hand, and taken back (R-TIE-12, R-TIE-17)."""

from collections.abc import Sequence

from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import record, writing
from tournaments.models import Entry, Ruling, Tournament
from tournaments.standings.reads import level
from tournaments.tables.writes.progress import require_running

Status = Ruling.Status


def record_order(*, actor: Actor, tournament_id: int, by: str, entry_ids: Sequence[int]) -> Ruling:
    """Record the order of all those who are level, best first, by the extra deal or the highest card."""
    with writing(tournament_id) as tournament:
        require_running(tournament)
        found = [each for each in level.open_levels(tournament) if set(each.keys) == set(entry_ids)]
        if not found or len(entry_ids) != len(found[0].keys):
            raise RefusedError("not_level", field="entries")
        if by not in found[0].by:
            raise RefusedError("not_decided_so", field="by")
        ruling = Ruling.objects.create(
            tournament=tournament,
            kind=Ruling.Kind.LEVEL,
            cause=by,
            made_by=actor.user,
            details={"round": level.last_round(tournament), "order": list(entry_ids)},
        )
        _record(tournament, ruling, actor, "order_recorded")
        return ruling


def take_order_back(*, actor: Actor, tournament_id: int, ruling_id: int, reason: str) -> Ruling:
    """Take a recorded order back, so that those entries are level again."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        ruling = level.recorded_orders(tournament).filter(pk=ruling_id).first()
        if ruling is None:
            raise RefusedError("ruling_missing")
        if not level.is_last(tournament, ruling):
            raise RefusedError("next_stage_begun")
        ruling.status, ruling.cancelled_by, ruling.cancelled_at = Status.CANCELLED, actor.user, timezone.now()
        ruling.cancel_reason = reason
        ruling.save(update_fields=["status", "cancelled_by", "cancelled_at", "cancel_reason"])
        _record(tournament, ruling, actor, "order_taken_back", reason)
        return ruling


def _record(tournament: Tournament, ruling: Ruling, actor: Actor, verb: str, reason: str = "") -> None:
    entries = Entry.objects.in_bulk(ruling.details["order"])
    ordered = [entries[key] for key in ruling.details["order"]]
    record(
        by=actor,
        verb=verb,
        target=f"R{ruling.details['round']}",
        tournament=tournament,
        reason=reason,
        after={"criterion": ruling.cause, "entries": [[entry.number, entry.label] for entry in ordered]},
    )
