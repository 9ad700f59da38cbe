"""The rules of the house that no linter knows."""

import ast
import re
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from django.conf import settings

from script import places

ROOT = Path(__file__).resolve().parents[2]
PLATFORM = [*ROOT.glob("tournaments/**/*"), *ROOT.glob("templates/**/*")]


def sources(*patterns: str) -> list[Path]:
    return [path for pattern in patterns for path in ROOT.glob(pattern) if "migrations" not in path.parts]


def test_import_contracts_hold() -> None:
    """The directions of import are checked by import-linter, here too so that a test run shows a broken wall."""
    done = subprocess.run([ROOT / ".venv/bin/lint-imports", "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_no_module_needs_itself() -> None:
    """The contracts keep rooms and floors apart; within a room too modules import each other in one direction."""
    graph = grimp.build_graph(*places.packages(), cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()


@pytest.mark.parametrize("floor", ["reads", "writes", "words", "pages", "api"])
def test_every_room_has_its_place_among_those_of_its_floor(floor: str) -> None:
    """A contract without a container says nothing of a room that it does not name."""
    contracts = places.project()["tool"]["importlinter"]["contracts"]
    layers = [each["layers"] for each in contracts if f"tournaments.frame.{floor}" in each.get("layers", ())]
    named = {module for layer in layers for row in layer for module in row.split(" | ")}
    found = {path.relative_to(ROOT).parts[1] for path in places.floors(floor)}
    assert named == {f"tournaments.{room}.{floor}" for room in found}


def spelled(game: str) -> re.Pattern[str]:
    """A game's word however it may be written: scala40, Scala 40, scala_40, SCALA-40."""
    parts = r"[\s_-]*".join(re.findall("[a-z]+|[0-9]+", game))
    return re.compile(rf"(?<![a-z]){parts}(?![a-z])", re.IGNORECASE)


# What these files say in Italian, or read from lists in Italian, is the word for points, or for teams, and no game.
ITALIAN_WORDS = {
    "punti": {
        "tournaments/clubs/api/presets.py",
        "tournaments/clubs/operations/of_clubs.py",
        "tournaments/games/commands.py",
        "tournaments/guessing/headings.py",
        "tournaments/guessing/ranking.py",
        "tournaments/locale/it/LC_MESSAGES/django.po",
        "tournaments/tables/api/deals.py",
        "tournaments/tables/api/table_shapes.py",
    },
    "squadre": {
        "tournaments/guessing/headings.py",
        "tournaments/guessing/lines.py",
        "tournaments/locale/it/LC_MESSAGES/django.po",
    },
}


@pytest.mark.parametrize("game", settings.GAMES)
def test_platform_names_no_game(game: str) -> None:
    """A game is one folder: nothing of the platform but the setting and the demonstration was written for it."""
    allowed = {ROOT / "tournaments/config/settings.py"}
    naming = [
        path.relative_to(ROOT).as_posix()
        for path in PLATFORM
        if path.is_file()
        and path not in allowed
        and path.suffix in {".py", ".html", ".txt", ".js", ".css", ".po", ".svg"}
        and "vendor" not in path.parts
        and "demo" not in path.stem
        and spelled(game).search(path.read_text(encoding="utf-8"))
    ]
    assert set(naming) == ITALIAN_WORDS.get(game, set())


@pytest.mark.parametrize("text", ["scala40", "Scala 40", "SCALA_40", "scala-40.css", "scala  40", "scala40_sheet"])
def test_a_game_is_found_however_it_is_written(text: str) -> None:
    assert spelled("scala40").search(text)


def test_walls_stand_around_every_game() -> None:
    """Each game is forbidden to the platform and to the other games, and may not import a framework."""
    contracts = places.project()["tool"]["importlinter"]["contracts"]
    games = set(settings.GAMES)
    (platform,) = (one for one in contracts if one.get("source_modules") == ["tournaments"])
    (apart,) = (one for one in contracts if one["type"] == "independence")
    (pure,) = (one for one in contracts if "django" in one.get("forbidden_modules", ()))
    assert set(platform["forbidden_modules"]) == games
    assert set(apart["modules"]) == games
    assert games <= set(pure["source_modules"])


WRITES = {"save", "create", "bulk_create", "update", "bulk_update", "get_or_create", "update_or_create", "delete"}
MODELS = {"objects"}


def writing_calls(path: Path) -> list[str]:
    """Calls on a model manager that change rows, as ``file:line``."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES):
            continue
        chain = ast.unparse(node.func.value)
        # A workbook is saved to somewhere; a row to where it came from.
        is_row = node.func.attr == "save" and not node.args and "form" not in chain and "session" not in chain
        if ".objects" in chain or is_row:
            found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def test_only_writes_write() -> None:
    readers = places.floors("reads", "operations", "forms", "words", "shown", "pages", "api")
    readers += sources("tournaments/live/**/*.py", "tournaments/templatetags/**/*.py", "tournaments/frame/*.py")
    assert [call for path in readers for call in writing_calls(path)] == []


def test_reads_and_writes_ask_the_format_and_not_its_json() -> None:
    read = re.compile(r"\.format(\.get\(|\[)")
    asked = places.floors("reads", "writes")
    assert [path.name for path in asked if read.search(path.read_text(encoding="utf-8"))] == []


def test_where_a_form_leads_next_is_asked_of_one_function() -> None:
    asking = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "tournaments").rglob("*.py"))
        if "url_has_allowed_host_and_scheme" in path.read_text()
    ]
    assert asking == ["tournaments/frame/pages/steps.py"]


def test_templates_have_no_inline_style_script_or_handler() -> None:
    bad = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", re.IGNORECASE)
    tag = re.compile(r"{%.*?%}|{#.*?#}", re.DOTALL)
    templates = sources("templates/**/*.html", "*/templates/**/*.html")
    assert [path.relative_to(ROOT).as_posix() for path in templates if bad.search(tag.sub("", path.read_text()))] == []


def test_every_table_of_rules_names_its_rule() -> None:
    """Rule numbers that code mentions exist in docs/rules."""
    documented = set()
    for page in sources("docs/rules/**/*.md"):
        documented |= set(re.findall(r"R-[A-Z]+-\d+", page.read_text()))
    mentioned = set()
    for path in sources(*(f"{name}/**/*.py" for name in places.packages())):
        mentioned |= set(re.findall(r"R-[A-Z]+-\d\d", path.read_text()))
    assert mentioned <= documented


def test_lock_names_no_host() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        assert "://" not in (ROOT / name).read_text()


# Written apart, so that this file has none of them; the one sentence of the interface is meant so.
BOOKISH = re.compile(r"\b(who" r"ever|who" r"m)\b(?! is ahead wins)", re.IGNORECASE)
PROSE = {".css", ".conf", ".html", ".js", ".md", ".po", ".py", ".sh", ".toml", ""}


def test_prose_is_in_plain_words() -> None:
    """No relative pronouns that nobody says."""
    folders = ("bench", "deploy", "docs", "script", "templates", "tests", *places.packages())
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in PROSE]
    files += ROOT.glob("*.md")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        if path.is_file() and not {"vendor", "releases", "__pycache__"} & set(path.parts)
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if BOOKISH.search(line)
    ]
    assert found == []


TEST_MODULE_IMPORTED = re.compile(
    r"^[ \t]*from[ \t]+[\w.]*\btest_\w+[ \t]+import\b"
    r"|^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(?:\([^)]*|[^(\n]*)\btest_\w+",
    re.MULTILINE,
)


def test_no_module_imports_a_test_module() -> None:
    """Each test file runs alone: what several of them need is in a module without tests, or in a conftest."""
    modules = sources(*(f"{folder}/**/*.py" for folder in ("tests", "bench", "docs", "script")))
    importing = {
        f"{path.relative_to(ROOT)}: {found.group().strip()}"
        for path in modules
        for found in TEST_MODULE_IMPORTED.finditer(path.read_text(encoding="utf-8"))
    }
    assert importing == set()


LINE_OF_TEMPLATE = 160


def test_no_line_of_a_template_is_too_long_to_be_read_in_a_diff() -> None:
    templates = [path for path in sources("templates/**/*", "*/templates/**/*") if path.suffix in {".html", ".txt"}]
    long = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LINE_OF_TEMPLATE
    ]
    assert templates and long == []


def test_a_variable_of_a_template_stands_on_one_line() -> None:
    """Only tags may take several lines (ADR 35): a variable that is cut is shown as it is written, in a link too."""
    cut = re.compile(r"\{\{(?:(?!\}\}).)*$|\{#(?:(?!#\}).)*$", re.MULTILINE)
    templates = [path for path in sources("templates/**/*", "*/templates/**/*") if path.suffix in {".html", ".txt"}]
    found = [path.relative_to(ROOT).as_posix() for path in templates if cut.search(path.read_text(encoding="utf-8"))]
    assert found == []


# What stands by hand where a table is a table; everything else stands as the formatter puts it.
TABLES_BY_HAND = 40


def test_few_tables_are_formatted_by_hand() -> None:
    by_hand = [
        path.relative_to(ROOT).as_posix()
        for folder in ("bench", "docs", "script", "tests", *places.packages())
        for path in (ROOT / folder).rglob("*.py")
        for _mark in re.findall(r"# fmt: (?:skip|off)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(by_hand) <= TABLES_BY_HAND, by_hand
