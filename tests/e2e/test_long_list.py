"""Lists of entries: 3,000 taken with a bar that moves, and a messy one that is mended; with and without scripts."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import Hall, eventually, settled
from tests.e2e.counted import READ_MS
from tests.searching import short_of
from tests.tournaments.spreadsheets import workbook

ROWS = 3_000
# Each row is written, at the pace of the machine.
WRITTEN_MS = 600_000
BROWSERS = [pytest.param(True, id="with scripts"), pytest.param(False, id="without scripts")]


def long_list(path: Path) -> Path:
    rows = "\n".join(f"Uno{n};Anna;Due{n};Bea;Traves" for n in range(ROWS))
    path.write_text(f"Cognome 1;Nome 1;Cognome 2;Nome 2;Circolo\n{rows}\n")
    return path


@pytest.mark.full
def test_a_list_of_thousands_is_taken_with_a_bar_that_moves(hall: Hall, stage: Any, tmp_path: Path) -> None:
    slug = stage("event", name="Torneo dei Tremila", pairs=0)["slug"]
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/iscritti/elenco/")
    page.locator("[name=file]").set_input_files(long_list(tmp_path / "iscritti.csv"))
    page.get_by_role("button", name="Guarda l'elenco").click()
    page.locator("[name=confirm]").click()
    page.wait_for_url(re.compile(r"/documenti/\d+/$"))

    # The page asks once a second, and a quick computer may be done by then: here the bar is asked for all the time.
    seen: list[int] = []

    def has_bar() -> bool:
        html = page.request.get(page.url).text()
        seen.extend(int(value) for value in re.findall(r'id="job-bar" value="(\d+)"', html))
        return "job-bar" in html

    eventually(page, has_bar, False, WRITTEN_MS)
    assert seen == sorted(seen)
    assert len(set(seen)) >= 2, "the bar did not move"
    expect(page.locator("#job")).to_contain_text("3000 iscrizioni")

    page.get_by_role("link", name="Agli iscritti").click()
    expect(page.locator("#desk-totals")).to_contain_text(re.compile(r"3\.?000"))


@pytest.mark.full
@pytest.mark.parametrize("scripts", BROWSERS)
def test_a_spreadsheet_is_waited_for_then_shown_and_taken(
    hall: Hall, stage: Any, tmp_path: Path, scripts: bool
) -> None:
    slug = stage("event", name="Torneo dal foglio", pairs=0)["slug"]
    book = tmp_path / "iscritti.xlsx"
    book.write_bytes(workbook([["Cognome 1", "Cognome 2"], *[[f"Uno{n}", f"Due{n}"] for n in range(40)]]))
    page = hall.person("ornella@example.org", scripts=scripts).open(f"/organizza/{slug}/iscritti/elenco/")
    page.locator("[name=file]").set_input_files(book)
    page.get_by_role("button", name="Guarda l'elenco").click()
    page.wait_for_url(re.compile(r"/iscritti/elenco/\d+/$"))

    # Nobody loads the page anew: a script asks, or the page says that it is to be loaded again.
    expect(page.locator("[name=confirm]")).to_be_visible(timeout=READ_MS)
    expect(page.locator("#preview > li")).to_have_count(40)
    page.locator("[name=confirm]").click()
    expect(page.locator("#desk-totals")).to_contain_text("40")


def test_the_reading_is_cancelled_and_begun_again(hall: Hall, stage: Any) -> None:
    slug = stage("event", name="Torneo del foglio fermo", pairs=0)["slug"]
    made = stage("sheets", slug=slug)
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/iscritti/elenco/{made['sheet_reading']}/")
    expect(page.locator("#list")).to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Non leggerlo").click()
    expect(page.get_by_role("alert")).to_contain_text("La lettura è stata annullata.")
    page.get_by_role("button", name="Leggilo di nuovo").click()
    # What is said in the end comes by itself: this one's file is nowhere.
    expect(page.get_by_role("alert")).to_contain_text("non c'è più: mandalo di nuovo.", timeout=READ_MS)
    expect(page.locator("[name=file]")).to_be_visible()


MESSY = """COGNOME E NOME;2° giocatore;Soc.;pag.;tel casa
ROSSETTO CARLO;cabodi nadia;Valle di Viù;10;
Attilio Vana;Adele Cargnino;SOC. OPERAIA;20;0123 55 01 12
SAVANT NOE';D'ANGELO LUCIA;;;
massa renato;cerca;;;
Brunero Aldo -;;Viù;;
"""


@pytest.mark.parametrize("scripts", short_of(BROWSERS, "with scripts"))
def test_a_messy_list_is_understood_changed_and_mended(hall: Hall, stage: Any, scripts: bool) -> None:
    slug = stage("event", name="Torneo alla buona", pairs=0)["slug"]
    page = hall.person("ornella@example.org", scripts=scripts).open(f"/organizza/{slug}/iscritti/elenco/")
    page.locator("[name=text]").fill(MESSY)
    page.get_by_role("button", name="Guarda l'elenco").click()
    expect(page.locator("#good-title")).to_have_text("4 iscrizioni sicure, 1 riga da guardare")
    expect(page.locator("#preview > li").nth(1)).to_contain_text("20 €")

    # What a column holds is changed by choosing; without script a button sends it.
    columns = settled(page).locator("#columns")
    columns.locator("summary").click()
    columns.locator("#c3").select_option("seed")
    if not scripts:
        page.get_by_role("button", name="Leggilo così").click()
    expect(page.locator("#preview > li").nth(1)).to_contain_text("testa di serie 20")

    page.locator("[name=confirm]").click()
    page.wait_for_url(re.compile(r"/iscritti/elenco/\d+/$"))
    # The sure rows are taken already: what this one means is typed, and it is sure too.
    doubtful = page.locator("#row-6")
    doubtful.get_by_label("Cognome del compagno").fill("Airola")
    doubtful.get_by_label("Nome del compagno", exact=True).fill("Anna")
    doubtful.get_by_role("button", name="Va bene").click()
    expect(page.locator("#good-title")).to_have_text("1 iscrizione, tutto a posto")
    settled(page).locator("[name=confirm]").click()
    expect(page.locator("#desk-totals")).to_contain_text("4 iscritti")
