"""The client's address and the id of a request: forwarded headers are believed only if a trusted proxy sent them.

From all other clients the headers are removed, so that no later code can believe them. The server itself must leave
them alone (uvicorn ``--no-proxy-headers``): it would apply them first, and then nobody could tell any more.
"""

import ipaddress
import re
import uuid
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.config.environment import networks

FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_REQUEST_ID")
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Proxies:
    """The trusted proxies, and how their headers are applied."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._networks = networks(",".join(trusted))

    def trusts(self, address: str) -> bool:
        if not self._networks:
            return not address
        try:
            asked = ipaddress.ip_address(address)
        except ValueError:
            # No address at all: a Unix socket, which only this computer reaches.
            return not address
        return any(asked in network for network in self._networks)

    def reader(self, peer: str, forwarded: str) -> str:
        """Return the last address that is not a trusted proxy; the addresses before it may be forged."""
        if not self.trusts(peer):
            return peer
        way = [part.strip() for part in forwarded.split(",") if part.strip()]
        for address in reversed(way):
            if not self.trusts(address):
                return address
        return way[0] if way else peer

    def reader_of(self, scope: dict[str, Any]) -> dict[str, Any]:
        """Return the ASGI scope with the real client, and only the headers of a trusted proxy."""
        host, port = scope.get("client") or ("", 0)
        headers = scope["headers"]
        if not self.trusts(host):
            headers = [(name, value) for name, value in headers if not name.startswith(b"x-forwarded-")]
        named = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        return {**scope, "headers": headers, "client": (self.reader(host, named.decode("latin-1")), port)}


@cache
def trusted_proxies() -> Proxies:
    """Return the proxies of this installation; none, where the phones of the hall connect directly."""
    return Proxies(settings.TRUSTED_PROXIES if settings.BEHIND_PROXY else ())


class ProxyMiddleware:
    """Gives a request its client's address and an id, which the answer carries too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.proxies = Proxies(settings.TRUSTED_PROXIES)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        peer = str(request.META.get("REMOTE_ADDR", ""))
        if self.proxies.trusts(peer):
            request.META["REMOTE_ADDR"] = self.proxies.reader(peer, str(request.META.get("HTTP_X_FORWARDED_FOR", "")))
        else:
            for name in FORWARDED:
                request.META.pop(name, None)
        given = str(request.META.get("HTTP_X_REQUEST_ID", ""))
        request_id = given if WELL_FORMED.fullmatch(given) else uuid.uuid4().hex
        request.META["HTTP_X_REQUEST_ID"] = request_id
        response = self.get_response(request)
        response.headers["X-Request-ID"] = request_id
        return response
