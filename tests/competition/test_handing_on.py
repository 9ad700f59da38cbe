"""Who goes on from a table where a place that leads on was given away (R-TAB-23): keys stand for the entries."""

import pytest

from tournaments.competition.handing_on import Finish, going_on, hand_on

A, B, C, D = 1, 2, 3, 4
NOBODY = None


@pytest.mark.parametrize(
    ("finish", "routed", "gone", "handed"),
    [
        pytest.param((A, B, C, D), (), (), (A, B, C, D), id="R-TAB-23 a final leads nowhere"),
        pytest.param((A, B, C, D), (1, 2), (), (A, B, C, D), id="R-TAB-23 both who go on have their places"),
        pytest.param((A, B, C, D), (1, 3), (B,), (A, B, C, D), id="R-TAB-23 the third was put in for the second"),
        pytest.param((B, A, C, D), (1, 3), (B,), (A, B, C, D), id="R-TAB-23 the one who stays won: first of the two"),
        pytest.param((A, C, B, D), (1, 3), (B,), (A, B, C, D), id="R-TAB-23 who was put in has won by himself"),
        pytest.param((A, D, C, B), (1, 3), (B,), (A, C, D, B), id="R-TAB-23 who was put in gives way to a winner"),
        pytest.param((A, B, C, D), (3, 4), (A, B), (A, B, C, D), id="R-TAB-23 both were replaced and none came back"),
        pytest.param((A, B, C, D), (1, 3), (A, B), (A, B, C, D), id="R-TAB-23 of two who left one keeps the chair"),
        pytest.param((A, B, C, D), (2, 3), (A, B), (A, B, C, D), id="R-TAB-23 of two who left each keeps a chair"),
        pytest.param((A, B, NOBODY, NOBODY), (2, 3), (A,), (A, B, NOBODY, NOBODY), id="R-TAB-23 a chair for nobody"),
    ],
)
def test_everybody_who_goes_on_has_a_place_that_leads_on(
    finish: Finish, routed: tuple[int, ...], gone: tuple[int, ...], handed: Finish
) -> None:
    found = hand_on(finish, 2, routed, gone)
    assert found == handed
    assert sorted(map(str, found)) == sorted(map(str, finish))


def test_who_goes_on_is_there_and_has_not_left() -> None:
    """R-TAB-23"""
    assert going_on((A, B, C, D), 2, {B, NOBODY}) == [A]
    assert going_on((A, NOBODY, C, D), 2, set()) == [A]
