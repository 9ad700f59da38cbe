"""The pages of elimination tables without a mouse: the evening by numbers, a whole table deal by deal, the tree."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browsing import Hall, settled
from tests.e2e.keyboard import Keyboard
from tests.e2e.paper import LETTERS
from tests.e2e.tables import FORMAT, SHEET, through

REFEREE = "arturo@example.org"


def write_deal(keys: Keyboard, page: Page, text: str) -> None:
    """Who closes by the arrows, the others' points one after the other."""
    signs = dict(zip(LETTERS, text.split(), strict=False))
    closer = next(letter for letter, sign in signs.items() if sign == "0")
    keys.choose("closer", closer)
    for letter, sign in signs.items():
        if sign not in "0-":
            keys.write(f"[name=points_{letter}]", sign)
    keys.reach(f"{SHEET} .sheet-foot .btn")
    with page.expect_navigation():
        keys.press("Enter")
    settled(page)


def test_a_table_is_played_to_its_end_by_keyboard_alone(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Tavolo alla tastiera", state="called", pairs=8, **FORMAT)["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    page = hall.person(REFEREE).open(f"/e/{slug}/arbitro/")
    keys = Keyboard(page)
    keys.follow(".desk-group:not(.desk-group--done) .desk-table__link")
    settled(page)

    write_deal(keys, page, "0 90 50 95")
    write_deal(keys, page, "0 20 60 20")
    expect(page.locator("#tiebreak-note")).to_be_visible()
    write_deal(keys, page, "- 14 0 -")
    assert through(page) == ["A", "C"]


def test_enter_leads_from_one_number_to_the_next_and_then_sends(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Un numero dopo l'altro", state="called", pairs=8, **FORMAT)["slug"]
    page = hall.person("ornella@example.org").open(f"/e/{slug}/tavoli/1/")
    keys = Keyboard(page)
    keys.choose("closer", "b")
    keys.reach("[name=points_a]")
    for points, following in (("12", "c"), ("30", "d")):
        page.keyboard.type(points)
        keys.press("Enter")
        expect(page.locator(f"[name=points_{following}]")).to_be_focused()
    page.keyboard.type("7")
    with page.expect_navigation():
        keys.press("Enter")
    assert stage("versions", slug=slug, number=1) == [{"status": "running", "points": [12, 0, 30, 7]}]


def test_an_evening_is_chosen_by_keyboard_alone(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata alla tastiera", pairs=19, **FORMAT)["slug"]
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/numeri/")
    keys = Keyboard(page)
    before = page.locator(".evening--chosen h3").inner_text()
    keys.follow(".evening__choose .btn")
    page = hall.everybody[0].open(f"/organizza/{slug}/numeri/")
    expect(page.locator(".evening--chosen h3")).to_have_count(1)
    assert page.locator(".evening--chosen h3").inner_text() != before


def test_the_keyboard_moves_in_the_tree_of_tables(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Albero alla tastiera", state="called", pairs=31, **FORMAT)["slug"]
    page = hall.person(viewport={"width": 700, "height": 900}).open(f"/e/{slug}/tabellone/")
    keys = Keyboard(page)
    keys.reach("#tree-view")
    start = page.locator("#tree-view").evaluate("(view) => view.scrollLeft")
    keys.press("End")
    page.wait_for_function("(start) => document.querySelector('#tree-view').scrollLeft > start", arg=start)
    keys.press("Home")
    with page.expect_navigation():
        keys.press("Enter")
    assert "/partite/" in page.url
