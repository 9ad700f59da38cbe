"""What is still open in the stage that is played: the places of every entry, and who goes on."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.scoring import scale_from_json, terms_from_json
from tournaments.competition.stages.facts import Facts
from tournaments.competition.stages.outlook import Cut, Outlook, Outlooks, final_outlook
from tournaments.competition.stages.possible import gains_in_vp, gains_of
from tournaments.competition.stages.standing import Standing
from tournaments.competition.stages.tallies import NO_POINTS
from tournaments.models import Tournament

Asked: TypeAlias = Callable[[int], Outlook | None]
"""The outlook of an entry by its key: worked out only for the rows that are shown."""


def nothing_open(_key: int) -> None:
    """Return None: nothing is open where a stage is over."""


def of_rounds(event: Tournament, standing: Standing, facts: Facts, unpaired: int, cut: Cut | None = None) -> Asked:
    """Return the outlook of each entry by its key while tables or ``unpaired`` rounds are left; no query."""
    if event.status != Tournament.Status.RUNNING:
        return nothing_open
    ranking = standing.ranking
    if ranking.chain.total == "vp":
        gains = gains_in_vp(scale_from_json(event.vp_scale), terms_from_json(event.terms))
    else:
        gains = gains_of(ranking.points or NO_POINTS)
    return Outlooks(standing, facts, gains, unpaired=unpaired, cut=cut).of


def of_stage(
    event: Tournament,
    event_format: StagesFormat,
    facts: Facts,
    starts: Sequence[int],
    standing: Standing,
    *,
    is_over: bool,
) -> Asked:
    """Return the outlook of each entry in the stage that began last; once its tables are over, who goes on."""
    number = len(starts)
    part, cut = event_format.parts[number - 1].format, event_format.cut(number)
    if cut is None and number < len(event_format.parts):
        # Everybody plays on: a place in this stage is none of the event.
        return nothing_open
    own = event_format.facts_of(facts, starts, number)
    unpaired = max(0, part.planned_rounds - own.last_round)
    if not is_over or unpaired:
        return of_rounds(event, standing, own, unpaired, cut)
    if cut is None or event.status != Tournament.Status.RUNNING:
        return nothing_open
    return final_outlook(standing, cut, lambda found: event_format.going_on(number, found, facts.left), facts.left).get
