"""The desk of a federation's evening, from a messy spreadsheet to the first round called, in at most 35 actions.

The 96 pairs of the
list who come are marked outside the count, as by a second desk: each is one tap that takes the fee when they come.
"""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import PROJECTOR, Hall, settled
from tests.e2e.club_list import ORGANISER, names
from tests.e2e.counted import BIG, READ_MS, Desk
from tests.tournaments.spreadsheets import workbook

MOST_ACTIONS = 35
LISTED, ABSENT, UNPAID = 100, 4, 6
CLUBS = ("Traves", "SOC. OPERAIA LANZO", "Bocciofila Viù", "")
WALK_INS = (
    "bricco aldo, ubertino anita",
    "zola gina - kessler ugo",
    "WUILLERMIN LEA; orrù pino",
    "yon ada, xausa ivo",
    "ughetto pia, hofer max",
    "jorioz ines, klein otto",
)
SINGLES = ("nicolussi bruno", "wolf dora")
# A pair pays for two, a player without a partner for one.
FEE = "7,25"
PAIRS = LISTED - ABSENT + len(WALK_INS) + 1
# 97 pairs have paid 14.50 each, six have not.
IN_THE_DRAWER, STILL_DUE = "1.406,50 €", "87 €"
# Everybody in a tree for 128: who is not needed to fill it rests.
BYES = 128 - PAIRS
TABLES = (PAIRS - BYES) // 2


def messy(path: Path) -> Path:
    """A list as a secretary keeps it: a title, columns in an order of their own, two ways to write a pair, capitals."""
    rows: list[list[object]] = [
        ["ISCRITTI GARA DEL 12 DICEMBRE"],
        ["tel casa", "2° giocatore", "Soc.", "COGNOME E NOME"],
    ]
    for number in range(LISTED):
        first, second = names(number)
        club = CLUBS[number % len(CLUBS)]
        if number == LISTED - 1:
            rows.append(["", "", club, f"{first} -"])
        elif number % 3 == 0:
            rows.append([f"0123 55 {number:02}", "", club, f"{first} - {second}"])
        elif number % 3 == 1:
            rows.append(["", second.upper(), club, first.upper()])
        else:
            rows.append(["", second, club, first])
    path.write_bytes(workbook(rows))
    return path


def create(desk: Desk) -> str:
    """An event with an entry fee, open; its part of the address."""
    page = desk.page
    desk.follow("main a[href='/organizza/nuovo/']")
    desk.fill("[name=name]", "Gara della Federazione")
    desk.fill("[name=day]", "2026-12-12")
    desk.press("#part-entries summary")
    desk.fill("[name=fee]", FEE)
    desk.press("label:has([name=fee_kind][value=person])")
    desk.follow("form.setup .btn--big")
    desk.follow(BIG)
    found = re.search(r"/organizza/([^/]+)/", page.url)
    assert found
    return found[1]


def take_list(desk: Desk, path: Path) -> None:
    """The spreadsheet is read, the good rows are taken, and the bad one is mended."""
    page = desk.page
    desk.follow("#now a[href$='/iscritti/elenco/']")
    page.locator("[name=file]").set_input_files(messy(path))
    desk.actions += 1
    desk.follow(desk.button("Guarda l'elenco"))
    expect(page.locator("#good-title")).to_have_text(
        f"{LISTED - 1} iscrizioni sicure, 1 riga da guardare", timeout=READ_MS
    )
    settled(page).get_by_label("Cognome del compagno").fill(names(LISTED - 1)[1])
    with page.expect_navigation():
        page.keyboard.press("Enter")
    desk.actions += 1
    settled(page)
    desk.follow("[name=confirm]")
    expect(page.locator("#desk-totals")).to_contain_text(f"{LISTED} iscritti")


