"""Evenings that go any way they can, with penalties among their steps."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.evenings import Evening, attempt
from tests.tournaments.services.evenings_of_tables import EveningOfTables
from tournaments.deadlines import writes as deadlines
from tournaments.discipline import reads as register
from tournaments.discipline.writes import penalties
from tournaments.models import TableLine, Tournament
from tournaments.timing.writes import lateness
from tournaments.upkeep.writes import firing

MATCH = ("loss", "no_show", "disqualification")
VALUED = ("points", "vp", "mp")


class Penalised(Evening):
    """Steps that a referee and the clock may take at any moment of an evening."""

    def somewhere(self) -> TableLine:
        lines = TableLine.objects.filter(table__tournament=self.event, entry__isnull=False)
        return self.lots.choice(list(lines.select_related("table", "entry").order_by("pk")))

    def punish(self) -> None:
        line, kind = self.somewhere(), self.lots.choice(("warning", *VALUED, *MATCH, "loss", "no_show"))
        value = self.lots.randint(1, 20) if kind in VALUED else None
        penalties.give_penalty(
            kind=kind, entry_id=line.entry_id or 0, table_id=line.table_id, value=value, reason="Visto", **self.where
        )

    def lift(self) -> None:
        found = [one for one in register.register(self.event) if one.status == "in_force"]
        if found:
            penalties.cancel_penalty(ruling_id=self.lots.choice(found).pk, reason="Malinteso", **self.where)

    def report(self) -> None:
        line = self.somewhere()
        lateness.report_missing(table_id=line.table_id, line=line.index, **self.where)

    def arrive(self) -> None:
        line = self.somewhere()
        lateness.line_arrived(table_id=line.table_id, line=line.index, **self.where)

    def wait(self) -> None:
        now = timezone.now() + timedelta(minutes=self.lots.choice((6, 11)))
        for key in deadlines.due(now):
            firing.fire_deadline(deadline_id=key, now=now)

    def decide(self) -> None:
        found = register.proposals(self.event)
        if found:
            ruling = self.lots.choice(found)
            if self.lots.random() < 0.7:
                penalties.apply_proposal(ruling_id=ruling.pk, **self.where)
            else:
                penalties.dismiss_proposal(ruling_id=ruling.pk, reason="Traffico", **self.where)

    def anything(self) -> None:
        steps = (self.punish, self.punish, self.lift, self.report, self.report, self.arrive, self.wait, self.decide)
        if self.lots.random() < 0.45:
            attempt(self.lots.choice(steps))
        else:
            super().anything()


class PenalisedPairs(Penalised):
    def closed(self, entries: int, options: Any) -> Tournament:
        return make.closed(name="Serata", entries=entries, format=options, preset="online_002", discipline="steps")


class PenalisedTables(Penalised, EveningOfTables):
    def closed(self, entries: int, options: Any) -> Tournament:
        return make.closed(
            name="Serata", entries=entries, format=options, preset="club", game=self.game, discipline="steps"
        )
