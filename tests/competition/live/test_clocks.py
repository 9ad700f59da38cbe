"""What a play is charged, what is left, and when a time-out is due."""

import pytest

from tournaments.competition.live import clocks
from tournaments.competition.live.clocks import COURTESY, GRACE, MOST_CREDIT, QUOTA, REFILL, Clocks, Limits

BOTH = Limits(move=20_000, bank=50_000)
RUNNING = clocks.start(Clocks(), 1, 1_000)


def test_a_play_is_charged_to_the_seat_whose_turn_it_is():
    charged = clocks.charge(RUNNING, 7_000, 0)
    assert charged.used == {1: 7_000}
    assert clocks.charge(charged, 2_000, 0).used == {1: 9_000}


def test_nobody_is_charged_while_it_is_nobodys_turn():
    nobody = clocks.start(RUNNING, None, 9_000)
    assert clocks.charge(nobody, 7_000, 100) == nobody
    assert (clocks.turn_time(nobody, 99_000), clocks.credit(nobody, 400)) == (0, 400)


def test_what_is_left_of_play_and_bank_runs_down_for_the_turn_only():
    running = clocks.charge(RUNNING, 30_000, 0)
    assert clocks.time_left(running, BOTH, 1, 4_000) == (17_000, 17_000)
    assert clocks.time_left(running, BOTH, 0, 4_000) == (20_000, 50_000)
    assert clocks.time_left(running, BOTH, 1, 90_000) == (0, 0)
    assert clocks.time_left(running, Limits(), 1, 4_000) == (None, None)


def test_a_clock_that_stands_still_goes_on_with_what_it_had():
    stopped = clocks.stop(RUNNING, 6_000)
    assert clocks.turn_time(stopped, 900_000) == 5_000
    assert clocks.stop(stopped, 900_000) == stopped
    again = clocks.resume(stopped, 900_000)
    assert clocks.turn_time(again, 901_000) == 6_000
    assert clocks.resume(again, 999_000) == again


def test_only_the_clock_of_a_turn_is_resumed():
    assert clocks.resume(Clocks(), 5_000) == Clocks()


def test_time_that_is_given_is_not_charged_and_not_lost_in_a_pause():
    given = clocks.give(RUNNING, 15_000, 1_000)
    assert clocks.turn_time(given, 3_000) == 0
    paused = clocks.resume(clocks.stop(given, 3_000), 100_000)
    assert clocks.turn_time(paused, 100_000 + 13_000 + 4_000) == 4_000
    stopped = clocks.stop(RUNNING, 3_000)
    assert clocks.give(stopped, 15_000, 3_000) == stopped


def test_a_turn_that_began_in_the_gap_gets_no_more_than_the_courtesy():
    assert clocks.give(RUNNING, 600_000 + COURTESY, 601_000).since == 601_000 + COURTESY
    assert clocks.give(RUNNING, 600_000 + COURTESY, 1_500).since == 1_500 + COURTESY


@pytest.mark.parametrize(("lag", "credit"), [(-5, 0), (0, 0), (400, 400), (MOST_CREDIT + 1, MOST_CREDIT)])
def test_the_credit_of_one_play_is_bounded(lag, credit):
    assert clocks.credit(RUNNING, lag) == credit


def test_credit_is_used_up_and_comes_back_slowly():
    tired = RUNNING
    for _ in range(QUOTA // (MOST_CREDIT - REFILL) + 1):
        tired = clocks.charge(tired, 0, clocks.credit(tired, MOST_CREDIT))
    assert clocks.credit(tired, MOST_CREDIT) == REFILL
    assert clocks.credit(clocks.charge(tired, 0, 0), MOST_CREDIT) == 2 * REFILL
    assert clocks.charge(RUNNING, 0, 0).lag == {1: 0}


def test_a_line_that_is_always_a_little_slow_keeps_its_credit():
    slow = RUNNING
    for _ in range(200):
        slow = clocks.charge(slow, 0, clocks.credit(slow, 50))
    assert clocks.credit(slow, 50) == 50


@pytest.mark.parametrize(
    ("limits", "used", "allowed"),
    [
        (Limits(), 0, None),
        (Limits(move=20_000), 0, (20_000, "move_timeout")),
        (Limits(bank=50_000), 40_000, (10_000, "match_clock")),
        (BOTH, 0, (20_000, "move_timeout")),
        (BOTH, 40_000, (10_000, "match_clock")),
    ],
)
def test_the_limit_that_runs_out_first_counts(limits, used, allowed):
    running = clocks.start(clocks.charge(RUNNING, used, 0), 1, 1_000)
    assert clocks.turn_limit(running, limits) == allowed
    assert clocks.due(running, limits) == (None if allowed is None else 1_000 + allowed[0] + GRACE)


def test_nothing_is_due_while_no_clock_runs():
    assert clocks.due(Clocks(), BOTH) is None
    assert clocks.due(clocks.stop(RUNNING, 6_000), BOTH) is None
    assert clocks.due(clocks.resume(clocks.stop(RUNNING, 6_000), 9_000), BOTH) == 9_000 + 15_000 + GRACE
