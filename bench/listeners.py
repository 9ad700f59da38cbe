"""Subscribers of a live stream, thousands in one process: when each received which version, and its time offline.

``python -m bench.listeners PORT PATH COUNT CPU``; commands come by standard input, one a line, answers go as JSON.
``report`` returns the times (of the clock that all processes share) at which each version was received; ``state``
returns who is connected. A listener that loses the stream reconnects after the server's retry time, as a browser does.
"""

import json
import os
import re
import resource
import select
import socket
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from heapq import heappop, heappush

TOLD = re.compile(rb"id: (\d+)\n")
RETRY = re.compile(rb"retry: (\d+)\n")
CONNECTS_AT_ONCE = 200


@dataclass(slots=True)
class Subscriber:
    number: int
    line: socket.socket | None = None
    is_open: bool = False
    retry: float = 1.0
    last: bytes = b""


class Crowd:
    """All subscribers of this process, on one epoll."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self.port, self.path = port, path
        self.poll = select.epoll()
        self.by_file: dict[int, Subscriber] = {}
        self.heard: dict[int, list[float]] = defaultdict(list)
        self.back: list[float] = []
        self.refused = 0
        self.waiting: list[tuple[float, int, Subscriber]] = []
        for number in range(count):
            heappush(self.waiting, (0.0, number, Subscriber(number)))

    @property
    def connected(self) -> int:
        return sum(each.is_open for each in self.by_file.values())

    def connect(self, each: Subscriber) -> None:
        # Different loopback addresses, as from several halls, so that no limit for one address is reached.
        line = socket.socket()
        line.setblocking(False)
        line.bind((f"127.0.0.{2 + each.number % 5}", 0))
        line.connect_ex(("127.0.0.1", self.port))
        each.line, each.is_open = line, False
        self.by_file[line.fileno()] = each
        self.poll.register(line.fileno(), select.EPOLLIN | select.EPOLLOUT)

    def lose(self, each: Subscriber) -> None:
        assert each.line is not None
        self.poll.unregister(each.line.fileno())
        del self.by_file[each.line.fileno()]
        each.line.close()
        heappush(self.waiting, (time.monotonic() + each.retry, each.number, each))

    def turn(self) -> bool:
        """Handle all events; False when there are no more commands."""
        now = time.monotonic()
        for _ in range(CONNECTS_AT_ONCE):
            if not self.waiting or self.waiting[0][0] > now:
                break
            self.connect(heappop(self.waiting)[2])
        for file, events in self.poll.poll(0.02):
            if file == sys.stdin.fileno():
                if not self.obey(sys.stdin.readline().strip()):
                    return False
            elif file in self.by_file:
                self.handle(self.by_file[file], events)
        return True

    def handle(self, each: Subscriber, events: int) -> None:
        assert each.line is not None
        try:
            if events & select.EPOLLOUT and not events & (select.EPOLLERR | select.EPOLLHUP):
                known = b"Last-Event-ID: %s\r\n" % each.last if each.last else b""
                each.line.send(b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n" % (self.path.encode(), known))
                self.poll.modify(each.line.fileno(), select.EPOLLIN)
                return
            data = each.line.recv(65536)
        except OSError:
            data = b""
        if not data:
            self.refused += not each.is_open
            self.lose(each)
        else:
            self.read(each, data)

    def read(self, each: Subscriber, data: bytes) -> None:
        now = time.monotonic()
        if not each.is_open and data.startswith(b"HTTP/1.1 200"):
            each.is_open = True
            self.back.append(now)
        if pause := RETRY.search(data):
            each.retry = int(pause[1]) / 1000
        if told := TOLD.findall(data):
            each.last = told[-1]
            for version in told:
                self.heard[int(version)].append(now)

    def obey(self, command: str) -> bool:
        answers = {
            "state": lambda: {"connected": self.connected, "refused": self.refused},
            "report": lambda: {"heard": self.heard, "back": self.back},
        }
        if command not in answers:
            return False
        print(json.dumps(answers[command]()), flush=True)
        if command == "report":
            self.heard, self.back = defaultdict(list), []
        return True


def main() -> None:
    port, path, count, cpu = sys.argv[1:]
    os.sched_setaffinity(0, {int(cpu)})
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd = Crowd(int(port), path, int(count))
    crowd.poll.register(sys.stdin.fileno(), select.EPOLLIN)
    while crowd.turn():
        pass


if __name__ == "__main__":
    main()
