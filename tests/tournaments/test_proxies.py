"""Who reads is told by the last address that no trusted proxy vouches for; what a stranger says counts for nothing."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from tournaments.config.proxies import Proxies, ProxyMiddleware

PROXIES = Proxies(["127.0.0.1", "::1", "10.0.0.0/8"])
READER, LIAR = "192.0.2.7", "198.51.100.9"


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("127.0.0.1", READER, READER),
        ("127.0.0.1", f"{LIAR}, {READER}", READER),
        ("127.0.0.1", f"{LIAR}, {READER}, 10.1.1.1", READER),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "10.1.1.1", "10.1.1.1"),
        (READER, LIAR, READER),
        ("", READER, READER),
        ("::1", "2001:db8::1", "2001:db8::1"),
        ("127.0.0.1", "no address", "no address"),
    ],
)
def test_who_reads(peer: str, forwarded: str, expected: str) -> None:
    assert PROXIES.reader(peer, forwarded) == expected


def test_the_client_of_a_stream_is_the_reader() -> None:
    headers = [(b"host", b"a"), (b"x-forwarded-for", LIAR.encode()), (b"x-forwarded-for", READER.encode())]
    scope = {"type": "http", "client": ("127.0.0.1", 5), "headers": headers}
    assert PROXIES.reader_of(scope)["client"] == (READER, 5)
    assert scope["client"] == ("127.0.0.1", 5)
    assert PROXIES.reader_of({**scope, "client": None})["client"] == (READER, 0)
    assert Proxies(()).reader_of(scope)["client"] == ("127.0.0.1", 5)


@pytest.mark.parametrize(("peer", "is_believed"), [("10.1.2.3", True), (LIAR, False)])
def test_what_a_stranger_says_of_a_request_is_removed(settings: Settings, peer: str, is_believed: bool) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/8"]
    seen: list[HttpRequest] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return HttpResponse()

    given = {"x-forwarded-for": READER, "x-forwarded-proto": "https", "x-forwarded-host": "evil.example"}
    ProxyMiddleware(view)(RequestFactory().get("/", headers=given, REMOTE_ADDR=peer))
    assert seen[0].META["REMOTE_ADDR"] == (READER if is_believed else LIAR)
    assert ("HTTP_X_FORWARDED_PROTO" in seen[0].META) is is_believed
    assert ("HTTP_X_FORWARDED_HOST" in seen[0].META) is is_believed
