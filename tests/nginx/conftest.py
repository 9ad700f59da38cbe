"""The site behind nginx, as it stands in deploy/nginx.conf, and a stage beside it that makes events."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.nginx import Proxy, run_proxy
from bench.servers import serve
from tests.e2e.serving import Site, Stage, prepared_site, staged


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the readers."""

    proxy: Proxy
    site: Site


@pytest.fixture(scope="session")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    site = prepared_site(tmp_path_factory.mktemp("site"))
    here = Site(site.url, site.data, {**site.environment, "SITE_URL": "https://127.0.0.1"})
    folder = tmp_path_factory.mktemp("nginx")
    with (
        serve("tournaments.config.asgi:application", here.environment) as server,
        run_proxy(folder, site.data / "static", server.port) as proxy,
    ):
        yield Front(proxy, here)
    assert "[crit]" not in proxy.log
    assert "[emerg]" not in proxy.log


@pytest.fixture(scope="session")
def stage(front: Front) -> Iterator[Stage]:
    """``stage("event", name="Serata", pairs=4)``"""
    with staged(front.site.environment) as asked:
        yield asked


@pytest.fixture
def static_file(front: Front) -> Path:
    """One of the collected files whose name tells its content."""
    return next((front.site.data / "static/tournaments/css").glob("site.????????????.css"))
