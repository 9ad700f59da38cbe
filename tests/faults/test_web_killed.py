"""P1, P2: the web process is killed over and over during an evening, and nobody's result is lost or counted twice."""

import random
import time
from statistics import median

import pytest

from tests.faults.checking import check_evening
from tests.faults.conftest import Figure
from tests.faults.evening import Evening
from tests.faults.serving import Site
from tests.searching import in_short, promised

KILLS = in_short(2, 20)
# A process that hangs, and not a machine that is slow today; what is promised is in docs/promises.md.
FIRST_ANSWER_SECONDS = 30.0


@pytest.mark.short_on("sqlite")
def test_an_evening_whose_web_process_is_killed_over_and_over(site: Site, figure: Figure) -> None:
    evening = Evening(site)
    answered: list[float] = []

    def kill(_number: int) -> None:
        # Anywhere in the middle of what is being written.
        time.sleep(random.uniform(0, 0.1))
        answered.append(site.restart_web())

    evening.disturb(KILLS, kill)

    told = check_evening(evening)
    assert evening.history.trouble.broken == []
    assert promised(max(answered) < FIRST_ANSWER_SECONDS)
    figure(
        "P1",
        f"web killed {len(answered)} times ({site.database.engine}): {told};"
        f" first answer p50 {median(answered):.2f} s, max {max(answered):.2f} s",
    )
