"""Each test has an installation of its own on either engine; what it measured is printed by promise at the end."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.faults.brokers import Redis
from tests.faults.databases import Database, Moulds
from tests.faults.serving import Site, moulds
from tests.searching import FULL, dice

ENGINES = ("sqlite", "postgresql")
Figure = Callable[[str, str], None]
FIGURES: dict[str, list[str]] = defaultdict(list)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=ENGINES, help="only the faults on this engine")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "either_engine: what is tried is not the database; a short run draws one")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is drawn for the other engine, and with ``--engine`` all that runs on the other one.

    What runs on neither goes with the first.
    """
    wanted, lots = config.getoption("--engine"), Lots(items)
    kept, left = [], []
    for item in items:
        callspec = getattr(item, "callspec", None)
        on = callspec.params.get("engine", ENGINES[0]) if callspec else ENGINES[0]
        is_made = FULL or item.get_closest_marker("either_engine") is None or lots.engine(item) == on
        (kept if is_made and wanted in (None, on) else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


class Lots:
    """Draws two cases of each test that either engine may try. They take turns on the engines; the first is drawn.

    SQLite has two turns of three, since PostgreSQL has tests of its own, and either engine has its process.
    """

    TURNS = (ENGINES[0], ENGINES[1], ENGINES[0])
    MOST = 2

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self._cases: dict[str, list[str]] = defaultdict(list)
        for test, case in map(self._case_of, items):
            if case not in self._cases[test]:
                self._cases[test].append(case)

    @staticmethod
    def _case_of(item: pytest.Item) -> tuple[str, str]:
        test, _bracket, case = item.nodeid.partition("[")
        return test, "-".join(word for word in case.rstrip("]").split("-") if word not in ENGINES)

    def engine(self, item: pytest.Item) -> str | None:
        """The engine that makes this case; None where it is not drawn."""
        test, case = self._case_of(item)
        known = self._cases[test]
        drawn = dice(f"cases of {test}").sample(known, min(self.MOST, len(known)))
        return self.TURNS[(drawn.index(case) + dice(test).randrange(3)) % 3] if case in drawn else None


@pytest.fixture
def figure() -> Figure:
    """``figure("P1", "...")``: one line under that promise in the summary of the run."""
    return lambda promise, text: FIGURES[promise].append(text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not FIGURES:
        return
    terminalreporter.section("figures by promise")
    for promise in sorted(FIGURES):
        for text in FIGURES[promise]:
            terminalreporter.write_line(f"{promise}  {text}")


@pytest.fixture(scope="session")
def _moulds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Moulds, Path]]:
    mould, static = moulds(tmp_path_factory.mktemp("moulds"))
    yield mould, static
    mould.close()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


Install = Callable[..., Site]


@pytest.fixture
def install(_moulds: tuple[Moulds, Path], engine: str, tmp_path: Path) -> Iterator[Install]:
    """``install()``: an installation with its database running and nothing else; ``install(redis=True)`` with Redis."""
    made: list[Site] = []

    def new(name: str = "site", *, redis: bool = False, **environment: str) -> Site:
        data = tmp_path / name
        data.mkdir()
        mould, static = _moulds
        database: Database = mould.sqlite(data) if engine == "sqlite" else mould.postgresql(data)
        site = Site(data, database, static, Redis(data) if redis else None, **environment)
        made.append(site)
        database.start()
        if site.redis is not None:
            site.redis.start()
        return site

    try:
        yield new
    finally:
        for site in made:
            site.close()


@pytest.fixture
def site(install: Install) -> Site:
    """An installation whose web process answers."""
    made = install()
    made.start()
    return made
