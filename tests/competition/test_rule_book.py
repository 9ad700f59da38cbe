"""The rule book and the tests name the same rules."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
KINDS = "KO|TAB|VP|DRW|SHF|PEN|TIM|ONL|LIV|STG|RNK|TIE|GRP|DAN|SWI|MIT|ROT|HEA|KNG|DBL|SEA|CLB|PLY|HND"
NUMBER = re.compile(rf"R-(?:{KINDS})-\d\d\b")


def book() -> str:
    """The rules of the competition, and those of each format that is played in rounds."""
    folder = ROOT / "docs" / "rules"
    files = [folder / "competition.md", *sorted((folder / "stages").glob("*.md"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def numbers(text: str) -> set[str]:
    return set(NUMBER.findall(text))


def written_tests() -> str:
    """The tests of the pure rules, of the services that carry a ruling out, and of what is shown to readers."""
    platform = ROOT / "tests" / "tournaments"
    folders = (Path(__file__).parent, platform / "services", platform / "selectors", platform / "views")
    return "\n".join(
        path.read_text(encoding="utf-8") for folder in folders for path in sorted(folder.rglob("test_*.py"))
    )


def headings(text: str) -> list[str]:
    return re.findall(rf"^\| (R-(?:{KINDS})-\d\d) \|", text, flags=re.MULTILINE)


def test_every_rule_has_a_test_and_every_tested_rule_is_in_the_book() -> None:
    tests = written_tests()
    assert set(headings(book())) == numbers(tests)
    assert len(headings(book())) == len(set(headings(book())))


def test_the_code_names_only_rules_of_the_book() -> None:
    package = ROOT / "tournaments" / "competition"
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py")))
    assert numbers(code) - set(headings(book())) == set()


def test_every_named_test_of_the_book_exists() -> None:
    tests = written_tests()
    named = set(re.findall(r"`(test_\w+)`", book()))
    assert {name for name in named if f"def {name}(" not in tests} == set()
