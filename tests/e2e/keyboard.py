"""Somebody who has a keyboard and nothing else."""

from dataclasses import dataclass

from playwright.sync_api import Error, Page

MOST_TABS = 250
MOST_TRIES = 5
FOCUSED = """
(selector) => {
  const on = document.activeElement;
  const box = on.getBoundingClientRect();
  return { hit: on.matches(selector), isSeen: on === document.body || on.checkVisibility() && box.width > 0 };
}
"""
HEAR = """
(selector) => {
  window.heard = new Promise((tell) => {
    addEventListener("keydown", (event) => tell(event.target.matches(selector)), { capture: true, once: true });
  });
}
"""


@dataclass(slots=True)
class Keyboard:
    """Tab, Enter, Space, arrows and letters on one page; every stop of the focus is something that is seen."""

    page: Page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def reach(self, selector: str) -> None:
        """Go on with Tab until the focus is on what the selector names."""
        self.page.locator(selector).first.wait_for(state="attached")
        for _tab in range(MOST_TABS):
            if self._is_on(selector):
                return
            self.press("Tab")
        raise AssertionError(f"{self.page.url}: Tab never comes to {selector}")

    def _is_on(self, selector: str) -> bool:
        found = self.page.evaluate(FOCUSED, selector)
        assert found["isSeen"], f"{self.page.url}: the focus went to something that is not seen"
        hit: bool = found["hit"]
        return hit

    def follow(self, selector: str) -> None:
        """Enter on a link or a button that leads to another page."""
        self.reach(selector)
        with self.page.expect_navigation():
            self.open(selector)

    def open(self, selector: str) -> None:
        """Enter on something that opens where it stands; again, where a newer rendering came in between."""
        for _try in range(MOST_TRIES):
            self.reach(selector)
            self.page.evaluate(HEAR, selector)
            self.press("Enter")
            if self._was_heard():
                return
        raise AssertionError(f"{self.page.url}: Enter never comes to {selector}")

    def _was_heard(self) -> bool:
        """Did the key come to what it was meant for? A page that is left has heard it."""
        try:
            heard: bool = self.page.evaluate("window.heard ?? true")
        except Error:
            return True
        return heard

    def write(self, selector: str, text: str | int) -> None:
        """Type into a field, in place of what stands in it."""
        self.reach(selector)
        self.press("ControlOrMeta+a")
        self.page.keyboard.type(str(text))

    def choose(self, name: str, value: str) -> None:
        """One of a group of radio buttons."""
        self.reach(f"input[type=radio][name={name}]")
        self.press("Space")
        for _choice in range(20):
            if self._is_on(f"[name={name}][value='{value}']"):
                return
            self.press("ArrowRight")
        raise AssertionError(f"{self.page.url}: the arrows never come to {name}={value}")
