"""Network addresses as limits count them, what they share, and how many devices of a hall listen to an event."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.http import HttpRequest

# A house has its own IPv6 network, with as many addresses as it likes.
HOUSE: Final = 64


@lru_cache(maxsize=4_096)
def house_of(host: str) -> str:
    """Return what counts as one address: the network of IPv6, an IPv4 address inside it, else the address itself."""
    try:
        known = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(known, IPv6Address):
        return host
    inside = known.ipv4_mapped
    return str(inside) if inside is not None else str(ip_network((known, HOUSE), strict=False).network_address)


class SharedPlaces:
    """Places shared by addresses. An address may take at most as many as are still free.

    So a few addresses never fill it: the first may have half, the next half of the rest, and an address with few
    connections finds a place until the last one is gone.
    """

    def __init__(self, most: int, most_from_one_address: int) -> None:
        self.most = most
        self.most_from_one_address = most_from_one_address
        self.taken = 0
        self._addresses: Counter[str] = Counter()

    def has_place(self, address: str) -> bool:
        """Return whether the address may take one more."""
        return self._addresses[address] < min(self.most_from_one_address, self.most - self.taken)

    def enter(self, address: str) -> None:
        self.taken += 1
        self._addresses[address] += 1

    def leave(self, address: str) -> None:
        self.taken -= 1
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]


class Listeners:
    """Which addresses listen to an event; nobody is known where no loop of this process serves the streams."""

    def __init__(self) -> None:
        self._addresses: Callable[[int], Iterable[str]] = lambda _event: ()

    def set_function(self, addresses: Callable[[int], Iterable[str]]) -> None:
        """Take the answer from the hub of the streams."""
        self._addresses = addresses

    def devices(self, event: int, own: str) -> int:
        """Return how many devices listen to an event beside this computer, whose name in the network is ``own``."""
        return sum(
            1 for each in set(self._addresses(event)) if each not in ("::1", own) and not each.startswith("127.")
        )


LISTENERS: Final = Listeners()


def address_of(request: HttpRequest | None) -> str:
    """Return the address of a request under which rate limits count it."""
    return house_of(str(request.META.get("REMOTE_ADDR", ""))) if request is not None else ""


def peer_of(scope: Mapping[str, Any]) -> str:
    """Return the address of an ASGI connection under which its sockets and streams are counted."""
    return house_of(str((scope.get("client") or ("",))[0]))
