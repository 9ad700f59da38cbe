"""A server logs one JSON object a line with the request's id, and no line of any log holds a secret."""

import io
import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.test import Client
from django.urls import path, reverse
from pytest_django.fixtures import Settings

from tests.tournaments import factories as make
from tournaments.config import urls
from tournaments.config.logging import PlainFormatter, configure_structlog, json_formatter, logging_config, scrub_text
from tournaments.models import User
from tournaments.tables.writes import codes

ASKED = ("tournaments.config.proxies.ProxyMiddleware", settings.REQUEST_LOG)
SERVER = [*ASKED, *(name for name in settings.MIDDLEWARE if name not in ASKED)]
ANSWER_ID = "X-Request-ID"


def fails(request: Any) -> None:
    """A fault of the program whose message holds what it should not."""
    told = ", ".join(f"{name}={value}" for name, value in request.POST.items())
    structlog.get_logger("tournaments").warning("about to fail", **request.POST.dict())
    raise RuntimeError(f"cannot use {told}, of {request.META.get('HTTP_AUTHORIZATION')}")


urlpatterns = [*urls.urlpatterns, path("fails/", fails)]


class Log:
    """What was written, whole and line by line."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture(params=["json", "plain"])
def log(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Log]:
    """Everything that is logged, down to the last detail, as a server or a laptop writes it."""
    settings.MIDDLEWARE, settings.ROOT_URLCONF = SERVER, "tests.tournaments.test_logging"
    configure_structlog()
    written = Log()
    handler = logging.StreamHandler(written.stream)
    handler.setFormatter(json_formatter() if request.param == "json" else PlainFormatter("{message}", style="{"))
    root = logging.getLogger()
    level, root.level = root.level, logging.DEBUG
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


json_only = pytest.mark.parametrize("log", ["json"], indirect=True)


@pytest.mark.django_db
@json_only
def test_every_line_of_a_request_carries_its_id(log: Log) -> None:
    answer = Client().get("/", headers={"x-request-id": "0123456789abcdef"})
    assert answer.headers[ANSWER_ID] == "0123456789abcdef"
    Client().get("/nothing/here/", headers={"x-request-id": "0123456789abcdef"})
    assert {line["request_id"] for line in log.lines} == {"0123456789abcdef"}
    assert any(line["message"].startswith("Not Found") for line in log.lines)
    assert {line["message"] for line in log.lines} >= {"request_started", "request_finished"}


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["short", "a" * 65, "with space in it", 'quo"te-and-more', "line\x1b[2Jbreak"])
@json_only
def test_an_id_that_is_not_well_formed_is_not_taken(log: Log, given: str) -> None:
    answer = Client().get("/", headers={"x-request-id": given})
    assert answer.headers[ANSWER_ID] != given
    assert len(answer.headers[ANSWER_ID]) == 32
    assert given not in log.text


@pytest.mark.django_db
@json_only
def test_an_id_is_taken_from_a_trusted_proxy_only(log: Log, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/8"]
    given = {"x-request-id": "0123456789abcdef"}
    assert Client(REMOTE_ADDR="10.1.2.3").get("/", headers=given).headers[ANSWER_ID] == given["x-request-id"]
    assert Client(REMOTE_ADDR="192.0.2.1").get("/", headers=given).headers[ANSWER_ID] != given["x-request-id"]
    assert log.lines


@pytest.mark.django_db
def test_a_log_holds_no_secret(log: Log) -> None:
    event = make.called(entries=4)
    table = event.tables.order_by("number").first()
    assert table is not None
    code = codes.code_of(table, 0)
    user = User.objects.create_user(email="segreta@example.org", password="Pa55-of-Gino!", name="Gino")
    known = Client(raise_request_exception=False)
    known.force_login(user)
    cookie = known.cookies["sessionid"].value
    known.get("/miei/", {"token": "t0ken-in-an-address", "pin": "482913"})
    known.post("/entra/", {"login": user.email, "password": "Pa55-of-Gino!"})
    known.post("/entra/", {"login": user.email, "password": "wr0ng-Passw"})
    known.get(f"/e/{event.slug}/codice/{code}/")
    known.post(f"/e/{event.slug}/codice/{code}/")
    known.post("/codice/", {"code": code})
    known.get("/password/nuova/Mg/set-9f8e7d6c5b4a/")
    known.post(
        "/fails/?code=" + code,
        {
            "contact": user.email,
            "password": "Pa55-of-Gino!",
            "pin": "482913",
            "code": code,
            "api_token": "t0ken-posted",
        },
        headers={"authorization": "Bearer t0ken-in-a-header", "cookie": f"sessionid={cookie}"},
    )
    logging.getLogger("tournaments").error("sent %s to %s with cookie=%s", code, user.email, cookie)
    logging.getLogger("tournaments").error("redis://:p4ss@cache:6379 and postgres://site:p4ss@db/name")
    assert "fails" in log.text
    secrets = [
        code,
        code.replace("-", ""),
        user.email,
        cookie,
        "Pa55-of-Gino!",
        "wr0ng-Passw",
        "482913",
        "t0ken-in-an-address",
        "t0ken-posted",
        "t0ken-in-a-header",
        "set-9f8e7d6c5b4a",
        "p4ss",
    ]
    assert [secret for secret in secrets if secret in log.text] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GET /e/coppa/codice/12A-7GK2M9/", "GET /e/coppa/codice/[removed]/"),
        ("code 7B-ABC123 typed", "code [removed] typed"),
        ("GET /e/coppa-2026/partite/12/ 404", "GET /e/coppa-2026/partite/12/ 404"),
        ("mail to gino.rossi+a@example.org failed", "mail to [removed] failed"),
        ("redis://:secret@cache:6379/0", "redis://[removed]@cache:6379/0"),
        ("task 12ab3456-1455-455d-9db8-5fd12a1cb417", "task 12ab3456-1455-455d-9db8-5fd12a1cb417"),
        ("sweep took 12 ms at 2026-11-20", "sweep took 12 ms at 2026-11-20"),
    ],
)
def test_what_is_removed_and_what_stays(text: str, expected: str) -> None:
    assert scrub_text(text) == expected


@pytest.mark.django_db
def test_nobody_writes_a_line_of_their_own_into_the_log(log: Log) -> None:
    logging.getLogger("tournaments").warning("looked for %s", "x\n2026 ERROR forged\r\x1b[2J\u2028")
    assert len(log.text.splitlines()) == 1
    assert "\x1b" not in log.text


@pytest.mark.django_db
@json_only
def test_log_ins_and_who_is_refused_are_in_the_log(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("tournaments.security"), "propagate", True)
    account = make.user("rosa@example.org", password="tre scope e un re")
    event, client = make.knockout(entries=2), Client()
    for password in ("wrong", "tre scope e un re"):
        client.post(reverse("login"), {"login": account.email, "password": password})
    client.get(f"/organizza/{event.slug}/")

    told = [(line["level"], line["message"]) for line in log.lines if line["level"] != "debug"]
    assert ("warning", "a password was wrong") in told
    assert ("info", f"account {account.pk} logged in by password") in told
    assert ("warning", f"Not Found: /organizza/{event.slug}/") in told
    assert "rosa" not in log.text


def test_log_ins_are_written_down_however_little_else_is() -> None:
    written = logging_config("CRITICAL", is_json=True)
    assert written["loggers"]["tournaments.security"]["handlers"] == ["security"]
    assert written["handlers"]["security"]["level"] == "INFO"


def test_a_plain_line_says_when_in_universal_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    config = logging_config("WARNING", is_json=False)["formatters"]["line"]
    record = logging.LogRecord("tournaments", logging.WARNING, "", 0, "something", None, None)
    record.created, record.msecs = 1_766_262_600.25, 250.0
    line = config["()"](config["format"], style=config["style"]).format(record)
    monkeypatch.undo()
    time.tzset()
    assert line == "2025-12-20T20:30:00.250Z WARNING tournaments: something"


@json_only
def test_a_line_says_when_in_universal_time(log: Log) -> None:
    logging.getLogger("tournaments").warning("something")
    (line,) = log.lines
    assert line["timestamp"].endswith("Z")
    assert (line["level"], line["logger"]) == ("warning", "tournaments")


@pytest.mark.parametrize("run", ["a", "a-", "a.", "1A", "://", "key", "key=", "a@"])
def test_a_long_line_is_read_through_once(run: str) -> None:
    began = time.process_time()
    scrub_text(run * (100_000 // len(run)))
    assert time.process_time() - began < 10


def test_a_laptop_pays_nothing_for_the_lines_of_a_server() -> None:
    if not settings.EMBEDDED:
        assert settings.REQUEST_LOG in settings.MIDDLEWARE
        return
    assert settings.REQUEST_LOG not in settings.MIDDLEWARE
    assert "tournaments.config.proxies.ProxyMiddleware" not in settings.MIDDLEWARE
