"""The rule book of each game, its code and its tests name the same rules."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.games.conformance import KEYS
from tournaments.games import registry

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Book:
    """The texts of one game: the book, the code, the tests; ``headings`` are the numbers of its rules."""

    key: str
    text: str
    code: str
    tests: str
    headings: list[str]

    @property
    def mark(self) -> str:
        """What the numbers of this game begin with, as ``R-SCO``."""
        return self.headings[0].rpartition("-")[0]

    def named_in(self, text: str) -> set[str]:
        return set(re.findall(rf"{self.mark}-\d\d\b", text))


@pytest.fixture(params=KEYS)
def book(request: pytest.FixtureRequest) -> Book:
    text = (ROOT / "docs" / "rules" / f"{request.param}.md").read_text(encoding="utf-8")
    return Book(
        key=request.param,
        text=text,
        code=_joined(ROOT / request.param, "*.py"),
        tests=_joined(ROOT / "tests" / request.param, "test_*.py"),
        headings=re.findall(r"^\| (R-\w+-\d\d) \|", text, flags=re.MULTILINE),
    )


def _joined(folder: Path, pattern: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob(pattern)))


def test_every_rule_has_a_test_and_every_tested_rule_is_in_the_book(book: Book) -> None:
    assert book.named_in(book.tests) == set(book.headings)


def test_rules_are_numbered_once_and_without_gaps(book: Book) -> None:
    assert [f"{book.mark}-{number:02}" for number in range(1, len(book.headings) + 1)] == sorted(book.headings)


def test_the_code_names_only_rules_of_the_book(book: Book) -> None:
    assert book.named_in(book.code) - set(book.headings) == set()


def test_every_test_that_the_book_names_exists(book: Book) -> None:
    named = set(re.findall(r"`(test_\w+)`", book.text))
    assert {name for name in named if f"def {name}(" not in book.tests} == set()
    assert len(named) >= len(book.headings)


def test_every_parameter_is_in_the_book(book: Book) -> None:
    parameters = next(iter(registry.game(book.key).presets.values()))
    assert [name for name in parameters if f"`{name}`" not in book.text] == []
