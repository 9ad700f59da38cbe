"""What a finished deal costs each player."""

import pytest

from scala40.cards import parse_hand
from scala40.closing import deal_points, points_at_close
from scala40.rules import Rules
from tests.scala40.deals import after, at_table

HANDS = tuple(parse_hand(each) for each in ("", "* Ah Kc 5d", "2h 2h", "Qs"))
OPENED = (True, False, True, False)


@pytest.mark.parametrize(
    ("penalty", "in_hand", "points"),
    [
        ("count", False, (0, 51, 4, 10)),
        ("count", True, (0, 51, 4, 10)),
        ("double", False, (0, 51, 4, 10)),
        ("double", True, (0, 102, 8, 20)),
        ("flat_100_unopened", False, (0, 51, 4, 10)),
        ("flat_100_unopened", True, (0, 100, 4, 100)),
    ],
    ids="R-S40-25 {}".format,
)
def test_points_at_the_close(penalty: str, in_hand: bool, points: tuple[int, ...]) -> None:
    assert points_at_close(Rules(hand_close_penalty=penalty), HANDS, OPENED, 0, in_hand) == points


def test_the_closer_in_hand_pays_nothing_though_the_deal_did_not_count_as_opened() -> None:
    """R-S40-25, R-S40-13"""
    state = at_table(
        "2h 3h 4h 5d 5c 5s", "Ks", opened=False, stock="Kd 2c", rules=Rules(hand_close_penalty="flat_100_unopened")
    )
    closed = after(state, "draw", "lay 2h3h4h", "lay 5d5c5s", "drop Kd")
    assert (closed.opened, deal_points(closed)) == ((False, False), (0, 100))


def test_a_void_deal_costs_nobody_anything() -> None:
    """R-S40-26"""
    assert points_at_close(Rules(), HANDS, OPENED, None, False) == (0, 0, 0, 0)
