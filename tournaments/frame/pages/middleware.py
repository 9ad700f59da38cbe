"""The edge of every page; and, for views that answer everybody alike, ``SharedResponse`` and its cache headers.

Deny by default at run time: a view without a declared right (``@door``) is closed to everybody. Tests check that the
declaration is true. ``DoorMiddleware`` only looks for the mark, without a query.

Headers of every answer: security policy, caching, and the device features that no page may use. Pages have the policy
of django-csp; everything else has the strictest policy.

Database outages (no answer, disk full, read-only): the answer is 503 with a sentence and Retry-After. Nothing is half
saved, because nothing was committed. If it was committed and only the answer was lost, the form sent again has the same
idempotency key and counts once.

Retry a request once when its PostgreSQL connection broke, if the retry cannot repeat an effect. Reading is safe. So is
a form with an idempotency key: a service answers the same key in the same way. Any other write may have been committed
before the connection broke, so its sender is told about the outage (``unavailable``).

Turn errors into answers. Missing and foreign objects look alike (404), forbidden is 403, an outage 503, and an event
whose rules cannot be read is 500: that event alone.

Public answers are returned before the session is read. An address with a version (``?v=345&l=it``) names the public
main part of a page: personal data are removed from the request before anything reads them, so that any cache between
here and the reader may keep the answer. A whole page made for one anonymous reader is returned to the next request for
the same, for the one query that knows its version.
"""

import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias

from csp.utils import build_policy
from django.conf import settings
from django.core.cache import caches
from django.db import DataError, Error, connection
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseForbidden,
    HttpResponseNotAllowed,
    HttpResponseNotFound,
    HttpResponseNotModified,
)
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import parse_etags
from django.utils.translation import get_language_from_request
from django.views import defaults

from tournaments.errors import ForbiddenError, MissingError, UnreadableError
from tournaments.frame.access import ENTRY_PASSES, PASSES, visitor
from tournaments.frame.metrics import DATABASE_ERRORS
from tournaments.frame.pages.context import text_size
from tournaments.frame.policies import PAGE_READS, PAGE_WRITES, door_of
from tournaments.frame.reads.pass_refusal import why_shut
from tournaments.frame.reads.versions import version_of
from tournaments.frame.serving.bodies import AGAIN_SECONDS, refused_sentence, refused_status
from tournaments.frame.serving.kept import KEPT_SECONDS
from tournaments.frame.serving.outages import AGAIN_SECONDS as OUTAGE_SECONDS
from tournaments.frame.serving.outages import is_outage

logger = logging.getLogger(__name__)

# The largest primary key. An address may have a larger number, which no row has.
MOST_KEY = 2**63 - 1


NUL = "\x00"


