"""A Danish or a Swiss in groups: the field is cut from the top, and each group is paired and placed on its own."""

from collections import Counter
from random import Random

import pytest

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import StandingFormat
from tournaments.competition.headcount import rounds_evening
from tournaments.competition.phrases import PHRASES
from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.stages.standing_options import StandingOptions, standing_from_json, standing_to_json
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError


def danish(groups: int, rounds: int = 3) -> StandingFormat:
    return StandingFormat(options=StandingOptions("danish", "not_in_a_row", rounds, groups))


def played(event: StandingFormat, count: int) -> Facts:
    """All rounds, with results by lot."""
    chance = Random(count)
    entrants = tuple(Entrant(key) for key in range(1, count + 1))
    facts = Facts(entrants)
    meetings = event.schedule(tuple(range(1, count + 1)))
    for _round in range(event.options.rounds):
        facts = Facts(
            entrants, (*facts.meetings, *meetings), (*facts.results, *(won(each, chance) for each in meetings))
        )
        if facts.last_round < event.options.rounds:
            meetings = event.pair(facts).meetings
    return facts


def won(meeting: Meeting, chance: Random) -> Result:
    if meeting.is_rest:
        return Result(meeting, (Score(1, vp=12),), is_played=False)
    vp = chance.randint(11, 20)
    return Result(meeting, (Score(1, 11, vp, 5), Score(2, 6, 20 - vp, -5)))


# R-DAN-09
@pytest.mark.parametrize(
    ("count", "groups", "sizes"), [(12, 3, (4, 4, 4)), (14, 4, (4, 4, 3, 3)), (100, 8, (13,) * 4 + (12,) * 4)]
)
def test_the_field_is_cut_from_the_top_and_nobody_leaves_a_group(
    count: int, groups: int, sizes: tuple[int, ...]
) -> None:
    event = danish(groups)
    assert event.group_sizes(count) == sizes
    facts = played(event, count)
    start = 1
    for number, size in enumerate(sizes, 1):
        members = set(range(start, start + size))
        assert all(members.issuperset(each.keys) for each in facts.meetings if each.group == number)
        start += size
    for round_ in range(1, 4):
        assert Counter(key for each in facts.meetings if each.round == round_ for key in each.keys) == Counter(
            range(1, count + 1)
        )


# R-DAN-09
def test_each_group_is_paired_as_an_event_of_its_own() -> None:
    event, alone = danish(2), danish(1)
    facts = played(event, 12)
    before = Facts(facts.entrants, facts.meetings[:6], facts.results[:6])
    for number, members in ((1, range(1, 7)), (2, range(7, 13))):
        own = Facts(
            tuple(Entrant(key) for key in members),
            tuple(each._replace(group=0) for each in before.meetings if each.group == number),
            tuple(
                each._replace(meeting=each.meeting._replace(group=0))
                for each in before.results
                if each.meeting.group == number
            ),
        )
        paired = alone.pair(own)
        assert paired.meetings == tuple(
            each._replace(group=0) for each in event.pair(before).meetings if each.group == number
        )


# R-DAN-10
def test_all_of_the_first_group_are_before_all_of_the_second() -> None:
    event = danish(3)
    facts = played(event, 12)
    rows = event.standing(facts).rows
    assert [row.group for row in rows] == [1] * 4 + [2] * 4 + [3] * 4
    assert [row.place for row in rows] == list(range(1, 13))
    for number in (1, 2, 3):
        here = [row for row in rows if row.group == number]
        assert [row.in_group.place for row in here] == [1, 2, 3, 4]
        assert [row.tally.vp for row in here] == sorted((row.tally.vp for row in here), reverse=True)


# R-DAN-07, R-DAN-09
def test_each_meeting_has_the_reason_of_its_group() -> None:
    event = danish(2)
    facts = played(event, 13)
    reasons = event.reasons(facts)
    assert set(reasons) == set(range(1, 14))
    assert all(PHRASES[each.code] % each.params for each in reasons.values())


# R-DAN-09
def test_the_last_one_of_a_group_rests_and_an_empty_group_has_no_table() -> None:
    event = danish(3)
    facts = played(event, 12)
    first = Facts(
        facts.entrants, facts.meetings[:6], facts.results[:6], left={5: 1, 6: 1, 7: 1, 9: 1, 10: 1, 11: 1, 12: 1}
    )
    paired = event.pair(first)
    assert [(each.group, len(each.keys)) for each in paired.meetings] == [(1, 2), (1, 2), (2, 1)]
    assert paired.meetings[-1].keys == (8,)


# R-DAN-09
def test_who_comes_late_is_in_the_last_group() -> None:
    event = danish(2)
    facts = played(event, 8)
    first = Facts((*facts.entrants, Entrant(9)), facts.meetings[:4], facts.results[:4], came={9: 2})
    assert next(each.group for each in event.pair(first).meetings if 9 in each.keys) == 2
    assert next(row.group for row in event.standing(first).rows if row.tally.key == 9) == 2


# R-DAN-09
def test_groups_are_kept_and_counted() -> None:
    options = StandingOptions("swiss", "never", 4, 3)
    assert standing_from_json(standing_to_json(options)) == options
    assert "groups" not in standing_to_json(StandingOptions())
    found = rounds_evening(14, danish(4))
    assert (found.tables, found.rests, found.groups) == ((6,) * 3, (2,) * 3, {4: 2, 3: 2})


# R-DAN-09
@pytest.mark.parametrize("groups", [0, 33, True, "2"])
def test_a_number_of_groups_that_cannot_be_is_refused(groups: int) -> None:
    with pytest.raises(RefusedError, match="groups_out_of_range") as refused:
        StandingOptions("danish", "allowed", 3, groups)
    assert refused.value.field == "groups"


# R-DAN-09
def test_a_field_that_leaves_somebody_alone_is_refused() -> None:
    found = format_of({"kind": "danish", "rounds": 3, "rematches": "allowed", "groups": 5})
    found.check_entrants(10)
    with pytest.raises(RefusedError, match="too_few_for_groups"):
        found.check_entrants(9)
