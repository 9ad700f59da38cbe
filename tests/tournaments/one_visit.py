"""One web process, one account that logs in: ``python -m tests.tournaments.one_visit`` tells what is in memory then."""

import json
import sys
from collections.abc import Iterator
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from tournaments.config import asgi, on_demand

FORM = "application/x-www-form-urlencoded"
ADDRESS, PASSWORD = "gino@example.org", "una parola lunga"


def visits() -> Iterator[int]:
    """The status of each answer to somebody who logs in; without Django's client, which brings much of its own."""
    cookies: dict[str, str] = {}

    def ask(method: str, path: str, **fields: str) -> int:
        body = urlencode(fields).encode()
        told: list[int] = []

        def start(status: str, headers: list[tuple[str, str]], *_more: Any) -> None:
            told.append(int(status[:3]))
            for name, value in headers:
                if name == "Set-Cookie":
                    cookies.update({key: one.value for key, one in SimpleCookie(value).items()})

        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "HTTP_X_CSRFTOKEN": cookies.get("csrftoken", ""),
            "CONTENT_TYPE": FORM,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.url_scheme": "http",
        }
        b"".join(asgi.wsgi(environ, start))
        return told[0]

    yield ask("GET", "/")
    yield ask("GET", "/entra/")
    yield ask("POST", "/entra/", login=ADDRESS, password=PASSWORD)
    yield ask("GET", "/miei/")


def own_mb() -> float:
    """The share of memory of this process; 0 where the system does not tell."""
    try:
        with open("/proc/self/smaps_rollup") as told:  # noqa: PTH123 - pathlib is none of what is measured
            return next(int(line.split()[1]) / 1024 for line in told if line.startswith("Pss:"))
    except OSError:
        return 0.0


if __name__ == "__main__":
    from tournaments.accounts.writes import accounts

    accounts.register(name="Gino Vanni", email=ADDRESS, password=PASSWORD)
    answers = list(visits())
    # As every process does after its start.
    on_demand.load("tournaments.upkeep.writes.sweeping")
    asgi.load_rest()
    sys.stdout.write(json.dumps({"answers": answers, "modules": sorted(sys.modules), "mb": own_mb()}))
