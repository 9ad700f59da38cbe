"""How every page of an event is answered: made once per version, the same for all readers who have no account.

A page is kept by event, version, name, its own arguments, language and size of text. A reader who has that version
gets 304 for one query. A page that asks for its live region gets the main part alone, the same for everybody;
readers with an account get it inside a frame of their own.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.http import parse_etags
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.policies import Actor, Right, may
from tournaments.views.context import text_size
from tournaments.views.public.build import build
from tournaments.views.public.kept import answer_once, text_once

Args: TypeAlias = tuple[str | int, ...]
Make: TypeAlias = Callable[[], str]

# A cached page is the same for all its readers, so its forms carry no token: they change a preference and no more.
NO_TOKEN = "NOTPROVIDED"  # noqa: S105 - the word by which Django leaves the token out
# Where the main part stands in a kept frame; nothing that is escaped can spell it.
MAIN = "<!--main-->"
VARY = ("Cookie", "Accept-Language", "Accept-Encoding", "X-Live")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of an event: its name and arguments, its title, how its main part is made, the template around it.

    A page that shows what somebody typed is not kept: a stranger could fill the store with it.
    """

    name: str
    args: Args
    title: str
    make: Make
    frame: str = "event/page.html"
    is_kept: bool = True


def answer(request: HttpRequest, event: Tournament, actor: Actor, page: Page) -> HttpResponse:
    """The page as this reader gets it."""
    if not page.is_kept:
        return _with_headers(HttpResponse(_whole(request, event, actor, page, page.make())), "private, no-cache")
    if request.headers.get("X-Live"):
        return _shared(request, event, page, "part", lambda: _part(page, _main(event, page)))
    if _is_anybody(request) and event.is_public:
        kind = f"page-{text_size(request)}"
        return _shared(request, event, page, kind, lambda: _in_frame(request, event, page, kind))
    return _with_headers(HttpResponse(_whole(request, event, actor, page, _main(event, page))), "private, no-cache")


def _is_anybody(request: HttpRequest) -> bool:
    """Whether nothing on the page is this reader's own: no account, no message waiting."""
    return not request.user.is_authenticated and not len(get_messages(request))


def _key(event: Tournament, page: Page, kind: str) -> str:
    named = "|".join(map(str, (build(), event.pk, event.version, page.name, *page.args, get_language(), kind)))
    return sha256(named.encode()).hexdigest()[:32]


def _main(event: Tournament, page: Page) -> str:
    return text_once(_key(event, page, "main"), page.make)


def _part(page: Page, main: str) -> str:
    return f'<!doctype html><meta charset="utf-8"><title>{format_html("{}", page.title)}</title>{main}'


def _in_frame(request: HttpRequest, event: Tournament, page: Page, kind: str) -> str:
    """The page of everybody: its frame does not know the version, so it is made once for the address."""
    main = _main(event, page)
    address = "|".join((build(), request.path, page.title, page.frame, get_language() or "", kind))
    key = f"frame-{sha256(address.encode()).hexdigest()[:32]}"
    return text_once(key, lambda: _whole(request, event, Actor(), page, MAIN)).replace(MAIN, main, 1)


def _whole(request: HttpRequest, event: Tournament, actor: Actor, page: Page, main: str) -> str:
    context = {
        "title": page.title,
        "main": mark_safe(main),  # noqa: S308 - rendered by the templates of the page
        "event": event,
        "may_direct": may(actor, Right.DIRECT, event),
        "may_organise": may(actor, Right.ORGANISE, event),
    }
    if not request.user.is_authenticated:
        context["csrf_token"] = NO_TOKEN
    return render_to_string(page.frame, context, request)


def _shared(request: HttpRequest, event: Tournament, page: Page, kind: str, make: Make) -> HttpResponse:
    """An answer that is the same for everybody of its kind: from the cache, compressed, or 304."""
    key = _key(event, page, kind)
    etag = f'W/"{key}"'
    cached = "public, max-age=0, must-revalidate" if event.is_public else "private, no-cache"
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _with_headers(HttpResponseNotModified(), cached, etag)
    kept = answer_once(key, make)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(kept.packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(kept.plain)
    return _with_headers(response, cached, etag)


def _with_headers(response: HttpResponse, cache_control: str, etag: str = "") -> HttpResponse:
    """``Server-Timing`` tells the clock of a kept page what time it is here."""
    response["Cache-Control"] = cache_control
    response["Server-Timing"] = f'now;desc="{time.time_ns() // 1_000_000}"'
    if etag:
        response["ETag"] = etag
    patch_vary_headers(response, VARY)
    return response
