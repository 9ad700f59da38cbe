"""Who asks, what is sent, and how a refusal is told: the same at every address of the API."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.accounts.writes import tokens
from tournaments.frame.api import pagination
from tournaments.frame.api.description import description
from tournaments.frame.policies import Actor
from tournaments.frame.writes import idempotency
from tournaments.models import ApiAnswer, ApiToken, AuditEntry, TableLine, Tournament, Tries
from tournaments.tables.writes.codes import link_code_of

pytestmark = pytest.mark.django_db
NEW: dict[str, Any] = {
    "name": "Gara di Natale",
    "game": "scopa",
    "preset": "valliadi_2022",
    "starts_at": "2026-12-20T20:30:00+01:00",
}


def test_a_program_reads_on_while_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    key = key_of(make.user("anna@example.org"))

    def fails(_token: ApiToken) -> None:
        raise OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(tokens, "note_use", fails)
    assert Asker(key).get("me/").json()["email"] == "anna@example.org"


def test_a_token_is_good_until_it_is_revoked_or_expires() -> None:
    user = make.user("anna@example.org")
    key = key_of(user)
    assert Asker(key).get("me/").json()["email"] == user.email
    token = ApiToken.objects.get()
    assert key not in json.dumps(list(ApiToken.objects.values()), default=str)
    assert token.last_used_at is not None
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Asker(key).get("me/").json()["code"] == "token_invalid"
    ApiToken.objects.update(expires_at=None)
    user.is_active = False
    user.save()
    assert Asker(key).get("me/").status_code == 401
    user.is_active = True
    user.save()
    tokens.revoke_token(by=Actor(user=user), owner=user, token_id=token.pk)
    refused = Asker(key).get("me/")
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "words", ["Bearer", "Bearer x", "Basic YTpi", "Bearer sb_aaaaaaaaaaaa_" + "b" * 40, "Bearer a b"]
)
def test_a_wrong_token_is_nobody_even_where_everybody_may_read(words: str) -> None:
    answer = Client().get("/api/v1/events/", headers={"authorization": words})
    assert answer.status_code == 401


def test_use_is_noted_once_a_minute() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    asker.get("me/")
    first = ApiToken.objects.get().last_used_at
    asker.get("me/")
    assert ApiToken.objects.get().last_used_at == first


def test_a_token_makes_no_token() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    assert asker.post("me/tokens/", {"name": "x", "scopes": ["read"]}).status_code == 403
    assert ApiToken.objects.count() == 1


def test_a_session_makes_a_token_with_the_token_of_its_pages_only() -> None:
    user = make.user("anna@example.org", password="una-lunga-parola")
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    body = {"name": "Tabellone", "scopes": ["read"], "days": 30}
    refused = client.post("/api/v1/me/tokens/", body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    client.get("/miei/token/")
    secret = client.cookies[settings.CSRF_COOKIE_NAME].value
    made = client.post("/api/v1/me/tokens/", body, content_type="application/json", headers={"x-csrftoken": secret})
    assert made.status_code == 201, made.content
    assert Asker(made.json()["key"]).get("me/").status_code == 200
    gone = client.delete(f"/api/v1/me/tokens/{made.json()['id']}/", headers={"x-csrftoken": secret})
    assert gone.status_code == 204
    assert Asker(made.json()["key"]).get("me/").status_code == 401
    assert [row.verb for row in AuditEntry.objects.filter(tournament=None).order_by("pk")] == [
        "token.made",
        "token.revoked",
    ]


def test_a_key_is_shown_once_even_to_the_same_call() -> None:
    client = Client()
    client.force_login(make.user("anna@example.org"))
    body, headers = {"name": "Tabellone", "scopes": ["read"]}, {"idempotency-key": "one"}
    first, again = (
        client.post("/api/v1/me/tokens/", body, content_type="application/json", headers=headers) for _ in range(2)
    )
    assert first.json()["key"].startswith("sb_")
    assert again.json() == first.json() | {"key": None}
    assert ApiToken.objects.count() == 1


def test_the_same_key_is_answered_the_same() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    first = asker.post("events/", NEW, idempotency_key="k1")
    again = asker.post("events/", NEW, idempotency_key="k1")
    assert first.status_code == again.status_code == 201, first.content
    assert first.json() == again.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert Tournament.objects.count() == 1
    other = asker.post("events/", NEW | {"name": "Altra"}, idempotency_key="k1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
    assert Tournament.objects.count() == 1


def test_a_key_is_its_owners_own() -> None:
    for name in ("anna", "bruno"):
        assert (
            Asker(key_of(make.user(f"{name}@example.org"))).post("events/", NEW, idempotency_key="k").status_code == 201
        )
    assert Tournament.objects.count() == 2


def test_another_version_that_was_read_is_another_call() -> None:
    event = make.knockout()
    user = make.boss_of(event).user
    assert user is not None
    asker, address = Asker(key_of(user)), f"events/{event.slug}/close-entries/"
    assert asker.post(address, {}, idempotency_key="k", if_match=f'"{event.version}"').status_code == 200
    other = asker.post(address, {}, idempotency_key="k", if_match='"7"')
    assert other.json()["code"] == "idempotency_mismatch"


@pytest.mark.parametrize("slug", ["there-is-none", ""])
@pytest.mark.parametrize("owner", ["stranger", "organiser"])
def test_a_token_without_the_scope_is_told_so_wherever_it_asks(slug: str, owner: str) -> None:
    event = make.knockout()
    user = make.boss_of(event).user if owner == "organiser" else make.user("zoe@example.org")
    assert user is not None
    reader, address = Asker(key_of(user, "read")), f"events/{slug or event.slug}"
    for answer in (reader.post(f"{address}/close-entries/", {}), reader.post(f"{address}/tables/1/score/", {})):
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_a_token_for_reading_is_let_to_no_write_anywhere() -> None:
    reader = Asker(key_of(make.user("anna@example.org"), "read"))
    writes = {
        (method, path)
        for path, methods in description()["paths"].items()
        for method in ("post", "put", "patch", "delete")
        # Figures are reckoned for everybody; a pass is opened in the session of a browser.
        if method in methods and not path.startswith("/api/v1/calculators/") and not path.endswith("/passes/open/")
    }
    assert len(writes) > 90
    for method, path in writes:
        some = re.sub(r"{(\w*slug|what|event)}", "x", path)
        address = re.sub(r"{\w+}", "1", some).removeprefix("/api/v1/")
        answer = getattr(reader, method)(address, {})
        assert answer.status_code == 403, (method, path, answer.status_code)


def test_a_refusal_is_kept_and_leaves_no_effect() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    first = asker.post("events/", NEW | {"preset": "none"}, idempotency_key="k")
    again = asker.post("events/", NEW | {"preset": "none"}, idempotency_key="k")
    assert first.status_code == 422
    assert (again.json(), again.headers["Idempotency-Replayed"]) == (first.json(), "true")
    assert again.headers["Content-Type"] == "application/problem+json"


def test_what_may_be_different_the_next_time_is_not_kept() -> None:
    event = make.knockout()
    stranger = Asker(key_of(make.user("zoe@example.org")))
    assert stranger.post(f"events/{event.slug}/close-entries/", {}, idempotency_key="k").status_code == 404
    assert not ApiAnswer.objects.exists()


@pytest.mark.parametrize("key", ["", "a b", "x" * 129, "è"])
def test_a_key_that_is_none_is_refused(key: str) -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    answer = asker.post("events/", NEW, idempotency_key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_invalid")


@pytest.mark.parametrize("path", ["codes/open/", "calculators/deal/", "events/{slug}/passes/open/"])
def test_a_key_that_is_none_is_refused_where_no_answer_is_kept_too(path: str) -> None:
    event = make.called(entries=4)
    body = {"code": "1A-000000", "number": 1, "pin": "1"}
    answer = Asker().post(path.format(slug=event.slug), body, idempotency_key="a b")
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_invalid")
    assert not Tries.objects.exists()


def test_a_code_is_opened_as_often_as_it_is_sent_whatever_the_key() -> None:
    table = make.tables_of(make.called(entries=4))[0]
    body = {"code": link_code_of(table, 0)}
    logins = []
    for _time in range(2):
        opened = Asker().post("codes/open/", body, idempotency_key="same")
        assert (opened.status_code, "Idempotency-Replayed" in opened.headers) == (200, False)
        logins.append(TableLine.objects.get(table=table, index=0).code_login)
    assert logins[0] != logins[1]
    assert not ApiAnswer.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("body", "status"), [(NEW, 201), (NEW | {"preset": "unheard_of"}, 422)])
def test_fifty_equal_posts_at_once_have_one_effect_and_one_answer(body: Any, status: int) -> None:
    key = key_of(make.user("anna@example.org"))

    def send(_number: int) -> tuple[int, bytes]:
        try:
            answer = Asker(key).post("events/", body, idempotency_key="once")
            return answer.status_code, answer.content
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        found = set(pool.map(send, range(50)))
    assert len(found) == 1
    assert found.pop()[0] == status
    assert Tournament.objects.count() == (status == 201)
    assert ApiAnswer.objects.get().status == status


def test_a_key_is_free_again_after_a_day() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    asker.post("events/", NEW, idempotency_key="k")
    ApiAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
    for replayed in (None, "true"):
        later = asker.post("events/", NEW | {"name": "Altra"}, idempotency_key="k")
        assert (later.status_code, later.headers.get("Idempotency-Replayed")) == (201, replayed)
    assert Tournament.objects.count() == 2


def test_answers_are_forgotten_after_a_day() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    asker.post("events/", NEW, idempotency_key="k")
    assert idempotency.forget_old_answers() == 0
    ApiAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert idempotency.forget_old_answers() == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b'"\\u0000"',
        b'{"a": "\\u0000"}',
        b'{"a": 99999999999999999999}',
        b'{"a": NaN}',
        b'{"a": 1e999}',
        b'{"a": "\\ud800"}',
        b"[" * 100 + b"]" * 100,
        b"[" * 100_000,
    ],
)
def test_what_is_no_json_is_refused_by_name(body: bytes) -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    answer = asker.client.post("/api/v1/events/", body, content_type="application/json", headers=asker.headers)
    assert answer.status_code in (400, 422), answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.status_code == 400 or body == b""


def test_a_body_of_another_kind_or_size_is_refused() -> None:
    asker = Asker(key_of(make.user("anna@example.org")))
    form = asker.client.post("/api/v1/events/", {"name": "x"}, headers=asker.headers)
    assert (form.status_code, form.json()["code"]) == (415, "unsupported_media_type")
    big = asker.post("events/", {"name": "x" * 3_000_000})
    assert (big.status_code, big.json()["code"]) == (413, "too_large")


def test_a_problem_names_field_value_and_rule_in_the_language_of_the_reader() -> None:
    body = {**NEW, "entry_size": "two", "more": 1}
    user = make.user("anna@example.org")
    problem = Asker(key_of(user)).post("events/", body).json()
    assert problem["type"].endswith("/api/v1/problems/invalid/")
    assert {(each["field"], each["code"]) for each in problem["errors"]} >= {("more", "unknown_field")}
    italian = Asker(key_of(user), language="it").post("events/", body).json()
    assert italian["code"] == problem["code"]
    assert italian["detail"] != problem["detail"]


def test_a_method_that_is_not_taken_is_named() -> None:
    answer = Asker(key_of(make.user("anna@example.org"))).delete("events/")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]


def test_who_runs_wild_waits(settings: Any) -> None:
    settings.API_PER_MINUTE = {**settings.API_PER_MINUTE, "reads": 2, "anonymous_reads": 1}
    user = make.user("anna@example.org")
    asker, other = Asker(key_of(user)), Asker(key_of(user))
    assert [asker.get("events/").status_code for _ in range(3)] == [200, 200, 429]
    assert other.get("events/").status_code == 200
    answer = asker.get("events/")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.json()["code"] == "throttled"
    assert [Asker().get("events/").status_code for _ in range(2)] == [200, 429]


def test_an_outage_is_told_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(pagination, "page", broken)
    answer = Asker().get("events/")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"]


def test_a_stale_version_comes_with_how_it_stands_now() -> None:
    event = make.knockout()
    user = make.boss_of(event).user
    assert user is not None
    answer = Asker(key_of(user)).post(f"events/{event.slug}/close-entries/", {"seen": 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_version")
    assert answer.json()["current"]["version"] == make.fresh(event).version
    taken = Asker(key_of(user)).post(
        f"events/{event.slug}/close-entries/", {}, if_match=f'"{make.fresh(event).version}"'
    )
    assert taken.status_code == 200, taken.content
