"""A turn: drawing, opening, laying off, swapping and discarding, each with what the rules forbid."""

import pytest

from scala40.cards import names
from scala40.errors import IllegalMoveError
from scala40.legal import legal
from scala40.rules import Rules
from scala40.state import State
from scala40.turn import MOST_TURNS, play
from tests.coded import coded
from tests.scala40.deals import after, at_table, cards, dealt, moves


def refused(state: State, *texts: str) -> str:
    """The code with which the last of the moves is refused."""
    before = after(state, *texts[:-1])
    with pytest.raises(IllegalMoveError) as found:
        after(before, texts[-1])
    return found.value.code


def test_a_turn_is_a_card_drawn_and_a_card_discarded() -> None:
    """R-S40-14"""
    state = at_table("9c 5h", stock="2c 3c")
    assert moves(state) == ["draw"]
    drawn = after(state, "draw")
    assert moves(drawn) == ["drop 5h", "drop 2c", "drop 9c"]
    ended = after(drawn, "drop 9c")
    assert (ended.turn, ended.position.discards[-1:], names(ended.hands[0])) == (1, cards("9c"), ("5h", "2c"))


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["drop 9c"], "draw_first"),
        (["lay 7h7d7c"], "draw_first"),
        (["draw", "draw"], "drawn_already"),
        (["draw", "take"], "drawn_already"),
        (["draw", "drop Kh"], "card_not_in_hand"),
        (["draw", "lay 9c9h9d"], "card_not_in_hand"),
        (["draw", "lay 5h*=6h7h"], "card_not_in_hand"),
    ],
    ids="R-S40-14 {}".format,
)
def test_the_order_of_a_turn(texts: list[str], code: str) -> None:
    assert refused(at_table("9c 5h"), *texts) == code


def test_only_the_seat_in_turn_moves() -> None:
    """R-S40-05"""
    state = dealt("", "", "", "")
    with pytest.raises(IllegalMoveError, check=coded("not_your_turn")):
        play(state, 2, state.legal[0])
    order = []
    for _ in range(5):
        order.append(state.turn)
        state = after(state, "draw", moves(after(state, "draw"), "drop")[0])
    assert order == [0, 1, 2, 3, 0]


# Opening.

FORTY = "Qs Ks As 3h 3d 3c 9h 6c"


def test_an_opening_of_forty() -> None:
    """R-S40-12: 31 and 9, one combination after the other; nothing else is done before the forty are down."""
    state = after(at_table(FORTY, melds="9c9d9s", opened=(False, True)), "draw")
    assert set(moves(state, "lay")) == {"lay QsKsAs", "lay 3h3d3c"}
    begun = after(state, "lay QsKsAs")
    assert moves(begun) == ["lay 3h3d3c"]
    assert refused(begun, "drop 6c") == "opening_too_low"
    assert refused(begun, "off 9h>m1") == "not_opened"
    opened = after(begun, "lay 3h3d3c")
    assert opened.opened == (True, True)
    assert "off 9h>m1" in moves(opened)


def test_laying_off_in_the_turn_of_the_opening() -> None:
    """R-S40-18"""
    state = after(at_table(FORTY, melds="9c9d9s", opened=(False, True)), "draw", "lay 3h3d3c", "lay QsKsAs")
    assert str(after(state, "off 9h>m1").position.melds[0]) == "9h9d9c9s"


def test_an_opening_of_thirty_six_is_refused() -> None:
    """R-S40-12: a set of tens and ace, two, three."""
    state = after(at_table("Ts Th Td Ah 2h 3h 9c 6c Qd", opened=False), "draw")
    assert moves(state, "lay") == []
    with pytest.raises(IllegalMoveError) as found:
        after(state, "lay ThTdTs")
    assert (found.value.code, found.value.params) == ("opening_too_low", {"points": 36, "needed": 40})


def test_an_opening_of_thirty_nine_is_refused() -> None:
    """R-S40-12"""
    state = after(at_table("Ks Kh Kd 2h 3h 4h 9c 6c Qd", opened=False), "draw")
    with pytest.raises(IllegalMoveError) as found:
        after(state, "lay KhKdKs")
    assert found.value.params["points"] == 39


def test_other_rules_open_with_fewer_points() -> None:
    """R-S40-12"""
    state = after(at_table("Ts Th Td Ah 2h 3h 9c 6c Qd", opened=False, rules=Rules(opening_points=36)), "draw")
    assert set(moves(state, "lay")) == {"lay ThTdTs", "lay Ah2h3h"}


