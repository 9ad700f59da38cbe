"""What every test run needs of the settings, which part of the tests it makes, and what it says at its end."""

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.test import TransactionTestCase
from hypothesis import HealthCheck

from tests import mould
from tests.emptying import emptied_of_rows
from tests.searching import FULL, SEED, dice, is_drawn

# Where the engine of the database matters: locks, SQL, JSON, sequences, races. What asks for transactions of its own
# runs on both; of the rest one test in so many, with one of its cases (all send the same statements)
# and a few more.
TESTS_ONE_IN = 6
CASES_ONE_IN = 8
BY_ENGINE = (
    "tests/tournaments/services/",
    "tests/tournaments/selectors/",
    "tests/tournaments/live/",
    "tests/releases/",
)
# What tries what people may send, with transactions of its own for a job to end in, who sees which card, and what a
# generated client reads: the engine is asked little of it.
SENT = (
    "tests/tournaments/services/test_import_limits.py", "tests/tournaments/views/test_unreadable_sheets.py",
    "tests/tournaments/services/play/test_seen.py", "tests/tournaments/test_demo.py",
    "tests/tournaments/api/test_generated_client.py",
)  # fmt: skip
# What follows the rules through an evening, by the few writes that all of these tests make: of them one in so many.
EVENINGS_ONE_IN = 5
EVENINGS = tuple(
    f"tests/tournaments/services/test_{name}.py"
    for name in (
        "clocks", "corrections", "draws", "evening", "forfeit_cases", "lateness", "leaving_tables", "no_shows",
        "participation", "penalties", "places_given", "real_evenings", "scopa_at_tables", "several_lines",
        "tables_events",
    )
)  # fmt: skip

# What becomes a file and is read again, each by the same whole way: of them one in so many.
FILES_ONE_IN = 2
FILES = (
    "tests/tournaments/api/test_imports.py", "tests/tournaments/api/test_lists.py",
    *(
        f"tests/tournaments/services/test_{name}.py"
        for name in ("backups", "event_import", "forging", "lists", "one_json_archive", "online_archive")
    ),
    "tests/tournaments/views/organiser/test_exporting.py",
)  # fmt: skip
# Of these always, for snapshots, sequences and rows are the engine's own.
OF_THE_ENGINE = tuple(
    f"tests/tournaments/services/test_backups.py::test_{name}"
    for name in (
        "across_engines", "a_snapshot", "backups_while_results_are_written", "what_comes_after_a_restore_gets_keys",
    )
)  # fmt: skip

ENGINE = "postgresql" if os.environ.get("DATABASE_URL") else ""
# What goes through all migrations, minutes of work on both engines: a short run makes it on one, and every second one
# of it, both drawn by the commit.
BY_MIGRATIONS = (
    "tests/releases/", "tests/tournaments/services/test_earlier_archives.py",
    "tests/tournaments/services/test_events_of_any_game.py::test_the_migration_goes_back_and_forth",
)  # fmt: skip
# Of a test with many cases a short run makes a few, drawn anew by every commit; not where each is a door of its own.
EVERY_CASE = (
    "tests/tournaments/doors/", "tests/architecture/", "tests/e2e/test_every_page.py", "tests/e2e/test_draw_again.py",
    "tests/tournaments/test_policies.py", "tests/tournaments/views/test_headers.py",
    "tests/tournaments/services/test_verifying_the_log.py",
)  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, help="of each test make so many cases at most, drawn by SEED")
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
    alone = {item.nodeid.partition("[")[0] for item in items if is_in_transactions(item)}
    files = {Path(each).resolve() for each in config.getoption("--and")}
    drawn = drawn_cases(cases, config.getoption("--cases"), alone)

    def is_made(item: pytest.Item) -> bool:
        if drawn is not None and item.nodeid not in drawn:
            return False
        if drawn is not None and item.nodeid.startswith(BY_MIGRATIONS):
            return is_engine_drawn() and is_drawn(item.nodeid, 2)
        return (by_engine and is_of_engine(item, cases)) or item.path in files or is_drawn(item.nodeid, one_in)

    left = [item for item in items if not is_made(item)]
    if left:
        items[:] = [item for item in items if is_made(item)]
        config.hook.pytest_deselected(items=left)


