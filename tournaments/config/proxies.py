"""What a proxy says of a request is believed only when it comes from a proxy that is trusted.

From anybody else the headers are removed, so that nothing behind this can take them for true.
"""

import ipaddress
import re
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.config.environment import networks

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_REQUEST_ID")
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")


class ProxyMiddleware:
    """Gives a request its reader's address and an id of its own, which the answer carries too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.trusted = networks(",".join(settings.TRUSTED_PROXIES))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self.is_trusted(str(request.META.get("REMOTE_ADDR", ""))):
            request.META["REMOTE_ADDR"] = self.reader(request)
        else:
            for name in FORWARDED:
                request.META.pop(name, None)
        given = str(request.META.get("HTTP_X_REQUEST_ID", ""))
        request_id = given if WELL_FORMED.fullmatch(given) else uuid.uuid4().hex
        request.META["HTTP_X_REQUEST_ID"] = request_id
        response = self.get_response(request)
        response.headers["X-Request-ID"] = request_id
        return response

    def is_trusted(self, address: str) -> bool:
        try:
            asked = ipaddress.ip_address(address)
        except ValueError:
            # No address at all: the socket of a file, which only this computer reaches.
            return not address
        return any(asked in network for network in self.trusted)

    def reader(self, request: HttpRequest) -> str:
        """The last address on the way that is no trusted proxy: what stands before it anybody may have written."""
        way = [part.strip() for part in str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",") if part.strip()]
        for address in reversed(way):
            if not self.is_trusted(address):
                return address
        return way[0] if way else str(request.META.get("REMOTE_ADDR", ""))
