"""Ports for the servers of tests and benches, which may be killed and come back to the same one.

A server is told its address before it listens (``SITE_URL``), and while it is dead nobody may answer in its place:
hence no socket that the tests hold open for it. A number is promised to one process of tests by a name that the kernel
gives once and takes back when that process ends, and lies where no outgoing connection is given one.
"""

import random
import socket

# Below those that Linux gives to outgoing connections, which would take the port of a server that was just killed.
PORTS = (15_000, 32_000)
MOST_TRIES = 100
# As long as these are open, no other process of tests is given the same port.
_RESERVED: list[socket.socket] = []


def free_port() -> int:
    """A port that nobody listens on or was promised, and none of those that outgoing connections take."""
    for _ in range(MOST_TRIES):
        port = random.randint(*PORTS)
        mine = socket.socket(socket.AF_UNIX)
        with socket.socket() as probe:
            try:
                mine.bind(f"\0settebello-port-{port}")
                probe.bind(("127.0.0.1", port))
            except OSError:
                mine.close()
                continue
        _RESERVED.append(mine)
        return port
    raise AssertionError("no port is free")
