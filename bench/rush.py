"""The fastest readers for a server: one process, persistent connections, pipelined requests.

A client in Python is slower than nginx, so that it would measure itself: each connection keeps several requests in
flight, and counts bytes instead of parsing them.
"""

import json
import os
import select
import socket
import subprocess
import sys
import time

from bench.servers import ROOT

SECONDS = 3.0
CONNECTIONS = 16
UNDER_WAY = 16
CLIENT_CPU = 1


def rush(port: int, path: str) -> tuple[float, float]:
    """Return answers a second and answers in all, by a process on the core without the server."""
    run = subprocess.run(
        [sys.executable, "-m", "bench.rush", str(port), path],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(run.stderr[-2000:])
    rate, answers = json.loads(run.stdout)
    return float(rate), float(answers)


def size_of_answer(port: int, request: bytes) -> int:
    """Return the bytes of one answer, head and body; RuntimeError where it is not 200 with its length."""
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(request)
        got = line.recv(65536)
        while b"\r\n\r\n" not in got:
            got += line.recv(65536)
        head, _blank, _body = got.partition(b"\r\n\r\n")
        fields = dict(row.lower().split(b": ", 1) for row in head.split(b"\r\n")[1:])
        if not head.startswith(b"HTTP/1.1 200") or b"content-length" not in fields:
            raise RuntimeError(head.decode())
        return len(head) + 4 + int(fields[b"content-length"])


def rushing(port: int, path: str) -> tuple[float, float]:
    request = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: it\r\n\r\n" % path.encode()
    size_of_answer(port, request)
    size = size_of_answer(port, request)
    poll = select.epoll()
    lines: dict[int, socket.socket] = {}
    for _ in range(CONNECTIONS):
        line = socket.create_connection(("127.0.0.1", port), 10)
        line.sendall(request * UNDER_WAY)
        line.setblocking(False)
        lines[line.fileno()] = line
        poll.register(line.fileno(), select.EPOLLIN)
    buffer, read = bytearray(1 << 20), dict.fromkeys(lines, 0)
    begun, got = time.perf_counter(), 0
    while (now := time.perf_counter()) - begun < SECONDS:
        for file, _events in poll.poll(1.0):
            count = lines[file].recv_into(buffer)
            if not count:
                raise RuntimeError("the server hung up")
            got += count
            read[file] += count
            done, read[file] = divmod(read[file], size)
            if done:
                lines[file].sendall(request * done)
    return got / size / (now - begun), got / size


if __name__ == "__main__":
    os.sched_setaffinity(0, {CLIENT_CPU})
    print(json.dumps(rushing(int(sys.argv[1]), sys.argv[2])))
