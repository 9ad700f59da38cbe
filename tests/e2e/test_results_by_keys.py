"""The results of a round by the keys: so many keys, and no click.

The walk through every state asks in a short run what the tests of one state ask in ``script/test --full``.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import Hall, eventually, settled
from tests.e2e.tables import FORMAT, LEVEL_AT_THE_CUT

REFEREE = "arturo@example.org"
RESULTS = [(21, 17), (14, 21), (21, 9), (8, 21), (21, 19), (12, 23), (22, 16), (21, 5)]


@dataclass(slots=True)
class Keys:
    """A person with a keyboard whose every key is counted."""

    page: Page
    pressed: int = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1

    def write(self, text: object) -> None:
        self.press(*str(text))


def opened(hall: Hall, stage: Any, name: str, **more: Any) -> tuple[Keys, str]:
    slug = stage("event", name=name, state="called", **more)["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    page = hall.person(REFEREE).open(f"/e/{slug}/risultati/")
    expect(page.locator("#grid-table")).to_be_focused()
    return Keys(page), slug


def row(page: Page, hall_number: int) -> Any:
    return page.locator(f".grid-row[data-hall='{hall_number}']")


def expect_state(page: Page, hall_number: int, state: str) -> None:
    expect(row(page, hall_number)).to_have_attribute("data-state", state)


@pytest.mark.full
def test_eight_results_take_six_keys_each_and_no_click(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Otto risultati", pairs=16)

    keys.press("Enter")
    for a, b in RESULTS:
        keys.write(a)
        keys.press("Tab")
        keys.write(b)
        keys.press("Enter")

    expect(keys.page.locator("[data-grid-missing]")).to_have_text("0")
    assert keys.pressed <= len(RESULTS) * 6
    saved = [stage("versions", slug=slug, number=number)[-1]["points"] for number in range(1, 9)]
    assert saved == [list(result) for result in RESULTS]


def test_from_sheet_to_sheet_by_one_key(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Di referto in referto", pairs=8)
    keys.page.goto(keys.page.url.replace("/risultati/", "/tavoli/1/totale/"))
    settled(keys.page)

    before = keys.pressed
    for number, (a, b) in enumerate(RESULTS[:3], start=1):
        expect(keys.page.locator("[name=points_a]")).to_be_focused()
        keys.write(a)
        keys.press("Tab")
        keys.write(b)
        keys.press("Enter")
        expect(keys.page.locator("a[autofocus]")).to_be_focused()
        expect(keys.page.locator("a[autofocus]")).to_have_text(f"Prossimo: tavolo {number + 1}")
        keys.press("Enter")

    assert keys.pressed - before <= 3 * 7
    saved = [stage("versions", slug=slug, number=number)[-1]["points"] for number in range(1, 4)]
    assert saved == [list(result) for result in RESULTS[:3]]


@pytest.mark.full
def test_a_heap_of_slips_is_typed_without_leaving_the_field_above(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Un mucchio di referti", pairs=8)

    for table, (a, b) in ((4, (21, 17)), (2, (9, 21))):
        before = keys.pressed
        keys.write(f"{table} {a} {b}")
        keys.press("Enter")
        expect_state(keys.page, table, "saved")
        expect(keys.page.locator("#grid-table")).to_be_focused()
        assert keys.pressed - before <= 8
    assert stage("versions", slug=slug, number=4)[-1]["points"] == [21, 17]

    keys.write("99")
    expect(keys.page.locator("#grid-who")).to_be_hidden()
    keys.press("Enter")
    expect(keys.page.locator("#grid-who")).to_be_visible()


def test_a_number_leads_to_its_table_and_arrows_up_and_down(hall: Hall, stage: Any) -> None:
    keys, _slug = opened(hall, stage, "Su e giù", pairs=8)

    keys.write(3)
    expect(keys.page.locator("#grid-who")).not_to_be_empty()
    keys.press("Enter")
    expect(row(keys.page, 3).locator("[name=points_a]")).to_be_focused()
    keys.write(21)
    keys.press("ArrowDown")
    expect(row(keys.page, 4).locator("[name=points_a]")).to_be_focused()
    expect(row(keys.page, 3).locator(".grid-row__unsaved")).to_be_visible()
    keys.press("ArrowUp", "ArrowRight")
    expect(row(keys.page, 3).locator("[name=points_b]")).to_be_focused()
    keys.press("Escape")
    expect(row(keys.page, 3).locator("[name=points_a]")).to_have_value("")
    keys.press(".")
    expect(keys.page.locator("#grid-table")).to_be_focused()


@pytest.mark.full
def test_a_refused_row_takes_the_cursor_back_with_what_was_typed(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Un totale impossibile", pairs=8)

    keys.press("Enter")
    keys.write(2)
    keys.press("Tab")
    keys.write(19)
    keys.press("Enter")

    expect_state(keys.page, 1, "refused")
    expect(row(keys.page, 1).locator("[role=alert]")).to_be_visible()
    expect(row(keys.page, 1).locator("[name=points_a]")).to_be_focused()
    expect(row(keys.page, 1).locator("[name=points_b]")).to_have_value("19")
    keys.write(21)
    keys.press("Enter", "Enter")
    expect_state(keys.page, 1, "saved")
    assert stage("versions", slug=slug, number=1)[-1]["points"] == [21, 19]


def test_a_slip_of_four_takes_one_number_a_player(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "La riga del totale", pairs=8, **FORMAT)
    points = [64, 112, 88, 105]

    keys.press("Enter")
    for number in points:
        keys.write(number)
        keys.press("Enter")

    expect_state(keys.page, 1, "saved")
    assert keys.pressed == 1 + sum(len(str(number)) + 1 for number in points)
    assert stage("versions", slug=slug, number=1)[-1]["points"] == points


@pytest.mark.full
def test_a_level_total_goes_on_in_its_own_row(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Pari", pairs=4)

    keys.press("Enter")
    keys.write(22)
    keys.press("Enter")
    keys.write(22)
    keys.press("Enter")
    expect_state(keys.page, 1, "tie")
    expect(row(keys.page, 1).locator(".grid-row__tie [name=points_a]")).to_be_focused()
    keys.write(2)
    keys.press("Enter")
    keys.write(1)
    keys.press("Enter")

    expect_state(keys.page, 1, "saved")
    assert stage("versions", slug=slug, number=1)[-1]["status"] == "confirmed"


def test_a_dispute_is_decided_by_one_click(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Due versioni", state="called", pairs=4)["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    for line in (0, 1):
        stage("finish_as_line", slug=slug, number=1, line=line, winner=line)
    page = hall.person(REFEREE).open(f"/e/{slug}/risultati/")
    expect_state(page, 1, "disputed")

    row(page, 1).locator("button[value^='version:']").first.click()

    expect_state(page, 1, "saved")
    assert stage("versions", slug=slug, number=1)[-1]["status"] == "confirmed"


@pytest.mark.full
def test_what_another_saves_appears_while_somebody_types(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Due al banco", pairs=8)
    keys.press("Enter")
    keys.write(21)

    stage("play", slug=slug, number=3)

    expect_state(keys.page, 3, "done")
    expect(row(keys.page, 1).locator("[name=points_a]")).to_have_value("21")
    expect(row(keys.page, 1).locator("[name=points_a]")).to_be_focused()


def test_without_scripts_each_row_is_a_form_with_its_button(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Senza script", state="called", pairs=4)["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    page = hall.person(REFEREE, scripts=False).open(f"/e/{slug}/arbitro/")
    page.locator(".desk-results a").click()
    row(page, 2).locator("[name=points_a]").fill("2")
    row(page, 2).locator("[name=points_b]").fill("19")
    row(page, 2).locator(".grid-row__save").click()
    expect_state(page, 2, "refused")
    row(page, 2).locator("[name=points_a]").fill("21")
    row(page, 2).locator(".grid-row__save").click()

    expect_state(page, 2, "saved")
    assert stage("versions", slug=slug, number=2)[-1]["points"] == [21, 19]


def test_a_disputed_total_takes_one_click_and_the_number(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Un terzo totale", state="called", pairs=4)["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    for line in (0, 1):
        stage("finish_as_line", slug=slug, number=1, line=line, winner=line)
    page = hall.person(REFEREE).open(f"/e/{slug}/risultati/")
    expect_state(page, 1, "disputed")
    keys = Keys(page)

    row(page, 1).locator("[name=points_a]").click()
    keys.write(21)
    keys.press("Tab")
    keys.write(18)
    keys.press("Enter")

    expect_state(page, 1, "saved")
    assert keys.pressed <= 6
    assert stage("versions", slug=slug, number=1)[-1]["points"] == [21, 18]


def test_two_who_type_see_each_other(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Chi scrive", pairs=8)
    stage("grant", slug=slug, email="lia@example.org", role="referee")
    other = hall.person("lia@example.org").open(f"/e/{slug}/risultati/")

    row(other, 3).locator("[name=points_a]").fill("2")

    hint = row(keys.page, 3).locator("[data-typing]")
    expect(hint).to_have_text("Lia sta scrivendo")
    expect(row(keys.page, 2).locator("[data-typing]")).to_be_hidden()
    row(other, 3).locator("[name=points_a]").fill("21")
    row(other, 3).locator("[name=points_b]").fill("9")
    row(other, 3).locator("[name=points_b]").press("Enter")
    expect_state(keys.page, 3, "done")
    expect(hint).to_be_hidden()


def field(page: Page, hall_number: int, name: str = "points_a") -> Any:
    return row(page, hall_number).locator(f".grid-row__form [name={name}]")


def tie_field(page: Page, hall_number: int, name: str = "points_a") -> Any:
    return row(page, hall_number).locator(f".grid-row__tie [name={name}]")


def say(keys: Keys, *numbers: int) -> None:
    """A number a field, each ended by Enter."""
    for number in numbers:
        keys.write(number)
        keys.press("Enter")


def test_the_grid_is_walked_by_the_keys_alone_through_every_state(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Ogni stato", pairs=16)
    page = keys.page
    keys.press("Enter")

    # Refused, then taken as ended by time: the button is gone, the next table has the cursor.
    say(keys, 13, 11)
    expect_state(page, 1, "refused")
    expect(field(page, 1)).to_be_focused()
    for stop in ("[name=points_b]", "[value=total]", "[name=time_called]"):
        keys.press("Tab")
        expect(row(page, 1).locator(stop)).to_be_focused()
    keys.press("Enter")
    expect_state(page, 1, "saved")
    expect(field(page, 2)).to_be_focused()

    # Three level tie-break deals and the last capture: 16 keys at most.
    say(keys, 22, 22)
    expect(tie_field(page, 2)).to_be_focused()
    before = keys.pressed
    for deal, points in enumerate((2, 1, 3), start=1):
        expect(row(page, 2).locator(".grid-row__played")).to_have_count(deal - 1)
        expect(tie_field(page, 2)).to_be_focused()
        say(keys, points, points)
    expect_state(page, 2, "asked")
    expect(row(page, 2).locator("[data-key='1']")).to_be_focused()
    keys.press("9")
    expect(page.locator("#grid-who")).to_be_visible()
    keys.press("2")
    expect_state(page, 2, "saved")
    assert keys.pressed - before <= 16
    expect(field(page, 3)).to_be_focused()

    # A refused tie-break deal keeps the cursor in the tie-break.
    say(keys, 22, 22)
    expect(tie_field(page, 3)).to_be_focused()
    say(keys, 90, 2)
    expect_state(page, 3, "refused")
    expect(tie_field(page, 3)).to_be_focused()
    expect(tie_field(page, 3, "points_b")).to_have_value("2")
    keys.write(1)
    keys.press("Enter", "Enter")
    expect_state(page, 3, "saved")
    expect(field(page, 4)).to_be_focused()

    # A result that is taken back has the cursor again.
    say(keys, 21, 17)
    expect_state(page, 4, "saved")
    expect(field(page, 5)).to_be_focused()
    keys.press(".", "4", "Enter")
    expect(row(page, 4).locator(".grid-row__number")).to_be_focused()
    keys.press("7")
    expect(page.locator("#grid-who")).to_be_visible()
    keys.press("Tab")
    expect(row(page, 4).locator("[value=undo]")).to_be_focused()
    keys.press("Enter")
    expect_state(page, 4, "open")
    expect(field(page, 4)).to_be_focused()
    say(keys, 17, 21)
    expect_state(page, 4, "saved")

    # Tab from the number of a table leads to it, and what stands in its row is not typed over from above.
    keys.press(".", "6", "Tab")
    expect(field(page, 6)).to_be_focused()
    keys.write(21)
    keys.press(".")
    keys.write("6 9 21")
    keys.press("Enter")
    expect(page.locator("#grid-who")).to_contain_text("non ancora salvate")
    expect(field(page, 6)).to_have_value("21")
    page.locator("#grid-table").fill("")
    keys.write("1 3 21")
    keys.press("Enter")
    expect(page.locator("#grid-who")).to_contain_text("è già scritto")

    # The last table has nowhere to go on to but the field above.
    page.locator("#grid-table").fill("")
    for number in (5, 6, 7, 8):
        keys.write(f"{number} 21 {number}" if number != 6 else "6")
        keys.press("Enter")
        if number == 6:
            # The first field has its 21 still.
            expect(field(page, 6, "points_b")).to_be_focused()
            say(keys, 6)
        expect_state(page, number, "saved")
        keys.press(".")
    expect(page.locator("#grid-table")).to_be_focused()
    expect(page.locator("[data-grid-missing]")).to_have_text("0")
    assert stage("versions", slug=slug, number=6)[-1]["points"] == [21, 6]


def test_a_row_that_is_brought_anew_may_be_sent_at_once(hall: Hall, stage: Any) -> None:
    keys, _ = opened(hall, stage, "Subito di nuovo", pairs=8)
    page = keys.page
    # As quick as anybody can be: the tie-break is sent in the moment in which its form comes.
    page.evaluate(
        """() => document.addEventListener("region:replaced", (event) => {
          const tie = event.target.querySelector(".grid-row__tie");
          if (!tie || tie.querySelector("[name=points_a]").value) return;
          tie.querySelector("[name=points_a]").value = "90";
          tie.querySelector("[name=points_b]").value = "2";
          tie.requestSubmit();
        })"""
    )

    keys.press("Enter")
    say(keys, 22, 22)

    expect_state(page, 1, "refused")
    expect(tie_field(page, 1)).to_have_value("90")
    expect(page).to_have_url(re.compile(r"/risultati/$"))


def test_after_a_save_by_mouse_digits_go_to_the_next_table(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Col topo", pairs=8)
    page = keys.page
    field(page, 1).fill("21")
    field(page, 1, "points_b").fill("9")

    row(page, 1).locator(".grid-row__save").click()
    expect_state(page, 1, "saved")
    expect(field(page, 2)).to_be_focused()
    keys.write(1)
    keys.press("Tab")
    keys.press("Tab")
    expect(row(page, 2).locator(".grid-row__save")).to_be_focused()
    keys.write(7)
    expect(field(page, 2, "points_b")).to_have_value("7")
    page.evaluate("document.activeElement.blur()")
    keys.write(3)
    expect(page.locator("#grid-who")).to_contain_text("i punti ci sono già tutti")
    expect(field(page, 2)).to_have_value("1")
    expect(field(page, 2, "points_b")).to_have_value("7")
    page.locator(".grid-head__only").focus()
    keys.write(3)
    expect(page.locator("#grid-table")).to_have_value("3")
    assert stage("versions", slug=slug, number=1)[-1]["points"] == [21, 9]


def test_what_is_typed_while_an_answer_is_on_its_way_stays(hall: Hall, stage: Any) -> None:
    keys, _slug = opened(hall, stage, "In viaggio", pairs=8)
    page = keys.page
    held: list[Any] = []
    page.route("**/risultati/1/", lambda route: held.append(route))
    keys.press("Enter")
    say(keys, 2, 19)
    expect(field(page, 2)).to_be_focused()
    keys.press("ArrowUp")
    keys.write(21)

    eventually(page, lambda: len(held), 1)
    held[0].continue_()

    expect_state(page, 1, "refused")
    expect(field(page, 1)).to_have_value("21")
    expect(field(page, 1)).to_be_focused()
    expect(field(page, 1, "points_b")).to_have_value("19")


def test_the_highest_card_of_a_table_of_four_is_named_by_a_key(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="La carta più alta", state="called", pairs=8, **FORMAT)["slug"]
    stage("grant", slug=slug, email=REFEREE, role="referee")
    stage("write_papers", slug=slug, number=1, papers=LEVEL_AT_THE_CUT, tiebreaks=["- = = -", "- = = -"])
    page = hall.person(REFEREE).open(f"/e/{slug}/risultati/")
    keys = Keys(page)
    keys.press("1", "Enter")
    expect(row(page, 1).locator("[data-key='1']")).to_be_focused()
    keys.press("2")

    expect_state(page, 1, "saved")
    assert stage("versions", slug=slug, number=1)[-1]["status"] == "confirmed"
    expect(row(page, 1).locator(".grid-row__line--through .grid-row__who")).to_have_count(2)


def test_who_was_out_before_is_answered_by_one_key(hall: Hall, stage: Any) -> None:
    keys, slug = opened(hall, stage, "Chi era fuori", pairs=8, **FORMAT)
    page = keys.page
    keys.press("Enter")
    say(keys, 98, 101, 104, 109)
    expect_state(page, 1, "asked")
    expect(row(page, 1).locator("[data-key='1']")).to_be_focused()
    expect(row(page, 1).locator("[data-key='0']")).to_have_text(re.compile("Nessuno"))

    keys.press("3")

    expect_state(page, 1, "saved")
    expect(field(page, 2)).to_be_focused()
    assert stage("versions", slug=slug, number=1)[-1]["points"] == [98, 101, 104, 109]
