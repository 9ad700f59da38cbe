"""P1, P2: the process ends at each point of writing a result; before the commit nothing is there, after it all is.

Whatever was there, the same form sent again gives the one answer and one row: from another process of the site, which
served all the time. That a process that is started again serves what it finds is asked by ``test_web_killed``.
"""

from collections.abc import Iterator

import pytest

from tests.faults.conftest import Figure
from tests.faults.crashing_points import AFTER_THE_COMMIT, BEFORE_THE_COMMIT, EXIT
from tests.faults.evening import History, Match, Phone
from tests.faults.listening import Listener
from tests.faults.serving import Site
from tests.ports import free_port

READER_SECONDS = 20.0


class Typed:
    """A table whose phone has a result typed in, and has not sent it."""

    def __init__(self, site: Site, slug: str, table: dict[str, object]) -> None:
        self.site, self.slug = site, slug
        self.match = Match(slug, table["number"], table["codes"], table["entries"])  # type: ignore[arg-type]
        self.phone = Phone(site.port, self.match, 0, History())
        self.phone.open()
        form = self.phone.visitor.get(self.match.path).form(self.match.path)
        self.filled = {**form, "depth": "points", "points_a": 3, "points_b": 1, "last_capture": ""}

    def send(self, port: int) -> int:
        """The status of one sending over a connection of its own to that process; 0 where no answer came."""
        self.phone.visitor.close()
        self.phone.visitor.port = port
        answer = self.phone.visitor.once("POST", self.match.path, self.filled)
        return answer.status if answer else 0

    def rows(self) -> int:
        """How many sheets the table has."""
        found = self.site.clerk("tests.faults.scenes:sheets", slug=self.slug)
        return sum(row["table"] == self.match.number for row in found)

    def version(self) -> int:
        """The event's version, as far as people made it."""
        return int(self.site.clerk("tests.faults.scenes:version_by_people", slug=self.slug))


@pytest.fixture
def typed(site: Site) -> Iterator[list[Typed]]:
    """A table for each point, all of one event."""
    slug = site.clerk("tests.faults.scenes:evening", size=8)["slug"]
    site.clerk("tests.faults.scenes:call_round", slug=slug, number=1)
    made = [Typed(site, slug, one) for one in site.clerk("tests.faults.scenes:tables", slug=slug, status="called")]
    yield made
    for one in made:
        one.phone.visitor.close()


def crash(site: Site, typed: Typed, point: str) -> int:
    """Serve the site by one process more, which ends there, and send it the result; what the phone was answered."""
    port = free_port()
    web = site.another_web(port)
    web.command = ["tests.faults.crashing:application" if "asgi:" in word else word for word in web.command]
    web.environment = {**web.environment, "CRASH_POINT": point}
    web.start()
    site.answers_again(port=port)
    answered = typed.send(port)
    assert web.ended_with() == EXIT, point
    return answered


@pytest.mark.short_on("sqlite")
def test_what_ends_before_the_commit_leaves_nothing(site: Site, typed: list[Typed], figure: Figure) -> None:
    for one, point in zip(typed, BEFORE_THE_COMMIT, strict=False):
        version = one.version()

        answered = crash(site, one, point)

        assert (point, answered, one.rows(), one.version()) == (point, 0, 0, version)
        assert (point, one.send(site.port), one.rows()) == (point, 303, 1)
    told = ", ".join(BEFORE_THE_COMMIT)
    figure("P1", f"crash {told} ({site.database.engine}): no answer, no row; sent again: 1 row")


@pytest.mark.short_on("postgresql")
def test_what_ends_after_the_commit_has_written_it_and_readers_hear_of_it(
    site: Site, typed: list[Typed], figure: Figure
) -> None:
    for one, point in zip(typed, AFTER_THE_COMMIT, strict=False):
        version = one.version()
        with Listener(site.port, one.slug, READER_SECONDS) as reader:
            reader.hear()

            answered = crash(site, one, point)

            # Another process of the site tells its readers, though nobody gave it a hint.
            reader.hear_until(version + 1)
        assert (point, answered) == (point, 303 if point == "after_ack" else 0)
        assert (point, one.rows(), one.version()) == (point, 1, version + 1)
        assert (point, one.send(site.port), one.rows()) == (point, 303, 1)
    told = ", ".join(AFTER_THE_COMMIT)
    figure("P1", f"crash {told} ({site.database.engine}): 1 row, readers told; sent again: the same row")
