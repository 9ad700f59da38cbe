"""The demonstration's discipline: late lines, the proposals about them, and penalties in every state."""

from collections.abc import Sequence

from tournaments.discipline.reads import proposals
from tournaments.discipline.writes import penalties
from tournaments.frame.policies import Actor
from tournaments.models import Ruling, Table, Tournament
from tournaments.timing.writes import lateness


def late_and_punished(actor: Actor, event: Tournament, tables: Sequence[Table]) -> None:
    """Make a line late, with its proposal, and one that came in time after all, at tables that wait to begin.

    Beside them make a penalty in force and one that was cancelled.
    """
    late, excused, *others = tables
    _report(actor, event, excused)
    penalties.dismiss_proposal(
        actor=actor,
        tournament_id=event.pk,
        ruling_id=proposals(event)[0].pk,
        reason="Parcheggiavano: li ho visti in cortile.",
    )
    lateness.line_arrived(actor=actor, tournament_id=event.pk, table_id=excused.pk, line=1)
    _report(actor, event, late)
    _give(actor, event, others[0], "vp", "Segnali al compagno, dopo un richiamo.", value=1)
    mistaken = _give(actor, event, others[1], "warning", "Telefono al tavolo.")
    penalties.cancel_penalty(
        actor=actor, tournament_id=event.pk, ruling_id=mistaken.pk, reason="Era il telefono del bar."
    )


def _report(actor: Actor, event: Tournament, table: Table) -> None:
    lateness.report_missing(actor=actor, tournament_id=event.pk, table_id=table.pk, line=1)


def _give(actor: Actor, event: Tournament, table: Table, kind: str, reason: str, *, value: int | None = None) -> Ruling:
    entry = table.lines.get(index=0).entry_id
    return penalties.give_penalty(
        actor=actor,
        tournament_id=event.pk,
        kind=kind,
        entry_id=entry or 0,
        value=value,
        table_id=table.pk,
        reason=reason,
    )
