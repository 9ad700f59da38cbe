"""Many clients at once, in their own process, so that they do not slow the measuring one.

``python -m bench.crowd`` reads a task as JSON from standard input and writes its figures as JSON.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from bench.servers import ROOT, Browser

SECONDS = 300


@dataclass(frozen=True)
class Request:
    """One request, and its expected status."""

    path: str
    form: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    wanted: int = 200

    def send_by(self, browser: Browser) -> float:
        """Return the milliseconds of a request."""
        method = "POST" if self.form else "GET"
        status, body, _headers, taken = browser.ask(method, self.path, self.form, self.headers)
        if status != self.wanted:
            raise RuntimeError(f"{method} {self.path}: {status} {body[:300]!r}")
        # The page after a result shows its message once.
        browser.cookies.pop("messages", None)
        return taken


@dataclass(frozen=True)
class Rush:
    """The result of a crowd: answers a second, and the milliseconds of each."""

    rate: float
    times: list[float]


def together(port: int, requests: Sequence[Request], clients: int, account: Sequence[str] = ()) -> Rush:
    """Send all of ``requests`` with ``clients`` at once; logged in where there is an account."""
    task = {
        "port": port,
        "clients": clients,
        "account": list(account),
        "requests": [asdict(one) for one in requests],
    }
    run = subprocess.run(
        [sys.executable, "-m", "bench.crowd"],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=SECONDS,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(run.stderr[-2000:])
    done = json.loads(run.stdout)
    return Rush(len(done["times"]) / done["seconds"], done["times"])


def _client(browser: Browser, waiting: "SimpleQueue[Request]", start: threading.Barrier, times: list[float]) -> None:
    start.wait()
    while True:
        try:
            request = waiting.get_nowait()
        except Empty:
            return
        times.append(request.send_by(browser))


def _browser(task: Mapping[str, Any]) -> Browser:
    browser = Browser(task["port"])
    if task["account"]:
        browser.log_in(*task["account"])
    return browser


def main() -> None:
    task = json.load(sys.stdin)
    waiting: SimpleQueue[Request] = SimpleQueue()
    for one in task["requests"]:
        waiting.put(Request(**one))
    times: list[float] = []
    start = threading.Barrier(task["clients"] + 1)
    browsers = [_browser(task) for _ in range(task["clients"])]
    threads = [threading.Thread(target=_client, args=(browser, waiting, start, times)) for browser in browsers]
    for thread in threads:
        thread.start()
    start.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - begun
    if len(times) != len(task["requests"]):
        raise RuntimeError(f"{len(times)} of {len(task['requests'])} were answered")
    json.dump({"seconds": seconds, "times": times}, sys.stdout)


if __name__ == "__main__":
    main()
