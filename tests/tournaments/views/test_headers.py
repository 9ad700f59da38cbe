"""What every kind of answer tells the browser, and what cookies say of themselves: plain, and behind TLS."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import path

from tests.architecture.addresses import ADDRESSES
from tests.tournaments import factories as make
from tournaments.frame.policies import Right, door

ROOT = Path(__file__).resolve().parents[3]


@door(reads=Right.BROWSE)
def broken(request: Any) -> None:
    raise RuntimeError("a fault of ours")


@pytest.fixture(scope="module")
def answers(stays: None) -> dict[str, Any]:
    """One answer of every kind, by the name of the kind."""
    with override_settings(ROOT_URLCONF=ADDRESSES, ALLOWED_HOSTS=["testserver"]):
        return answered()


def answered() -> dict[str, Any]:
    ADDRESSES.urlpatterns = [*ADDRESSES.urlpatterns, path("broken/", broken)]  # type: ignore[attr-defined]
    event = make.knockout(entries=2)
    stranger, boss = Client(raise_request_exception=False), make.client_of(make.boss_of(event))
    found = {
        "page": stranger.get(f"/e/{event.slug}/"),
        "kept page": stranger.get(f"/e/{event.slug}/"),
        "page of somebody": boss.get(f"/organizza/{event.slug}/"),
        "form": stranger.get("/codice/"),
        "redirect": stranger.get("/miei/"),
        "missing": stranger.get("/e/nobodys/"),
        "no address": stranger.get("/nothing/of/the/kind"),
        "forbidden": stranger.get("/unmarked/"),
        "method": stranger.delete("/regole/"),
        "refused form": stranger.post("/codice/", {"code": "x"}),
        "bad request": stranger.get("/codice/?a=%00"),
        "fault": stranger.get("/broken/"),
        "file": boss.get(f"/organizza/{event.slug}/iscritti/elenco/esempio.csv"),
        "text": stranger.get("/ora/"),
        "program": stranger.get(f"/api/v1/events/{event.slug}/"),
        "program refused": stranger.get("/api/v1/events/nobodys/"),
        "host": stranger.get("/regole/", headers={"host": "evil.example"}),
    }
    wanted = {
        "missing": 404,
        "no address": 404,
        "forbidden": 403,
        "method": 405,
        "bad request": 400,
        "fault": 500,
        "program refused": 404,
        "redirect": 302,
        "refused form": 422,
        "host": 400,
    }
    assert {name: answer.status_code for name, answer in found.items()} == {
        name: wanted.get(name, 200) for name in found
    }
    return found


@pytest.mark.django_db
def test_every_answer_has_a_policy_that_begins_with_nothing(answers: dict[str, Any]) -> None:
    for kind, answer in answers.items():
        policy = answer.headers.get("Content-Security-Policy", "")
        found = dict(part.strip().partition(" ")[::2] for part in policy.split(";") if part.strip())
        assert found.get("default-src") == "'none'", kind
        assert {found.get(name) for name in ("base-uri", "frame-ancestors", "object-src")} == {"'none'"}, kind
        assert "unsafe" not in policy and "*" not in policy and "http:" not in policy, kind


@pytest.mark.django_db
def test_no_answer_is_sniffed_framed_or_used_by_another_site(answers: dict[str, Any]) -> None:
    wanted = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
    pages = {"Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"}
    for kind, answer in answers.items():
        assert {name: answer.headers.get(name) for name in wanted | pages} == wanted | pages, kind
        assert "camera=()" in answer.headers["Permissions-Policy"], kind
        assert "Access-Control-Allow-Origin" not in answer.headers, kind
        assert "Server" not in answer.headers and "X-Powered-By" not in answer.headers, kind


@pytest.mark.django_db
def test_every_body_says_what_it_is(answers: dict[str, Any]) -> None:
    for kind, answer in answers.items():
        if answer.content:
            assert "/" in answer.headers["Content-Type"], kind
            if answer.headers["Content-Type"].startswith("text/"):
                assert "charset=utf-8" in answer.headers["Content-Type"].lower(), kind


@pytest.mark.django_db
def test_pages_of_somebody_are_kept_by_nobody(answers: dict[str, Any]) -> None:
    for kind in ("page of somebody", "file"):
        assert (
            "private" in answers[kind].headers["Cache-Control"] or "no-store" in answers[kind].headers["Cache-Control"]
        )


@pytest.mark.parametrize("address", ["/", "/entra/", "/codice/", "/organizza/nuovo/"])
@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_a_method_that_no_page_takes_is_told_so_before_anything_else_is_asked(address: str, method: str) -> None:
    assert getattr(Client(enforce_csrf_checks=True), method)(address).status_code == 405


@pytest.mark.django_db
def test_no_request_is_told_back_to_who_sent_it() -> None:
    event = make.knockout(entries=2)
    for address in ("/", "/regole/", f"/e/{event.slug}/", f"/api/v1/events/{event.slug}/", "/entra/"):
        assert Client().trace(address).status_code == 405, address


@pytest.mark.django_db
def test_a_fault_tells_nothing_of_itself(answers: dict[str, Any]) -> None:
    body = answers["fault"].content.decode()
    assert "RuntimeError" not in body and "Traceback" not in body and "a fault of ours" not in body


BEHIND_TLS = """
import json, django
django.setup()
from django.conf import settings
from django.test import Client, override_settings
plain = Client().get("/regole/", headers={"host": "settebello.example"})
client = Client()
found = client.get("/regole/", headers={"host": "settebello.example"}, secure=True)
chosen = client.post("/lingua/", {"language": "en"}, headers={"host": "settebello.example"}, secure=True)
cookies = {name: dict(one) for answer in (found, chosen) for name, one in answer.cookies.items()}
print(json.dumps({
    "plain": [plain.status_code, plain.headers.get("Location")],
    "hsts": found.headers.get("Strict-Transport-Security"),
    "cookies": {name: [bool(c["secure"]), bool(c["httponly"]), c["samesite"], c["domain"], c["path"]]
                for name, c in cookies.items()},
    "session": [settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY,
                settings.SESSION_COOKIE_SAMESITE, settings.SESSION_COOKIE_DOMAIN, settings.SESSION_COOKIE_PATH],
    "csrf": [settings.CSRF_COOKIE_NAME, settings.CSRF_COOKIE_SECURE, settings.CSRF_COOKIE_HTTPONLY,
             settings.CSRF_COOKIE_SAMESITE, settings.CSRF_COOKIE_DOMAIN, settings.CSRF_COOKIE_PATH],
    "debug": settings.DEBUG,
}))
"""


# The library alone, with the settings of the site.
ONLY_HSTS = """
import json
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory
answer = SecurityMiddleware(lambda _request: HttpResponse())(RequestFactory().get("/", secure=True))
print(json.dumps(answer.headers["Strict-Transport-Security"]))
"""


def told_behind_tls(data: Path, code: str, **more: str) -> Any:
    """What code says in a process with the settings of a site that has an address of TLS."""
    environment = {
        **os.environ,
        "SITE_URL": "https://settebello.example",
        "ALLOWED_HOSTS": "settebello.example",
        "SECRET_KEY": "0123456789 a key of the tests, as long as a key must be",
        "PYTHONPATH": str(ROOT),
        "SETTEBELLO_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
        "DEBUG": "off",
        "DATABASE_URL": "",
        **more,
    }
    environment = {name: value for name, value in environment.items() if value}
    # Static files under their own names, so that none must be collected.
    plain = (
        "from django.conf import settings\n"
        "settings.STORAGES['staticfiles']['BACKEND'] = 'django.contrib.staticfiles.storage.StaticFilesStorage'\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", plain + code], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def behind_tls(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return told_behind_tls(tmp_path_factory.mktemp("tls"), BEHIND_TLS)


@pytest.mark.parametrize(
    ("said", "header"),
    [
        ("subdomains", "max-age=31536000; includeSubDomains"),
        ("preload", "max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_tls_is_asked_for_of_other_sites_only_where_the_club_says_so(said: str, header: str, tmp_path: Path) -> None:
    assert told_behind_tls(tmp_path, ONLY_HSTS, HSTS=said) == header


def test_behind_tls_everything_is_asked_over_tls_for_a_year(behind_tls: Any) -> None:
    assert behind_tls["plain"] == [301, "https://settebello.example/regole/"]
    assert behind_tls["hsts"] == "max-age=31536000"
    assert behind_tls["debug"] is False


def test_behind_tls_a_cookie_goes_nowhere_else(behind_tls: Any) -> None:
    """Secure, for this host alone, and out of the hands of scripts."""
    assert behind_tls["session"] == ["__Host-sessionid", True, True, "Lax", None, "/"]
    assert behind_tls["csrf"] == ["__Host-csrftoken", True, True, "Lax", None, "/"]
    assert "django_language" in behind_tls["cookies"]
    assert {tuple(one) for one in behind_tls["cookies"].values()} == {(True, True, "Lax", "", "/")}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["script-src", "style-src", "connect-src", "form-action", "font-src"])
def test_a_page_takes_what_it_runs_and_asks_from_its_own_site_only(client: Client, kind: str) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    found = {name: values for name, *values in (each.split() for each in policy.split(";"))}
    assert found[kind] == ["'self'"]
