"""The site behind nginx, as it stands in deploy/nginx.conf, and a stage beside it that makes events."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bench.nginx import Proxy, proxied
from bench.servers import serve
from tests.e2e.serving import ROOT, Site, prepared_site

Stage = Callable[..., Any]


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
        proxied(folder, site.data / "static", server.port) as proxy,
    ):
        yield Front(proxy, here)
    assert "[crit]" not in proxy.log
    assert "[emerg]" not in proxy.log


@pytest.fixture(scope="session")
def stage(front: Front) -> Iterator[Stage]:
    """``stage("event", name="Serata", pairs=4)``"""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.stage"],
        cwd=ROOT, env=front.site.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip

    def ask(do: str, **values: Any) -> Any:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps({"do": do, "with": values}) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield ask
    assert process.stdin is not None and process.stdout is not None
    process.stdin.close()
    process.stdout.close()
    process.wait(10)


@pytest.fixture
def static_file(front: Front) -> Path:
    """One of the collected files whose name tells its content."""
    return next((front.site.data / "static/tournaments/css").glob("site.????????????.css"))
