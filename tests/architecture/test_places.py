"""Every list of packages, pure places, templates and files of the image agrees with the tree."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from script import places
from tests.architecture.image import is_let_in, let_in
from tournaments.draw.pages.draw import VERIFIERS
from tournaments.online.pages.replay import VERIFIER

ROOT = Path(__file__).resolve().parents[2]
TOOLS = places.project()["tool"]
# What the site makes itself, or keeps what it is given in.
WRITTEN = {"empty.sqlite3", "staticfiles", "var"}


def test_the_lists_of_pyproject_agree_with_the_tree() -> None:
    packages = set(places.packages())
    (shared,) = (one for one in TOOLS["importlinter"]["contracts"] if one.get("source_modules") == ["gamekit"])
    assert {
        "mypy": set(TOOLS["mypy"]["files"]) - {"manage.py"},
        "coverage": set(TOOLS["coverage"]["run"]["source"]),
        "wheel": set(TOOLS["hatch"]["build"]["targets"]["wheel"]["packages"]),
        "import-linter": set(TOOLS["importlinter"]["root_packages"]),
        "import-linter, what games share": {"gamekit", *shared["forbidden_modules"]},
        "games and what they share": {"gamekit", places.PLATFORM, *settings.GAMES},
    } == dict.fromkeys(
        ("mypy", "coverage", "wheel", "import-linter", "import-linter, what games share", "games and what they share"),
        packages,
    )


def test_every_package_but_the_platform_is_pure_and_each_pure_place_is_there() -> None:
    pure = places.pure()
    assert set(places.packages()) - {places.PLATFORM} == {name for name in pure if "." not in name}
    assert [name for name in pure if not (ROOT / name.replace(".", "/") / "__init__.py").is_file()] == []


def test_every_folder_of_tests_has_one_step() -> None:
    with_tests = {path.relative_to(ROOT).parts[1] for path in (ROOT / "tests").rglob("test_*.py")}
    named = [*places.rules(), *places.apart(), *places.platform()]
    assert sorted(named) == sorted(f"tests/{name}" for name in with_tests)


def test_templates_are_those_that_the_site_looks_for() -> None:
    looked_for = {Path(folder) for folder in settings.TEMPLATES[0]["DIRS"] if Path(folder).is_dir()}
    assert {ROOT / name for name in places.templates()} == looked_for
    anywhere = {path for name in places.packages() for path in (ROOT / name).rglob("templates")}
    assert anywhere < looked_for


@pytest.mark.parametrize("word", places.WORDS)
def test_a_script_is_told_on_one_line(word: str) -> None:
    told = subprocess.run([sys.executable, "script/places.py", word], cwd=ROOT, capture_output=True, text=True)
    assert told.stdout == " ".join(places.WORDS[word]()) + "\n"


def read_at_run_time() -> set[str]:
    """What the code reads below the root of the site, by the names after ``BASE_DIR`` and ``HOUSE``."""
    named = re.compile(r"(?:BASE_DIR|HOUSE) / \"([\w.]+)\"")
    sources = [path for name in places.packages() for path in (ROOT / name).rglob("*.py")]
    return {found for path in sources for found in named.findall(path.read_text(encoding="utf-8"))}


def test_the_image_has_whatever_the_site_imports_and_reads() -> None:
    assert read_at_run_time() - WRITTEN == {places.PLATFORM, "docs", "templates"}
    wanted = {"manage.py", "requirements.txt", *places.packages(), *places.templates()}
    wanted |= {f"docs/{name}" for name in (*VERIFIERS, VERIFIER)}
    wanted |= {
        path.relative_to(ROOT).as_posix()
        for name in places.packages()
        for folder in ("locale", "static", "templates")
        for path in (ROOT / name / folder).rglob("*")
        if path.is_file()
    }
    assert sorted(name for name in wanted if not is_let_in(name)) == []
    assert all((ROOT / name).exists() for name in wanted)


def test_each_line_of_the_image_lets_something_in() -> None:
    assert [pattern for pattern in let_in() if not list(ROOT.glob(pattern))] == []
