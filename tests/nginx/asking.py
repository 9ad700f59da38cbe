"""A connection to nginx with the certificate of the test."""

import ssl
from http.client import HTTPSConnection

from bench.nginx import Proxy


def secured(proxy: Proxy) -> HTTPSConnection:
    trusted = ssl.create_default_context(cafile=str(proxy.folder / "fullchain.pem"))
    return HTTPSConnection("127.0.0.1", proxy.port, timeout=60, context=trusted)
