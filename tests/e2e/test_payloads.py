"""Forty programs for names: people, clubs, events, reasons, programs and keys are called by them, and nothing runs.

On every page of the atlas, under the policy of the site as it stands: no call, no dialogue, nothing that the policy had
to refuse, and no element or attribute that came out of a text. The papers as PDF hold them as text, too.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.atlas import ANONYMOUS, EVERYWHERE, ORGANISER, Sight, address, set_up
from tests.e2e.browsing import DESKTOP, WAIT_MS, Hall, Person, eventually
from tests.e2e.payloads import PAYLOADS
from tests.needs import needs
from tests.searching import short_of

# A paper is made at low priority, by one process at a time.
PDF_MS = 4 * WAIT_MS
# What a text that runs would call: said on the console, which anybody who watches complains of, and kept on the window.
MARKER = """
window.ran = [];
window.xss = (number) => { window.ran.push(number); console.error(`ran ${number}`); };
"""
HAVE_RUN = "window.ran.concat([...document.querySelectorAll('iframe')].map((one) => one.outerHTML))"
# Whatever would run, load or lead somewhere that no template wrote.
ALIENS = """
() => [...document.querySelectorAll("*")].filter((one) =>
  one.matches("object, embed, base, marquee, math, style, template *, meta[http-equiv], b[hx-get], [style*='xss'],"
    + " script:not([src]):not([type='application/json']), [autofocus][onfocus]")
  || [...one.attributes].some(({ name, value }) => name.startsWith("on")
    || (/^(href|src|srcset|action|formaction|data|xlink:href|hx-.*)$/.test(name)
      && /^\\s*(javascript|data|vbscript):|xss\\.example/i.test(value))))
  .map((one) => one.outerHTML.slice(0, 200))
"""
# All that is shown: texts, and what fields hold.
SHOWN = """
() => [document.title, document.body.textContent,
  ...[...document.querySelectorAll("input, option, [title], [aria-label], [alt], [data-label]")].flatMap((one) =>
    [one.value, ...[...one.attributes].map((attribute) => attribute.value)])].join(" ")
