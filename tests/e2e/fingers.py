"""A finger on the glass of a phone, with the calls of ``page.mouse``."""

from playwright.sync_api import Page

from tests.e2e.letters import HAS_SETTLED


class Finger:
    """Touches what lies under it, and keeps touching it until it is lifted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page)
        self.x = self.y = 0.0
        self.is_down = False

    def move(self, x: float, y: float, steps: int = 1) -> None:
        left, top = (x - self.x) / steps, (y - self.y) / steps
        for _step in range(steps):
            self.x += left
            self.y += top
            if self.is_down:
                self._tell("touchMove")
        # The browser tells a page of a touch that moves once a frame.
        if self.is_down:
            self.page.evaluate(HAS_SETTLED)

    def down(self) -> None:
        self.is_down = True
        self._tell("touchStart")

    def up(self) -> None:
        self.is_down = False
        self._tell("touchEnd")

    def cancel(self) -> None:
        """The touch is taken away, as by a call that comes in."""
        self.is_down = False
        self._tell("touchCancel")

    def _tell(self, kind: str) -> None:
        points = [{"x": self.x, "y": self.y}] if self.is_down else []
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
