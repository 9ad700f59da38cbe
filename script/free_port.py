"""Fails in words when somebody listens on a port already: ``free_port.py HOST PORT``."""

import socket
import sys

host, port = sys.argv[1], sys.argv[2]
if not port.isdecimal() or not 0 < int(port) < 65536:
    sys.exit(f"--port takes a number from 1 to 65535, not {port!r}.")
with socket.socket() as probe:
    # As the server does it: a port whose last connections are just being closed is free.
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind((host, int(port)))
        probe.listen()
    except PermissionError:
        sys.exit(f"Port {port} is not for everybody: choose one from 1024, script/run --port 8000.")
    except OSError as error:
        sys.exit(
            f"Port {port} cannot be used ({error.strerror}): perhaps Settebello runs already. Stop it, or choose "
            f"another port: script/run --port {int(port) % 65535 + 1}."
        )
