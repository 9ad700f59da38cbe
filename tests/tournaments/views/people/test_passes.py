"""A player's way in by QR or PIN, the own page, and what a phone is told that has lost it."""

import re
from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.accounts.writes import event_passes
from tournaments.accounts.writes.event_passes import Issued
from tournaments.events.writes import tournaments
from tournaments.models import EventPass, Membership, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def called(stays: None) -> Tournament:
    return make.called(entries=4)


@pytest.fixture
def event(called: Tournament) -> Tournament:
    return deepcopy(called)


@pytest.fixture
def mine(event) -> Issued:
    rows = event_passes.issue_passes(actor=make.boss_of(event), tournament_id=event.pk)
    entry = make.tables_of(event)[0].lines.get(index=0).entry_id
    return next(one for one in rows if one.event_pass.entry_id == entry)


def link(one: Issued) -> str:
    return reverse("open_pass", args=[one.event_pass.tournament.slug, one.secret])


def own(event: Tournament) -> str:
    return reverse("event_mine", args=[event.slug])


def phone(one: Issued | None = None) -> Client:
    client = make.client_of()
    if one is not None:
        client.post(link(one))
    return client


def type_pin(client: Client, one: Issued, pin: str = ""):
    event = one.event_pass.tournament
    typed = {"number": one.event_pass.entry.number, "pin": pin or f"{one.pin[:4]} {one.pin[4:]}"}
    return client.post(reverse("enter_pin", args=[event.slug]), typed)


def test_looking_at_the_link_names_the_player_and_opens_nothing(mine):
    client = phone()

    body = client.get(link(mine)).content.decode()

    assert mine.event_pass.entry.label in body
    assert "entry_passes" not in client.session
    assert EventPass.objects.get(pk=mine.event_pass.pk).login == ""


def test_opening_it_gives_a_new_session_and_leads_to_the_own_page(event, mine):
    client = phone()
    client.get(reverse("home"))
    session = client.session
    session["kept"] = 1
    session.save()
    before = client.session.session_key

    answer = client.post(link(mine))

    assert (answer.status_code, answer["Location"]) == (303, own(event))
    assert client.session.session_key != before


def test_the_pin_opens_the_same_page_however_it_is_spaced(event, mine):
    client = phone()

    assert type_pin(client, mine)["Location"] == own(event)
    assert client.get(own(event)).status_code == 200


def test_the_own_page_says_table_opponent_and_the_way_to_the_sheet(event, mine):
    table = make.tables_of(event)[0]
    body = phone(mine).get(own(event)).content.decode()

    assert f"<b>{table.hall_number}</b>" in body
    assert table.lines.get(index=1).entry.label in body
    assert reverse("table_sheet", args=[event.slug, table.number]) in body
    assert phone(mine).get(reverse("table_sheet", args=[event.slug, table.number])).status_code == 200


def test_after_the_match_the_own_page_shows_the_result_and_waits_for_the_next_table(event, mine):
    make.play(make.tables_of(event)[0])

    body = phone(mine).get(own(event)).content.decode()

    assert "I miei risultati" in body
    assert "vinta" in body or "vinto" in body
    assert "non è ancora stato chiamato" in body


def test_who_has_no_pass_is_asked_for_number_and_pin(event):
    answer = phone().get(own(event))

    assert (answer.status_code, answer["Location"]) == (303, reverse("enter_pin", args=[event.slug]))


def test_the_first_phone_is_told_that_another_has_it(event, mine):
    first = phone(mine)
    second = phone(mine)

    told = first.get(own(event))

    assert second.get(own(event)).status_code == 200
    assert told.status_code == 403
    assert "Aperta su un altro telefono" in told.content.decode()


@pytest.mark.parametrize(("end", "said"), [("revoke", "cartellino nuovo"), ("expire", "finita")])
def test_a_phone_is_told_why_its_pass_works_no_more(event, mine, end, said):
    client = phone(mine)
    if end == "revoke":
        event_passes.revoke_passes(actor=make.boss_of(event), tournament_id=event.pk)
    else:
        EventPass.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    told = client.get(own(event))

    assert told.status_code == 403
    assert said in told.content.decode()
    assert client.post(link(mine)).status_code == 422


@pytest.mark.parametrize("page", ["event_mine", "table_sheet"])
def test_a_page_that_a_pass_opened_knows_when_to_look_again(event, mine, page):
    client = phone(mine)
    args = [event.slug] if page == "event_mine" else [event.slug, make.tables_of(event)[0].number]
    EventPass.objects.filter(pk=mine.event_pass.pk).update(expires_at=timezone.now() + timedelta(seconds=90))

    (left,) = re.findall(r'data-live-left="(\d+)"', client.get(reverse(page, args=args)).content.decode())

    assert 80_000 < int(left) <= 90_500
    official = make.client_of(make.boss_of(event)).get(reverse("table_sheet", args=[event.slug, 1])).content.decode()
    assert "data-live-left" not in official


