"""P1, P5: two processes serve online tables; one dies or stands still, and its tables are at home in the other one."""

from functools import partial

import pytest

from tests.faults.conftest import Figure, Install
from tests.faults.robots import SCENES
from tests.faults.serving import Clerk, Site
from tests.faults.sockets import Address, Sockets
from tests.ports import free_port
from tests.searching import in_short, promised
from tests.waiting import PATIENCE, until

TABLES = in_short(4, 64)
# What is promised is in docs/promises.md.
HOME_SECONDS = 3.0


def answers(site: Site, port: int) -> bool:
    return site.status("/livez", port=port) == 200


def leases(clerk: Clerk) -> list[int]:
    """The numbers of the leases that hold."""
    return list(clerk(f"{SCENES}:leases"))


@pytest.mark.parametrize("engine", ["postgresql"])
def test_tables_of_a_process_that_dies_or_stands_still_are_at_home_in_another(install: Install, figure: Figure) -> None:
    site = install(redis=True)
    ports = [free_port(), free_port()]
    lives = [site.another_web(port) for port in ports]
    for live in lives:
        live.start()
    for port in ports:
        until(partial(answers, site, port), "a process answers")
    addresses: list[Address] = [("127.0.0.1", port) for port in ports]
    until(lambda: len(leases(site.clerk)) == len(lives), "each process has a lease")
    tables = Sockets(site.clerk, addresses, TABLES)
    tables.start()
    try:
        # The two seats of a table are at two processes, and each shows the other.
        tables.until(lambda: all(list(each.here) == [0, 1] for each in tables.players), "each is present everywhere")
        tables.until_all_played()

        home = []
        for disturb in ("kill", "stand still"):
            before = leases(site.clerk)
            lives[0].kill() if disturb == "kill" else lives[0].stand_still()
            home.append(until(lambda: len(leases(site.clerk)) == 1, "the lease is ended"))
            tables.until(lambda: all(each.at == addresses[1] for each in tables.players), "everybody has come back")
            tables.until(lambda: all(list(each.here) == [0, 1] for each in tables.players), "and is present")
            tables.until_all_played()
            ended = set(before) - set(leases(site.clerk))
            lives[0].start() if disturb == "kill" else lives[0].go_on()
            until(lambda: len(leases(site.clerk)) == 2, "it has a new lease")
            assert ended.isdisjoint(leases(site.clerk))
            for each in tables.players[::2]:
                each.moves_on = True
            tables.until(lambda: {each.at for each in tables.players} == set(addresses), "both processes are used")
        tables.until_all_played()
    finally:
        tables.stop()
    told = tables.check()
    figure("P1", f"one of two processes killed, then stopped and let go on: {told}; at home after {max(home):.2f} s")
    assert promised(max(home) < HOME_SECONDS)


@pytest.mark.parametrize("engine", ["postgresql"])
def test_who_stands_still_in_a_pipeline_or_after_it_holds_no_lease_and_a_backup_may_think(install: Install) -> None:
    site = install()
    for is_over in (False, True):
        assert site.clerk(f"{SCENES}:is_home_from_a_pipeline", patience=PATIENCE, is_over=is_over)
    assert site.clerk(f"{SCENES}:may_think")
