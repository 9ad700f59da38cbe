"""Each test has an installation of its own on either engine; what it measured is printed by promise at the end."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.brokers import Redis
from tests.faults.databases import Database, Moulds
from tests.faults.serving import Site, moulds
from tests.searching import FULL

ENGINES = ("sqlite", "postgresql")
Figure = Callable[[str, str], None]
FIGURES: dict[str, list[str]] = defaultdict(list)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=ENGINES, help="only the faults on this engine")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "short_on(*engines): a short run tries it on these engines only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a short run tries on the other engine, and with ``--engine`` all that runs on the other one.

    What runs on neither goes with the first.
    """
    wanted = config.getoption("--engine")
    kept, left = [], []
    for item in items:
        callspec = getattr(item, "callspec", None)
        on = callspec.params.get("engine", ENGINES[0]) if callspec else ENGINES[0]
        named = item.get_closest_marker("short_on")
        is_made = FULL or named is None or on in named.args
        (kept if is_made and wanted in (None, on) else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


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
