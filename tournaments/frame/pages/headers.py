"""Headers of every answer: security policy, caching, and the device features that no page may use.

Pages have the policy of django-csp; everything else has the strictest policy.
"""

from collections.abc import Callable
from typing import Final

from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

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
# Tells the service worker the session of a page, so that it drops the pages of an earlier session.
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
        reader = _reader(request)
        if reader and response.get("Content-Type", "").startswith("text/html"):
            response[READER] = reader
        return response


def _reader(request: HttpRequest) -> str:
    """Return a keyed hash that stands for the session; "" without a session."""
    session = getattr(request, "session", None)
    key = session.session_key if session is not None else None
    return salted_hmac(READER, key, algorithm="sha256").hexdigest()[:16] if key else ""
