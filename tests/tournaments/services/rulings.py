"""Lateness reported, penalties given and cancelled, and the results that follow."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.deadlines import writes as deadlines
from tournaments.discipline.writes import penalties
from tournaments.frame.policies import Actor
from tournaments.models import Entry, Ruling, Table, TableLine, Tournament
from tournaments.standings.reads.standings import StandingRow, standings
from tournaments.timing.writes import lateness
from tournaments.upkeep.writes import firing


def waiting(entries: int = 4, *, called: int = 0, **overrides: Any) -> Table:
    """The first table of a called round, which was called so many minutes ago."""
    event = make.called(entries=entries, **overrides)
    ago = timezone.now() - timedelta(minutes=called)
    Table.objects.filter(tournament=event, called_at__isnull=False).update(called_at=ago)
    return make.tables_of(event)[0]


def report(table: Table, line: int = 1, *, actor: Actor | None = None) -> TableLine:
    return lateness.report_missing(
        actor=actor or make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk, line=line
    )


def later(minutes: float) -> list[bool]:
    """Let what is due in so many minutes take its effect."""
    now = timezone.now() + timedelta(minutes=minutes)
    return [firing.fire_deadline(deadline_id=key, now=now) for key in deadlines.due(now)]


def apply(ruling: Ruling, **more: Any) -> Ruling:
    event = ruling.tournament
    return penalties.apply_proposal(actor=make.boss_of(event), tournament_id=event.pk, ruling_id=ruling.pk, **more)


def given(event: Tournament, kind: str, entry: Entry | int | None, **more: Any) -> Ruling:
    """A penalty, given by the organiser."""
    more.setdefault("reason", "Visto da tutti")
    key = entry.pk if isinstance(entry, Entry) else entry
    return penalties.give_penalty(
        actor=make.boss_of(event), tournament_id=event.pk, kind=kind, entry_id=key or 0, **more
    )


def cancelled(ruling: Ruling, reason: str = "Malinteso") -> Ruling:
    event = ruling.tournament
    return penalties.cancel_penalty(
        actor=make.boss_of(event), tournament_id=event.pk, ruling_id=ruling.pk, reason=reason
    )


def seated(table: Table) -> list[TableLine]:
    return list(TableLine.objects.filter(table=table).select_related("entry").order_by("index"))


def results(table: Table) -> list[tuple[int | None, int | None, int | None]]:
    """Place, VP and MP of every line of a table."""
    return [(line.place, line.vp, line.mp) for line in seated(table)]


def row_of(event: Tournament, entry: int | None) -> StandingRow:
    return next(row for row in standings(make.fresh(event)).rows if row.entry == entry)
