"""The site names its security contact (RFC 9116)."""

from datetime import datetime, timedelta

from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

WHERE = "/.well-known/security.txt"


def test_the_contact_is_named_with_a_date_until_which_it_holds(settings: Settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@club.example"
    answer = Client().get(WHERE)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert told["Contact"] == "mailto:security@club.example"
    assert told["Canonical"] == f"{settings.SITE_URL}{WHERE}"
    until = datetime.fromisoformat(told["Expires"])
    assert timedelta(days=30) < until - timezone.now() < timedelta(days=365)


def test_where_nobody_is_named_there_is_no_such_page(settings: Settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert Client().get(WHERE).status_code == 404
