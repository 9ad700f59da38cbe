"""P1, P2: a database that is full, or only to be read, refuses in words, keeps nothing half, and goes on by itself."""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.faults.conftest import Figure
from tests.faults.databases import Postgresql
from tests.faults.evening import History, Match, Phone
from tests.faults.serving import Site
from tests.waiting import until

# No file of the process may grow beyond so many bytes: a result needs more.
ROOM_BYTES = 8192
Fault = Callable[[Site], "object"]


@contextmanager
def full_disk(site: Site) -> Iterator[None]:
    """The web process of an embedded site can write no more, as on a disk that is full."""
    pid = site.web.pid
    usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (ROOM_BYTES, usual[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)


@contextmanager
def read_only(site: Site) -> Iterator[None]:
    """The PostgreSQL takes no more writes, as providers set it when its disk is full."""
    database = site.database
    assert isinstance(database, Postgresql)
    _set(database, "on")
    try:
        yield
    finally:
        _set(database, "off")


def _set(database: Postgresql, value: str) -> None:
    database.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
    database.execute("SELECT pg_reload_conf()")
    # The server reads its settings a moment later: a new connection has them once the old ones were told.
    until(lambda: database.says("SHOW default_transaction_read_only") == value, "the setting is in force", 10)


FAULTS = {"sqlite": full_disk, "postgresql": read_only}


@pytest.fixture
def phone(site: Site) -> Iterator[Phone]:
    """A phone at a table that has been called."""
    slug = site.clerk("tests.faults.scenes:evening", size=8)["slug"]
    site.clerk("tests.faults.scenes:call_round", slug=slug, number=1)
    table = site.clerk("tests.faults.scenes:tables", slug=slug, status="called")[0]
    made = Phone(site.port, Match(slug, table["number"], table["codes"], table["entries"]), 0, History())
    made.open()
    yield made
    made.visitor.close()


def test_a_result_that_cannot_be_written_is_refused_in_words_and_taken_when_there_is_room(
    site: Site, phone: Phone, figure: Figure
) -> None:
    path, slug = phone.match.path, phone.match.slug
    trouble = phone.history.trouble
    form = phone.visitor.get(path).form(path)
    filled = {**form, "depth": "points", "points_a": 3, "points_b": 1, "last_capture": ""}
    version = site.clerk("tests.faults.scenes:version", slug=slug)

    with FAULTS[site.database.engine](site):
        refused = [phone.visitor.once("POST", path, filled) for _ in range(5)]
        seen = phone.visitor.once("GET", path)
        public = site.status(f"/e/{slug}/")

    assert [answer.status if answer else 0 for answer in refused] == [503] * 5
    assert (trouble.wordless, trouble.broken) == ([], [])
    assert seen is not None
    assert (seen.status, public) == (200, 200)
    assert site.clerk("tests.faults.scenes:sheets", slug=slug) == []
    assert site.clerk("tests.faults.scenes:version", slug=slug) == version

    taken = phone.visitor.once("POST", path, filled)

    assert taken is not None
    assert taken.status == 303
    rows = site.clerk("tests.faults.scenes:sheets", slug=slug)
    assert [(row["key"], row["version"], row["deals"]) for row in rows] == [(form["key"], 1, [[3, 1]])]
    assert site.web.starts == 1
    fault = "full disk" if site.database.engine == "sqlite" else "read-only database"
    figure(
        "P1", f"{fault} ({site.database.engine}): 5 results refused with 503 and a sentence, 0 half written; then 1 row"
    )
