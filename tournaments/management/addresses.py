"""The addresses of this computer: whether a port is free, and where the phones of the hall find it."""

import http.client
import socket
import urllib.request
from typing import Final

from tournaments.language import translate as _
from tournaments.system_errors import reason

# This computer is asked directly, whatever proxy the system has.
DIRECT: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))
LOOKS_SECONDS: Final = 3


def is_port(port: str) -> bool:
    return port.isascii() and port.isdecimal() and 0 < int(port) < 65536


def why_not(host: str, port: str) -> str:
    """Return in words why nobody can be served there; nothing where it is free."""
    if not is_port(port):
        return _("--port takes a number from 1 to 65535, not %(port)s.") % {"port": repr(port)}
    other = {"port": port, "other": 8000 if int(port) < 1024 else int(port) % 65535 + 1}
    with socket.socket() as probe:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            # On Windows the other option lets two programs listen on one port.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # As the server does it: a port whose last connections are just being closed is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
            probe.listen()
        except PermissionError:
            # Below 1024 on Linux; on Windows also ranges above it, which other programs keep for themselves.
            return _("This system does not let you use port %(port)s: choose another one, --port %(other)s.") % other
        except OSError as error:
            return _(
                "Port %(port)s cannot be used (%(why)s): perhaps Settebello runs already: then use that. Otherwise "
                "choose another port: --port %(other)s."
            ) % {**other, "why": reason(error)}
    return ""


def in_the_hall() -> str:
    """Return the address of this computer in its local network, or its own; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only asks the system which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            pass
    # A network that leads nowhere else, as that of a laptop which is the hot spot itself.
    try:
        own = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        own = []
    return next((each for each in own if not each.startswith("127.")), "127.0.0.1")


def is_taken(port: str) -> bool:
    """Return whether some program answers on this port of this computer."""
    try:
        with socket.create_connection(("127.0.0.1", int(port)), LOOKS_SECONDS):
            return True
    except OSError:
        return False


def is_served(url: str) -> bool:
    """Return whether this very program answers there."""
    try:
        with DIRECT.open(f"{url}/livez", timeout=LOOKS_SECONDS) as answer:
            return bool(answer.read(20) == b"alive\n")
    except (OSError, ValueError, http.client.HTTPException):
        return False
