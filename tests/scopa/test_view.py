"""What a seat may see."""

from typing import Any

import pytest

from scopa.cards import names
from scopa.presets import ONLINE_002
from scopa.rules import Rules, from_json, to_json
from scopa.state import State
from scopa.turn import begin
from scopa.view import view
from tests.scopa.tables import after, dealt, to_the_end


def rules(**changed: Any) -> Rules:
    return from_json(to_json(ONLINE_002) | changed)


def strings(value: Any) -> set[str]:
    """Every text inside a JSON value."""
    if isinstance(value, dict):
        return set().union(*(strings(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(strings(each) for each in value)) if value else set()
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("seats", [2, 3, 4], ids=lambda seats: f"R-SCO-49 {seats} seats")
def test_no_view_names_a_card_of_another_hand_or_of_the_stock(seats: int) -> None:
    for stop in range(36):
        state = to_the_end(begin(ONLINE_002, list(range(39, -1, -1)), 0, seats), stop)
        for seat in [None, *range(seats)]:
            named = set(" ".join(strings(view(state, seat))).replace("x", " ").replace("+", " ").split())
            hidden = [names(state.hand(each)) for each in range(seats) if each != seat]
            assert [each for hand in hidden for each in hand if each in named] == []


def test_what_a_seat_sees() -> None:
    """R-SCO-49"""
    state = after(dealt("7c Rd", "6d", table="Ad 6s 5c 2b"), "7cxAd+6s")
    assert view(state, 1) == {
        "seats": 2,
        "seat": 1,
        "lines": [0, 1],
        "piles": [0, 1],
        "dealer": 1,
        "turn": 1,
        "cycle": 1,
        "cycles": 6,
        "over": False,
        "table_cards": ["2b", "5c"],
        "hand": ["As", "Ab", "6d"],
        "held": [2, 3],
        "stock": 30,
        "taken": [3, 0],
        "taken_cards": None,
        "sweeps": [0, 0],
        "swept": [[], []],
        "last_capture": 0,
        "recent": [{"seat": 0, "play": "7cxAd+6s"}],
        "ending": None,
        "seen": None,
        "counted": None,
        "open_hands": {},
        "actions": ["As", "Ab", "6d"],
    }


def test_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    """R-SCO-49"""
    seen = view(dealt("7c Rd", table="Ad 6s 5c 2b"), None)
    assert (seen["hand"], seen["actions"], seen["open_hands"]) == ([], [], {})


def test_the_piles_are_shown_when_the_deal_is_over() -> None:
    """R-SCO-49"""
    seen = view(to_the_end(begin(ONLINE_002, list(range(40)), 0, 2)), None)
    assert sum(len(pile) for pile in seen["taken_cards"]) == 40
    assert (seen["over"], seen["turn"], seen["stock"], seen["actions"]) == (True, None, 0, [])


# Dealt so, cards are left on the table at two, three and four seats.
LEAVES = [3 * place % 41 - 1 for place in range(1, 41)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_of_a_deal_says_who_gets_the_cards_that_are_left(seats: int) -> None:
    """R-SCO-15"""
    before = to_the_end(begin(ONLINE_002, LEAVES, 0, seats), 35)
    assert view(before, None)["ending"] is None
    over = to_the_end(before)
    card, captured = over.log[-1]
    left = before.table & ~captured if captured else before.table | 1 << card
    own = [seat for seat, pile in enumerate(over.deal.piles) if pile == over.deal.piles[over.last_capturer or 0]]
    assert left
    ending = {"sentence": "left", "seats": own, "cards": list(names(left))}
    assert view(over, None)["ending"] == view(over, 0)["ending"] == ending


def test_cards_that_are_left_to_nobody_are_said_so() -> None:
    """R-SCO-15"""
    over = to_the_end(begin(rules(leftovers_to="nobody"), LEAVES, 0, 2))
    assert over.table
    assert view(over, 1)["ending"] == {"sentence": "left", "seats": [], "cards": list(names(over.table))}


def test_the_cards_of_sweeps_lie_turned_in_their_pile() -> None:
    """R-SCO-67"""
    state = after(dealt("7c Rd", "6d Ac", table="Ad 2s 3c Ab"), "7cxAd+2s+3c+Ab")
    assert view(state, 0)["swept"] == view(state, None)["swept"] == [["7c"], []]
    # What sweeps, where the rules count it: never the last play of a deal.
    for number in (2, 3, 4):
        over = to_the_end(begin(ONLINE_002, LEAVES, 0, number))
        assert [len(own) for own in view(over, None)["swept"]] == list(over.sweeps)


def test_carte_viste_counts_what_is_among_the_cards_that_it_shows() -> None:
    """R-SCO-68"""
    assert view(last_cycle(ONLINE_002), 0)["counted"] is None
    shown = last_cycle(rules(carte_viste=True))
    for stop in range(36):
        state = to_the_end(begin(shown.deal.rules, list(range(40)), 0, 2), stop)
        found = view(state, 0)
        piles = [set(names(own)) & set(found["seen"]) for own in state.taken]
        coins = [sum(card[1] == "d" for card in own) for own in piles]
        assert found["counted"] == {"coins": coins, "settebello": [int("7d" in own) for own in piles]}
    assert sum(view(shown, 0)["counted"]["coins"]) > 0


def last_cycle(changed: Rules, seats: int = 2) -> State:
    return to_the_end(begin(changed, list(range(40)), 0, seats), 36 - 3 * seats)


def test_carte_viste_shows_the_cards_of_earlier_cycles() -> None:
    """R-SCO-50"""
    state = to_the_end(begin(rules(carte_viste=True), list(range(40)), 0, 2), 3)
    assert view(state, 0)["seen"] == []
    later = to_the_end(state, 8)
    shown = set(view(later, 0)["seen"])
    assert shown | set(names(later.table)) >= {"Ad", "Ac", "As", "Ab", "2d", "2c"}
    assert shown & set(names(later.table)) == set()


def test_carte_viste_opens_the_last_cycle_head_to_head() -> None:
    """R-SCO-50"""
    state = last_cycle(rules(carte_viste=True))
    assert view(state, 0)["open_hands"] == {"1": list(names(state.hand(1)))}
    assert view(state, None)["open_hands"] == {}
    assert view(to_the_end(begin(rules(carte_viste=True), list(range(40)), 0, 2), 29), 0)["open_hands"] == {}
    assert view(last_cycle(rules(carte_viste=True), 4), 0)["open_hands"] == {}


def test_carte_scoperte_opens_the_partners_hand_only() -> None:
    """R-SCO-51"""
    state = begin(rules(carte_scoperte_partners=True), list(range(40)), 0, 4)
    assert view(state, 1)["open_hands"] == {"3": list(names(state.hand(3)))}
    assert view(state, None)["open_hands"] == {}
    heads_up = begin(rules(carte_scoperte_partners=True), list(range(40)), 0, 2)
    assert view(heads_up, 1)["open_hands"] == {}
