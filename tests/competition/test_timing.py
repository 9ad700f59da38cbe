"""Clocks, gaps and a line's own time, to the millisecond (R-TIM-01 to R-TIM-09)."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.competition.timing import MINUTE, TOLERATED, TOLERATED_IN_PLAY, Bank, Clock, clock_shift, of_table

HOUR = 60 * MINUTE
NOW = 1_800_000_000_000


def test_a_clock_runs_out_its_minutes_after_its_start() -> None:
    """R-TIM-01."""
    clock = Clock(NOW, HOUR)
    assert clock.due == NOW + HOUR
    assert [clock.time_left(NOW + gone) for gone in (0, 1, HOUR - 1, HOUR, HOUR + 1)] == [HOUR, HOUR - 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("clock", "state"),
    [
        (Clock(None, 0), "none"),
        (Clock(None, HOUR), "waiting"),
        (Clock(NOW - 1, HOUR), "running"),
        (Clock(NOW - 2, HOUR, paused=NOW - 1), "paused"),
        (Clock(NOW - HOUR, HOUR), "over"),
        (Clock(NOW - 1, HOUR, called=NOW), "over"),
    ],
)
def test_a_clock_is_in_one_of_five_states(clock: Clock, state: str) -> None:
    """R-TIM-02."""
    assert clock.state(NOW) == state


@pytest.mark.parametrize("extra", [-40, -41, -60])
def test_a_paused_clock_of_which_nothing_is_left_is_over(extra: int) -> None:
    """R-TIM-02."""
    at = NOW + 20 * MINUTE
    ended = Clock(NOW, HOUR).pause(at).extend(extra * MINUTE, at)
    assert (ended.due, ended.state(at)) == (at, "over")
    assert of_table(Clock(None, 0, extra * MINUTE), Clock(NOW, HOUR).pause(at)).due is not None
    assert of_table(Clock(None, 0, -39 * MINUTE), Clock(NOW, HOUR).pause(at)).state(at) == "paused"


def test_a_clock_that_has_not_begun_has_all_its_time() -> None:
    """R-TIM-02."""
    assert (Clock(None, HOUR).due, Clock(None, HOUR).time_left(NOW)) == (None, HOUR)


def test_what_was_left_is_left_however_long_a_clock_stood_still() -> None:
    """R-TIM-03."""
    paused = Clock(NOW, HOUR).pause(NOW + 20 * MINUTE)
    assert (paused.due, paused.time_left(NOW + 9 * HOUR)) == (None, 40 * MINUTE)
    resumed = paused.resume(NOW + 9 * HOUR)
    assert (resumed.time_left(NOW + 9 * HOUR), resumed.due) == (40 * MINUTE, NOW + 9 * HOUR + 40 * MINUTE)
    assert resumed.resume(NOW + 10 * HOUR) == resumed


def test_extra_time_puts_the_end_off_and_less_time_brings_it_near_down_to_nothing() -> None:
    """R-TIM-04."""
    clock = Clock(NOW, HOUR)
    assert clock.extend(10 * MINUTE, NOW + MINUTE).due == NOW + 70 * MINUTE
    assert clock.extend(-10 * MINUTE, NOW + MINUTE).due == NOW + 50 * MINUTE
    assert clock.extend(-10 * MINUTE, NOW + 55 * MINUTE).due == NOW + 55 * MINUTE
    assert clock.pause(NOW + MINUTE).extend(5 * MINUTE, NOW + HOUR).time_left(NOW + 2 * HOUR) == 64 * MINUTE


def test_extra_time_before_the_start_never_makes_less_than_nothing() -> None:
    """R-TIM-04."""
    clock = Clock(None, HOUR)
    assert clock.extend(MINUTE, NOW).time_left(NOW) == 61 * MINUTE
    assert clock.extend(-2 * HOUR, NOW).time_left(NOW) == 0


def test_extra_time_after_the_call_counts_from_now() -> None:
    """R-TIM-05."""
    called = Clock(NOW, HOUR, called=NOW + HOUR)
    again = called.extend(5 * MINUTE, NOW + 90 * MINUTE)
    assert (again.called, again.due) == (None, NOW + 95 * MINUTE)


def test_a_table_goes_by_its_round_with_its_own_extra_time_on_top() -> None:
    """R-TIM-06."""
    of_round = Clock(NOW, HOUR, added=MINUTE, called=NOW + 61 * MINUTE)
    assert of_table(Clock(None, 0), of_round) == of_round
    longer = of_table(Clock(None, 0, added=10 * MINUTE), of_round)
    assert (longer.due, longer.called) == (NOW + 71 * MINUTE, None)
    ended = of_table(Clock(None, 0, added=-MINUTE, called=NOW + HOUR), of_round)
    assert ended.called == NOW + HOUR


def test_a_table_with_a_clock_of_its_own_goes_by_that_alone() -> None:
    """R-TIM-07."""
    own = Clock(NOW + MINUTE, HOUR)
    assert of_table(own, Clock(NOW, MINUTE, paused=NOW)) is own


@pytest.mark.parametrize(
    ("gap", "moved"),
    [
        (0, 0),
        (4_000, 0),
        (TOLERATED, 0),
        (TOLERATED + 1, 5_001),
        (6_000, 6_000),
        (HOUR, HOUR),
        (-TOLERATED, 0),
        (-6_000, -6_000),
        (-HOUR, -HOUR),
    ],
)
def test_a_gap_of_more_than_five_seconds_moves_the_clocks_by_all_of_it(gap: int, moved: int) -> None:
    """R-TIM-08."""
    assert clock_shift(NOW, NOW + gap) == moved
    assert clock_shift(NOW, NOW + gap, TOLERATED_IN_PLAY) == (gap if abs(gap) > TOLERATED_IN_PLAY else 0)


def test_a_gap_is_counted_neither_while_a_clock_runs_nor_while_it_stands() -> None:
    """R-TIM-08."""
    running, later = Clock(NOW, HOUR), NOW + 9 * HOUR
    assert running.shift(8 * HOUR).time_left(later) == running.time_left(later - 8 * HOUR) == 0
    assert running.shift(9 * HOUR).due == running.due + 9 * HOUR  # type: ignore[operator]
    paused = running.pause(NOW + MINUTE).shift(9 * HOUR)
    assert paused.resume(later + 2 * MINUTE) == replace(running, started=later, added=MINUTE)
    for still in (Clock(None, HOUR), Clock(NOW, HOUR, called=NOW + HOUR)):
        assert still.shift(HOUR) == still


def test_a_lines_clock_runs_only_while_it_is_let() -> None:
    """R-TIM-09."""
    bank = Bank(10 * MINUTE)
    assert (bank.due, bank.time_left(NOW)) == (None, 10 * MINUTE)
    running = bank.run(NOW)
    assert (running.due, running.run(NOW + 1)) == (NOW + 10 * MINUTE, running)
    assert running.stop(NOW + 3 * MINUTE) == Bank(7 * MINUTE)
    assert running.stop(NOW + HOUR) == Bank(0)
    assert bank.stop(NOW) == bank


@dataclass
class Hall:
    """What really happened: the time that the table could play, beside the clock that is to grant it.

    ``wall`` is what the server's clock shows, which may jump while real time does not pass.
    """

    clock: Clock
    wall: int
    granted: int
    played: int = 0

    def pass_(self, ms: int) -> None:
        """Time goes by, at most until the table's time is up."""
        ms = min(ms, self.clock.time_left(self.wall)) if self.clock.paused is None else ms
        self.wall += ms
        self.played += ms if self.clock.paused is None else 0

    def gap(self, ms: int) -> None:
        """The service is away, or the server's clock is put on or back: nobody plays by it."""
        moved = clock_shift(self.wall, self.wall + ms)
        if moved:
            self.wall += ms
            self.clock = self.clock.shift(moved)

    def toggle(self) -> None:
        paused = self.clock.paused is not None
        self.clock = self.clock.resume(self.wall) if paused else self.clock.pause(self.wall)

    def extend(self, ms: int) -> None:
        ms = max(ms, -self.clock.time_left(self.wall))
        self.granted += ms
        self.clock = self.clock.extend(ms, self.wall)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("pass_"), st.integers(0, 2 * HOUR)),
        st.tuples(st.just("gap"), st.integers(-HOUR, 24 * HOUR)),
        st.tuples(st.just("toggle")),
        st.tuples(st.just("extend"), st.integers(-HOUR, HOUR)),
    ),
    max_size=40,
)