def says_so_itself(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a view that checks its body itself, in order to answer with a better message."""
    view.says_so_itself = True  # type: ignore[attr-defined]
    return view


class DoorMiddleware(MiddlewareMixin):
    """What comes in at the door of a view.

    A body that is too big or incomplete is refused, and 400 for a NUL, which PostgreSQL cannot store. 403 for a view
    without a mark, which is a bug; 405 for a method that the mark does not allow.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if not getattr(view, "says_so_itself", False):
            status = refused_status(request, view)
            if status:
                return body_refused(request, status)
            # Of a query it is enough to look at the text.
            if "%00" in (query := request.META.get("QUERY_STRING", "")) or NUL in query:
                return render(request, "400.html", status=400)
        marked = door_of(view)
        if marked is None:
            logger.error("%s.%s names no right and is opened to nobody", view.__module__, view.__qualname__)
            return RefusalMiddleware.page(request, ForbiddenError())
        if any(isinstance(value, int) and value > MOST_KEY for value in kwargs.values()) and not hasattr(view, "cls"):
            return RefusalMiddleware.page(request, MissingError())
        accepted = (*(PAGE_READS if marked.reads else ()), *(PAGE_WRITES if marked.writes else ()))
        # An endpoint of the API answers 405 itself, as a problem document.
        if hasattr(view, "cls") or request.method in accepted:
            return None
        return HttpResponseNotAllowed(accepted)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return 400 if the database refused a NUL; forms refuse it earlier, on their field."""
        sent = request.POST.lists() if isinstance(exception, DataError) else ()
        if any(NUL in str(text) for name, values in sent for text in (name, *values)):
            return render(request, "400.html", status=400)
        return None


NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
# Device features that are switched off. Fullscreen is not among them: the big screen in the hall uses it.
UNUSED: Final = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
ALWAYS: Final = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": NOTHING,
    # Answers that may be cached set their own header.
    "Cache-Control": "private, no-store",
}
# Tells the service worker the session of a page by a keyed hash, so that it drops the pages of an earlier session.
READER: Final = "X-Reader"


class PolicyMiddleware:
    """Sets the content security policy of pages: one text, built once."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self._policy)
        return response


class HeadersMiddleware:
    """Adds the headers that an answer does not set itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        session = getattr(request, "session", None)
        key = session.session_key if session is not None else None
        if key and response.get("Content-Type", "").startswith("text/html"):
            response[READER] = salted_hmac(READER, key, algorithm="sha256").hexdigest()[:16]
        return response


def body_refused(request: HttpRequest, status: int) -> HttpResponse:
    """Return the page that says why a body was not read."""
    answer = render(request, "400.html", {"text": refused_sentence(status)}, status=status)
    if status == 429:
        answer.headers["Retry-After"] = str(AGAIN_SECONDS)
    return answer


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Return 503 with a sentence, without a query."""
    DATABASE_ERRORS.inc()
    logger.error("database does not serve %s %s: %s", request.method, request.path, error)
    page = render_to_string("503.html")
    return HttpResponse(page, status=503, headers={"Retry-After": str(OUTAGE_SECONDS), "Cache-Control": "no-store"})


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the 500 page, or 503 for an outage outside a view, such as while the session is saved."""
    error = sys.exc_info()[1]
    if error is not None and is_outage(error):
        return unavailable(request, error)
    return defaults.server_error(request)


# SQLSTATE codes of a server that shuts down or starts. A connection that just broke has no code.
STOPPED = frozenset({"57P01", "57P02", "57P03"})
BROKEN = "08"


def is_connection_lost(error: Exception) -> bool:
    """Return whether the connection broke; False for a pool timeout, after which nobody should wait again."""
    # psycopg is never imported with SQLite.
    if not is_outage(error) or "psycopg" not in sys.modules:
        return False
    import psycopg
    from psycopg_pool import PoolTimeout

    cause = error.__cause__
    if not isinstance(cause, psycopg.Error) or isinstance(cause, PoolTimeout):
        return False
    return cause.sqlstate is None or cause.sqlstate in STOPPED or cause.sqlstate.startswith(BROKEN)


def may_be_repeated(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") or (request.method == "POST" and bool(request.POST.get("key")))


def serve_again(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Return the view's answer on a new connection; None if the request must not be repeated."""
    found = request.resolver_match
    if found is None or not is_connection_lost(error) or not may_be_repeated(request):
        return None
    logger.warning("the connection to the database broke: %s is served once more", request.method)
    # Django opens a new connection with the next query.
    connection.close()
    answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
    return answer


def pass_refusal_of(request: HttpRequest) -> str:
    """Return why the browser's pass does not open this address; "" if it has no pass."""
    asked = request.resolver_match.kwargs if request.resolver_match else {}
    slug, number = asked.get("slug"), asked.get("number")
    if not isinstance(slug, str) or not (request.session.get(PASSES) or request.session.get(ENTRY_PASSES)):
        return ""
    try:
        return why_shut(visitor(request), slug, number if isinstance(number, int) else None)
    except Error:
        return ""


def pass_refusal_page(request: HttpRequest, why: str) -> HttpResponse:
    return render(request, "accounts/shut.html", {"why": why}, status=403)


class RefusalMiddleware(MiddlewareMixin):
    """Turns MissingError, ForbiddenError, UnreadableError and a database outage into pages."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        try:
            answer = serve_again(request, exception)
        except (MissingError, ForbiddenError, UnreadableError, Error) as second:
            answer, exception = None, second
        return answer if answer is not None else self.page(request, exception)

    @staticmethod
    def page(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, MissingError):
            why = pass_refusal_of(request)
            if why:
                return pass_refusal_page(request, why)
            return HttpResponseNotFound(render_to_string("404.html", request=request))
        if isinstance(exception, ForbiddenError):
            return HttpResponseForbidden(render_to_string("403.html", request=request))
        if isinstance(exception, UnreadableError):
            logger.error("the rules of event %s cannot be read", exception)
            return HttpResponse(render_to_string("unreadable.html", request=request), status=500)
        if is_outage(exception):
            return unavailable(request, exception)
        return None


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
class PublicContent:
    """The content of a public page: an event at a version."""

    event: int
    version: int


@dataclass(frozen=True, slots=True)
class Ready:
    """A whole answer, after the last middleware."""

    shown: PublicContent
    headers: dict[str, str]
    body: bytes


class SharedResponse(HttpResponse):
    """A page that is the same for all readers without an account, and its content."""

    shown: PublicContent | None = None


def version_in_address(request: HttpRequest) -> int | None:
    """Return the version in the address; None without one."""
    typed = request.GET.get(VERSION, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 19 else None


class SharedMiddleware:
    """The first middleware: returns a ready answer, and removes personal data from an address with a version."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_page = request.method == "GET" and request.path_info.startswith(PAGES_OF_EVENTS)
        if is_page and VERSION in request.GET and LANGUAGE in request.GET:
            for personal in ("HTTP_COOKIE", "HTTP_AUTHORIZATION"):
                request.META.pop(personal, None)
            request.META["HTTP_ACCEPT_LANGUAGE"] = request.GET[LANGUAGE]
            response = self.get_response(request)
            response["Vary"] = "Accept-Encoding"
            response.cookies.clear()
        elif is_page and not any(name in request.COOKIES for name in PERSONAL):
            response = self._ready(request)
        else:
            response = self.get_response(request)
        if PROXY in request.META and response.get("Cache-Control") in (FOR_BROWSERS, FOR_NOW):
            response["Cache-Control"] = FOR_PROXIES
            response[UNTIL] = f"@{int(time.time())}"
        return response

    def _ready(self, request: HttpRequest) -> HttpResponse:
        """Return the page that another anonymous reader got, if it is still current; else make it and keep it."""
        # Everything that an anonymous reader's page depends on.
        named = (
            request.get_full_path(),
            request.META.get("HTTP_HOST", ""),
            request.scheme or "",
            get_language_from_request(request),
            text_size(request),
            str("gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")),
        )
        key = f"ready-{sha256('|'.join(named).encode()).hexdigest()[:32]}"
        kept: Ready | None = caches["pages"].get(key)
        try:
            is_current = kept is not None and version_of(kept.shown.event) == kept.shown.version
        except Error:
            # The page itself will notice the database error and report it.
            is_current = False
        if kept is None or not is_current:
            made = self.get_response(request)
            if isinstance(made, SharedResponse) and made.shown is not None and not made.cookies:
                headers = {name: value for name, value in made.items() if name != TIME}
                caches["pages"].set(key, Ready(made.shown, headers, made.content), KEPT_SECONDS)
            return made
        etag = kept.headers.get("ETag", "")
        is_known = etag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
        response = HttpResponseNotModified() if is_known else HttpResponse(kept.body)
        for name, value in kept.headers.items():
            if response.status_code == 200 or name not in ("Content-Length", "Content-Type", "Content-Encoding"):
                response[name] = value
        response[TIME] = server_timing()
        return response


def server_timing() -> str:
    """Return ``Server-Timing``, which tells a cached page's clock the server time."""
    return f'now;desc="{time.time_ns() // 1_000_000}"'
