"""How a play of Scopa is given: by click, by drag, by double click, typed; what is wrong is said and not played."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from scopa.rules import VERSION
from tests.e2e.browsing import PHONE, eventually
from tests.e2e.card_table import BareDevices, CardTable, sit_down
from tests.e2e.fingers import Finger
from tests.searching import short_of

# A king over 5, 5, 3, 2 has three captures; the five takes a five and no sum; the ace takes nothing.
DEAL = f"""scopa {VERSION}
rules online_002
dealer B
table 5d 5c 3s 2b
A Rd 5b Ac
B Fd Cc Rb
"""
A_GESTURE_MS = 450
NOTE_ANIMATIONS = """
window.lasted = [];
const before = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  window.lasted.push(how.duration);
  return before.call(this, frames, how);
};
"""


@pytest.fixture
def page(bare: BareDevices) -> Iterator[Page]:
    with bare.page("desk") as found:
        yield found


@pytest.fixture
def phone(bare: BareDevices) -> Iterator[Page]:
    with bare.page("phone") as found:
        yield found


@pytest.fixture
def table(page: Page, statics: str) -> CardTable:
    return sit_down(page, statics, written=DEAL)


def drag(table: CardTable, card: str, *over: str, to: str = "") -> None:
    """Pull a card of the hand over these cards, and on to what ``to`` selects."""
    table.pointer.move(*middle(table, card))
    table.pointer.down()
    pull(table, *(f"button[data-card='{each}']" for each in over), *([to] if to else []))


def pull(table: CardTable, *places: str) -> None:
    """On over these places, with the card that is held."""
    for place in places:
        table.pointer.move(*middle_of(table, place), steps=4)


def middle(table: CardTable, card: str) -> tuple[float, float]:
    return middle_of(table, f"button[data-card='{card}']")


def middle_of(table: CardTable, place: str) -> tuple[float, float]:
    box = table.page.locator(place).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chosen(table: CardTable) -> list[str]:
    pressed = table.page.locator("button[data-card][aria-pressed=true]")
    return sorted(pressed.evaluate_all("(all) => all.map((one) => one.dataset.card)"))


def let_go_by(table: CardTable) -> None:
    """The moment in which another tap would belong to the same gesture."""
    table.page.clock.run_for(A_GESTURE_MS)


def double_click(table: CardTable, card: str) -> None:
    """Two taps with no time between them, however busy the machine is."""
    clock = table.page.clock
    clock.pause_at(table.page.evaluate("Date.now()") + A_GESTURE_MS)
    table.card(card).dblclick()
    clock.resume()


def holds(table: CardTable, *cards: str, sent: Sequence[str] = ()) -> None:
    """Until these cards are chosen; and no other play was sent than these."""
    eventually(table.page, lambda: (chosen(table), table.sent), (sorted(cards), list(sent)))


@pytest.mark.full
def test_a_capture_is_made_as_soon_as_it_is_complete(table: CardTable) -> None:
    for card in ("Rd", "5c", "3s"):
        table.card(card).click()
    holds(table, "3s", "5c", "Rd")
    table.card("2b").click()
    table.settled()
    assert table.sent == ["Rdx2b+3s+5c"]


def test_cards_of_the_table_may_be_chosen_first(table: CardTable) -> None:
    table.card("5d").click()
    table.card("5b").click()
    table.settled()
    assert table.sent == ["5bx5d"]


def test_a_chosen_card_is_taken_back_by_another_click(table: CardTable) -> None:
    table.card("Rd").click()
    table.card("5d").click()
    table.card("5d").click()
    holds(table, "Rd")
    let_go_by(table)
    table.card("Rd").click()
    holds(table)


def test_a_card_that_takes_nothing_is_laid_down_through_its_ghost(table: CardTable) -> None:
    table.card("Rd").click()
    expect(table.ghost).to_have_count(0)
    table.card("Ac").click()
    expect(table.line).to_have_text("L'asso di coppe non prende nulla: tocca la carta trasparente per scartare.")
    expect(table.ghost).to_have_accessible_name("Scarta l'asso di coppe")
    expect(table.page.locator("[data-table]")).to_have_class("cards n5")
    table.ghost.click()
    table.settled()
    assert table.sent == ["Ac"]


def test_an_ace_that_takes_itself_is_kept_through_its_ghost(page: Page, statics: str) -> None:
    """R-SCO-71"""
    rules = DEAL.replace("online_002", "online_002 ace_takes_all=sweep ace_on_empty=taken")
    hands = rules.replace("A Rd 5b Ac", "A Ac As 5b").replace("B Fd Cc Rb", "B Ad Cc Rb")
    table = sit_down(page, statics, written=hands + "plays\n1. Acx5d+5c+3s+2b AdxAd\n")
    table.card("As").click()
    expect(table.line).to_have_text(
        "L'asso di spade si prende da solo: tocca la carta trasparente per metterlo tra le tue."
    )
    expect(table.ghost).to_have_accessible_name("Metti l'asso di spade tra le tue carte")
    table.ghost.click()
    table.settled()
    assert table.sent == ["AsxAs"]
    expect(table.page.locator("[data-say]")).to_contain_text("Ti tieni l'asso di spade: la tavola era vuota.")


@pytest.mark.full
def test_a_double_click_discards(table: CardTable) -> None:
    double_click(table, "Ac")
    table.settled()
    assert table.sent == ["Ac"]


ERRORS = {
    "it": {
        "double click": "Non puoi scartare il cinque di bastoni: "
        "deve prendere il cinque di denari oppure il cinque di coppe.",
        "sum": "Con il cinque di bastoni non puoi prendere il tre di spade: "
        "puoi prendere il cinque di denari oppure il cinque di coppe.",
        "drag": "Il re di denari può prendere in più modi: scegli le carte una a una.",
    },
    "en": {
        "double click": "You cannot discard the five of clubs: it must take the five of coins or the five of cups.",
        "sum": "With the five of clubs you cannot take the three of swords: "
        "you can take the five of coins or the five of cups.",
        "drag": "The king of coins can take in more than one way: choose the cards one by one.",
    },
}


@pytest.mark.parametrize("language", short_of(ERRORS, "it"))
def test_a_double_click_on_a_card_that_can_take_is_an_error(page: Page, statics: str, language: str) -> None:
    table = sit_down(page, statics, written=DEAL, language=language)
    double_click(table, "5b")
    expect(table.line).to_have_text(ERRORS[language]["double click"])
    assert table.sent == []


@pytest.mark.parametrize("language", short_of(ERRORS, "it"))
def test_a_sum_in_place_of_an_equal_card_is_an_error(page: Page, statics: str, language: str) -> None:
    table = sit_down(page, statics, written=DEAL, language=language)
    table.card("5b").click()
    table.card("3s").click()
    expect(table.line).to_have_text(ERRORS[language]["sum"])
    holds(table, "5b")
    expect(table.page.locator("[data-say] span").last).to_have_text(ERRORS[language]["sum"])


@pytest.mark.parametrize("language", short_of(ERRORS, "it"))
def test_a_drag_that_leaves_several_captures_is_an_error_and_clicks_go_on_from_it(
    page: Page, statics: str, language: str
) -> None:
    table = sit_down(page, statics, written=DEAL, language=language)
    drag(table, "Rd", "5d")
    table.page.mouse.up()
    expect(table.line).to_have_text(ERRORS[language]["drag"])
    holds(table, "Rd")
    table.card("5d").click()
    table.card("5c").click()
    table.settled()
    assert table.sent == ["Rdx5d+5c"]


ADDED_UP = [
    (("2b", "5c"), "Rdx2b+3s+5c"),
    (("2b", "5d"), "Rdx2b+3s+5d"),
    (("5c", "3s", "5c"), "Rdx2b+3s+5c"),
    (("5d", "5c"), "Rdx5d+5c"),
    (("5d", "5c", "3s", "5d"), "Rdx2b+3s+5d"),
]
# Where a card of the hand lies, and somebody lets go who wants the dragged one back there.
HAND = "button[data-card='Ac']"
LONG_PRESS_MS = 700


# A finger makes them all (below): a mouse makes the longest in a short run.
@pytest.mark.parametrize(
    ("over", "play"),
    short_of([pytest.param(*each, id=" ".join(each[0])) for each in ADDED_UP], "5d 5c 3s 5d"),
)
def test_cards_that_a_drag_points_at_add_up_until_one_capture_is_left(
    table: CardTable, over: tuple[str, ...], play: str
) -> None:
    """R-SCO-54"""
    drag(table, "Rd", over[0])
    holds(table, "Rd", over[0])
    drag_on = [*over[1:]]
    for card in drag_on:
        table.page.mouse.move(*middle(table, card), steps=4)
    holds(table, play[:2], *play[3:].split("+"))
    table.page.mouse.up()
    table.settled()
    assert table.sent == [play]


def test_a_finger_adds_cards_up_and_puts_them_back_in_the_hand(phone: Page, statics: str) -> None:
    """R-SCO-54 on a phone."""
    table = sit_down(phone, statics, written=DEAL, pointer=Finger(phone))
    for over, play in ADDED_UP:
        drag(table, "Rd", *over)
        holds(table, play[:2], *play[3:].split("+"))
        pull(table, HAND)
        table.pointer.up()
        holds(table)
    drag(table, "Rd", "5d", "5c")
    table.pointer.cancel()
    holds(table)
    drag(table, "Rd", "5d")
    table.pointer.up()
    expect(table.line).to_have_text(ERRORS["it"]["drag"])
    for card in ("5d", "5c"):
        phone.touchscreen.tap(*middle(table, card))
    table.settled()
    assert table.sent == ["Rdx5d+5c"]


def test_a_finger_that_has_rested_on_its_card_drags_it(phone: Page, statics: str) -> None:
    table = sit_down(phone, statics, written=DEAL, pointer=Finger(phone))
    table.pointer.move(*middle(table, "5b"))
    table.pointer.down()
    phone.clock.run_for(LONG_PRESS_MS)
    pull(table, "button[data-card='5c']")
    table.pointer.up()
    table.settled()
    assert table.sent == ["5bx5c"]


def test_the_only_capture_lights_up_and_back_in_the_hand_it_is_not_made(page: Page, statics: str) -> None:
    table = sit_down(page, statics, written=DEAL.replace("5d 5c 3s 2b", "5d 6c 3s 2b"))
    drag(table, "5b", to="[data-cloth] p")
    holds(table, "5b", "5d")
    drag_home = middle(table, "Ac")
    table.page.mouse.move(*drag_home, steps=4)
    table.page.mouse.up()
    holds(table)
    drag(table, "5b", to="[data-cloth] p")
    table.page.mouse.up()
    table.settled()
    assert table.sent == ["5bx5d"]


def test_a_drag_of_a_card_that_takes_nothing_discards_it(table: CardTable) -> None:
    drag(table, "Ac", to="[data-cloth] p")
    expect(table.ghost).to_be_visible()
    table.page.mouse.up()
    table.settled()
    assert table.sent == ["Ac"]


def test_a_press_that_moves_twelve_pixels_is_a_tap(table: CardTable) -> None:
    x, y = middle(table, "Ac")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    for moved in (4, 12, -8, 0, 11):
        table.page.mouse.move(x + moved, y)
    table.page.mouse.up()
    holds(table, "Ac")
    expect(table.ghost).to_be_visible()


def test_a_tap_that_ends_beside_its_card_is_not_lost(table: CardTable) -> None:
    box = table.card("Ac").bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + box["width"] + 5, box["y"] + 20)
    table.page.mouse.up()
    holds(table, "Ac")


LOSE_ITS_END = (
    "addEventListener('pointerup', (event) => event.stopImmediatePropagation(), { capture: true, once: true })"
)


def test_a_press_whose_end_is_never_told_does_not_stop_the_next(table: CardTable) -> None:
    table.page.evaluate(LOSE_ITS_END)
    drag(table, "Rd", "5d")
    table.page.mouse.up()
    pull(table, "button[data-card='3s']")
    expect(table.page.locator(".is-dragged")).to_have_count(0)
    table.card("Ac").click()
    holds(table, "Ac")


PRESS_AT_ONCE = """
(order) => new MutationObserver((_all, observer) => {
  if (!order.textContent.includes("asso")) return;
  observer.disconnect();
  order.click();
  order.dataset.pressed = "";
}).observe(order, { childList: true, characterData: true, subtree: true })
"""


def test_two_taps_ask_before_each_play(page: Page, statics: str) -> None:
    table = sit_down(page, statics, written=DEAL, settings="data-two-taps")
    for card in ("Rd", "5d", "5c"):
        table.card(card).click()
    expect(table.order).to_have_text("Prendi il cinque e il cinque con il re")
    table.page.get_by_role("button", name="Annulla").click()
    holds(table)
    let_go_by(table)
    # The tap on the order comes in the moment in which it appears, however slow the machine is.
    table.order.evaluate(PRESS_AT_ONCE)
    double_click(table, "Ac")
    expect(table.order).to_have_text("Scarta l'asso")
    expect(table.order).to_have_attribute("data-pressed", "")
    assert table.sent == []
    let_go_by(table)
    table.order.click()
    table.settled()
    assert table.sent == ["Ac"]


def test_commands_are_typed_and_read_by_the_server(table: CardTable) -> None:
    field = table.page.get_by_label("Scrivi")
    for typed, said in (
        ("ultima", "Non è ancora stato giocato nulla."),
        ("Tempo", "Non c'è limite di tempo."),
        ("PUNTI", "Punti: tu 0, Piero Ferrero 0."),
        ("7x7", "No: malformed_play."),
        ("5b", "No: must_capture."),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(table.line).to_have_text(said)
        expect(table.page.locator("[data-say] span").last).to_have_text(said)
    assert table.given == []
    field.fill("10D X 5D + 5C")
    field.press("Enter")
    table.settled()
    assert table.given == ["Rdx5d+5c"]
    expect(field).to_be_focused()


def test_nothing_is_given_while_a_play_is_unanswered(table: CardTable) -> None:
    table.page.evaluate("() => { window.gate = new Promise((done) => (window.open_gate = done)); }")
    double_click(table, "Ac")
    expect(table.line).to_have_text("La tua giocata è partita.")
    table.page.mouse.click(*middle(table, "5b"))
    let_go_by(table)
    for card in ("5b", "5d", "5b", "5b"):
        table.page.mouse.click(*middle(table, card))
    table.card("5b").focus()
    table.page.keyboard.press("Enter")
    holds(table, "Ac", sent=["Ac"])
    table.page.evaluate("window.open_gate()")
    table.settled()
    assert table.sent == ["Ac"]


def test_the_previous_play_is_shown_again_when_asked_for(table: CardTable) -> None:
    expect(table.page.get_by_role("button", name="Rivedi")).to_be_hidden()
    double_click(table, "Ac")
    table.settled()
    play = (table.match.cards(0) or {})["recent"][-1]["play"]
    table.page.get_by_role("button", name="Rivedi").click()
    cards = play.replace("x", "+").split("+")
    shown = table.page.locator("[data-review] img")
    eventually(table.page, lambda: shown.evaluate_all("(all) => all.map((one) => one.src.split('card-')[1])"), cards)
    table.page.keyboard.press("Escape")
    expect(table.page.locator("[data-review]")).to_have_count(0)


@pytest.mark.full
def test_cards_fly_where_motion_is_welcome_and_nothing_waits_for_them(browser: Browser, statics: str) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="no-preference")
    context.add_init_script(NOTE_ANIMATIONS)
    for settings, flies in (("", True), ("data-still", False)):
        page = context.new_page()
        table = sit_down(page, statics, written=DEAL, settings=settings)
        table.card("5b").click()
        table.card("5d").click()
        table.settled()
        lasted = page.evaluate("window.lasted")
        assert bool(lasted) is flies and all(each <= 200 for each in lasted)
        expect(page.locator("[data-flight]")).to_have_count(0)
    context.close()
