"""Every pairing of up to twelve is tried: the one that is made is the best of them all by the rules."""

from random import Random

import pytest

from tests.competition.stages.every_pairing import best
from tests.competition.stages.standing_rounds import MODIFIED, SWISS, across, history
from tests.searching import in_short
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.facts import Facts


# R-DAN-03, R-DAN-04, R-SWI-01, R-SWI-02, R-SWI-03, R-SWI-04
@pytest.mark.without_coverage
@pytest.mark.parametrize("count", range(2, 13))
def test_of_all_pairings_the_best_is_made(count: int) -> None:
    chance = Random(count)
    for turn in range(in_short(100, 400) if count < 9 else in_short(30, 120) if count < 11 else in_short(8, 20)):
        facts = (across if turn % 3 == 2 else history)(count, chance)
        order = [key for key in range(1, count + 1) if count < 4 or chance.random() > 0.03]
        chance.shuffle(order)
        if len(order) < 2:
            continue
        options = MODIFIED if turn % 4 == 3 else SWISS
        facts = Facts(facts.entrants, tuple(each._replace(round=min(each.round, 29)) for each in facts.meetings))
        paired = pair(order, facts, options)
        pairs, rest = best(order, facts, options)
        expected = [{order[one], order[two]} for one, two in pairs] + ([] if rest is None else [{order[rest]}])
        assert [set(meeting.keys) for meeting in paired.meetings] == expected
        assert len(paired.reasons) == len(paired.meetings)
