"""Where passkeys work: browsers offer them on https and on localhost, and to names, never to numbers."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

LOCALHOST = "localhost"


def host_of(request: HttpRequest) -> str:
    """The host that a key is made for, without its port; where there is TLS the site's own, whatever is asked for."""
    host = settings.SITE_URL.partition("://")[2] if settings.HTTPS else request.get_host()
    return str(host).partition(":")[0]


def works_here(request: HttpRequest) -> bool:
    """Whether a browser that sees this page would offer a passkey."""
    host = host_of(request)
    if host == LOCALHOST:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return request.is_secure()
    return False
