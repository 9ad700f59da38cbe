"""P1, P2, P5: plays at online tables outlive the web process, PostgreSQL and Redis, once, and on nobody's time."""

import random
import time
from statistics import median

import pytest

from tests.faults.conftest import ENGINES, Figure, Install
from tests.faults.databases import Postgresql
from tests.faults.robots import Tables
from tests.faults.serving import Site
from tests.games.conformance import PLAYED
from tests.searching import promised

KILLS = 20
# A game is the same to every database: only the first one is tried on both.
GAMES = [*((PLAYED[0], engine) for engine in ENGINES), *((game, "postgresql") for game in PLAYED[1:])]
# A process that hangs, and not a machine that is slow today; what is promised is in docs/promises.md.
BACK_SECONDS = 30.0
AWAY_SECONDS = (0.0, 2.0, 7.0, 0.0, 0.0)
REDIS_AWAY = (0.0, 0.8)


def figures(back: list[float]) -> str:
    return f"playing again after p50 {median(back):.2f} s, max {max(back):.2f} s"


@pytest.mark.full
@pytest.mark.parametrize(("game", "engine"), GAMES)
def test_tables_whose_web_process_is_killed_over_and_over(site: Site, figure: Figure, game: str) -> None:
    tables = Tables(site, game)

    def kill(_number: int) -> float:
        begun = time.monotonic()
        site.web.kill()
        site.start()
        return begun

    back = tables.disturb(KILLS, kill)

    told = tables.check()
    assert promised(max(back) < BACK_SECONDS)
    figure("P1", f"{game} online, web killed {len(back)} times ({site.database.engine}): {told}; {figures(back)}")


@pytest.mark.full
@pytest.mark.parametrize("engine", ["postgresql"])
@pytest.mark.parametrize("game", PLAYED)
def test_tables_whose_postgresql_is_killed_over_and_over(site: Site, figure: Figure, game: str) -> None:
    database = site.database
    assert isinstance(database, Postgresql)
    tables = Tables(site, game)

    def kill(number: int) -> float:
        database.kill()
        time.sleep(AWAY_SECONDS[number])
        begun = time.monotonic()
        database.start()
        return begun

    back = tables.disturb(len(AWAY_SECONDS), kill)

    told = tables.check()
    assert promised(max(back) < BACK_SECONDS)
    figure("P1", f"{game} online, PostgreSQL killed {len(back)} times: {told}; {figures(back)}")


@pytest.mark.full
def test_tables_whose_redis_is_killed_over_and_over(install: Install, figure: Figure, engine: str) -> None:
    site = install(redis=True)
    redis = site.redis
    assert redis is not None
    site.start()
    tables = Tables(site)

    def kill(_number: int) -> float:
        begun = time.monotonic()
        redis.kill()
        time.sleep(random.uniform(*REDIS_AWAY))
        redis.start()
        return begun

    back = tables.disturb(KILLS, kill)

    told = tables.check()
    assert (tables.played.unavailable, tables.played.lost) == (0, 0)
    figure("P1", f"online tables, Redis killed {len(back)} times ({engine}): {told}; {figures(back)}")