def at_the_desk(desk: Desk, arrive: Callable[[], None]) -> None:
    """Who is not on the list is added, two who came alone are made a pair, who did not come is left out."""
    page = desk.page
    desk.follow(desk.link("Al banco"))
    for pair in WALK_INS:
        desk.send("#arrivals-who", pair)
    for number, name in enumerate(SINGLES, start=1):
        desk.send("#arrivals-who", name)
        expect(page.locator(".arrivals-single")).to_have_count(number)
    for number in range(len(SINGLES)):
        desk.press(page.locator(".arrivals-single").nth(number))
    desk.press(desk.button("Forma la coppia"))
    expect(page.locator(".arrival", has_text="Nicolussi Bruno").locator("summary")).to_have_text(
        "✓ Qui, pagato 14,50 €"
    )
    arrive()
    expect(page.locator("#arrivals-totals")).to_contain_text(f"{PAIRS} qui su {PAIRS + ABSENT}")

    desk.follow(page.locator(".arrivals-filter", has_text="Mancano"))
    expect(page.locator(".arrival")).to_have_count(ABSENT)
    desk.press("#arrivals-out summary")
    expect(page.locator("#arrivals-out form")).to_contain_text(f"{ABSENT} iscrizioni")
    desk.press("#arrivals-out button")
    expect(page.locator(".arrival")).to_have_count(0)
    expect(page.locator("#arrivals-totals")).to_contain_text(f"{PAIRS} qui su {PAIRS} coppie")
    expect(page.locator("#arrivals-cash dd")).to_have_text([IN_THE_DRAWER, IN_THE_DRAWER, STILL_DUE])


def draw(hall: Hall, desk: Desk, slug: str) -> None:
    """Sealed on the big screen, drawn with the hall's card, announced; then the tables are called."""
    page = desk.page
    desk.follow(".arrivals-head__now")
    desk.follow(BIG)  # close the entries
    desk.follow(BIG)  # seal
    seal = page.locator("#seal").inner_text()
    screen = hall.person(viewport=PROJECTOR).open(f"/e/{slug}/schermo/")
    expect(screen.locator(".screen-seal__code")).to_have_text(seal)
    with page.expect_navigation():
        desk.send("[name=hall]", "7 di denari")
    settled(page)
    expect(page.locator(".checks")).to_contain_text(f"{BYES} riposi")
    screen.locator("[data-draw-name]").wait_for()
    desk.press("a[href$='/sorteggio/annuncio/']")
    desk.follow("dialog button")
    expect(page.locator("main")).to_contain_text(IN_THE_DRAWER)
    desk.follow(BIG)
    expect(page.locator("#now")).to_contain_text("avvia l'orologio")


@pytest.mark.full
def test_from_a_messy_list_to_the_first_round_in_few_actions(
    hall: Hall, stage: Any, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    page = hall.person(ORGANISER).open("/miei/")
    desk = Desk(page)
    slug = create(desk)
    created = desk.actions
    take_list(desk, tmp_path / "iscritti.xlsx")
    taken = desk.actions
    listed = stage("look", slug=slug)["entries"]
    absent, unpaid, paid = listed[:ABSENT], listed[ABSENT : ABSENT + UNPAID], listed[ABSENT + UNPAID :]

    def arrive() -> None:
        stage("arrive", slug=slug, entry_ids=unpaid, paid=False)
        stage("arrive", slug=slug, entry_ids=paid, paid=True)

    at_the_desk(desk, arrive)
    ready = desk.actions
    draw(hall, desk, slug)

    first = [table for table in stage("look", slug=slug)["tables"] if table["round"] == 1]
    drawn = [entry for table in first for entry in table["entries"] if entry]
    assert Counter(table["status"] for table in first) == {"called": TABLES, "bye": BYES}
    assert len(drawn) == len(set(drawn)) == PAIRS
    assert not set(drawn) & set(absent)
    record_property(
        "figure",
        f"from a messy list of {LISTED} pairs to the first round: {desk.actions} actions of the organiser (create and "
        f"open {created}, list {taken - created}, desk {ready - taken}, draw and call {desk.actions - ready})",
    )
    assert desk.actions <= MOST_ACTIONS
