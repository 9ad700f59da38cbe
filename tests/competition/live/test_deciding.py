"""What each command adds to the log, and what is refused."""

from dataclasses import replace
from typing import Any

import pytest

from tests.competition.live.table import MOVE, SEED, Table, refused, scopa, setup
from tests.tournaments.toy.game import Toy
from tournaments.competition.live import clocks, deciding, orders, viewing
from tournaments.competition.live.clocks import GRACE
from tournaments.competition.live.deciding import BY_THE_RULES, Order
from tournaments.games.contract import RefusedError


def min_die(bound: int) -> int:
    return 0


@pytest.fixture
def table() -> Table:
    """A match of two with both limits, dealt at 0."""
    return Table(setup(move_ms=MOVE, bank_ms=50_000)).deal()


def test_the_cards_are_dealt_once_when_the_last_seat_is_ready():
    table = Table(setup((0, 1, 2)))
    assert [table.do(deciding.ready, seat, SEED) for seat in (2, 0)] == [["ready"], ["ready"]]
    assert refused(table, deciding.ready, 2, SEED) == "ready_already"
    assert refused(table, deciding.ready, 3, SEED) == "not_in_deal"
    assert table.do(deciding.ready, 1, "") == ["ready", "dealt"]
    assert (table.state.deal.seeds, table.state.turn) == ({0: SEED, 1: "", 2: SEED}, 1)
    assert refused(table, deciding.ready, 1, SEED) == "deal_begun"
    assert table.do(deciding.deal_now) == []


@pytest.mark.parametrize("seed", ["zz", "AB" * 16, "ab" * 15, "ab " * 16, "a"])
def test_a_seed_that_could_be_written_in_two_ways_or_is_too_short_is_refused(seed):
    assert refused(Table(setup()), deciding.ready, 0, seed) == "bad_seat_seed"


def test_a_deal_that_has_waited_long_enough_is_dealt_without_the_missing_seeds():
    table = Table(setup())
    table.do(deciding.ready, 1, SEED)
    assert table.do(deciding.deal_now, at=30_000) == ["dealt"]
    assert (table.live.cards().seeds, table.state.clocks.since) == (("", SEED), 30_000)


def test_nothing_is_dealt_while_the_match_is_paused_or_over():
    table = Table(setup())
    table.do(deciding.pause)
    assert table.do(deciding.deal_now) == []
    table.do(deciding.abandon, 0)
    assert table.do(deciding.deal_now) == []


def test_a_deal_that_nobody_has_to_play_is_closed_as_it_is_dealt():
    class Blank(Toy):
        def turn(self, state):
            return None

        def _points(self, state):
            return 120, 0

    table = Table(setup(game=Blank()))
    table.do(deciding.ready, 0, SEED)
    assert table.do(deciding.ready, 1, SEED) == ["ready", "dealt", "closed", "ended"]


def test_only_the_turn_plays_and_only_what_the_game_allows(table):
    assert refused(table, deciding.play, 0, "k1") == "other_turn"
    assert refused(table, deciding.play, 1, "k0") == "not_held"


def test_the_last_play_closes_the_deal_and_prepares_the_next(table):
    assert [table.play() for _ in range(3)] == [["played"]] * 3
    assert table.play() == ["played", "closed", "prepared"]
    assert (table.state.deal.number, table.state.deal.is_waiting, table.state.turn) == (2, True, None)


def test_a_match_ends_after_its_last_deal():
    table = Table(setup())
    while not table.state.is_over:
        table.deal().close()
    assert [event.kind for event in table.log[-2:]] == ["closed", "ended"]
    assert refused(table, deciding.play, 0, "k1") == "match_is_over_online"


def test_in_a_smaller_deal_the_seats_are_still_those_of_the_match():
    table = Table(setup((0, 1, 2)))
    while len(table.state.deal.seats) == 3:
        table.deal().close()
    left = table.state.deal.seats
    assert len(left) == 2
    table.deal()
    assert {event.data["turn"] for event in table.log if event.kind == "dealt"} <= {0, 1, 2}
    turns = []
    while table.state.deal.is_open and len(turns) < 4:
        turns.append(table.state.turn)
        table.play()
    assert (set(turns), len(table.state.closed[-1].sheet["points"])) == (set(left), 3)


