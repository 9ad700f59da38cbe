"""What every test run needs of the settings, which part of the tests it makes, and what it says at its end."""

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.template import Context, RequestContext, Template
from django.test import Client, TransactionTestCase
from django.test.utils import instrumented_test_render
from django.utils.safestring import SafeString
from hypothesis import HealthCheck

from tests import any_order, mould, needs
from tests.emptying import emptied_of_rows
from tests.mould import ROOT
from tests.one_line import in_one_line
from tests.searching import FULL, SEED

# PostgreSQL is asked for what differs there. Of what needs transactions of its own (locks, races, jobs) it is asked all
# but these: they follow files and rules through the few statements that the others send.
SAME_ON_BOTH = (
    "tests/releases/",
    *(
        f"tests/tournaments/{name}.py"
        for name in (
            "api/test_docs",
            "api/test_generated_client",
            "api/test_imports",
            "api/test_lists",
            "forms/test_round_trip",
            "services/test_backups",
            "services/test_earlier_archives",
            "services/test_event_import",
            "services/test_events_of_any_game",
            "services/test_forging",
            "services/test_import_limits",
            "services/test_level",
            "services/test_lists",
            "services/test_one_json_archive",
            "services/test_online_archive",
            "services/test_rotating_partners",
            "services/test_scopa_at_tables",
            "services/test_series_of_copies",
            "services/test_verifying_again",
            "views/organiser/test_exporting",
            "views/test_unreadable_sheets",
        )
    ),
    *(
        f"tests/tournaments/services/test_jobs.py::test_{name}"
        for name in (
            "a_name_that_is_no_result_has_no_file",
            "a_page_becomes_a_pdf_that_only_its_owner_reads",
            "a_pdf",
            "each_match_of_a_bracket_has_its_share_of_the_sheet",
            "no_cell_is_a_formula",
            "the_archive_of_an_event_holds_its_rows_its_history_and_tables_to_open",
            "the_style_of_a_pdf_is_one_that_its_maker_knows",
            "what_keeps_a_pdf_from_being_made_is_said",
        )
    ),
)
# And beside those: what is counted, ordered, searched and summed in SQL, JSON in columns, triggers, bounds.
ENGINE = (
    *(
        f"tests/tournaments/selectors/test_{name}"
        for name in (
            "club_access.py",
            "season.py",
            "seats.py::test_a_place_is_found_in_few_queries",
            "standings.py::test_the_final_standings_keep_what_everybody_earned",
            "standings.py::test_who_has_withdrawn_is_out_and_marked_before_and_after_the_end",
            "standings_of_tables.py::test_open_ties_are_read_in_two_queries_however_many",
            "statements.py",
        )
    ),
    *(
        f"tests/tournaments/services/test_{name}.py"
        for name in ("known_people", "merging", "outbox", "payments", "rate_limits", "sweeping")
    ),
    *(
        f"tests/tournaments/services/test_backups.py::test_{name}"
        for name in (
            "a_backup_restores_to_the_same_checksum",
            "a_restore_that_fails_in_the_middle_leaves_nothing",
            "a_row_of_every_kind_is_restored",
            "a_snapshot",
            "backups_while_results_are_written_restore_to_their_own_checksum",
            "moments_of_rows_are_those_of_the_backup",
            "rows_that_no_installation_can_have_are_refused_in_a_sentence",
            "sessions_are_left_out_and_the_pulse_is_kept_but_not_counted",
            "what_comes_after_a_restore_gets_keys_that_nobody_had",
            "whatever_the_kind_of_its_key_a_row_is_read_back_as_it_was_written",
        )
    ),
    *(
        f"tests/tournaments/services/test_series_of_copies.py::test_{name}"
        for name in (
            "each_copy_restores_to_the_moment_at_which_it_was_made",
            "the_next_copy_writes_the_part_of_the_event_that_has_changed",
        )
    ),
    *(
        f"tests/tournaments/services/test_verifying_again.py::test_{name}"
        for name in (
            "a_closed_event_more_asks_nothing_more",
            "a_row_that_was_changed_is_found",
            "the_checksum_is_that_of_a_deep_check",
            "what_is_wrong_is_said_where_nothing_can_be_remembered",
        )
    ),
    *(
        f"tests/tournaments/services/test_verifying_the_log.py::test_{name}"
        for name in (
            "a_log_that_is_gone_as_a_whole",
            "a_row_of_which_one_column_was_changed_is_named",
            "a_row_that_was_put_in_between",
            "nothing_is_said_of_a_log_as_it_was_written",
            "the_log_of_an_event_that_is_gone",
        )
    ),
    "tests/tournaments/test_packing.py::test_a_file_stores",
    "tests/tournaments/services/test_evening.py::test_a_fixed_bracket_with_third_place_ends_with_a_place_for_everybody",
    "tests/tournaments/services/test_event_import.py::test_a_receipt",
    *(
        f"tests/tournaments/services/play/test_playing.py::test_{name}"
        for name in (
            "a_play_needs_the_newest_number_and_a_seed_the_commitment",
            "a_sheet_is_written_deal_after_deal_and_each_once",
            "the_same_command_again_has_the_same_answer_and_another_under_its_name_is_refused",
            "the_state_is_the_fold_of_the_log_at_every_number",
        )
    ),
    "tests/tournaments/services/play/test_presence.py",
    "tests/tournaments/views/public/test_finding.py",
    "tests/tournaments/api/test_door.py",
    *(
        f"tests/tournaments/api/test_core.py::test_{name}"
        for name in (
            "a_kept_state_costs_one_query_more_than_none",
            "a_page_goes_on_where_the_last_ended_though_something_came_in",
            "a_state_made_while_somebody_writes_is_not_what_later_ones_are_compared_with",
            "events_are_found_by_what_they_are",
            "lists_are_read_in_pages",
            "state_since_a_version",
            "the_size_of_an_event_costs_no_query",
        )
    ),
    "tests/tournaments/test_folding.py",
)

