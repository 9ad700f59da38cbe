"""Network addresses as they are counted: one for whoever has as many as they like."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

# Of IPv6 a house has a network of its own, and in it as many addresses as it likes.
HOUSE: Final = 64


def house_of(host: str) -> str:
    """What an address is counted as: of IPv6 its network, of an IPv4 address inside it that; else as it is."""
    try:
        known = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(known, IPv6Address):
        return host
    inside = known.ipv4_mapped
    return str(inside) if inside is not None else str(ip_network((known, HOUSE), strict=False).network_address)
