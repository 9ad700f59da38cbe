"""The clocks of a hall: every screen and phone shows the server's time, also after the network was away."""

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, PROJECTOR, Hall, Person, eventually, settled

CLOCK = "#clock"
TIME = "#clock [data-clock-time]"
COUNTED = re.compile(r"^\d+:\d\d(:\d\d)?$")
# A phone whose owner never set the clock: it is 37 minutes ahead.
WRONG_CLOCK = """
(() => {
  const ahead = 37 * 60 * 1000, Real = Date;
  class Shifted extends Real {
    constructor(...given) { if (given.length) super(...given); else super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  }
  globalThis.Date = Shifted;
})();
"""


def screen_and_phone(hall: Hall, slug: str) -> tuple[Person, Person]:
    """The projector, and a phone with a wrong clock, both on the event, both listening."""
    screen, phone = hall.person(viewport=PROJECTOR), hall.person(viewport=PHONE)
    phone.context.add_init_script(WRONG_CLOCK)
    for person, path in ((screen, f"/e/{slug}/schermo/"), (phone, f"/e/{slug}/")):
        person.open(path)
    return screen, phone


def shown(page: Page) -> int:
    """The seconds that a clock shows."""
    expect(page.locator(TIME)).to_have_text(COUNTED)
    minutes, seconds = page.locator(TIME).inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def assert_is_right(person: Person, zero_ms: int) -> None:
    """What the page shows is at most a second away from the server's time; both live on this machine.

    Looked at again where the machine was too busy to let it tick: a clock that is wrong stays so.
    """

    def wrong() -> str:
        before, found, after = zero_ms / 1000 - time.time(), shown(person.page), zero_ms / 1000 - time.time()
        if before - after < 0.5 and after - 1 <= found <= before + 1:
            return ""
        return f"the clock shows {found}; {before:.1f} before the look, {after:.1f} after it"

    expect(person.page.locator(CLOCK)).to_have_attribute("data-ends-at", str(zero_ms))
    eventually(person.page, wrong, "")


def counts_on(page: Page, seconds: int) -> None:
    """Until a clock has lost so many seconds: so much time has passed, however busy the machine is."""
    before = shown(page)
    eventually(page, lambda: shown(page) <= before - seconds, True)


def zero_of(page: Page) -> int:
    """The moment at which the page says that its clock is at zero."""
    return int(page.locator(CLOCK).get_attribute("data-ends-at") or 0)


def started(stage: Any, name: str, seconds: int = 1800) -> tuple[str, int]:
    """An event whose clock has so many seconds left, and the moment of its zero."""
    slug = stage("event", name=name, state="called", pairs=4)["slug"]
    stage("start_clock", slug=slug, minutes=60)
    return slug, stage("leave_seconds", slug=slug, seconds=seconds)


def test_a_kept_copy_of_the_page_tells_the_right_time(hall: Hall, stage: Any) -> None:
    slug, zero = started(stage, "Pagina tenuta")
    first = hall.person()
    first.open(f"/e/{slug}/")
    counts_on(first.page, 2)
    later = hall.person()
    later.open(f"/e/{slug}/")
    assert_is_right(later, zero)
    assert_is_right(first, zero)


def test_the_servers_time_pause_resume_and_extra_time_reach_every_clock(hall: Hall, stage: Any) -> None:
    slug, zero = started(stage, "Orologio fermato")
    people = screen_and_phone(hall, slug)
    for person in people:
        assert_is_right(person, zero)
    ahead = hall.person()
    ahead.context.clock.install()
    ahead.open(f"/e/{slug}/")

    stage("pause_clock", slug=slug)
    for person in people:
        expect(person.page.locator(CLOCK)).to_have_attribute("data-state", "paused")
        expect(person.page.locator(".clock__paused")).to_be_visible()
    stood = people[0].page.locator(TIME).inner_text()
    for person in (people[1], ahead):
        expect(person.page.locator(TIME)).to_have_text(stood)
    # A page whose clock goes on shows the time that stood, as do those where it went on meanwhile.
    ahead.page.clock.run_for(60_000)
    for person in (ahead, *people):
        expect(person.page.locator(TIME)).to_have_text(stood)

    stage("resume_clock", slug=slug)
    stage("add_time", slug=slug, minutes=5)
    for person in people:
        expect(person.page.locator(CLOCK)).to_have_attribute("data-state", "running")
        expect(person.page.locator(TIME)).to_have_text(re.compile(r"^3[1-5]:\d\d$"))
        assert_is_right(person, zero_of(person.page))


def test_without_network_the_clock_goes_on_and_is_right_again_after_it(hall: Hall, stage: Any) -> None:
    slug, zero = started(stage, "Rete perduta")
    screen, phone = screen_and_phone(hall, slug)
    for person in (screen, phone):
        assert_is_right(person, zero)
        person.lose_network()
    counts_on(phone.page, 9)
    for person in (screen, phone):
        assert_is_right(person, zero)

    stage("add_time", slug=slug, minutes=10)
    for person in (screen, phone):
        person.find_network()
    for person in (screen, phone):
        expect(person.page.locator(TIME)).to_have_text(re.compile(r"^(3[6-9]|40):\d\d$"))
        assert_is_right(person, zero_of(person.page))


def test_at_zero_every_clock_says_the_rule_and_the_sheet_that_the_deal_is_the_last(hall: Hall, stage: Any) -> None:
    slug, _zero = started(stage, "Tempo scaduto")
    people = screen_and_phone(hall, slug)
    sheet = hall.person("ornella@example.org", viewport=PHONE)
    sheet.open(f"/e/{slug}/tavoli/1/")
    expect(sheet.page.locator("#sheet-tick input")).not_to_be_checked()

    stage("leave_seconds", slug=slug, seconds=3)
    for person in people:
        expect(person.page.locator(".clock__over")).to_be_visible()
        expect(person.page.locator(".clock__over")).to_contain_text("Si finisce la smazzata in corso")
        expect(person.page.locator(TIME)).to_have_text("00:00")
    expect(sheet.page.locator(".sheet-time__called")).to_contain_text("Tempo scaduto alle ")
    expect(sheet.page.locator("#sheet-tick input")).to_be_checked()


def test_the_clocks_of_two_lines_count_and_change_by_one_touch(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Due orologi", state="called", pairs=4, preset="online_002")["slug"]
    stage("line_clocks_run", slug=slug, number=1, line=0)
    person = hall.person("ornella@example.org", viewport=PHONE)
    page = person.open(f"/e/{slug}/tavoli/1/orologi/")
    own, other = page.locator("#line-clock-A"), page.locator("#line-clock-B")
    expect(own).to_have_attribute("aria-pressed", "true")
    expect(own.locator("[data-clock-time]")).to_have_text(re.compile(r"^1[89]:\d\d$"))

    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(own).to_have_attribute("aria-pressed", "false")
    stands, runs = (clock.locator("[data-clock-time]").inner_text() for clock in (own, other))
    expect(other.locator("[data-clock-time]")).not_to_have_text(runs)
    expect(other.locator("[data-clock-time]")).to_have_text(re.compile(r"^1[89]:\d\d$"))
    expect(own.locator("[data-clock-time]")).to_have_text(stands)

    page.locator(".line-clocks__stop").click()
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_the_clock_is_stopped_and_let_run_on_by_keyboard(hall: Hall, stage: Any) -> None:
    slug, _zero = started(stage, "Tastiera")
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/turni/")
    for name, state in (("pause", "paused"), ("resume", "running")):
        settled(page).locator(f"#clock-steps button[value={name}]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(CLOCK)).to_have_attribute("data-state", state)
