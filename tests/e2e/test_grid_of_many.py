"""The results of tables of two to six lines: each name stands whole at its field, at every width."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.browsing import Hall, last_of, settled
from tests.e2e.letters import SETTLES_MS
from tests.e2e.paper import plain
from tests.e2e.tables import FORMAT
from tests.searching import short_of

REFEREE = "arturo@example.org"
PEOPLE = (
    ("Dell'Acquasanta", "Maria Antonietta"),
    ("Castagneri", "Massimiliano"),
    ("De Bernardi", "Giovanni Battista"),
    ("Ru", "Ines"),
    ("Chiariglione", "Marta"),
    ("Ala", "Ezio"),
    ("Brunero", "Aldo"),
    ("Losero", "Rita"),
    ("Bergagna", "Ivo"),
    ("Droetto", "Elda"),
    ("Van der Linden", "Petronella"),
    ("Nasi", "Nora"),
)
HEATS = {**FORMAT, "format": {"kind": "heats", "rounds": 2, "max_table": 6}}
# The lines of the largest table, and how many enter to have it.
SIZES = {
    2: (4, {}),
    3: (3, HEATS),
    4: (7, {**FORMAT, "format": {"kind": "heats", "rounds": 2, "max_table": 4}}),
    5: (9, FORMAT),
    6: (11, HEATS),
}
WIDTHS = ((390, 1), (768, 1), (1024, 1), (1440, 1), (1920, 1), (1440, 2), (390, 2))
LOOK = """
() => [...document.querySelectorAll(".grid-row")].map((row) => {
  const box = (each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const lines = [...row.querySelectorAll(".grid-row__line")];
  const words = (who) => {
    const text = who.firstChild;
    return [...text.data.matchAll(/[^ ]+/g)].map((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const around = who.closest(".grid-row__line").getBoundingClientRect();
      const place = range.getBoundingClientRect();
      const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
      const isInside = place.left >= around.left - 1 && place.right <= around.right + 1;
      return { word: word[0], lines: lines.size, isInside };
    });
  };
  return {
    lines: lines.map(box),
    fields: [...row.querySelectorAll(".grid-row__points")].map(box),
    words: lines.flatMap((line) => words(line.querySelector(".grid-row__who"))),
    say: box(row.querySelector(".grid-row__say")),
  };
})
"""
TOO_NARROW = """
() => [...document.querySelectorAll(".grid-row .btn.grid-row__step")]
  .filter((button) => {
    const { left, right } = button.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(button);
    const words = range.getBoundingClientRect();
    return words.left < left || words.right > right;
  })
  .map((button) => button.textContent.trim())
"""
# The two fields of a match share a border of so many px.
BORDER = 3


def overlap(one: list[float], other: list[float]) -> bool:
    return all(one[at] < other[at + 2] - BORDER and other[at] < one[at + 2] - BORDER for at in (0, 1))


@pytest.mark.parametrize("size", short_of(SIZES, "4"))
def test_every_name_stands_whole_at_its_field(hall: Hall, stage: Any, size: int) -> None:
    entered, options = SIZES[size]
    slug = stage("event", name=f"Tavoli da {size}", pairs=0, **options)["slug"]
    step = 1 if options else 2
    people = [[list(each) for each in PEOPLE[at : at + step]] for at in range(0, entered * step, step)]
    stage("name_entries", slug=slug, people=people)
    stage("go_on", slug=slug, to="called")
    stage("grant", slug=slug, email=REFEREE, role="referee")
    page = hall.person(REFEREE).open(f"/e/{slug}/risultati/")
    look_at(page, size)

    # What a table of six has written deal by deal is longer than the papers of these tests.
    if size == 6:
        return
    if size == 4:
        names = page.locator(".grid-row").first.locator(".grid-row__who").all_inner_texts()
        longest = max(range(len(names)), key=lambda line: len(names[line]))
        stage("write_papers", slug=slug, number=1, papers=plain(1), line=longest)
        stage("dispute", slug=slug, number=1, line=1 - min(longest, 1))
    if options:
        stage("play_tables", slug=slug, number=1)
    else:
        stage("play", slug=slug, number=1)
    page = hall.person(REFEREE).open(f"/e/{slug}/risultati/")
    assert page.locator(".grid-row--disputed [value^=version]").count() == (size == 4)
    look_at(page, size)


def broken(page: Page) -> list[Any]:
    """The words that take two lines, or stand outside their field."""
    words = [each for row in page.evaluate(LOOK) for each in row["words"]]
    return [each for each in words if each["lines"] != 1 or not each["isInside"]]


def look_at(page: Page, size: int) -> None:
    for width, text in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        settled(page)
        page.evaluate("(text) => { document.documentElement.style.fontSize = `${text * 100}%`; }", text)
        where = f"{size} lines at {width} px, text {text}"
        # The columns follow the size of the letters a moment later.
        assert last_of(page, lambda: broken(page), [], SETTLES_MS) == [], where
        rows = page.evaluate(LOOK)
        assert max(len(row["lines"]) for row in rows) == size, where
        assert page.evaluate("document.documentElement.scrollWidth") <= width, where
        assert page.evaluate(TOO_NARROW) == [], where
        for row in rows:
            boxes = [*row["lines"], row["say"]]
            assert not any(overlap(one, other) for at, one in enumerate(boxes) for other in boxes[:at]), where
            assert all(field[2] <= width and field[2] - field[0] >= 40 for field in row["fields"]), where
        if width / text >= 1440:
            columns = [{round(row["fields"][at][0]) for row in rows if len(row["fields"]) > at} for at in range(size)]
            assert [len(each) for each in columns] == [1] * size, where
            assert all(len({round(field[1]) for field in row["fields"]}) == 1 for row in rows), where