def test_a_play_is_charged_from_when_it_reached_the_server_and_the_next_turn_begins_with_the_answer(table):
    table.play(at=6_000, received=5_000)
    assert (table.state.clocks.used, table.state.clocks.since) == ({1: 5_000}, 6_000)
    table.play(at=10_000)
    assert table.state.clocks.used == {1: 5_000, 0: 4_000}


def test_a_play_uses_no_more_credit_than_it_took(table):
    table.play(at=200, lag=900)
    assert (table.state.clocks.used, table.state.clocks.lag) == ({1: 0}, {1: 0})
    table.play(at=5_200, lag=900)
    assert (table.state.clocks.used, table.state.clocks.lag) == ({1: 0, 0: 4_100}, {1: 0, 0: 600})


def test_a_play_after_zero_is_refused_and_the_time_out_is_decided_once(table):
    due = MOVE + GRACE
    assert refused(table, deciding.play, 1, "k1", at=MOVE + 1) == "time_is_over"
    assert table.do(deciding.time_out, at=due - 1) == []
    assert table.do(deciding.time_out, at=due) == ["timed_out", "ended"]
    assert table.do(deciding.time_out, at=due) == []
    assert (table.state.fault.line, table.state.fault.cause) == (1, "move_timeout")


def test_a_play_that_arrived_in_time_leaves_nothing_to_time_out(table):
    assert table.play(at=MOVE + GRACE, received=MOVE) == ["played"]
    assert table.do(deciding.time_out, at=MOVE + GRACE) == []


def test_without_a_limit_nothing_times_out():
    table = Table(setup()).deal()
    assert table.do(deciding.time_out, at=10**9) == []
    assert table.play(at=10**9) == ["played"]


def test_a_pause_stops_everything_until_the_referee_resumes(table):
    assert table.do(deciding.pause, at=5_000) == ["paused"]
    assert refused(table, deciding.play, 1, "k1") == "match_is_paused"
    assert refused(table, deciding.pause) == "match_is_paused"
    assert table.do(deciding.time_out, at=10**9) == []
    assert table.do(deciding.resume, at=10**9) == ["resumed"]
    assert refused(table, deciding.resume) == "match_not_paused"
    assert clocks.due(table.state.clocks, table.live.limits) == 10**9 + MOVE - 5_000 + GRACE


def test_a_gap_in_service_is_given_back_to_a_running_clock_only(table):
    before = table.state.moved
    assert table.do(deciding.give_time, 60_000, at=61_000) == ["time_given"]
    assert (table.state.moved, table.state.sequence) == (before, before + 1)
    table.play(at=64_000)
    assert table.state.clocks.used == {1: 4_000}
    table.do(deciding.pause)
    assert table.do(deciding.give_time, 60_000) == []


def test_who_leaves_a_match_of_two_ends_it_and_nothing_follows(table):
    assert table.do(deciding.abandon, 0) == ["abandoned", "ended"]
    assert (table.state.fault.line, table.state.fault.forfeit) == (0, None)
    for decision, args in ((deciding.abandon, [1]), (deciding.resume, []), (deciding.ready, [0, SEED])):
        assert refused(table, decision, *args) == "match_is_over_online"


def test_at_a_table_of_several_a_fault_waits_for_the_referee_and_the_turn_begins_anew():
    table = Table(setup((0, 1, 2), move_ms=MOVE)).deal()
    late = MOVE + GRACE
    assert table.do(deciding.time_out, at=late) == ["timed_out", "paused"]
    assert (table.state.is_over, table.state.fault.forfeit) == (False, None)
    assert refused(table, deciding.abandon, 2, at=late) == "match_is_paused"
    assert table.state.fault.line == 1
    table.do(deciding.resume, at=90_000)
    assert table.state.fault is None
    assert table.do(deciding.time_out, at=90_000) == []
    assert table.play(at=90_000 + MOVE) == ["played"]


class Faulty(Toy):
    """Its rules say how a table of several goes on when a line is at fault."""

    def fault_way(self, rules):
        return rules["fault"]


def of_three(way: str, **more: Any) -> Table:
    return Table(setup((0, 1, 2), Faulty(), rules={"fault": way}, move_ms=MOVE, **more))


