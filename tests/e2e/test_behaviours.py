"""What scripts add: clock, turning panels, filter, steps, dialogues, previews, focus, skip link, print."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, PROJECTOR, Hall, eventually, settled

TIME = "#clock [data-clock-time]"
SOON_SECONDS = 5 * 60
NOW_AND_SHOWN = "(time) => [Date.now() / 1000, document.querySelector(time).textContent.trim()]"


def seconds_of(text: str) -> int:
    hours, minutes, seconds = (int(part) for part in ("0:" * (2 - text.count(":")) + text).split(":"))
    return hours * 3600 + minutes * 60 + seconds


def zero_of(page: Page) -> int:
    """The moment at which the clock will be at zero by what it shows, in seconds of the page."""
    expect(page.locator(TIME)).to_have_text(re.compile(r"\d$"))
    now, text = page.evaluate(NOW_AND_SHOWN, TIME)
    return round(now) + seconds_of(text) if text[-1].isdigit() else 0


def counts_down(page: Page, ms: int) -> None:
    """The page loses as many seconds as pass on it, which are ``ms`` and those that the machine takes."""
    zero = zero_of(page)
    page.clock.run_for(ms)
    # In that time nothing was heard of the server: what it says next makes the clock known again.
    eventually(page, lambda: abs(zero_of(page) - zero) <= 2, True)


def test_the_clock_counts_down_and_says_the_rule_at_zero(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata a tempo", state="called", pairs=2)["slug"]
    stage("start_clock", slug=slug, minutes=10)
    person = hall.person()
    person.context.clock.install()
    page = person.open(f"/e/{slug}/")
    expect(page.locator("#clock")).to_have_attribute("data-state", "running")
    expect(page.locator(TIME)).to_have_text(re.compile(r"^(10:00|09:[45]\d)$"))

    counts_down(page, 10_000)

    # The server takes the minutes away that nobody need count.
    stage("leave_seconds", slug=slug, seconds=SOON_SECONDS + 5)
    expect(page.locator(TIME)).to_have_text(re.compile(r"^0[45]:"))
    page.clock.run_for(30_000)
    expect(page.locator("#clock")).to_have_attribute("data-state", "soon")
    expect(page.locator(".clock__rule")).to_be_visible()
    stage("leave_seconds", slug=slug, seconds=5)
    expect(page.locator(TIME)).to_have_text(re.compile(r"^00:"))
    page.clock.run_for(30_000)
    expect(page.locator(".clock__over")).to_be_visible()
    expect(page.locator(".clock__rule")).to_be_hidden()
    expect(page.locator(".clock__over")).to_have_text(re.compile(r"\w.{10}"))
    expect(page.locator(TIME)).to_have_text("00:00")


def test_the_clock_of_the_sheet_counts_down_too(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Referto a tempo", state="called", pairs=2)["slug"]
    stage("start_clock", slug=slug, minutes=10)
    person = hall.person("ornella@example.org", viewport=PHONE)
    person.context.clock.install()
    page = person.open(f"/e/{slug}/tavoli/1/")
    counts_down(page, 10_000)


def test_the_big_screen_turns_its_panels(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Schermo che gira", state="called", pairs=16)["slug"]
    person = hall.person(viewport=PROJECTOR)
    person.context.clock.install()
    page = person.open(f"/e/{slug}/schermo/")
    panels = page.locator("[data-panel]")
    names = panels.evaluate_all("(all) => all.map((one) => one.dataset.panel)")
    assert len(names) >= 2
    shown = page.locator("[data-panel]:not([hidden])")
    expect(shown).to_have_attribute("data-panel", names[0])

    for _second in range(40):
        page.clock.run_for(1_000)
        if shown.get_attribute("data-panel") != names[0]:
            break
    expect(shown).to_have_attribute("data-panel", names[1])
    # What somebody turns to stands for its whole time.
    most_of_it = 600 * int(page.locator("#screen-panels").get_attribute("data-seconds") or 0)
    page.clock.run_for(most_of_it)
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-panel", names[0])
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-panel", names[1])
    page.clock.run_for(most_of_it)
    expect(shown).to_have_attribute("data-panel", names[1])
    # What they stop stands for good, whatever is brought meanwhile.
    page.keyboard.press("Space")
    page.clock.run_for(60_000)
    expect(shown).to_have_attribute("data-panel", names[1])
    page.locator("#screen-panels").evaluate("(panels) => { panels.dataset.old = ''; }")
    stage("miss", slug=slug, number=1, line=0)
    expect(page.locator("#screen-panels:not([data-old])")).to_have_count(1)
    page.clock.run_for(60_000)
    expect(shown).to_have_attribute("data-panel", names[1])


def test_the_list_of_the_desk_narrows_while_a_name_is_typed(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Lista che si stringe", pairs=0)["slug"]
    stage("name_entries", slug=slug, people=[[["Viù", "Niccolò"], ["Balma", "Pina"]], [["Enrici", "A"], ["Losa", "B"]]])
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/iscritti/")
    rows = page.locator("#entries tbody tr:visible")
    expect(rows).to_have_count(2)

    page.locator("#desk-q").press_sequentially("VIU")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Viù")
    page.locator("#desk-q").fill("nessuno")
    expect(rows).to_have_count(0)
    page.locator("#desk-q").fill("")
    expect(rows).to_have_count(2)


def test_the_steps_beside_a_number_stop_at_its_ends(hall: Hall, running: Any) -> None:
    person = hall.person("ornella@example.org", viewport=PHONE)
    page = person.open(f"/e/{running['slug']}/tavoli/4/?game=0&deal=0")
    page.locator("[name=depth][value=counts]").check(force=True)
    sweeps = page.locator("[name=sweeps_a]")
    less, more = (page.locator(".stepper:has([name=sweeps_a]) button").nth(n) for n in (0, 1))
    sweeps.fill("0")
    more.tap()
    more.tap()
    expect(sweeps).to_have_value("2")
    for _tap in range(3):
        less.tap()
    expect(sweeps).to_have_value("0")
    for button in (less, more):
        expect(button).to_have_attribute("aria-label", re.compile("una"))


def test_the_cards_of_one_line_give_those_of_the_other(hall: Hall, running: Any) -> None:
    page = hall.person("ornella@example.org").open(f"/e/{running['slug']}/tavoli/4/?game=0&deal=0")
    page.locator("[name=depth][value=counts]").check(force=True)
    first, second = page.locator("[name=cards_a]"), page.locator("[name=cards_b]")
    for field in (first, second):
        field.fill("")
    first.press_sequentially("21")
    expect(second).to_have_value("19")
    first.fill("41")
    expect(second).to_have_value("")
    second.fill("15")
    first.fill("24")
    expect(second).to_have_value("15")
    coins = page.locator("[name=coins_b]")
    page.locator("[name=coins_a]").fill("")
    coins.fill("4")
    expect(page.locator("[name=coins_a]")).to_have_value("6")


def test_the_sheet_says_what_it_would_give_while_it_is_typed(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Anteprima", state="called", pairs=2)["slug"]
    page = hall.person("ornella@example.org", viewport=PHONE).open(f"/e/{slug}/tavoli/1/")
    for name, value in (("cards_a", "22"), ("cards_b", "19"), ("coins_a", "6"), ("coins_b", "4")):
        page.locator(f"[name={name}]").fill(value)
    page.locator("[name=settebello][value=a]").check(force=True)
    page.locator("[name=primiera][value=b]").check(force=True)
    refusal = page.locator("#sheet-totals .field__error")
    expect(refusal).to_contain_text("22")
    expect(refusal).to_contain_text("40")

    page.locator("[name=cards_b]").fill("18")
    expect(page.locator("#sheet-totals .sheet-total b")).to_have_text(["A 3", "B 1"])
    assert stage("versions", slug=slug, number=1) == []


def test_a_refused_sheet_takes_the_focus_and_leads_to_its_field(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Referto sbagliato", state="called", pairs=2)["slug"]
    page = hall.person("ornella@example.org").open(f"/e/{slug}/tavoli/1/")
    page.locator("[name=cards_a]").fill("22")
    page.locator("[name=cards_b]").fill("19")
    page.locator("form[data-preview-url] .sheet-foot .btn").click()

    expect(page.locator("#errors")).to_be_focused()
    page.locator("#errors a").first.click()
    expect(page.locator(".sheet__item :focus")).to_have_count(1)
    expect(page.locator("[name=cards_a]")).to_have_value("22")


def test_a_destructive_step_is_asked_in_a_dialogue_that_gives_the_focus_back(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Ripensamento", state="drawn", pairs=4)["slug"]
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/")
    page.locator("#danger summary").click()
    link = page.locator("#danger a[data-behaviour=confirm]")
    link.click()

    expect(page.locator("dialog #confirm-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(link).to_be_focused()
    link.click()
    page.locator("dialog [data-confirm-back]").click()
    expect(link).to_be_focused()
    assert stage("look", slug=slug)["tables"] != []


def test_a_step_that_is_confirmed_without_network_stays_on_the_page_with_what_was_typed(hall: Hall, stage: Any) -> None:
    event = stage("event", name="Linea Muta", state="called", pairs=2)
    ruling = stage("punish", slug=event["slug"], number=1, line=0, kind="vp", value=2)
    person = hall.person("ornella@example.org")
    page = person.open(f"/e/{event['slug']}/arbitro/penalita/")
    address, link = page.url, page.locator(f"a[href$='/{ruling}/annulla/']")
    lost = page.locator("dialog [role=alert]")

    person.lose_network()
    link.click()
    expect(page.locator("dialog")).to_contain_text("Manca la connessione")
    page.locator("dialog [data-confirm-back]").click()
    expect(link).to_be_focused()
    person.find_network()
    link.click()
    reason = page.locator("dialog textarea, dialog [type=text]")
    reason.fill("Visto male")

    person.lose_network()
    for _try in range(2):
        page.locator("dialog .btn--danger, dialog form .btn").last.click()
        expect(lost).to_have_count(1)
        expect(lost).to_contain_text("Non è partito niente")
        expect(reason).to_have_value("Visto male")
    assert page.url == address

    person.find_network()
    page.locator("dialog .btn--danger, dialog form .btn").last.click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(link).to_have_count(0)


def test_the_first_tab_leads_past_the_bar_to_the_content(hall: Hall) -> None:
    page = hall.person().open("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_the_print_button_prints(hall: Hall, running: Any) -> None:
    person = hall.person("ornella@example.org")
    person.context.add_init_script("window.print = () => { document.title = 'printed'; };")
    page = person.open(f"/organizza/{running['slug']}/stampa/")
    page.locator("[data-behaviour=print]").click()
    expect(page).to_have_title("printed")


def test_without_pango_the_paper_is_printed_by_the_browser_as_soon_as_it_is_there(hall: Hall, running: Any) -> None:
    person = hall.person("ornella@example.org")
    person.page.add_init_script("window.print = () => { document.title += ' printed'; };")
    page = person.page
    at = 'id="messages" aria-live="polite">'
    says = '<button class="btn" hidden data-behaviour="print" data-at-once></button>'

    def with_the_message(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(at, at + says))

    page.route("**/stampa/fogli/", with_the_message)
    person.open(f"/organizza/{running['slug']}/stampa/fogli/")
    expect(page).to_have_title(re.compile(r"[^d] printed$"))


def test_a_tick_of_the_desk_keeps_the_focus(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Spunte", pairs=3)["slug"]
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/iscritti/")
    tick = page.locator("#entries tbody tr").nth(1).locator(".tick").first
    tick.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#entries .tick[aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#entries .tick[aria-pressed=true]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#entries .tick[aria-pressed=true]")).to_have_count(0)


def test_a_mouse_pulls_the_bracket_about_without_following_its_links(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Tabellone largo", state="called", pairs=16)["slug"]
    person = hall.person(viewport={"width": 700, "height": 900})
    page = person.open(f"/e/{slug}/tabellone/")
    view = page.locator("#bracket-view")
    expect(view.locator(".match").first).to_be_visible()
    view.locator(".match").nth(2).scroll_into_view_if_needed()
    box = view.locator(".match").nth(2).bounding_box()
    assert box is not None
    where, start = person.path, view.evaluate("(view) => view.scrollLeft")

    page.mouse.move(box["x"] + 150, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] + 20, steps=5)
    page.mouse.up()

    eventually(page, lambda: view.evaluate("(view) => view.scrollLeft") > start, True)
    assert person.path == where


def test_an_error_goes_when_its_field_is_mended(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata dei conti", state="called", pairs=4)["slug"]
    page = hall.person("ornella@example.org", viewport=PHONE).open(f"/e/{slug}/tavoli/1/")
    for name, value in {"cards_a": "23", "cards_b": "18", "coins_a": "5", "coins_b": "5"}.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator(".sheet-foot .btn").click()
    expect(page.locator("#errors li")).to_have_count(3)
    settled(page)
    page.locator("[name=cards_a]").fill("22")
    expect(page.locator("#errors li")).to_have_count(2)
    expect(page.locator("#id_cards_a_error")).to_have_count(0)
    expect(page.locator("[name=cards_a]:not([aria-invalid])")).to_have_count(1)
    page.locator("[name=settebello][value=a]").locator("xpath=..").click()
    expect(page.locator("#errors li")).to_have_count(1)
    page.locator("[name=primiera][value=a]").locator("xpath=..").click()
    expect(page.locator("#errors")).to_have_count(0)
    page.locator(".sheet-foot .btn").click()
    expect(page.locator(".deal")).to_have_count(1)


def test_a_page_and_the_pdf_of_the_same_paper_stay_side_by_side_on_a_phone(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Carte in fila", state="drawn", pairs=4)["slug"]
    page = hall.person("ornella@example.org", viewport=PHONE).open(f"/organizza/{slug}/documenti/")
    papers = page.locator(".list__row [name=what]").all()
    assert papers
    for paper in papers:
        link, button = paper.locator("xpath=preceding-sibling::a[1]").bounding_box(), paper.bounding_box()
        assert link and button and abs(link["y"] + link["height"] / 2 - button["y"] - button["height"] / 2) < 4


def test_enter_goes_on_with_an_evening_that_was_taken_up_and_the_page_shows_its_head(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Serata ripresa", state="called", pairs=2)["slug"]
    stage("play_round", slug=slug, number=1)
    stage("take_up", slug=slug)
    page = hall.person("ornella@example.org", viewport=PHONE).open(f"/organizza/{slug}/ripresa/")
    expect(page.locator("h1")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    # What is brought anew takes the focus from nobody.
    page.evaluate("() => { document.querySelector('#state ul').dataset.seen = 'before'; }")
    expect(page.locator("#state ul[data-seen]")).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/organizza/{slug}/$"))
