"""The door of the game: from sheets to the end of a match, by fault, by time."""

from typing import Any

import pytest

from squadre.game import GAME
from tournaments.games.contract import Circumstances, DealScore, RefusedError

RULES = GAME.presets["scopa_briscola_21"]
BEST = GAME.presets["best_of_five"]
KNOCKOUT = Circumstances(must_decide=True)


def scored(rules: Any = RULES, **boards: Any) -> DealScore:
    """A sheet: ``b1=[21, 15]``, or ``b2="lost by 0"`` as ``b2=[0]``."""
    written = {name[1:]: {"points": points} if len(points) > 1 else {"lost": points} for name, points in boards.items()}
    return GAME.score_sheet(rules, {"depth": "boards", "tiebreak": 0, "boards": written})


DECIDER = GAME.score_sheet(RULES, {"depth": "decider", "tiebreak": 1, "points": [3, 5]})


def test_a_match_from_its_sheets_to_the_decider() -> None:
    """R-SQU-07, R-SQU-09"""
    first, second = scored(b1=[21, 15]), scored(b2=[0], b3=[7, 7])
    assert first.points == (2, 0)
    assert [(award.name, award.points, award.values) for award in second.awards] == [
        ("Briscola", (0, 2), (0, 21)),
        ("21", (1, 1), (7, 7)),
    ]
    running = GAME.match(RULES, [first], KNOCKOUT)
    assert (running.is_over, [line.state for line in running.lines]) == (False, ["playing", "playing"])
    level = GAME.match(RULES, [first, second], KNOCKOUT)
    assert (level.totals, level.is_over, level.tiebreak_due) == ((3, 3), False, 1)
    assert [line.state for line in level.lines] == ["level", "level"]
    over = GAME.match(RULES, [first, second, DECIDER], KNOCKOUT)
    assert (over.totals, over.winner, [*over.broken]) == ((3, 3), 1, [2])
    assert [(line.state, line.deals) for line in over.lines] == [("out", 3), ("through", 3)]
    assert [[cell.total for cell in row] for row in over.course.rows] == [[2, 0], [3, 3], [None, None]]


def test_two_teams_in_each_others_places_lose_who_sat_where() -> None:
    """R-SQU-18, R-SQU-19: at the door of the game, as JSON."""
    named = {"depth": "boards", "tiebreak": 0, "boards": {"1": {"points": [21, 15], "who": [[1], [2]]}}}
    without = {"depth": "boards", "tiebreak": 0, "boards": {"1": {"points": [21, 15]}}}
    assert GAME.without_line_ups(RULES, named, [0, 1]) == without
    assert GAME.without_line_ups(RULES, {**named, "boards": {"2": {"who": [[1], []]}}}, [0]) is None
    assert GAME.with_line_up_of(RULES, without, named, 0)["boards"]["1"] == {"points": [21, 15], "who": [[], [2]]}
    assert GAME.with_line_up_of(RULES, without, None, 0) == without


def test_a_draw_has_neither_a_winner_nor_a_loser() -> None:
    """R-SQU-09"""
    drawn = GAME.match(RULES, [scored(b1=[21, 15], b2=[0, 1], b3=[7, 7])], Circumstances())
    assert (drawn.is_over, drawn.winner) == (True, None)
    assert [line.state for line in drawn.lines] == ["playing", "playing"]


def test_a_team_that_never_came() -> None:
    """R-SQU-11"""
    found = GAME.match(RULES, [], Circumstances(must_decide=True, absent=frozenset({1})))
    assert [line.state for line in found.lines] == ["through", "absent"]


def test_who_loses_by_fault_loses_the_boards_that_are_open() -> None:
    """R-SQU-10"""
    fault = GAME.read_forfeit(RULES, {"cause": "abandon", "offender": "b", "tiebreak": "0"})
    found = GAME.settle_forfeit(RULES, [scored(b1=[15, 21])], fault)
    assert (found.points, found.difference, found.losers) == ((4, 2), 2, (1,))
    both = GAME.settle_ruling(RULES, [scored(b1=[15, 21])], (0, 1), 0)
    assert (both.points, both.difference, both.losers) == ((0, 2), 0, (0, 1))
    assert GAME.settle_ruling(BEST, [scored(BEST, b4=[11, 3])], [1], 0).points == (3, 0)
    assert GAME.settle_ruling(RULES, [scored(b1=[9, 0], b2=[9, 0], b3=[9, 0])], [0], 0).difference == 0


