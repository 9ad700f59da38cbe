"""Hosts for passkeys: browsers offer them on https and on localhost, for names, never for IP addresses."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

LOCALHOST = "localhost"


def host_of(request: HttpRequest) -> str:
    """Return the host of a new passkey, without its port; with TLS always the site's own."""
    host = settings.SITE_URL.partition("://")[2] if settings.HTTPS else request.get_host()
    return str(host).partition(":")[0]


def works_here(request: HttpRequest) -> bool:
    """Return whether a browser on this page would offer a passkey."""
    host = host_of(request)
    if host == LOCALHOST:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return request.is_secure()
    return False