def test_twenty_wrong_pins_wait_and_the_qr_code_still_opens(event, mine):
    wrong = f"{(int(mine.pin) + 1) % 10**8:08}"
    client = phone()
    answers = [type_pin(client, mine, wrong) for _try in range(20)]

    assert [answer.status_code for answer in answers] == [422] * 5 + [429] * 15
    assert 1 <= int(answers[-1]["Retry-After"]) <= 900
    assert type_pin(client, mine).status_code == 429
    assert phone(mine).get(own(event)).status_code == 200


def test_a_wrong_number_and_a_wrong_pin_read_the_same(event, mine):
    page = reverse("enter_pin", args=[event.slug])

    def said(number: int) -> str:
        body = phone().post(page, {"number": number, "pin": "00000000"}).content.decode()
        return re.sub(rf"\b{number}\b", "N", re.sub(r'value="[^"]*"', "", body))

    assert said(mine.event_pass.entry.number + 70) == said(99)


def test_where_codes_are_typed_the_events_with_passes_are_named(event, mine):
    assert reverse("enter_pin", args=[event.slug]) in phone().get(reverse("enter_code")).content.decode()


@pytest.mark.parametrize("name", ["event_mine", "enter_pin"])
def test_a_hidden_event_has_none_of_these_pages(name):
    hidden = make.knockout(entries=0, open_=False)

    assert phone().get(reverse(name, args=[hidden.slug])).status_code == 404


def test_the_own_page_asks_the_database_as_often_after_three_matches_as_after_one(
    mine, event, django_assert_max_num_queries
):
    client = phone(mine)
    make.play_round(event)
    with django_assert_max_num_queries(14):
        assert client.get(own(event)).status_code == 200
    make.play_round(event, 2)
    with django_assert_max_num_queries(14):
        assert client.get(own(event)).status_code == 200


# -- the organiser


def desk(event: Tournament, name: str, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def test_the_organiser_makes_all_passes_and_sees_them_once(event):
    client = make.client_of(make.boss_of(event))

    sheet = client.post(desk(event, "organise_passes_issue"), {"days": 2})
    again = client.post(desk(event, "organise_passes_issue"), {"days": 2})

    body = sheet.content.decode()
    assert sheet.status_code == 200
    assert "no-store" in sheet["Cache-Control"]
    assert len(re.findall(r"<dd>\d{4} \d{4}</dd>", body)) == 4
    assert body.count("<svg") >= 4
    assert again["Location"] == desk(event, "organise_passes")
    assert not re.search(r"\d{4} \d{4}</dd>", client.get(desk(event, "organise_passes")).content.decode())


def test_a_renewed_slip_works_and_the_old_one_does_not(event, mine):
    client = make.client_of(make.boss_of(event))

    body = client.post(desk(event, "organise_pass_renew", mine.event_pass.entry_id)).content.decode()

    pin = re.findall(r"<dd>(\d{4} \d{4})</dd>", body)
    assert len(pin) == 1
    assert type_pin(phone(), mine, pin[0]).status_code == 303
    assert phone().post(link(mine)).status_code == 422


@pytest.mark.parametrize("days", ["0", "61", "many"])
def test_days_that_make_no_sense_are_refused_with_what_was_typed(event, days):
    answer = make.client_of(make.boss_of(event)).post(desk(event, "organise_passes_issue"), {"days": days})

    assert answer.status_code == 422
    assert f'value="{days}"' in answer.content.decode()


@pytest.mark.parametrize("who", ["referee", "stranger", "anonymous"])
def test_passes_are_the_organisers(event, mine, who):
    client = make.client_of(
        make.with_role(event, "referee") if who == "referee" else make.user() if who == "stranger" else None
    )
    expected = {"referee": 403, "stranger": 404, "anonymous": 302}[who]

    found = {
        client.get(desk(event, "organise_passes")).status_code,
        client.post(desk(event, "organise_passes_issue"), {"days": 2}).status_code,
        client.post(desk(event, "organise_passes_revoke")).status_code,
        client.post(desk(event, "organise_pass_renew", mine.event_pass.entry_id)).status_code,
        client.post(desk(event, "organise_pass_revoke", mine.event_pass.entry_id)).status_code,
    }

    assert found == {expected}
    assert EventPass.objects.filter(revoked_at__isnull=True).count() == 4


# -- a right that is taken away is felt at the next version, which comes at once


def test_what_takes_a_right_away_moves_the_event_on_so_that_open_pages_look_again(event, mine):
    boss = make.boss_of(event)
    referee = make.with_role(event, "referee")
    page = make.client_of(referee)
    desk_page = reverse("referee_desk", args=[event.slug])
    assert page.get(desk_page).status_code == 200

    def moved(step, **values) -> bool:
        before = make.fresh(event).version
        step(actor=boss, tournament_id=event.pk, **values)
        return make.fresh(event).version > before

    held = Membership.objects.get(user=referee)
    assert moved(tournaments.revoke_role, membership_id=held.pk)
    assert page.get(desk_page).status_code == 404
    assert moved(event_passes.renew_pass, entry_id=mine.event_pass.entry_id)
    assert moved(event_passes.revoke_passes)