# What a computer in the hall has and no server with PostgreSQL: a copy on a stick, phones that come from another one.
ON_A_LAPTOP = (
    "tests/tournaments/views/organiser/test_stick_page.py",
    "tests/tournaments/views/people/test_hand_over.py",
)

# Of these every case is asked always: each is a door, a right, a row of the log or a kind of evening of its own.
EVERY_CASE = (
    "tests/architecture/",
    "tests/tournaments/doors/",
    "tests/tournaments/views/test_headers.py",
    "tests/tournaments/services/test_verifying_the_log.py",
    "tests/tournaments/services/test_any_evening",
    "tests/tournaments/test_said_twice.py",
    "tests/tournaments/selectors/",
)

# Clocks that run, networks that are slow, locks that somebody holds: of their time they work a third at most.
WAITING = (
    *(
        f"tests/e2e/test_{name}.py"
        for name in (
            "behaviours",
            "clocks",
            "contact",
            "draw_screen",
            "live",
            "offline",
            "table_link",
            "table_networks",
            "table_page",
        )
    ),
    "tests/tournaments/test_connections.py",
    "tests/tournaments/test_slow_senders.py",
    "tests/tournaments/live/test_served.py",
    "tests/tournaments/live/matches/test_served.py",
    "tests/tournaments/services/test_together",
)


TRACER = pytest.StashKey[Any]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine-only", action="store_true", help="only what asks the engine of the database")
    parser.addoption("--ends", action="store_true", help="of the cases of a test with a database the first and last")