"""
# What a program reads is no page, and a browser that is sent there makes none of it.
NO_PAGES = (
    ("/api/v1/events/", 200),
    ("/api/v1/events/{slug}/", 200),
    ("/api/v1/events/{slug}/state/", 200),
    ("/api/v1/events/?order=%3Cscript%3Exss(1)%3C/script%3E", 400),
    ("/api/v1/schema.json", 200),
)


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.fixture(scope="module")
def eyes(request: pytest.FixtureRequest) -> Iterator[tuple[dict[str, Person], dict[str, Any]]]:
    """Anybody who looks, called by a payload, and the events of the atlas with payloads for texts."""
    browser, site, stage = (request.getfixturevalue(name) for name in ("browser", "site", "stage"))
    stage("speak", texts=PAYLOADS)
    events = set_up(stage)
    hall = Hall(browser, site.url, lambda account: stage("log_in", email=account))
    kept = {by: hall.person(by, viewport=DESKTOP) for by in {sight.by for sight in EVERYWHERE} | {ANONYMOUS, ORGANISER}}
    stage("speak", texts=[])
    for person in kept.values():
        person.context.add_init_script(MARKER)
    yield kept, events
    assert hall.leave() == []


def looked_at(
    people: dict[str, Person], stage: Any, events: dict[str, dict[str, Any]]
) -> Iterator[tuple[Sight, Page, int]]:
    """Each page when all of it has come, with its status; two windows take turns, one loads while the other is read."""
    windows = {by: [person.page, person.context.new_page()] for by, person in people.items()}
    for by, (_first, second) in windows.items():
        people[by].watch(second)
    before: tuple[Sight, Page, int] | None = None
    for number, sight in enumerate(EVERYWHERE):
        page = windows[sight.by][number % 2]
        answer = page.goto(people[sight.by].url + address(sight, stage, events), wait_until="commit")
        if before is not None:
            before[1].wait_for_load_state()
            yield before
        before = (sight, page, answer.status if answer is not None else 0)
    if before is not None:
        before[1].wait_for_load_state()
        yield before


@pytest.mark.full
def test_forty_payloads_stay_texts_on_every_page(eyes: Any, stage: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """How many payloads stood on how many pages is said at the end: a page without texts shows nothing about them."""
    people, events = eyes
    begun = monotonic()
    wrong: dict[str, Any] = {}
    seen: dict[str, int] = dict.fromkeys(PAYLOADS, 0)
    pages, meetings = 0, 0
    for sight, page, status in looked_at(people, stage, events):
        found = [*page.evaluate(HAVE_RUN), *page.evaluate(ALIENS)]
        if found or status != sight.status:
            wrong[f"{sight} {sight.path}"] = [status, *found]
        shown = squeezed(page.evaluate(SHOWN))
        met = [payload for payload in PAYLOADS if squeezed(payload) in shown]
        for payload in met:
            seen[payload] += 1
        pages, meetings = pages + bool(met), meetings + len(met)
    complaints = [complaint for person in people.values() for complaint in person.complaints]
    took = monotonic() - begun
    with capsys.disabled():
        print(  # noqa: T201 - how much was looked at is part of what the test says
            f"\n{len(PAYLOADS)} payloads x {len(EVERYWHERE)} pages ({pages} show some, {meetings} showings), "
            f"{len(wrong)} pages with an execution, {len(complaints)} dialogues and reports, {took:.0f} s"
        )
    assert wrong == {}
    assert complaints == []
    # A payload that no page shows would prove nothing; most pages are about somebody or something with a name.
    assert min(seen.values()) > 2, seen
    assert pages > len(EVERYWHERE) * 0.7


@pytest.fixture(scope="module")
def event(stage: Any) -> dict[str, Any]:
    """An event in play with payloads for texts."""
    stage("speak", texts=PAYLOADS)
    made: dict[str, Any] = stage("event", name="", state="called", pairs=8)
    stage("speak", texts=[])
    return made


@pytest.mark.parametrize(("path", "status"), NO_PAGES)
def test_what_programs_read_is_no_page(hall: Hall, event: dict[str, Any], path: str, status: int) -> None:
    person = hall.person()
    answer = person.page.goto(person.url + path.format(slug=event["slug"]))
    assert answer is not None and answer.status == status
    assert "html" not in answer.headers["content-type"] and answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    expect(person.page.locator("script, img, iframe")).to_have_count(0)


@needs("pdftotext", "pango")
@pytest.mark.parametrize("what", short_of(["poster", "slips", "bracket-a4", "standings"], "slips", "bracket-a4"))
@pytest.mark.full
def test_a_paper_holds_them_as_text(eyes: Any, tmp_path: Path, what: str) -> None:
    """Every payload that the page shows stands in its PDF, which asks its reader to run nothing."""
    people, events = eyes
    person, slug = people[ORGANISER], events["running"]["slug"]
    page = person.open(f"/organizza/{slug}/documenti/")
    button = page.locator(f"button[name=what][value={what}]")
    button.click()
    page.wait_for_url("**/documenti/*/")
    made = page.url
    link = page.locator("a[download][href*='/documenti/']").first

    def is_made() -> bool:
        page.goto(made)
        return link.count() > 0

    # The page asks for it too; what it shows is looked at anew, whichever of the two was first.
    eventually(page, is_made, True, PDF_MS)
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(page.request.get(page.evaluate("(one) => one.href", link.element_handle())).body())

    text = subprocess.run(["pdftotext", "-raw", paper, "-"], capture_output=True, text=True, check=True).stdout
    held = [payload for payload in PAYLOADS if squeezed(payload) in squeezed(text)]
    assert held
    pdf = paper.read_bytes()
    assert not [word for word in (b"/JavaScript", b"/JS ", b"/Launch", b"/OpenAction") if word in pdf]
    assert "javascript:" not in subprocess.run(["pdfinfo", "-url", paper], capture_output=True, text=True).stdout
