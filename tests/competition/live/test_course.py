"""Which deal comes next, who plays and deals it, and when a match is over."""

import random
from dataclasses import replace

import pytest

from tests.competition.live.table import Table, after, closed, scopa, setup
from tournaments.competition.live.course import NextDeal, content, games, games_won, next_deal
from tournaments.competition.live.log import Fault, State
from tournaments.competition.live.setup import circumstances_from_json
from tournaments.games.contract import Circumstances

WON, LOST, LEVEL = (0, 120), (120, 0), (120, 120)


def test_the_first_deal_is_dealt_by_the_dealer_of_the_match_to_all():
    assert next_deal(setup((0, 1, 2)), State()) == NextDeal(0, 0, 0, (0, 1, 2))


def test_the_deal_goes_round():
    pairs = setup((0, 1, 0, 1))
    assert next_deal(pairs, after(closed(1, (40, 0), dealer=2))) == NextDeal(0, 0, 3, (0, 1, 2, 3))
    assert next_deal(pairs, after(closed(1, (40, 0), dealer=3))) == NextDeal(0, 0, 0, (0, 1, 2, 3))


def test_a_line_that_is_out_is_dealt_no_cards():
    three = setup((0, 1, 2))
    assert next_deal(three, after(closed(1, (0, 110, 40)))) == NextDeal(0, 0, 2, (0, 2))
    assert next_deal(three, after(closed(1, (0, 110, 110)))) is None


def test_lines_that_are_level_play_a_tie_break_until_something_else_decides():
    three, first = setup((0, 1, 2)), closed(1, (120, 0, 120), dealer=1)
    level = after(closed(1, (110, 110, 110), dealer=1))
    assert next_deal(three, level) == NextDeal(0, 1, 2, (0, 1, 2))
    assert next_deal(three, after(first)) is None
    again = [closed(number + 1, (40, 40, 40), tiebreak=number) for number in (1, 2)]
    assert games(three, after(*level.deals, *again))[-1].tie.kind == "card"
    assert next_deal(three, after(*level.deals, *again)) is None


def test_a_match_of_several_games_goes_on_until_one_line_has_most_of_them():
    three_games = setup(best_of=3)
    state = after(closed(1, WON))
    assert next_deal(three_games, state) == NextDeal(1, 0, 1, (0, 1))
    state = after(closed(1, WON), closed(2, LOST, game=1))
    assert next_deal(three_games, state) == NextDeal(2, 0, 1, (0, 1))
    assert games_won(three_games, state, games(three_games, state)) == (1, 1)
    assert next_deal(three_games, after(closed(1, WON), closed(2, WON, game=1))) is None


def test_the_second_leg_is_always_played_and_then_the_sum_decides():
    """R-KO-22: penalties, of which fewer are better."""
    two_legs = setup(best_of=2)
    state = after(closed(1, WON))
    assert next_deal(two_legs, state) == NextDeal(1, 0, 1, (0, 1))
    assert next_deal(two_legs, after(*state.deals, closed(2, (110, 40), game=1))) is None
    level = after(*state.deals, closed(2, LOST, game=1))
    assert next_deal(two_legs, level) == NextDeal(2, 0, 1, (0, 1))
    assert games_won(two_legs, level, games(two_legs, level)) == (1, 1)
    assert next_deal(two_legs, after(*level.deals, closed(3, LOST, game=2))) is None


def test_a_leg_needs_no_winner_and_the_third_game_does():
    """R-KO-22"""
    two_legs, state = setup(best_of=2), after(closed(1, WON), closed(2, LOST, game=1), closed(3, WON, game=2))
    assert [one.circumstances.must_decide for one in games(two_legs, state)] == [False, False, True]


def test_who_leads_needs_one_game_and_the_other_line_two():
    """R-DBL-11"""
    final = replace(setup(best_of=3), lead=1)
    assert next_deal(final, after(closed(1, WON))) is None
    state = after(closed(1, LOST))
    assert next_deal(final, state) == NextDeal(1, 0, 1, (0, 1))
    assert games_won(final, state, games(final, state)) == (1, 1)
    assert next_deal(final, after(closed(1, LOST), closed(2, LOST, game=1))) is None


def test_a_match_of_one_game_is_over_with_it_however_many_go_on():
    assert next_deal(setup(), after(closed(1, WON))) is None
    both = setup((0, 1, 2), through=2)
    state = after(closed(1, (0, 40, 120)))
    assert next_deal(both, state) is None
    assert games(setup(), after(closed(1, WON)))[0].winner == 0
    assert games(setup(), after(closed(1, LEVEL)))[0].winner is None


def test_the_sheet_has_the_closed_deals_by_game_and_the_forfeit():
    first, second = closed(1, WON), closed(2, (0, 40), game=1)
    written = {"deals": [first.sheet], "time_called": False}, {"deals": [second.sheet], "time_called": False}
    assert content(setup(), after(first, second)) == {"games": [*written], "forfeit": None}
    state = State(deals=(first,), fault=Fault(1, "abandon", {"line": 1}))
    assert content(setup(), state) == {"games": [written[0]], "forfeit": {"line": 1}}


def test_a_line_that_never_came_plays_no_deal():
    kept = {"must_decide": True, "lines": 4, "through": 2, "absent": [3]}
    assert circumstances_from_json(kept) == Circumstances(True, False, 4, 2, frozenset({3}))
    assert next_deal(setup((0, 1, 2, 3), absent=frozenset({3})), State()) == NextDeal(0, 0, 0, (0, 1, 2))


@pytest.mark.parametrize("seats", [(0, 1), (0, 1, 0, 1)])
def test_a_match_of_scopa_ends_and_scores_as_its_cards_say(seats):
    table = Table(scopa(seats=seats)).play_out(random.Random(3))
    game, rules = table.live.setup.game, table.live.setup.rules
    last = games(table.live.setup, table.state)[-1]
    assert (last.is_over, table.state.turn) == (True, None)
    assert last.deals[-1].points == game.score(table.live.position().unseal()).points
    assert last.deals == tuple(game.score_sheet(rules, deal.sheet) for deal in table.state.closed)
    dealers = [deal.dealer for deal in table.state.deals]
    assert dealers == [number % len(seats) for number in range(len(dealers))]
