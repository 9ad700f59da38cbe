"""The notation of moves: read, written, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scala40.errors import IllegalMoveError, MalformedMoveError
from scala40.moves import LONGEST, read_move, typed_move, write_move

MOVES = [
    "draw",
    "take",
    "lay 7h7d7c",
    "lay 8c*=9cTc",
    "lay Ah2h3h4h5h",
    "off 4h>m2",
    "off *=8h>m12",
    "swap 9c>m1",
    "drop Ks",
    "drop *",
]


@pytest.mark.parametrize("text", MOVES, ids=lambda text: f"R-S40-27 {text}")
def test_moves_are_read_as_they_are_written(text: str) -> None:
    assert write_move(read_move(text)) == text


MALFORMED = [
    "",
    "nonsense",
    "Draw",
    "draw ",
    " draw",
    "drop",
    "drop 10h",
    "drop Ks Kd",
    "drop *=Ks",
    "lay",
    "lay 7h 7d 7c",
    "lay 7h7d*",
    "lay " + "7h" * 21,
    "off 4h",
    "off 4h>m0",
    "off 4h>m100",
    "off *>m1",
    "swap *>m1",
    "swap 9c",
    "7dx" * 1000,
    "\x00",
    None,
    7,
    ["draw"],
]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: f"R-S40-27 {str(text)[:20]!r}")
def test_malformed(text: str) -> None:
    with pytest.raises(MalformedMoveError) as refused:
        read_move(text)
    assert (refused.value.code, refused.value.params) == ("malformed_move", {"typed": str(text)[:80]})


@given(st.text(alphabet="drawtkelyofsp 7hKs*=>m1A2", max_size=30))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    """R-S40-27"""
    try:
        move = read_move(text)
    except (MalformedMoveError, IllegalMoveError):
        return
    assert read_move(write_move(move)) == move


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("pesca", "draw"),
        (" Draw ", "draw"),
        ("PRENDI", "take"),
        ("pozzo", "take"),
        ("cala 8c *=9c 10c", "lay 8c*=9cTc"),
        ("lay 11h, 12h, 13h", "lay JhQhKh"),
        ("LAY AH2H3H", "lay Ah2h3h"),
        ("attacca 4h m2", "off 4h>m2"),
        ("off 4h > 12", "off 4h>m12"),
        ("attacca *=8h 3", "off *=8h>m3"),
        ("scambia 9c>m1", "swap 9c>m1"),
        ("scarta 1s", "drop As"),
        ("scarta *", "drop *"),
        ("discard 10d", "drop Td"),
    ],
)
def test_what_somebody_types_becomes_a_move(typed: str, notation: str) -> None:
    """R-S40-51"""
    assert typed_move(typed) == notation


@pytest.mark.parametrize("move", MOVES)
def test_every_move_may_be_typed_in_any_letters(move: str) -> None:
    """R-S40-51"""
    assert typed_move(move) == typed_move(f"  {move.upper()} ") == move


@pytest.mark.parametrize("typed", ["", " ", None, 7, "scala", "scarta", "cala 8c", "attacca 4h", "x" * LONGEST + "x"])
def test_what_somebody_types_may_be_no_move(typed: object) -> None:
    """R-S40-51"""
    with pytest.raises(MalformedMoveError if typed != "cala 8c" else IllegalMoveError):
        typed_move(typed)  # type: ignore[arg-type]
