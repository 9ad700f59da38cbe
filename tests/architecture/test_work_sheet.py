"""The style of those who run an evening is asked for by the pages that use it, and by no other."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

STYLE = Path("tournaments/static/tournaments/css")
ROOTS = ("templates", *sorted(str(folder) for folder in Path().glob("*/templates")))
PART = re.compile(r'@import url\("([^"]+)"\)')
NAME = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
NEITHER = re.compile(r'/\*.*?\*/|url\([^)]*\)|"[^"]*"', re.DOTALL)
CLASSES = re.compile(r'class="((?:[^"{]|\{%.*?%\}|\{\{.*?\}\})*)"|\{% block body_class %\}(.*?)\{% endblock', re.DOTALL)
OTHER = re.compile(r'\{%\s*(?:include|extends)\s+"([^"]+)"')


def classes_of(sheet: str) -> set[str]:
    """The classes that the parts of a sheet name."""
    parts = [(STYLE / part).read_text() for part in PART.findall((STYLE / sheet).read_text())]
    return {name for part in parts for name in NAME.findall(NEITHER.sub("", part))}


OF_WORK = classes_of("work.css") - classes_of("site.css")


@cache
def templates() -> dict[str, str]:
    """The text of each template, by its name."""
    found = {}
    for root in ROOTS:
        for path in Path(root).rglob("*.html"):
            found[path.relative_to(root).as_posix()] = path.read_text()
    return found


def whole(name: str, seen: set[str]) -> set[str]:
    """The templates of which a page is made, as far as it names them."""
    if name in seen or name not in templates():
        return seen
    seen.add(name)
    for other in OTHER.findall(templates()[name]):
        whole(other, seen)
    return seen


def used_by(name: str) -> set[str]:
    """The classes of work that a page may have."""
    found = CLASSES.findall(" ".join(templates()[each] for each in whole(name, set())))
    return {word for pair in found for word in re.findall(r"[\w-]+", " ".join(pair))} & OF_WORK


def pages() -> Iterator[str]:
    """The templates that are pages."""
    for name, text in sorted(templates().items()):
        if "{% extends " in text and name != "work.html":
            yield name


def test_there_is_such_a_style() -> None:
    assert {"organiser-body", "arrival", "grid-row", "screen__page"} <= OF_WORK
    assert len(list(pages())) > 100


@pytest.mark.parametrize("name", list(pages()))
def test_a_page_with_a_class_of_work_asks_for_the_style(name: str) -> None:
    assert "work.html" in whole(name, set()) or not used_by(name)
