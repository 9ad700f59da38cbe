"""Matches: their end, their order, ties and what breaks them."""

from dataclasses import replace

import pytest

from gamekit.order import states_of
from punti.errors import RefusalError
from punti.match import Record, Setting, after_time, position, totals
from punti.match_checks import check
from punti.presets import BRISCOLA, BRISCOLA_120, BURRACO_3, MACHIAVELLI, SCALA40_PAIRS
from punti.rules import Rules
from tests.punti.matches import FOUR, KNOCKOUT, ROUND, TO_21, deals

LEVEL = deals((20, 19), (2, 3))
SEVERAL = Rules(most_lines=6, people="singles")
DRAWS = Rules(level_at_end="draw")


def order(rules: Rules, records: list[Record], setting: Setting = KNOCKOUT) -> list[tuple[int, ...]]:
    """The groups of level lines, of a match that its rules allow."""
    check(rules, records, setting)
    return [group.lines for group in position(rules, records, setting).groups]


def refused(rules: Rules, records: list[Record], setting: Setting = KNOCKOUT) -> RefusalError:
    with pytest.raises(RefusalError) as found:
        check(rules, records, setting)
    assert str(found.value)
    return found.value


def test_more_points_win_or_fewer() -> None:
    """R-PTI-04"""
    rows = deals((12, 9), (10, 8))
    assert order(TO_21, rows) == [(0,), (1,)]
    assert order(replace(TO_21, wins="fewest"), rows) == [(1,), (0,)]


def test_a_match_goes_to_a_target_that_anybody_may_reach() -> None:
    """R-PTI-10"""
    assert not position(TO_21, deals((20, 0)), KNOCKOUT).is_ended
    assert position(TO_21, deals((20, 0), (0, 21)), KNOCKOUT).is_over
    fewest = replace(TO_21, wins="fewest")
    assert position(fewest, deals((30, 2)), KNOCKOUT).groups[0].lines == (1,)
    assert refused(TO_21, deals((21, 0), (1, 0))).code == "deal_after_end"


def test_a_match_goes_over_a_number_of_deals() -> None:
    """R-PTI-09"""
    rows = deals((500, 800), (1500, 100), (-100, 0))
    assert not position(BURRACO_3, rows[:2], ROUND).is_ended
    assert position(BURRACO_3, rows, ROUND).is_over
    assert order(BURRACO_3, rows, ROUND) == [(0,), (1,)]
    assert refused(BURRACO_3, deals(*[(0, 0)] * 4), ROUND).code == "deal_after_end"


def test_deals_won_are_counted_as_points() -> None:
    """R-PTI-26"""
    rows = deals((1, 0), (0, 1), (0, 0), (1, 0))
    assert not position(BRISCOLA, rows, KNOCKOUT).is_ended
    assert order(BRISCOLA, [*rows, Record((1, 0))]) == [(0,), (1,)]


def test_a_pair_that_reaches_the_limit_of_scala_40_has_lost() -> None:
    """R-PTI-04, R-PTI-10, R-PTI-26"""
    rows = deals((0, 55), (38, 0), (0, 60))
    assert not position(SCALA40_PAIRS, rows[:2], ROUND).is_ended
    assert order(SCALA40_PAIRS, rows, ROUND) == [(0,), (1,)]


def test_level_outside_a_knockout_is_played_on_or_drawn() -> None:
    """R-PTI-11"""
    assert not position(TO_21, LEVEL, ROUND).is_ended
    assert order(TO_21, [*LEVEL, Record((1, 0))], ROUND) == [(0,), (1,)]
    found = position(DRAWS, LEVEL, ROUND)
    assert (found.is_over, [group.lines for group in found.groups]) == (True, [(0, 1)])
    assert states_of(position(DRAWS, LEVEL, ROUND), ROUND) == ("playing", "playing")
    assert position(BRISCOLA_120, deals((60, 60)), ROUND).is_over


