"""Which tests are near to a change (script/uses.py, script/touched.py), in which order, and what is said at the end."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from script import touched, uses
from script.touched import Near, Plan
from script.uses import House

ROOT = Path(__file__).resolve().parents[2]


def house(**sources: str) -> House:
    """A house of modules by dotted name with ``__`` for the dots, and of templates by their path after ``html:``."""
    return house_of({name.replace("__", "."): source for name, source in sources.items()})


def house_of(sources: Mapping[str, str], *files: str) -> House:
    modules = {name: uses.read_module(dedent(each)) for name, each in sources.items() if "/" not in name}
    templates = {name: uses.read_template(each) for name, each in sources.items() if "/" in name}
    python = [f"{name.replace('.', '/')}.py" for name in modules]
    return House(modules, templates, [*python, *templates, *files])


def near(of: House, *changed: str) -> dict[str, Near]:
    graph = of.uses()
    return touched.nearness(graph, changed, [node for node in graph if touched.is_test(node)])


def reached(of: House, *changed: str) -> list[str]:
    """The names of the tests that a change reaches, the nearest first."""
    found = near(of, *changed)
    return [node.partition(":")[2] for node in sorted(found, key=lambda each: (-found[each].share, each))]


VIEWS = """
from django.shortcuts import render
from site.writing import write

def desk(request):
    write()
    return render(request, "desk.html")

def other(request): ...
"""
URLS = """
from django.urls import path
from site import views

