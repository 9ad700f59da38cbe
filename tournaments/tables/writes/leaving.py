"""Rulings on lines that leave a match or lose it by fault: one row each, cancelled with the sheet that said so."""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor, Right, may
from tournaments.frame.writes.transaction import append_rows
from tournaments.games.contract import Json
from tournaments.models import Ruling, Table, Tournament
from tournaments.tables.writes.progress import Board

Kind = Ruling.Kind


def lines_out(outcome: Json) -> Mapping[int, str]:
    """Return the lines at fault or gone in the outcome of a sheet (None: nothing is written), with the cause."""
    if not outcome:
        return {}
    note = outcome["note"]
    if outcome["ending"] == "forfeit" and note.get("ruled"):
        # The register has a row of its own for it.
        return {}
    if outcome["ending"] == "forfeit":
        return dict.fromkeys(note["losers"], note["cause"])
    return {int(line): cause for line, cause in note.get("left", {}).items()}


def rule(tournament: Tournament, board: Board, actor: Actor, before: Json, now: Json, reason: str) -> None:
    """Write and cancel rulings when the outcome ``before`` is replaced by the outcome ``now``.

    Refused without the right to direct: a line's own sheet may only repeat what has been ruled on others already.
    """
    old, new = lines_out(before), lines_out(now)
    if old == new:
        return
    _require_director(tournament, board, actor, is_forfeit=now["ending"] == "forfeit")
    take_back(tournament, board, actor, before, now, reason)
    append_rows(
        [
            Ruling(
                tournament=tournament,
                table=board.table,
                entry=board.lines[line].entry,
                kind=Kind.FORFEIT,
                cause=cause,
                reason=reason,
                made_by=actor.user,
            )
            for line, cause in new.items()
            if old.get(line) != cause
        ]
    )


def _require_director(tournament: Tournament, board: Board, actor: Actor, *, is_forfeit: bool) -> None:
    if not may(actor, Right.DIRECT, tournament, board.table):
        raise RefusedError("forfeit_needs_referee" if is_forfeit else "left_needs_referee")


def take_back(tournament: Tournament, board: Board, actor: Actor, before: Json, now: Json, reason: str) -> None:
    """Cancel the rulings that the outcome ``now`` does not support; refused without the right to direct."""
    new = lines_out(now)
    gone = [board.lines[line].entry_id for line, cause in lines_out(before).items() if new.get(line) != cause]
    if gone:
        _require_director(tournament, board, actor, is_forfeit=before["ending"] == "forfeit")
        _cancel(Ruling.objects.filter(table=board.table, entry__in=gone), actor, reason)


def cancel_rulings(table: Table, actor: Actor, reason: str) -> None:
    """Cancel every ruling on leaving and fault at a table whose result is replaced."""
    _cancel(Ruling.objects.filter(table=table), actor, reason)


def cancel_all(table: Table, actor: Actor, reason: str) -> None:
    """Do the same at a table that is reset: a match lost by a penalty is played again as well."""
    found = Ruling.objects.filter(table=table)
    _cancel(found, actor, reason, (Kind.FORFEIT, Kind.LOSS, Kind.NO_SHOW))
    for ruling in found.filter(kind=Kind.DISQUALIFICATION, status=Ruling.Status.IN_FORCE):
        # A disqualified entry stays out of the event, but no longer by this match.
        ruling.details = {key: value for key, value in ruling.details.items() if key != "deals"}
        ruling.save(update_fields=["details"])


def _cancel(rulings: QuerySet[Ruling], actor: Actor, reason: str, kinds: tuple[str, ...] = (Kind.FORFEIT,)) -> None:
    rulings.filter(kind__in=kinds, status=Ruling.Status.IN_FORCE).update(
        status=Ruling.Status.CANCELLED, cancelled_at=timezone.now(), cancelled_by=actor.user, cancel_reason=reason
    )
