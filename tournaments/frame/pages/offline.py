"""Offline use: the manifest, the service worker, and the page shown without a network (docs/adr/0022).

The worker is the static script ``worker.js``, after a line with the values of this build.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.frame.pages.middleware import LANGUAGE
from tournaments.frame.policies import Right, door
from tournaments.frame.serving.build import build

SCRIPT: Final = "tournaments/js/worker.js"
# Files needed to show pages and to send results offline: style, fonts, drawings, scripts of pages and sheets.
SHELL: Final = re.compile(
    r"tournaments/(?:js/[a-z-]+\.js|css/(?:site|work)\.css|img/\w+\.svg|vendor/\w+/\w+-latin-(?:wght|opsz)-normal\.woff2)"
    r"|\w+/sheet\.(?:js|css)|\w+/forms\.css"
)
PAPER: Final = "#fffdf8"
ICONS: Final = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)


@door(reads=Right.BROWSE)
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Serve ``/settebello.webmanifest``, in the language of the reader."""
    told = {
        "id": "/",
        "name": "Settebello",
        "short_name": "Settebello",
        "description": _("Settebello runs card tournaments, in the hall and online."),
        "lang": translation.get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static(f"tournaments/img/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    return HttpResponse(
        json.dumps(told), content_type="application/manifest+json", headers={"Cache-Control": "private, no-cache"}
    )


@door(reads=Right.BROWSE)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve ``/worker.js``: at the root, so that it covers all pages; browsers check its ETag each time."""
    etag = f'"{build()}"'
    headers = {"Cache-Control": "no-cache", "ETag": etag}
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8", headers=headers)
    found: HttpResponse = get_conditional_response(request, etag=etag, response=answer) or answer
    return found


@cache
def _script() -> str:
    """Return the script after the values of this build."""
    # No files if their names have no hash (development), because they change.
    known: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    shell = {
        "build": build(),
        "statics": settings.STATIC_URL,
        "files": sorted(static(name) for name in known if SHELL.fullmatch(name) and name != SCRIPT),
        "offline": {code: reverse("offline", query={LANGUAGE: code}) for code, _name in settings.LANGUAGES},
        "logout": reverse("logout"),
        # Where a moved subscription to alerts is reported.
        "moved": reverse("push_moved"),
        "icon": static("tournaments/img/icon-192.png"),
    }
    path = Path(str(finders.find(SCRIPT)))
    return f"self.shell = {json.dumps(shell)};\n{path.read_text(encoding='utf-8')}"


@door(reads=Right.BROWSE)
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Serve the page for an address that cannot be reached and is not cached; the same for everybody."""
    asked = request.GET.get(LANGUAGE, "")
    with translation.override(asked if asked in dict(settings.LANGUAGES) else translation.get_language()):
        return render(request, "offline.html")
