"""A club's usual evening is set up on a phone in at most five taps, a name and a date."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browsing import PHONE, Hall, settled

MOST_TAPS = 5


class Finger:
    """Taps on a page, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, at: Locator) -> None:
        self.taps += 1
        at.click()
        settled(self.page)


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        pytest.param("Scopa", "", id="the game and the rules that stand there"),
        pytest.param("Scala 40", "", id="another game as it is proposed"),
        pytest.param("Altri giochi di carte", "Briscola", id="a game on paper by its name"),
    ],
)
def test_a_usual_evening_takes_five_taps_at_most(hall: Hall, game: str, preset: str) -> None:
    page = hall.person("ornella@example.org", viewport=PHONE).open("/miei/")
    finger = Finger(page)
    finger.tap(page.get_by_role("link", name="Crea un torneo"))
    chosen = page.locator(".setup__games a", has_text=game)
    if chosen.get_attribute("aria-current") is None:
        finger.tap(chosen)
    if preset:
        finger.tap(page.locator("label:has([name=preset])", has_text=preset).first)
    page.get_by_label("Nome del torneo").fill(f"Serata di {game}")
    page.get_by_label("Data", exact=True).fill("2026-12-11")
    finger.tap(page.get_by_role("button", name="Crea il torneo"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Serata di {game}")
    assert finger.taps <= MOST_TAPS
