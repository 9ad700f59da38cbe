"""Webhooks on pages: made, changed, stopped and taken away by those who may; the secret is shown once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.frame.policies import Role
from tournaments.frame.writes import ssrf_guard
from tournaments.models import Club, ClubMembership, Tournament, User, Webhook, WebhookDelivery
from tournaments.webhooks.writes import keeping, telling

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/in"


@pytest.fixture(autouse=True)
def _a_name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssrf_guard.target, "__defaults__", (lambda host, port: ["8.8.8.8"],))


def administered() -> tuple[Club, User]:
    club, account = Club.objects.create(name="Circolo"), make.user()
    ClubMembership.objects.create(club=club, user=account)
    return club, account


def test_the_secret_of_a_new_webhook_is_shown_once() -> None:
    event = make.event()
    client = make.client_of(make.boss_of(event))
    made = client.post(reverse("organise_webhooks", args=[event.slug]), {"url": URL, "subjects": ["results"]})
    hook = Webhook.objects.get()
    secret = keeping.secret_of(hook)
    assert (made.status_code, hook.tournament_id, hook.subjects) == (303, event.pk, ["results"])
    assert secret in client.get(made["Location"]).content.decode()
    assert secret not in client.get(made["Location"]).content.decode()


@pytest.mark.parametrize("url", ("http://hooks.example.org/", "https://hooks.example.org:25/", "", "https://"))
def test_an_address_that_may_not_be_is_refused_and_kept_on_the_form(url: str) -> None:
    event = make.event()
    answer = make.client_of(make.boss_of(event)).post(reverse("organise_webhooks", args=[event.slug]), {"url": url})
    assert answer.status_code == 422
    assert f'value="{url}"' in answer.content.decode() or not url
    assert not Webhook.objects.exists()


def test_a_private_address_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssrf_guard.target, "__defaults__", (lambda host, port: ["192.168.1.7"],))
    event = make.event()
    answer = make.client_of(make.boss_of(event)).post(reverse("organise_webhooks", args=[event.slug]), {"url": URL})
    assert answer.status_code == 422
    assert "rete privata" in answer.content.decode()


def test_steps_are_taken_and_said() -> None:
    event = make.event()
    client = make.client_of(make.boss_of(event))
    hook = keeping.create_webhook(actor=make.boss_of(event), owner=event, url=URL)
    telling.tell()
    page, step = (
        reverse(name, args=[event.slug, hook.pk]) for name in ("organise_webhooks_one", "organise_webhooks_step")
    )
    delivery = WebhookDelivery.objects.get()
    for what, sentence in (
        ("stop", "Fermato"),
        ("resume", "Da adesso"),
        ("renew", "segreto nuovo"),
        ("again", "ancora una volta"),
    ):
        answer = client.post(step, {"what": what, "delivery": delivery.pk}, follow=True)
        assert sentence in answer.content.decode()
    assert client.post(page, {"url": f"{URL}2", "subjects": []}).status_code == 303
    hook.refresh_from_db()
    assert (hook.url, hook.is_active, hook.generation) == (f"{URL}2", True, 2)
    assert client.post(step, {"what": "explode"}).status_code == 404
    assert client.post(step, {"what": "again", "delivery": "x"}, follow=True).status_code == 200
    assert client.post(step, {"what": "remove"}).status_code == 303
    assert client.get(page).status_code == 404


def test_a_club_has_webhooks_of_its_own() -> None:
    club, account = administered()
    client = make.client_of(account)
    made = client.post(reverse("club_webhooks", args=[club.pk]), {"url": URL})
    hook = Webhook.objects.get()
    assert (made.status_code, hook.club_id, hook.tournament_id) == (303, club.pk, None)
    assert keeping.secret_of(hook) in client.get(made["Location"]).content.decode()
    step = reverse("club_webhooks_step", args=[club.pk, hook.pk])
    assert client.post(step, {"what": "stop"}).status_code == 303


@pytest.mark.parametrize("what", ("list", "one", "step"))
def test_somebody_elses_webhooks_are_missing(what: str) -> None:
    event, other = make.knockout(entries=0), make.knockout(entries=0)
    hook = keeping.create_webhook(actor=make.boss_of(event), owner=event, url=URL)
    referee = make.with_role(event, Role.REFEREE)

    def asked(who: User | None, at: Tournament) -> int:
        client = make.client_of(who)
        if what == "list":
            return client.get(reverse("organise_webhooks", args=[at.slug])).status_code
        if what == "one":
            return client.get(reverse("organise_webhooks_one", args=[at.slug, hook.pk])).status_code
        return client.post(reverse("organise_webhooks_step", args=[at.slug, hook.pk]), {"what": "remove"}).status_code

    assert asked(referee, event) == 403
    assert asked(make.boss_of(other).user, event) == 404
    assert asked(make.boss_of(other).user, other) == (200 if what == "list" else 404)
    assert asked(None, event) == 302
    assert Webhook.objects.filter(pk=hook.pk).exists()


def test_the_list_takes_as_many_queries_for_one_as_for_three() -> None:
    event = make.event()
    client = make.client_of(make.boss_of(event))
    asked = []
    for _number in range(3):
        keeping.create_webhook(actor=make.boss_of(event), owner=event, url=URL)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("organise_webhooks", args=[event.slug]))
        asked.append(len(queries))
    assert asked[0] == asked[2]
