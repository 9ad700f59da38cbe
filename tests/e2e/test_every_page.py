"""Every page, open to everybody's hands and eyes, and never wider than its window, in large letters neither.

Each is looked at once in a run that everybody waits for: in Italian, which is the longer, on a phone, which is the
narrower. Of a page that the atlas knows in several states this is the first; of one in many states, the first and
the last. Pages that are made of parts which others show as well are left out by name (``ALIKE``). In letters of twice
the size each is looked at; on a small phone and on a desk those whose own styles change with the window
(``OF_THE_WINDOW``). In English on a desk the pages are looked at that have the most words. With ``script/test --full``
all are.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from django.urls import get_resolver
from playwright.sync_api import Page

from tests.e2e.accessibility import CHECKER, findings
from tests.e2e.atlas import EVERYWHERE, ORGANISER, PAGELESS, REFEREE, Sight, address
from tests.e2e.browsing import DESKTOP, PHONE, PROJECTOR, Hall, Person, eventually
from tests.e2e.hall_screen import LEAST_PX, ROOT_SIZE, SMALL, WHAT_IS_CUT, opened, panels_of
from tests.e2e.letters import AS_IT_WAS, HAS_SETTLED, SIZES, unreadable, wider
from tests.e2e.tables import type_deal
from tests.searching import FULL, short_of

# As the tails of the last line's letters may.
HANGS_OVER = """
(all) => {
  const one = document.createElement("i");
  one.className = "hangs";
  one.textContent = "g";
  Object.assign(one.style, {position: "absolute", top: "100vh"});
  all.append(one);
}
"""
# A locator would bring its own scripts onto each page, a tenth of the work of looking at it.
LANGUAGE_AND_TITLES = "[document.documentElement.lang, document.querySelectorAll('h1').length]"
# The parts of a page: every kind of element, and every class, by which alone the styles tell what an element is.
WHAT_IT_SHOWS = """
() => [...document.querySelectorAll("body *")].filter((one) => !one.closest("svg")).flatMap((one) => {
  const kind = one.type ? `${one.localName}:${one.type}` : one.localName;
  return [kind, ...[...one.classList].map((each) => `.${each}`)];
})
"""
TOO_SMALL = """
() => [...document.querySelectorAll("a, button, input, select, summary")]
  .filter((one) => one.checkVisibility() && one.type !== "hidden" && !one.closest(".skip"))
  .map((one) => [one, (one.closest("label, .course__row") ?? one).getBoundingClientRect()])
  .filter(([one, box]) => box.width > 1 && (box.height < 47.5 || box.width < 47.5))
  .map(([one, box]) => `${one.tagName} ${one.name ?? ""} ${one.className} ${box.width}x${box.height}`)
