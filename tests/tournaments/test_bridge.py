"""A request on its way to a thread and back: what is read of it, how long it is waited for, and what is told."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests.tournaments import factories as make
from tournaments.config import bodies, bridge
from tournaments.config.api_addresses.urls import urlpatterns
from tournaments.config.bodies import Bodies, Body, GoneError
from tournaments.config.bridge import Bridge
from tournaments.frame.networks import SharedPlaces
from tournaments.frame.serving.bodies import REFUSED, SENTENCES, UPLOAD, USUAL, limit_at

Parts = Iterable[bytes]


def scope(path: str = "/entra/", host: str = "192.0.2.1", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": named,
        "client": (host, 5),
        "server": ("127.0.0.1", 8000),
    }


def sent(parts: Parts, *, ends: bool = True, gone: bool = False) -> Callable[[], Any]:
    """A sender of these parts, who then keeps still, or hangs up."""
    waiting = list(parts)

    async def receive() -> dict[str, Any]:
        if waiting:
            part = waiting.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(waiting) or not ends}
        if gone:
            return {"type": "http.disconnect"}
        await asyncio.Event().wait()
        raise AssertionError

    return receive


def read(of: dict[str, Any], receive: Callable[[], Any], by: Bodies | None = None) -> tuple[int, bytes]:
    """The status of the refusal of a body, and what was read of it."""
    body: Body = asyncio.run((by or Bodies()).read(of, receive))
    with body:
        return body.refused, body.file.read() if not body.refused else b""


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.1)
    monkeypatch.setattr(bodies, "HEARD_OUT", 0.1)


def test_a_body_is_read_whole_stated_or_in_chunks() -> None:
    assert read(scope(content_length="6"), sent([b"abc", b"def"])) == (0, b"abcdef")
    assert read(scope(transfer_encoding="chunked"), sent([b"abc", b"", b"def"])) == (0, b"abcdef")


def test_without_a_body_nothing_is_waited_for() -> None:
    assert read(scope(), sent([], ends=False)) == (0, b"")
    assert read(scope(content_length="0"), sent([], ends=False)) == (0, b"")


@pytest.mark.parametrize("headers", [{"content_length": "100"}, {"transfer_encoding": "chunked"}])
def test_a_body_that_does_not_come_is_waited_for_until_its_time_is_over(headers: dict[str, str]) -> None:
    assert read(scope(**headers), sent([b"x"], ends=False)) == (408, b"")


def test_who_sends_at_a_fair_rate_has_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.6)
    monkeypatch.setattr(bodies, "SLOWEST", 100)

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.03)
        left.pop()
        return {"type": "http.request", "body": b"x" * 100, "more_body": bool(left)}

    left = [None] * 25
    assert read(scope(content_length="2500"), receive) == (0, b"x" * 2500)


def test_who_hangs_up_takes_no_thread() -> None:
    with pytest.raises(GoneError):
        read(scope(content_length="9"), sent([b"x"], ends=False, gone=True))


def test_a_body_is_as_large_as_its_address_takes() -> None:
    event, upload = "/api/v1/events/sera/", "/organizza/nuovo/archivio/"
    assert read(scope(event, content_length=str(USUAL + 1)), sent([], ends=False)) == (413, b"")
    assert read(scope(event, transfer_encoding="chunked"), sent([b"x" * USUAL, b"x"], ends=False)) == (413, b"")
    assert read(scope(event, transfer_encoding="chunked"), sent([b"x" * USUAL]))[0] == 0
    assert read(scope(upload, transfer_encoding="chunked"), sent([b"x" * USUAL, b"x"])) == (0, b"x" * (USUAL + 1))
    assert read(scope(upload, content_length=str(UPLOAD + 1)), sent([], ends=False)) == (413, b"")
    assert read(scope("/no/such/address/", content_length=str(USUAL + 1)), sent([], ends=False)) == (413, b"")


def test_only_what_takes_files_and_long_lists_reads_more_than_a_form() -> None:
    large = {
        route.name for route in urlpatterns if getattr(getattr(route, "callback", None), "body_limit", USUAL) > USUAL
    }
    assert large <= {"api_entries_bulk", "api_jobs", "api_imports"}
    assert limit_at(reverse("api_entries_bulk", args=["sera"])) == UPLOAD
    assert limit_at(reverse("organise_import", args=["sera"])) == UPLOAD
    assert limit_at(reverse("login")) == USUAL


def test_of_one_address_so_many_bodies_may_be_on_their_way_and_what_is_there_is_always_taken() -> None:
    async def scene() -> list[int]:
        shared, here = Bodies(most=12, most_from_one_address=2), scope(content_length="9")
        still = [asyncio.create_task(shared.read(here, sent([b"x"], ends=False))) for _ in range(2)]
        await asyncio.sleep(0)
        late = await shared.read(here, sent([b"x"], ends=False))
        whole = await shared.read(scope(content_length="1"), sent([b"x"]))
        whole.file.close()
        there = scope(host="192.0.2.2", content_length="9")
        other = asyncio.create_task(shared.read(there, sent([b"x"], ends=False)))
        return [late.refused, whole.refused, *[(await each).refused for each in (*still, other)]]

    assert asyncio.run(scene()) == [429, 0, 408, 408, 408]


@pytest.mark.parametrize("headers", [{"content_length": str(USUAL + 1)}, {"transfer_encoding": "chunked"}])
def test_of_one_address_so_many_large_bodies_are_kept_until_they_are_answered(headers: dict[str, str]) -> None:
    upload = scope(reverse("organise_import", args=["sera"]), **headers)

    async def scene() -> list[int]:
        shared = Bodies()
        kept = [
            await shared.read(upload, sent([b"x" * USUAL, b"x"])) for _ in range(bodies.MOST_LARGE_FROM_ONE_ADDRESS)
        ]
        late = await shared.read(upload, sent([b"x"], ends=False))
        form = await shared.read(scope(content_length="1"), sent([b"x"]))
        with kept.pop():
            pass
        again = await shared.read(upload, sent([b"x"]))
        for body in (*kept, form, again):
            with body:
                pass
        return [*{body.refused for body in kept}, late.refused, form.refused, again.refused]

    assert asyncio.run(scene()) == [0, 429, 0, 0]


def test_who_hangs_up_in_a_large_body_leaves_its_place() -> None:
    upload = scope(reverse("organise_import", args=["sera"]), content_length=str(USUAL + 1))

    async def scene() -> int:
        shared = Bodies()
        for _ in range(bodies.MOST_LARGE + 1):
            with pytest.raises(GoneError):
                await shared.read(upload, sent([b"x"], ends=False, gone=True))
        with await shared.read(upload, sent([b"x" * USUAL, b"x"])) as body:
            return body.refused

    assert asyncio.run(scene()) == 0


def test_a_few_addresses_never_fill_a_room() -> None:
    room = SharedPlaces(8000, 2500)
    crowd = ["198.51.100.1", "198.51.100.2", "198.51.100.3", "198.51.100.4"]
    for address in crowd:
        while room.has_place(address):
            room.enter(address)
    assert [room._addresses[address] for address in crowd] == [2500, 2500, 1500, 750]
    readers = [f"192.0.2.{number}" for number in range(250)]
    for _ in range(2):
        for address in readers:
            assert room.has_place(address)
            room.enter(address)


def served(bridge: Bridge, of: dict[str, Any], receive: Callable[[], Any]) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    asyncio.run(bridge(of, receive, send))
    return messages


class Written(list[bytes]):
    """What a page has written."""

    def close(self) -> None:
        self.clear()


def told(environ: dict[str, Any], start: Any) -> Any:
    """A page that says what it was given."""
    start("200 OK", [("Content-Type", "text/plain")])
    read = environ["wsgi.input"].read()
    return Written([f"{environ['CONTENT_LENGTH']} {environ.get(REFUSED)} ".encode(), read])


def test_a_thread_gets_a_whole_request_and_makes_a_whole_answer() -> None:
    start, body, end = served(Bridge(told, 1), scope(transfer_encoding="chunked"), sent([b"abc", b"def"]))
    assert (start["status"], start["headers"]) == (200, [(b"content-type", b"text/plain")])
    assert (body["body"], end) == (b"6 None abcdef", {"type": "http.response.body", "body": b""})


def test_a_header_whose_name_has_an_underscore_is_not_read() -> None:
    """A proxy that sets ``X-Forwarded-For`` may pass ``X_Forwarded_For`` on as it came."""

    def page(environ: dict[str, Any], start: Any) -> Any:
        start("200 OK", [])
        return Written([f"{name}={value} ".encode() for name, value in environ.items() if name.startswith("HTTP_X_")])

    forged = {**scope(x_real="1"), "method": "GET"}
    for name in (b"x_forwarded_for", b"x_forwarded-proto", b"x-forwarded_host", b"x_request_id"):
        forged["headers"] = [*forged["headers"], (name, b"198.51.100.9")]
    forged["headers"] = [*forged["headers"], (b"x-forwarded-for", b"192.0.2.7")]
    _start, body, _end = served(Bridge(page, 1), forged, sent([]))
    assert body["body"] == b"HTTP_X_REAL=1 HTTP_X_FORWARDED_FOR=192.0.2.7 "


def test_where_too_many_wait_for_a_thread_the_next_is_told_so_at_once(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    monkeypatch.setattr(bridge, "MOST_WAITING", 4)
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "site.css").touch()
    go_on = threading.Event()

    def page(environ: dict[str, Any], start: Any) -> Any:
        if not environ["PATH_INFO"].startswith("/static/"):
            go_on.wait(20)
        start("200 OK", [])
        return Written()

    async def scene() -> list[tuple[int, dict[str, Any]]]:
        pages = Bridge(page, 1)

        async def ask(path: str, host: str) -> tuple[int, dict[str, Any]]:
            messages: list[dict[str, Any]] = []

            async def send(message: dict[str, Any]) -> None:
                messages.append(message)

            await pages(scope(path, host, accept_language="en"), sent([]), send)
            return messages[0]["status"], {**dict(messages[0]["headers"]), "body": messages[1]["body"]}

        waiting = []
        # One address has half of the places, the next half of the rest; then one place is left for somebody else.
        for host in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            waiting.append(asyncio.create_task(ask("/", host)))
            await asyncio.sleep(0)
        refused = [await ask(path, "192.0.2.1") for path in ("/", "/api/v1/events/", "/static/css/none.css")]
        files = await ask("/static/css/site.css", "192.0.2.1")
        waiting.append(asyncio.create_task(ask("/", "192.0.2.3")))
        await asyncio.sleep(0)
        refused.append(await ask("/", "192.0.2.4"))
        go_on.set()
        return [*refused, files, *[await each for each in waiting], await ask("/", "192.0.2.1")]

    page_told, problem_told, no_file, full, files, *served_later = asyncio.run(scene())
    assert [files[0], *[status for status, _told in served_later]] == [200] * 6
    for status, answer in (page_told, problem_told, no_file, full):
        assert (status, answer[b"retry-after"], answer[b"cache-control"]) == (503, b"10", b"private, no-store")
    assert SENTENCES[503] in page_told[1]["body"].decode()
    assert problem_told[1][b"content-type"] == b"application/problem+json"
    problem = json.loads(problem_told[1]["body"])
    assert (problem["code"], problem["detail"], problem["status"]) == ("too_busy", SENTENCES[503], 503)


def test_who_is_refused_is_heard_out_and_then_the_connection_ends() -> None:
    start, body, _end = served(Bridge(told, 1), scope(content_length="100"), sent([b"x"], ends=False))
    assert start["headers"][-1] == (b"connection", b"close")
    assert body["body"] == b"0 408 "


@pytest.mark.django_db
@pytest.mark.parametrize("status", [408, 413, 429])
def test_a_body_that_was_not_read_is_told_on_a_page_and_to_a_program(client: Client, status: int) -> None:
    page = client.post("/entra/", {}, **{REFUSED: status, "HTTP_ACCEPT_LANGUAGE": "en"})  # type: ignore[arg-type]
    assert (page.status_code, SENTENCES[status] in page.content.decode()) == (status, True)
    answer = client.post(
        "/api/v1/events/",
        "{}",
        "application/json",
        **{REFUSED: status, "HTTP_ACCEPT_LANGUAGE": "en"},  # type: ignore[arg-type]
    )
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    code = {408: "too_slow", 413: "too_large", 429: "too_many_waiting"}[status]
    assert (answer.json()["code"], answer.json()["detail"]) == (code, SENTENCES[status])
    assert [each.headers.get("Retry-After") for each in (page, answer)] == ["10" if status == 429 else None] * 2


@pytest.mark.django_db
def test_a_list_that_did_not_arrive_is_told_as_everywhere_and_one_too_large_where_it_is_typed(client: Client) -> None:
    event = make.knockout(entries=2)
    boss = make.client_of(make.boss_of(event))
    where = reverse("organise_import", args=[event.slug])
    slow = boss.post(where, {}, **{REFUSED: 408, "HTTP_ACCEPT_LANGUAGE": "en"})  # type: ignore[arg-type]
    assert (slow.status_code, SENTENCES[408] in slow.content.decode()) == (408, True)
    large = boss.post(where, {}, **{REFUSED: 413})  # type: ignore[arg-type]
    assert (large.status_code, b'name="text"' in large.content) == (413, True)
