"""The same evening without JavaScript: four pairs, from the set-up to the final standings."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import Hall, Person
from tests.e2e.paper import plain
from tests.e2e.tables import LEVEL_AT_THE_CUT, through, write_deals

PAIRS = (("Airola", "Balma"), ("Cargnino", "Droetto"), ("Enrici", "Ferrando"), ("Genotti", "Havel"))
BIG = "#now .btn--big"
DESK = "#now a[href$='/arbitro/']"
# From one round to the next.
MOST_STEPS = 4


def press(page: Page, selector: str) -> None:
    with page.expect_navigation():
        page.locator(selector).first.click()


def create(person: Person, preset: str = "scopa:valliadi_2022") -> Page:
    page = person.open(f"/organizza/nuovo/?gioco={preset.partition(':')[0]}")
    page.locator(f"[name=preset][value='{preset}']").check()
    page.locator("[name=name]").fill("Serata senza script")
    page.locator("[name=day]").fill("2026-12-12")
    press(page, ".setup .btn--big")
    return page


def type_pairs(page: Page, pairs: Sequence[tuple[str, str]]) -> None:
    for first, second in pairs:
        page.locator("#desk-form [name=family1]").fill(first)
        page.locator("#desk-form [name=family2]").fill(second)
        press(page, "#desk-form button")
    expect(page.locator("#entries tbody tr")).to_have_count(len(PAIRS))


def draw(page: Page) -> None:
    press(page, BIG)
    page.locator("[name=hall]").fill("7 di denari")
    press(page, "form:has([name=hall]) .btn--big")
    press(page, "a[href$='/sorteggio/annuncio/']")
    press(page, "#confirm button")


def tie_break_by_the_last_capture(page: Page) -> None:
    """Three level tie-break deals; the line that made the last capture loses."""
    for number in (1, 2, 3):
        page.locator("[name=depth][value=points]").check(force=True)
        page.locator("[name=points_a]").fill("2")
        page.locator("[name=points_b]").fill("2")
        if number == 3:
            page.locator("[name=last_capture][value=a]").check(force=True)
        press(page, "form[data-preview-url] .sheet-foot .btn")


def enter_total(page: Page, a: int, b: int, *, time_called: bool = False) -> None:
    # The first time it is asked for; then the next table begins so.
    if not page.url.endswith("/totale/"):
        press(page, "#main a[href$='/totale/']")
    page.locator("[name=points_a]").fill(str(a))
    page.locator("[name=points_b]").fill(str(b))
    page.locator("[name=time_called]").set_checked(time_called)
    press(page, ".sheet-foot .btn")


def play_open_tables(page: Page, slug: str, results: list[tuple[int, int]]) -> None:
    for a, b in results:
        press(page, ".desk-group:not(.desk-group--done) .desk-table__link")
        enter_total(page, a, b, time_called=a == b)
        if a == b:
            tie_break_by_the_last_capture(page)
        expect(page.locator("#table-state .panel--prize")).to_be_visible()
        press(page, ".sheet-head__back")


@pytest.mark.full
def test_a_knockout_of_four_pairs_is_run_without_scripts(hall: Hall, stage: Any) -> None:
    person = hall.person("ornella@example.org", scripts=False)
    page = create(person)
    slug = page.url.rstrip("/").rpartition("/")[2]
    press(page, BIG)
    stage("name_entries", slug=slug, people=[[[first, "Gino"], [second, "Pina"]] for first, second in PAIRS[:2]])
    press(page, BIG)
    type_pairs(page, PAIRS[2:])
    press(page, "#tabs a")
    press(page, BIG)
    draw(page)
    # The table for the third place is played meanwhile.
    for elsewhere, results in (((), [(21, 10), (12, 12)]), ((3,), [(7, 21)])):
        press(page, "#tabs a") if "/organizza/" in page.url else press(page, ".head a[href^='/organizza/']")
        for step in (BIG, BIG):
            press(page, step)
        for number in elsewhere:
            stage("play", slug=slug, number=number)
        press(page, DESK)
        play_open_tables(page, slug, results)
    press(page, ".head a[href^='/organizza/']")
    press(page, BIG)
    press(page, ".now .btn--big")

    page = hall.person(scripts=False).open(f"/e/{slug}/classifica/")
    assert page.locator(".standings tbody td:first-child").all_inner_texts() == ["1", "2", "3", "4"]
    assert {"tournament_finished", "draw_announced"} <= set(stage("verbs", slug=slug))


def test_the_two_lines_enter_and_confirm_without_scripts(hall: Hall, stage: Any) -> None:
    made = stage("event", name="Telefoni vecchi", state="called", pairs=2)
    phones = []
    for code in made["tables"][0]["codes"]:
        page = hall.person(scripts=False).open("/codice/")
        page.locator("[name=code]").fill(code)
        press(page, ".form .btn")
        press(page, ".form .btn--big")
        phones.append(page)
    enter_total(phones[0], 21, 4)
    phones[1].reload()
    press(phones[1], "#table-state form[action$='/conferma/'] button")
    expect(phones[1].locator("#table-state .panel--prize")).to_be_visible()
    assert re.search(r"21", phones[1].locator("#table-state").inner_text())


PLAYERS = ("Alessandrini", "Baldini", "Buratti", "Canali", "Farolfi", "Gori", "Lucchi", "Magnani")


def tie_broken_by_the_card(page: Page) -> None:
    """B and C level for the second place, two extra deals that nobody closes, and C draws the higher card."""
    write_deals(page, *LEVEL_AT_THE_CUT, "- = = -", "- = = -", scripts=False)
    page.locator("[name=order_1][value=c]").check(force=True)
    press(page, "form[data-preview-url] .sheet-foot .btn")
    assert through(page) == ["A", "C"]


def plainly(page: Page) -> None:
    write_deals(page, "0 10 57 58", "0 10 20 x", "0 30 40 -", scripts=False)
    assert through(page) == ["A", "B"]


def the_final(page: Page) -> None:
    write_deals(page, *plain(1), scripts=False)
    assert through(page) == ["A"]


@pytest.mark.full
def test_elimination_tables_are_run_without_scripts(hall: Hall, stage: Any) -> None:
    person = hall.person("ornella@example.org", scripts=False)
    page = create(person, "scala40:torneo_003")
    slug = page.url.rstrip("/").rpartition("/")[2]
    press(page, BIG)
    person.open(f"/organizza/{slug}/iscritti/elenco/")
    page.locator("#list-text").fill("\n".join(["cognome", *PLAYERS]))
    press(page, "form:has(#list-text) .btn")
    press(page, "[name=confirm]")
    person.open(f"/organizza/{slug}/")
    press(page, BIG)
    draw(page)
    for ways in ((tie_broken_by_the_card, plainly), (the_final,)):
        person.open(f"/organizza/{slug}/")
        for _step in range(MOST_STEPS):
            if page.locator(DESK).count():
                break
            press(page, BIG)
        press(page, DESK)
        for way in ways:
            press(page, ".desk-group:not(.desk-group--done) .desk-table__link")
            way(page)
            press(page, ".sheet-head__back")
    person.open(f"/organizza/{slug}/")
    press(page, BIG)
    press(page, ".now .btn--big")

    page = hall.person(scripts=False).open(f"/e/{slug}/classifica/")
    names = page.locator(".standings tbody").inner_text()
    assert all(player in names for player in PLAYERS)
    assert page.locator(".standings tbody td:first-child").first.inner_text() == "1"
    assert "tournament_finished" in stage("verbs", slug=slug)


@pytest.mark.full
def test_six_stages_are_chosen_one_after_the_other_without_scripts(hall: Hall) -> None:
    """The style sheet asks what follows a stage once that stage is one that another may follow."""
    person = hall.person("ornella@example.org", scripts=False)
    page = person.open("/organizza/nuovo/?gioco=scala40")
    page.locator("[name=preset][value='scala40:torneo_003']").check()
    page.locator("[name=name]").fill("Sei fasi di batterie")
    page.locator("[name=day]").fill("2026-12-12")
    page.locator("#part-format > summary").click()
    questions = page.locator(".stages .field:visible")
    page.locator("[name=kind][value=knockout]").check()
    expect(questions).to_have_count(0)
    page.locator("[name=kind][value=heats]").check()
    page.locator("[name=heat]").select_option("8")
    expect(questions).to_have_count(1)
    for number, first in enumerate((6, 4, 4, 6, 4), 2):
        kind = page.locator(f"[name=stage{number}_kind]")
        expect(kind.and_(page.locator("[value=danish]"))).to_be_hidden()
        kind.and_(page.locator("[value=heats]")).check()
        page.locator(f"[name=stage{number}_first]").select_option(str(first))
        page.locator(f"[name=stage{number}_heat]").select_option("8")
        expect(page.locator(f"[name=stage{number}_best]")).to_be_hidden()
    expect(questions).to_have_count(5 * 5)
    page.locator("[name=stage4_heat]").select_option("0")
    expect(page.locator("[name=stage5_first]")).to_be_hidden()
    expect(page.locator("[name=stage5_best]")).to_be_visible()
    page.locator("[name=stage4_heat]").select_option("8")
    press(page, ".setup .btn--big")
    slug = page.url.rstrip("/").rpartition("/")[2]
    page = person.open(f"/organizza/{slug}/regole/")
    for number, first in enumerate((6, 4, 4, 6, 4), 2):
        expect(page.locator(f"[name=stage{number}_first]")).to_have_value(str(first))
    page.locator("[name=stage3_kind][value='']").check()
    expect(page.locator("[name=stage4_kind][value=heats]")).to_be_hidden()


@pytest.mark.full
def test_rounds_that_follow_ask_who_plays_them_without_scripts(hall: Hall) -> None:
    """With everybody nothing more is asked; with the best, so many of each group or of all, as the stage before was."""
    person = hall.person("ornella@example.org", scripts=False)
    page = person.open("/organizza/nuovo/?gioco=scopa")
    page.locator("#part-format > summary").click()

    def cut_of(number: int) -> list[str]:
        names = ("first", "apart", "others", "best")
        return [name for name in names if page.locator(f"[name=stage{number}_{name}]").is_visible()]

    page.locator("[name=kind][value=groups]").check()
    page.locator("[name=stage2_kind][value=swiss]").check()
    expect(page.locator("[name=stage2_who]")).to_be_visible()
    assert cut_of(2) == []
    page.locator("[name=stage2_who]").select_option("0")
    assert cut_of(2) == ["first", "others"]
    page.locator("[name=stage3_kind][value=danish]").check()
    page.locator("[name=stage3_who]").select_option("0")
    assert cut_of(3) == ["best"]
    page.locator("[name=stage2_groups]").select_option("4")
    assert cut_of(3) == ["first", "others"]
    page.locator("[name=stage3_kind][value=knockout]").check()
    expect(page.locator("[name=stage3_who]")).to_be_hidden()
    assert cut_of(3) == ["first", "others"]