@given(minutes=st.integers(1, 600), steps=STEPS)
def test_a_table_is_granted_its_minutes_and_the_extra_to_the_millisecond(
    minutes: int, steps: list[tuple[str, int]]
) -> None:
    """R-TIM-03, R-TIM-04, R-TIM-08: whatever is stopped, added, or lost in gaps."""
    hall = Hall(Clock(NOW, minutes * MINUTE), NOW, minutes * MINUTE)
    for name, *values in steps:
        getattr(hall, name)(*values)
        assert hall.played + hall.clock.time_left(hall.wall) == hall.granted
    if hall.clock.paused is not None:
        hall.toggle()
    hall.pass_(hall.granted)
    assert (hall.played, hall.clock.state(hall.wall)) == (hall.granted, "over")


@given(
    minutes=st.integers(1, 60),
    steps=st.lists(st.tuples(st.sampled_from(["run", "stop"]), st.integers(0, 1), st.integers(0, 5 * MINUTE))),
)
def test_two_lines_use_their_time_one_after_the_other(minutes: int, steps: list[tuple[str, int, int]]) -> None:
    """R-TIM-09: what both have left and what was played make their minutes, to the millisecond."""
    banks, now, used = [Bank(minutes * MINUTE), Bank(minutes * MINUTE)], NOW, [0, 0]
    for step, line, ms in steps:
        banks = [bank.stop(now) for bank in banks]
        if step == "run":
            banks[line] = banks[line].run(now)
            used[line] += min(ms, banks[line].time_left(now))
        now += ms
        assert [bank.time_left(now) for bank in banks] == [minutes * MINUTE - each for each in used]
