"""Prints the address of this computer in its local network; nothing is sent."""

import socket

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
    try:
        # Connecting a datagram socket only asks the system which of its addresses it would use.
        probe.connect(("192.0.2.1", 9))
        print(probe.getsockname()[0])
    except OSError:
        print("127.0.0.1")
