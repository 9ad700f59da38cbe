"""People in front of browsers: each with a browser of their own, watched for everything that must not happen."""

import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Playwright, Response

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
    # The windows of one person share a process, as they do in a browser that has many open: a quarter less work.
    "--renderer-process-limit=1",
]
# What comes later does not come: a machine at a quarter of its speed takes a good part of it.
WAIT_MS = 120_000
# A refused form answers 409 or 422, and the browser writes every such answer to a fetch on its console.
ANSWERED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
WITHOUT_NETWORK = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|FAILED|ABORTED|NETWORK_CHANGED|EMPTY_RESPONSE|CONNECTION_\w+|INCOMPLETE_\w+"
    r"|SOCKET_NOT_CONNECTED|CONTENT_LENGTH_MISMATCH)|closed before the connection is established"
)
# What Playwright itself writes in a browser without a service worker.
NO_WORKER = "Service Worker registration blocked by Playwright"
TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile} ${event.sample}`));
"""
# What is loaded has run, and nothing that it began is under way (working.js).
IS_AT_REST = "() => document.readyState === 'complete' && !document.documentElement.hasAttribute('data-working')"
LOOK_MS = 50


def settled(page: Page) -> Page:
    """Until the page is at rest: its behaviours listen, and the answers to what was typed or sent stand there.

    What it has not heard of yet it does not work at: news from elsewhere are waited for by what they show.
    """
    page.wait_for_function(IS_AT_REST)
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

    context: BrowserContext
    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)
    may_lose_network: bool = False
    has_scripts: bool = True

    def open(self, path: str, status: int = 200) -> Page:
        """Go to an address of the site, which answers with that status, and wait until the page is at rest."""
        answer = self.page.goto(f"{self.url}{path}")
        assert answer is not None and answer.status == status, f"{path}: {answer and answer.status}"
        return settled(self.page) if self.has_scripts else self.page

    @property
    def path(self) -> str:
        """Where the browser is, without the site."""
        return self.page.url.removeprefix(self.url)

    def watch(self, page: Page) -> None:
        """Note everything that must not happen on a page."""
        # Playwright writes on the methods that it is given, and this object takes nothing more: hence functions.
        page.on("console", lambda message: self._heard(message))
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("dialog", lambda dialog: self._asked(dialog))
        page.on("response", lambda response: self._answered(response))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or ANSWERED.search(message.text):
            return
        if message.text == NO_WORKER:
            return
        if self.may_lose_network and WITHOUT_NETWORK.search(message.text):
            return
        self.complaints.append(f"{self.page.url}: {message.type}: {message.text}")

    def _asked(self, dialog: Dialog) -> None:
        self.complaints.append(f"{self.page.url}: a dialogue: {dialog.message}")
        dialog.dismiss()

    def _answered(self, response: Response) -> None:
        is_static = "/static/" in response.url
        if response.status >= 500 or (is_static and response.status >= 400):
            self.complaints.append(f"{response.status} {response.request.method} {response.url}")


@dataclass(slots=True)
class Hall:
    """Everybody who came to a test; when it ends, nobody may have complained."""

    browser: Browser
    url: str
    log_in: Any
    everybody: list[Person] = field(default_factory=list)

    def person(
        self,
        account: str = "",
        *,
        viewport: dict[str, int] = DESKTOP,
        scripts: bool = True,
        language: str = "it",
        keeps_pages: bool = False,
        **options: Any,
    ) -> Person:
        """Somebody new, logged in as ``account`` where one is named; with ``keeps_pages`` with the service worker."""
        if viewport is PHONE:
            options = {"has_touch": True, "is_mobile": True, **options}
        context = self.browser.new_context(
            viewport=viewport,  # type: ignore[arg-type]
            java_script_enabled=scripts,
            locale={"it": "it-IT", "en": "en-GB"}[language],
            timezone_id="Europe/Rome",
            reduced_motion="reduce",
            service_workers="allow" if keeps_pages else "block",
            **options,
        )
        context.set_default_timeout(WAIT_MS)
        context.add_init_script(TELL_VIOLATIONS)
        if account:
            cookies = self.log_in(account)
            context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies.items()])
        person = Person(context, context.new_page(), self.url, has_scripts=scripts)
        person.watch(person.page)
        self.everybody.append(person)
        return person

    def leave(self) -> list[str]:
        """Everybody goes home; what they complained of."""
        for person in self.everybody:
            person.context.close()
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
