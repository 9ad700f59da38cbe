"""The pairing of a Swiss against all that there are: by trying every one, and by values that prove the least cost."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.competition.rounds_script import names_of_script
from tests.competition.stages.every_pairing import best
from tests.competition.stages.standing_rounds import BY_SCORE, across, history, played_for_points
from tests.searching import in_short
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.cheapest import cheapest
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.score_groups import Field, nearest_in_score
from tournaments.competition.types import Entrant

Costs = Mapping[tuple[int, int], int]


# R-SWI-03, R-SWI-04, R-SWI-05
@pytest.mark.without_coverage
@pytest.mark.parametrize("count", range(2, 13))
def test_up_to_twelve_no_pairing_costs_less(count: int) -> None:
    chance = Random(count)
    for turn in range(in_short(60, 600) if count < 9 else in_short(20, 120) if count < 11 else in_short(4, 20)):
        facts = (across if turn % 3 == 2 else history)(count, chance)
        facts = Facts(facts.entrants, tuple(each._replace(round=min(each.round, 29)) for each in facts.meetings))
        order = [key for key in range(1, count + 1) if count < 4 or chance.random() > 0.03]
        chance.shuffle(order)
        if len(order) < 2:
            continue
        scores = dict(zip(order, sorted([chance.randint(0, 4) for _ in order], reverse=True), strict=True))
        # No round is to come, so that only this one counts.
        options = replace(BY_SCORE, rounds=facts.last_round + 1)
        paired = pair(order, facts, options, scores)
        pairs, rest = best(order, facts, options, scores)
        expected = [{order[one], order[two]} for one, two in pairs] + ([] if rest is None else [{order[rest]}])
        assert [set(meeting.keys) for meeting in paired.meetings] == expected


def by(costs: Costs) -> Callable[[int, int], int | None]:
    return lambda one, two: costs.get((one, two))


def least(count: int, costs: Costs) -> list[tuple[int, int]] | None:
    """The cheapest pairs by the script in docs/, and a proof of it: values under which nothing is cheaper."""
    search: Any = names_of_script()["Least"](count, by(costs))
    pairs: list[tuple[int, int]] | None = search.pairs()
    if pairs is None:
        return None
    rings = [each for each in range(count + 1, len(search.top)) if search.top[each]]
    within = {ring: set(search.inside[ring]) for ring in rings}
    assert all(search.worth[ring] >= 0 for ring in rings)
    for one, two in combinations(range(count), 2):
        price = costs.get((one, two))
        if price is not None:
            worth = search.worth[one + 1] + search.worth[two + 1]
            worth -= sum(search.worth[ring] for ring in rings if {one + 1, two + 1} <= within[ring])
            assert worth <= 2 * price
            assert worth == 2 * price or (one, two) not in pairs
    for ring in rings:
        # A ring that is worth anything is left by one pair only.
        leaving = sum(len({one + 1, two + 1} & within[ring]) == 1 for one, two in pairs)
        assert leaving == 1 or not search.worth[ring]
    return pairs


# R-SWI-05
def test_in_a_larger_field_values_prove_that_no_pairing_costs_less() -> None:
    rounds, seed = 0, 0
    while rounds < in_short(60, 10_000):
        chance, seed = Random(seed), seed + 1
        count = chance.choice((14, 16, 20, 26, 32, 40, *((64, 96) if seed % 20 == 0 else ())))
        for order, facts, paired, points in played_for_points(count, chance.randint(3, 9), BY_SCORE, chance):
            met = {frozenset(meeting.keys) for meeting in facts.meetings}

            costs = {
                (one, two): (points[order[one]] != points[order[two]]) * count * count + two - one
                for one, two in combinations(range(count), 2)
                if frozenset((order[one], order[two])) not in met
            }
            ranks = {key: at for at, key in enumerate(order)}
            found = [sorted(ranks[key] for key in meeting.keys) for meeting in paired.meetings]
            proved = least(count, costs)
            if proved is None:
                assert any(reason.code == "rematch_unavoidable" for reason in paired.reasons)
            else:
                assert sum(costs[one, two] for one, two in found) == sum(costs[pair] for pair in proved)
            rounds += 1


# R-SWI-05
def test_who_must_leave_a_score_in_a_larger_field_costs_the_least() -> None:
    """Scores of few that cannot be paired among themselves, beside one or more of many."""
    for seed in range(in_short(12, 600)):
        chance = Random(seed)
        many = chance.choice((62, 64, 66, 90))
        few = [chance.choice((1, 1, 2, 2, 3, 4)) for _ in range(chance.randint(1, 4))]
        sizes = [*few, many, *([chance.choice((62, 63))] if chance.random() < 0.3 else [])]
        chance.shuffle(sizes)
        sizes[-1] += sum(sizes) % 2
        scores = [-at for at, size in enumerate(sizes) for _ in range(size)]
        small = {at for at, size in enumerate(sizes) if size < 60}
        likely, often = chance.choice((0.3, 0.8, 1)), chance.choice((0, 0.02, 0.1))
        barred = {
            (one, two)
            for one, two in combinations(range(len(scores)), 2)
            if chance.random() < (likely if {-scores[one], -scores[two]} <= small else often * (two - one < 9))
        }
        field = Field(lambda one, two, barred=barred: (one, two) not in barred, scores.__getitem__)
        found = nearest_in_score(range(len(scores)), field)
        costs = {
            (one, two): two - one + (scores[one] != scores[two]) * len(scores) ** 2
            for one, two in combinations(range(len(scores)), 2)
            if (one, two) not in barred
        }
        proved = least(len(scores), costs)
        assert (found is None) == (proved is None)
        if found is not None and proved is not None:
            assert sum(costs[pair] for pair in found) == sum(costs[pair] for pair in proved)


# R-SWI-05
def test_with_the_rest_in_the_middle_the_script_pairs_the_same() -> None:
    """Who rests stands between the others, and their ranks count the place."""
    middle = 0
    for seed in range(in_short(60, 600)):
        chance = Random(seed)
        count = chance.choice((5, 7, 9, 11))
        keys = [*range(1, count + 1)]
        # Everybody behind a place has rested already, so the rest is that place.
        at = chance.randrange(count)
        rested = keys[at + 1 :]
        met = [chance.sample(keys, 2) for _ in range(chance.randint(0, count))]
        facts = Facts(
            tuple(map(Entrant, keys)),
            (*(Meeting(1, (key,)) for key in rested), *(Meeting(1, tuple(pair)) for pair in met)),
        )
        scores = dict(zip(keys, sorted([chance.randint(0, 3) for _ in keys], reverse=True), strict=True))
        paired = pair(keys, facts, replace(BY_SCORE, rounds=2), scores)
        (rest,) = [meeting.keys[0] for meeting in paired.meetings if meeting.is_rest]
        if any(reason.code == "rematch_unavoidable" for reason in paired.reasons):
            continue
        middle += 0 < keys.index(rest) < count - 1
        barred = {frozenset(pair) for pair in met}
        ranks = {key: at for at, key in enumerate(keys)}
        by_score = names_of_script()["by_score"]
        found = by_score(
            [key for key in keys if key != rest],
            ranks,
            lambda one, two, barred=barred: frozenset((one, two)) not in barred,
            scores,
        )
        assert {frozenset(each) for each in found} == {
            frozenset(meeting.keys) for meeting in paired.meetings if not meeting.is_rest
        }
    assert middle


def test_the_cheapest_pairs_are_found_whatever_may_meet() -> None:
    for seed in range(in_short(300, 3_000)):
        chance = Random(seed)
        count, likely, most = chance.randint(0, 24), chance.choice((0.15, 0.4, 1)), chance.choice((1, 3, 99))
        costs = {each: chance.randint(0, most) for each in combinations(range(count), 2) if chance.random() < likely}
        found, proved = cheapest(count, by(costs)), least(count, costs)
        assert (found is None) == (proved is None)
        if found is not None and proved is not None:
            assert sorted(each for pair in found for each in pair) == [*range(count)]
            assert sum(costs[pair] for pair in found) == sum(costs[pair] for pair in proved)
