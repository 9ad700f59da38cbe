"""What happens when time runs out, by every value of the parameters that say so."""

from dataclasses import replace

import pytest

from gamekit.domains import Choice
from scopa.cards import PACK_SIZE
from scopa.match import Setting
from scopa.phrases import PHRASES
from scopa.presets import ONLINE_002, PRESETS, VALLIADI_2022
from scopa.rules import DOMAINS, Rules
from scopa.state import State
from scopa.time_limit import at_time, stops
from scopa.turn import begin, play

OPEN = Setting()
KO = Setting(must_decide=True)
DRAW = replace(VALLIADI_2022, tie_after_time="draw", draws_allowed=True)


def said(codes: tuple[str, ...]) -> str:
    return " ".join(PHRASES[f"time.{code}"] for code in codes)


def test_the_hour_of_valliadi() -> None:
    """R-SCO-37: nobody is at fault, the deal in progress is finished and the line that leads wins."""
    found = at_time(VALLIADI_2022, KO)
    assert said(found.at_zero) == (
        "At zero the deal in progress is finished. The line that is ahead wins."
        " Level lines play tie-break deals, three at most."
    )
    assert said(found.over).startswith(
        "The deal in progress is finished, and no other begins. The line that is ahead wins"
    )
    assert found.counts_last_deal
    assert not found.costs_the_match


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        pytest.param("finish_deal", True, id="R-SCO-37 the deal is finished"),
        pytest.param("finish_cycle", True, id="R-SCO-37 the deal counts if the cards in hand finish it"),
        pytest.param("stop_and_void_deal", False, id="R-SCO-37 the deal is void"),
    ],
)
def test_the_deal_in_progress(value: str, counts: bool) -> None:
    found = at_time(replace(VALLIADI_2022, on_time_expiry=value), KO)
    assert (found.at_zero[0], found.over[0], found.counts_last_deal) == (f"zero_{value}", f"over_{value}", counts)


def after(plays: int, *, seats: int = 2, expiry: str) -> State:
    """A deal after so many plays, each the first that is legal."""
    state = begin(replace(VALLIADI_2022, on_time_expiry=expiry), range(PACK_SIZE), 0, seats)
    for _ in range(plays):
        assert state.turn is not None
        state = play(state, state.turn, state.legal[0])
    return state


@pytest.mark.parametrize(
    ("expiry", "seats", "called_after", "stopped_after"),
    [
        pytest.param("stop_and_void_deal", 2, 7, 7, id="R-SCO-69 void at once"),
        pytest.param("finish_cycle", 2, 7, 12, id="R-SCO-69 the three cards in hand are played"),
        pytest.param("finish_cycle", 2, 12, 18, id="R-SCO-69 three cards that have just been dealt are in hand"),
        pytest.param("finish_cycle", 4, 0, 12, id="R-SCO-69 of four players each has three cards"),
    ],
)
def test_where_time_stops_a_deal(expiry: str, seats: int, called_after: int, stopped_after: int) -> None:
    asked = range(called_after, 36)
    first = next(plays for plays in asked if stops(after(plays, seats=seats, expiry=expiry), called_after))
    assert first == stopped_after


@pytest.mark.parametrize(("expiry", "called_after"), [("finish_deal", 0), ("finish_cycle", 30), ("finish_cycle", 35)])
def test_a_finished_deal_is_not_stopped(expiry: str, called_after: int) -> None:
    """R-SCO-69: it counts where it is played to its end; in the last three cards it always is."""
    asked = range(called_after, 37)
    assert not any(stops(after(plays, expiry=expiry), called_after) for plays in asked)


@pytest.mark.parametrize(
    ("rules", "setting", "code"),
    [
        pytest.param(VALLIADI_2022, OPEN, "level_spareggi_3", id="R-SCO-38 tie-break deals"),
        pytest.param(replace(VALLIADI_2022, ko_tiebreak_deals=1), KO, "level_spareggi_1", id="R-SCO-38 one of them"),
        pytest.param(replace(VALLIADI_2022, ko_tiebreak_deals=2), KO, "level_spareggi_2", id="R-SCO-38 two of them"),
        pytest.param(DRAW, OPEN, "level_draw", id="R-SCO-38 a draw"),
        pytest.param(DRAW, KO, "level_spareggi_3", id="R-SCO-38 no draw in a knockout"),
        pytest.param(Rules(tie_after_time="high_card"), OPEN, "level_high_card", id="R-SCO-38 the higher card"),
        pytest.param(Rules(tie_after_time="high_card"), KO, "level_high_card", id="R-SCO-38 also in a knockout"),
    ],
)
def test_who_is_level_at_time(rules: Rules, setting: Setting, code: str) -> None:
    found = at_time(rules, setting)
    assert (found.at_zero[1:], found.over[1:]) == (("ahead_wins", code),) * 2


def test_a_lines_own_clock_is_a_fault_only_where_the_rules_say_so() -> None:
    """R-SCO-37, R-SCO-39: the clock of the hall never is."""
    faults = {name: at_time(rules, KO).costs_the_match for name, rules in PRESETS.items()}
    assert [name for name, at_fault in faults.items() if at_fault] == ["online_002"]
    assert said(at_time(ONLINE_002, KO).own_clock) == "The line whose clock runs out loses the match."


def test_every_value_of_the_parameters_has_words() -> None:
    """R-SCO-37, R-SCO-38"""
    expiry, level = DOMAINS["on_time_expiry"], DOMAINS["tie_after_time"]
    assert isinstance(expiry, Choice)
    assert isinstance(level, Choice)
    for on_time_expiry in expiry.values:
        for tie_after_time in level.values:
            values = {"on_time_expiry": str(on_time_expiry), "tie_after_time": str(tie_after_time)}
            found = at_time(Rules(**values, draws_allowed=True), OPEN)  # type: ignore[arg-type]
            assert said((*found.at_zero, *found.over))
