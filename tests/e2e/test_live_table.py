"""The page of a live table in browsers: it follows what is played, says when it is out of touch, and comes quickly."""

import json
import re
from collections import Counter
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.e2e.browsing import DESKTOP, PHONE, Hall, Person, eventually, settled
from tests.e2e.letters import SMALL, TWICE, WHAT_IS_BROKEN, WHAT_IS_CUT, WHAT_IS_WIDER, found_by
from tests.e2e.proxy import Proxy
from tests.searching import short_of

MOST_BYTES, MOST_OF_A_DECK = 160_000, 40_000
ASKED = """
() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((one) => [one.name, one.encodedBodySize])
"""
# A window that is too low for the whole table.
LOW = {"width": 640, "height": 240}
WHERE = "() => [document.activeElement.closest('[id]')?.id, scrollY]"
SENDERS = "form[method=post] button, a[data-behaviour=confirm], [data-courtesy]"
LINE = re.compile(r"/tavolo/\d+/filo/")
PLAYERS = ("piero@example.org", "sara@example.org")


def opened(stage: Any, name: str, minutes: int = 0, **more: Any) -> tuple[int, list[str]]:
    """A match, and the accounts at its seats; ``minutes`` has the clock of its round, if any."""
    event = stage("event", name=name, state="called", pairs=2, preset="online_002", entry_size=1, **more)
    if minutes:
        stage("start_clock", slug=event["slug"], minutes=minutes)
    entries = event["tables"][0]["entries"]
    for entry, email in zip(entries, PLAYERS, strict=True):
        stage("plays", slug=event["slug"], email=email, entry=entry)
    return stage("open_match", slug=event["slug"], number=1), list(PLAYERS)


def at(match: int) -> re.Pattern[str]:
    """The address of the page of a table."""
    return re.compile(f"/tavolo/{match}/$")