def test_where_the_rules_say_so_a_robot_plays_for_who_left_to_the_end_of_the_deal_and_then_the_line_is_out():
    """R-LIV-09"""
    table = of_three("robot").deal()
    assert table.do(deciding.abandon, 2, at=1_000) == ["abandoned"]
    assert (table.state.fault, table.state.is_paused, table.live.robots) == (None, False, {2: 1})
    assert (table.state.turn, table.state.clocks.since) == (1, 0)
    for refusal in (deciding.abandon, deciding.play):
        assert refused(table, refusal, 2, *(["k1"] if refusal is deciding.play else [])) == "seat_has_robot"
    robots = 0
    while table.state.deal.number == 1:
        robots += table.state.turn == 2
        done = table.do(deciding.robot_play, min_die) if table.state.turn == 2 else table.play()
        assert done[0] == "played"
    assert robots > 0
    assert done == ["played", "closed", "ruled", "prepared"]
    assert (table.state.lost[2].deals, table.state.lost[2].cause) == (1, "abandon")
    assert (table.state.deal.seats, table.live.robots) == ((0, 1), {})


def test_who_runs_out_of_time_is_replaced_and_the_robot_loses_nothing_by_the_clock():
    """R-LIV-09"""
    table = of_three("robot").deal()
    late = MOVE + GRACE
    assert table.do(deciding.time_out, at=late) == ["timed_out"]
    assert (table.state.turn, table.state.clocks.since) == (1, late)
    assert table.do(deciding.time_out, at=9 * late) == []
    assert table.do(deciding.robot_play, min_die, at=9 * late)[0] == "played"


def test_a_deal_in_which_a_robot_stood_in_may_be_void_and_the_line_is_out_all_the_same():
    """R-LIV-09"""
    table = of_three("robot").deal()
    table.do(deciding.abandon, 0)
    assert table.do(orders.void_deal, BY_THE_RULES) == ["voided", "ruled", "prepared"]
    assert table.state.deal.seats == (1, 2)
    ruled = of_three("robot").deal()
    ruled.do(deciding.abandon, 0)
    assert ruled.do(orders.rule_loss, Order(to=0)) == ["ruled", "voided", "prepared"]


def test_between_two_deals_and_where_the_rules_say_so_the_others_begin_anew():
    """R-LIV-09"""
    waiting, dealt = of_three("robot"), of_three("void").deal()
    assert waiting.do(deciding.abandon, 0) == ["abandoned", "ruled", "voided", "prepared"]
    assert dealt.do(deciding.abandon, 0) == ["abandoned", "ruled", "voided", "prepared"]
    assert waiting.state.deal.seats == dealt.state.deal.seats == (1, 2)
    assert of_three("referee").deal().do(deciding.abandon, 0) == ["abandoned", "paused"]


def test_where_so_many_leave_that_nobody_plays_on_those_who_stayed_go_on():
    """R-LIV-09"""
    for through, leaving in ((2, (1, 2)), (1, (0, 2, 3))):
        of_four = setup((0, 1, 2, 3), Faulty(), rules={"fault": "robot"}, move_ms=MOVE, through=through)
        table = Table(of_four).deal().close()
        for seat in leaving:
            table.do(deciding.abandon, seat)
            shown = viewing.view(table.live, None, 0)
            stayed = [line for line in range(4) if line not in leaving]
            assert shown["score"][-1]["through"] == (stayed if table.state.is_over else [])
        assert shown["score"][-1]["winner"] == (stayed[0] if through == 1 else None)
        assert table.state.is_over


def test_at_a_table_of_several_without_a_referee_a_fault_ends_the_match():
    left, late = (Table(replace(setup((0, 1, 2), move_ms=MOVE), has_referee=False)).deal() for _ in range(2))
    assert left.do(deciding.abandon, 0) == ["abandoned", "ended"]
    assert late.do(deciding.time_out, at=MOVE + GRACE) == ["timed_out", "ended"]
    assert [(table.state.is_over, table.state.is_paused, table.state.fault.line) for table in (left, late)] == [
        (True, False, 0),
        (True, False, 1),
    ]


def test_a_match_that_an_official_has_decided_is_over_once(table):
    assert table.do(deciding.settle, at=5_000) == ["settled"]
    assert (table.state.is_over, table.state.clocks.since) == (True, None)
    assert table.do(deciding.settle) == []
    assert refused(table, deciding.play, 1, "k1") == "match_is_over_online"