def test_a_knockout_goes_to_tie_breaks_that_decide_the_winner_only() -> None:
    """R-PTI-12"""
    tie = position(TO_21, LEVEL, KNOCKOUT).tie
    assert tie is not None
    assert (tie.number, tie.lines, tie.places, tie.by_card) == (1, (0, 1), (1, 2), False)
    broken = [*LEVEL, Record((0, 4), tiebreak=1)]
    assert order(TO_21, broken) == [(1,), (0,)]
    assert totals(broken, 2) == (22, 22)
    fewest = replace(TO_21, wins="fewest")
    assert position(fewest, broken, KNOCKOUT).groups[0].lines == (0,)
    won = deals((21, 3))
    assert position(TO_21, [*won, Record((0, 9), tiebreak=1)], KNOCKOUT) == position(TO_21, won, KNOCKOUT)


def test_after_the_last_tie_break_deal_cards_are_drawn() -> None:
    """R-PTI-13, R-PTI-14"""
    rules = replace(TO_21, tiebreak_deals=1)
    still = [*LEVEL, Record((3, 3), tiebreak=1)]
    tie = position(rules, still, KNOCKOUT).tie
    assert tie is not None
    assert (tie.number, tie.by_card) == (2, True)
    drawn = [*still, Record((0, 0), tiebreak=2, order=(1, 0))]
    assert order(rules, drawn) == [(1,), (0,)]
    at_once = position(replace(rules, tiebreak_deals=0), LEVEL, KNOCKOUT).tie
    assert at_once is not None
    assert (at_once.number, at_once.by_card) == (1, True)


def test_drawn_cards_give_every_place_of_several() -> None:
    """R-PTI-14"""
    rules = replace(SEVERAL, tiebreak_deals=0)
    level = deals((21, 9, 9, 9))
    assert order(rules, [*level, Record((0,) * 4, tiebreak=1, order=(3, 1, 2))], FOUR) == [(0,), (3,), (1,), (2,)]


