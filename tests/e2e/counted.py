"""An organiser at a page whose actions are counted.

An action is a click, a field that is filled in, or a field that is filled in and sent with a key.
"""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tests.e2e.browsing import settled
from tournaments.jobs.writes import uploaded_workbooks

BIG = "#now .btn--big"
# Longer than a spreadsheet may take to be read, at low priority on a busy machine.
READ_MS = 1_000 * int(uploaded_workbooks.LONGEST + 20)


@dataclass(slots=True)
class Desk:
    """The organiser at a page, counted."""

    page: Page
    actions: int = 0

    def press(self, what: str | Locator) -> None:
        """A click."""
        (self.page.locator(what) if isinstance(what, str) else what).click()
        self.actions += 1

    def follow(self, what: str | Locator) -> None:
        """A click that leads to another page."""
        with self.page.expect_navigation():
            self.press(what)
        settled(self.page)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name)

    def fill(self, selector: str, text: str) -> None:
        """A field that is filled in."""
        self.page.locator(selector).fill(text)
        self.actions += 1

    def send(self, selector: str, text: str, key: str = "Enter") -> None:
        """A field that is filled in and sent with a key."""
        self.page.locator(selector).fill(text)
        self.page.keyboard.press(key)
        self.actions += 1
