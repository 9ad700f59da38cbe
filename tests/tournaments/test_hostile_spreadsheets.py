"""A real server that is sent spreadsheets at once, the worst that are taken: everybody else is served meanwhile.

``pytest tests/tournaments/test_hostile_spreadsheets.py -s`` prints the figures of docs/promises.md.
"""

import http.client
import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.serving import ROOT, Site, prepared_site, serving
from tests.searching import in_short
from tests.tournaments.services.reading_workbooks import inline
from tests.waiting import until
from tournaments.jobs.writes.jobs import MOST_READERS

SENDERS = in_short(4, 8)
# Between one look at the pages and the next: who reads needs the processor too.
PAUSE = 0.1
# The cells of a spreadsheet that is read whole, and how many of them are in a row.
WHOLE, COLUMNS = 99_960, 40
# Seconds: what 95 in 100 pages take at most, and after how long all are read or refused. A second is promised for a
# machine with nothing else to do; a page that waits for the readers waits for many more.
AT_ONCE, LONGEST = 5.0, 240.0
# MB that the web process may grow by: two uploads in each of its eight threads, and what the reader wrote.
GROWTH = 80
PAGES = ("/", "/entra/", "/circoli/", "/readyz")


def asked(site: Site, path: str, sender: dict[str, str] | None = None, body: bytes = b"") -> tuple[int, str, str]:
    """The status of an answer, where it leads and what it says."""
    connection = http.client.HTTPConnection(site.url.removeprefix("http://"), timeout=60)
    headers = {"Accept-Language": "en", **({"Cookie": sender["cookie"]} if sender else {})}
    if body:
        headers["Content-Type"] = "multipart/form-data; boundary=part"
    try:
        connection.request("POST" if body else "GET", path, body or None, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Location", ""), answer.read().decode()
    finally:
        connection.close()


def form(sender: dict[str, str], data: bytes) -> bytes:
    told = f'--part\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{sender["token"]}\r\n'
    file = '--part\r\nContent-Disposition: form-data; name="file"; filename="elenco.xlsx"\r\n\r\n'
    return told.encode() + file.encode() + data + b"\r\n--part--\r\n"


def memory(process: int) -> int:
    """MB that a process has now."""
    said = Path(f"/proc/{process}/status").read_text()
    return int(said.partition("VmRSS:")[2].split()[0]) // 1_000


def readers(server: int) -> list[int]:
    """The processes in which spreadsheets are read now."""
    children = Path(f"/proc/{server}/task").glob("*/children")
    found = [int(pid) for each in children for pid in each.read_text().split()]
    return [pid for pid in found if b"xlsx_child" in command(pid)]


def command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


@pytest.mark.full
def test_spreadsheets_at_once_keep_nobody_else_waiting(tmp_path: Path) -> None:
    site = prepared_site(tmp_path)
    made = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.senders", str(SENDERS)],
        cwd=ROOT,
        env=site.environment,
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    senders: list[dict[str, str]] = json.loads(made)
    # Half of them are refused when their cells are counted, half are as large as one may be, and read whole.
    books = [inline(120_000), inline(WHOLE, COLUMNS)]
    with serving(site) as server:
        until(lambda: asked(site, "/readyz")[0] == 200, "the site is ready")
        for path in PAGES:
            asked(site, path)
        before, sent, took, most, at_once = memory(server.pid), {}, [], 0, 0

        def send(number: int, sender: dict[str, str]) -> None:
            begun = time.monotonic()
            answer = asked(site, sender["page"], sender, form(sender, books[number % 2]))
            sent[number] = (*answer[:2], time.monotonic() - begun)

        threads = [threading.Thread(target=send, args=each) for each in enumerate(senders)]
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        waiting: dict[int, str] = {}
        ended: dict[int, str] = {}
        while len(ended) < SENDERS and time.monotonic() - begun < LONGEST:
            for path in PAGES:
                asked_at = time.monotonic()
                assert asked(site, path)[0] == 200
                took.append(time.monotonic() - asked_at)
            time.sleep(PAUSE)
            at_once = max(at_once, len(readers(server.pid)))
            most = max(most, memory(server.pid))
            for number in set(sent) - set(ended):
                status, where, _seconds = sent[number]
                assert status == 303
                page = asked(site, where, senders[number])[2]
                (waiting if "data-poll-url" in page else ended)[number] = page
        all_read = time.monotonic() - begun
        for thread in threads:
            thread.join()
    p95 = sorted(took)[int(len(took) * 0.95)]
    slowest = max(seconds for _status, _where, seconds in sent.values())
    sys.stdout.write(
        f"\n{SENDERS} spreadsheets at once: {len(took)} pages meanwhile, p50 {sorted(took)[len(took) // 2] * 1000:.0f} "
        f"ms, p95 {p95 * 1000:.0f} ms, longest {max(took) * 1000:.0f} ms; each upload answered within "
        f"{slowest * 1000:.0f} ms, "
        f"all read or refused after {all_read:.1f} s, {at_once} at once; the web process from {before} to {most} MB\n"
    )
    _read_as_they_should(ended)
    assert waiting, "the page never said that it waits"
    assert at_once in range(1, MOST_READERS + 1)
    assert most - before < GROWTH
    assert p95 < AT_ONCE


def _read_as_they_should(ended: dict[int, Any]) -> None:
    refused = [number for number, page in ended.items() if "cells: keep the columns" in page]
    assert sorted(refused) == list(range(0, SENDERS, 2))
    rows = [len(re.findall(r"^(?:R\d+;){39}R\d+", ended[number], re.MULTILINE)) for number in range(1, SENDERS, 2)]
    assert set(rows) == {WHOLE // COLUMNS}
