"""Whole events of every size, with results by lot: nobody meets or rests again before it has to be."""

from collections import Counter
from random import Random

import pytest

from tests.competition.stages.standing_rounds import DANISH, MODIFIED, SWISS, played, tables
from tests.searching import sizes_up_to
from tournaments.competition.phrases import PHRASES
from tournaments.competition.stages.by_standing import Paired, pair
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.standing_options import StandingOptions

DANISH_ROUNDS, SWISS_ROUNDS = 5, 7
SIZES = sizes_up_to(300)

ALL_CAN_BE_NEW = 2 * SWISS_ROUNDS
"""From this many on everybody has more than half of the others still to meet, so a pairing without a rematch exists."""


def pairs_of(meetings: tuple[Meeting, ...]) -> Counter[frozenset[int]]:
    return Counter(frozenset(meeting.keys) for meeting in meetings if not meeting.is_rest)


def check_round(order: list[int], facts: Facts, paired: Paired) -> None:
    """Everybody sits once, the best table is first, the rest is last, and nobody rests twice before all have once."""
    rank = {key: at for at, key in enumerate(order)}
    heads = [min(rank[key] for key in meeting.keys) for meeting in paired.meetings if not meeting.is_rest]
    assert heads == sorted(heads)
    assert sorted(key for meeting in paired.meetings for key in meeting.keys) == sorted(order)
    assert [meeting.is_rest for meeting in paired.meetings[:-1]] == [False] * (len(paired.meetings) - 1)
    assert {meeting.round for meeting in paired.meetings} == {facts.last_round + 1}
    assert all(str(reason.params["rank"]) in PHRASES[reason.code] % reason.params for reason in paired.reasons)
    rests = Counter(each.keys[0] for each in (*facts.meetings, *paired.meetings) if each.is_rest)
    assert max(rests.values(), default=0) - min(rests[key] for key in order) <= 1


# R-DAN-02, R-DAN-04, R-SWI-01
@pytest.mark.without_coverage
@pytest.mark.parametrize(
    ("options", "rounds"), [(DANISH, DANISH_ROUNDS), (MODIFIED, DANISH_ROUNDS), (SWISS, SWISS_ROUNDS)]
)
def test_every_size_from_4_to_300_is_played_to_the_end(options: StandingOptions, rounds: int) -> None:
    for count in SIZES:
        for order, facts, paired in played(count, rounds, options, Random(count)):
            check_round(order, facts, paired)
            again = pairs_of(paired.meetings).keys() & pairs_of(facts.meetings).keys()
            if options == SWISS and count >= ALL_CAN_BE_NEW:
                assert not again
            if options == MODIFIED:
                last = tuple(each for each in facts.meetings if each.round == facts.last_round)
                assert not pairs_of(paired.meetings).keys() & pairs_of(last).keys()
            reasons = Counter(reason.code for reason in paired.reasons)
            assert reasons["rematch_unavoidable"] == (len(again) if options == SWISS else 0)


# R-DAN-03
def test_the_same_facts_give_the_same_pairing_whichever_line_was_a() -> None:
    for order, facts, paired in played(31, 30, SWISS, Random(3)):
        turned = Facts(facts.entrants, tuple(each._replace(keys=each.keys[::-1]) for each in facts.meetings))
        assert pair(order, facts, SWISS) == paired
        assert tables(pair(order, turned, SWISS)) == tables(paired)


# R-DAN-06
def test_who_was_line_a_more_often_is_line_b() -> None:
    for _, facts, paired in played(61, DANISH_ROUNDS, DANISH, Random(61)):
        lines = [meeting.keys for meeting in facts.meetings if not meeting.is_rest]
        was_a = Counter(first for first, _ in lines)
        was_a.subtract(Counter(second for _, second in lines))
        for meeting in paired.meetings[:-1]:
            first, second = meeting.keys
            assert was_a[first] <= was_a[second]
