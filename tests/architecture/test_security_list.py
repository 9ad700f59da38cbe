"""docs/security.md: every line of the list has a state, and whatever is named as its test exists."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

from script.places import packages

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/security.md").read_text()
LINE = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
NAMED = re.compile(r"\b(tests/[\w/]+\.py)(?:::(\w+))?")
STATES: Final = ("done", "not applicable", "open")

# How many requirements of levels 1 and 2 each section has; where a few are of level 3 only, the numbers that count.
SECTIONS: Final[dict[str, int | tuple[int, ...]]] = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4,
    "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5,
    "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4,
    "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4,
    "17.3": 2,
}  # fmt: skip

# What writes text as markup, runs it, listens to strangers, or lets a value name a property.
IN_SCRIPTS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|postMessage|__proto__"
    r"|\w\[[a-z]\w*\]\s*=[^=]"
)
BROKEN_HASHES = re.compile(r"\b(md5|sha1|sha_1|MD5|SHA1)\b")


def lines() -> list[tuple[str, str, str, str]]:
    return [(number, asked.strip(), state.strip(), by.strip()) for number, asked, state, by in LINE.findall(PAGE)]


def wanted() -> set[str]:
    return {
        f"{section}.{number}"
        for section, numbers in SECTIONS.items()
        for number in (numbers if isinstance(numbers, tuple) else range(1, numbers + 1))
    }


def test_the_list_is_complete_and_names_nothing_twice() -> None:
    numbers = [number for number, *_rest in lines()]
    assert [number for number, times in Counter(numbers).items() if times > 1] == []
    assert set(numbers) == wanted()


def test_every_line_has_a_state_and_says_why() -> None:
    for number, asked, state, by in lines():
        assert state in STATES, number
        assert asked and by, number


def test_the_counts_at_the_head_are_those_of_the_list() -> None:
    found = Counter(state for _number, _asked, state, _by in lines())
    parts = ", ".join(f"{found[state]} {state}" for state in STATES)
    told = f"{len(lines())} requirements: {parts}."
    assert told in PAGE


def test_whatever_is_named_as_a_test_exists() -> None:
    named = set(NAMED.findall(PAGE))
    assert len(named) > 100
    missing = [
        f"{path}::{function}"
        for path, function in sorted(named)
        if not (ROOT / path).is_file()
        or (function and not re.search(rf"^(async )?def {function}\(", (ROOT / path).read_text(), re.MULTILINE))
    ]
    assert missing == []


def test_whatever_is_linked_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", PAGE)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_our_scripts_write_text_as_text() -> None:
    scripts = [*ROOT.glob("tournaments/static/tournaments/js/*.js"), *ROOT.glob("sc*/static/**/*.js")]
    assert scripts
    found = [
        f"{path.name}: {line}" for path in scripts for line in path.read_text().splitlines() if IN_SCRIPTS.search(line)
    ]
    assert found == []


def test_no_broken_hash_is_used() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in packages()
        for path in (ROOT / folder).rglob("*.py")
        if BROKEN_HASHES.search(path.read_text())
    ]
    assert found == []
