"""P1, P5: each computer of a large installation is killed, cut off and brought back while everybody plays."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults.brokers import Redis
from tests.faults.checking import check_evening
from tests.faults.conftest import Figure
from tests.faults.databases import Moulds
from tests.faults.evening import Evening
from tests.faults.hosts import Network
from tests.faults.processes import Child
from tests.faults.robots import SCENES
from tests.faults.serving import ClerkError, Site
from tests.faults.sockets import Sockets
from tests.needs import needs
from tests.searching import TIMES, often
from tests.waiting import until

PORT = 8000
# ``SEARCH=25`` makes it 200 tables and a knockout of 64, for an idle machine.
TABLES = often(8)
PAIRS = 16 if TIMES == 1 else 64
# Longer than a lease lasts, and than the other computers need to notice.
AWAY_SECONDS = 4.0
READY_SECONDS = 120.0
# As people play: at many tables robots alone would be all that the machine does.
THINKING = (1.4, 4.0)


class Installation:
    """Two computers for pages, two for tables, one each for PostgreSQL, Redis and the worker."""

    def __init__(self, network: Network, moulds: Moulds, static: Path, data: Path) -> None:
        names = ("web1", "web2", "live1", "live2", "database", "redis", "worker")
        self.hosts = {name: network.host(name) for name in names}
        self.database = moulds.postgresql(data, self.hosts["database"])
        self.redis = Redis(data, self.hosts["redis"])
        self.site = Site(data, self.database, static, self.redis)
        self.site.environment["ALLOWED_HOSTS"] = ",".join(host.address for host in self.hosts.values())
        webs, lives = ([self.hosts[f"{kind}{n}"] for n in (1, 2)] for kind in ("web", "live"))
        self.site.asked_at = [(host.address, PORT) for host in webs]
        self.tables_at = [(host.address, PORT) for host in lives]
        self.running: dict[str, list[Child]] = {
            **{
                f"web{n}": [self.site.another_web(PORT, host, SETTEBELLO_TABLES="off")]
                for n, host in enumerate(webs, 1)
            },
            **{f"live{n}": [self.site.another_web(PORT, host)] for n, host in enumerate(lives, 1)},
            "worker": [self.site.worker(host=self.hosts["worker"]), self.site.beat(self.hosts["worker"])],
        }

    def start(self) -> None:
        self.database.start()
        self.redis.start()
        for children in self.running.values():
            for child in children:
                child.start()
        for name in ("web1", "web2", "live1", "live2"):
            self.until_it_answers(name)
        until(lambda: len(self.leases()) == len(self.tables_at), "each process of tables has a lease", READY_SECONDS)

    def leases(self) -> list[int]:
        """The numbers of the leases that hold; none while the database is away."""
        with suppress(ClerkError):
            return list(self.site.clerk(f"{SCENES}:leases"))
        return []

    def until_it_answers(self, name: str) -> float:
        """The seconds until a computer does its part."""
        address, children = self.hosts[name].address, self.running.get(name, [])
        if name == "database":
            return until(self.database.answers, name, READY_SECONDS)
        if name == "redis":
            return until(self.redis.answers, name, READY_SECONDS)
        if name == "worker":
            return until(lambda: all(child.is_running for child in children), name, READY_SECONDS)
        return until(
            lambda: self.site.status("/readyz", address=address, port=PORT) == 200,
            lambda: f"{name} is ready: {children[0].said()}",
            READY_SECONDS,
        )

    def kill(self, name: str) -> None:
        """Switch a computer off, and on again."""
        match name:
            case "database":
                self.database.kill()
                self.database.start()
            case "redis":
                self.redis.kill()
                self.redis.start()
            case _:
                for child in self.running[name]:
                    child.kill()
                time.sleep(AWAY_SECONDS)
                for child in self.running[name]:
                    child.start()

    def cut_off(self, name: str) -> None:
        """Pull the cable of a computer, and plug it in again after a while."""
        self.hosts[name].cut_off()
        time.sleep(AWAY_SECONDS)
        self.hosts[name].come_back()


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network()
    yield made
    made.close()


@pytest.fixture
def installation(network: Network, _moulds: tuple[Moulds, Path], tmp_path: Path) -> Iterator[Installation]:
    moulds, static = _moulds
    made = Installation(network, moulds, static, tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.site.close()


@needs("namespaces")
@pytest.mark.full
@pytest.mark.parametrize("engine", ["postgresql"])
def test_each_computer_is_killed_and_cut_off_while_tables_play_and_a_knockout_is_entered(
    installation: Installation, engine: str, figure: Figure
) -> None:
    evening = Evening(installation.site, PAIRS)
    players = Sockets(installation.site.clerk, installation.tables_at, TABLES, thinking=THINKING)
    ways: list[tuple[str, Callable[[str], None]]] = [
        (name, way) for name in installation.hosts for way in (installation.kill, installation.cut_off)
    ]
    back: dict[str, float] = {}

    def disturb(number: int) -> None:
        name, way = ways[number]
        way(name)
        begun = time.monotonic()
        installation.until_it_answers(name)
        players.until_all_played(1)
        back[f"{name} {way.__name__}"] = time.monotonic() - begun

    players.start()
    try:
        players.until_all_played()
        evening.disturb(len(ways), disturb)
        players.until_all_played()
    finally:
        players.stop()
    told, played = check_evening(evening), players.check()
    assert evening.history.trouble.broken == []
    slowest = max(back, key=lambda each: back[each])
    figure("P1", f"seven computers, each killed and cut off: {told}; {played}")
    figure("P5", f"everybody plays on after {back[slowest]:.1f} s at most ({slowest})")