@pytest.mark.parametrize(
    ("text", "code"),
    [("lay 3d4d5d6d7d8d", "run_too_long"), ("lay 4d5d6d7d8d", None), ("lay 3d4d5d", None)],
    ids="R-S40-08 {}".format,
)
def test_a_run_of_six_is_laid_as_two(text: str, code: str | None) -> None:
    state = after(at_table("3d 4d 5d 6d 7d 8d 9c Ks"), "draw")
    if code:
        assert refused(state, text) == code
        assert moves(after(state, "lay 3d4d5d"), "lay") == ["lay 6d7d8d"]
    else:
        assert text in moves(state)


def test_a_run_of_six_where_runs_may_be_longer() -> None:
    """R-S40-08"""
    state = after(at_table("3d 4d 5d 6d 7d 8d 9c Ks", rules=Rules(max_run_when_laid=13)), "draw")
    assert "lay 3d4d5d6d7d8d" in moves(state)


def test_a_joker_is_declared_and_stays_what_it_is() -> None:
    """R-S40-10, R-S40-09"""
    state = after(at_table("8c Tc * Kd Qh"), "draw")
    assert moves(state, "lay") == ["lay 8c*=9cTc"]
    laid = after(state, "lay 8c*=9cTc")
    assert str(laid.position.melds[0]) == "8c*=9cTc"
    both = after(at_table("8c Tc * * Kd Qh"), "draw", "lay 8c*=9cTc")
    assert moves(both, "off") == []
    assert refused(both, "off *=Jc>m1") == "does_not_attach"


def test_combinations_may_be_alike() -> None:
    """R-S40-11"""
    state = after(at_table("7h 7d 7c 7h 7d 7c Kd Qh"), "draw", "lay 7h7d7c")
    assert "lay 7h7d7c" in moves(state)


# Closing in hand.

IN_HAND = "2h 3h 4h 5d 5c 5s"


def test_closing_in_hand_needs_no_forty() -> None:
    """R-S40-13, R-S40-23"""
    state = after(at_table(IN_HAND, opened=False, stock="Kd 2c"), "draw")
    assert set(moves(state, "lay")) == {"lay 2h3h4h", "lay 5d5c5s"}
    closed = after(state, "lay 2h3h4h", "lay 5d5c5s", "drop Kd")
    assert (closed.closer, closed.in_hand, closed.turn, closed.legal) == (0, True, None, ())
    assert refused(closed, "draw") == "deal_over"


def test_closing_in_hand_with_forty_where_the_rules_ask_for_it() -> None:
    """R-S40-13"""
    state = after(at_table(IN_HAND, opened=False, stock="Kd 2c", rules=Rules(hand_close_needs_40=True)), "draw")
    assert moves(state, "lay") == []


def test_a_chain_that_ends_in_a_close_is_never_left() -> None:
    """R-S40-13: with two cards over nothing may be begun."""
    state = after(at_table(IN_HAND + " 9c", opened=False, stock="Kd 2c"), "draw")
    assert moves(state, "lay") == []


# Taking the discard.


def test_the_first_player_may_take_the_first_card_without_opening() -> None:
    """R-S40-15, R-S40-16: it is kept, and not discarded in that turn."""
    state = dealt("2h 4h 6h 8h Th Qh 2d 4d 6d 8d Td Qd 2c", "", upcard="Kc", stock="5s")
    assert moves(state) == ["draw", "take"]
    taken = after(state, "take")
    assert "drop Kc" not in moves(taken)
    assert refused(taken, "drop Kc") == "taken_discarded"
    after(taken, "drop 2h")
    with pytest.raises(IllegalMoveError, check=coded("take_without_opening")):
        after(state, "draw", "drop 2h", "take")


def test_of_two_cards_that_look_alike_the_other_may_be_discarded() -> None:
    """R-S40-16"""
    state = dealt("Kc 4h 6h 8h Th Qh 2d 4d 6d 8d Td Qd 2c", "", upcard="Kc", stock="5s")
    assert "drop Kc" in moves(after(state, "take"))


def test_who_has_not_opened_takes_the_discard_only_to_open_with_it() -> None:
    """R-S40-15: the card is part of the opening."""
    hand = "Ks Kh Kd 4h 4d 9h 6c 8d"
    state = at_table(hand, discards="4c", opened=False)
    assert moves(state) == ["draw", "take"]
    taken = after(state, "take")
    assert set(moves(taken)) == {"lay KhKdKs", "lay 4h4d4c"}
    assert refused(taken, "drop 6c") == "taken_not_used"
    assert after(taken, "lay KhKdKs", "lay 4h4d4c").opened[0]
    without = at_table(hand, discards="6h", opened=False)
    assert moves(without) == ["draw"]
    assert refused(without, "take") == "take_without_opening"


