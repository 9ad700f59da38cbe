"""What the referee orders at a table: each with its reason in the log, nothing rewritten.

R-LIV-01, R-LIV-02, R-LIV-03, R-LIV-04, R-LIV-05, R-LIV-06.
"""

import random

import pytest

from tests.competition.live.table import MOVE, SEED, Table, refused, scopa, setup
from tournaments.competition.live import clocks, deciding, orders, viewing
from tournaments.competition.live.clocks import GRACE
from tournaments.competition.live.course import content, games
from tournaments.competition.live.deciding import Order
from tournaments.competition.live.log import fold

WHY = Order("Carta caduta", by=7)


def order(to: int | None = None, ms: int = 0) -> Order:
    return Order(WHY.note, WHY.by, to, ms)


@pytest.fixture
def table() -> Table:
    """A match of two with both limits, dealt at 0; seat 1 has to play."""
    return Table(setup(move_ms=MOVE, bank_ms=50_000)).deal()


def three(**more) -> Table:
    return Table(setup((0, 1, 2), **more)).deal()


def test_a_pause_has_a_reason_that_all_see_and_an_account_that_nobody_sees(table):
    table.do(deciding.pause, WHY, at=5_000)
    table.do(deciding.resume, Order("Trovata", by=7), at=9_000)
    shown = viewing.view(table.live, 0, 9_000)["orders"]
    assert [(event["kind"], event.get("reason"), event["note"]) for event in shown] == [
        ("paused", "referee", "Carta caduta"),
        ("resumed", None, "Trovata"),
    ]
    assert not any("by" in event for event in shown)


def test_only_the_newest_orders_are_shown(table):
    for number in range(6):
        table.do(orders.add_time, Order(f"n. {number}", to=1, ms=1_000))
    for viewer in (0, 1, viewing.OFFICIAL, viewing.REFEREE):
        shown = viewing.view(table.live, viewer, 0)["orders"]
        assert [event["note"] for event in shown] == [f"n. {n}" for n in range(1, 6)]
    watched = viewing.view(table.live, None, 0)["orders"]
    assert [(event["kind"], event.get("note")) for event in watched] == [("time_added", None)] * 5


def test_a_reason_that_was_written_for_everybody_is_read_by_everybody(table):
    table.do(orders.rule_loss, Order("Assente", by=7, to=0, is_public=True))
    shown = [viewing.view(table.live, viewer, 0)["orders"][-1] for viewer in (None, 0, 1, viewing.REFEREE)]
    assert [(event["kind"], event["note"], "is_public" in event) for event in shown] == [
        ("ruled", "Assente", False)
    ] * 4


def test_a_match_of_two_that_a_line_loses_by_ruling_is_over(table):
    assert table.do(orders.rule_loss, order(0)) == ["ruled", "ended"]
    lost = table.state.lost[0]
    assert (lost.deals, lost.cause, lost.note, lost.by) == (0, "loss", "Carta caduta", 7)
    assert viewing.view(table.live, None, 0)["fault"] == {"line": 0, "cause": "loss", "points": None}
    assert refused(table, orders.rule_loss, order(1)) == "match_is_over_online"
    assert refused(table, orders.void_deal, WHY) == "match_is_over_online"


@pytest.mark.parametrize("line", [None, 2, -1])
def test_only_a_line_of_the_match_loses_it(table, line):
    assert refused(table, orders.rule_loss, order(line)) == "line_not_in_match"


def test_at_a_table_of_several_the_others_go_on_without_the_line():
    table = three().close().deal()
    table.play()
    before = table.state.deal.number
    assert table.do(orders.rule_loss, order(1)) == ["ruled", "voided", "prepared"]
    assert (table.state.deal.number, table.state.deal.seats) == (before + 1, (0, 2))
    assert refused(table, orders.rule_loss, order(1)) == "line_not_in_match"
    table.deal().close()
    assert table.state.closed[-1].sheet["points"][1] is None
    assert viewing.view(table.live, None, 0)["lost"] == [1]
    assert len(content(table.live.setup, table.state)["games"][0]["deals"]) == 2


def test_a_line_that_is_ruled_out_before_any_deal_leaves_an_empty_chair():
    table = Table(setup((0, 1, 2)))
    assert table.do(orders.rule_loss, order(0)) == ["ruled", "voided", "prepared"]
    table.play_out(random.Random(3))
    assert [deal.sheet["points"][0] for deal in table.state.closed] == [None] * len(table.state.closed)
    assert games(table.live.setup, table.state)[-1].winner in (1, 2)


