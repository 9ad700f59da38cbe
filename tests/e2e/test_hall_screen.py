"""The hall's screen: letters that the last row reads, every word whole, whatever happens at a table."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import PROJECTOR, Hall, settled
from tests.e2e.hall_screen import IS_CUT, LONG_NAMES, opened, panels_of
from tests.e2e.tables import FORMAT, LEVEL_AT_THE_CUT

LOSE = "document.querySelector('#contact').hidden = false"
DEAL = {"depth": "points", "points": [6, 3], "tiebreak": 0, "last_capture": None}
LEVEL = [{**DEAL, "points": [11, 10]}, {**DEAL, "points": [10, 11]}]
SANS = "(all) => all.every((one) => getComputedStyle(one).fontFamily.includes('Inter'))"


def test_eight_tables_with_three_tie_breaks_and_a_referee_are_whole(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Coppa delle otto tavole", state="called", pairs=16)
    slug = event["slug"]
    stage("play", slug=slug, number=1)
    for number in (2, 4, 6):
        stage("write_deals", slug=slug, number=number, deals=LEVEL)
    stage("write_deals", slug=slug, number=3, deals=[DEAL])
    stage("call_referee", slug=slug, number=3)
    stage("miss", slug=slug, number=7, line=1)
    stage("start_clock", slug=slug)
    # The hour of zero stands there until the script counts.
    bare = hall.person(viewport=PROJECTOR, scripts=False).open(f"/e/{slug}/schermo/")
    assert bare.evaluate(IS_CUT) == []
    page = opened(hall, slug)
    names = panels_of(page)
    # Who is called stays on every panel, and nothing else turns up meanwhile: the clock runs, and one has not come.
    assert {name.partition("-")[0] for name in names} == {"hall"}
    for _name in names:
        expect(page.locator(".screen-table--called:visible")).to_have_count(1)
        page.keyboard.press("ArrowRight")


@pytest.mark.full
def test_long_names_are_whole_from_the_quarter_finals_on(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Coppa dei quarti", state="called", pairs=8)
    slug = event["slug"]
    stage("play", slug=slug, number=1)
    stage("write_deals", slug=slug, number=2, deals=LEVEL)
    stage("start_clock", slug=slug)
    page = opened(hall, slug)
    expect(page.locator(".screen-table")).to_have_count(4)
    page.locator(".screen-table__name").evaluate_all(LONG_NAMES)
    assert panels_of(page)[0] == "tables-1"


def test_sixteen_tables_show_calls_play_names_and_the_bracket(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Coppa delle Valli", state="called", pairs=32)
    slug = event["slug"]
    page = opened(hall, slug)
    # Everybody is called: by table, and by name.
    assert {name.partition("-")[0] for name in panels_of(page)} == {"hall", "names"}
    expect(page.locator(".hall__chip--called")).to_have_count(16)
    expect(page.locator(".screen-names > li")).to_have_count(64)
    stage("start_clock", slug=slug)
    expect(page.locator(".hall__chip--called")).to_have_count(0)
    for number in (1, 2, 3, 5, 12):
        stage("play", slug=slug, number=number)
    stage("write_deals", slug=slug, number=4, deals=LEVEL)
    for number in (6, 7, 8, 9, 10, 11, 13, 14, 15, 16):
        stage("write_deals", slug=slug, number=number, deals=[DEAL])
    stage("call_referee", slug=slug, number=6)
    page = opened(hall, slug)
    shown = [name.partition("-")[0] for name in panels_of(page)]
    assert list(dict.fromkeys(shown)) == ["hall", "names", "bracket", "standings"]
    settled(page)
    assert page.locator(".screen-table__number, .hall__chip").evaluate_all(SANS)
    # What is not known yet has the name of the match that it waits for; what is played stands there with its points.
    assert "vince sedicesimo 4" in page.locator(".screen-bracket").all_text_contents()[0] + "".join(
        page.locator(".screen-match").all_text_contents()
    )


@pytest.mark.full
@pytest.mark.parametrize(("pairs", "family"), [(32, "Montarott"), (64, "Castellamontarotto")])
def test_long_names_in_a_large_hall_are_whole_also_while_the_connection_is_lost(
    hall: Hall, stage: Any, pairs: int, family: str
) -> None:
    slug = stage("event", name="Coppa dei nomi lunghi", state="called", pairs=pairs, family=family)["slug"]
    assert {name.partition("-")[0] for name in panels_of(opened(hall, slug))} == {"hall", "names"}
    stage("start_clock", slug=slug)
    for number in range(1, pairs // 2 + 1):
        if number % 3 == 0:
            stage("play", slug=slug, number=number)
        else:
            stage("write_deals", slug=slug, number=number, deals=[DEAL] if number % 7 else LEVEL)
    stage("call_referee", slug=slug, number=5)
    page = opened(hall, slug)
    assert "bracket-1" in panels_of(page)
    page.evaluate(LOSE)
    panels_of(page)


def test_four_tables_of_five_with_a_tie_break_are_whole(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Scala dei diciannove", state="called", pairs=19, round_minutes=60, **FORMAT)["slug"]
    stage("play_tables", slug=slug, number=1)
    stage("call_round", slug=slug, number=2)
    stage("start_clock", slug=slug)
    second = [table["number"] for table in stage("look", slug=slug)["tables"] if table["round"] == 2]
    stage("write_papers", slug=slug, number=second[0], papers=LEVEL_AT_THE_CUT)
    page = opened(hall, slug)
    expect(page.locator(".screen-ties li")).to_have_count(1)
    panels_of(page)


@pytest.mark.parametrize("pairs", [4, 14])
@pytest.mark.full
def test_two_pairs_of_fifty_letters_are_whole_in_every_state(hall: Hall, stage: Any, pairs: int) -> None:
    event = stage("event", name="Coppa dei cinquanta", pairs=pairs, family="Castellamontarottoni", state="drawn")
    slug = event["slug"]
    assert all(len(name) >= 49 for table in event["tables"] for name in table["names"] if name)
    panels_of(opened(hall, slug))
    stage("call_round", slug=slug, number=1)
    panels_of(opened(hall, slug))
    first, second = [each["number"] for each in stage("look", slug=slug)["tables"] if each["status"] == "called"][:2]
    stage("miss", slug=slug, number=first, line=0)
    stage("start_clock", slug=slug)
    stage("write_deals", slug=slug, number=second, deals=LEVEL)
    panels_of(opened(hall, slug))
    stage("play", slug=slug, number=first)
    stage("call_referee", slug=slug, number=second)
    panels_of(opened(hall, slug))
