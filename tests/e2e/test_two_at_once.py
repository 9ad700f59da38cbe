"""Two browsers with one sheet: one is first, the other is shown what is, and keeps what was typed."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browsing import Hall, settled

SHEET = "form[data-preview-url]"


def type_points(page: Page, a: int, b: int) -> None:
    settled(page)
    page.locator("[name=depth][value=points]").check(force=True)
    page.locator("[name=points_a]").fill(str(a))
    page.locator("[name=points_b]").fill(str(b))


def test_the_second_save_shows_the_current_state_and_keeps_what_was_typed(hall: Hall, stage: Any) -> None:
    made = stage("event", name="Due arbitri", state="called", pairs=4)
    slug = made["slug"]
    stage("grant", slug=slug, email="arturo@example.org", role="referee")
    first = hall.person("ornella@example.org").open(f"/e/{slug}/tavoli/1/")
    second = hall.person("arturo@example.org").open(f"/e/{slug}/tavoli/1/")
    type_points(first, 5, 3)
    type_points(second, 4, 4)

    first.locator(f"{SHEET} .sheet-foot .btn").click()
    expect(first.locator("#sheet-record .deal")).to_have_count(1)
    second.locator(f"{SHEET} .sheet-foot .btn").click()

    expect(second.locator("#conflict")).to_be_visible()
    expect(second.locator("#conflict")).to_be_focused()
    expect(second.locator("#sheet-record .deal")).to_have_count(1)
    expect(second.locator("#sheet-record .deal__points")).to_have_text("5–3")
    expect(second.locator("[name=points_a]")).to_have_value("4")
    expect(second.locator("[name=points_b]")).to_have_value("4")
    assert [one["points"] for one in stage("versions", slug=slug, number=1)] == [[5, 3]]

    # News do not take away what the second has not read, nor what was typed.
    first.locator("[name=points_a]").fill("6")
    first.locator("[name=points_b]").fill("1")
    first.locator(f"{SHEET} .sheet-foot .btn").click()
    expect(second.locator("[data-live-notice]")).to_be_visible()
    expect(second.locator("#conflict")).to_be_visible()
    expect(second.locator("[name=points_a]")).to_have_value("4")


def test_what_the_second_typed_can_be_sent_as_the_next_deal(hall: Hall, stage: Any) -> None:
    made = stage("event", name="Due arbitri ancora", state="called", pairs=4)
    slug = made["slug"]
    second = hall.person("ornella@example.org").open(f"/e/{slug}/tavoli/1/")
    type_points(second, 4, 4)
    deal = {"depth": "points", "points": [5, 3], "tiebreak": 0, "last_capture": None}
    stage("write_deals", slug=slug, number=1, deals=[deal])

    second.locator(f"{SHEET} .sheet-foot .btn").click()
    expect(second.locator("#conflict")).to_be_visible()
    second.locator(f"{SHEET} .sheet-foot .btn").click()

    expect(second.locator("#sheet-record .deal__points")).to_have_text(["5–3", "4–4"])


def test_a_table_that_is_shown_after_a_refused_step_is_at_its_own_address(hall: Hall, stage: Any) -> None:
    """Not at that of the step, which nobody can load again and nothing follows."""
    made = stage("event", name="Due arbitri al banco", state="called", pairs=4)
    slug = made["slug"]
    stage("finish_as_line", slug=slug, number=1, line=0)
    referee = hall.person("ornella@example.org")
    page = referee.open(f"/e/{slug}/arbitro/")
    confirm = page.locator(f"form[action='/e/{slug}/tavoli/1/conferma/']")
    confirm.locator("[name=seen]").evaluate("(seen) => { seen.value = '0'; }")
    confirm.locator("button").click()

    expect(page.locator("#conflict")).to_be_visible()
    page.wait_for_url(f"**/e/{slug}/tavoli/1/")
    stage("dispute", slug=slug, number=1, line=1)
    expect(page.locator("#table-state .panel--alarm")).to_be_visible()
    expect(page.locator("#conflict")).to_be_visible()
    page.reload()
    assert referee.path == f"/e/{slug}/tavoli/1/"
    expect(page.locator("#conflict")).to_have_count(0)
