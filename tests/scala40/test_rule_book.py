"""The rule book, the code and the tests name the same rules."""

import re
from pathlib import Path

from scala40.rules import FIELDS

ROOT = Path(__file__).parents[2]
BOOK = (ROOT / "docs" / "rules" / "scala40.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "scala40").glob("*.py")))
NUMBER = re.compile(r"R-S40-\d\d\b")
HEADINGS = re.findall(r"^\| (R-S40-\d\d) \|", BOOK, flags=re.MULTILINE)


def test_every_rule_has_a_test_and_every_tested_rule_is_in_the_book() -> None:
    assert set(NUMBER.findall(TESTS)) == set(HEADINGS)


def test_rules_are_numbered_once_and_without_gaps() -> None:
    assert [f"R-S40-{number:02}" for number in range(1, len(HEADINGS) + 1)] == HEADINGS


def test_the_code_names_only_rules_of_the_book() -> None:
    assert set(NUMBER.findall(CODE)) - set(HEADINGS) == set()


def test_every_test_that_the_book_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", BOOK))
    assert {name for name in named if f"def {name}(" not in TESTS} == set()
    assert len(named) > 40


def test_every_parameter_is_in_the_book() -> None:
    assert [name for name in FIELDS if f"`{name}`" not in BOOK] == []