def test_an_opening_without_the_card_that_was_taken_is_refused() -> None:
    """R-S40-15"""
    state = after(at_table("Ks Kh Kd 2h 3h 4h Ah 9c 6c", discards="Kc", opened=False), "take")
    assert "lay KhKdKcKs" in moves(state)
    assert "lay KhKdKs" not in moves(state)
    assert refused(state, "lay KhKdKs") == "opening_without_taken"


def test_the_forty_without_the_taken_card_do_not_open_yet() -> None:
    """R-S40-15: all that is possible is the combination with the card that was taken."""
    state = after(at_table("Qs Ks As Ts Th Td 3h 3d 9c", discards="3c", opened=False), "take")
    begun = after(state, "lay QsKsAs", "lay ThTdTs")
    assert (begun.opened[0], moves(begun)) == (False, ["lay 3h3d3c"])
    assert after(begun, "lay 3h3d3c").opened[0]


def test_who_has_opened_takes_the_discard_to_use_it() -> None:
    """R-S40-15, R-S40-16"""
    state = at_table("9h 9d 6c Qd", discards="9s", melds="5h6h7h")
    taken = after(state, "take")
    assert moves(taken) == ["lay 9h9d9s"]
    assert refused(taken, "drop 6c") == "taken_not_used"
    useless = at_table("9h 6c Qd", discards="9s", melds="5h6h7h")
    assert moves(useless) == ["draw"]
    assert refused(useless, "take") == "take_not_used"


def test_a_card_that_attaches_after_another_may_be_taken() -> None:
    """R-S40-16: the eight is laid off first, or a joker in its place."""
    for hand in ("8h 6c Qd", "* 6c Qd"):
        state = at_table(hand, discards="9h", melds="5h6h7h")
        first = moves(after(state, "take"))
        assert first == [f"off {'8h' if hand[0] == '8' else '*=8h'}>m1"]
        assert moves(after(state, "take", first[0])) == ["off 9h>m1"]


def test_a_card_may_be_taken_for_a_joker_that_is_then_used() -> None:
    """R-S40-16, R-S40-19"""
    state = after(at_table("5s 6c Qd", discards="9c", melds="8c*=9cTc"), "take")
    assert moves(state) == ["swap 9c>m1"]
    assert set(moves(after(state, "swap 9c>m1"))) == {"off *=7c>m1", "off *=Jc>m1"}


def test_a_joker_that_comes_for_a_card_may_make_room_for_the_one_taken() -> None:
    """R-S40-16, R-S40-19: the nine of clubs brings the joker with which two kings become three."""
    state = after(at_table("9c Ks 6c 2d", discards="Kd", melds="8c*=9cTc"), "take")
    assert moves(state) == ["swap 9c>m1"]
    assert moves(after(state, "swap 9c>m1"), "lay") == ["lay *=KhKdKs", "lay Kd*=KcKs"]


def test_other_rules_let_the_taken_card_be_kept() -> None:
    """R-S40-16: but not discarded in the same turn."""
    state = at_table("9h 6c Qd", discards="9s", melds="5h6h7h", rules=Rules(pickup_must_be_melded=False))
    taken = after(state, "take")
    assert moves(taken) == ["drop 9h", "drop Qd", "drop 6c"]
    assert refused(taken, "drop 9s") == "taken_discarded"
    two = after(at_table("8h", discards="9s", melds="5h6h7h", rules=Rules(pickup_must_be_melded=False)), "take")
    assert (moves(two), refused(two, "off 8h>m1")) == (["drop 8h"], "no_discard_left")


def test_a_taken_joker_is_used() -> None:
    """R-S40-16, R-S40-19: and a joker that is swapped as well; one of them pays for one."""
    state = after(at_table("9c 4s Qd", discards="*", melds="8c*=9cTc 5h6h7h"), "take")
    assert set(moves(state)) == {"off *=4h>m2", "off *=8h>m2", "swap 9c>m1"}
    one = after(state, "swap 9c>m1", "off *=7c>m1")
    assert refused(one, "drop 4s") == "joker_not_used"
    assert set(moves(one)) == {"off *=4h>m2", "off *=8h>m2"}
    assert "drop 4s" in moves(after(one, "off *=8h>m2"))


# Laying off, jokers, discards.


