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
from tests.faults.visitors import Visitor
from tests.searching import in_short, promised
from tests.waiting import until

# A process that hangs, and not a machine that is slow today; what is promised is in docs/promises.md.
BACK_SECONDS = 30.0
# Away for a moment, for longer than anybody asks again, and until a page has waited for a connection in vain.
UNTIL_SAID = -1.0
AWAY_SECONDS = (0.0, 2.0, UNTIL_SAID, 0.0, 0.0)[: in_short(3, 5)]


@pytest.mark.parametrize("engine", ["postgresql"])
def test_an_evening_whose_postgresql_is_killed_over_and_over(site: Site, figure: Figure) -> None:
    database = site.database
    assert isinstance(database, Postgresql)
    evening = Evening(site)
    trouble = evening.history.trouble
    somebody = Visitor(site.port, trouble)
    back: list[float] = []

    def kill(number: int) -> None:
        time.sleep(random.uniform(0, 0.1))
        database.kill()
        if AWAY_SECONDS[number] == UNTIL_SAID:
            before = trouble.unavailable
            until(
                lambda: somebody.once("GET", f"/e/{evening.slug}/tavoli/1/") and trouble.unavailable > before,
                "somebody is told to come again",
            )
        else:
            time.sleep(AWAY_SECONDS[number])
        database.start()
        back.append(site.answers_again(f"/e/{evening.slug}/"))

    evening.disturb(len(AWAY_SECONDS), kill)

    told = check_evening(evening)
    somebody.close()
    assert trouble.broken == []
    assert trouble.wordless == []
    assert trouble.unavailable > 0
    assert promised(max(back) <= BACK_SECONDS)
    figure(
        "P1",
        f"PostgreSQL killed {len(back)} times: {told}; {trouble.unavailable} answers said to come again;"
        f" back p50 {median(back):.2f} s, max {max(back):.2f} s after it was ready",
    )
