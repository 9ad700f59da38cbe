"""What every answer tells a browser besides: whose pages may use it, and what of a device no page asks for.

The policy for pages is django-csp's; what is no page gets the strictest there is.
"""

from collections.abc import Callable
from typing import Final

from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
# The big screen is shown as a whole screen, on a projector; everything else that a page could ask for is refused.
UNUSED: Final = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid",
    "idle-detection", "magnetometer", "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
ALWAYS: Final = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": NOTHING,
    # What may be kept says so itself.
    "Cache-Control": "private, no-store",
}
# Says to the service worker for which session a page was made, so that it keeps nothing of the session before.
READER: Final = "X-Reader"


class PolicyMiddleware:
    """The policy of pages: the same for every answer, so it is written once and not for each."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", self._policy)
        return response


class HeadersMiddleware:
    """Adds what an answer does not say itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        reader = _reader(request)
        if reader and response.get("Content-Type", "").startswith("text/html"):
            response[READER] = reader
        return response


def _reader(request: HttpRequest) -> str:
    """A name of the session that says nothing of it; empty for a reader without one."""
    session = getattr(request, "session", None)
    key = session.session_key if session is not None else None
    return salted_hmac(READER, key, algorithm="sha256").hexdigest()[:16] if key else ""