def test_laying_off_needs_an_opening() -> None:
    """R-S40-17"""
    state = after(at_table("8h Kd Qc", melds="5h6h7h 2c3c*=4c", opened=(False, True)), "draw")
    assert moves(state, "off") + moves(state, "swap") == []
    assert refused(state, "off 8h>m1") == "not_opened"
    assert refused(state, "swap 4c>m2") == "card_not_in_hand"


def test_laying_off_on_any_combination() -> None:
    """R-S40-17"""
    state = after(at_table("8h 9s * Kd", melds="5h6h7h 9h9d9c", stock="2s"), "draw")
    assert set(moves(state, "off")) == {
        "off 8h>m1",
        "off 9s>m2",
        "off *=4h>m1",
        "off *=8h>m1",
        "off *=9s>m2",
    }
    assert [str(each) for each in after(state, "off *=8h>m1", "off 9s>m2").position.melds] == [
        "5h6h7h*=8h",
        "9h9d9c9s",
    ]
    assert refused(state, "off Kd>m1") == "does_not_attach"
    assert refused(state, "off *=9h>m1") == "does_not_attach"
    assert refused(state, "off 8h>m3") == "no_such_meld"


def test_a_joker_is_swapped_for_the_very_card_and_used() -> None:
    """R-S40-19"""
    state = after(at_table("9c 5s Qd", melds="8c*=9cTc", stock="2h"), "draw")
    assert moves(state, "swap") == ["swap 9c>m1"]
    swapped = after(state, "swap 9c>m1")
    assert moves(swapped) == ["off *=7c>m1", "off *=Jc>m1"]
    assert refused(swapped, "drop 5s") == "joker_not_used"
    assert "drop 5s" in moves(after(swapped, "off *=7c>m1"))
    assert refused(state, "swap 5s>m1") == "no_joker_for_card"
    assert refused(state, "swap 9c>m2") == "no_such_meld"


def test_a_joker_that_cannot_be_used_stays_where_it_is() -> None:
    """R-S40-19: the set is full and the hand has nothing to go with it."""
    state = after(at_table("9c 5s Qd", melds="9h9d*=9c9s", stock="2h"), "draw")
    assert moves(state, "swap") == []
    assert refused(state, "swap 9c>m1") == "joker_without_use"


def test_the_joker_that_is_the_second_ace_of_a_run_stays() -> None:
    """R-S40-08, R-S40-19: even where it could be used on another combination."""
    state = at_table("* Ah 5s Qd", melds="Ah2h3h4h5h6h7h8h9hThJhQhKh 9c9d9h", stock="2h")
    state = after(state, "draw", "off *=Ah>m1")
    assert moves(state, "swap") == []
    assert refused(state, "swap Ah>m1") == "second_ace"


def test_other_rules_let_the_joker_be_kept() -> None:
    """R-S40-19"""
    rules = Rules(joker_must_be_reused=False)
    state = after(at_table("9c 5s Qd", melds="9h9d*=9c9s", stock="2h", rules=rules), "draw", "swap 9c>m1")
    assert "drop 5s" in moves(state)


def test_with_a_joker_to_use_no_other_debt_is_made() -> None:
    """R-S40-19: a move after which the joker could not be used is refused."""
    state = after(at_table("9c 8d 8s", melds="9h9d*=9c9s", stock="8h"), "draw", "swap 9c>m1")
    assert refused(state, "lay 8h8d8s") == "joker_not_used"
    assert "lay 8h8d*=8c" in moves(state) or "lay 8h8d*=8s" in moves(state)


DISCARDS = [
    ("5h6h7h", "4h", False),
    ("5h6h7h", "8h", False),
    ("5h6h7h", "8d", True),
    ("9c9d9h", "9s", False),
    ("9c9d9h", "9c", True),
    ("8c*=9cTc", "9c", True),
    ("5h6h7h", "*", False),
]


@pytest.mark.parametrize(("melds", "card", "allowed"), DISCARDS, ids="R-S40-20 {}".format)
@pytest.mark.parametrize("opened", [True, False])
def test_a_card_that_attaches_is_not_discarded(melds: str, card: str, allowed: bool, opened: bool) -> None:
    """R-S40-20, R-S40-21: taking a joker's place is not attaching."""
    state = after(at_table(f"{card} Kd Qc", melds=melds, stock="2s", opened=opened), "draw")
    assert (f"drop {card}" in moves(state)) is allowed
    if not allowed:
        assert refused(state, f"drop {card}") == "discard_attaches"


