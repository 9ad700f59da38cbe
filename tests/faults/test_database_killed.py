"""P1, P2: PostgreSQL is killed during an evening: people are told so, nothing acknowledged is lost, it goes on."""

import random
import time
from statistics import median

import pytest

from tests.faults.checking import check_evening
from tests.faults.conftest import Figure
from tests.faults.databases import Postgresql
from tests.faults.evening import Evening
from tests.faults.serving import Site

KILLS = 5
BACK_SECONDS = 5.0
AWAY_SECONDS = 3.0


@pytest.mark.parametrize("engine", ["postgresql"])
def test_an_evening_whose_postgresql_is_killed_five_times(site: Site, figure: Figure) -> None:
    database = site.database
    assert isinstance(database, Postgresql)
    evening = Evening(site)
    back: list[float] = []

    def kill(number: int) -> None:
        time.sleep(random.uniform(0, 0.1))
        database.kill()
        if number % 2:
            # Long enough for those who ask again and again to get tired of it.
            time.sleep(AWAY_SECONDS)
        database.start()
        back.append(site.answers_again(f"/e/{evening.slug}/"))

    evening.disturb(KILLS, kill)

    told = check_evening(evening)
    trouble = evening.history.trouble
    assert trouble.broken == []
    assert trouble.wordless == []
    assert trouble.unavailable > 0
    assert max(back) <= BACK_SECONDS
    figure(
        "P1",
        f"PostgreSQL killed {len(back)} times: {told}; {trouble.unavailable} answers said to come again;"
        f" back p50 {median(back):.2f} s, max {max(back):.2f} s after it was ready",
    )
