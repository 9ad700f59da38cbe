"""Rotating partners: whist tournaments, searched rounds, rests, and those who come and go."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.searching import sizes_up_to
from tournaments.competition.stages import partners
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.partners import (
    LATER,
    MOST_ROUNDS,
    WHIST,
    PartnersOptions,
    partners_from_json,
    whist,
)
from tournaments.competition.stages.version import FIRST_VERSION
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

USUAL = 8
PRIMES = (5, 13, 17, 29, 37)


def field(players: int) -> Facts:
    return Facts(tuple(map(Entrant, range(players))))


def played(facts: Facts, rounds: int) -> Facts:
    for _ in range(rounds):
        facts = replace(facts, meetings=(*facts.meetings, *partners.pair(facts).meetings))
    return facts


def met(facts: Facts) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]], Counter[int]]:
    """How often two were partners, opponents; how often each rested."""
    together, against = Counter[frozenset[int]](), Counter[frozenset[int]]()
    rests = Counter(meeting.keys[0] for meeting in facts.meetings if meeting.is_rest)
    for one, two in (meeting.lines for meeting in facts.meetings if not meeting.is_rest):
        together.update([frozenset(one), frozenset(two)])
        against.update(frozenset((mine, theirs)) for mine in one for theirs in two)
    return together, against, rests


# R-ROT-01, R-ROT-03, R-ROT-04
@pytest.mark.without_coverage
@pytest.mark.parametrize("many", sizes_up_to(300))
def test_nobody_has_a_partner_twice_in_a_usual_evening_and_rests_are_fair(many: int) -> None:
    rounds = min(USUAL, many - 1)
    facts = played(field(many), rounds)
    together, against, rests = met(facts)
    assert max(together.values()) == 1
    assert max(against.values()) <= 4
    assert max(rests[key] for key in range(many)) - min(rests[key] for key in range(many)) <= 1
    for number in range(1, rounds + 1):
        here = [key for meeting in facts.meetings if meeting.round == number for key in meeting.keys]
        assert sorted(here) == list(range(many))
        assert sum(meeting.is_rest for meeting in facts.meetings if meeting.round == number) == many % 4


# R-ROT-02
@pytest.mark.without_coverage
@pytest.mark.parametrize("many", [*WHIST, *PRIMES])
def test_in_a_whist_tournament_all_are_partners_once_and_opponents_twice(many: int) -> None:
    rounds = min(many - (many % 4 == 0), MOST_ROUNDS)
    together, against, rests = met(played(field(many), rounds))
    assert set(together.values()) == {1}
    assert max(against.values()) == 2
    assert max(rests.values(), default=0) <= 1
    if rounds < MOST_ROUNDS:
        assert len(together) == len(against) == many * (many - 1) // 2


# R-ROT-02, R-STG-31
@pytest.mark.parametrize("many", LATER)
def test_in_the_later_ones_it_is_so_after_the_last_round_and_each_rests_once(many: int) -> None:
    together, against, rests = met(played(field(many), many - (many % 4 == 0)))
    assert set(together.values()) == {1}
    assert set(against.values()) == {2}
    assert len(together) == len(against) == many * (many - 1) // 2
    assert [rests[key] for key in range(many)] == [many % 4] * many
    # An event that began without them has another first round, so that it goes on without them too.
    assert partners.pair(field(many), FIRST_VERSION) != partners.pair(field(many))


# R-ROT-02
def test_other_numbers_have_no_whist_tournament_here() -> None:
    every = [4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33, 37, 41]
    assert [many for many in range(4, 42) if whist(many)] == every
    assert [many for many in every if not whist(many, FIRST_VERSION)] == [*LATER]


# R-ROT-03
def test_after_the_whist_tournament_partners_come_again_and_it_is_said() -> None:
    facts = played(field(4), 3)
    assert {reason.code for reason in partners.pair(played(field(4), 2)).reasons} == {"new_partners"}
    found = partners.pair(facts)
    assert [reason.code for reason in found.reasons] == ["partners_again"]
    assert found.meetings[0].round == 4
    together, _against, _rests = met(played(field(8), 12))
    assert max(together.values()) == 2


# R-ROT-03
@pytest.mark.parametrize("many", [6, 7, 9, 10])
def test_in_a_long_evening_of_few_everybody_has_everybody_as_partner(many: int) -> None:
    together, _against, rests = met(played(field(many), 20))
    assert (len(together), max(together.values()) <= 4) == (many * (many - 1) // 2, True)
    assert max(rests[key] for key in range(many)) - min(rests[key] for key in range(many)) <= 1


# R-ROT-03, R-ROT-05
def test_who_left_is_missing_and_who_came_late_is_last() -> None:
    facts = played(field(8), 2)
    facts = replace(facts, entrants=(*facts.entrants, Entrant(8), Entrant(9)), came={8: 3, 9: 3}, left={0: 2})
    facts = played(facts, 3)
    together, _against, rests = met(facts)
    assert max(together.values()) == 1
    assert sum(rests.values()) == 3
    assert all(0 not in meeting.keys for meeting in facts.meetings if meeting.round > 2)
    assert sum(8 in meeting.keys for meeting in facts.meetings) == 3


# R-ROT-03
def test_a_round_is_searched_where_the_rounds_before_were_not_those_of_the_whist_tournament() -> None:
    other = Facts(field(4).entrants, (Meeting(1, (0, 3, 1, 2), size=2),))
    [table] = partners.pair(other).meetings
    assert set(map(frozenset, table.lines)).isdisjoint({frozenset((0, 3)), frozenset((1, 2))})


# R-ROT-06
@pytest.mark.parametrize(("many", "code"), [(3, "too_few_for_partners"), (65_537, "too_many_entrants")])
def test_an_impossible_number_is_refused(many: int, code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        partners.pair(field(many))


# R-ROT-06
@pytest.mark.parametrize("rounds", [0, MOST_ROUNDS + 1])
def test_an_impossible_number_of_rounds_is_refused(rounds: int) -> None:
    with pytest.raises(RefusedError, match="rounds_out_of_range"):
        PartnersOptions(rounds)


# R-ROT-06
def test_unknown_choices_are_refused() -> None:
    with pytest.raises(RefusedError):
        partners_from_json({"kind": "partners", "step": 2})
