"""Names that look like programs are names: shown as they were typed, on every page, and nothing runs."""

from typing import Any

import pytest

from tests.e2e.browsing import Hall
from tests.e2e.tables import FORMAT

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
TEMPLATE = "{{7*7}}"
CLUB = "<b>Club</b>'\"&amp;"
PAGES = (
    "/e/{slug}/", "/e/{slug}/tabellone/", "/e/{slug}/turni/", "/e/{slug}/classifica/", "/e/{slug}/iscritti/",
    "/e/{slug}/sorteggio/", "/e/{slug}/schermo/", "/e/{slug}/partite/1/", "/e/{slug}/arbitro/",
    "/e/{slug}/tavoli/1/", "/e/{slug}/tavoli/1/totale/", "/e/{slug}/tavoli/1/colpa/", "/e/{slug}/codice/{code}/",
    "/organizza/{slug}/", "/organizza/{slug}/iscritti/", "/organizza/{slug}/sorteggio/", "/organizza/{slug}/turni/",
    "/organizza/{slug}/stampa/", "/organizza/{slug}/locandina/", "/organizza/{slug}/registro/",
    "/organizza/{slug}/iscritti/{entry}/", "/", "/giocatori/{player}/",
)  # fmt: skip
ALIEN = "[onerror], main img[src='x'], main script:not([src]), main b b, .screen script"


@pytest.fixture(scope="module")
def marked(stage: Any) -> dict[str, Any]:
    """A called table of two pairs whose names are markup, in an event whose name is."""
    made = stage("event", name=f"Coppa {IMAGE}", pairs=0, venue=SCRIPT, description=f"{SCRIPT}\n{TEMPLATE}")
    pairs = [[[SCRIPT, "Gino"], [IMAGE, "Pina"]], [[TEMPLATE, "Ezio"], ["O'Brien & <i>figli</i>", "Irma"]]]
    stage("name_entries", slug=made["slug"], people=pairs, club=CLUB)
    called: dict[str, Any] = stage("go_on", slug=made["slug"], to="called")
    return {**called, "player": stage("people", slug=made["slug"])[0]}


@pytest.fixture(scope="module")
def marked_table(stage: Any) -> dict[str, Any]:
    """The same names at one table of four, which one of them has left."""
    made = stage("event", name=f"Scala {IMAGE}", pairs=0, venue=SCRIPT, description=TEMPLATE, **FORMAT)
    people = [[[SCRIPT, "Gino"]], [[IMAGE, "Pina"]], [[TEMPLATE, "Ezio"]], [["O'Brien & <i>figli</i>", "Irma"]]]
    stage("name_entries", slug=made["slug"], people=people, club=CLUB)
    called: dict[str, Any] = stage("go_on", slug=made["slug"], to="called")
    stage("write_papers", slug=made["slug"], number=1, papers=["0 10 57 x"])
    return {**called, "player": stage("people", slug=made["slug"])[0]}


OF_TABLES = tuple(path for path in PAGES if "{slug}" in path and not path.endswith(("/totale/", "/colpa/")))


@pytest.mark.parametrize("path", [*OF_TABLES, "/e/{slug}/posti/", "/organizza/{slug}/numeri/"])
def test_markup_in_names_at_a_table_of_four_is_text(hall: Hall, marked_table: Any, path: str) -> None:
    where = path.format(
        slug=marked_table["slug"], code=marked_table["tables"][0]["codes"][0], entry=marked_table["entries"][0]
    )
    page = hall.person("ornella@example.org").open(where)

    assert page.locator(ALIEN).count() == 0
    html = page.content()
    assert "<script>alert" not in html
    assert "<img src=x" not in html


@pytest.mark.parametrize("path", PAGES)
def test_markup_in_names_is_text(hall: Hall, marked: Any, path: str) -> None:
    where = path.format(
        slug=marked["slug"], code=marked["tables"][0]["codes"][0], entry=marked["entries"][0], player=marked["player"]
    )
    page = hall.person("ornella@example.org").open(where)

    assert page.locator(ALIEN).count() == 0
    html = page.content()
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    shown = page.locator("body").inner_text()
    assert any(text in shown or text.upper() in shown for text in (SCRIPT, IMAGE, TEMPLATE))


def test_every_name_stands_in_the_list_as_it_was_typed(hall: Hall, marked: Any) -> None:
    shown = hall.person().open(f"/e/{marked['slug']}/iscritti/").locator("#event-entries").inner_text()
    assert all(text in shown for text in (SCRIPT, IMAGE, TEMPLATE, CLUB))


def test_markup_typed_at_the_desk_is_text(hall: Hall, stage: Any) -> None:
    """Also in the region that is swapped in, and in what is offered as clubs."""
    slug = stage("event", name="Scrivania", pairs=0)["slug"]
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/iscritti/")
    for name, text in (("family1", SCRIPT), ("given1", "Gino"), ("family2", IMAGE), ("club", CLUB)):
        page.locator(f"#desk-form [name={name}]").fill(text)
    page.locator("#desk-form button").click()

    page.locator("#entries tbody tr").wait_for()
    assert page.locator(ALIEN).count() == 0
    assert SCRIPT in page.locator("#entries").inner_text()


def test_markup_in_what_is_looked_for_is_text(hall: Hall, marked: Any) -> None:
    person = hall.person("ornella@example.org")
    for path in (f"/organizza/{marked['slug']}/iscritti/?q=", f"/organizza/{marked['slug']}/registro/?q="):
        page = person.open(path + "%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        assert page.locator("main script, [onerror]").count() == 0
        assert page.locator("[name=q]").input_value() == '"><script>alert(1)</script>'
