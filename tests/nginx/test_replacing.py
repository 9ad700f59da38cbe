"""Two web processes behind nginx are started anew in turn, while a hall asks and writes: nobody is refused."""

import threading
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.nginx import Proxy, run_proxy
from bench.servers import Server, free_port, serve
from tests.e2e.serving import Site, prepared_site
from tests.nginx.asking import secured
from tests.waiting import until

ASKING = 4


class Hall:
    """Readers who ask all the time, half of them to write something; what each was answered."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.answers: Counter[tuple[str, int]] = Counter()
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(number,)) for number in range(ASKING)]

    def _ask(self, number: int) -> None:
        method = "POST" if number % 2 else "GET"
        asked = 0
        while not self._is_over.is_set():
            asked += 1
            line = secured(self.proxy)
            # Each address is asked for once: nothing of this is kept by nginx.
            line.request(method, f"/codice/?{number}-{asked}", body=b"code=1A-000000" if number % 2 else None)
            self.answers[method, line.getresponse().status] += 1
            line.close()

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def until_more(self, more: int = 20) -> None:
        wanted = self.answers.total() + more
        until(lambda: self.answers.total() >= wanted, "the hall goes on")

    def stop(self) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join()


# In full runs: under load one write in thousands may reach a process that closes its door (docs/operations.md).
@pytest.mark.full
def test_nobody_is_refused_while_one_process_after_the_other_is_replaced(tmp_path: Path) -> None:
    data = tmp_path / "site"
    data.mkdir()
    prepared = prepared_site(data)
    site = Site(prepared.url, prepared.data, {**prepared.environment, "SITE_URL": "https://127.0.0.1"})
    ports = free_port(), free_port()

    def served(port: int) -> Server:
        return held[port].enter_context(serve("tournaments.config.asgi:application", site.environment, port=port))

    held = {port: ExitStack() for port in ports}
    with held[ports[0]], held[ports[1]]:
        for port in ports:
            served(port)
        with run_proxy(tmp_path / "nginx", site.data / "static", ports[0], other=ports[1]) as proxy:
            hall = Hall(proxy)
            hall.start()
            try:
                for port in (*ports, *ports):
                    hall.until_more()
                    held[port].close()
                    hall.until_more()
                    served(port)
                hall.until_more()
            finally:
                hall.stop()
    assert {method for method, _status in hall.answers} == {"GET", "POST"}
    assert {status for _method, status in hall.answers} <= {200, 403}, hall.answers
