"""The notation of a play, and the three kinds of refusal."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopa.cards import card
from scopa.errors import AmbiguousPlayError, IllegalPlayError, MalformedPlayError, RefusalError
from scopa.plays import parse_play, typed_play, write_play
from tests.scopa.tables import after, cards, dealt


@pytest.mark.parametrize(
    ("typed", "played", "captured"),
    [
        pytest.param("7d", "7d", "", id="R-SCO-48 a card laid down"),
        pytest.param("7dx3c+4b", "7d", "3c 4b", id="R-SCO-48 a card that takes two"),
        pytest.param("7dx4b+3c", "7d", "3c 4b", id="R-SCO-48 in any order"),
        pytest.param("RsxRd", "Rs", "Rd", id="R-SCO-48 a figure"),
    ],
)
def test_reading(typed: str, played: str, captured: str) -> None:
    assert parse_play(typed) == (card(played), cards(captured))


def test_an_open_capture_names_no_cards() -> None:
    """R-SCO-48"""
    assert parse_play("7dx") == (card("7d"), None)


MALFORMED = ["", "7", "d7", "7dx3", "7d x3c", "7dx3c4b", "7dx3c+", "8d", "7d7c", "7dX3c", "7dx3c+4b!", "7d\n", "x3c"]


@pytest.mark.parametrize("typed", MALFORMED, ids=lambda typed: f"R-SCO-48 {typed!r}")
def test_malformed(typed: str) -> None:
    with pytest.raises(MalformedPlayError) as refused:
        parse_play(typed)
    assert (refused.value.code, refused.value.params) == ("malformed_play", {"typed": typed})


@pytest.mark.parametrize("typed", ["7dx7d", "7dx3c+3c"])
def test_a_card_is_named_once(typed: str) -> None:
    with pytest.raises(MalformedPlayError) as refused:
        parse_play(typed)
    assert refused.value.code == "card_named_twice"


def test_what_is_no_text_is_malformed_and_long_texts_are_cut() -> None:
    with pytest.raises(MalformedPlayError) as refused:
        parse_play("7" * 1000)
    assert refused.value.params == {"typed": "7" * 80}
    with pytest.raises(MalformedPlayError):
        parse_play(7)  # type: ignore[arg-type]


@given(st.integers(0, 39), st.integers(0, (1 << 40) - 1))
def test_writing_and_reading_again(played: int, captured: int) -> None:
    captured &= ~(1 << played)
    assert parse_play(write_play((played, captured))) == (played, captured)


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("7d", "7d"),
        (" 7D x 3C + 4B ", "7dx3c+4b"),
        ("7DX", "7dx"),
        ("ccxcd", "CcxCd"),
        ("CB", "Cb"),
        ("rsxad+9B", "RsxAd+Cb"),
        ("10s x 1d + 9b", "RsxAd+Cb"),
        ("8cx1b+7b", "FcxAb+7b"),
    ],
)
def test_what_somebody_types_becomes_notation(typed: str, notation: str) -> None:
    """R-SCO-66"""
    assert typed_play(typed) == notation


@given(st.integers(0, 39), st.integers(0, (1 << 40) - 1), st.randoms(use_true_random=False))
def test_any_letters_and_spaces_are_read(played: int, captured: int, lots: Any) -> None:
    """R-SCO-66"""
    written = write_play(
        (played, sum(1 << each for each in range(0, 40, 5) if captured >> each & 1 and each != played))
    )
    typed = "".join(lots.choice((each.lower(), each.upper())) + " " * lots.randrange(2) for each in written)
    assert typed_play(typed) == written


@pytest.mark.parametrize("typed", ["", "hello", "11d", "7", "7dx3c4b", "7d7c", None, 7, "7d" * 100])
def test_what_somebody_types_may_be_no_play(typed: Any) -> None:
    """R-SCO-66"""
    with pytest.raises(MalformedPlayError) as refused:
        typed_play(typed)
    assert refused.value.code == "malformed_play"


TABLE = "Ac 3c 4c 5c"


@pytest.mark.parametrize(
    ("typed", "kind", "code", "params"),
    [
        pytest.param(
            "Cdx",
            AmbiguousPlayError,
            "ambiguous_play",
            {"typed": "Cdx", "options": "Cdx4c+5c, CdxAc+3c+5c"},
            id="R-SCO-48 two captures are ambiguous",
        ),
        pytest.param("Rbx", IllegalPlayError, "card_not_in_hand", {"card": "Rb"}, id="R-SCO-48 not held"),
        pytest.param("2dx", IllegalPlayError, "nothing_to_capture", {"card": "2d"}, id="R-SCO-48 takes nothing"),
        pytest.param("Rb", IllegalPlayError, "card_not_in_hand", {"card": "Rb"}, id="R-SCO-48 laid but not held"),
        pytest.param(
            "Cd",
            IllegalPlayError,
            "must_capture",
            {"play": "Cd", "options": "Cdx4c+5c, CdxAc+3c+5c"},
            id="R-SCO-09 a card that can take must take",
        ),
        pytest.param(
            "Cdx4c+5s",
            IllegalPlayError,
            "card_not_on_table",
            {"play": "Cdx4c+5s", "cards": "5s"},
            id="R-SCO-48 takes what is elsewhere",
        ),
        pytest.param(
            "Cdx3c+5c",
            IllegalPlayError,
            "wrong_sum",
            {"play": "Cdx3c+5c", "total": 8, "card": "Cd", "value": 9},
            id="R-SCO-08 the sum is the value",
        ),
        pytest.param(
            "5dxAc+4c",
            IllegalPlayError,
            "equal_card_first",
            {"play": "5dxAc+4c", "options": "5dx5c"},
            id="R-SCO-07 the equal card goes first",
        ),
    ],
)
def test_refusals(typed: str, kind: type[RefusalError], code: str, params: dict[str, object]) -> None:
    state = dealt("Cd 2d 5d", table=TABLE)
    with pytest.raises(kind) as refused:
        after(state, typed)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_an_open_capture_takes_the_only_one() -> None:
    """R-SCO-48"""
    state = after(dealt("Cd 2d 5d", table=TABLE), "5dx")
    assert state.log == ((card("5d"), cards("5c")),)
