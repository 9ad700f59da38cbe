"""A whole evening of elimination tables: nineteen players, the organiser at a desk and the referee with a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import DESKTOP, PHONE, Hall, Person, settled
from tests.e2e.paper import plain
from tests.e2e.tables import send, through, type_deal, write_deals

REFEREE = "arturo@example.org"
BIG = "#now .btn--big"
SCORE = "#sheet-score .sheet-score__line"
FAMILIES = (
    "Alessandrini",
    "Baldini",
    "Buratti",
    "Canali",
    "Dall'Agata",
    "Farolfi",
    "Gori",
    "Lucchi",
    "Magnani",
    "Neri",
    "Orioli",
    "Pantieri",
    "Quercioli",
    "Ruffilli",
    "Sintoni",
    "Tesei",
    "Utili",
    "Vitali",
    "Zoffoli",
)
CLUBS = ("Sarsina", "Meldola", "Galeata", "Verucchio")


def press(page: Page, selector: str) -> None:
    with page.expect_navigation():
        page.locator(selector).first.click()
    settled(page)


def create(page: Page) -> str:
    """The wizard, from the choice of the game; the address of the event."""
    page.locator(".setup__games a", has_text="Scala 40").click()
    settled(page)
    page.locator("[name=preset][value='scala40:torneo_003']").check()
    page.locator("[name=name]").fill("Scala di Santa Lucia")
    page.locator("[name=day]").fill("2026-12-13")
    press(page, ".setup .btn--big")
    return page.url.rstrip("/").rpartition("/")[2]


def paste(page: Page) -> None:
    """The list of names as it is kept in a spreadsheet."""
    rows = [f"{family};Gino;{CLUBS[number % 4]}" for number, family in enumerate(FAMILIES)]
    page.locator("#list-text").fill("\n".join(["cognome;nome;circolo", *rows]))
    press(page, "form:has(#list-text) .btn")
    press(page, "[name=confirm]")
    expect(page.locator("#entries tbody tr")).to_have_count(len(FAMILIES))


def draw(page: Page) -> None:
    press(page, BIG)  # seal
    page.locator("[name=hall]").fill("7 di denari")
    press(page, "form:has([name=hall]) .btn--big")
    page.locator("a[href$='/sorteggio/annuncio/']").click()
    with page.expect_navigation():
        page.locator("dialog button.btn").last.click()


def to_the_desk(page: Page) -> None:
    """The steps of the one button until the tables are playing, then to the referee."""
    desk = "#now a[href$='/arbitro/']"
    for _step in range(3):
        if page.locator(desk).count():
            press(page, desk)
            return
        press(page, BIG)
    raise AssertionError("the button never leads to the referee's desk")


def deal_by_deal(page: Page) -> None:
    """Four deals at a table of five: two go out one by one, the last deal leaves two."""
    write_deals(page, "0 30 60 40 25", "12 0! 45 30 40")
    expect(page.locator(f"{SCORE}--out")).to_have_count(1)
    expect(page.locator(f"{SCORE}--out")).to_contain_text("105")
    expect(page.locator("#s40-row-c")).to_have_class("s40-row s40-row--out")
    expect(page.locator("[name=points_c]")).to_have_count(0)
    write_deals(page, "0 20 - 35 30")
    expect(page.locator(f"{SCORE}--out")).to_have_count(2)
    write_deals(page, "10 0 - - 50")
    assert through(page) == ["A", "B"]


def tie_at_the_cut(page: Page) -> None:
    """Four go out in one deal, two of them level for the second place: they play an extra deal."""
    write_deals(page, "0 90 50 95 40", "0 20 60 20 80")
    expect(page.locator("#tiebreak-note")).to_be_visible()
    expect(page.locator(f"{SCORE}--level")).to_have_count(2)
    expect(page.locator(".s40-row")).to_have_count(2)
    write_deals(page, "- 14 0 - -")
    assert through(page) == ["A", "C"]


def abandonment(page: Page) -> None:
    """The fifth leaves in the second deal, which the others finish."""
    write_deals(page, "0 10 20 30 40", "0 15 25 35 x")
    expect(page.locator(f"{SCORE}--left")).to_have_count(1)
    write_deals(page, "0 50 60 40 -")
    assert through(page) == ["A", "B"]


def mistakes(page: Page) -> None:
    """A wrong deal is changed, a deal that cannot be is refused, a result is taken back and entered again."""
    write_deals(page, "0 50 70 5")
    with page.expect_navigation():
        page.locator("#sheet-record .course__row td").last.click(force=True)  # all of the row is the link
    settled(page)
    page.locator("[name=points_d]").fill("55")
    send(page)
    expect(page.locator(f"{SCORE} .sheet-score__points")).to_have_text(["0", "50", "70", "55"])

    type_deal(page, "0 20 40 1")
    page.locator("form[data-preview-url] .sheet-foot .btn").click()
    expect(page.locator("#errors")).to_be_visible()
    page.locator("[name=points_d]").fill("60")
    send(page)
    assert through(page) == ["A", "B"]

    page.locator("#sheet-tools a[href$='/annulla/']").click()
    with page.expect_navigation():
        page.locator("dialog button.btn").last.click()
    settled(page)
    write_deals(page, "30 0 40 60")
    assert through(page) == ["A", "B"]


def play_round(referee: Person, slug: str, tables: list[dict[str, Any]]) -> None:
    """The first round in many ways, the later ones plainly."""
    ways = {5: iter((deal_by_deal, tie_at_the_cut, abandonment)), 4: iter((mistakes,))}
    for table in tables:
        referee.open(f"/e/{slug}/tavoli/{table['number']}/")
        if table["round"] == 1:
            next(ways[len(table["names"])])(referee.page)
            continue
        is_final = table["round"] == 3
        write_deals(referee.page, *plain(1 if is_final else 2))
        assert through(referee.page) == (["A"] if is_final else ["A", "B"])


def take_entries(organiser: Person, slug: str) -> None:
    """Open the entries, paste the list, see how nineteen are seated, and close."""
    page = organiser.page
    press(page, BIG)
    organiser.open(f"/organizza/{slug}/iscritti/elenco/")
    settled(page)
    paste(page)
    organiser.open(f"/organizza/{slug}/numeri/")
    expect(page.locator(".evening--chosen .evening__words")).to_have_text([re.compile("3 .* 5"), re.compile("1 .* 4")])
    organiser.open(f"/organizza/{slug}/")
    press(page, BIG)


def close(organiser: Person, slug: str) -> None:
    organiser.open(f"/organizza/{slug}/")
    press(organiser.page, BIG)  # look at the final standings
    press(organiser.page, ".now .btn--big")


@pytest.mark.full
def test_an_evening_of_nineteen_players_from_the_wizard_to_the_final_standings(hall: Hall, stage: Any) -> None:
    organiser, referee = hall.person("ornella@example.org", viewport=DESKTOP), hall.person(REFEREE, viewport=PHONE)
    slug = create(organiser.open("/organizza/nuovo/"))
    take_entries(organiser, slug)
    draw(organiser.page)
    stage("grant", slug=slug, email=REFEREE, role="referee")
    for number in (1, 2, 3):
        organiser.open(f"/organizza/{slug}/")
        to_the_desk(organiser.page)
        play_round(referee, slug, [one for one in stage("look", slug=slug)["tables"] if one["round"] == number])
    close(organiser, slug)

    rows = hall.person().open(f"/e/{slug}/classifica/").locator(".standings tbody")
    places = rows.locator("td:first-child").all_inner_texts()
    assert places[:4] == ["1", "2", "3", "4"]
    assert len(places) == len(FAMILIES)
    assert all(family in rows.inner_text() for family in FAMILIES)
