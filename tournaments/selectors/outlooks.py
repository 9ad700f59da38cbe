"""What is still open in the stage that is played: the places of every entry, and who goes on."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.scoring.scales import scale_from_json
from tournaments.competition.scoring.terms import terms_from_json
from tournaments.competition.stages.facts import Facts
from tournaments.competition.stages.outlook import Cut, Outlook, decided, outlooks
from tournaments.competition.stages.possible import Gains, gains_in_vp, gains_of
from tournaments.competition.stages.ranking import Ranking
from tournaments.competition.stages.standing import Standing
from tournaments.competition.stages.tallies import NO_POINTS
from tournaments.models import Tournament

Outlooks: TypeAlias = Mapping[int, Outlook]
NOTHING_OPEN: Final[Outlooks] = MappingProxyType({})


def of_rounds(event: Tournament, standing: Standing, facts: Facts, unpaired: int, cut: Cut | None = None) -> Outlooks:
    """Return the outlook of each entry by its key while tables or ``unpaired`` rounds are left; no query."""
    if event.status != Tournament.Status.RUNNING:
        return NOTHING_OPEN
    return outlooks(standing, facts, _gains(event, standing.ranking), unpaired=unpaired, cut=cut)


def of_stage(
    event: Tournament,
    event_format: StagesFormat,
    facts: Facts,
    starts: Sequence[int],
    standing: Standing,
    *,
    is_over: bool,
) -> Outlooks:
    """Return the outlook of each entry in the stage that began last; once its tables are over, who goes on."""
    number = len(starts)
    part, cut = event_format.parts[number - 1].format, event_format.cut(number)
    own = event_format.facts_of(facts, starts, number)
    unpaired = max(0, part.planned_rounds - own.last_round)
    if not is_over or unpaired:
        return of_rounds(event, standing, own, unpaired, cut)
    if cut is None or event.status != Tournament.Status.RUNNING:
        return NOTHING_OPEN
    return decided(standing, event_format.going_on(number, standing, facts.left))


def _gains(event: Tournament, ranking: Ranking) -> Gains:
    if ranking.chain.total == "vp":
        return gains_in_vp(scale_from_json(event.vp_scale), terms_from_json(event.terms))
    return gains_of(ranking.points or NO_POINTS)
