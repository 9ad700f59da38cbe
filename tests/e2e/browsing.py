"""People in front of browsers: each with a browser of their own, watched for everything that must not happen."""

import json
import os
import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Error, Page, Playwright

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PROJECTOR = {"width": 1920, "height": 1080}
# Playwright switches these off itself; the last list that a browser is given is the one that counts.
WITHOUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
# A process in reserve for the next site, and one to draw with, cost a seventh of the processor and show the same pages.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--no-first-run",
    "--lang=it-IT",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--disable-gpu",
    "--in-process-gpu",
    f"--disable-features={WITHOUT},SpareRendererForSitePerProcess",
    # One process fewer to talk with.
    "--enable-features=NetworkServiceInProcess2",
    # The windows of one person share a process, as they do in a browser that has many open: a quarter less work.
    "--renderer-process-limit=1",
]
# What comes later does not come: a machine at a quarter of its speed takes a good part of it.
WAIT_MS = 120_000
# The browser writes every answer from 400 on to its console. A refused form answers 409 or 422, no page answers 404:
# only of static files that is a fault.
ANSWERED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
WITHOUT_NETWORK = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|FAILED|ABORTED|NETWORK_CHANGED|EMPTY_RESPONSE|CONNECTION_\w+|INCOMPLETE_\w+"
    r"|SOCKET_NOT_CONNECTED|CONTENT_LENGTH_MISMATCH)"
    # A socket whose line is cut while it opens: which sentence it is hangs on how far it had come.
    r"|closed before (the connection is established|receiving a handshake response)|Error during WebSocket handshake"
)
# What Playwright itself writes in a browser without a service worker.
NO_WORKER = "Service Worker registration blocked by Playwright"
TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile} ${event.sample}`));
"""
# Nothing that the page began is under way (working.js).
AT_REST = "html:not([data-working])"
IS_AT_REST = f"document.documentElement.matches('{AT_REST}')"
LOOK_MS = 50


def settled(page: Page) -> Page:
    """Until the page is at rest: its behaviours listen, and the answers to what was typed or sent stand there.

    What it has not heard of yet it does not work at: news from elsewhere are waited for by what they show.
    """
    at_rest = page.locator(AT_REST)
    at_rest.wait_for(state="attached")
    # It may be another page by now, which has only begun: what is loaded has run.
    page.wait_for_load_state()
    at_rest.wait_for(state="attached")
    return page


def eventually(page: Page, read: Callable[[], Any], wanted: Any, ms: int = WAIT_MS) -> None:
    """Read until it is what is wanted; where it never is, say what it was instead.

    For what ``expect`` has no words for. Meanwhile the page goes on, and what it tells the test is heard.
    """
    assert last_of(page, read, wanted, ms) == wanted


def last_of(page: Page, read: Callable[[], Any], wanted: Any, ms: int) -> Any:
    """What is read when it is what is wanted, or when the time for it is over."""
    until = time.monotonic() + ms / 1000
    while (found := read()) != wanted and time.monotonic() < until:
        page.wait_for_timeout(LOOK_MS)
    return found


# The engine without its windows first: it is the same, and asks a quarter less of the processor.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str:
    """The browser of the system: the one that CHROMIUM names, or what is found."""
    found = (os.environ.get("CHROMIUM"), *map(shutil.which, BROWSERS))
    return next(filter(None, found), "/usr/bin/chromium")


def launched(playwright: Playwright) -> Browser:
    """A browser without a window."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)


@dataclass(slots=True)
class Person:
    """Somebody with a browser, and the list of what went wrong in it."""

    device: BrowserContext
    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)
    may_lose_network: bool = False
    has_scripts: bool = True
    # Who may have the browser next: somebody who wants one of this kind, or nobody.
    kind: str = ""
    hears: dict[str, Callable[[Any], None]] = field(default_factory=dict)

    @property
    def context(self) -> BrowserContext:
        """The browser as a whole, for a change that stays: its clock, scripts for every page."""
        self.kind = ""
        return self.device

    def lose_network(self) -> None:
        """From now on no address answers, until ``find_network``; who has the browser next has a network.

        Chromium spins meanwhile where a WebSocket is open: at a live table the network is lost on the way (``away``).
        """
        self.may_lose_network = True
        self.device.set_offline(True)

    def find_network(self) -> None:
        self.device.set_offline(False)

    def open(self, path: str, status: int = 200) -> Page:
        """Go to an address of the site, which answers with that status, and wait until the page is at rest."""
        answer = self.page.goto(f"{self.url}{path}")
        assert answer is not None and answer.status == status, f"{path}: {answer and answer.status}"
        if not self.has_scripts:
            return self.page
        # Asked without the scripts that a locator brings onto a page; where it has gone on to another page by itself,
        # there is nobody to ask.
        with suppress(Error):
            eventually(self.page, lambda: self.page.evaluate(IS_AT_REST), True)
            return self.page
        return settled(self.page)

    @property
    def path(self) -> str:
        """Where the browser is, without the site."""
        return self.page.url.removeprefix(self.url)

    def watch(self, page: Page) -> None:
        """Note everything that must not happen on a page."""
        # Playwright writes on the methods that it is given, and this object takes nothing more: hence functions.
        self.hears = {
            "console": lambda message: self._heard(message),
            "pageerror": lambda error: self.complaints.append(f"{page.url}: {error}"),
            "dialog": lambda dialog: self._asked(dialog),
        }
        for event, heard in self.hears.items():
            page.on(event, heard)  # type: ignore[call-overload]

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if ANSWERED.search(message.text) and "/static/" not in message.location["url"]:
            return
        if message.text == NO_WORKER:
            return
        if self.may_lose_network and WITHOUT_NETWORK.search(message.text):
            return
        self.complaints.append(f"{self.page.url}: {message.type}: {message.text} {message.location['url']}")

    def _asked(self, dialog: Dialog) -> None:
        self.complaints.append(f"{self.page.url}: a dialogue: {dialog.message}")
        dialog.dismiss()


@dataclass(slots=True)
class Devices:
    """The browsers that people gave back, by their kind: the next person need not load the files of the site again."""

    given_back: dict[str, list[Page]] = field(default_factory=dict)

    def lent(self, kind: str, viewport: dict[str, int]) -> Page | None:
        """The window of one of that kind, if there is any."""
        waiting = self.given_back.get(kind)
        if not waiting:
            return None
        page = waiting.pop()
        if page.viewport_size != viewport:
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
        return page

    def take_back(self, person: "Person") -> None:
        """Leave nothing of a person in their browser, but the files that are the same for all.

        Where it was on its way to another page when its test ended, nobody has it any more.
        """
        page = person.page
        for event, heard in person.hears.items():
            page.remove_listener(event, heard)  # type: ignore[arg-type]
        page.unroute_all()
        page.mouse.move(-1, -1)
        person.find_network()
        try:
            page.goto(f"{person.url}/livez")
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        except Error:
            person.device.close()
            return
        person.device.clear_cookies()
        self.given_back.setdefault(person.kind, []).append(page)


@dataclass(slots=True)
class Hall:
    """Everybody who came to a test; when it ends, nobody may have complained."""

    browser: Browser
    url: str
    log_in: Any
    devices: Devices | None = None
    everybody: list[Person] = field(default_factory=list)

    def person(
        self,
        account: str = "",
        *,
        viewport: dict[str, int] = DESKTOP,
        scripts: bool = True,
        language: str = "it",
        keeps_pages: bool = False,
        is_first_visit: bool = False,
        **options: Any,
    ) -> Person:
        """Somebody new, logged in as ``account`` where one is named; with ``keeps_pages`` with the service worker.

        Their browser may have been somebody else's, unless it is their first visit to the site.
        """
        options |= {
            "viewport": viewport,
            "java_script_enabled": scripts,
            "locale": {"it": "it-IT", "en": "en-GB"}[language],
            "service_workers": "allow" if keeps_pages else "block",
        }
        if viewport is PHONE:
            options = {"has_touch": True, "is_mobile": True, **options}
        kind = "" if keeps_pages or self.devices is None else json.dumps(options, sort_keys=True)
        page = self.devices.lent(kind, viewport) if self.devices and not is_first_visit else None
        if page is None:
            new = self.browser.new_context(reduced_motion="reduce", timezone_id="Europe/Rome", **options)
            new.set_default_timeout(WAIT_MS)
            new.add_init_script(TELL_VIOLATIONS)
            page = new.new_page()
        context = page.context
        if account:
            cookies = self.log_in(account)
            context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies.items()])
        person = Person(context, page, self.url, has_scripts=scripts, kind=kind)
        person.watch(page)
        self.everybody.append(person)
        return person

    def leave(self) -> list[str]:
        """Everybody goes home; what they complained of."""
        for person in self.everybody:
            if self.devices and person.kind and person.device.pages == [person.page]:
                self.devices.take_back(person)
            else:
                person.device.close()
        return [complaint for person in self.everybody for complaint in person.complaints]


# What a phone has and a browser of a test has not: it notes what it is asked for.
SENSES = """
window.asked = [];
const note = (what) => { window.asked.push(what); };
window.AudioContext = class {
  constructor() { note("sound"); this.currentTime = 0; }
  resume() { return Promise.resolve(); }
  createOscillator() { return { frequency: {}, connect() {}, start() { note("note"); }, stop() {} }; }
};
Navigator.prototype.vibrate = (pattern) => { if (pattern) note("buzz"); return true; };
const light = { request: () => { note("light"); return Promise.resolve({}); } };
Object.defineProperty(Navigator.prototype, "wakeLock", { value: light });
window.Notification = class {
  static permission = "default";
  static requestPermission() { note("permission"); return Promise.resolve("denied"); }
};
"""


CONTROLLED = "() => navigator.serviceWorker.controller !== null"
