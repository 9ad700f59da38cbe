"""The pack and its notation."""

import pytest

from scopa.cards import ALL_CARDS, DENARI, KINGS, NAMES, SETTEBELLO, VALUE, card, mask, members, names
from scopa.errors import RefusalError
from tests.coded import coded
from tests.scopa.tables import cards


def test_pack_has_forty_cards_of_four_suits() -> None:
    """R-SCO-01"""
    assert len(set(NAMES)) == 40
    assert [sum(name[1] == suit for name in NAMES) for suit in "dcsb"] == [10, 10, 10, 10]
    assert ALL_CARDS.bit_count() == 40


@pytest.mark.parametrize(
    ("name", "value"),
    [("Ad", 1), ("2c", 2), ("7s", 7), ("Fb", 8), ("Cd", 9), ("Rs", 10)],
    ids=lambda each: f"R-SCO-01 {each}",
)
def test_values(name: str, value: int) -> None:
    assert VALUE[card(name)] == value


def test_named_sets() -> None:
    assert names(DENARI) == ("Ad", "2d", "3d", "4d", "5d", "6d", "7d", "Fd", "Cd", "Rd")
    assert names(KINGS) == ("Rd", "Rc", "Rs", "Rb")
    assert NAMES[SETTEBELLO] == "7d"


def test_notation_of_cards_survives_both_ways() -> None:
    assert [NAMES[card(name)] for name in NAMES] == list(NAMES)
    assert mask(members(cards("7s 3c 4b"))) == cards("3c 4b 7s")


@pytest.mark.parametrize("typed", ["", "7", "8d", "7x", "7D", "10d", "7dd"])
def test_what_is_no_card(typed: str) -> None:
    with pytest.raises(RefusalError) as refused:
        card(typed)
    assert (refused.value.code, refused.value.params) == ("unknown_card", {"typed": typed})


def test_a_card_is_a_text() -> None:
    with pytest.raises(RefusalError, check=coded("unknown_card")):
        card(["7d"])  # type: ignore[arg-type]