def test_a_table_at_which_no_more_are_left_than_go_on_is_over():
    table = three(through=2)
    assert table.do(orders.rule_loss, order(2)) == ["ruled", "voided", "ended"]
    later = three(through=2).close()
    assert later.do(orders.rule_loss, order(2)) == ["ruled", "voided", "ended"]


def test_a_line_that_comes_back_plays_the_next_deal_and_one_without_it_is_void():
    table = three().close().deal()
    table.do(orders.rule_loss, order(1))
    table.deal()
    table.play()
    assert table.do(orders.reinstate, order(1)) == ["reinstated", "voided", "prepared"]
    assert (table.state.deal.seats, table.state.lost) == ((0, 1, 2), {})
    table.deal().close()
    assert None not in table.state.closed[-1].sheet["points"]


def test_a_match_of_two_goes_on_with_another_deal_after_a_loss_that_is_cancelled(table):
    table.play()
    before = table.state.deal
    table.do(orders.rule_loss, order(1))
    assert table.do(orders.reinstate, order(1)) == ["reinstated", "voided", "prepared"]
    assert (table.state.is_over, table.state.deal.dealer) == (False, before.dealer)
    table.do(deciding.abandon, 0)
    assert table.state.is_over
    assert table.do(orders.reinstate, order(0)) == ["reinstated", "voided", "prepared"]
    assert (table.state.fault, table.deal().state.deal.is_open) == (None, True)


def test_a_match_that_too_few_were_left_in_or_that_was_played_to_its_end():
    table = three(through=2)
    table.do(orders.rule_loss, order(2))
    assert table.do(orders.reinstate, order(2)) == ["reinstated", "prepared"]
    over = Table(setup())
    over.play_out(random.Random(1))
    assert over.do(orders.reinstate, order(0)) == ["reinstated", "ended"]


def test_a_line_that_is_out_already_stops_nobody_when_it_is_ruled_out():
    table = Table(setup((0, 1, 2, 3)))
    while len(table.state.deal.seats) == 4:
        table.deal().close()
    outside = next(seat for seat in range(4) if seat not in table.state.deal.seats)
    assert len(table.state.deal.seats) > 1
    assert table.do(orders.rule_loss, order(outside)) == ["ruled"]


def test_a_tie_with_one_line_left_after_a_ruling_needs_no_deal():
    table = Table(setup((0, 1, 2, 3), through=2))
    lots = random.Random(1)
    while not (table.state.deal.tiebreak and len(table.state.deal.seats) == 2):
        if table.state.is_over:
            table = Table(table.live.setup)
        table.deal() if table.state.deal.is_waiting else table.play(lots.choice)
    assert table.do(orders.rule_loss, order(table.state.deal.seats[0]))[-1] == "ended"


def test_a_void_deal_is_dealt_again_by_the_same_player_and_counts_for_nothing(table):
    table.play()
    first = table.state.deal
    assert table.do(orders.void_deal, WHY, at=4_000) == ["voided", "prepared"]
    again = table.state.deal
    assert (again.number, again.dealer, again.seats) == (first.number + 1, first.dealer, first.seats)
    assert again.commitment != first.commitment
    assert (table.state.turn, table.state.closed) == (None, ())
    assert refused(table, deciding.play, 0, "k1") == "other_turn"
    assert refused(table, orders.void_deal, WHY) == "no_deal_in_hand"
    table.deal().close()
    assert (len(table.state.closed), table.state.deal.dealer) == (1, 1)
    assert viewing.replay(table.live, first.number, 1)["plays"] == list(first.plays)


def test_a_deal_that_was_void_before_it_was_dealt_has_no_replay():
    table = Table(setup((0, 1, 2)))
    table.do(orders.rule_loss, order(0))
    with pytest.raises(deciding.RefusedError, match="deal_not_closed"):
        viewing.replay(table.live, 1, 0)


def test_a_deal_is_void_also_while_the_match_is_stopped_and_waits_for_the_referee(table):
    table.do(deciding.pause)
    assert table.do(orders.void_deal, WHY) == ["voided", "prepared"]
    assert refused(table, deciding.ready, 0, SEED) == "match_is_paused"
    assert table.do(deciding.resume) == ["resumed"]
    assert table.deal().state.deal.is_open


def test_time_for_the_play_is_counted_for_the_play_that_is_due(table):
    moved = table.state.moved
    assert table.do(orders.add_time, order(1, 60_000), at=5_000) == ["time_added"]
    assert (table.state.moved, table.log[-1].data["of"]) == (moved, "move")
    assert viewing.view(table.live, None, 5_000)["clock"]["move_ms"] == [MOVE, MOVE - 5_000 + 60_000]
    assert clocks.due(table.state.clocks, table.live.limits) == MOVE + 60_000 + GRACE
    assert table.play(at=MOVE + 60_000) == ["played"]


