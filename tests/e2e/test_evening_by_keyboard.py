"""A whole knockout of eight pairs, from the log-in to the final standings, without a mouse."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import Hall
from tests.e2e.keyboard import Keyboard

PASSWORD = "settebello-in-denari"
PAIRS = (
    ("Airola", "Gino", "Balma", "Pina", "Ala"),
    ("Cargnino", "Ezio", "Droetto", "Irma", "Ceres"),
    ("Enrici", "Aldo", "Ferrando", "Rita", "Lanzo"),
    ("Genotti", "Ugo", "Havel", "Nora", "Mezzenile"),
    ("Inaudi", "Remo", "Juglair", "Clara", "Traves"),
    ("Losa", "Pietro", "Micono", "Anna", "Varisella"),
    ("Nepote", "Carlo", "Olivetti", "Lia", "Viù"),
    ("Perotti", "Dino", "Quaglia", "Elda", "Usseglio"),
)
BIG = "#now .btn--big"
SHEET = "form[data-preview-url]"


def now(keys: Keyboard, page: Page) -> None:
    """Press the one button."""
    keys.follow(BIG)
    expect(page.locator("main")).to_be_visible()


def back_to_the_button(keys: Keyboard) -> None:
    """From any page of the organiser: the tab that leads to the one button."""
    keys.follow("#tabs a")


def log_in(keys: Keyboard, email: str) -> None:
    keys.follow(".topbar__wide a[href='/entra/']")
    keys.write("[name=login]", email)
    keys.write("[name=password]", PASSWORD)
    keys.follow(".form .btn")


def create(keys: Keyboard, page: Page) -> None:
    keys.follow("main a[href='/organizza/nuovo/']")
    keys.choose("preset", "scopa:valliadi_2022")
    keys.write("[name=name]", "Memorial della Tastiera")
    keys.reach("[name=day]")
    page.keyboard.type("12122026")
    expect(page.locator("[name=day]")).to_have_value("2026-12-12")
    keys.write("[name=venue]", "Società operaia")
    keys.choose("entry_size", "2")
    keys.follow(".btn--big")


def type_pairs(keys: Keyboard, page: Page) -> None:
    for number, (*names, club) in enumerate(PAIRS, start=1):
        fields = ("family1", "given1", "family2", "given2")
        for name, typed in zip(fields, names, strict=True):
            keys.write(f"#desk-form [name={name}]", typed)
        keys.write("#desk-form [name=club]", club)
        keys.reach("#desk-form button")
        keys.press("Enter")
        expect(page.locator("#entries tbody tr")).to_have_count(number)


def draw(keys: Keyboard, page: Page) -> None:
    now(keys, page)  # seal
    keys.write("[name=hall]", "7 di denari")
    keys.follow("form:has([name=hall]) button")
    keys.open("a[href$='/sorteggio/annuncio/']")
    expect(page.locator("dialog")).to_be_visible()
    keys.follow("dialog button")
    back_to_the_button(keys)


def counted_deal(keys: Keyboard, page: Page, sweeps: int) -> None:
    """A deal as counted at the table: thirty cards and seven coins for A."""
    keys.choose("depth", "counts")
    for name, a, b in (("cards", 30, 10), ("coins", 7, 3)):
        keys.write(f"[name={name}_a]", a)
        keys.write(f"[name={name}_b]", b)
    keys.choose("settebello", "a")
    keys.choose("primiera", "a")
    keys.write("[name=sweeps_a]", sweeps)
    record(keys, page)


def record(keys: Keyboard, page: Page) -> None:
    """Send the sheet, and wait for the page that follows."""
    keys.reach(f"{SHEET} .sheet-foot .btn")
    with page.expect_navigation():
        keys.press("Enter")


def is_over(page: Page) -> None:
    expect(page.locator("#table-state .panel--prize")).to_be_visible()


def whole_result(keys: Keyboard, page: Page, a: int, b: int, *, time_called: bool = False) -> None:
    # The first time it is asked for; then the next table begins so.
    if not page.url.endswith("/totale/"):
        keys.follow(".sheet-ways a[href$='/totale/']")
    keys.write("[name=points_a]", a)
    keys.write("[name=points_b]", b)
    if time_called:
        keys.reach("[name=time_called]")
        keys.press("Space")
    keys.follow(".sheet-foot .btn")


def deal_by_deal(keys: Keyboard, page: Page) -> None:
    """Two deals of thirteen and eight points: 21 is reached in the second."""
    for sweeps in (9, 4):
        counted_deal(keys, page, sweeps)


def with_a_tie_break(keys: Keyboard, page: Page) -> None:
    """Level when time was called; the tie-break deal goes to B."""
    whole_result(keys, page, 15, 15, time_called=True)
    expect(page.locator("#tiebreak-note")).to_be_visible()
    keys.choose("depth", "points")
    keys.write("[name=points_a]", 1)
    keys.write("[name=points_b]", 3)
    record(keys, page)


def in_one_go(keys: Keyboard, page: Page) -> None:
    whole_result(keys, page, 21, 13)


Way = Callable[[Keyboard, Page], None]


def play_round(keys: Keyboard, page: Page, ways: list[Way]) -> None:
    """From the referee's desk, every table in its own way."""
    for way in ways:
        keys.follow(".desk-group:not(.desk-group--done) .desk-table__link")
        way(keys, page)
        is_over(page)
        keys.follow(".sheet-head__back")


def run_rounds(keys: Keyboard, page: Page) -> None:
    first: list[Way] = [deal_by_deal, with_a_tie_break, in_one_go, in_one_go]
    # The last round has the game for third place too.
    later: list[list[Way]] = [[in_one_go, in_one_go]] * 2
    for ways in (first, *later):
        now(keys, page)  # call the tables
        now(keys, page)  # start the clock
        keys.follow("#now a[href$='/arbitro/']")
        play_round(keys, page, ways)
        keys.follow(".head a[href^='/organizza/']")


@pytest.mark.full
def test_a_whole_knockout_is_played_by_keyboard_alone(hall: Hall, stage: Any) -> None:
    stage("sign_in_account", email="tastiera@example.org", password=PASSWORD)
    page = hall.person().open("/")
    keys = Keyboard(page)

    log_in(keys, "tastiera@example.org")
    create(keys, page)
    now(keys, page)  # open the entries
    now(keys, page)  # to the desk
    type_pairs(keys, page)
    back_to_the_button(keys)
    now(keys, page)  # close the entries
    draw(keys, page)
    run_rounds(keys, page)
    now(keys, page)  # look at the final standings
    keys.follow(".now .btn--big")  # close the event
    keys.follow("#tabs a")
    now(keys, page)  # to the public standings

    places = page.locator(".standings tbody tr").evaluate_all(
        "(rows) => rows.map((row) => row.cells[0].textContent.trim())"
    )
    assert places == [str(place) for place in range(1, len(PAIRS) + 1)]
    names = page.locator(".standings tbody").inner_text()
    assert all(first in names and partner in names for first, _given, partner, *_rest in PAIRS)
