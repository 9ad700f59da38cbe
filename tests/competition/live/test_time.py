"""Time is called in the middle of a match: what ends at once, what is finished, what follows (R-LIV-07)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.competition.live.table import Table, scopa, setup
from tournaments.competition.live import deciding, orders, viewing
from tournaments.competition.live.course import content, games
from tournaments.competition.live.deciding import Order
from tournaments.competition.live.log import fold

WHY = Order("Carta caduta")


def table(seats: tuple[int, ...] = (0, 1), *, best_of: int = 1, preset: str = "valliadi_2022", **rules: Any) -> Table:
    """A match of Scopa with these rules; its first deal waits."""
    found = scopa(preset, seats, best_of=best_of)
    return Table(replace(found, rules={**found.rules, **rules}))


def call(at: Table) -> list[str]:
    return at.do(deciding.keep_time, is_called=True)


def extend(at: Table) -> list[str]:
    return at.do(deciding.keep_time, is_called=False)


def time_of(at: Table) -> Any:
    return viewing.view(at.live, None, 0)["time"]


def deals_of(at: Table) -> list[tuple[list[int], bool]]:
    """By game the number of each deal on the sheet, regular ones being 0, and whether time ended it."""
    written = content(at.live.setup, at.state)["games"]
    return [([sheet["tiebreak"] for sheet in game["deals"]], game["time_called"]) for game in written]


def close(at: Table, *, level: bool) -> Table:
    """Play the deal in hand so that the lines are, or are not, level after it."""
    start, number = (at.live, list(at.log)), len(at.state.closed)
    for lots in map(random.Random, range(500)):
        at.live, at.log = start[0], list(start[1])
        while len(at.state.closed) == number:
            at.play(lots.choice)
        points = at.live.setup.game.score_sheet(at.live.setup.rules, at.state.closed[-1].sheet).points
        if (len(set(points)) == 1) == level:
            return at
    raise AssertionError("no such deal")


def test_the_last_deal_is_finished_and_ends_the_match():
    at = table().deal()
    at.play()
    assert call(at) == ["time_called"]
    assert time_of(at) == {"deal": 1, "plays": 1, "is_last": True, "is_tiebreak": False}
    assert deals_of(at) == []
    close(at, level=False)
    assert at.state.is_over
    assert deals_of(at) == [([0], True)]
    assert not time_of(at)["is_last"]
    assert games(at.live.setup, at.state)[0].winner is not None


def test_between_two_deals_the_call_ends_the_match_at_once():
    at = close(table().deal(), level=False)
    assert at.state.deal.is_waiting
    assert call(at) == ["time_called", "voided", "ended"]
    assert deals_of(at) == [([0], True)]
    assert call(at) == extend(at) == []


def test_time_is_called_once_and_a_play_on_its_way_still_counts():
    at = table().deal()
    moved = at.state.moved
    assert call(at) == ["time_called"]
    assert call(at) == []
    assert at.state.moved == moved


@pytest.mark.without_coverage
@pytest.mark.parametrize("level", [False, True])
def test_a_deal_that_closes_just_before_or_just_after_the_call_ends_the_match_alike(level):
    """Both are decided under the lock of the match, in either order."""
    before, after = table().deal(), table().deal()
    close(before, level=level)
    call(before)
    call(after)
    close(after, level=level)
    assert deals_of(before) == deals_of(after) == [([0], True)]
    assert before.state.is_over == after.state.is_over == (not level)
    assert before.state.deal.tiebreak == after.state.deal.tiebreak == int(level)
    if level:
        assert before.state.deal.dealer == after.state.deal.dealer


def test_level_when_time_is_called_goes_to_tie_breaks():
    at = close(table().deal(), level=True)
    assert call(at) == ["time_called", "voided", "prepared"]
    assert (at.state.deal.tiebreak, at.state.deal.dealer) == (1, 1)
    close(at.deal(), level=False)
    assert at.state.is_over
    assert deals_of(at) == [([0, 1], True)]


def test_before_the_first_card_all_are_level():
    at = table()
    assert call(at) == ["time_called", "voided", "prepared"]
    assert (at.state.deal.tiebreak, at.state.deal.dealer) == (1, 0)
    assert deals_of(at) == [([], True)]


def test_where_the_higher_card_decides_the_match_ends_without_a_winner():
    at = close(table(tie_after_time="high_card").deal(), level=True)
    assert call(at) == ["time_called", "voided", "ended"]
    found = games(at.live.setup, at.state)[0]
    assert (found.winner, found.tie.kind) == (None, "card")


@pytest.mark.without_coverage
def test_tie_breaks_that_have_begun_do_not_hear_of_time():
    at = close(table(target=1).deal(), level=True)
    close(at.deal(), level=True)
    assert at.state.deal.tiebreak == 2
    assert call(at) == ["time_called"]
    assert time_of(at) == {"deal": 3, "plays": 0, "is_last": False, "is_tiebreak": True}
    assert deals_of(at) == [([0, 1], False)]
    close(at.deal(), level=False)
    assert at.state.is_over
    assert deals_of(at) == [([0, 1, 2], False)]


def test_a_deal_that_the_rules_stop_is_void_and_its_cards_count_for_nothing():
    at = close(table(on_time_expiry="stop_and_void_deal").deal(), level=False).deal()
    at.play()
    assert call(at) == ["time_called", "voided", "ended"]
    assert deals_of(at) == [([0], True)]
    assert viewing.view_of_event(at.log[-2])["cause"] == "time"


def test_the_cards_in_hand_are_played_out_and_then_the_deal_is_void():
    at = close(table(on_time_expiry="finish_cycle").deal(), level=False).deal()
    at.play()
    assert call(at) == ["time_called"]
    for _play in range(4):
        assert at.play() == ["played"]
    assert at.play() == ["played", "voided", "ended"]
    assert deals_of(at) == [([0], True)]


def test_a_paused_match_goes_on_from_the_call_when_it_is_resumed():
    at = close(table().deal(), level=False)
    at.do(deciding.pause, WHY)
    assert call(at) == ["time_called"]
    assert at.do(deciding.resume, Order()) == ["resumed", "voided", "ended"]
    at = close(table().deal(), level=False)
    at.do(deciding.pause, WHY)
    call(at)
    assert extend(at) == ["time_extended"]
    assert at.do(deciding.resume, Order()) == ["resumed"]


def test_a_last_deal_that_the_referee_voids_is_dealt_again():
    at = table().deal()
    call(at)
    assert at.do(orders.void_deal, WHY) == ["voided", "prepared"]
    at.do(deciding.pause, WHY)
    assert at.do(deciding.resume, Order()) == ["resumed"]
    assert time_of(at)["is_last"]
    close(at.deal(), level=False)
    assert deals_of(at) == [([0], True)]
    assert at.state.is_over


def test_more_time_takes_the_call_back_until_a_tie_break_is_dealt():
    at = table().deal()
    call(at)
    assert extend(at) == ["time_extended"]
    assert time_of(at) is None
    close(at, level=True)
    assert not at.state.deal.tiebreak
    call(at)
    assert extend(at) == ["time_extended", "voided", "prepared"]
    assert (at.state.deal.tiebreak, at.state.deal.dealer) == (0, 1)
    call(at)
    at.deal()
    assert at.state.deal.tiebreak == 1
    assert extend(at) == []
    close(at, level=True)
    assert extend(at) == []


def test_a_later_game_of_a_longer_match_is_level_at_once():
    at = table(best_of=3).deal()
    call(at)
    assert close(at, level=False).state.deal.tiebreak == 1
    assert at.state.deal.game == 1
    assert deals_of(at) == [([0], True), ([], True)]
    assert extend(at) == []
    while not at.state.is_over:
        close(at.deal(), level=False)
    assert [flag for _deals, flag in deals_of(at)] == [True] * len(games(at.live.setup, at.state))
    at = close(table(best_of=3, target=1).deal(), level=False)
    call(at)
    assert deals_of(at) == [([0], False), ([], True)]


def test_a_second_leg_that_time_lets_nobody_begin_is_level_at_nothing():
    """R-KO-22, R-LIV-07"""
    at = table(best_of=2, tie_after_time="draw", draws_allowed=True).deal()
    call(at)
    close(at, level=False)
    first, second = games(at.live.setup, at.state)
    assert (at.state.is_over, first.is_over, second.is_over, second.totals) == (True, True, True, (0, 0))
    assert deals_of(at) == [([0], True), ([], True)]


def test_a_third_game_that_time_lets_nobody_begin_goes_to_tie_breaks():
    """R-KO-22, R-LIV-07"""
    at = table(best_of=2, tie_after_time="draw", draws_allowed=True).deal()
    call(at)
    close(at, level=True)
    assert (at.state.deal.game, at.state.deal.tiebreak) == (2, 1)
    assert deals_of(at) == [([0], True), ([], True), ([], True)]
    while not at.state.is_over:
        close(at.deal(), level=False)
    assert [len(deals) > 0 for deals, _called in deals_of(at)] == [True, False, True]


def test_at_a_table_of_several_the_others_finish_the_last_deal():
    at = close(table((0, 1, 2), preset="several_004").deal(), level=False).deal()
    call(at)
    assert at.do(orders.rule_loss, Order(WHY.note, to=1)) == ["ruled", "voided", "prepared"]
    assert at.state.deal.seats == (0, 2)
    at.deal().close()
    assert deals_of(at)[0][1]
    assert len(deals_of(at)[0][0]) == 2


def test_pairs_finish_their_last_deal():
    at = table((0, 1, 0, 1)).deal()
    call(at)
    assert close(at, level=False).state.is_over


def test_a_line_that_leaves_in_the_last_deal_loses_as_in_any_other():
    at = close(table(preset="online_002", match_mode="fixed_deals", deals=5, target=None).deal(), level=False).deal()
    call(at)
    assert at.do(deciding.abandon, 0) == ["abandoned", "ended"]
    assert at.state.forfeit is not None
    assert deals_of(at) == [([0], False)]


@pytest.mark.without_coverage
def test_a_correction_is_taken_over_whether_or_not_the_sheet_knows_of_the_call():
    for is_known in (False, True):
        at = close(table().deal(), level=True)
        call(at)
        at.deal()
        sheet = {"depth": "points", "points": [3, 1], "tiebreak": 0, "last_capture": None}
        changed = {"games": [{"deals": [sheet], "time_called": is_known}], "forfeit": None}
        kinds = at.do(orders.correct, changed, 2, WHY)
        assert kinds == ["corrected", "voided", "ended"]


@pytest.mark.without_coverage
@pytest.mark.parametrize("seed", range(12))
def test_a_match_with_calls_and_more_time_at_any_moment_is_its_log(seed):
    lots = random.Random(seed)
    seats = lots.choice([(0, 1), (0, 1, 0, 1)])
    at = table(seats, target=11, on_time_expiry=lots.choice(["finish_deal", "finish_cycle", "stop_and_void_deal"]))
    while not at.state.is_over:
        at.do(deciding.keep_time, is_called=lots.random() < 0.5)
        if at.state.is_over:
            break
        if at.state.deal.is_waiting:
            at.deal()
        else:
            at.play(lots.choice)
    assert fold(at.log) == at.state
    viewing.view(at.live, 0, 0)
    for game, written in zip(games(at.live.setup, at.state), content(at.live.setup, at.state)["games"], strict=True):
        circumstances = replace(at.live.setup.circumstances, time_called=written["time_called"])
        at.live.setup.game.match(at.live.setup.rules, game.deals, circumstances)


def test_a_small_game_follows():
    """The toy lays its cards down at the call; without any deal it plays one."""
    at = Table(setup((0, 1, 2))).deal()
    assert call(at) == ["time_called", "voided", "prepared"]
    assert not at.state.deal.tiebreak
    at.deal().close()
    assert at.state.is_over or at.state.deal.tiebreak
    assert deals_of(at)[0][1]
