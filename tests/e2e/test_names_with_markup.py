"""Names that look like programs are names: typed, listed and looked for as they are (see test_payloads for pages)."""

from typing import Any

import pytest

from tests.e2e.browsing import Hall

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
TEMPLATE = "{{7*7}}"
CLUB = "<b>Club</b>'\"&amp;"
ALIEN = "[onerror], main img[src='x'], main script:not([src]), main b b, .screen script"


@pytest.fixture(scope="module")
def marked(stage: Any) -> dict[str, Any]:
    """An event of two pairs whose names are markup, and its own."""
    made: dict[str, Any] = stage(
        "event", name=f"Coppa {IMAGE}", pairs=0, venue=SCRIPT, description=f"{SCRIPT}\n{TEMPLATE}"
    )
    pairs = [[[SCRIPT, "Gino"], [IMAGE, "Pina"]], [[TEMPLATE, "Ezio"], ["O'Brien & <i>figli</i>", "Irma"]]]
    stage("name_entries", slug=made["slug"], people=pairs, club=CLUB)
    return made


def test_every_name_stands_in_the_list_as_it_was_typed(hall: Hall, marked: Any) -> None:
    shown = hall.person().open(f"/e/{marked['slug']}/iscritti/").locator("#event-entries").inner_text()
    assert all(text in shown for text in (SCRIPT, IMAGE, TEMPLATE, CLUB))


def test_markup_typed_at_the_desk_is_text(hall: Hall, stage: Any) -> None:
    """Also in the region that is swapped in, and in what is offered as clubs; small letters get their capitals."""
    slug = stage("event", name="Scrivania", pairs=0)["slug"]
    page = hall.person("ornella@example.org").open(f"/organizza/{slug}/iscritti/")
    for name, text in (("family1", SCRIPT), ("given1", "Gino"), ("family2", IMAGE), ("club", CLUB)):
        page.locator(f"#desk-form [name={name}]").fill(text)
    page.locator("#desk-form button").click()

    page.locator("#entries tbody tr").wait_for()
    assert page.locator(ALIEN).count() == 0
    assert SCRIPT in page.locator("#entries").inner_text().lower()


def test_markup_in_what_is_looked_for_is_text(hall: Hall, marked: Any) -> None:
    person = hall.person("ornella@example.org")
    for path in (f"/organizza/{marked['slug']}/iscritti/?q=", f"/organizza/{marked['slug']}/registro/?q="):
        page = person.open(path + "%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
        assert page.locator("main script, [onerror]").count() == 0
        assert page.locator("[name=q]").input_value() == '"><script>alert(1)</script>'
