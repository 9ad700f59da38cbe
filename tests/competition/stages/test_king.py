"""King of the table: who moves up, who moves down, and who rests."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.stages.king import at_their_height, ladder, pair, reasons
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

WON, LOST, FAULT = Score(1, 11), Score(2, 7), Score(None)


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(key) for key in range(1, count + 1))


def settled(meetings: Sequence[Meeting], *, lower: Sequence[int] = ()) -> tuple[Result, ...]:
    """Line A wins every table, but line B those whose number is in ``lower``."""
    tables = [meeting for meeting in meetings if not meeting.is_rest]
    return tuple(
        Result(meeting, (LOST, WON) if number in lower else (WON, LOST))
        for number, meeting in enumerate(tables, start=1)
    )


def keys(meetings: Sequence[Meeting]) -> list[tuple[int, ...]]:
    return [meeting.keys for meeting in meetings]


# R-KNG-01
def test_the_first_round_takes_neighbours_of_the_draw_and_the_last_rests() -> None:
    assert pair(Facts(entrants(5))) == (Meeting(1, (1, 2)), Meeting(1, (3, 4)), Meeting(1, (5,)))
    assert pair(Facts(())) == ()
    assert ladder(Facts(entrants(4))) == []


# R-KNG-02
def test_winners_move_up_a_table_and_losers_down() -> None:
    first = pair(Facts(entrants(8)))
    facts = Facts(entrants(8), first, settled(first, lower=(2, 3)))
    assert keys(pair(facts)) == [(1, 4), (2, 6), (3, 7), (5, 8)]


# R-KNG-02
@pytest.mark.parametrize("tables", [1, 2, 3, 10])
def test_each_table_gets_the_winner_from_below_and_the_loser_from_above(tables: int) -> None:
    first = pair(Facts(entrants(2 * tables)))
    following = keys(pair(Facts(entrants(2 * tables), first, settled(first))))
    won, lost = [0, *range(1, 2 * tables, 2)], [0, *range(2, 2 * tables + 1, 2)]
    for table, sides in enumerate(following, start=1):
        above = won[1] if table == 1 else lost[table - 1]
        below = lost[tables] if table == tables else won[table + 1]
        assert sides == (above, below)


# R-KNG-03
@pytest.mark.parametrize("scores", [(Score(1), Score(1)), (FAULT, FAULT)])
def test_where_nobody_won_alone_the_side_from_above_stays_above(scores: tuple[Score, Score]) -> None:
    first = pair(Facts(entrants(4)))
    results = (Result(first[0], scores), *settled(first)[1:])
    assert keys(pair(Facts(entrants(4), first, results))) == [(1, 3), (2, 4)]


# R-KNG-03
def test_a_side_that_lost_by_a_fault_goes_down() -> None:
    first = pair(Facts(entrants(2)))
    assert ladder(Facts(entrants(2), first, (Result(first[0], (FAULT, WON), is_played=False),))) == [2, 1]


# R-KNG-04
@pytest.mark.parametrize("count", [1, 3, 5, 9, 21])
def test_nobody_rests_twice_before_everybody_rested(count: int) -> None:
    facts, lots = Facts(entrants(count)), random.Random(count)
    for round_ in range(1, 3 * count + 1):
        meetings = pair(facts)
        assert sorted(key for meeting in meetings for key in meeting.keys) == list(range(1, count + 1))
        results = settled(meetings, lower=[table for table in range(1, count) if lots.random() < 0.5])
        facts = Facts(facts.entrants, (*facts.meetings, *meetings), (*facts.results, *results))
        rests = Counter(meeting.keys[0] for meeting in facts.meetings if meeting.is_rest)
        assert sum(rests.values()) == round_
        assert max(rests.values()) - min(rests[key] for key in range(1, count + 1)) <= 1


# R-KNG-04, R-HND-09
def test_several_who_sit_alone_keep_their_heights() -> None:
    order, alone = [1, 2, 3, 4, 5, 6, 7], [Meeting(1, (6,)), Meeting(1, (1,))]
    made = at_their_height(order, [Meeting(1, (2, 3)), Meeting(1, (4, 5)), Meeting(1, (7,))], alone)
    assert keys(made) == [(1,), (2, 3), (4, 5), (6,), (7,)]
    assert ladder(Facts(entrants(7), tuple(made), settled(made))) == [1, 2, 4, 3, 5, 6, 7]
    between = at_their_height([1, 2, 3, 4, 5], [Meeting(1, (1, 3)), Meeting(1, (4, 5))], [Meeting(1, (2,))])
    assert keys(between) == [(1, 3), (2,), (4, 5)]


# R-KNG-04
def test_a_line_that_rested_keeps_its_height() -> None:
    first = (Meeting(1, (1, 2)), Meeting(1, (3,)), Meeting(1, (4, 5)))
    assert ladder(Facts(entrants(5), first, settled(first))) == [1, 4, 3, 2, 5]


# R-KNG-05
def test_who_left_gives_way_and_who_came_late_begins_at_the_bottom() -> None:
    first = pair(Facts(entrants(6), came={6: 2}))
    assert keys(first) == [(1, 2), (3, 4), (5,)]
    facts = Facts(entrants(6), first, settled(first), came={6: 2}, left={1: 1})
    assert keys(pair(facts)) == [(3, 2), (4, 5), (6,)]


# R-KNG-06
def test_an_open_table_holds_the_next_round_up() -> None:
    first = pair(Facts(entrants(6)))
    with pytest.raises(RefusedError) as refusal:
        pair(Facts(entrants(6), first, settled(first)[1:]))
    assert (refusal.value.code, refusal.value.params) == ("round_not_settled", {"round": 1, "given": 1})


def told(facts: Facts) -> list[str]:
    """Why each table of the next round meets: the code, and the tables that it names."""
    return [" ".join(map(str, [each.code, *each.params.values()])) for each in reasons(facts, pair(facts))]


# R-KNG-02
def test_each_table_says_who_won_or_lost_where_and_moves() -> None:
    first = pair(Facts(entrants(8)))
    found = told(Facts(entrants(8), first, settled(first, lower=(2,))))
    assert found == ["ladder_top 1 2", "ladder_moves 1 3", "ladder_moves 2 4", "ladder_bottom 3 4"]


# R-KNG-02
def test_winner_and_loser_of_the_only_table_meet_again() -> None:
    first = pair(Facts(entrants(2)))
    assert told(Facts(entrants(2), first, settled(first))) == ["ladder_again 1 1"]


# R-KNG-04
def test_beside_a_rest_it_is_only_said_that_they_are_neighbours() -> None:
    first = pair(Facts(entrants(5)))
    assert told(Facts(entrants(5), first, settled(first))) == ["ladder_top 1 2", "ladder_meet", "ladder_rests"]
    assert told(Facts(entrants(4))) == ["ladder_meet", "ladder_meet"]
