"""People with phones, without a browser: pages are asked for, forms are sent, and sent again when no answer comes."""

import html
import random
import re
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

PATIENCE = 120.0
AGAIN_SECONDS = (0.05, 0.15)
REQUEST_SECONDS = 60.0
# A server hangs up on who is silent for five seconds, and a browser knows that.
SILENT_SECONDS = 3.0
# Who knows several computers does not wait for one that is cut off: for a connection so long, for an answer a while.
NEXT_SECONDS, ANSWER_SECONDS = 4.0, 15.0
Address = tuple[str, int]
# Anybody who comes while the database is away is asked, in words, to come again.
SENTENCE = re.compile(r"<h1[^>]*>[^<]{8,}</h1>")
HIDDEN = re.compile(r'<input\s[^>]*type="hidden"[^>]*>')
ATTRIBUTE = re.compile(r'(name|value)="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and how often it was asked for."""

    status: int
    text: str
    seconds: float
    location: str = ""
    tries: int = 1

    def form(self, action: str) -> dict[str, str]:
        """The hidden fields of the form that is sent to ``action``."""
        found = re.search(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', self.text, re.DOTALL)
        assert found is not None, f"no form for {action} on a page of status {self.status}: {self.text[:400]}"
        return fields_of(found[1])


def fields_of(text: str) -> dict[str, str]:
    """The names and values of hidden fields."""
    pairs = [dict(ATTRIBUTE.findall(tag)) for tag in HIDDEN.findall(text)]
    return {one["name"]: html.unescape(one.get("value", "")) for one in pairs if "name" in one}


@dataclass
class Trouble:
    """What a run of the site did to those who used it: counted from all their threads."""

    lost: int = 0
    unavailable: int = 0
    wordless: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    slowest: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def saw(self, method: str, path: str, answer: Answer | None, seconds: float) -> None:
        with self._lock:
            self.slowest = max(self.slowest, seconds)
            if answer is None:
                self.lost += 1
            elif answer.status == 503:
                self.unavailable += 1
                if not SENTENCE.search(answer.text):
                    self.wordless.append(f"{method} {path}: {answer.text[:200]}")
            elif answer.status >= 500:
                self.broken.append(f"{method} {path}: {answer.status} {answer.text[:200]}")


class Visitor:
    """One browser with its cookies and its connection, to a port of this computer or to any of several.

    Of several the next one is asked where one does not answer, as a proxy does for those who sit behind it.
    """

    def __init__(
        self, port: int | Sequence[Address], trouble: Trouble, cookies: Mapping[str, str] | None = None
    ) -> None:
        self.port, self.trouble, self._turn = port, trouble, 0
        self.cookies = dict(cookies or {})
        self._connection: HTTPConnection | None = None
        self._used = 0.0

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, form: Mapping[str, object]) -> Answer:
        """Send a form until it is answered: the same one, with the same key."""
        return self.ask("POST", path, form)

    def ask(self, method: str, path: str, form: Mapping[str, object] | None = None) -> Answer:
        """Ask until there is an answer that says what became of it; neither silence nor 503 does."""
        until = time.monotonic() + PATIENCE
        tries = 0
        while True:
            tries += 1
            answer = self.once(method, path, form)
            if answer is not None and answer.status < 500:
                return Answer(answer.status, answer.text, answer.seconds, answer.location, tries)
            assert time.monotonic() < until, f"{method} {path}: {answer} after {tries} tries"
            time.sleep(random.uniform(*AGAIN_SECONDS))

    def once(self, method: str, path: str, form: Mapping[str, object] | None = None) -> Answer | None:
        """One request; None where the connection broke before the answer was whole."""
        begun = time.perf_counter()
        try:
            answer = self._sent(method, path, form)
        except (OSError, HTTPException):
            self.close()
            self._turn += 1
            answer = None
        self.trouble.saw(method, path, answer, time.perf_counter() - begun)
        return answer

    def _sent(self, method: str, path: str, form: Mapping[str, object] | None) -> Answer:
        begun = time.perf_counter()
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), "Accept-Language": "it"}
        body = None
        if form is not None:
            body = urlencode({"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **form})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if time.monotonic() - self._used > SILENT_SECONDS:
            self.close()
        self._used = time.monotonic()
        if self._connection is None:
            if isinstance(self.port, int):
                self._connection = HTTPConnection("127.0.0.1", self.port, timeout=REQUEST_SECONDS)
            else:
                host, port = self.port[self._turn % len(self.port)]
                self._connection = HTTPConnection(host, port, timeout=NEXT_SECONDS)
                self._connection.connect()
                self._connection.sock.settimeout(ANSWER_SECONDS)
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self._keep(value)
        location = answer.getheader("location") or ""
        return Answer(answer.status, text, time.perf_counter() - begun, location)

    def _keep(self, cookie: str) -> None:
        name, _equals, rest = cookie.partition("=")
        value = rest.partition(";")[0]
        if value in ("", '""'):
            self.cookies.pop(name, None)
        else:
            self.cookies[name] = value

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
