"""Public answers are returned before the session is read.

An address with a version (``?v=345&l=it``) names the public main part of a page: personal data are removed from the
request before anything reads them, so that any cache between here and the reader may keep the answer. A whole page made
for one anonymous reader is returned to the next request for the same, for the one query that knows its version.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from django.conf import settings
from django.core.cache import caches
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags
from django.utils.translation import get_language_from_request

from tournaments.frame.pages.context import text_size
from tournaments.frame.reads.versions import version_of
from tournaments.frame.serving.kept import KEPT_SECONDS

GetResponse: TypeAlias = Callable[[HttpRequest], HttpResponse]

VERSION, LANGUAGE = "v", "l"
PAGES_OF_EVENTS = "/e/"
# What makes a reader known: an account or a table pass, and a message that waits for them.
PERSONAL = (settings.SESSION_COOKIE_NAME, "messages")
FOR_BROWSERS = "public, max-age=0, must-revalidate"
# The content of a version never changes, and nobody requests it once there is a newer one, so a minute is enough.
FOR_GOOD = "public, max-age=60, immutable"
# The content is newer than the version in the address, and says so: enough for simultaneous requests.
FOR_NOW = "public, max-age=1"
# Our caching proxy sends this header; it may keep a page until the second is over, and one more while it revalidates.
PROXY = "HTTP_X_SHARED_CACHE"
FOR_PROXIES = "public, s-maxage=1, stale-while-revalidate=1"
# nginx reads this first, and its "one second" can be two. It must be the last of the two headers.
UNTIL = "X-Accel-Expires"
# New in every answer.
TIME = "Server-Timing"


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of a public page: an event at a version."""

    event: int
    version: int


@dataclass(frozen=True, slots=True)
class Ready:
    """A whole answer, after the last middleware."""

    shown: Shown
    headers: dict[str, str]
    body: bytes


class SharedResponse(HttpResponse):
    """A page that is the same for all readers without an account, and its content."""

    shown: Shown | None = None


def asked_version(request: HttpRequest) -> int | None:
    """Return the version in the address; None without one."""
    typed = request.GET.get(VERSION, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 19 else None


class SharedMiddleware:
    """The first middleware: returns a ready answer, and removes personal data from an address with a version."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._answer(request)
        if PROXY in request.META and response.get("Cache-Control") in (FOR_BROWSERS, FOR_NOW):
            response["Cache-Control"] = FOR_PROXIES
            response[UNTIL] = f"@{int(time.time())}"
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        if request.method != "GET" or not request.path_info.startswith(PAGES_OF_EVENTS):
            return self.get_response(request)
        if VERSION in request.GET and LANGUAGE in request.GET:
            return self._impersonal(request)
        if any(name in request.COOKIES for name in PERSONAL):
            return self.get_response(request)
        return self._ready(request)

    def _impersonal(self, request: HttpRequest) -> HttpResponse:
        for personal in ("HTTP_COOKIE", "HTTP_AUTHORIZATION"):
            request.META.pop(personal, None)
        request.META["HTTP_ACCEPT_LANGUAGE"] = request.GET[LANGUAGE]
        response = self.get_response(request)
        response["Vary"] = "Accept-Encoding"
        response.cookies.clear()
        return response

    def _ready(self, request: HttpRequest) -> HttpResponse:
        key = _key(request)
        kept: Ready | None = caches["pages"].get(key)
        if kept is not None and _is_current(kept.shown):
            return _again(kept, request)
        response = self.get_response(request)
        if isinstance(response, SharedResponse) and response.shown is not None and not response.cookies:
            headers = {name: value for name, value in response.items() if name != TIME}
            caches["pages"].set(key, Ready(response.shown, headers, response.content), KEPT_SECONDS)
        return response


def _is_current(shown: Shown) -> bool:
    try:
        return version_of(shown.event) == shown.version
    except Error:
        # The page itself will notice the database error and report it.
        return False


def _key(request: HttpRequest) -> str:
    """Return everything that an anonymous reader's page depends on."""
    named = (
        request.get_full_path(),
        request.META.get("HTTP_HOST", ""),
        request.scheme or "",
        get_language_from_request(request),
        text_size(request),
        str("gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")),
    )
    return f"ready-{sha256('|'.join(named).encode()).hexdigest()[:32]}"


def _again(kept: Ready, request: HttpRequest) -> HttpResponse:
    etag = kept.headers.get("ETag", "")
    response = (
        HttpResponseNotModified()
        if etag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
        else HttpResponse(kept.body)
    )
    for name, value in kept.headers.items():
        if response.status_code == 200 or name not in ("Content-Length", "Content-Type", "Content-Encoding"):
            response[name] = value
    response[TIME] = server_time()
    return response


def server_time() -> str:
    """Return ``Server-Timing``, which tells a cached page's clock the server time."""
    return f'now;desc="{time.time_ns() // 1_000_000}"'
