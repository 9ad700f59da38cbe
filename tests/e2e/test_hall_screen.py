"""Sixteen tables on the hall's screen: every word is whole and in the picture, whatever happens at a table."""

from typing import Any

from tests.e2e.browsing import PROJECTOR, Hall
from tests.e2e.tables import FORMAT, LEVEL_AT_THE_CUT

IS_CUT = """
() => [...document.querySelectorAll("#screen-all *")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, svg"))
  .filter((one) => {
    const box = one.getBoundingClientRect(), table = one.closest(".screen-table")?.getBoundingClientRect();
    const outside = (of) => box.bottom > of.bottom + 1 || box.right > of.right + 1 || box.top < of.top - 1;
    return outside({top: 0, bottom: innerHeight, right: innerWidth}) || (table && outside(table))
      || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible";
  })
  .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`)
"""
DEAL = {"depth": "points", "points": [6, 3], "tiebreak": 0, "last_capture": None}
LEVEL = [{**DEAL, "points": [11, 10]}, {**DEAL, "points": [10, 11]}]
# Fewer letters would be read from the last row only by those who know the names.
LEAST_PX = 30
SIZES = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
SANS = "(all) => all.every((one) => getComputedStyle(one).fontFamily.includes('Inter'))"


# What stands at a table keeps a little distance from its edge.
TOUCHES = """
() => [...document.querySelectorAll(".screen-tables .screen-table__in > *")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const box = one.getBoundingClientRect(), table = one.closest(".screen-table").getBoundingClientRect();
    return box.bottom > table.bottom - 3 || box.top < table.top + 3;
  })
  .map((one) => one.textContent.trim())
"""


def test_eight_tables_under_three_tie_breaks_keep_their_plates_inside(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Coppa delle otto tavole", state="called", pairs=16)
    slug = event["slug"]
    stage("play", slug=slug, number=1)
    for number in (2, 4, 6):
        stage("write_deals", slug=slug, number=number, deals=LEVEL)
    stage("write_deals", slug=slug, number=3, deals=[DEAL])
    stage("call_referee", slug=slug, number=3)
    stage("miss", slug=slug, number=7, line=1)
    stage("start_clock", slug=slug)
    page = hall.person(viewport=PROJECTOR).open(f"/e/{slug}/schermo/")
    assert (page.locator(".screen-ties li").count(), page.locator(".screen-table").count()) == (3, 8)
    assert page.evaluate(IS_CUT) == []
    assert page.evaluate(TOUCHES) == []


def test_sixteen_tables_with_calls_a_tie_break_and_a_referee_are_whole(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Coppa delle Valli", state="called", pairs=32)
    slug = event["slug"]
    for number in (1, 2, 3, 5, 12):
        stage("play", slug=slug, number=number)
    stage("write_deals", slug=slug, number=4, deals=LEVEL)
    for number in (6, 8, 9, 10, 11, 15):
        stage("write_deals", slug=slug, number=number, deals=[DEAL])
    stage("call_referee", slug=slug, number=6)
    stage("miss", slug=slug, number=13, line=1)
    stage("start_clock", slug=slug)
    page = hall.person(viewport=PROJECTOR).open(f"/e/{slug}/schermo/")
    assert page.locator(".hall:visible .hall__chip").count() == 16
    for _panel in range(page.locator("[data-panel^=hall]").count()):
        assert page.evaluate(IS_CUT) == []
        names = page.locator(".hall:visible .screen-table__name")
        assert names.count() >= 8
        assert min(names.evaluate_all(SIZES)) >= LEAST_PX
        page.keyboard.press("ArrowRight")
    assert page.locator(".screen-table__number, .hall__chip").evaluate_all(SANS)


OUTSIDE_THE_TREE = """
() => {
  const { bottom } = document.querySelector("#tree-view").getBoundingClientRect();
  return [...document.querySelectorAll("#tree-view .match__side")]
    .filter((one) => one.getBoundingClientRect().bottom > bottom)
    .map((one) => one.textContent.trim());
}
"""


def test_four_tables_of_five_stand_whole_above_each_other_in_the_tree(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Scala dei diciannove", state="called", pairs=19, round_minutes=60, **FORMAT)["slug"]
    stage("play_tables", slug=slug, number=1)
    stage("call_round", slug=slug, number=2)
    stage("start_clock", slug=slug)
    second = [table["number"] for table in stage("look", slug=slug)["tables"] if table["round"] == 2]
    stage("write_papers", slug=slug, number=second[0], papers=LEVEL_AT_THE_CUT)
    page = hall.person(viewport=PROJECTOR).open(f"/e/{slug}/schermo/")
    assert page.locator(".screen-ties li").count() == 1
    while not page.locator("#tree-view").is_visible():
        page.keyboard.press("ArrowRight")
    assert page.locator("#tree-view").get_attribute("data-most") == "5"
    assert page.evaluate(OUTSIDE_THE_TREE) == []
