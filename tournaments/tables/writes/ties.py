"""Ties as rows: opened in the write in which a sheet shows one, decided or cancelled by later sheets."""

from collections.abc import Sequence

from django.utils import timezone

from tournaments.competition.match.outcomes import FoundTie, Outcome
from tournaments.frame.writes.transaction import append_rows
from tournaments.games.contract import Json
from tournaments.models import Scoresheet, Table, Tie

Status = Tie.Status


def keep_ties(table: Table, before: Json, outcome: Outcome | None, sheet: Scoresheet | None) -> None:
    """Update the ties of a table from ``outcome`` (None: nothing is written at the table any more).

    ``before`` is the outcome of the version in force until now, as its sheet stores it (None without one). A match
    without a tie before and after needs no query. ``sheet`` is the version that decided what is decided now.
    """
    found = outcome.ties if outcome is not None else ()
    if not found and not (before or {}).get("ties"):
        return
    if outcome is not None and outcome.over and outcome.tie is not None:
        raise ValueError(f"table {table.pk}: the match is over while a tie is open")
    now = timezone.now()
    kept = {(tie.game, tie.number): tie for tie in Tie.objects.filter(table=table).exclude(status=Status.CANCELLED)}
    wanted = {(one.game, one.tie.number): one for one in found}
    ended = [tie.pk for spot, tie in kept.items() if not _continues(tie, wanted.get(spot))]
    if ended:
        Tie.objects.filter(pk__in=ended).update(status=Status.CANCELLED)
    for spot, one in wanted.items():
        tie = kept.get(spot)
        if tie is None or not _continues(tie, one):
            opened = Tie(
                table=table,
                game=one.game,
                number=one.tie.number,
                lines=list(one.tie.lines),
                places=list(one.tie.places),
                kind=one.tie.kind,
                status=Status.OPEN if one.is_open else Status.DECIDED,
                sheet=None if one.is_open else sheet,
                opened_at=now,
                decided_at=None if one.is_open else now,
            )
            append_rows([opened])
        elif tie.status == Status.OPEN and not one.is_open:
            tie.status, tie.sheet, tie.decided_at = Status.DECIDED, sheet, now
            tie.save(update_fields=["status", "sheet", "decided_at"])


def cancel_ties(tables: Sequence[Table]) -> None:
    """Cancel every tie of tables that are reset; they stay on record."""
    Tie.objects.filter(table__in=tables).exclude(status=Status.CANCELLED).update(status=Status.CANCELLED)


def ties_json(ties: Sequence[FoundTie]) -> Json:
    """Return ties as a sheet's outcome and its audit row store them."""
    return [
        {
            "game": one.game,
            "number": one.tie.number,
            "lines": list(one.tie.lines),
            "places": list(one.tie.places),
            "kind": one.tie.kind,
            "open": one.is_open,
        }
        for one in ties
    ]


def _continues(tie: Tie, found: FoundTie | None) -> bool:
    """Return whether a row is still the same tie; a decided one that is open again is another tie."""
    if found is None or (tie.status == Status.DECIDED and found.is_open):
        return False
    known = (tie.lines, tie.places, tie.kind)
    return known == (list(found.tie.lines), list(found.tie.places), found.tie.kind)
