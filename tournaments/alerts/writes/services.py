"""Allowed push services: those of the browsers' makers, and those that the installation names.

Anybody can send a browser's address. At any other host nobody would read an alert, and each would cost the site
seconds.
"""

from typing import Final

from django.conf import settings

from tournaments.errors import RefusedError
from tournaments.frame.writes import ssrf_guard

# Chrome, Edge on Android, Samsung, Opera; Firefox; Safari; Edge on Windows. A star stands for any subdomain.
KNOWN: Final = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)


def require_service(endpoint: str) -> None:
    """Refuse an address that is not https, on port 443, of a known push service."""
    try:
        host, port, _path = ssrf_guard.require_address(endpoint)
    except RefusedError as refusal:
        raise RefusedError("push_service", field="endpoint", value=endpoint[:80]) from refusal
    if port != ssrf_guard.HTTPS or not any(_is_of(host, known) for known in (*KNOWN, *settings.PUSH_SERVICES)):
        raise RefusedError("push_service", field="endpoint", value=endpoint.partition("?")[0][:80])


def _is_of(host: str, known: str) -> bool:
    return host.endswith(known[1:]) if known.startswith("*.") else host == known