@pytest.mark.parametrize(
    ("deals", "fault", "code"),
    [
        ([], {"cause": "late", "offenders": [0]}, "cause_not_allowed"),
        ([scored(b1=[1, 0])], {"cause": "no_show", "offenders": [0]}, "no_show_started"),
        ([], {"cause": "abandon", "offenders": [2]}, "offender_unknown"),
        ([], {"cause": "abandon", "offenders": [0], "tiebreak": 2}, "tiebreak_range"),
        ([], 7, "forfeit_unreadable"),
    ],
)
def test_what_is_no_fault_of_this_match_is_refused(deals: list[DealScore], fault: Any, code: str) -> None:
    """R-SQU-10"""
    with pytest.raises(RefusedError) as refused:
        GAME.settle_forfeit(RULES, deals, fault)
    assert refused.value.code == code


def test_a_fault_without_a_team_is_refused() -> None:
    """R-SQU-10"""
    with pytest.raises(RefusedError) as refused:
        GAME.read_forfeit(RULES, {"cause": "abandon"})
    assert (refused.value.code, refused.value.field) == ("offender_unknown", "offender")
    assert GAME.clock_forfeit(RULES, 1, 0) == {"cause": "abandon", "offenders": [1], "tiebreak": 0}
    assert [field["name"] for field in GAME.forfeit_fields(RULES)] == ["cause", "offender", "tiebreak"]


def test_time_is_nobodys_fault() -> None:
    """R-SQU-14"""
    called = Circumstances(time_called=True)
    found = GAME.match(RULES, [scored(b1=[21, 15])], called)
    assert (found.totals, found.is_over, found.winner) == ((2, 0), True, 0)
    rule = GAME.time_rule(RULES, called)
    assert (rule.at_zero, rule.costs_the_match) == (("zero", "level_draw"), False)
    assert GAME.time_rule(RULES, KNOCKOUT).over == ("over", "level_decider")
    assert (GAME.match_length(RULES).deals, GAME.match_length(GAME.presets["points"]).most) == (3, 2_997)


def test_the_more_points_the_better_and_nothing_is_counted_in_vp_or_carried_into_the_next_form() -> None:
    assert [(GAME.low_wins(rules), GAME.uses_vp(rules)) for rules in (RULES, BEST)] == [(False, False)] * 2
    assert GAME.next_form({"depth": "boards", "tiebreak": 0, "boards": {}}) == {}


def test_who_sits_at_the_boards_is_told_to_the_platform() -> None:
    """R-SQU-16"""
    written = {"1": {"points": [21, 15], "who": [[1], [2]]}, "2": {"who": [[3], []]}, "3": {"lost": [1]}}
    sheet = {"depth": "boards", "tiebreak": 0, "boards": written}
    assert GAME.line_ups(RULES, sheet) == [{"who_1_a_1": 1, "who_2_a_1": 3}, {"who_1_b_1": 2}]
    score = GAME.score_sheet(RULES, sheet)
    assert (score.points, score.facts["done"]) == ((4, 0), ["1", "3"])
    boards = GAME.boards(RULES, [score])
    assert [(each.name, each.people, each.points, each.gives) for each in boards] == [
        ("Scopa", ((1,), (2,)), (21, 15), (2, 0)),
        ("Briscola", ((3,), ()), None, None),
        ("21", ((), ()), None, (2, 0)),
    ]
    assert [each.lost for each in boards] == [(), (), (1,)]


def test_the_boards_of_a_match_lost_by_fault_add_up_to_its_points() -> None:
    """R-SQU-10"""
    who = GAME.score_sheet(RULES, {"depth": "boards", "tiebreak": 0, "boards": {"2": {"who": [[1], [2]]}}})
    played = scored(b1=[15, 21])
    found = GAME.boards(RULES, [played, who], [0])
    assert [(each.number, each.points, each.gives, each.lost) for each in found] == [
        (1, (15, 21), (0, 2), ()),
        (2, None, (0, 2), (0,)),
        (3, None, (0, 2), (0,)),
    ]
    assert [each.people for each in found] == [((), ())] * 3
    assert GAME.settle_ruling(RULES, [played, who], [0], 0).points == (0, 6)
