"""How much of a request body each view reads, and the answer where the body was refused before the view."""

from collections.abc import Callable
from typing import Final, TypeVar

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

# Forms and calls: 2,000 fields, or the longest list of numbers that an endpoint takes.
USUAL: Final = 128_000
# Lists of thousands of entries, and archives of events.
UPLOAD: Final = 2_500_000
# Where the server leaves the status of a refused body; the view then finds an empty body.
REFUSED: Final = "settebello.body_refused"
# ``Retry-After`` in seconds when too many requests of one network, or of all, are being served.
AGAIN_SECONDS: Final = 10

SENTENCES: Final = {
    408: _("The connection was too slow: what you sent did not arrive. Nothing was recorded; send it again."),
    413: _("What you sent is too large. Nothing was recorded."),
    429: _("Your network is sending too much at once. Nothing was recorded; send it again in a few seconds."),
    503: _("Too many people are asking at once. Nothing was recorded; try again in a few seconds."),
}

View = TypeVar("View", bound=Callable[..., object])


def reads_upload(view: View) -> View:
    """Mark a view that reads files or long lists."""
    view.body_limit = UPLOAD  # type: ignore[attr-defined]
    return view


def limit_at(path: str) -> int:
    """Return the most bytes that are read at an address."""
    try:
        return int(getattr(resolve(path).func, "body_limit", USUAL))
    except Resolver404:
        return USUAL


def refused_status(request: HttpRequest, view: object) -> int:
    """Return the status for a body that was refused, or is larger than the view reads; 0 for one that may be read."""
    found = int(request.META.get(REFUSED, 0))
    if found:
        return found
    stated = request.META.get("CONTENT_LENGTH") or "0"
    return 413 if not stated.isdigit() or int(stated) > getattr(view, "body_limit", USUAL) else 0


def refused_sentence(status: int) -> str:
    return gettext(SENTENCES[status])