def drawn_cases(cases: Mapping[str, Sequence[str]], most: int | None, alone: Collection[str]) -> set[str] | None:
    """The cases that are made where each test has ``most`` at most; None for all of them.

    Two of what goes any way it can, which finds the most where it is tried with the most formats, and of those that
    stand ``alone``, with transactions of their own.
    """
    if most is None or FULL:
        return None
    found: set[str] = set()
    for test, all_of_it in cases.items():
        many = 2 * most if "_any_" in test or test in alone else most
        is_whole = len(all_of_it) <= many or test.startswith(EVERY_CASE)
        # PostgreSQL makes other cases than SQLite.
        found.update(all_of_it if is_whole else dice(f"{test} {ENGINE}").sample(sorted(all_of_it), many))
    return found


def is_engine_drawn() -> bool:
    """Whether this engine of the database is the one that goes through all migrations."""
    return dice("engine of the migrations").choice(("", "postgresql")) == ENGINE


def is_in_transactions(item: pytest.Item) -> bool:
    """Whether a case asks for transactions of its own."""
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction"))


def is_of_engine(item: pytest.Item, cases: Mapping[str, Sequence[str]]) -> bool:
    """Whether a case is about the database.

    All that need transactions are, but for ``SENT``; of ``FILES`` half are drawn. For the rest see the constants.
    """
    if item.nodeid.startswith(SENT):
        return False
    if item.nodeid.startswith(FILES) and not item.nodeid.startswith(OF_THE_ENGINE):
        return is_drawn(item.nodeid.partition("[")[0], FILES_ONE_IN)
    if is_in_transactions(item):
        return True
    if not item.nodeid.startswith(BY_ENGINE):
        return False
    if item.nodeid.startswith(EVENINGS):
        return is_drawn(item.nodeid, EVENINGS_ONE_IN)
    test = item.nodeid.partition("[")[0]
    if not is_drawn(test, TESTS_ONE_IN):
        return False
    return item.nodeid == dice(test).sample(sorted(cases[test]), 1)[0] or is_drawn(item.nodeid, CASES_ONE_IN)


def pytest_configure(config: pytest.Config) -> None:
    """Static files under their own names, so that none must be collected; passwords hashed at little cost.

    An example may take as long as it takes: what is slow on a busy machine is no failure. Who ends the run lets its
    tests stop what they started.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    hypothesis.settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    hypothesis.settings.load_profile("tests")
    backend = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    settings.PASSWORD_HASHERS = ["tests.hashing.QuickArgon2PasswordHasher", *settings.PASSWORD_HASHERS]
    TransactionTestCase._fixture_teardown = emptied_of_rows  # type: ignore[method-assign]
    settings.STATIC_ROOT = tempfile.mkdtemp(prefix="settebello-static-")
    config.add_cleanup(lambda: shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True))


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None, django_db_blocker: Any) -> bool:
    """Where this run keeps a migrated SQLite file, or PostgreSQL a migrated database, that of the tests is a copy."""
    database = settings.DATABASES["default"]
    if "postgresql" in database["ENGINE"] and mould.NAMED in os.environ:
        with django_db_blocker.unblock():
            database["TEST"]["TEMPLATE"] = mould.template()
    if "sqlite" not in database["ENGINE"] or mould.kept() is None:
        return django_db_keepdb
    path = Path(database["TEST"]["NAME"])
    mould.database_into(path.parent, path.name)
    return True


def pytest_collection_finish() -> None:
    """What was loaded for the tests stays: the search for garbage leaves it alone, and is made less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Do not measure a test that is marked ``without_coverage``: it plays thousands of cases, three times as fast so.

    With xdist the mark ``no_cover`` of pytest-cov has no effect: a process measures twice, and one measurement goes on.
    """
    if item.get_closest_marker("without_coverage") is None:
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the cases that the matrix of rights and the search among tenants tried, and the quick figures.

    What failed is added to the file that FAILED_TESTS names, a line each: `script/test` ends with it.
    """
    told, is_worker = os.environ.get("FAILED_TESTS"), hasattr(terminalreporter.config, "workerinput")
    if told and not is_worker:
        broken = [*terminalreporter.stats.get("failed", []), *terminalreporter.stats.get("error", [])]
        with Path(told).open("a") as lines:
            lines.writelines(f"{each.nodeid}: {first_line_of(each)}\n" for each in broken)
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


def first_line_of(report: Any) -> str:
    """Why a test failed, in a line of at most 200 characters."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return next(iter(str(crash.message if crash else report.longrepr).splitlines()), "")[:200]
