"""The state of a match is nothing but the fold of its log."""

import random

import pytest

from tests.competition.live.table import Table, setup
from tournaments.competition.live import deciding, orders
from tournaments.competition.live.deciding import Order
from tournaments.competition.live.log import EFFECTS, Event, State, fold


def test_the_fold_of_the_whole_log_or_of_its_parts_is_the_same_state():
    table = Table(setup((0, 1, 2))).play_out(random.Random(2))
    for number in range(len(table.log)):
        assert fold(table.log[number:], fold(table.log[:number])) == table.state
    assert [event.sequence for event in table.log] == [*range(1, table.state.sequence + 1)]


@pytest.mark.parametrize("number", [0, 2])
def test_a_gap_or_a_number_twice_in_the_log_is_noticed(number):
    with pytest.raises(ValueError, match=f"event {number} after 0"):
        fold([Event(number, "paused", 0)])
    assert fold([]) == State()


def test_a_deal_waits_is_open_and_is_closed():
    table = Table(setup())
    assert (table.state.deal.is_waiting, table.state.deal.is_open) == (True, False)
    table.deal()
    assert (table.state.deal.is_waiting, table.state.deal.is_open) == (False, True)
    table.close()
    assert [(deal.is_waiting, deal.is_open) for deal in table.state.closed] == [(False, False)]


def test_every_kind_of_event_can_be_decided():
    table, other = Table(setup(move_ms=1)), Table(setup())
    for live in (table, other):
        live.do(deciding.pause)
        live.do(deciding.resume)
        live.deal()
    table.do(deciding.give_time, 5)
    table.do(deciding.time_out, at=10**6)
    other.close()
    other.do(deciding.abandon, 0)
    settled = Table(setup())
    settled.do(deciding.settle)
    ordered = Table(setup(bank_ms=9_000)).deal().close().deal()
    for order in (orders.add_time, orders.open_hand, orders.void_deal, orders.rule_loss, orders.reinstate):
        ordered.do(order, Order("Prova", to=0, ms=1))
    corrected = Table(setup()).deal().close()
    written = {"games": [{"deals": [{"points": [40, 0], "tiebreak": 0}], "time_called": False}], "forfeit": None}
    corrected.do(orders.correct, written, 2, Order("Prova"))
    timed = Table(setup()).deal()
    for is_called in (True, False):
        timed.do(deciding.keep_time, is_called=is_called)
    logs = [each.log for each in (table, other, settled, ordered, corrected, timed)]
    assert {event.kind for log in logs for event in log} == set(EFFECTS)
