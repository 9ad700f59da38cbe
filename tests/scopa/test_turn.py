"""A deal in play: sweeps and what excludes them, leftovers, the last capture."""

import random

import pytest

from scopa.cards import NAMES, card
from scopa.errors import IllegalPlayError
from scopa.plays import parse_play
from scopa.presets import CLASSICA_001, ONLINE_002
from scopa.rules import Rules
from scopa.scoring import score_taken
from scopa.state import State
from scopa.turn import begin, play, replay
from tests.coded import coded
from tests.scopa.tables import after, cards, dealt, plays, to_the_end


def test_a_captured_card_goes_to_the_pile_with_the_card_that_took_it() -> None:
    """R-SCO-08"""
    state = after(dealt("7c", table="Ad 6s 5c 2b"), "7cxAd+6s")
    assert (state.taken, state.table, state.last_capturer) == ((cards("7c Ad 6s"), 0), cards("5c 2b"), 0)


def test_a_card_that_takes_nothing_stays_on_the_table() -> None:
    """R-SCO-09"""
    state = after(dealt("Rd", table="2b 4b 7b Cb"), "Rd")
    assert (state.taken, state.table) == ((0, 0), cards("2b 4b 7b Cb Rd"))


def test_legal_plays_are_those_of_the_hand_in_turn() -> None:
    """R-SCO-06"""
    state = dealt("7c 2d Rd", table="Ad 6s 5c 2b")
    assert plays(state) == ["2dx2b", "7cx2b+5c", "7cxAd+6s", "Rd"]


def test_emptying_the_table_is_a_sweep() -> None:
    """R-SCO-13"""
    state = after(dealt("4d", table="Ad Ac As Ab"), "4dxAd+Ac+As+Ab")
    assert (state.table, state.sweeps) == (0, (1, 0))


def test_a_capture_that_leaves_a_card_is_no_sweep() -> None:
    """R-SCO-13"""
    state = after(dealt("3d", table="Ad Ac As 7b", rules=ONLINE_002), "3dxAd+Ac+As")
    assert state.sweeps == (0, 0)


def emptied(rules: Rules, seats: int, from_end: int) -> tuple[State, State]:
    """A deal before and after a play that empties the table, that many plays before the end."""
    lots = random.Random(5)
    while True:
        start = begin(rules, lots.sample(range(40), 40), seats - 1, seats)
        before = to_the_end(start, 36 - from_end)
        for chosen in before.legal:
            if chosen[1] == before.table != 0:
                return before, play(before, before.turn or 0, chosen)


@pytest.mark.parametrize(
    ("exclusion", "seats", "from_end", "counts"),
    [
        pytest.param("last_play", 2, 1, False, id="R-SCO-14 002 and 004: the last play"),
        pytest.param("last_play", 2, 2, True, id="R-SCO-14 002: the last but one counts"),
        pytest.param("last_play", 4, 1, False, id="R-SCO-14 last play of four seats"),
        pytest.param("last_cycle", 2, 6, False, id="R-SCO-14 001: the first play of the last cycle"),
        pytest.param("last_cycle", 2, 7, True, id="R-SCO-14 001: the cycle before counts"),
        pytest.param("last_cycle", 4, 12, False, id="R-SCO-14 001: twelve plays at four seats"),
        pytest.param("last_cycle", 4, 13, True, id="R-SCO-14 001: not the thirteenth"),
        pytest.param("none", 2, 1, True, id="R-SCO-14 switched off"),
    ],
)
def test_sweep_exclusion(exclusion: str, seats: int, from_end: int, counts: bool) -> None:
    rules = Rules(sweep_exclusion=exclusion, redeal_kings_threshold=None)
    before, state = emptied(rules, seats, from_end)
    assert sum(state.sweeps) - sum(before.sweeps) == counts
    assert state.last_capturer == before.turn


def test_an_excluded_sweep_is_still_a_capture_and_compulsory() -> None:
    """R-SCO-14: only the point is suppressed."""
    before, state = emptied(Rules(redeal_kings_threshold=None), 2, 1)
    played, captured = state.log[-1]
    assert state.taken[before.turn or 0] == before.taken[before.turn or 0] | captured | 1 << played
    with pytest.raises(IllegalPlayError, check=coded("must_capture")):
        play(before, before.turn or 0, (played, 0))


