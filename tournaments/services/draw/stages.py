"""The next stage of an event of several: who comes to it by the standings, and its tables."""

from dataclasses import dataclass

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stages import Part, StagesFormat, goes_on
from tournaments.competition.stages.qualifying import Qualified
from tournaments.competition.types import Plan
from tournaments.errors import RefusedError
from tournaments.models import Round, Table, Tournament
from tournaments.policies import Actor
from tournaments.selectors.rounds import named, stage_starts
from tournaments.selectors.standings import stage_standing
from tournaments.services.deadlines import openings
from tournaments.services.draw import plans
from tournaments.services.tables.scoresheets import require_running
from tournaments.services.transactions.transaction import record, writing

OVER = (Table.Status.DONE, Table.Status.BYE)


@dataclass(frozen=True, slots=True)
class Beginning:
    """A stage that can begin now: its number, its part of the format, who comes to it, best first, and its tables."""

    number: int
    part: Part
    going_on: tuple[Qualified, ...]
    plan: Plan


def next_stage(tournament: Tournament) -> Beginning:
    """Return the stage that follows the one that is over; writes nothing.

    Refused while a round of the stage is played or still to be paired, after the last stage, and where too few go on.
    """
    require_running(tournament)
    event_format = format_of(tournament.format)
    starts = stage_starts(tournament)
    number = len(starts) + 1
    if not isinstance(event_format, StagesFormat) or number > len(event_format.parts):
        raise RefusedError("no_stage_follows")
    last = tournament.rounds.order_by("-number")[0]
    planned = event_format.parts[number - 2].format.planned_rounds
    if last.tables.exclude(status__in=OVER).exists() or last.number - starts[-1] + 1 < planned:
        raise RefusedError("round_unfinished", **named(tournament, last.number))
    standing = stage_standing(tournament, event_format, starts, number - 1)
    first_number = Table.objects.filter(tournament=tournament).count() + 1
    part = event_format.parts[number - 1]
    plan = event_format.begin(number, standing, last.number + 1, first_number)
    return Beginning(number, part, goes_on(part, standing), plan)


def begin_stage(*, actor: Actor, tournament_id: int) -> Round:
    """Make the first tables of the next stage; they are called as those of any round.

    The pairing can be taken back as that of a round, while none of its tables has been called.
    """
    with writing(tournament_id) as tournament:
        found = next_stage(tournament)
        plans.make_tables(tournament, found.plan, minutes=tournament.round_minutes, stage=found.number)
        openings.keep_next(tournament)
        record(
            by=actor, verb="stage_begun", target=f"S{found.number}", tournament=tournament,
            after={"entries": [each.key for each in found.going_on][:200], "tables": len(found.plan.tables)},
        )  # fmt: skip
        return Round.objects.filter(tournament=tournament, stage=found.number).order_by("number")[0]