@pytest.mark.parametrize(
    ("records", "code", "field"),
    [
        ([*LEVEL[:1], Record((1, 0), tiebreak=1)], "tiebreak_too_early", "tiebreak"),
        ([*deals((21, 0)), Record((1, 0), tiebreak=1)], "tiebreak_not_level", "tiebreak"),
        ([*LEVEL, Record((1, 0), tiebreak=2)], "tiebreak_number", "tiebreak"),
        ([*LEVEL, Record((0, 0), tiebreak=1, order=(0, 1))], "tiebreak_deal", "depth"),
        ([*LEVEL, *[Record((0, 0), tiebreak=n) for n in (1, 2, 3, 4)]], "tiebreak_card", "depth"),
        ([*LEVEL, Record((1, 1), tiebreak=1), Record((1, 0))], "deal_after_tiebreak", ""),
        ([*LEVEL, Record((1, None), tiebreak=1)], "points_missing", "points_b"),
        ([Record((1, 2, 3))], "lines_of_sheet", "lines"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_deals_that_cannot_follow_each_other(records: list[Record], code: str, field: str) -> None:
    """R-PTI-13"""
    found = refused(TO_21, records)
    assert (found.code, found.field) == (code, field)


def test_cards_are_drawn_by_those_who_are_level() -> None:
    """R-PTI-14"""
    rules = replace(SEVERAL, tiebreak_deals=0)
    wrong = [*deals((21, 9, 9, 4)), Record((0,) * 4, tiebreak=1, order=(1, 3))]
    assert refused(rules, wrong, FOUR).params["level"] == "B, C"
    others = [*deals((21, 9, 9, 4)), Record((None, 2, 1, 3), tiebreak=1)]
    assert refused(SEVERAL, others, FOUR).code == "line_not_level"


def test_two_to_six_lines_sit_at_a_table() -> None:
    """R-PTI-03"""
    assert refused(SEVERAL, [], Setting(lines=7)).code == "lines_at_table"
    six = Setting(lines=6, must_decide=True)
    assert order(MACHIAVELLI, deals(*[(0, 40, 12, 9, 33, 12)] * 4), six)[0] == (0,)


def test_who_leaves_is_behind_who_stays_and_the_absent_are_last() -> None:
    """R-PTI-08"""
    setting = Setting(must_decide=True, lines=6, through=1, absent=frozenset({5}))
    rows = [
        Record((5, 3, 2, 1, None, None), left=frozenset({4})),
        Record((2, None, 2, 1, None, None), left=frozenset({1})),
        Record((20, None, 4, 1, None, None)),
    ]
    assert order(SEVERAL, rows, setting) == [(0,), (2,), (3,), (1,), (4,), (5,)]
    assert states_of(position(SEVERAL, rows, setting), setting) == ("through", "left", "out", "out", "left", "absent")
    assert states_of(position(SEVERAL, rows[:2], setting), setting)[:2] == ("playing", "left")


def test_who_leaves_is_written_on_the_sheet_and_the_others_deal_again() -> None:
    """R-PTI-22"""
    three = Setting(must_decide=True, lines=3)
    gone = Record((None, None, None), left=frozenset({1}))
    assert refused(SEVERAL, [gone], three).code == "deal_goes_on"
    ends = Record((3, None, None), left=frozenset({1, 2}))
    assert refused(SEVERAL, [ends], three).code == "deal_ended_by_leaving"
    over = [Record((None, None, None), left=frozenset({1, 2}))]
    assert order(SEVERAL, over, three) == [(0,), (1, 2)]
    counted = Record((3, 1, 2), left=frozenset({1}))
    assert refused(SEVERAL, [counted], three).code == "left_points"
    assert refused(SEVERAL, [Record((3, None, 1), left=frozenset({1})), Record((1, 1, 1))], three).code == "line_not_in"
    absent = Setting(must_decide=True, lines=3, absent=frozenset({2}))
    assert refused(SEVERAL, [Record((3, 1, 2))], absent).field == "points_c"


def test_who_was_through_and_leaves_a_tie_break_is_behind_them_all() -> None:
    """R-PTI-23"""
    level = deals((21, 9, 9, 4))
    rows = [*level, Record((None, 2, 5, None), tiebreak=1, left=frozenset({0}))]
    assert order(SEVERAL, rows, FOUR)[-1] == (0,)
    leaving = [*level, Record((None, None, None, None), tiebreak=1, left=frozenset({1}))]
    assert order(SEVERAL, leaving, FOUR)[:2] == [(0,), (2,)]
    assert states_of(position(SEVERAL, level, FOUR), FOUR) == ("through", "level", "level", "out")
    still = [*deals((21, 9, 9, 9)), Record((None, None, 3, 2), tiebreak=1, left=frozenset({1}))]
    assert order(SEVERAL, still, FOUR) == [(0,), (2,), (3,), (1,)]
    goes_on = [*deals((21, 9, 9, 9)), Record((None,) * 4, tiebreak=1, left=frozenset({1}))]
    assert refused(SEVERAL, goes_on, FOUR).code == "deal_goes_on"
    ended = [*level, Record((None, None, 3, None), tiebreak=1, left=frozenset({1}))]
    assert refused(SEVERAL, ended, FOUR).code == "deal_ended_by_leaving"
    both = [*level, Record((None,) * 4, tiebreak=1, left=frozenset({1, 2}))]
    tie = position(SEVERAL, both, FOUR).tie
    assert tie is not None
    assert tie.by_card


def test_time_ends_a_match_and_says_what_happens_then() -> None:
    """R-PTI-20"""
    called = Setting(time_called=True)
    assert order(TO_21, deals((3, 2)), called) == [(0,), (1,)]
    assert order(TO_21, [], called) == [(0, 1)]
    decider = position(TO_21, deals((3, 3)), called).tie
    assert decider is not None
    assert not decider.by_card
    card = position(replace(TO_21, level_at_time="card"), deals((3, 3)), called).tie
    assert card is not None
    assert (card.number, card.by_card) == (1, True)
    drawn = replace(TO_21, level_at_time="draw")
    assert position(drawn, deals((3, 3)), called).is_over
    assert after_time(TO_21, ROUND) == ("ahead_win", "level_deals")
    assert after_time(drawn, ROUND) == ("ahead_win", "level_draw")
    assert after_time(replace(TO_21, tiebreak_deals=0), KNOCKOUT) == ("ahead_win", "level_card")
    assert after_time(MACHIAVELLI, FOUR) == ("fewest_go_on", "level_deals")