def cards(page: Page, where: str) -> list[str]:
    """The cards in a list, by notation."""
    found: list[str] = page.locator(f"[data-{where}] [data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    return sorted(found)


def place(page: Page, card: str) -> Any:
    """Where a card lies on the table; what is said of a lost line takes room from the cards, so that comes first."""
    expect(page.locator("#table-lost")).to_be_hidden()
    return page.locator(f"[data-table] [data-card='{card}']").bounding_box()


def live(person: Person, match: int) -> Page:
    """The page of a table, once its scripts take plays."""
    page = person.open(f"/tavolo/{match}/")
    expect(page.locator("body.is-live")).to_be_visible()
    return page


def state(page: Page, word: str) -> None:
    """Until the page is in a state."""
    expect(page.locator(f"body.is-{word}")).to_be_visible()


def test_two_browsers_begin_a_deal_and_see_what_the_other_plays(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Due Telefoni")
    pages = [hall.person(email, viewport=PHONE).open(f"/tavolo/{match}/") for email in seats]
    for page in pages:
        state(page, "ready")
        expect(page.locator("body.is-live")).to_be_visible()
    for page in pages:
        page.locator("[data-ready] .btn").click()
    for page in pages:
        expect(page.locator("[data-hand] button.card")).to_have_count(3)
    eventually(pages[0], lambda: cards(pages[0], "table") == cards(pages[1], "table"), True)
    turn = 0 if pages[0].locator("body.is-turn").count() else 1
    state(pages[turn], "turn")
    state(pages[1 - turn], "other")
    before = {one: place(pages[turn], one) for one in cards(pages[turn], "table")}
    stage("play_online", match=match, plays=1)
    for page, word in ((pages[turn], "other"), (pages[1 - turn], "turn")):
        state(page, word)
        expect(page.locator("[data-last]")).not_to_be_empty()
    expect(pages[turn].locator("[data-hand] button.card")).to_have_count(2)
    eventually(pages[0], lambda: cards(pages[0], "table") == cards(pages[1], "table"), True)
    left = [one for one in cards(pages[turn], "table") if one in before]
    if len(left) < len(before):
        # Cards that are not taken stay where they are.
        stood = [before[one] for one in left]
        eventually(pages[turn], lambda: [place(pages[turn], one) for one in left], stood)


def test_a_table_out_of_touch_is_grey_says_so_in_words_and_comes_back(away: Hall, network: Proxy, stage: Any) -> None:
    match, seats = opened(stage, "Linea Caduta")
    stage("play_online", match=match, plays=2)
    person = away.person(seats[0], viewport=PHONE)
    person.may_lose_network = True
    page = live(person, match)
    expect(page.locator("#table-lost")).to_be_hidden()
    network.hang_up()
    expect(page.locator("#table-lost")).to_contain_text("Non aggiornato dalle")
    state(page, "stale")
    expect(page.locator("[data-ring-text]")).to_have_text(["–", "–"], use_inner_text=True)
    expect(page.locator("[data-bank]")).to_have_text(["tempo non noto"] * 2, use_inner_text=True)
    network.work_again()
    expect(page.locator("#table-lost")).to_be_hidden()
    expect(page.locator("body.is-stale")).to_have_count(0)


def test_without_network_nothing_leads_to_an_error_page_and_nothing_is_called_safe(
    away: Hall, network: Proxy, stage: Any
) -> None:
    match, seats = opened(stage, "Senza Rete")
    person = away.person(seats[0], viewport=PHONE)
    person.may_lose_network = True
    page = person.open(f"/tavolo/{match}/")
    button = page.locator("[data-ready] .btn")
    expect(button).to_have_attribute("aria-disabled", "false")
    page.locator(".table-menu > summary").click()
    page.locator(".table-menu .is-danger").click()
    expect(page.locator("dialog")).to_be_visible()
    network.hang_up()
    expect(page.locator("#table-lost")).to_be_visible()
    # The question is taken back, and the menu asks nothing while no answer could be sent.
    expect(page.locator("dialog, .table-menu[open]")).to_have_count(0)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.dispatch_event("click")
    page.locator(".table-menu > summary").click()
    waiting = page.locator(".table-menu [aria-disabled=true]")
    senders = page.locator(f".table-menu :is({SENDERS})")
    expect(senders).not_to_have_count(0)
    expect(waiting).to_have_count(senders.count())
    for sender in waiting.all():
        sender.dispatch_event("click")
    page.keyboard.press("Escape")
    page.locator("[data-lost-act=lost]").click()
    expect(settled(page)).to_have_url(at(match))
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#table-lost")).not_to_contain_text("giocata")
    network.work_again()
    page.locator("[data-lost-act=lost]").dispatch_event("click")
    expect(page.locator("#table-lost")).to_be_hidden()
    expect(waiting).to_have_count(0)
    button.click()
    state(page, "waiting")


def test_spectators_hear_every_play_and_do_not_fetch_the_page(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Chi Guarda")
    stage("play_online", match=match, plays=2)
    live(hall.person(seats[0]), match)
    page = live(hall.person(viewport=LOW), match)
    assert page.locator("[data-setting=two_taps]").count() == 0
    page.locator(".table-score > summary").focus()
    page.evaluate("scrollTo(0, 10)")
    here = ["table-score", 10]
    eventually(page, lambda: page.evaluate(WHERE), here)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    last, line = (page.locator(part).inner_text() for part in ("[data-last]", "[data-action]"))
    stage("play_online", match=match, plays=1)
    expect(page.locator("[data-action]")).not_to_have_text(line)
    expect(page.locator("[data-last]")).not_to_have_text(last)
    told = page.locator("[data-last]").inner_text()
    expect(page.locator("[data-say]")).to_contain_text(told)
    expect(page.locator("[data-recent] li").first).to_have_text(told)
    assert [url for url in fetched if url.endswith("/")] == []
    # News take nobody from where they are, whole deals neither.
    eventually(page, lambda: page.evaluate(WHERE), here)
    stage("play_online", match=match)
    expect(page.locator("#table-interlude table.reasons")).to_be_visible()
    eventually(page, lambda: page.evaluate(WHERE)[0], here[0])


def count_frames(heard: Counter[str], line: WebSocket) -> None:
    """Count from now on what the server says on a line, by kind."""
    line.on("framereceived", lambda frame: heard.update([json.loads(frame)["is"]]))


def test_the_end_of_a_deal_is_read_out_once_and_stays_in_sight(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Fine Smazzata")
    stage("play_online", match=match, plays=35)
    people, frames = [hall.person(email, viewport=PHONE) for email in (seats[0], "")], [Counter[str](), Counter[str]()]
    for person, heard in zip(people, frames, strict=True):
        person.page.on("websocket", partial(count_frames, heard))
        person.open(f"/tavolo/{match}/")
    pages = [person.page for person in people]
    # What comes after the first view is news.
    eventually(pages[0], lambda: all(heard["view"] for heard in frames), True)
    stage("play_online", match=match, plays=1)
    for page, heard in zip(pages, frames, strict=True):
        said = page.locator("[data-say]")
        expect(said).to_contain_text("Smazzata 1: ")
        # What belongs to it came before the next sign of life.
        beats = heard["beat"]
        eventually(page, lambda heard=heard, beats=beats: heard["beat"] > beats, True)
        text = said.inner_text()
        assert [text.count(word) for word in ("Smazzata 1: ", "La smazzata è finita.", "Primiera")] == [1, 1, 1]
        last = page.locator("[data-last]")
        expect(last).to_be_visible()
        assert text.count(last.inner_text()) == 1
        expect(page.locator("#table-interlude .reasons__sum")).to_be_visible()
    button = pages[0].locator("[data-ready] .btn").bounding_box()
    assert button["y"] + button["height"] <= PHONE["height"]


def test_the_focus_goes_on_to_what_comes_next(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Il Fuoco")
    page = hall.person(seats[0]).open(f"/tavolo/{match}/")
    button = page.locator("[data-ready] .btn")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table-interlude h2")).to_be_focused()
    stage("play_online", match=match, plays=0)
    expect(page.locator("[data-hand] button[data-card]:focus")).to_have_count(1)
    stage("play_online", match=match)
    expect(button).to_be_focused()
    page.locator(".table-menu > summary").click()
    page.keyboard.press("Escape")
    expect(page.locator(".table-menu[open]")).to_have_count(0)
    expect(page.locator(".table-menu > summary")).to_be_focused()


IN_SIGHT = """
() => {
  const hand = [...document.querySelectorAll("[data-hand] .card")];
  return hand.length > 0 && hand.every((one) => one.getBoundingClientRect().bottom <= innerHeight);
}
"""
ON_PAPER = """
() => {
  const colour = (one) => getComputedStyle(one).backgroundColor;
  const paper = colour(document.querySelector(".table-side .panel"));
  return [...document.querySelectorAll(".table-notices > *")].map((one) => colour(one) === paper);
}
"""


def test_what_the_referee_orders_is_read_on_paper_and_leaves_the_hand_in_sight(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Carta Caduta")
    stage("play_online", match=match, plays=4)
    stage("open_hand", match=match, seat=0)
    stage("stop_match", match=match)
    page = live(hall.person(seats[0], viewport=PHONE), match)
    state(page, "paused")
    assert page.evaluate(ON_PAPER) == [True, True]
    for window in (PHONE, DESKTOP):
        page.set_viewport_size(window)  # type: ignore[arg-type]
        page.wait_for_function(IN_SIGHT)


def test_the_sheet_of_seen_cards_closes_with_escape_and_gives_the_focus_back(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Carte Viste", rules={"carte_viste": True})
    stage("play_online", match=match, plays=12)
    page = live(hall.person(seats[0], viewport=PHONE), match)
    opener = page.locator(".seen > summary")
    opener.click()
    expect(page.locator("[data-seen] img").first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("[data-seen]")).to_be_hidden()
    expect(opener).to_be_focused()
    tally = page.locator("#table-score [data-tally^='counted.coins']")
    expect(tally).to_have_count(2)
    seen = page.locator("[data-seen] img").evaluate_all("all => all.filter((one) => /#card-.d$/.test(one.src)).length")
    assert sum(int(each) for each in tally.all_text_contents()) == seen


@pytest.mark.full
def test_the_clock_of_the_match_runs_in_the_head_stops_and_is_not_shown_out_of_touch(
    away: Hall, network: Proxy, stage: Any
) -> None:
    match, seats = opened(stage, "Ora Di Sala", minutes=40)
    stage("play_online", match=match, plays=2)
    person = away.person(seats[0], viewport=PHONE)
    person.may_lose_network = True
    page = live(person, match)
    clock = page.locator("#clock")
    time = clock.locator("[data-clock-time]")
    expect(time).to_have_text(re.compile(r"^39:\d\d$"))
    before = time.inner_text()
    expect(time).not_to_have_text(before)
    network.hang_up()
    state(page, "stale")
    expect(time).to_be_hidden()
    network.work_again()
    expect(time).to_be_visible()
    stage("pause_clock", slug="ora-di-sala")
    expect(clock).to_contain_text("fermo")
    assert page.evaluate("document.scrollingElement.scrollWidth") == PHONE["width"]


def test_the_call_of_time_is_read_out_once_to_all_and_the_deal_goes_on(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Chiamata Del Tempo", minutes=40)
    stage("play_online", match=match, plays=2)
    pages = [live(hall.person(email, viewport=PHONE), match) for email in (seats[0], "")]
    stage("leave_seconds", slug="chiamata-del-tempo", seconds=1)
    for page in pages:
        said = page.locator("[data-say]")
        expect(said).to_contain_text("Il tempo è scaduto.", timeout=15_000)
        expect(page.locator("#table-notices")).to_contain_text("Il tempo è scaduto.")
        last = page.locator("[data-last]")
        before = last.inner_text()
        stage("play_online", match=match, plays=1)
        expect(last).not_to_have_text(before)
        expect(said).to_contain_text(last.inner_text())
        assert said.inner_text().count("Il tempo è scaduto.") == 1
        assert page.evaluate("document.scrollingElement.scrollWidth") == PHONE["width"]
    expect(pages[0].locator("[data-hand] button.card").first).to_be_visible()


@pytest.mark.full
def test_a_call_between_a_page_and_its_line_is_read_out(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Tempo Nel Mezzo", minutes=40)
    stage("play_online", match=match, plays=2)
    watcher = hall.person("", viewport=PHONE)
    held: list[WebSocketRoute] = []
    watcher.page.route_web_socket(LINE, lambda line: held.append(line))
    pages = [live(person, match) for person in (watcher, hall.person(seats[0], viewport=PHONE))]
    stage("leave_seconds", slug="tempo-nel-mezzo", seconds=0)
    expect(pages[1].locator("[data-say]")).to_contain_text("Il tempo è scaduto.", timeout=15_000)
    assert "Il tempo" not in pages[0].locator("[data-say]").inner_text()
    watcher.page.route_web_socket(LINE, lambda line: line.connect_to_server())
    held[-1].close()
    expect(pages[0].locator("[data-say]")).to_contain_text("Il tempo è scaduto.")
    expect(pages[0].locator("#table-notices")).to_contain_text("Il tempo è scaduto.")


@pytest.mark.full
def test_a_form_of_the_menu_that_cannot_be_sent_says_so_and_leads_nowhere(
    away: Hall, network: Proxy, stage: Any
) -> None:
    match, seats = opened(stage, "Modulo Senza Rete")
    stage("play_online", match=match, plays=2)
    person = away.person(seats[0], viewport=PHONE)
    person.may_lose_network = True
    page = live(person, match)
    menu, call = page.locator(".table-menu"), page.locator(".table-menu form[action$='/chiama/'] button")
    menu.locator(":scope > summary").click()
    page.locator(".table-menu__decks > summary").click()
    network.hang_up()
    # Before anything says that there is no network.
    call.click()
    expect(menu.locator(".errors")).to_contain_text("Non è partito niente")
    expect(menu.locator(".errors")).to_be_in_viewport(ratio=1)
    page.locator(".table-menu__decks button").first.dispatch_event("click")
    expect(settled(page)).to_have_url(at(match))
    expect(page.locator("#table-lost")).to_be_visible()
    network.work_again()
    expect(page.locator("#table-lost")).to_be_hidden()
    menu.locator(":scope > summary").click()
    call.click()
    expect(menu).to_contain_text("L'arbitro è stato chiamato.")


# Drawn and looked at in one go: what the server tells draws the table anew.
DRAW_SWEEPS = f"""
async (swept) => {{
  const root = document.getElementById("table");
  const {{ view, cards }} = JSON.parse(document.getElementById("table-start").textContent);
  const {{ draw }} = await import(root.dataset.cards);
  view.cards.swept = swept;
  draw({{ root, picture: root.dataset.deck, words: cards, isPlayer: true }}, view);
  const turned = (pile) => [...document.querySelectorAll(`[data-swept="${{pile}}"] .pile__swept img`)];
  return {{
    swept: swept.map((own, pile) => turned(pile).map((one) => one.getAttribute("src").split("-").at(-1))),
    areNamed: swept.every((own, pile) => turned(pile).every((one) => one.alt)),
    isInSight: ({IN_SIGHT})(),
    width: document.scrollingElement.scrollWidth,
  }};
}}
"""


def test_a_sweep_is_a_card_turned_in_its_pile(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Scope Girate")
    stage("play_online", match=match, plays=2)
    page = live(hall.person(seats[0], viewport=PHONE), match)
    for swept in ([["7d"], []], [["7d", "Rb", "3c"], ["Ac"]], [[], []]):
        shown = page.evaluate(DRAW_SWEEPS, swept)
        assert shown == {"swept": swept, "areNamed": True, "isInSight": True, "width": PHONE["width"]}


SEATED = {
    "two": {"pairs": 2, "entry_size": 1, "preset": "online_002", "rules": {"carte_viste": True}},
    "pairs": {"pairs": 2, "entry_size": 2, "preset": "online_002"},
    "ten": {
        "pairs": 2,
        "entry_size": 2,
        "preset": "scopone_scientifico",
        "rules": {"carte_scoperte_partners": True},
    },
    "three": {"pairs": 6, "entry_size": 1, "preset": "several_004", "format": {"kind": "tables", "max_table": 4}},
}
LONG_CLOCKS = {"move_seconds": 600, "bank_minutes": 30, "grace_minutes": 60}
OPEN_SHEET = """
(id) => {
  for (const sheet of document.querySelectorAll("details[data-sheet]")) sheet.toggleAttribute("open", sheet.id === id);
}
"""
SWEPT = [["7d", "Rb"], ["Ac", "3c", "5d"], ["2s"]]
SHEETS = ("table-score", "table-menu")
UNFIT = """
() => [...document.querySelectorAll("[data-hand] .card, .table-step .btn")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight)
  .map((one) => `out of sight: ${one.className}`)
"""
SHEETS_THAT_SCROLL = """
() => [...document.querySelectorAll("details[open] .table-sheet")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.parentElement.id} scrolls sideways`)
"""


def ill_fitting(page: Page) -> list[str]:
    """What does not fit, with each sheet open and with none, on a phone and on a small one."""
    found: list[str] = []
    for window in (PHONE, SMALL):
        page.set_viewport_size(window)  # type: ignore[arg-type]
        for sheet in ("none", *SHEETS):
            page.evaluate(OPEN_SHEET, sheet)
            looks = (WHAT_IS_WIDER, WHAT_IS_CUT, WHAT_IS_BROKEN, UNFIT, SHEETS_THAT_SCROLL)
            found += [f"{window['width']} {sheet}: {each}" for each in found_by(page, *looks)]
        page.evaluate(OPEN_SHEET, "none")
    return found


@pytest.mark.parametrize("seated", short_of(SEATED, "ten"))
def test_letters_of_twice_the_size_leave_hand_and_button_in_sight(hall: Hall, stage: Any, seated: str) -> None:
    language = "en" if seated == "pairs" else "it"
    event = stage(
        "event",
        name=f"Lettere {seated}",
        state="called",
        mode="online",
        family="Rocchietti",
        online=LONG_CLOCKS,
        **SEATED[seated],
    )
    stage("start_clock", slug=event["slug"], minutes=40)
    stage("plays", slug=event["slug"], email=PLAYERS[0], entry=event["tables"][0]["entries"][0])
    match = stage("open_match", slug=event["slug"], number=1)
    person = hall.person(PLAYERS[0], viewport=PHONE, language=language)
    page = live(person, match)
    page.evaluate(TWICE)
    assert ill_fitting(page) == []
    stage("play_online", match=match, plays=14)
    live(person, match).evaluate(TWICE)
    page.evaluate(DRAW_SWEEPS, SWEPT[: len(event["tables"][0]["entries"])])
    assert ill_fitting(page) == []
    stage("play_online", match=match)
    expect(page.locator("#table-interlude table.reasons")).to_be_visible()
    assert ill_fitting(page) == []


LONGEST = """
() => {
  const { cards, sentences } = JSON.parse(document.querySelector("[data-words]").textContent).game;
  const names = Object.values(cards).map(([, name]) => name).sort((a, b) => b.length - a.length);
  const fill = (text, values) => text.replace(/%\\((\\w+)\\)s/g, (_all, key) => values[key]);
  const who = "Bartolomeo Rocchietti";
  const took = fill(sentences.took, { who, cards: names.slice(0, 4).join(", "), card: names[4] });
  const left = fill(sentences.left, { who: `${who}${sentences.and}${who}`, cards: names.slice(5, 9).join(", ") });
  const line = document.querySelector("[data-last]");
  line.textContent = `${took} ${left}`;
  return line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight);
}
"""


@pytest.mark.parametrize("language", short_of(["it", "en"], "it"))
def test_the_longest_play_takes_three_lines_and_is_whole_to_who_hears_it(hall: Hall, stage: Any, language: str) -> None:
    match, seats = opened(stage, f"Giocata Lunga {language}")
    stage("play_online", match=match, plays=4)
    page = live(hall.person(seats[0], viewport=PHONE, language=language), match)
    top = page.locator("[data-area]").bounding_box()["y"]
    assert page.evaluate(LONGEST) <= 3.1
    eventually(page, lambda: page.locator("[data-area]").bounding_box()["y"], top)


@pytest.mark.full
def test_the_page_fetches_missing_points_again(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Punti Perduti")
    person = hall.person(seats[0])
    person.may_lose_network = True
    page = live(person, match)
    address = f"**/tavolo/{match}/"
    page.route(address, lambda route: route.abort())
    stage("play_online", match=match)
    expect(page.locator("#table-lost")).to_be_visible()
    page.unroute(address)
    # The page may be quicker than the finger, by its own next try.
    page.locator("[data-lost-act=lost]").dispatch_event("click")
    expect(page.locator("#table-lost")).to_be_hidden()
    expect(page.locator("#table-interlude table.reasons")).to_be_visible()


def test_settings_are_kept_by_this_browser_and_the_deck_changes_at_the_table(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Il Mazzo")
    stage("play_online", match=match, plays=1)
    page = live(hall.person(seats[0]), match)
    page.locator(".table-menu > summary").click()
    page.locator("[data-setting=two_taps]").check()
    page.locator("[data-setting=animations]").uncheck()
    page.locator(".table-menu__decks > summary").click()
    with page.expect_navigation():
        page.locator(".table-menu__decks button[value=francesi]").click()
    expect(page).to_have_url(at(match))
    expect(page.locator("#table[data-two-taps][data-still]:not([data-sound])")).to_be_visible()
    assert page.locator("[data-hand] img").evaluate_all("all => all.every(one => one.src.includes('francesi'))")


def test_leaving_asks_first_and_the_safe_answer_has_the_focus(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Abbandono")
    stage("play_online", match=match, plays=2)
    page = live(hall.person(seats[0]), match)
    page.locator(".table-top__abandon").click()
    expect(page.locator("dialog")).to_contain_text("Finirebbe")
    expect(page.locator("dialog [data-confirm-back]")).to_be_focused()
    page.locator("dialog [data-confirm-back]").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".table-top__abandon").click()
    page.locator("dialog .btn--danger").click()
    state(page, "over")


def test_the_first_load_of_a_table_is_small(hall: Hall, stage: Any) -> None:
    match, seats = opened(stage, "Primo Sguardo")
    stage("play_online", match=match, plays=2)
    page = live(hall.person(seats[0], viewport=PHONE), match)
    page.wait_for_load_state("load")
    sizes: list[tuple[str, int]] = page.evaluate(ASKED)
    decks = {name.partition("#")[0]: size for name, size in sizes if "/decks/" in name}
    assert [size <= MOST_OF_A_DECK for size in decks.values()] == [True]
    sent = sum(size for name, size in sizes if "/decks/" not in name)
    assert sent <= MOST_BYTES, sent
