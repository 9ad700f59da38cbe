"""Which cards of the table a played card may take."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa.capture import captures, captures_containing, options
from scopa.cards import NO_CARDS, VALUE, card, mask, members, names
from scopa.presets import ONLINE_002, PRESETS
from scopa.rules import Rules
from tests.scopa.tables import cards

EQUAL_ONLY = Rules(forced_capture="equal_only")
NO_PRIORITY = Rules(equal_card_priority=False)
FEWEST = Rules(sum_choice="fewest_cards")


def taken(rules: Rules, played: str, table: str) -> set[str]:
    return {"+".join(names(found)) for found in captures(rules, card(played), cards(table))}


@pytest.mark.parametrize(
    ("played", "table", "found"),
    [
        pytest.param("7d", "7s 3c 4b", {"7s"}, id="R-SCO-07 equal card before a sum"),
        pytest.param("Fd", "3c 5c Fs", {"Fs"}, id="R-SCO-07 000 and 002: fante, 3 and 5"),
        pytest.param("Fd", "Ac 3c 4c Fs", {"Fs"}, id="R-SCO-07 004: 1, 3, 4 and a knave"),
        pytest.param("7c", "Ad 6s 5c", {"Ad+6s"}, id="R-SCO-08 004: 7 of clubs takes 6 and ace"),
        pytest.param("5s", "Ad 6s 5c", {"5c"}, id="R-SCO-08 004: 5 of swords takes the 5"),
        pytest.param("2d", "Ad 6s 5c", set(), id="R-SCO-08 004: the 2 of coins takes nothing"),
        pytest.param("6d", "2c 4c", {"2c+4c"}, id="R-SCO-08 004: 2 and 4 for a 6"),
        pytest.param("Cd", "Ac 3c 4c 5c", {"Ac+3c+5c", "4c+5c"}, id="R-SCO-10 002: the cavallo chooses"),
        pytest.param(
            "4d",
            "2c 2s Ac 3c",
            {"2c+2s", "Ac+3c"},
            id="R-SCO-10 004: a 4 on 2, 2, 1 and 3",
        ),
        pytest.param("5d", "5c 5s 5b", {"5c", "5s", "5b"}, id="R-SCO-11 one of three equal cards"),
        pytest.param("Rd", "5c 5s 3c 2b", {"5c+5s", "2b+3c+5c", "2b+3c+5s"}, id="R-SCO-54 002: a 10 on 5, 5, 3, 2"),
        pytest.param("Rd", "Rc Rs 5c 5s", {"Rc", "Rs"}, id="R-SCO-11 one of two kings"),
        pytest.param("4d", "Ac As Ab Ad", {"Ad+Ac+As+Ab"}, id="R-SCO-08 four aces"),
        pytest.param("Ad", "2c 3c", set(), id="R-SCO-08 an ace takes an ace only"),
        pytest.param("7d", "", set(), id="R-SCO-08 an empty table"),
    ],
)
def test_captures(played: str, table: str, found: set[str]) -> None:
    assert taken(ONLINE_002, played, table) == found


def test_a_card_that_can_take_may_not_stay() -> None:
    """R-SCO-09"""
    assert NO_CARDS not in options(ONLINE_002, card("6d"), cards("2c 4c"))
    assert options(ONLINE_002, card("6d"), cards("2c 5c")) == (NO_CARDS,)


@pytest.mark.parametrize(
    ("table", "may_stay"),
    [
        pytest.param("2c 4c", True, id="R-SCO-09 a sum may be left"),
        pytest.param("6c", False, id="R-SCO-09 an equal card not"),
    ],
)
def test_the_permissive_reading_of_000(table: str, may_stay: bool) -> None:
    assert (NO_CARDS in options(EQUAL_ONLY, card("6d"), cards(table))) is may_stay


def test_without_priority_a_sum_may_be_taken_before_the_equal_card() -> None:
    """R-SCO-07"""
    assert taken(NO_PRIORITY, "7d", "7s 3c 4b") == {"7s", "3c+4b"}
    assert taken(NO_PRIORITY, "4d", "4s 3c Ab") == {"4s", "Ab+3c"}


def test_fewest_cards_first() -> None:
    """R-SCO-10"""
    assert taken(FEWEST, "Cd", "Ac 3c 4c 5c") == {"4c+5c"}
    assert options(FEWEST, card("Cd"), cards("Ac 2c")) == (NO_CARDS,)


def test_pointing_at_cards_one_after_the_other_decides_a_capture() -> None:
    """R-SCO-54: on 5, 5, 3, 2 a 10 is decided by the 2 and one of the fives, not by a five alone."""
    found = captures(ONLINE_002, card("Rd"), cards("5c 5s 3c 2b"))
    assert len(captures_containing(found, cards("2b"))) == 2
    assert len(captures_containing(found, cards("5c"))) == 2
    assert captures_containing(found, cards("2b 5c")) == (cards("5c 3c 2b"),)


def by_definition(played: int, table: int) -> set[int]:
    """Every capture by trying every set of cards: equal cards first, then whatever adds up."""
    lying = members(table)
    equal = {mask([each]) for each in lying if VALUE[each] == VALUE[played]}
    sets = (mask(chosen) for size in range(2, len(lying) + 1) for chosen in combinations(lying, size))
    return equal or {found for found in sets if sum(VALUE[each] for each in members(found)) == VALUE[played]}


@pytest.mark.without_coverage
@given(st.lists(st.integers(0, 39), min_size=1, max_size=10, unique=True))
def test_captures_are_those_of_the_definition(chosen: list[int]) -> None:
    """R-SCO-07, R-SCO-08"""
    played, table = chosen[0], mask(chosen[1:])
    found = captures(ONLINE_002, played, table)
    assert set(found) == by_definition(played, table)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_capture_alike(name: str) -> None:
    assert taken(PRESETS[name], "Cd", "Ac 3c 4c 5c") == {"Ac+3c+5c", "4c+5c"}
