"""Two web processes behind nginx are started anew in turn, while a hall asks and writes: nobody is refused."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from bench.nginx import Proxy, run_proxy
from bench.servers import serve
from tests.e2e import browsing
from tests.e2e.atlas import ORGANISER
from tests.e2e.browsing import PROJECTOR, eventually, launched
from tests.e2e.serving import Site, prepared_site, staged
from tests.needs import needs
from tests.nginx.asking import secured
from tests.ports import free_port
from tests.waiting import until

ASKING = 4


class Hall:
    """Readers who ask all the time, half of them to write something; what each was answered."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.answers: Counter[tuple[str, int]] = Counter()
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(ASKING)]

    def _ask(self, number: int) -> None:
        method = "POST" if number % 2 else "GET"
        asked = 0
        while not self._is_over.is_set():
            asked += 1
            line = secured(self.proxy)
            # Each address is asked for once: nothing of this is kept by nginx.
            line.request(method, f"/codice/?{number}-{asked}", body=b"code=1A-000000" if number % 2 else None)
            self.answers[method, line.getresponse().status] += 1
            line.close()

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def until_more(self, more: int = 20) -> None:
        wanted = self.answers.total() + more
        until(lambda: self.answers.total() >= wanted, "the hall goes on")

    def stop(self) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join()


class Processes:
    """Two web processes on one site, each replaced by a new one when that is asked."""

    def __init__(self, site: Site, ports: tuple[int, int]) -> None:
        self.site, self.ports = site, ports
        self.replaced = 0
        self._held = {port: ExitStack() for port in ports}

    def __enter__(self) -> "Processes":
        for port in self.ports:
            self._serve(port)
        return self

    def __exit__(self, *_error: object) -> None:
        for held in self._held.values():
            held.close()

    def _serve(self, port: int) -> None:
        self._held[port].enter_context(serve("tournaments.config.asgi:application", self.site.environment, port=port))

    def stop(self, port: int) -> None:
        self._held[port].close()

    def start(self, port: int) -> None:
        self._serve(port)
        self.replaced += 1


@contextmanager
def replaceable(folder: Path) -> Iterator[tuple[Processes, Proxy]]:
    """Two processes of a new site, and nginx before them as it is delivered."""
    data = folder / "site"
    data.mkdir()
    prepared, ports = prepared_site(data), (free_port(), free_port())
    with run_proxy(folder / "nginx", prepared.data / "static", ports[0], other=ports[1]) as proxy:
        url = f"https://127.0.0.1:{proxy.port}"
        site = Site(url, prepared.data, {**prepared.environment, "SITE_URL": url})
        with Processes(site, ports) as processes:
            yield processes, proxy


# In full runs: under load one write in thousands may reach a process that closes its door (docs/operations.md).
@pytest.mark.full
def test_nobody_is_refused_while_one_process_after_the_other_is_replaced(tmp_path: Path) -> None:
    with replaceable(tmp_path) as (processes, proxy):
        hall = Hall(proxy)
        hall.start()
        try:
            for port in processes.ports * 2:
                hall.until_more()
                processes.stop(port)
                hall.until_more()
                processes.start(port)
            hall.until_more()
        finally:
            hall.stop()
    assert {method for method, _status in hall.answers} == {"GET", "POST"}
    assert {status for _method, status in hall.answers} <= {200, 403}, hall.answers


@contextmanager
def replacing(processes: Processes) -> Iterator[None]:
    """Meanwhile one process after the other is replaced, without a pause."""
    ending = threading.Event()

    def run() -> None:
        for port in cycle(processes.ports):
            if ending.is_set():
                return
            processes.stop(port)
            processes.start(port)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


@needs("chromium")
@pytest.mark.full
def test_an_evening_in_a_browser_goes_on_while_processes_are_replaced(tmp_path: Path) -> None:
    answered: Counter[int] = Counter()
    pairs, rounds = 16, 4
    with (
        replaceable(tmp_path) as (processes, _proxy),
        staged(processes.site.environment) as stage,
        sync_playwright() as playwright,
    ):
        browser, url = launched(playwright), processes.site.url
        hall = browsing.Hall(browser, url, lambda account: stage("log_in", email=account))
        reader = hall.person(viewport=PROJECTOR, ignore_https_errors=True)
        referee = hall.person(ORGANISER, ignore_https_errors=True)
        for person in (reader, referee):
            # A stream that ends with its process is told in the console; the page begins another.
            person.may_lose_network = True
            person.page.on("response", lambda answer: answered.update([answer.status]))
        slug = stage("event", name="Serata", state="called", pairs=pairs)["slug"]
        watching, writing = reader.open(f"/e/{slug}/turni/"), referee.open(f"/e/{slug}/arbitro/")
        number = 0
        with replacing(processes):
            for round_number in range(1, rounds + 1):
                if round_number > 1:
                    stage("call_round", slug=slug, number=round_number)
                for _table in range(pairs >> round_number):
                    number += 1
                    writing.goto(f"{url}/e/{slug}/tavoli/{number}/totale/")
                    writing.locator("[name=points_a]").fill("21")
                    writing.locator("[name=points_b]").fill("8")
                    writing.locator(".sheet-foot .btn").click()
                    writing.wait_for_url(f"**/tavoli/{number}/")
        for each in range(1, number + 1):
            assert stage("versions", slug=slug, number=each) == [{"status": "confirmed", "points": [21, 8]}]
        expect(watching.locator("#tables")).to_contain_text("21")
        eventually(watching, lambda: watching.locator("#tables .match--done").count() > 0, True)
        assert stage("violations", slug=slug) == []
        assert hall.leave() == []
        browser.close()
    assert processes.replaced >= 2
    assert {status for status in answered if status >= 500} == set(), answered
