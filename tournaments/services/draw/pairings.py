"""The pairing of the next round from the standings, where an event is paired round by round."""

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import PairedFormat
from tournaments.competition.stages.by_standing import Paired
from tournaments.errors import RefusedError
from tournaments.models import Round, Table, Tournament
from tournaments.policies import Actor
from tournaments.selectors.penalties import deductions
from tournaments.selectors.rounds import named
from tournaments.selectors.stages import facts_of
from tournaments.services.deadlines import openings
from tournaments.services.draw import plans
from tournaments.services.tables.scoresheets import require_running
from tournaments.services.transactions.transaction import record, writing

OVER = (Table.Status.DONE, Table.Status.BYE)


def next_pairing(tournament: Tournament) -> tuple[PairedFormat, Paired]:
    """Return the pairing of the next round by the standings as they are now; writes nothing.

    Refused while the last round is played, and once all rounds have been paired.
    """
    require_running(tournament)
    event_format = format_of(tournament.format)
    last = tournament.rounds.order_by("-number").first()
    number = last.number if last is not None else 0
    if not isinstance(event_format, PairedFormat):
        raise RefusedError("bracket_is_fixed")
    if number >= event_format.planned_rounds:
        raise RefusedError("all_rounds_paired", rounds=event_format.planned_rounds)
    if last is None or last.tables.exclude(status__in=OVER).exists():
        raise RefusedError("round_unfinished", **named(tournament, number or 1))
    return event_format, event_format.pair(facts_of(tournament), deductions(tournament))


def pair_round(*, actor: Actor, tournament_id: int) -> Round:
    """Pair the next round from the standings and make its tables; they are called as those of any round."""
    with writing(tournament_id) as tournament:
        event_format, paired = next_pairing(tournament)
        plan = event_format.plan_of(paired.meetings, Table.objects.filter(tournament=tournament).count() + 1)
        plans.make_tables(tournament, plan, minutes=tournament.round_minutes)
        openings.keep_next(tournament)
        round_ = Round.objects.get(tournament=tournament, number=paired.meetings[0].round)
        record(
            by=actor, verb="round_paired", target=f"R{round_.number}", tournament=tournament,
            after={"tables": [list(meeting.keys) for meeting in paired.meetings]},
        )  # fmt: skip
        return round_


def unpair_round(*, actor: Actor, tournament_id: int, reason: str) -> Tournament:
    """Take the last pairing back while none of its tables has been called, so that a correction reaches it."""
    if not reason.strip():
        raise RefusedError("reason_missing", field="reason")
    with writing(tournament_id) as tournament:
        require_running(tournament)
        last = tournament.rounds.order_by("-number").first()
        if not format_of(tournament.format).planned_rounds or last is None or last.number == 1:
            raise RefusedError("nothing_paired")
        plans.unmake_tables(tournament, last.number)
        openings.keep_next(tournament)
        record(by=actor, verb="round_unpaired", target=f"R{last.number}", tournament=tournament, reason=reason)
        return tournament
