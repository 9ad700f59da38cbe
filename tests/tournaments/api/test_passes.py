"""Passes by the API: made, listed, renewed, revoked by a program; opened by a browser."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.models import EventPass, Table, Tournament, Tries

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return make.called(entries=4)


@pytest.fixture
def boss(event) -> Asker:
    return Asker(key_of(make.boss_of(event).user))


def test_passes_are_made_once_told_once_and_listed_without_what_opens_them(event, boss):
    made = boss.post(f"events/{event.slug}/passes/", {"days": 3}, idempotency_key="one")
    again = boss.post(f"events/{event.slug}/passes/", {"days": 3}, idempotency_key="one")
    listed = boss.get(f"events/{event.slug}/passes/")

    rows = made.json()["results"]
    assert (made.status_code, len(rows)) == (201, 4)
    assert {len(row["pin"]) for row in rows} == {8}
    assert again.json()["results"] is None
    assert rows[0]["pin"] not in listed.content.decode()
    assert [row["number"] for row in listed.json()["results"]] == [1, 2, 3, 4]


def test_an_item_of_a_list_that_is_wrong_is_named_with_its_value(event, boss):
    refused = boss.post(f"events/{event.slug}/passes/", {"entries": [5, 0]})
    (error,) = refused.json()["errors"]
    assert (error["field"], error["value"]) == ("entries.1", 0)


def test_one_is_renewed_and_all_are_revoked(event, boss):
    entry = event.entries.get(number=1)
    boss.post(f"events/{event.slug}/passes/", {"entries": [entry.pk]})

    renewed = boss.post(f"events/{event.slug}/entries/{entry.pk}/pass/")
    revoked = boss.post(f"events/{event.slug}/passes/revoke/")

    assert (renewed.status_code, revoked.json()) == (201, {"revoked": 1})
    assert boss.post(f"events/{event.slug}/passes/revoke/").json()["code"] == "pass_missing"
    assert not EventPass.objects.filter(revoked_at__isnull=True).exists()


def test_a_browser_opens_a_pass_and_enters_at_its_table_by_it(event, boss):
    row = boss.post(f"events/{event.slug}/passes/").json()["results"][0]
    browser = Asker()

    opened = browser.post(f"events/{event.slug}/passes/open/", {"number": row["number"], "pin": row["pin"]})

    token = opened.json()["csrf_token"]
    assert opened.json() == {"entry": row["entry"], "number": row["number"], "name": row["name"], "csrf_token": token}
    table = Table.objects.get(tournament=event, lines__entry_id=row["entry"], round__number=1)
    assert browser.client.get(f"/e/{event.slug}/tavoli/{table.number}/").status_code == 200
    link = browser.post(f"events/{event.slug}/passes/open/", {"secret": row["link"].rstrip("/").rpartition("/")[2]})
    assert link.status_code in (200, 403)


def test_who_opened_a_pass_goes_on_by_the_token_of_the_answer(event, boss):
    row = boss.post(f"events/{event.slug}/passes/").json()["results"][0]
    browser = Client(enforce_csrf_checks=True)
    table = Table.objects.get(tournament=event, lines__entry_id=row["entry"], round__number=1)
    body = {"number": row["number"], "pin": row["pin"]}
    opened = browser.post(f"/api/v1/events/{event.slug}/passes/open/", body, content_type="application/json")
    call = f"/api/v1/events/{event.slug}/tables/{table.number}/call-referee/"

    assert browser.post(call, {}, content_type="application/json").json()["code"] == "csrf_failed"
    token = {"X-CSRFToken": opened.json()["csrf_token"]}
    assert browser.post(call, {}, content_type="application/json", headers=token).status_code == 200


def test_wrong_pins_are_throttled_and_say_when_to_come_back(event, boss):
    boss.post(f"events/{event.slug}/passes/")
    asked = [Asker().post(f"events/{event.slug}/passes/open/", {"number": 1, "pin": "00000000"}) for _try in range(7)]

    assert [answer.status_code for answer in asked] == [422] * 5 + [429] * 2
    since = Tries.objects.order_by("since").values_list("since", flat=True)[0]
    left = (since + timedelta(minutes=15) - timezone.now()).total_seconds()
    assert left <= int(asked[-1]["Retry-After"]) <= min(900, left + 30)


@pytest.mark.parametrize("body", [{}, {"number": 1}, {"pin": "1"}, {"secret": "x", "number": 1, "pin": "1"}])
def test_one_way_in_is_asked_for(event, body):
    assert Asker().post(f"events/{event.slug}/passes/open/", body).status_code == 422


def test_new_codes_for_a_whole_round(event, boss):
    assert boss.post(f"events/{event.slug}/rounds/1/codes/").json() == {"tables": 2}
    assert boss.post(f"events/{event.slug}/rounds/9/codes/").json()["code"] == "round_missing"
    assert set(Table.objects.filter(round__number=1).values_list("code_generation", flat=True)) == {1}


def test_passes_are_the_organisers(event):
    referee = Asker(key_of(make.with_role(event, "referee")))

    assert referee.get(f"events/{event.slug}/passes/").status_code == 403
    assert referee.post(f"events/{event.slug}/passes/").status_code == 403
    assert Asker(key_of(make.user())).post(f"events/{event.slug}/passes/").status_code == 404
    assert Asker().post(f"events/{event.slug}/passes/").status_code == 401