EVENT = "e/<slug:slug>/"
urlpatterns = [
    path(f"{EVENT}desk/", views.desk, name="the_desk"),
    path(f"{EVENT}desk/other/", views.other, name="the_other"),
]
"""
SITE = {
    "site.views": VIEWS,
    "site.urls": URLS,
    "site.writing": "def write(): ...",
    "site.templatetags.words": "def shortened(text): ...",
    "templates/desk.html": '{% extends "base.html" %}{{ name|shortened }}',
    "templates/base.html": "",
    "templates/x.html": "",
}


def site(test: str) -> House:
    return house_of({**SITE, "tests.test_pages": f"from django.urls import reverse\n{dedent(test)}"})


def test_a_test_is_reached_by_what_its_helpers_name_however_it_was_imported() -> None:
    of = house(
        a="from a.deep import write",
        a__deep="def write(): ...\ndef read(): ...",
        tests__helper="import a\ndef help(): a.write()",
        tests__test_a="from tests import helper\ndef test_one(): helper.help()\ndef test_two(): ...",
    )
    assert reached(of, "a.deep:write") == ["test_one"]
    assert reached(of, "a.deep:read") == []


def test_what_is_gone_still_reaches_who_names_it() -> None:
    of = house(a="x = 1", tests__test_a="import a\ndef test_one(): a.gone()")
    assert reached(of, "a:gone") == ["test_one"]


def test_a_method_reaches_who_calls_one_of_its_name_in_what_leads_to_its_module() -> None:
    of = house(
        a="class One:\n    def draws(self): ...",
        b="class Other:\n    def draws(self): ...",
        tests__test_a="import a\ndef test_one(it): it().draws()",
        tests__test_b="import b\ndef test_other(it): it().draws()",
    )
    assert reached(of, "a:One.draws") == ["test_one"]


@pytest.mark.parametrize(
    ("said", "is_reached"),
    [
        ('reverse("the_desk")', True),
        ('go(f"/e/{slug}/desk/?q=1")', True),
        ('reverse("the_other")', False),
        ('go(f"/e/{slug}/desk/other/")', False),
    ],
)
def test_a_view_reaches_who_names_its_address_or_its_path(said: str, is_reached: bool) -> None:
    assert reached(site(f"def test_page(): {said}"), "site.views:desk") == ["test_page"] * is_reached


def test_a_view_that_is_loaded_later_is_reached_as_an_imported_one() -> None:
    later = URLS.replace("from site import views", 'from site.later import Pages\nviews = Pages("site.views")')
    of = house_of({**SITE, "site.urls": later, "tests.test_pages": 'import django\ndef test_page(): go("the_desk")'})
    assert reached(of, "site.views:desk") == ["test_page"]


def test_an_address_is_a_mere_word_where_no_page_is_asked_for() -> None:
    of = house_of({**SITE, "tests.test_pure": 'def test_word(): it("the_desk")'})
    assert reached(of, "site.views:desk") == []


@pytest.mark.parametrize(
    "changed", ["templates/desk.html", "templates/base.html", "site.templatetags.words:shortened", "site.writing:write"]
)
def test_what_a_view_shows_and_calls_reaches_the_tests_of_its_page(changed: str) -> None:
    of = site("def test_page(): reverse('the_desk')")
    assert reached(of, changed) == ["test_page"]
    assert reached(of, "templates/x.html") == []


def test_a_fixture_reaches_who_takes_it_and_what_is_done_for_all_reaches_all_faintly() -> None:
    of = house(
        tests__conftest="""
            import pytest
            @pytest.fixture
            def desk(): ...
            @pytest.fixture(autouse=True)
            def _emptied(): ...
        """,
        tests__test_a="def test_with(desk): ...\ndef test_without(): ...",
    )
    assert reached(of, "tests.conftest:desk") == ["test_with"]
    assert sorted(reached(of, "tests.conftest:_emptied")) == ["test_with", "test_without"]


def test_files_are_named_by_a_path_the_end_of_one_a_folder_or_a_pattern() -> None:
    tests = """
        def test_path(): read("docs/one.md")
        def test_end(): read(ROOT / "one.md")
        def test_folder(): read("docs/rules")
        def test_pattern(): read(ROOT.glob("docs/**/*.md"))
    """
    of = house_of({"tests.test_docs": tests}, "docs/one.md", "docs/rules/two.md")
    assert set(reached(of, "docs/one.md")) == {"test_path", "test_end", "test_pattern"}
    assert set(reached(of, "docs/rules/two.md")) == {"test_folder", "test_pattern"}


def test_commands_migrations_and_modules_are_named_by_their_words() -> None:
    of = house_of(
        {
            "site.management.commands.sweep": "class Command: ...",
            "site.migrations.0002_more": "class Migration: ...",
            "site.tasks": "def send(): ...",
            "tests.test_words": """
                from django.core.management import call_command
                def test_command(): call_command("sweep")
                def test_migration(): migrate("site", "0002_more")
                def test_task(): name("site.tasks.send")
            """,
        }
    )
    assert reached(of, "site.management.commands.sweep:Command") == ["test_command"]
    assert reached(of, "site.migrations.0002_more:Migration") == ["test_migration"]
    assert reached(of, "site.tasks:send") == ["test_task"]


def test_who_names_little_else_is_nearer() -> None:
    of = house(
        a="def write(): ...\ndef b(): ...\ndef c(): ...\ndef wrap(): write()",
        tests__test_a="""
            import a
            def test_much(): a.write(); a.b(); a.c()
            def test_little(): a.write()
            def test_far(): a.wrap()
        """,
    )
    assert reached(of, "a:write") == ["test_little", "test_far", "test_much"]
    found = near(of, "a:write")
    assert [found[f"tests.test_a:{name}"].steps for name in ("test_much", "test_little", "test_far")] == [1, 1, 2]


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ("def a(): return 1", "def a():  # why\n    return 1", set()),
        ("def a(): return 1", "def a(): return 2", {"a"}),
        ("A = 1\nB = 2", "A = 1\nB = 3", {"B"}),
        ("class C:\n    x = 1\n    def m(self): ...", "class C:\n    x = 1\n    def m(self): return 1", {"C.m"}),
        ("def a(): ...\ndef b(): ...", "def b(): ...", {"a"}),
        ("", "def a(): ...", {"a"}),
        ("from m import x\ndef a(): x()\ndef b(): ...", "from n import x\ndef a(): x()\ndef b(): ...", {"a"}),
        ("if one:\n    two()", "if one:\n    three()", {""}),
    ],
)
def test_what_changed_is_told_by_definition(before: str, after: str, changed: set[str]) -> None:
    assert uses.changed_definitions(before, after) - {""} == changed - {""}


def test_a_plan_takes_the_nearest_for_their_cost_and_names_what_is_run_apart() -> None:
    found = {
        "tests.test_near:test_slow": Near(1, 0.4),
        "tests.test_near:test_quick": Near(1, 0.4),
        "tests.test_far:test_far": Near(3, 0.01),
        "tests.e2e.test_page:test_page": Near(1, 0.9),
    }
    plan = touched.choose_plan(found, {"tests.test_near:test_slow": 2.0}, budget=1.0)
    assert plan.order == ["tests.test_near:test_quick", "tests.test_near:test_slow", "tests.test_far:test_far"]
    assert (plan.files, plan.apart) == (("tests/test_near.py",), ("tests/e2e/test_page.py",))
    assert touched.choose_plan(found, {}, 1.0, ["tests/e2e/test_page.py"]).files[0] == "tests/e2e/test_page.py"


def test_the_end_says_what_ran_and_names_what_did_not() -> None:
    found = {f"tests.test_{name}:test_it": Near(steps, 0.1) for name, steps in (("a", 1), ("b", 2), ("c", 2), ("d", 3))}
    plan = Plan(found, list(found), ["tests/test_a.py"], ["tests/e2e/test_page.py"])
    ran = {"tests.test_a:test_it": (4, 4), "tests.test_b:test_it": (1, 3)}
    assert touched.summary(plan, ["one.py"], ran) == [
        "changed: one.py",
        "ran: 5 tests of 2 files, 1 of them whole; all within 1 steps of it, 0 of 2 at 2",
        "in part, their nearest tests: 1 files\n  tests: b",
        "left out, farther away: 2 files\n  tests: c d",
        "left out, run apart: script/test tests/e2e/test_page.py",
        "left out: PostgreSQL, browser, faults, fuzz, nginx, Redis, performance (script/test has them)",
    ]


def part_of_this_one(*patterns: str) -> House:
    files = [path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern)]
    modules = {uses.module_of(each): (ROOT / each).read_text() for each in files if each.endswith(".py")}
    return house_of(modules | {each: (ROOT / each).read_text() for each in files if each.endswith(".html")})


def test_here_scoresheets_are_asked_by_their_own_tests_first() -> None:
    own = "tournaments/tables/writes/scoresheets.py"
    of = part_of_this_one(own, "tests/tournaments/*.py", "tests/tournaments/services/*.py")
    found = touched.with_names(near(of, f"{uses.module_of(own)}:enter_score"), [own])
    first = min(found, key=lambda node: (-found[node].share, node))
    assert uses.file_of(first) == "tests/tournaments/services/test_scoresheets.py"


@pytest.mark.parametrize("changed", ["tournaments.hall.pages.desk:referee_desk", "templates/hall/desk.html"])
@pytest.mark.full
def test_here_a_page_is_asked_by_the_tests_that_open_it(changed: str) -> None:
    of = part_of_this_one(
        "tournaments/hall/pages/*.py",
        "tournaments/config/addresses/*.py",
        "tests/tournaments/**/*.py",
        "templates/hall/*.html",
    )
    found = near(of, changed)
    opening = {uses.file_of(node) for node in found if found[node].steps <= 4}
    assert "tests/tournaments/views/referee/test_desk.py" in opening
    assert "tests/tournaments/services/test_scoresheets.py" not in opening
