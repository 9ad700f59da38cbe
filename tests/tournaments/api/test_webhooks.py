"""Webhooks over the API: made, changed and taken away by those who may, of an event and of a club."""

from collections.abc import Callable

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.frame.policies import Role
from tournaments.models import Club, Webhook
from tournaments.webhooks.writes import keeping, telling

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/in"


def of_event() -> tuple[Asker, str]:
    event = make.event()
    boss = make.boss_of(event).user
    assert boss is not None
    return Asker(key_of(boss)), f"events/{event.slug}/webhooks/"


def of_club() -> tuple[Asker, str]:
    club = Club.objects.create(name="Circolo")
    return Asker(key_of(club)), f"clubs/{club.pk}/webhooks/"


@pytest.mark.parametrize("owned", (of_event, of_club))
def test_a_webhook_from_its_making_to_its_end(owned: Callable[[], tuple[Asker, str]]) -> None:
    asker, path = owned()
    made = asker.post(path, {"url": URL, "subjects": ["results", "event"]}, idempotency_key="one")
    again = asker.post(path, {"url": URL, "subjects": ["results", "event"]}, idempotency_key="one")
    hook = Webhook.objects.get()
    assert (made.status_code, made.json()["secret"]) == (201, keeping.secret_of(hook))
    assert (again.status_code, again.json()["secret"]) == (201, None)
    one = f"{path}{hook.pk}/"
    assert [row["id"] for row in asker.get(path).json()["results"]] == [hook.pk]
    assert asker.patch(one, {"active": False}).json()["active"] is False
    assert asker.get(one).json()["active"] is False
    renewed = asker.post(f"{one}secret/").json()["secret"]
    hook.refresh_from_db()
    assert renewed == keeping.secret_of(hook) != made.json()["secret"]
    assert asker.delete(one).status_code == 204
    assert asker.get(one).status_code == 404


def test_what_it_was_told_is_listed_and_told_again() -> None:
    asker, path = of_event()
    one = f"{path}{asker.post(path, {'url': URL}).json()['id']}/"
    telling.tell()
    told = asker.get(f"{one}deliveries/").json()["results"]
    assert [row["payload"]["what"] for row in told] == ["webhook_made"]
    assert asker.post(f"{one}deliveries/{told[0]['id']}/again/").status_code == 200
    assert asker.post(f"{one}deliveries/999/again/").json()["code"] == "delivery_missing"


@pytest.mark.parametrize(
    ("body", "field"),
    (
        ({"url": "http://hooks.example.org/"}, "url"),
        ({"url": "https://127.0.0.1/"}, "url"),
        ({"url": "https://[::ffff:10.0.0.1]/"}, "url"),
        ({"url": URL, "subjects": ["weather"]}, "subjects"),
        ({"url": URL, "extra": 1}, "extra"),
        ({}, "url"),
    ),
)
def test_what_may_not_be_is_refused_by_field(body: dict[str, object], field: str) -> None:
    asker, path = of_event()
    answer = asker.post(path, body)
    assert answer.status_code == 422
    assert field in [error["field"].partition(".")[0].partition("[")[0] for error in answer.json()["errors"]]


def test_nobody_else_sees_them() -> None:
    asker, path = of_event()
    one = f"{path}{asker.post(path, {'url': URL}).json()['id']}/"
    other, _path = of_event()
    hook = Webhook.objects.get()
    assert hook.tournament is not None
    referee = Asker(key_of(make.with_role(hook.tournament, Role.REFEREE)))
    assert (other.get(one).status_code, referee.get(one).status_code, Asker().get(one).status_code) == (404, 403, 404)
    other_event = make.event()
    boss = make.boss_of(other_event).user
    assert boss is not None
    assert Asker(key_of(boss)).delete(f"events/{other_event.slug}/webhooks/{hook.pk}/").status_code == 404