def test_time_for_somebody_who_does_not_play_now_goes_to_the_bank(table):
    table.do(orders.add_time, order(0, 60_000))
    assert table.log[-1].data["of"] == "bank"
    assert viewing.view(table.live, None, 0)["clock"]["bank_ms"] == [110_000, 50_000]


def test_where_plays_have_no_limit_added_time_goes_to_the_bank_of_the_player():
    table = Table(setup(bank_ms=50_000)).deal()
    table.do(orders.add_time, order(1, 60_000))
    assert table.state.clocks.used == {1: -60_000}


def test_time_is_refused_where_no_clock_counts_it():
    table = Table(setup(move_ms=MOVE)).deal()
    assert refused(table, orders.add_time, order(0, 60_000)) == "no_clock_to_give"
    assert refused(Table(setup()).deal(), orders.add_time, order(1, 60_000)) == "no_clock_to_give"


@pytest.mark.parametrize("ms", [0, -1, orders.MOST_GIVEN + 1])
def test_the_time_that_is_given_is_bounded(table, ms):
    assert refused(table, orders.add_time, order(1, ms)) == "time_out_of_range"


@pytest.mark.parametrize("seat", [None, -1, 2])
def test_an_order_about_a_seat_names_one_of_the_match(table, seat):
    assert refused(table, orders.add_time, order(seat, 1_000)) == "seat_missing"
    assert refused(table, orders.open_hand, order(seat)) == "seat_missing"


def test_an_opened_hand_is_in_the_log_for_all_and_in_sight_of_the_referee_alone(table):
    before = {viewer: viewing.view(table.live, viewer, 0) for viewer in (None, 0, 1, viewing.REFEREE)}
    assert before[viewing.REFEREE] == {**before[None], "hands": {}}
    held = table.cards(0)["hand"]
    assert table.do(orders.open_hand, order(0)) == ["hand_opened"]
    seen = viewing.view_of_event(table.log[-1], 1)
    assert {name: seen[name] for name in ("to", "deal", "note")} == {"to": 0, "deal": 1, "note": "Carta caduta"}
    watched = viewing.view_of_event(table.log[-1])
    assert ({name: watched[name] for name in ("to", "deal")}, "note" in watched) == ({"to": 0, "deal": 1}, False)
    for viewer in (None, 0, 1):
        after = viewing.view(table.live, viewer, 0)
        assert ("hands" in after, after["deal"]["opened"], after["cards"]) == (False, [0], before[viewer]["cards"])
    assert viewing.view(table.live, viewing.REFEREE, 0)["hands"] == {"0": held}
    assert refused(table, orders.open_hand, order(0)) == "hand_open_already"


def test_an_opened_hand_is_closed_with_its_deal(table):
    table.do(orders.open_hand, order(0))
    table.play()
    assert table.state.deal.opened == {0}
    table.close()
    assert viewing.view(table.live, viewing.REFEREE, 0)["hands"] == {}
    assert refused(table, orders.open_hand, order(0)) == "no_deal_in_hand"
    table.deal()
    assert viewing.view(table.live, viewing.REFEREE, 0)["hands"] == {}


def test_the_hand_of_a_seat_outside_the_deal_is_not_opened():
    table = Table(setup((0, 1, 2)))
    table.do(orders.rule_loss, order(0))
    table.deal()
    assert refused(table, orders.open_hand, order(0)) == "seat_not_in_deal"


def test_with_open_options_the_referee_sees_the_opened_hand_and_not_what_its_seat_sees():
    table = Table(scopa("online_002", (0, 1, 0, 1), rules={"carte_scoperte_partners": True})).deal()
    table.do(orders.open_hand, order(1))
    assert table.cards(1)["open_hands"]
    assert viewing.view(table.live, viewing.REFEREE, 0)["hands"] == {"1": table.cards(1)["hand"]}


def test_a_corrected_deal_counts_from_then_on_and_the_deal_in_hand_goes_on():
    table = Table(setup()).deal().close().deal()
    table.play()
    written = content(table.live.setup, table.state)
    written = {**written, "games": [{"deals": [{"points": [40, 0], "tiebreak": 0}], "time_called": False}]}
    assert table.state.closed[0].sheet != written["games"][0]["deals"][0]
    assert table.do(orders.correct, written, 4, WHY) == ["corrected"]
    assert (content(table.live.setup, table.state), table.state.adopted) == (written, 4)
    assert viewing.view_of_event(table.log[-1])["sheets"] == {"1": {"points": [40, 0], "tiebreak": 0}}
    assert viewing.view(table.live, None, 0)["score"][-1]["totals"] == [40, 0]
    assert table.play() == ["played"]
    assert table.do(orders.correct, written, 5, WHY) == []


