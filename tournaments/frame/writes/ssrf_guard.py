"""The SSRF guard: which addresses a webhook or an alert may be sent to, whatever a name resolves to."""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from tournaments.errors import RefusedError

HTTPS: Final = 443
# Below are ports of mail, databases and remote control, which no webhook uses.
LEAST_PORT: Final = 1024
MOST_URL: Final = 400
# Networks that carry another address inside, which may be a private one.
WRAPPED: Final = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))

# Reserved by IANA's registries, though not every Python knows them.
SET_APART: Final = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "3fff::/20", "fec0::/10", "5f00::/16")))

Lookup = Callable[[str, int], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a webhook: the name that its certificate must show, the path, and the address that was checked."""

    host: str
    port: int
    path: str
    address: str

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == HTTPS else f"{host}:{self.port}"


def addresses_of(host: str, port: int) -> Sequence[str]:
    """Return every address of a name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))


def is_outside(address: str) -> bool:
    """Return whether an address is on the public internet, not in a private network, a cloud or this machine."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_outside(str(ip.ipv4_mapped))
        if any(ip in network for network in WRAPPED):
            return False
    if any(ip.version == network.version and ip in network for network in SET_APART):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def require_address(url: str) -> tuple[str, int, str]:
    """Return host, port and path of a web address that a webhook may have, before any look-up."""
    try:
        parts = urlsplit(url)
        port = parts.port or HTTPS
    except ValueError as error:
        raise RefusedError("webhook_url", field="url", value=url[:80]) from error
    is_plain = not (parts.username or parts.password or parts.fragment) and url.isascii() and url.isprintable()
    if parts.scheme != "https" or not parts.hostname or not is_plain or " " in url or len(url) > MOST_URL:
        raise RefusedError("webhook_url", field="url", value=url[:80])
    if port != HTTPS and port < LEAST_PORT:
        raise RefusedError("webhook_port", field="url", value=port, least=LEAST_PORT)
    try:
        is_private = not is_outside(parts.hostname)
    except ValueError:
        # It is a name, which is looked up later.
        is_private = False
    if is_private:
        raise RefusedError("webhook_private", field="url", value=parts.hostname)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    return parts.hostname, port, path


def target(url: str, lookup: Lookup = addresses_of) -> Target:
    """Return where to send; refuse unless every address of the name is public.

    The sender connects to the first of them without another DNS look-up, which could answer differently by then.
    """
    host, port, path = require_address(url)
    try:
        found = lookup(host, port)
        is_safe = bool(found) and all(is_outside(address) for address in found)
    except (OSError, ValueError, UnicodeError) as error:
        raise RefusedError("webhook_unknown_host", field="url", value=host) from error
    if not is_safe:
        raise RefusedError("webhook_private", field="url", value=host)
    return Target(host, port, path, found[0])
