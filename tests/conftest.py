"""What every test run needs of the settings, which part of the tests it makes, and what it says at its end."""

import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from hypothesis import HealthCheck

from tests.searching import FULL, SEED, dice, is_drawn

# Where the engine of the database matters: locks, SQL, JSON, sequences, races. What is new there runs on both. Cases of
# one test send the same statements with other values: one of them does, and of the rest one in so many.
CASES_ONE_IN = 4
BY_ENGINE = (
    "tests/tournaments/services/",
    "tests/tournaments/selectors/",
    "tests/tournaments/live/",
    "tests/releases/",
)
# What follows the rules through an evening, by the few writes that all of these tests make: of them one in so many.
EVENINGS_ONE_IN = 3
EVENINGS = tuple(
    f"tests/tournaments/services/test_{name}.py"
    for name in (
        "clocks", "corrections", "draws", "evening", "forfeit_cases", "lateness", "leaving_tables", "no_shows",
        "participation", "penalties", "places_given", "scopa_at_tables", "several_lines", "tables_events",
    )
)  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--one-in", type=int, default=1, help="of the tests make one in so many, drawn by SEED")
    parser.addoption("--by-engine", action="store_true", help="make all where the engine of the database matters")
    parser.addoption("--and", action="append", default=[], metavar="FILE", help="and all of this file")


def pytest_report_header() -> str:
    return f"extent: {'full' if FULL else 'short'}, SEED={SEED}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Draw some of the tests; what needs transactions of its own is about the database, wherever it stands."""
    one_in, by_engine = config.getoption("--one-in"), config.getoption("--by-engine")
    cases: dict[str, list[str]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item.nodeid)
    files = {Path(each).resolve() for each in config.getoption("--and")}

    def is_made(item: pytest.Item) -> bool:
        return (by_engine and is_of_engine(item, cases)) or item.path in files or is_drawn(item.nodeid, one_in)

    left = [item for item in items if not is_made(item)]
    if left:
        items[:] = [item for item in items if is_made(item)]
        config.hook.pytest_deselected(items=left)


def is_of_engine(item: pytest.Item, cases: Mapping[str, Sequence[str]]) -> bool:
    """Whether a case is about the database: all that need transactions of their own, and of the rest those drawn."""
    marker = item.get_closest_marker("django_db")
    if marker and marker.kwargs.get("transaction"):
        return True
    if not item.nodeid.startswith(BY_ENGINE):
        return False
    if item.nodeid.startswith(EVENINGS):
        return is_drawn(item.nodeid, EVENINGS_ONE_IN)
    test = item.nodeid.partition("[")[0]
    return item.nodeid == dice(test).choice(cases[test]) or is_drawn(item.nodeid, CASES_ONE_IN)


def pytest_configure(config: pytest.Config) -> None:
    """Static files under their own names, so that none must be collected; passwords hashed at little cost.

    An example may take as long as it takes: what is slow on a busy machine is no failure.
    """
    hypothesis.settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    hypothesis.settings.load_profile("tests")
    backend = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    settings.PASSWORD_HASHERS = ["tests.hashing.QuickArgon2PasswordHasher", *settings.PASSWORD_HASHERS]
    settings.STATIC_ROOT = tempfile.mkdtemp(prefix="settebello-static-")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the cases that the matrix of rights and the search among tenants tried, and the quick figures."""
    reports = [
        each for found in terminalreporter.stats.values() for each in found if getattr(each, "when", "") == "call"
    ]
    properties = [each for report in reports for each in report.user_properties]
    for _name, figure in (each for each in properties if each[0] == "figure"):
        terminalreporter.write_line(figure)
    for name in sorted({name for name, _value in properties} - {"figure"}):
        counted = [value for each, value in properties if each == name]
        cases, wrong = (sum(column) for column in zip(*counted, strict=True))
        terminalreporter.write_line(f"{name}: {cases:,} cases, {wrong:,} deviations")