"""
# What is touched and lower than 44 px, save links within a sentence and what lies within a label that is high enough.
WHAT_IS_LOW = """() => [...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")]
.filter((one) => {
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const isUnseen = one.closest(".visually-hidden, .skip, [hidden], svg") || style.visibility === "hidden";
  if (isUnseen || box.width < 2 || !box.height) return false;
  const text = one.closest("p, li, dd, .prose")?.textContent.trim() ?? "";
  const isLink = one.localName === "a" && style.display === "inline";
  const isInText = isLink && text.length > one.textContent.trim().length + 3;
  return !isInText && Math.max(box.height, one.closest("label")?.getBoundingClientRect().height ?? 0) < 43.5;
}).map((one) => `${Math.round(one.getBoundingClientRect().height)} ${one.outerHTML.slice(0, 120)}`)
"""
# What a phone must ask for before it shows an event: a slow network pays for every request.
MOST_REQUESTS, MOST_BYTES = 20, 120_000
ASKED = """
() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((one) => [one.name, one.encodedBodySize])
"""
ENGLISH, ITALIAN = "English on a desk", "Italian on a phone"
MANY_STATES = 5
# These show no part that another page does not show too (asked below), and the page of the API is somebody else's. What
# is new is looked at until it is put there.
ALIKE = frozenset((Path(__file__).parent / "alike_pages.txt").read_text().split())
WORDY = ("event", "organise_arrivals", "table_sheet")
# The others are laid out by what stands on these too, or by letters alone.
OF_THE_WINDOW = frozenset(
    {
        "event", "event_bracket", "event_find", "event_lobby", "home", "live_table", "organise", "organise_arrivals",
        "organise_hand", "organise_headcount", "organise_resumed", "organise_rules", "penalties", "referee_desk",
        "results_grid", "screen", "table_line_clocks", "table_sheet",
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def eyes(request: pytest.FixtureRequest) -> Iterator[dict[tuple[str, str], Person]]:
    """A person of each kind in each language, kept from page to page, each of which comes with the checker."""
    browser, site, stage = (request.getfixturevalue(name) for name in ("browser", "site", "stage"))
    hall = Hall(browser, site.url, lambda account: stage("log_in", email=account))
    kept: dict[tuple[str, str], Person] = {}
    for by in {sight.by for sight in EVERYWHERE}:
        # The checker writes styles of its own on the page, which the policy of the site refuses.
        kept[by, ENGLISH] = hall.person(by, viewport=DESKTOP, language="en", bypass_csp=True)
        kept[by, ITALIAN] = hall.person(by, viewport=PHONE, bypass_csp=True)
    for person in kept.values():
        person.context.add_init_script(CHECKER.read_text())
    yield kept
    assert hall.leave() == []


def complaints(eyes: dict[tuple[str, str], Person]) -> list[str]:
    """What went wrong since the last page, in any of the browsers."""
    found = [complaint for person in eyes.values() for complaint in person.complaints]
    for person in eyes.values():
        person.complaints.clear()
    return found


def test_the_atlas_knows_every_page() -> None:
    """The API has no pages but the one that shows it; its addresses are held against its schema elsewhere."""
    addresses: Any = get_resolver().reverse_dict
    names = {name for name in addresses if isinstance(name, str)}
    names -= {name for name in names if addresses[name][0][0][0].startswith("api/v1/")}
    assert names - {sight.name for sight in EVERYWHERE} == PAGELESS


def first_states() -> list[Sight]:
    """Every page in one of its states at least."""
    states: dict[str, list[Sight]] = {}
    for sight in EVERYWHERE:
        states.setdefault(sight.name, []).append(sight)
    kept: list[Sight] = []
    for known in states.values():
        kept += known[:1] if len(known) < MANY_STATES else [known[0], known[-1]]
    return kept


def looked_at_in_short() -> list[Sight]:
    """The first states, without the pages whose parts others show too."""
    return [sight for sight in first_states() if str(sight) not in ALIKE]


def in_english() -> list[Sight]:
    """The first state of each of the pages with the most words."""
    first = {sight.name: sight for sight in reversed(EVERYWHERE)}
    return [first[name] for name in WORDY]


def each_of(in_short: list[Sight]) -> list[ParameterSet]:
    """Every sight; those that are not ``in_short`` are left to ``--full``."""
    return [
        pytest.param(sight, id=f"{sight}-{at}", marks=() if sight in in_short else pytest.mark.full)
        for at, sight in enumerate(EVERYWHERE)
    ]


def looked_at(page: Page, language: str, axe: str) -> None:
    """The page is in its language, has one title, and nothing serious in it."""
    assert page.evaluate(LANGUAGE_AND_TITLES) == [language, 1]
    assert findings(page, axe) == []


@pytest.mark.parametrize("sight", each_of(looked_at_in_short()))
def test_a_page_is_open_to_everybody_and_fits_a_phone(
    sight: Sight, eyes: Any, stage: Any, events: Any, axe: str
) -> None:
    page = eyes[sight.by, ITALIAN].open(address(sight, stage, events), sight.status)
    looked_at(page, "it", axe)
    found = {"low": page.evaluate(WHAT_IS_LOW), "wider": wider(page), "twice": unreadable(page, *SIZES["twice"])}
    if FULL or sight.name in OF_THE_WINDOW:
        found["small"] = unreadable(page, *SIZES["large on a small phone"])
        page.evaluate(AS_IT_WAS)
        page.set_viewport_size(DESKTOP)
        page.evaluate(HAS_SETTLED)
        found["low on a desk"] = page.evaluate(WHAT_IS_LOW)
        page.set_viewport_size(PHONE)
    assert {name: each for name, each in found.items() if each} == {}
    assert complaints(eyes) == []


@pytest.mark.full
def test_a_page_that_a_short_run_leaves_out_shows_no_part_of_its_own(eyes: Any, stage: Any, events: Any) -> None:
    shown = {
        str(sight): set(
            eyes[sight.by, ITALIAN].open(address(sight, stage, events), sight.status).evaluate(WHAT_IT_SHOWS)
        )
        for sight in first_states()
        if sight.name != "api"
    }
    seen = set().union(*(parts for name, parts in shown.items() if name not in ALIKE))
    assert {name: parts - seen for name, parts in shown.items() if parts - seen} == {}
    assert ALIKE - shown.keys() == {"api-running-anonymous"}
    assert complaints(eyes) == []


@pytest.mark.parametrize("sight", each_of(in_english()))
def test_a_page_in_english_on_a_desk_is_so_too_and_follows_its_window(
    sight: Sight, eyes: Any, stage: Any, events: Any, axe: str
) -> None:
    page = eyes[sight.by, ENGLISH].open(address(sight, stage, events), sight.status)
    looked_at(page, "en", axe)
    page.set_viewport_size(PHONE)
    found = wider(page)
    page.set_viewport_size(DESKTOP)
    assert found == []
    assert complaints(eyes) == []


@pytest.mark.parametrize(
    "event", short_of(["running", "open", "finished", "tables", "tables_finished"], "running", "open", "tables")
)
def test_the_big_screen_is_read_from_the_last_row_and_fits_the_projector(hall: Hall, events: Any, event: str) -> None:
    page = opened(hall, events[event]["slug"])
    assert bool(panels_of(page)) == (event != "open")
    eventually(page, lambda: page.evaluate(SMALL, LEAST_PX), [])
    page.locator("#screen-all").evaluate(HANGS_OVER)
    for _panel in range(max(1, page.locator("[data-panel]").count())):
        assert page.evaluate(ROOT_SIZE) == [PROJECTOR["width"], PROJECTOR["height"]]
        assert page.evaluate(WHAT_IS_CUT) == []
        page.keyboard.press("ArrowRight")


SHEETS = [*(("running", number) for number in (1, 2, 3, 4)), *(("tables", number) for number in (1, 2, 3, 4, 5, 6, 7))]
SHORT_SHEETS = (SHEETS[0], SHEETS[3], SHEETS[4], SHEETS[8])


@pytest.mark.parametrize(
    ("event", "number"),
    [pytest.param(*each, marks=() if each in SHORT_SHEETS else pytest.mark.full) for each in SHEETS],
)
def test_what_is_touched_on_the_score_sheet_is_as_big_as_a_fingertip(
    hall: Hall, events: Any, event: str, number: int
) -> None:
    page = hall.person(REFEREE, viewport=PHONE).open(f"/e/{events[event]['slug']}/tavoli/{number}/")
    assert page.evaluate(TOO_SMALL) == []


def test_on_a_phone_the_buttons_of_a_title_fill_its_column_right_below_it(hall: Hall) -> None:
    page = hall.person(ORGANISER, viewport=PHONE).open("/miei/")
    head, title, actions, button = (
        page.locator(where).bounding_box()
        for where in (".head", ".head > div", ".head > .actions", ".head > .actions > .btn--quiet")
    )
    assert head and title and actions and button
    assert (button["x"], button["width"]) == (head["x"], head["width"])
    gap = page.locator(".head").evaluate("(head) => parseFloat(getComputedStyle(head).rowGap)")
    assert actions["y"] - title["y"] - title["height"] == pytest.approx(gap)


def test_refused_forms_and_dialogues_are_open_to_everybody_too(eyes: Any, events: Any, axe: str) -> None:
    """The same pages in their bad moments: nothing typed at all, and a question in a dialogue."""
    running, drawn = events["running"]["slug"], events["drawn"]["slug"]
    page = eyes[REFEREE, ITALIAN].open(f"/e/{running}/tavoli/4/?game=0&deal=0")
    page.locator("[name=depth][value=points]").check(force=True)
    page.locator("[name=points_a]").fill("")
    page.locator("form[data-preview-url] .sheet-foot .btn").tap()
    page.locator("#errors").wait_for()
    found = {"sheet": findings(page, axe)}
    page = eyes[REFEREE, ITALIAN].open(f"/e/{events['tables']['slug']}/tavoli/7/")
    type_deal(page, "0 10 1 199")
    page.locator("form[data-preview-url] .sheet-foot .btn").tap()
    page.locator("#errors").wait_for()
    found["table"] = findings(page, axe)
    page = eyes[ORGANISER, ENGLISH].open("/organizza/nuovo/")
    page.locator(".setup").evaluate("(form) => { form.noValidate = true; form.requestSubmit(); }")
    page.locator("#errors").wait_for()
    found["setup"] = findings(page, axe)
    page = eyes[ORGANISER, ENGLISH].open(f"/organizza/{drawn}/")
    page.locator("#danger summary").click()
    page.locator("#danger a[data-behaviour=confirm]").click()
    page.locator("dialog").wait_for()
    found["dialogue"] = findings(page, axe)

    assert found == {"sheet": [], "table": [], "setup": [], "dialogue": []}
    assert complaints(eyes) == []


def test_an_event_comes_with_few_requests_one_style_and_few_bytes(hall: Hall, events: Any) -> None:
    page = hall.person(viewport=PHONE, is_first_visit=True).open(f"/e/{events['running']['slug']}/")
    page.wait_for_load_state("load")
    asked = page.evaluate(ASKED)
    style = page.locator("link[rel=stylesheet]").get_attribute("href")
    assert [name for name, _size in asked if ".css" in name] == [f"{hall.url}{style}"]
    assert len(asked) <= MOST_REQUESTS
    assert sum(size for _name, size in asked) <= MOST_BYTES
