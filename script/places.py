"""Where the code, its templates and its tests are, read off the tree and pyproject.toml: ``places.py WORD`` prints

    packages    the packages of the site: folders at the root with an __init__.py
    pure        of these, and within the platform, the modules without framework, clock, dice or logger
    coverage    the options of pytest that measure the pure places
    templates   the folders of templates
    rules       the folders of tests of the pure places
    apart       the folders of tests that a step of script/test runs alone, for they need programs or the machine
    platform    all other tests

on one line, for scripts: ``rules=($(.venv/bin/python script/places.py rules))``. Tests call the functions.
"""

import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLATFORM = "tournaments"
APART = ("e2e", "faults", "fuzz", "nginx", "performance", "redis")
NOT_OF_THE_SITE = ("bench", "tests")


def project() -> dict[str, Any]:
    """Return the content of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def packages() -> list[str]:
    """Return the names of the packages of the site: the platform last, for it imports the others."""
    found = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {PLATFORM, *NOT_OF_THE_SITE}
    return [*sorted(found), PLATFORM]


def pure() -> list[str]:
    """Return the modules that the contract of import-linter keeps from Django, in its order."""
    contracts = project()["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if "django" in each.get("forbidden_modules", ()))
    return list(contract["source_modules"])


def floors(*names: str) -> list[Path]:
    """Return the files of these floors ("reads", "api") of all rooms, in their order."""
    by_floor = [
        sorted({*ROOT.glob(f"{PLATFORM}/*/{each}.py"), *ROOT.glob(f"{PLATFORM}/*/{each}/**/*.py")}) for each in names
    ]
    if not all(by_floor):
        raise ValueError(f"no room has one of these floors: {names}")
    return [path for found in by_floor for path in found]


def module(path: Path) -> str:
    """Return the dotted name of a file of the site."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def coverage() -> list[str]:
    return [f"--cov={module}" for module in pure()]


def templates() -> list[str]:
    folders = [ROOT / "templates", *(ROOT / name / "templates" for name in packages())]
    return [path.relative_to(ROOT).as_posix() for path in folders if path.is_dir()]


def rules() -> list[str]:
    names = [module.rpartition(".")[2] for module in pure()]
    return [f"tests/{name}" for name in names if (ROOT / "tests" / name).is_dir()]


def apart() -> list[str]:
    return [f"tests/{name}" for name in APART]


def platform() -> list[str]:
    """Return whatever below ``tests`` has tests and no step of its own, so that a new folder is run."""
    with_tests = {path.relative_to(ROOT).parts[:2] for path in (ROOT / "tests").rglob("test_*.py")}
    return sorted({"/".join(parts) for parts in with_tests} - {*rules(), *apart()})


WORDS: Mapping[str, Callable[[], list[str]]] = {
    each.__name__: each for each in (packages, pure, coverage, templates, rules, apart, platform)
}


if __name__ == "__main__":
    word = sys.argv[1] if len(sys.argv) == 2 else ""
    if word not in WORDS:
        sys.exit(f"places.py {'|'.join(WORDS)}")
    print(*WORDS[word]())
