"""The two laptops of an evening, the second with what the first one had; a phone with results that nobody has yet."""

import re
import shutil
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.e2e.browsing import PHONE, Hall, Person, settled
from tests.e2e.serving import Site, prepared_site, serving, site_on, staged
from tests.e2e.tables import fill_deal, says
from tournaments.installation import remember_address_before

SEND = "form[data-preview-url] .sheet-foot .btn"
SHEETS = re.compile(r"/tavoli/\d+/$")


class Computers:
    """The two laptops of an evening, the second with a copy of what the first one had when it died."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        data = folder / "first"
        data.mkdir(exist_ok=True)
        self.first = prepared_site(data)
        self._running, self._serving = ExitStack(), ExitStack()
        self._serving.enter_context(serving(self.first))
        self.stage = self._running.enter_context(staged(self.first.environment))

    def change(self) -> Site:
        """The first one dies, the second one goes on from its data, with another name in the network."""
        self._serving.close()
        self._running.close()
        data = self._folder / "second"
        shutil.copytree(self.first.data, data, symlinks=True)
        remember_address_before(data, self.first.url, datetime.now(UTC))
        second = site_on(data, "127.0.0.2")
        self._serving.enter_context(serving(second))
        self.stage = self._running.enter_context(staged(second.environment))
        return second

    def close(self) -> None:
        self._running.close()
        self._serving.close()


def open_table(page: Page, url: str, code: str) -> None:
    page.goto(f"{url}/codice/")
    page.locator("[name=code]").fill(code)
    page.locator(".form .btn").tap()
    page.locator(".form .btn--big").tap()
    expect(page.locator("#table-state")).to_be_attached()
    settled(page)


def write(page: Page, points: tuple[int, int]) -> None:
    """A result that the phone keeps, because it hears no answer."""
    fill_deal(page, points)
    page.locator(SEND).tap()
    says(page, "waiting")


def two_unsent(hall: Hall, event: dict[str, Any], **options: Any) -> Person:
    """A phone with two results: of the first one only the answer is lost, the second one reaches nobody."""
    person = hall.person(viewport=PHONE, **options)
    person.may_lose_network = True
    page = person.page
    first, second = event["tables"][0], event["tables"][1]

    open_table(page, hall.url, first["codes"][0])
    heard: list[int] = []

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST" and not heard:
            heard.append(route.fetch(max_redirects=0).status)
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    open_table(page, hall.url, second["codes"][0])
    page.goto(f"{hall.url}/e/{event['slug']}/tavoli/{first['number']}/")
    settled(page)
    person.context.route(SHEETS, lose_the_answer)
    write(page, (4, 3))
    assert heard == [303]
    page.goto(f"{hall.url}/e/{event['slug']}/tavoli/{second['number']}/")
    settled(page)
    write(page, (5, 2))
    return person