def corrected(table: Table, *points: list[int | None], **more) -> list[str]:
    deals = [{"points": each, "tiebreak": 0} for each in points]
    written = {"games": [{"deals": deals, "time_called": False, **more}], "forfeit": None}
    return table.do(orders.correct, written, 4, WHY)


def test_a_sheet_with_other_deals_or_by_time_or_of_a_match_that_is_over_is_not_taken_over():
    table = Table(setup()).deal().close().deal()
    assert corrected(table, [40, 0], [40, 0]) == []
    assert corrected(table, [40, 0], time_called=True) == []
    assert corrected(table, [40, 0], total_only=True) == []
    table.do(deciding.abandon, 0)
    assert corrected(table, [40, 0]) == []


def test_a_correction_that_eliminates_a_line_makes_the_deal_in_hand_void():
    table = three().close().deal()
    assert corrected(table, [120, 0, 0]) == ["corrected", "voided", "prepared"]
    assert table.state.deal.seats == (1, 2)


def test_a_correction_that_ends_the_match_ends_it():
    table = Table(setup()).deal().close().deal()
    assert corrected(table, [120, 0]) == ["corrected", "voided", "ended"]
    assert table.state.is_over


def test_a_correction_that_ends_the_match_before_the_last_closed_deal_ends_it():
    """The sheet has one deal less than the match: the report of the newest is on its way."""
    table = three().close().deal().close().deal()
    assert corrected(table, [120, 120, 0]) == ["corrected", "voided", "ended"]
    assert viewing.view(table.live, None, 0)["score"][-1]["totals"] == [120, 120, 0]


def test_a_line_that_is_out_already_is_ruled_out_and_the_others_play_on():
    table = three().close().deal()
    assert corrected(table, [120, 0, 0]) == ["corrected", "voided", "prepared"]
    table.do(orders.rule_loss, order(0))
    table.deal().close()
    assert games(table.live.setup, table.state)[-1].lines[0].state == "out"


def test_a_fault_that_was_forgiven_once_loses_the_match_when_it_comes_again():
    table = three(move_ms=MOVE)
    late = MOVE + GRACE
    assert table.do(deciding.time_out, at=late) == ["timed_out", "paused"]
    table.do(deciding.resume, at=late)
    assert table.state.forgiven == {(1, "move_timeout")}
    assert table.do(deciding.time_out, at=2 * late) == ["timed_out", "ruled", "voided", "prepared"]
    assert (table.state.is_paused, table.state.fault, table.state.lost[1].cause) == (False, None, "move_timeout")
    assert 1 not in table.state.deal.seats


def test_another_fault_or_another_line_asks_the_referee_again():
    table = three(move_ms=MOVE)
    table.do(deciding.abandon, 1)
    table.do(deciding.resume)
    assert table.do(deciding.time_out, at=MOVE + GRACE) == ["timed_out", "paused"]
    table.do(deciding.resume, at=MOVE + GRACE)
    assert table.do(deciding.abandon, 0, at=MOVE + GRACE) == ["abandoned", "paused"]
    table.do(deciding.resume, at=MOVE + GRACE)
    assert table.do(deciding.abandon, 1, at=MOVE + GRACE) == ["abandoned", "ruled", "voided", "prepared"]


def test_a_ruling_answers_the_fault_that_the_referee_was_asked_about_and_no_other():
    table = three()
    table.do(deciding.abandon, 1)
    table.do(orders.rule_loss, order(2))
    assert table.state.fault.line == 1
    other = three()
    other.do(deciding.abandon, 1)
    other.do(orders.rule_loss, order(1))
    assert (other.state.fault, other.state.is_paused) == (None, True)
    other.do(deciding.resume)
    assert other.state.forgiven == frozenset()


def test_the_state_after_orders_is_the_fold_of_the_log():
    table = three(move_ms=MOVE, bank_ms=50_000).close().deal()
    table.do(orders.open_hand, order(0))
    table.do(orders.add_time, order(0, 1_000))
    corrected(table, [0, 40, 80])
    table.do(orders.void_deal, WHY)
    table.do(orders.rule_loss, order(2))
    assert fold(table.log) == table.state
