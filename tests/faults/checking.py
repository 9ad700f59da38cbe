"""Holds what was acknowledged against the database: nothing missing, nothing twice, no holes, the right end."""

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from tests.faults.evening import Evening

Clerk = Callable[..., Any]


def check_evening(evening: Evening, clerk: Clerk | None = None) -> str:
    """Assert the promises over a whole evening that is played; a line of figures.

    ``clerk`` reads another database than the one that the evening was played on: a restored one.
    """
    clerk = clerk or evening.site.clerk
    history = evening.history
    rows: list[dict[str, Any]] = clerk("tests.faults.scenes:sheets", slug=evening.slug)
    assert history.refused == []
    assert history.count == evening.steps
    nothing_missing(evening, rows)
    nothing_twice(evening, rows)
    versions_without_holes(rows)
    results_as_acknowledged(evening, clerk)
    written = Counter(clerk("tests.faults.scenes:verbs", slug=evening.slug))
    assert sum(n for verb, n in written.items() if verb.startswith("score_")) == len(rows)
    assert clerk("tests.faults.scenes:status", slug=evening.slug) == "finished"
    right_winner(evening, clerk)
    return f"{history.count} results acknowledged, 0 lost, 0 twice, {history.sent_again} sent again"


def nothing_missing(evening: Evening, rows: list[dict[str, Any]]) -> None:
    """Every acknowledged sheet is there, with what was written on it."""
    by_key = {row["key"]: row for row in rows}
    for step in evening.history.steps:
        assert step.key in by_key, f"acknowledged and lost: {step}"
        found = by_key[step.key]
        assert (found["table"], found["deals"]) == (step.table, step.deals), f"{step} became {found}"


def nothing_twice(evening: Evening, rows: list[dict[str, Any]]) -> None:
    """One row a key, and no row that nobody sent."""
    keys = [row["key"] for row in rows]
    assert [key for key, n in Counter(keys).items() if n > 1] == []
    assert set(keys) == {step.key for step in evening.history.steps}


def versions_without_holes(rows: list[dict[str, Any]]) -> None:
    versions: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        versions[row["table"]].append(row["version"])
    for table, found in versions.items():
        assert found == list(range(1, len(found) + 1)), f"table {table}: {found}"


def results_as_acknowledged(evening: Evening, clerk: Clerk) -> None:
    """The result of each table is what was acknowledged last."""
    last = {step.table: step for step in evening.history.steps}
    tables = clerk("tests.faults.scenes:tables", slug=evening.slug)
    assert {table["number"] for table in tables} == set(last)
    for table in tables:
        step = last[table["number"]]
        points = [sum(line) for line in zip(*step.deals, strict=True)]
        assert (table["status"], table["points"], step.kind) == ("done", points, "confirm")


def right_winner(evening: Evening, clerk: Clerk) -> None:
    """The highest number is the first, and the final places name everybody once."""
    places = {int(entry): place for entry, place in clerk("tests.faults.scenes:places", slug=evening.slug).items()}
    assert places[max(places)] == 1
    assert list(places.values()).count(1) == 1
    assert None not in places.values()
