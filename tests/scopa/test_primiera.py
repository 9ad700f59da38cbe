"""The primiera: its scale, its four suits and its ties."""

import pytest

from scopa.cards import ALL_CARDS, card
from scopa.presets import CLASSICA_001, ONLINE_002, PRESETS, WIKIPEDIA_004
from scopa.primiera import PRIMIERA, best_cards, prime, worth
from scopa.rules import Rules
from scopa.scoring import winners
from tests.scopa.tables import cards


def test_primiera_table() -> None:
    """R-SCO-21: the same in every source."""
    scale = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
    assert {value: PRIMIERA["std"][value - 1] for value in range(1, 11)} == scale
    assert [name for name, preset in PRESETS.items() if preset.primiera_values != "std"] == ["sevens_004"]


def test_figures_may_count_nothing() -> None:
    """R-SCO-21: the variant that 004 names."""
    assert [worth(card(name), "figures_zero") for name in ("7d", "Ab", "Fc", "Cs", "Rd")] == [21, 16, 0, 0, 0]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        pytest.param("7d 7c 7s 7b", 84, id="R-SCO-21 001: four sevens make 84"),
        pytest.param("7c 7d 6b As", 76, id="R-SCO-21 004: two sevens, a six and an ace make 76"),
        pytest.param("7d 7c 7s", 63, id="R-SCO-21 004: three sevens make 63"),
        pytest.param("7d Ac As Ab", 69, id="R-SCO-21 004: a seven and three aces make 69"),
        pytest.param("7d 6d Rc Fc 2s 3s Cb", 54, id="R-SCO-21 only the best of each suit"),
        pytest.param("", 0, id="R-SCO-21 nothing"),
    ],
)
def test_prime(taken: str, expected: int) -> None:
    assert prime(best_cards(cards(taken))) == expected


def test_best_of_figures_is_one_of_them() -> None:
    assert best_cards(cards("Rd Cd Fd 7c")) == (card("Fd"), card("7c"), None, None)


def won(rules: Rules, mine: str, theirs: str) -> tuple[int, ...]:
    return winners(rules, "primiera", (cards(mine), cards(theirs)))


THREE_SEVENS = "7d 7c 7s"
FOURTH_SUIT = "7b Rd Rc Rs"

MISSING = [
    pytest.param("valliadi_2022", (1,), id="R-SCO-22 000: a missing suit gives it to the other"),
    pytest.param("classica_001", (1,), id="R-SCO-22 001: four cards, one of each suit"),
    pytest.param("online_002", (1,), id="R-SCO-22 002: four cards, one of each suit"),
    pytest.param("wikipedia_004", (0,), id="R-SCO-22 004: 63 beats 51"),
]


@pytest.mark.parametrize(("preset", "expected"), MISSING)
def test_one_line_without_a_suit(preset: str, expected: tuple[int, ...]) -> None:
    assert won(PRESETS[preset], THREE_SEVENS, FOURTH_SUIT) == expected


def test_three_sevens_lose_to_a_seven_and_three_aces_by_points() -> None:
    """R-SCO-22: the example of 004."""
    assert won(WIKIPEDIA_004, THREE_SEVENS, "7b Ad Ac As") == (1,)


BOTH = [
    pytest.param(ONLINE_002, (), id="R-SCO-22 both without a suit: nobody"),
    pytest.param(Rules(primiera_both_incomplete="compare_sums"), (0,), id="R-SCO-22 both without a suit: compared"),
    pytest.param(WIKIPEDIA_004, (0,), id="R-SCO-22 004: compared"),
]


@pytest.mark.parametrize(("rules", "expected"), BOTH)
def test_both_lines_without_a_suit(rules: Rules, expected: tuple[int, ...]) -> None:
    assert won(rules, "7c 6d 6s", "7b As Ad") == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(ONLINE_002, (), id="R-SCO-23 level gives nobody the point"),
        pytest.param(CLASSICA_001, (0, 1), id="R-SCO-23 001: level gives each the point"),
    ],
)
def test_level_primiera(rules: Rules, expected: tuple[int, ...]) -> None:
    assert won(rules, "7d 7c 6s 6b", "7s 7b 6d 6c") == expected


def test_three_lines() -> None:
    """R-SCO-22: a line without a suit is out, the others compare."""
    taken = (cards("7d 7c 7s"), cards("6d 6c 6s 6b"), cards("Ad Ac As 7b"))
    assert winners(ONLINE_002, "primiera", taken) == (1,)


def test_all_cards_have_the_highest_prime() -> None:
    assert prime(best_cards(ALL_CARDS)) == 84
