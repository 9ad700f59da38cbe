"""Two referees who enter different results for the same deal of the same table at the same moment."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tests.faults.serving import Site
from tests.faults.visitors import Answer, Trouble, Visitor
from tests.searching import in_short

# Every table has room for so many races; a round of them all is no more than the races need.
DEALS = 5
ENTRIES = in_short(16, 128)
RESULTS = ({"points_a": 3, "points_b": 1}, {"points_a": 1, "points_b": 3})
PATIENCE = 60.0
SHOWN = re.compile(r'sheet-score__points">(\d+)<')
CONFLICT = re.compile(r'id="conflict".*?<p>([^<]{20,})</p>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Race:
    """What became of one pair: the status that each was answered with, and whether the loser was told what stands."""

    table: int
    statuses: tuple[int, int]
    told: bool

    @property
    def is_fair(self) -> bool:
        """One was accepted, the other refused and shown the result that stands."""
        return sorted(self.statuses) == [303, 409] and self.told


class Referees:
    """Two referees of one event, each with a browser, and a barrier between them."""

    def __init__(self, site: Site, size: int = ENTRIES) -> None:
        self.site = site
        self.trouble = Trouble()
        made = site.clerk("tests.faults.scenes:evening", size=size, deals=DEALS)
        self.slug: str = made["slug"]
        site.clerk("tests.faults.scenes:call_round", slug=self.slug, number=1)
        self.people = [
            Visitor(site.port, self.trouble, site.clerk("tests.faults.scenes:referee", slug=self.slug, email=email))
            for email in ("rita@example.org", "remo@example.org")
        ]
        self._totals: dict[int, list[int]] = {}

    def race(self, pairs: int) -> list[Race]:
        """So many pairs of results, table after table, deal after deal."""
        tables: list[dict[str, Any]] = self.site.clerk("tests.faults.scenes:tables", slug=self.slug, status="called")
        with ThreadPoolExecutor(2) as threads:
            return [self._pair(tables[n % len(tables)]["number"], threads) for n in range(pairs)]

    def _pair(self, table: int, threads: ThreadPoolExecutor) -> Race:
        path = f"/e/{self.slug}/tavoli/{table}/"
        start = threading.Barrier(2)
        forms = [person.get(path).form(path) for person in self.people]

        def enter(index: int) -> Answer | None:
            filled = {**forms[index], "depth": "points", "last_capture": "", **RESULTS[index]}
            start.wait(PATIENCE)
            return self.people[index].once("POST", path, filled)

        answers = list(threads.map(enter, range(2)))
        statuses = tuple(answer.status if answer else 0 for answer in answers)
        accepted = [index for index, status in enumerate(statuses) if status == 303]
        total = self._totals.setdefault(table, [0, 0])
        for index in accepted[:1]:
            total[0] += RESULTS[index]["points_a"]
            total[1] += RESULTS[index]["points_b"]
        loser = next((answer for answer in answers if answer is not None and answer.status == 409), None)
        return Race(table, statuses, loser is not None and _says(loser.text, total))  # type: ignore[arg-type]

    def totals(self) -> dict[int, list[int]]:
        """The points of each table as its accepted results add up."""
        return self._totals

    def close(self) -> None:
        for person in self.people:
            person.close()


def _says(page: str, total: list[int]) -> bool:
    """Whether a page says in words that somebody else was first, and shows the points that stand now."""
    return CONFLICT.search(page) is not None and [int(points) for points in SHOWN.findall(page)] == total
