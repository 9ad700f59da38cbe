"""P1, P2: Redis is killed over and over during an evening; it holds nothing that matters, and nobody waits for it."""

import random
import time

import pytest

from tests.faults.audience import Audience
from tests.faults.checking import check_evening
from tests.faults.conftest import Figure, Install
from tests.faults.evening import FEW_PAIRS, Evening
from tests.searching import promised

KILLS = 20
READERS = 12
# Who waited for Redis, and not for a machine that is slow today; what is promised is in docs/promises.md.
MOST_SECONDS = 20.0
AWAY_SECONDS = (0.0, 0.8)


@pytest.mark.full
@pytest.mark.short_on("sqlite")
def test_an_evening_whose_redis_is_killed_over_and_over(install: Install, figure: Figure, engine: str) -> None:
    site = install(redis=True)
    redis = site.redis
    assert redis is not None
    site.start()
    evening = Evening(site, FEW_PAIRS)
    audience = Audience(site.port, evening.slug, READERS)

    def kill(_number: int) -> None:
        time.sleep(random.uniform(0, 0.1))
        redis.kill()
        time.sleep(random.uniform(*AWAY_SECONDS))
        redis.start()

    try:
        evening.disturb(KILLS, kill)
        audience.wait_for(site.clerk("tests.faults.scenes:version", slug=evening.slug), MOST_SECONDS)
    finally:
        audience.leave()

    told = check_evening(evening)
    trouble = evening.history.trouble
    assert (trouble.broken, trouble.wordless, trouble.lost) == ([], [], 0)
    assert promised(trouble.unavailable == 0)
    assert audience.broken == []
    assert promised(trouble.slowest < MOST_SECONDS)
    figure(
        "P1",
        f"Redis killed {redis.child.starts - 1} times ({engine}): {told}; slowest request {trouble.slowest:.2f} s,"
        f" {READERS} live streams, 0 dropped",
    )
