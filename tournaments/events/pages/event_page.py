"""The public page of an event: kept by its version, with the marks of its tables.

A page is cached by event, version, name, its own arguments, language and size of text. A reader who has that version
gets 304 for one query. An address with a version returns the main part alone, the same for everybody; readers with an
account get it inside a frame of their own.
"""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.http import parse_etags
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tournaments.events.pages.sharing import tags
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.pages.context import text_size
from tournaments.frame.pages.middleware import (
    FOR_BROWSERS,
    FOR_GOOD,
    FOR_NOW,
    TIME,
    PublicContent,
    SharedResponse,
    server_timing,
    version_in_address,
)
from tournaments.frame.policies import Actor, Right, door, may
from tournaments.frame.reads.versions import marks
from tournaments.frame.serving.build import build
from tournaments.frame.serving.kept import answer_once, text_once
from tournaments.models import Tournament
from tournaments.standings.reads import level
from tournaments.tables.reads.records import table_numbered

Args: TypeAlias = tuple[str | int, ...]
Make: TypeAlias = Callable[[], str]

# A cached page is the same for all readers, so its forms carry no CSRF token: they only change a preference.
NO_TOKEN = "NOTPROVIDED"  # noqa: S105 - the word by which Django leaves the token out
# The places of the main part and of the versioned part of the head in a cached frame; escaped text cannot contain them.
MAIN, SHARE = "<!--main-->", "<!--share-->"
OK = 200
VARY = ("Cookie", "Accept-Language", "Accept-Encoding")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of an event: its name and arguments, its title, the function for its main part, the template around it.

    ``preview`` makes the sentence in previews of its link, ``match`` is the match in their picture.

    A page with text typed by the visitor is not cached: a stranger could fill the cache with it.
    """

    name: str
    args: Args
    title: str
    make: Make
    frame: str = "events/page.html"
    is_kept: bool = True
    preview: Make | None = None
    match: int | None = None


def answer(request: HttpRequest, event: Tournament, actor: Actor, page: Page) -> HttpResponse:
    """Return the page for this reader."""
    version = version_in_address(request)
    if version is not None and not page.is_kept:
        return _with_headers(HttpResponse(_part(page, page.make())), "no-store")
    if version is not None:
        return _by_version(request, event, page, version, lambda: _part(page, _main(event, page)))
    if not page.is_kept:
        return _with_headers(
            HttpResponse(_whole(request, event, actor, page, page.make(), _share(event, page))), "private, no-cache"
        )
    # Nothing on the page is this reader's own: no account, no message waiting.
    is_anybody = not request.user.is_authenticated and not len(get_messages(request))
    if is_anybody and event.is_public:
        kind = f"page-{text_size(request)}"
        return _shared_answer(request, event, page, kind, lambda: _in_frame(request, event, page, kind))
    return _with_headers(
        HttpResponse(_whole(request, event, actor, page, _main(event, page), _share(event, page))), "private, no-cache"
    )


def answer_text(request: HttpRequest, event: Tournament, name: str, content_type: str, make: Make) -> HttpResponse:
    """Return a text of an event that is no page and the same for everybody."""
    page = Page(name, (), "", make)
    response = _by_version(request, event, page, version_in_address(request) or 0, lambda: _main(event, page))
    if response.status_code == OK:
        response["Content-Type"] = content_type
    return response


def _by_version(request: HttpRequest, event: Tournament, page: Page, version: int, make: Make) -> HttpResponse:
    """Return the current content; cache it under the version in the address only if it has that version."""
    if version > event.version:
        # The version is in the future: the current content must not be cached under it.
        return _with_headers(HttpResponse(make()), "no-store")
    response = _shared_answer(request, event, page, "part", make)
    if event.is_public:
        response["Cache-Control"] = FOR_GOOD if version == event.version else FOR_NOW
    return response


def _key(event: Tournament, page: Page, kind: str) -> str:
    named = "|".join(map(str, (build(), event.pk, event.version, page.name, *page.args, get_language(), kind)))
    return sha256(named.encode()).hexdigest()[:32]


def _main(event: Tournament, page: Page) -> str:
    return text_once(_key(event, page, "main"), page.make)


def _share(event: Tournament, page: Page) -> str:
    def make() -> str:
        return tags(event, page.preview() if page.preview and event.is_public else "", page.match)

    return text_once(_key(event, page, "share"), make) if page.is_kept else make()


def _part(page: Page, main: str) -> str:
    return f'<!doctype html><meta charset="utf-8"><title>{format_html("{}", page.title)}</title>{main}'


def _in_frame(request: HttpRequest, event: Tournament, page: Page, kind: str) -> str:
    """Return everybody's page: its frame does not contain the version, so it is made once for the address."""
    main, share = _main(event, page), _share(event, page)
    address = "|".join((build(), request.path, page.title, page.frame, get_language() or "", kind))
    key = f"frame-{sha256(address.encode()).hexdigest()[:32]}"
    return (
        text_once(key, lambda: _whole(request, event, Actor(), page, MAIN, SHARE))
        .replace(SHARE, share, 1)
        .replace(MAIN, main, 1)
    )


def _whole(request: HttpRequest, event: Tournament, actor: Actor, page: Page, main: str, share: str) -> str:
    # The sheet of the match, for the officials who may open it, once its table was called.
    sheet = ""
    if page.match is not None and actor.role:
        table = table_numbered(event, page.match)
        if table is not None and table.has_sheet and may(actor, Right.ENTER_SCORE, event, table):
            sheet = reverse("table_sheet", args=[event.slug, page.match])
    context = {
        "title": page.title,
        "main": mark_safe(main),  # noqa: S308 - rendered by the templates of the page
        "share": mark_safe(share),  # noqa: S308 - rendered by a template
        "event": event,
        "may_direct": may(actor, Right.DIRECT, event),
        "may_organise": may(actor, Right.ORGANISE, event),
        "sheet_url": sheet,
        "is_level": page.name == "standings" and may(actor, Right.DIRECT, event) and bool(level.open_levels(event)),
    }
    if not request.user.is_authenticated:
        context["csrf_token"] = NO_TOKEN
    return render_to_string(page.frame, context, request)


def _shared_answer(request: HttpRequest, event: Tournament, page: Page, kind: str, make: Make) -> HttpResponse:
    """Return an answer that is the same for everybody of its kind: from the cache, compressed, or 304."""
    key = _key(event, page, kind)
    etag = f'W/"{key}"'
    cached = FOR_BROWSERS if event.is_public else "private, no-cache"
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _with_headers(HttpResponseNotModified(), cached, etag)
    packed = answer_once(key, make)
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = SharedResponse(packed if is_packed else gzip.decompress(packed))
    if is_packed:
        response["Content-Encoding"] = "gzip"
    if event.is_public:
        response.shown = PublicContent(event.pk, event.version)
    return _with_headers(response, cached, etag)


def _with_headers(response: HttpResponse, cache_control: str, etag: str = "") -> HttpResponse:
    response["Cache-Control"] = cache_control
    response[TIME] = server_timing()
    if etag:
        response["ETag"] = etag
    patch_vary_headers(response, VARY)
    return response


@door(reads=Right.SEE)
def event_marks(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    return answer_text(
        request,
        event,
        "marks",
        "application/json",
        lambda: json.dumps({"version": event.version, "tables": marks(event, timezone.now())}, separators=(",", ":")),
    )