def test_at_a_table_of_several_only_the_seats_of_the_deal_can_leave():
    table = Table(setup((0, 1, 2)))
    while len(table.state.deal.seats) == 3:
        table.deal().close()
    outside = next(seat for seat in range(3) if seat not in table.state.deal.seats)
    assert refused(table, deciding.abandon, outside) == "not_in_deal"
    table.do(deciding.pause)
    assert table.do(deciding.abandon, table.state.deal.seats[0]) == ["abandoned"]


def test_the_forfeit_is_what_the_rules_say_of_the_position():
    waiting, begun = Table(scopa()), Table(scopa()).deal()
    begun.close()
    begun.deal().play()
    game, rules = begun.live.setup.game, begun.live.setup.rules
    score = game.score_sheet(rules, begun.state.closed[0].sheet)
    position = begun.live.position().unseal()
    waiting.do(deciding.abandon, 1)
    begun.do(deciding.abandon, 1)
    assert waiting.state.fault.forfeit == game.live_forfeit(rules, (), None, 1, "abandon", 0)
    assert begun.state.fault.forfeit == game.live_forfeit(rules, (score,), position, 1, "abandon", 0)


def test_a_fault_between_two_games_takes_nothing_from_the_game_before():
    table = Table(scopa(best_of=3))
    while table.state.deal.game == 0:
        table.deal().close()
    table.do(deciding.abandon, 0)
    game, rules = table.live.setup.game, table.live.setup.rules
    assert table.state.fault.forfeit == game.live_forfeit(rules, (), None, 0, "abandon", 0)


def test_the_cost_of_leaving_is_told_before_and_asking_decides_nothing():
    table = Table(scopa()).deal().close()
    asked = deciding.if_abandoned(table.live, 1)
    assert not table.state.is_over
    table.do(deciding.abandon, 1)
    assert asked == deciding.forfeit_points(table.live, table.state.fault.forfeit)
    assert asked[0] > asked[1]


def test_leaving_has_no_price_where_the_rules_know_no_forfeit_or_the_referee_decides():
    for seats in ((0, 1), (0, 1, 2)):
        assert deciding.if_abandoned(Table(setup(seats)).live, 0) is None


def test_the_cost_of_leaving_is_refused_where_leaving_is_refused():
    asked = Table(setup((0, 1, 2)))
    asked.do(deciding.abandon, 1)
    over = Table(setup())
    over.do(deciding.abandon, 1)
    smaller = Table(setup((0, 1, 2)))
    while len(smaller.state.deal.seats) == 3:
        smaller.deal().close()
    outside = next(seat for seat in range(3) if seat not in smaller.state.deal.seats)
    refusals = [(asked, 0, "match_is_paused"), (over, 0, "match_is_over_online"), (smaller, outside, "not_in_deal")]
    for table, seat, code in refusals:
        with pytest.raises(RefusedError, match=code):
            deciding.if_abandoned(table.live, seat)


def test_a_robot_is_ready_by_itself_and_plays_in_its_own_turn_only():
    table = Table(setup(robots={0: 1}))
    assert table.do(deciding.robot_play, min_die) == []
    assert set(table.state.deal.seeds) == {0}
    table.do(deciding.ready, 1, SEED)
    assert (table.state.turn, table.do(deciding.robot_play, min_die)) == (1, [])
    table.play()
    held = table.cards(0)["hand"]
    assert table.do(deciding.robot_play, min_die) == ["played"]
    assert (table.log[-1].seat, table.log[-1].data["play"]) == (0, held[0])


def test_nobody_plays_or_leaves_in_the_seat_of_a_robot():
    table = Table(setup(robots={1: 1}))
    table.do(deciding.ready, 0, SEED)
    assert table.state.turn == 1
    held = table.cards(1)["hand"][0]
    assert refused(table, deciding.play, 1, held) == "seat_has_robot"
    assert refused(table, deciding.abandon, 1) == "seat_has_robot"


def test_no_clock_runs_before_a_robot_plays_and_a_paused_robot_does_not_play():
    table = Table(setup(robots={1: 1}, move_ms=MOVE, bank_ms=50_000))
    table.do(deciding.ready, 0, SEED)
    table.do(deciding.pause, at=1_000)
    assert table.do(deciding.robot_play, min_die, at=1_000) == []
    table.do(deciding.resume, at=2_000)
    assert table.do(deciding.robot_play, min_die, at=9_000) == ["played"]
    assert (table.state.clocks.used, table.state.clocks.since) == ({1: 0}, 9_000)
