"""Every pairing of up to twelve is tried: the one that is made is the best of them all by the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tests.competition.stages.standing_rounds import MODIFIED, SWISS, across, history
from tests.searching import in_short
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.facts import Facts
from tournaments.competition.stages.standing_options import StandingOptions

Pairs = tuple[tuple[int, int], ...]


def pairings(positions: Sequence[int]) -> Iterator[Pairs]:
    """Every way to pair the positions; the ones that pair the best with the nearest come first."""
    if not positions:
        yield ()
        return
    best, *others = positions
    for other in others:
        for rest in pairings([each for each in others if each != other]):
            yield ((best, other), *rest)


def best(order: Sequence[int], facts: Facts, options: StandingOptions) -> tuple[Pairs, int | None]:
    """The pairs and the position that rests, by comparing all that there are."""
    met, often, rests = {}, Counter(), Counter()
    for meeting in facts.meetings:
        often[frozenset(meeting.keys)] += 1
        if meeting.is_rest:
            rests[meeting.keys[0]] += 1
        elif options.rematches == "never" or meeting.round == facts.last_round:
            met[frozenset(meeting.keys)] = meeting.round
    fewest = min(rests[key] for key in order)
    resting = [None]
    if len(order) % 2:
        resting = [each for each in range(len(order)) if rests[order[each]] == fewest]

    def worth(found: tuple[int | None, Pairs]) -> tuple:
        rest, pairs = found
        again = []
        for one, two in pairs:
            both = frozenset((order[one], order[two]))
            if both in met:
                again.append((often[both], met[both], two - one, one))
        return len(again), -(rest or 0), sorted(again), pairs

    everybody = range(len(order))
    rest, pairs = min(
        ((rest, pairs) for rest in resting for pairs in pairings([each for each in everybody if each != rest])),
        key=worth,
    )
    return pairs, rest


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
