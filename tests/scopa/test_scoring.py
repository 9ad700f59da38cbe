"""The points of a deal from the piles."""

import pytest

from scopa.cards import ALL_CARDS
from scopa.presets import CLASSICA_001, ONLINE_002, PRESETS, VALLIADI_2022
from scopa.rules import Rules
from scopa.scoring import Award, cards_winners, coins_winners, score_taken, settebello_winners
from tests.scopa.tables import cards


@pytest.mark.parametrize(
    ("preset", "counts", "expected"),
    [
        pytest.param("valliadi_2022", (21, 19), (0,), id="R-SCO-19 000: 21"),
        pytest.param("valliadi_2022", (20, 20), (), id="R-SCO-19 000: the tie goes before '20 or more'"),
        pytest.param("classica_001", (20, 20), (0, 1), id="R-SCO-19 001: level, a point each"),
        pytest.param("online_002", (19, 21), (1,), id="R-SCO-19 002: 21 or more"),
        pytest.param("online_002", (20, 20), (), id="R-SCO-19 002: 20 is not enough"),
        pytest.param("wikipedia_004", (20, 20), (), id="R-SCO-19 004: level, no point"),
        pytest.param("online_002", (20, 10, 10), (), id="R-SCO-19 002: three lines, nobody has 21"),
        pytest.param("wikipedia_004", (20, 10, 10), (0,), id="R-SCO-19 004: three lines, most cards"),
        pytest.param("classica_001", (15, 15, 10), (0, 1), id="R-SCO-19 001: three lines, two level"),
    ],
)
def test_cards(preset: str, counts: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert cards_winners(PRESETS[preset], counts) == expected


@pytest.mark.parametrize(
    ("preset", "counts", "expected"),
    [
        pytest.param("valliadi_2022", (6, 4), (0,), id="R-SCO-20 000: 6"),
        pytest.param("valliadi_2022", (5, 5), (), id="R-SCO-20 000: the tie goes before '5 or more'"),
        pytest.param("classica_001", (5, 5), (0, 1), id="R-SCO-20 001: level, a point each"),
        pytest.param("online_002", (4, 6), (1,), id="R-SCO-20 002: 6 or more"),
        pytest.param("online_002", (5, 5), (), id="R-SCO-20 002: 5 is not enough"),
        pytest.param("wikipedia_004", (5, 5), (), id="R-SCO-20 004: level, no point"),
    ],
)
def test_coins(preset: str, counts: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert coins_winners(PRESETS[preset], counts) == expected


def test_settebello() -> None:
    """R-SCO-24"""
    assert settebello_winners((cards("7c"), cards("7d"))) == (1,)
    assert settebello_winners((cards("7c"), cards("7s"))) == ()


ALL_BUT = "Ad 2d 3d 4d 7b Rc"


def test_awards_of_a_deal_explain_every_point() -> None:
    """R-SCO-18, R-SCO-24, R-SCO-25"""
    second = cards(ALL_BUT)
    found = score_taken(VALLIADI_2022, (ALL_CARDS & ~second, second), (2, 1))
    assert found.points == (6, 1)
    assert found.awards == (
        Award("cards", (1, 0), (34, 6)),
        Award("coins", (1, 0), (6, 4)),
        Award("settebello", (1, 0), None),
        Award("primiera", (1, 0), (21 + 21 + 21 + 18, 16 + 10 + 21)),
        Award("sweeps", (2, 1), (2, 1)),
    )


def test_a_sweep_and_the_settebello_are_worth_what_the_rules_say() -> None:
    """R-SCO-24, R-SCO-25"""
    rules = Rules(sweep_points=2, settebello=3)
    found = score_taken(rules, (ALL_CARDS, 0), (2, 1))
    assert [award.points for award in found.awards] == [(1, 0), (1, 0), (3, 0), (1, 0), (4, 2)]


def test_level_counts_give_each_line_a_point_in_001() -> None:
    """R-SCO-19, R-SCO-20, R-SCO-23"""
    first = cards("Ad 2d 3d 4d 5d 7c 6c 5c 4c 3c 7s 6s 5s 4s 3s Fb Cb Rb 2b 3b")
    assert first.bit_count() == 20
    found = score_taken(CLASSICA_001, (first, ALL_CARDS & ~first), (0, 0))
    assert [award.points for award in found.awards][:3] == [(1, 1), (1, 1), (0, 1)]


def test_three_lines_score_apart() -> None:
    """R-SCO-03"""
    found = score_taken(ONLINE_002, (cards("7d"), cards("Ad"), ALL_CARDS & ~cards("7d Ad")), (0, 1, 0))
    assert found.points == (1, 1, 3)
