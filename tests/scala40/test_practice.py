"""Tables to try Scala 40 at: what each choice plays."""

import pytest

from scala40.game import GAME

USUAL = {name: options[0] for name, options in GAME.practice.items()}


@pytest.mark.parametrize(
    ("chosen", "seats", "out_at"),
    [
        ({}, (0, 1), 101),
        ({"seats": "four"}, (0, 1, 2, 3), 101),
        ({"seats": "six", "target": "51"}, tuple(range(6)), 51),
    ],
    ids=str,
)
def test_a_table_plays_what_was_chosen(chosen: dict[str, str], seats: tuple[int, ...], out_at: int) -> None:
    """R-S40-53"""
    table = GAME.practice_table({**USUAL, **chosen})
    assert (table.seats, table.rules) == (seats, {**GAME.presets["torneo_003"], "out_at": out_at})
