"""While one process after the other is replaced, programs of two ages write on from what the other has written."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bench.events import form_of_result
from bench.servers import Browser
from tests.e2e.atlas import ORGANISER
from tests.e2e.serving import Site, answers, prepared_site, serving, site_on, staged, stop
from tests.faults.serving import SECRET, moulds
from tests.mould import ROOT
from tests.needs import needs
from tests.waiting import until

MIGRATIONS = sorted(Path("tournaments/migrations").glob("0*.py"))
# A package that 0.2.0 had and this program has not: with one process it carries nothing.
CHANNELS = """
import asyncio

class InMemoryChannelLayer:
    async def new_channel(self): return "one"
    async def group_add(self, *_names): pass
    async def group_send(self, *_names): pass
    async def receive(self, _name): await asyncio.Event().wait()

def get_channel_layer(): return InMemoryChannelLayer()
"""


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def release() -> str:
    """The commit at which the newest release left its files."""
    newest = max(path.parent for path in (ROOT / "tests/releases").glob("*/presets.json"))
    return git("log", "-1", "--format=%H", "--", str(newest.relative_to(ROOT)))


def before_the_newest_migration() -> str:
    """The last commit whose program knows the tables as they were before the newest migration."""
    made = git("log", "--diff-filter=A", "--format=%H", "--", str(MIGRATIONS[-1])).splitlines()
    return git("rev-parse", f"{made[-1]}^")


@contextmanager
def served_by(commit: str, site: Site, folder: Path) -> Iterator[Site]:
    """The same data, served beside by the program of a commit, whose sources are left in ``folder``."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "--extract", "--directory", str(folder)], input=archive.stdout, check=True)
    (folder / "channels").mkdir()
    (folder / "channels/layers.py").write_text(CHANNELS)
    beside = site_on(site.data, "127.0.0.1")
    environment = {**site.environment, "SITE_URL": beside.url, "PYTHONPATH": str(folder)}
    beside = replace(beside, environment=environment)
    host, _colon, port = beside.url.removeprefix("http://").rpartition(":")
    command = [sys.executable, "-m", "uvicorn", "tournaments.config.asgi:application", "--host", host, "--port", port]
    said = folder / "said"
    with said.open("wb") as out:
        child = subprocess.Popen([*command, "--ws", "none"], cwd=folder, env=environment, stdout=out, stderr=out)
        try:
            until(lambda: answers(beside.url) or child.poll() is not None, "the older program answers")
            assert child.poll() is None, said.read_text()
            yield beside
        finally:
            stop(child)
    assert "Traceback" not in said.read_text()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site on PostgreSQL, prepared and not started: on a file two programs never serve together."""
    (tmp_path / "mould").mkdir()
    made, _static = moulds(tmp_path / "mould")
    data = tmp_path / "data"
    data.mkdir()
    site, database = prepared_site(data), made.postgresql(data)
    database.start()
    try:
        site.environment.update(database.environment, SECRET_KEY=SECRET, ALLOWED_HOSTS="127.0.0.1", LOG_FORMAT="plain")
        yield site
    finally:
        database.stop()
        made.close()


@needs("git", "setpriv")
@pytest.mark.full
@pytest.mark.parametrize("commit_of", [release, before_the_newest_migration])
def test_a_match_goes_on_from_one_program_to_the_other(
    commit_of: Callable[[], str], site: Site, tmp_path: Path
) -> None:
    with (
        serving(site),
        served_by(commit_of(), site, tmp_path / "older") as older,
        staged(older.environment, tmp_path / "older") as before,
        staged(site.environment) as stage,
    ):
        # The evening had begun before; the rules of an event that this program makes may be none of the older one's.
        event = before("event", name="Coppa", state="called", pairs=4)
        slug, number = event["slug"], event["tables"][0]["number"]
        cookies = stage("log_in", email=ORGANISER)
        ports = [int(each.url.rpartition(":")[2]) for each in (older, site)]
        browsers = [Browser(port, dict(cookies)) for port in ports]
        for turn in range(4):
            browser = browsers[turn % 2]
            status, page, *_rest = browser.ask("GET", f"/e/{slug}/tavoli/{number}/")
            assert status == 200
            seen = re.search(r'name="seen" value="(\d+)"', page.decode())
            assert seen is not None
            form = {**form_of_result(int(seen[1]), f"{turn}", upper=True), "deal": turn, "base": turn}
            status, *_rest = browser.ask("POST", f"/e/{slug}/tavoli/{number}/", form)
            assert status == 303
        assert stage("versions", slug=slug, number=number)[-1] == {"status": "running", "points": [12, 4]}
        for browser in browsers:
            for path in (
                "/",
                "/miei/",
                f"/e/{slug}/",
                f"/e/{slug}/classifica/",
                f"/e/{slug}/arbitro/",
                f"/organizza/{slug}/",
            ):
                assert browser.ask("GET", path)[0] == 200, path
            browser.connection.close()
        assert stage("violations", slug=slug) == []
    assert site.errors() == []
