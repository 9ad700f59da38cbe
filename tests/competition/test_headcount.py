"""What an evening holds."""

import pytest

from tournaments.competition.headcount import Evening, evening
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.games.contract import RefusedError


# R-KO-19
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(KnockoutOptions(), Evening(61, 6, (29, 16, 8, 4, 2, 1), 3, 60, 60), id="plain"),
        pytest.param(
            KnockoutOptions(third_place=True, best_of={"final": 5, "semifinal": 3}),
            Evening(61, 6, (29, 16, 8, 4, 2, 2), 3, 61, 69),
            id="third place, longer at the end",
        ),
        pytest.param(
            KnockoutOptions(best_of={"final": 2, "semifinal": 2}),
            Evening(61, 6, (29, 16, 8, 4, 2, 1), 3, 60, 66),
            id="R-KO-22 two legs, and a third game",
        ),
        pytest.param(
            KnockoutOptions(redraw=True), Evening(61, 6, (29, 16, 8, 4, 2, 1), 3, 60, 60), id="redrawn each round"
        ),
    ],
)
def test_an_evening_of_61(options: KnockoutOptions, expected: Evening) -> None:
    assert evening(61, options) == expected


# R-KO-09, R-KO-19
def test_an_evening_that_plays_out_every_place() -> None:
    assert evening(8, KnockoutOptions(placement=True)) == Evening(8, 3, (4, 4, 4), 0, 12, 12)


# R-KO-19
def test_nobody_has_no_evening() -> None:
    with pytest.raises(RefusedError) as refusal:
        evening(1, KnockoutOptions())
    assert refusal.value.code == "too_few_entrants"
