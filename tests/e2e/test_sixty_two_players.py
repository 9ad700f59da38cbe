"""Sixty-two players at elimination tables: the tree on every screen, a tie, a winner who leaves, a late correction."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import DESKTOP, PHONE, PROJECTOR, Hall, Person, settled
from tests.e2e.hall_screen import ROOT_SIZE, WHAT_IS_CUT
from tests.e2e.letters import WHAT_IS_WIDER
from tests.e2e.tables import ENDED, FORMAT, LEVEL_AT_THE_CUT, STATE, send, through, type_deal, write_deals

ORGANISER, REFEREE = "ornella@example.org", "arturo@example.org"
BIG = "#now .btn--big"


@pytest.fixture(scope="module")
def trophy(stage: Any) -> dict[str, Any]:
    """An evening to look at."""
    return in_its_second_round(stage, "Trofeo dei Sessantadue")


def in_its_second_round(stage: Any, name: str) -> dict[str, Any]:
    """Sixteen tables over, the eight of the second round called, with a referee."""
    made = stage("event", name=name, state="called", pairs=62, **FORMAT)
    slug = made["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    stage("play_tables", slug=slug, number=1)
    stage("call_round", slug=slug, number=2)
    found: dict[str, Any] = stage("look", slug=slug)
    return found


def of_round(event: dict[str, Any], number: int) -> list[dict[str, Any]]:
    return [table for table in event["tables"] if table["round"] == number]


def press(page: Page, selector: str) -> None:
    with page.expect_navigation():
        page.locator(selector).first.click()
    settled(page)


def phone_with_code(hall: Hall, code: str) -> Person:
    """A phone at the table that the code opens."""
    person = hall.person(viewport=PHONE)
    page = person.open("/codice/")
    page.locator("[name=code]").fill(code.lower())
    page.locator(".form .btn").tap()
    page.locator(".form .btn--big").tap()
    expect(page.locator(STATE)).to_be_attached()
    settled(page)
    return person


def test_the_first_round_sits_everybody_at_sixteen_tables(trophy: Any) -> None:
    sizes = sorted(len(table["names"]) for table in of_round(trophy, 1))
    assert sizes == [3, 3, *[4] * 14]
    assert [len(of_round(trophy, number)) for number in (2, 3, 4, 5)] == [8, 4, 2, 1]


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP, PROJECTOR], ids=["phone", "desktop", "projector"])
def test_the_tree_of_tables_is_whole_on_every_screen(hall: Hall, trophy: Any, viewport: dict[str, int]) -> None:
    page = hall.person(viewport=viewport).open(f"/e/{trophy['slug']}/tabellone/")
    assert page.evaluate(WHAT_IS_WIDER) == []
    expect(page.locator("#tree .bracket__round")).to_have_count(5)
    expect(page.locator("#tree .match")).to_have_count(31)
    first = page.locator("#tree .bracket__round").first
    assert first.locator(".match__side--through, .match__side--won").count() == 32
    names = first.inner_text()
    assert all(name in names for table in of_round(trophy, 1) for name in table["names"])


def test_the_big_screen_shows_tables_of_four_without_cutting_a_name(hall: Hall, trophy: Any) -> None:
    page = hall.person(viewport=PROJECTOR).open(f"/e/{trophy['slug']}/schermo/")
    shown = ""
    for _panel in range(max(1, page.locator("[data-panel]").count())):
        assert page.evaluate(ROOT_SIZE) == [PROJECTOR["width"], PROJECTOR["height"]]
        assert page.evaluate(WHAT_IS_CUT) == []
        shown += page.locator("#screen-all").inner_text()
        page.keyboard.press("ArrowRight")
    assert all(name in shown for table in of_round(trophy, 2) for name in table["names"])


def break_the_tie(hall: Hall, stage: Any, slug: str, table: dict[str, Any]) -> None:
    """B and C are level: B's phone writes the extra deal, and C's agrees."""
    stage("write_papers", slug=slug, number=table["number"], papers=LEVEL_AT_THE_CUT)
    reader = hall.person().open(f"/e/{slug}/tabellone/")
    expect(reader.locator("#tree .match__side--level")).to_have_count(2)
    codes = dict(zip("abcd", table["codes"], strict=True))
    writing, agreeing = (phone_with_code(hall, codes[letter]).page for letter in "bc")
    expect(writing.locator("#tiebreak-note")).to_contain_text(table["names"][1])
    expect(writing.locator("#tiebreak-note")).to_contain_text(table["names"][2])
    expect(writing.locator(".s40-row")).to_have_count(2)

    type_deal(writing, "- 14 0 -")
    send(writing)
    expect(agreeing.locator(f"{STATE} form[action$='/conferma/']")).to_be_visible()
    agreeing.locator(f"{STATE} form[action$='/conferma/'] button").tap()

    expect(agreeing.locator(ENDED)).to_be_visible()
    expect(writing.locator(ENDED)).to_be_visible()
    assert through(writing) == ["A", "C"]
    expect(reader.locator("#tree .match__side--level")).to_have_count(0)


def replace_a_winner(hall: Hall, stage: Any, slug: str, table: dict[str, Any]) -> tuple[str, str]:
    """A goes home before the next table is called, and the third of the table takes the place; who, and who."""
    gone, third = table["names"][0], table["names"][2]
    organiser = hall.person(ORGANISER)
    page = organiser.open(f"/organizza/{slug}/iscritti/{table['entries'][0]}/")
    page.locator("form:has([name=change][value=withdraw]) [name=reason]").fill("È dovuto tornare a casa.")
    press(page, "[name=change][value=withdraw]")
    press(page, "#confirm button")
    assert gone in seated(stage, slug, 3)

    page = hall.person(REFEREE, viewport=PHONE).open(f"/e/{slug}/arbitro/")
    press(page, "a[href$='/posti/']")
    free = page.locator("[id^=place-]").filter(has_text=gone)
    candidates = free.locator("[name=entry]")
    assert candidates.count() == 2
    expect(free.locator("label", has=page.locator("[name=entry]")).first).to_contain_text(third)
    candidates.first.check()
    free.locator("[name=reason]").fill("Il terzo del suo tavolo.")
    with page.expect_navigation():
        free.locator("button.btn").click()
    press(page, "#confirm button")
    expect(page.locator(".place-given")).to_contain_text(third)
    return gone, third


def correct_late(hall: Hall, slug: str, table: dict[str, Any]) -> tuple[str, str]:
    """B went on by mistake and has been called to the next table; who goes, and who comes instead."""
    page = hall.person(REFEREE, viewport=PHONE).open(f"/e/{slug}/tavoli/{table['number']}/")
    assert through(page) == ["A", "B"]
    press(page, "#sheet-tools a[href$='/correggi/']")
    with page.expect_navigation():
        page.locator(".course__deal").nth(1).click()
    type_deal(page, "0 95 40 58")
    press(page, "[name=step][value=put]")
    press(page, "[name=step][value=preview]")
    wrong, right = table["names"][1], table["names"][2]
    touched = page.locator(".panel--alarm")
    expect(touched).to_contain_text(wrong)
    expect(touched).to_contain_text(right)
    page.locator("[name=reason]").fill("I punti di B e C erano scambiati.")
    press(page, "[name=step][value=save]")
    assert through(page) == ["A", "C"]
    return wrong, right


def play_the_final(hall: Hall, slug: str, number: int) -> None:
    """The table of four at which one is left alone, and the end of the event."""
    page = hall.person(ORGANISER, viewport=DESKTOP).open(f"/e/{slug}/tavoli/{number}/")
    write_deals(page, "0 10 57 58", "0 10 57 58")
    expect(page.locator("#sheet-score .sheet-score__line--out")).to_have_count(2)
    write_deals(page, "0 95 - -")
    assert through(page) == ["A"]
    page.goto(re.sub(r"/e/.*", f"/organizza/{slug}/", page.url))
    press(page, BIG)  # look at the final standings
    press(page, ".now .btn--big")  # close the event


def seated(stage: Any, slug: str, number: int) -> list[str]:
    """Who sits at the tables of a round."""
    return [name for one in of_round(stage("look", slug=slug), number) for name in one["names"]]


@pytest.mark.full
def test_the_evening_goes_on_to_its_end_whatever_happens(hall: Hall, stage: Any) -> None:
    event = in_its_second_round(stage, "Trofeo fino in fondo")
    slug, second = event["slug"], of_round(event, 2)
    break_the_tie(hall, stage, slug, second[0])
    stage("play_tables", slug=slug, number=2)
    gone, third = replace_a_winner(hall, stage, slug, second[2])

    stage("call_round", slug=slug, number=3)
    assert third in seated(stage, slug, 3)
    assert gone not in seated(stage, slug, 3)
    wrong, right = correct_late(hall, slug, second[1])
    assert right in seated(stage, slug, 3)
    assert wrong not in seated(stage, slug, 3)

    stage("play_tables", slug=slug, number=3)
    for number in (4, 5):
        stage("call_round", slug=slug, number=number)
        stage("play_tables", slug=slug, number=4)
    play_the_final(hall, slug, event["tables"][-1]["number"])

    rows = hall.person().open(f"/e/{slug}/classifica/").locator(".standings tbody")
    names = rows.inner_text()
    assert all(name in names for table in of_round(event, 1) for name in table["names"])
    expect(rows.locator("tr").first).to_contain_text(seated(stage, slug, 5)[0])
