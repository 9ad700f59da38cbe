"""What nginx does before the site: who gets a kept page, who never does, how soon a change is seen."""

import asyncio
import gzip
import json
import os
import re
import signal
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.e2e.serving import Stage
from tests.nginx.asking import secured
from tests.nginx.conftest import Front
from tests.waiting import until

BOSS = "ornella@example.org"
# What a busy machine takes for an answer; whatever is held back wrongly is held for a minute.
BUSY_SECONDS = 20


def get(front: Front, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    line = secured(front.proxy)
    line.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer, body


def twice(front: Front, path: str) -> tuple[str, tuple[HTTPResponse, bytes], tuple[HTTPResponse, bytes]]:
    """The address, and what two strangers get there, one after the other within one second of the clock.

    A kept page ends with its second, so who was too late asks again, at an address that nobody has asked for.
    """
    for attempt in range(BUSY_SECONDS):
        begun, address = int(time.time()), f"{path}?{attempt}"
        first, second = get(front, address), get(front, address)
        if int(time.time()) == begun:
            break
    return address, first, second


def cookies(stage: Stage, account: str) -> str:
    return "; ".join(f"{name}={value}" for name, value in stage("log_in", email=account).items())


@pytest.fixture
def slug(stage: Stage, request: pytest.FixtureRequest) -> str:
    return str(stage("event", name=f"Serata {abs(hash(request.node.name)) % 10**8}", state="called", pairs=4)["slug"])


def test_the_second_stranger_is_served_by_nginx(front: Front, slug: str) -> None:
    address, (first, page), (second, same) = twice(front, f"/e/{slug}/turni/")
    assert (first.status, first.getheader("X-Cache")) == (200, "MISS")
    assert second.getheader("X-Cache") == "HIT"
    assert page == same
    assert second.getheader("Cache-Control") == "public, max-age=0, must-revalidate"
    assert first.getheader("X-Request-ID") != second.getheader("X-Request-ID")
    assert second.getheader("Content-Security-Policy") == first.getheader("Content-Security-Policy")
    known, nothing = get(front, address, If_None_Match=str(second.getheader("ETag")))
    assert (known.status, nothing) == (304, b"")


@pytest.mark.parametrize("order", ["stranger first", "somebody first"])
def test_who_is_logged_in_and_a_stranger_never_get_each_others_page(
    front: Front, stage: Stage, slug: str, order: str
) -> None:
    path, boss = f"/e/{slug}/classifica/", cookies(stage, BOSS)
    asked = [("", {}), (BOSS, {"Cookie": boss})]
    if order == "somebody first":
        asked.reverse()
    for _ in range(2):
        for who, headers in asked:
            answer, body = get(front, path, **headers)
            assert (b"/esci/" in body) is bool(who)
            if who:
                assert answer.getheader("X-Cache") == "BYPASS"
                assert answer.getheader("Cache-Control") == "private, no-cache"


@pytest.mark.parametrize("path", ["/organizza/{slug}/", "/e/{slug}/arbitro/", "/miei/", "/entra/", "/codice/"])
def test_no_page_of_an_account_is_kept(front: Front, stage: Stage, slug: str, path: str) -> None:
    path = path.format(slug=slug)
    for _ in range(2):
        answer, _body = get(front, path, Cookie=cookies(stage, BOSS))
        assert answer.getheader("X-Cache") == "BYPASS"
        stranger, _body = get(front, path)
        assert stranger.getheader("X-Cache") == "MISS"


def test_a_table_pass_is_not_kept_and_opens_nothing_for_the_next(front: Front, stage: Stage, slug: str) -> None:
    code = stage("look", slug=slug)["tables"][0]["codes"][0]
    path = f"/e/{slug}/codice/{code}/"
    for _ in range(2):
        answer, _body = get(front, path)
        assert answer.getheader("X-Cache") == "MISS"
        assert "no-store" in str(answer.getheader("Cache-Control"))
    sheet, _body = get(front, f"/e/{slug}/tavoli/1/")
    assert sheet.status == 303
    assert "/codice/" in str(sheet.getheader("Location"))


def test_language_and_size_of_text_have_pages_of_their_own(front: Front, slug: str) -> None:
    path = f"/e/{slug}/classifica/"
    asked = {
        "it": {"Accept_Language": "it"},
        "en": {"Accept_Language": "en"},
        "chosen": {"Accept_Language": "it", "Cookie": "django_language=en"},
        "large": {"Accept_Language": "it", "Cookie": "text_size=large"},
    }
    pages = {name: get(front, path, **headers)[1] for name, headers in asked.items()}
    again = {name: get(front, path, **headers)[1] for name, headers in asked.items()}
    assert pages == again
    assert b'lang="it"' in pages["it"] and b'lang="en"' in pages["en"]
    assert pages["chosen"] == pages["en"]
    assert b'data-text="large"' in pages["large"]


def test_the_packed_page_is_the_plain_one(front: Front, slug: str) -> None:
    path = f"/e/{slug}/turni/"
    packed, body = get(front, path, Accept_Encoding="br, gzip")
    plain, whole = get(front, path)
    assert packed.getheader("Content-Encoding") == "gzip"
    assert plain.getheader("Content-Encoding") is None
    assert gzip.decompress(body) == whole


def test_a_change_is_visible_within_a_second_to_who_looks_all_the_time(front: Front, stage: Stage, slug: str) -> None:
    path = f"/e/{slug}/turni/"
    assert b"match--done" not in get(front, path)[1]
    stage("play", slug=slug, number=1)
    # The second of the cache, and what answers take on a busy machine.
    until(lambda: b"match--done" in get(front, path)[1], "the change is shown", 1 + BUSY_SECONDS)


def test_who_comes_after_a_while_gets_no_old_page(front: Front, stage: Stage, slug: str) -> None:
    path = f"/e/{slug}/turni/"
    get(front, path)
    stage("play", slug=slug, number=1)
    time.sleep(2.2)
    assert b"match--done" in get(front, path)[1]


def test_a_version_is_new_at_once_kept_for_all_and_never_under_another(front: Front, stage: Stage, slug: str) -> None:
    shown = re.search(rb'data-version="(\d+)"', get(front, f"/e/{slug}/turni/")[1])
    assert shown is not None
    version = int(shown[1])
    early = f"/e/{slug}/turni/?v={version + 1}&l=it"
    soon, old = get(front, early)
    assert soon.getheader("Cache-Control") == "no-store"
    assert b"match--done" not in old
    stage("play", slug=slug, number=1)
    now, new = get(front, early, Cookie=cookies(stage, BOSS))
    assert b"match--done" in new
    first, page = get(front, early)
    other, same = get(front, early, Accept_Language="en", Cookie="text_size=large; django_language=en")
    assert b"match--done" in page
    assert page == same
    assert (first.getheader("X-Cache"), other.getheader("X-Cache")) == ("MISS", "HIT")
    assert now.getheader("Cache-Control") == other.getheader("Cache-Control") == "public, max-age=60, immutable"


def test_a_stream_is_not_held_back(front: Front, stage: Stage, slug: str) -> None:
    line = secured(front.proxy)
    line.request("GET", f"/e/{slug}/live/", headers={"Accept-Encoding": "gzip"})
    stream = line.getresponse()
    assert stream.status == 200
    assert stream.getheader("Content-Encoding") is None
    assert stream.getheader("Cache-Control") == "no-store"

    def heard() -> int:
        while not (told := stream.readline()).startswith(b"data: "):
            assert told
        return int(json.loads(told.removeprefix(b"data: "))["version"])

    before = heard()
    stage("play", slug=slug, number=1)
    written = time.monotonic()
    assert heard() > before
    assert time.monotonic() - written < BUSY_SECONDS
    line.close()


def test_static_files_come_from_the_disk_and_are_kept_for_ever(front: Front, static_file: Path) -> None:
    path = f"/static/{static_file.relative_to(front.site.data / 'static')}"
    answer, body = get(front, path)
    assert body == static_file.read_bytes()
    assert answer.getheader("Cache-Control") == "public, max-age=31536000, immutable"
    packed, small = get(front, path, Accept_Encoding="gzip")
    assert packed.getheader("Content-Encoding") == "gzip"
    assert gzip.decompress(small) == body


def test_plain_http_leads_to_tls_and_the_probes_are_for_this_computer(front: Front) -> None:
    line = HTTPConnection("127.0.0.1", front.proxy.plain_port, timeout=60)
    line.request("GET", "/e/x/?a=1", headers={"Host": "settebello.example"})
    answer = line.getresponse()
    assert (answer.status, answer.getheader("Location")) == (301, "https://settebello.example/e/x/?a=1")
    line.close()
    written = (front.proxy.folder / "nginx.conf").read_text()
    assert written.count("deny all;") == 1


def test_a_program_that_sends_its_token_in_the_clear_is_not_led_on(front: Front) -> None:
    line = HTTPConnection("127.0.0.1", front.proxy.plain_port, timeout=60)
    line.request("GET", "/api/v1/events/", headers={"Authorization": "Bearer sb_x_y"})
    answer = line.getresponse()
    assert (answer.status, answer.getheader("Location")) == (403, None)
    line.close()


def test_what_nginx_answers_itself_is_as_strict(front: Front, slug: str) -> None:
    """And says nothing twice of what the program has said, kept or not."""
    line = secured(front.proxy)
    line.request("POST", "/codice/", headers={"Content-Length": "4000000"})
    refused = line.getresponse()
    _address, (first, _page), (second, _same) = twice(front, f"/e/{slug}/")
    private, _form = get(front, "/codice/")
    line.close()
    assert (refused.status, second.getheader("X-Cache")) == (413, "HIT")
    for answer in (refused, first, second, private):
        assert answer.headers.get_all("Strict-Transport-Security") == ["max-age=31536000"]
        assert answer.headers.get_all("X-Content-Type-Options") == ["nosniff"]
        (policy,) = answer.headers.get_all("Content-Security-Policy") or []
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy


def shaken(front: Front, version: ssl.TLSVersion, ciphers: str) -> str | None:
    """The version of TLS that is agreed on with a client that knows just these; None where there is none."""
    client = ssl.create_default_context(cafile=str(front.proxy.folder / "fullchain.pem"))
    client.set_ciphers(f"{ciphers}:@SECLEVEL=0")
    client.minimum_version = client.maximum_version = version
    try:
        with (
            socket.create_connection(("127.0.0.1", front.proxy.port), timeout=60) as line,
            client.wrap_socket(line, server_hostname="127.0.0.1") as secured,
        ):
            return secured.version()
    except ssl.SSLError:
        return None


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_old_tls_and_weak_ciphers_are_not_spoken(front: Front) -> None:
    assert shaken(front, ssl.TLSVersion.TLSv1_3, "DEFAULT") == "TLSv1.3"
    assert shaken(front, ssl.TLSVersion.TLSv1_2, "ECDHE-RSA-AES128-GCM-SHA256") == "TLSv1.2"
    for weak in ("ECDHE-RSA-AES128-SHA", "AES128-GCM-SHA256", "ECDHE-RSA-AES256-SHA384"):
        assert shaken(front, ssl.TLSVersion.TLSv1_2, weak) is None, weak
    assert shaken(front, ssl.TLSVersion.TLSv1_1, "DEFAULT") is None


@pytest.mark.parametrize(
    "bounds",
    [
        "Content-Length: 4\r\nTransfer-Encoding: chunked",
        "Content-Length: 4\r\nContent-Length: 5",
        "Transfer-Encoding: chunked, identity",
        "Content-Length: 4x",
        "Content-Length: -1",
    ],
)
def test_a_request_whose_end_is_said_in_two_ways_is_refused(front: Front, bounds: str) -> None:
    trusted = ssl.create_default_context(cafile=str(front.proxy.folder / "fullchain.pem"))
    with (
        socket.create_connection(("127.0.0.1", front.proxy.port), timeout=60) as line,
        trusted.wrap_socket(line, server_hostname="127.0.0.1") as secured,
    ):
        secured.sendall(f"POST /codice/ HTTP/1.1\r\nHost: 127.0.0.1\r\n{bounds}\r\n\r\n0\r\n\r\n".encode())
        first = secured.recv(4096).split(b"\r\n")[0]
    assert first.split()[1] in (b"400", b"501"), first


def test_one_address_can_ask_neither_for_pages_nor_for_streams_without_end(front: Front) -> None:
    written = (front.proxy.folder / "nginx.conf").read_text()
    _servers, stream, pages = re.split(r"location ~ \^/e/|location / \{\s+limit_req", written)
    assert "limit_req zone=openings burst=3000 nodelay;" in stream
    assert pages.startswith(" zone=pages burst=3000 nodelay;")


def test_what_opens_something_by_itself_is_not_in_the_log(front: Front, slug: str) -> None:
    for path in (
        f"/e/{slug}/codice/7D-QW3RTY/",
        "/password/nuova/MQ/d2x-secret_of_the_link/",
        "/password/nuova/fatto/",
    ):
        get(front, path)
    log = front.proxy.folder / "access.log"
    # nginx keeps its lines for some seconds; being told to open its files anew, it writes them.
    os.kill(front.proxy.pid, signal.SIGUSR1)

    def are_written() -> bool:
        written = log.read_text()
        return written.count("/password/nuova/") >= 2 and f"/e/{slug}/codice/" in written

    # Each of its workers keeps lines of its own.
    until(are_written, lambda: f"the lines are in the log: {log.read_text()}")
    written = log.read_text()
    assert f" GET /e/{slug}/codice/- " in written
    assert " GET /password/nuova/- " in written
    assert " GET /password/nuova/fatto/ " in written
    assert "QW3RTY" not in written
    assert "secret_of_the_link" not in written


def test_a_crowd_that_hears_of_a_version_asks_the_site_once(front: Front, slug: str) -> None:
    path = f"/e/{slug}/tabellone/?v=1&l=it"
    with ThreadPoolExecutor(12) as crowd:
        answers = list(crowd.map(lambda _reader: get(front, path)[0], range(12)))
    assert [answer.status for answer in answers] == [200] * 12
    assert sum(answer.getheader("X-Cache") == "MISS" for answer in answers) == 1


def test_the_socket_of_an_online_table_passes_for_the_sites_own_pages_alone(front: Front) -> None:
    trusted = ssl.create_default_context(cafile=str(front.proxy.folder / "fullchain.pem"))
    address = f"wss://127.0.0.1:{front.proxy.port}/tavolo/987654321/filo/"

    # In one thread: a client that reads in one and writes in another shares what keeps TLS in step between them.
    async def told(origin: str) -> object:
        async with connect(address, origin=Origin(origin), ssl=trusted, open_timeout=60) as line:
            return json.loads(await asyncio.wait_for(line.recv(), 60))

    assert asyncio.run(told("https://127.0.0.1")) == {"is": "gone"}
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(told("https://evil.example"))
    assert refused.value.response.status_code == 403