def pytest_report_header() -> str:
    return f"extent: {'full' if FULL else 'short'}, SEED={SEED}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked ``full``, and with ``--engine-only`` what is the same on both engines."""
    for item in items:
        if item.nodeid.startswith(WAITING):
            item.add_marker(pytest.mark.waits)
    if config.getoption("--ends"):
        mark_middle_cases(items)
    if config.getoption("cov_source", None):
        # What was kept by tests that are not measured would not be worked out in one that is.
        items.sort(key=is_measured, reverse=True)
    only = config.getoption("--engine-only")
    left = [item for item in items if only and item.nodeid.startswith(ON_A_LAPTOP)]
    if not FULL:
        left += [item for item in items if item.get_closest_marker("full") or (only and not is_of_engine(item))]
    if left:
        out = set(left)
        items[:] = [item for item in items if item not in out]
        config.hook.pytest_deselected(items=left)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``--engine-only`` and with ``-m waits`` read no file of which nothing would be made."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    name = collection_path.relative_to(ROOT).as_posix()
    if config.option.markexpr == "waits":
        return None if name.startswith(WAITING) else True
    if FULL or not config.getoption("--engine-only"):
        return None
    is_asked = any(name.startswith(each.partition("::")[0]) for each in ENGINE) or (
        "transaction=True" in collection_path.read_text() and not name.startswith(SAME_ON_BOTH)
    )
    return None if is_asked else True


def mark_middle_cases(items: list[pytest.Item]) -> None:
    """Mark the cases between the first and the last of a test with a database ``full``: most go the same long way."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        is_long = item.get_closest_marker("django_db") and not item.nodeid.startswith(EVERY_CASE)
        if is_long and not item.get_closest_marker("full"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for known in cases.values():
        for item in known[1:-1]:
            item.add_marker(pytest.mark.full)


def is_of_engine(item: pytest.Item) -> bool:
    """Whether a case asks something of the database that its engines do in different ways."""
    if item.nodeid.startswith(ENGINE):
        return True
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) and not item.nodeid.startswith(SAME_ON_BOTH)


def pytest_configure(config: pytest.Config) -> None:
    """Static files under their own names, so that none must be collected; passwords hashed at little cost.

    Hypothesis tries the same examples in every run, in the same order, unless a SEED asks for others. An example may
    take as long as it takes, and as many tries: what is slow on a busy machine is no failure. Who ends the run lets its
    tests stop what they started.
    """
    config.pluginmanager.register(needs)
    config.pluginmanager.register(any_order)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    hypothesis.settings.register_profile(
        "tests",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        database=None,
        derandomize=SEED == "0",
    )
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
    # Nobody pulls the plug on it: to wait for the disk is a tenth of the time of tests that commit.
    database["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
    return True


@pytest.fixture(scope="session", autouse=True)
def _pages_remember_what_they_show(django_test_environment: None) -> None:
    """Of what is rendered only pages keep their values (``answer.context``), and not each part and field of one.

    Django copies all values for each template, some hundred times a page: a tenth of what these tests work.
    """

    def rendered(template: Template, context: Context) -> SafeString:
        if context.template is template and isinstance(context, RequestContext):
            return SafeString(instrumented_test_render(template, context))
        return template.nodelist.render(context)

    Template._render = rendered  # type: ignore[attr-defined]


@pytest.fixture(scope="session", autouse=True)
def _pages_are_read_as_by_a_browser(django_test_environment: None) -> None:
    """What a test is answered is one line, with a blank where the lines of its templates end."""
    request = Client.request

    def asked(client: Client, **sent: Any) -> Any:
        answer = request(client, **sent)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        if is_page and not answer.streaming and not answer.headers.get("Content-Encoding"):
            answer.content = in_one_line(answer.content.decode()).encode()
        return answer

    Client.request = asked  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded for the tests stays: nobody searches it for garbage while it grows."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What was loaded for the tests stays: the search for garbage leaves it alone, and is made less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Where branches are measured: measure what tests call, and not pytest around them, nor what is set up for them."""
    tracer = session.stash[TRACER] = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Do not measure what plays thousands of cases, for it goes three times as fast so.

    With xdist the mark ``no_cover`` of pytest-cov has no effect: a process measures twice, and one measurement goes on.
    """
    if is_measured(item):
        sys.settrace(item.session.stash[TRACER])
    try:
        return (yield)
    finally:
        sys.settrace(None)


def is_measured(item: pytest.Item) -> bool:
    """Whether the coverage of a test counts: not of what is marked ``without_coverage``, nor of Hypothesis' searches.

    Each line that they reach is reached by a plain test too.
    """
    is_search = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return not is_search and item.get_closest_marker("without_coverage") is None


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
