"""Entries that are level at the end of a stage, and the orders of them that were recorded by hand."""

from django.db.models import Max, QuerySet

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.stages.level import Level
from tournaments.competition.stages.level import open_levels as undecided_in
from tournaments.discipline.reads import deductions, deductions_of
from tournaments.frame.reads.formats import format_now
from tournaments.games.registry import game
from tournaments.models import Ruling, Tournament
from tournaments.tables.reads import stages


def open_levels(event: Tournament) -> list[Level]:
    """Return those who can be parted by hand once all rounds of the stage are over; seven queries at most."""
    stage = format_now(event)
    if event.status != Tournament.Status.RUNNING or not isinstance(stage, InRounds) or not stage.ranking.chain.by_hand:
        return []
    seats = stages.seats_of(event)
    starts = stages.starts_in(seats)
    if not starts or any(seat.status not in stages.OVER for seat in seats):
        return []
    facts, low_wins = stages.facts_of(event, seats), game(event.game).low_wins(event.rules)
    if facts.last_round < starts[-1] - 1 + stage.planned_rounds:
        return []
    whole = format_of(event.format)
    if not isinstance(whole, StagesFormat):
        return undecided_in(stage.standing(facts, deductions(event), low_wins=low_wins))
    taken = deductions_of(event)(whole.counting_stages(len(starts)))
    return undecided_in(whole.standing(facts, starts, len(starts), taken, low_wins=low_wins))


def recorded_orders(event: Tournament) -> QuerySet[Ruling]:
    """Return the orders in force that were recorded by hand, the newest first."""
    found = Ruling.objects.filter(tournament=event, kind=Ruling.Kind.LEVEL, status=Ruling.Status.IN_FORCE)
    return found.select_related("made_by").order_by("-pk")


def last_round(event: Tournament) -> int:
    """Return the number of the round that was made last."""
    return event.rounds.aggregate(last=Max("number"))["last"] or 0


def is_last(event: Tournament, ruling: Ruling) -> bool:
    """Return whether nothing has been played since an order was recorded, so that it can be taken back."""
    return bool(ruling.details["round"] == last_round(event))