def test_a_card_that_attaches_may_be_discarded_where_the_rules_say_so() -> None:
    """R-S40-20"""
    state = at_table("8h Kd Qc", melds="5h6h7h", stock="2s", rules=Rules(attachable_discard="allowed"))
    assert "drop 8h" in moves(after(state, "draw"))


def test_any_card_may_be_discarded_when_every_card_attaches() -> None:
    """R-S40-20"""
    state = at_table("8h 4h", melds="5h6h7h", stock="8h", opened=(False, True))
    assert moves(after(state, "draw")) == ["drop 4h", "drop 8h"]


def test_the_discard_that_closes_is_free() -> None:
    """R-S40-20, R-S40-23"""
    state = after(at_table("8h 9s 9d", melds="5h6h7h", stock="9h"), "draw", "lay 9h9d9s", "drop 8h")
    assert (state.closer, state.in_hand) == (0, False)


def test_a_card_to_discard_is_always_kept() -> None:
    """R-S40-23"""
    state = after(at_table("9s 9d", melds="5h6h7h", stock="9h"), "draw")
    assert moves(state, "lay") == []
    assert refused(state, "lay 9h9d9s") == "no_discard_left"
    last = after(at_table("8h", melds="5h6h7h", stock="4h"), "draw", "off 8h>m1")
    assert (moves(last), refused(last, "off 4h>m1")) == (["drop 4h"], "no_discard_left")


def test_nobody_closes_in_the_first_round_where_the_rules_say_so() -> None:
    """R-S40-24"""
    rules = Rules(no_close_first_round=True)
    state = after(at_table("8h Js Jd", melds="5h6h7h", stock="Jh", turns=1, rules=rules), "draw")
    assert moves(state, "lay") == []
    assert moves(after(state, "off 8h>m1")) == ["drop Jh", "drop Jd", "drop Js"]
    later = after(at_table("8h Js Jd", melds="5h6h7h", stock="Jh", turns=2, rules=rules), "draw")
    assert moves(later, "lay") == ["lay JhJdJs"]
    unopened = at_table(IN_HAND, opened=False, stock="Kd 2c", turns=1, rules=rules)
    assert moves(after(unopened, "draw"), "lay") == []
    assert refused(unopened, "draw", "lay 2h3h4h") == "opening_too_low"
    forty = at_table("Ks Kh Kd Kc", opened=False, stock="2c", turns=1, rules=rules)
    assert refused(forty, "draw", "lay KhKdKcKs") == "no_discard_left"


def test_the_first_card_taken_and_all_the_rest_laid_is_refused() -> None:
    """R-S40-16, R-S40-23: only the card that may not be discarded would be left."""
    state = after(at_table("Ks Kh Kd Kc", discards="2c", opened=False, turns=0), "take")
    assert moves(state, "lay") == []
    assert refused(state, "lay KhKdKcKs") == "no_discard_left"


# The stock.


def test_the_stock_is_made_of_the_discards_but_the_top_one() -> None:
    """R-S40-22"""
    state = after(at_table("9c 5s", stock="2h", discards="Kd Qd Jd"), "draw", "drop 9c")
    position = state.position
    assert (sorted(position.stock), position.discards) == (sorted(cards("Kd Qd Jd")), cards("9c"))
    assert (position.remakes, position.drawn, state.is_over) == (1, 0, False)


def test_a_deal_without_a_closer_is_void() -> None:
    """R-S40-26: the stock was made anew as often as the rules allow, or the deal lasts for ever."""
    state = at_table("9c 5s", stock="2h", discards="Kd Qd Jd", rules=Rules(stock_remakes=0))
    state = after(state, "draw", "drop 9c")
    assert (state.is_over, state.closer, state.in_hand, state.turn, state.legal) == (True, None, False, None, ())
    long = at_table("9c 5s", turns=MOST_TURNS - 1)
    assert after(long, "draw", "drop 9c").is_over


def test_a_stock_that_cannot_be_made_anew_ends_the_deal() -> None:
    """R-S40-26: the only discard is the one that was just made."""
    state = at_table("8h 9h 6c Qd", stock="", discards="9h", melds="5h6h7h")
    taken = after(state, "take", "off 8h>m1", "off 9h>m1", "drop Qd")
    assert (taken.is_over, taken.closer) == (True, None)


def test_legal_moves_are_none_when_the_deal_is_over() -> None:
    state = after(at_table("9c 5s", stock="2h", rules=Rules(stock_remakes=0)), "draw", "drop 9c")
    assert legal(state.deal, state.position) == ()