# A shuffle after which cards lie on the table at the end.
LEFTOVERS = 4


def with_leftovers(rules: Rules) -> State:
    """A deal whose last play leaves cards on the table."""
    return to_the_end(begin(rules, random.Random(LEFTOVERS).sample(range(40), 40), 1, 2))


def test_leftovers_go_to_the_line_that_captured_last() -> None:
    """R-SCO-15"""
    kept = with_leftovers(Rules(leftovers_to="nobody", redeal_kings_threshold=None))
    given = with_leftovers(Rules(redeal_kings_threshold=None))
    line = given.last_capture_line
    assert line is not None
    assert kept.table.bit_count() > 0
    assert given.table == 0
    assert given.taken[line] == kept.taken[line] | kept.table
    assert given.taken[1 - line] == kept.taken[1 - line]


def test_leftovers_are_no_sweep_and_no_capture() -> None:
    """R-SCO-15, R-SCO-16"""
    kept = with_leftovers(Rules(leftovers_to="nobody", redeal_kings_threshold=None))
    given = with_leftovers(Rules(redeal_kings_threshold=None))
    assert (given.sweeps, given.last_capturer) == (kept.sweeps, kept.last_capturer)
    capturing = [seat for seat, (_, captured) in zip(given.deal.turns, given.log, strict=True) if captured]
    assert given.last_capturer == capturing[-1]


def test_the_last_capture_is_of_the_line_at_four_seats() -> None:
    """R-SCO-16: the line of the player who made it."""
    state = to_the_end(begin(ONLINE_002, list(range(40)), 3, 4))
    assert state.last_capturer is not None
    assert state.last_capture_line == state.last_capturer % 2


def test_nothing_counts_before_the_end() -> None:
    """R-SCO-18: points are in no position, they are counted from the piles of a finished deal."""
    state = after(dealt("4d", table="Ad Ac As Ab"), "4dxAd+Ac+As+Ab")
    assert not state.is_over
    assert not {"points", "score"} & set(State._fields)


def test_a_deal_takes_thirty_six_plays() -> None:
    """R-SCO-05"""
    state = to_the_end(begin(CLASSICA_001, list(range(40)), 0, 3))
    assert (state.turn, state.is_over, state.held, len(state.log)) == (None, True, 0, 36)
    assert sum(score_taken(CLASSICA_001, state.taken, state.sweeps).points) >= 1


@pytest.mark.parametrize(
    ("seat", "chosen", "code", "params"),
    [
        (1, "Rd", "not_your_turn", {"seat": 0}),
        (0, "Fb", "card_not_in_hand", {"card": "Fb"}),
    ],
)
def test_out_of_turn_and_out_of_hand(seat: int, chosen: str, code: str, params: dict[str, object]) -> None:
    """R-SCO-06"""
    state = dealt("Rd", "Fb", table="2b 4b 7b Cb")
    with pytest.raises(IllegalPlayError) as refused:
        play(state, seat, (card(chosen), 0))
    assert (refused.value.code, refused.value.params) == (code, params)


def test_a_deal_that_is_over_takes_no_play() -> None:
    state = to_the_end(begin(ONLINE_002, list(range(40)), 0, 2))
    with pytest.raises(IllegalPlayError, check=coded("deal_over")):
        play(state, 0, (0, 0))
    with pytest.raises(IllegalPlayError, check=coded("deal_over")):
        replay(state, [(0, 0)])


def test_too_many_cards_where_the_fewest_are_asked_for() -> None:
    """R-SCO-10"""
    state = dealt("Cd", table="Ac 3c 4c 5c", rules=Rules(sum_choice="fewest_cards"))
    with pytest.raises(IllegalPlayError) as refused:
        after(state, "CdxAc+3c+5c")
    assert refused.value.code == "fewest_cards_first"
    assert after(state, "Cdx4c+5c").taken[0] == cards("Cd 4c 5c")


def test_replaying_the_plays_gives_the_same_position() -> None:
    """R-SCO-55"""
    state = to_the_end(begin(ONLINE_002, list(range(40)), 0, 2), 20)
    assert replay(begin(ONLINE_002, list(range(40)), 0, 2), state.log) == state
    assert parse_play("7d") == (card("7d"), 0)
    assert NAMES[card("7d")] == "7d"
