"""What strangers type writes to nobody without end: so many letters a day to one address, over everything."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.races import together
from tournaments.accounts.writes import invitations
from tournaments.accounts.writes.accounts import own_account
from tournaments.entries.writes import entries
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.rate_limits import Limit
from tournaments.models import Circuit, Club, Entry, Invitation, OutboxMessage, Tournament, Tries, User
from tournaments.upkeep.writes.letters import letter

pytestmark = pytest.mark.django_db

VICTIM = "vittima@example.org"
ADA = Actor(label="Ada")
TWO = Limit("test", VICTIM, most=2)


def signed_up(event: Tournament, number: int, *, contact: str = VICTIM, actor: Actor = ADA) -> Entry:
    return entries.sign_up(actor=actor, tournament_id=event.pk, new=make.names(number), contact=contact)


def letters(kind: str = "sign_up_received") -> int:
    return OutboxMessage.objects.filter(kind=kind).count()


def account(*, is_confirmed: bool) -> User:
    made = make.user(VICTIM)
    EmailAddress.objects.create(user=made, email=VICTIM, primary=True, verified=is_confirmed)
    return made


def a_day_later() -> None:
    Tries.objects.update(since=timezone.now() - timedelta(days=1))


def test_sign_ups_write_five_letters_a_day_to_one_address_over_all_events() -> None:
    events = [make.knockout(entries=0) for _event in range(3)]

    for number in range(30):
        signed_up(events[number % 3], number, contact=VICTIM if number % 2 else VICTIM.upper())

    assert (letters(), Entry.objects.count()) == (5, 30)
    signed_up(events[0], 31, contact="other@example.org")
    assert letters() == 6
    a_day_later()
    signed_up(events[0], 32)
    assert letters() == 7


def test_a_sign_up_without_its_letter_is_answered_and_shown_like_any_other() -> None:
    event, client = make.knockout(entries=0), make.client_of()
    pages = []
    for name in "ABCDEF":
        sent = {
            "family_name": f"Vana{name}",
            "given_name": "Rosa",
            "partner_family_name": f"Perino{name}",
            "partner_given_name": "Ugo",
            "contact": VICTIM,
        }
        answer = client.post(reverse("sign_up", args=[event.slug]), sent)
        page = client.get(answer["Location"]).content.decode()
        pages.append(page.replace(f"Vana{name}", "Vana").replace(f"Perino{name}", "Perino"))

    assert letters() == 5
    assert "Rosa Vana – Ugo Perino" in pages[5]
    assert pages[5].partition("<main")[2] == pages[4].partition("<main")[2]


def test_nor_by_the_api() -> None:
    event, client = make.knockout(entries=0), make.client_of()
    for number in range(8):
        sent = {"people": [{"family_name": f"A{number}"}, {"family_name": f"B{number}"}], "contact": VICTIM}
        address = f"/api/v1/events/{event.slug}/sign-up/"
        assert client.post(address, json.dumps(sent), content_type="application/json").status_code == 201

    assert letters() == 5


def test_who_has_confirmed_the_address_is_told_of_each_of_their_entries() -> None:
    event, rosa = make.knockout(entries=0), account(is_confirmed=True)

    for number in range(8):
        signed_up(event, number, actor=own_account(rosa))

    assert letters() == 8


@pytest.mark.parametrize("whose", ["unconfirmed", "another"])
def test_an_account_that_has_not_confirmed_the_address_is_a_stranger_to_it(whose: str) -> None:
    event, stranger = make.knockout(entries=0), account(is_confirmed=whose == "another")
    actor = own_account(make.user() if whose == "another" else stranger)

    for number in range(8):
        signed_up(event, number, actor=actor)

    assert letters() == 5


def test_what_becomes_of_an_entry_is_told_although_its_arrival_was_not() -> None:
    event = make.knockout(entries=0, review_sign_ups=True)
    last = [signed_up(event, number) for number in range(6)][-1]

    entries.accept_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=last.pk)

    assert (letters(), letters("entry_confirmed")) == (5, 1)


def test_an_entry_that_is_decided_again_and_again_is_not_written_to_each_time() -> None:
    event = make.knockout(entries=0, review_sign_ups=True)
    entry, where = signed_up(event, 1), {"actor": make.boss_of(event), "tournament_id": event.pk}
    entries.reject_entry(entry_id=entry.pk, **where)
    for _again in range(12):
        entries.accept_entry(entry_id=entry.pk, **where)
        entries.withdraw_before_draw(entry_id=entry.pk, reason="Prova", **where)

    decided = OutboxMessage.objects.exclude(kind="sign_up_received")
    assert decided.count() == 10
    assert Entry.objects.get(pk=entry.pk).status == Entry.Status.WITHDRAWN


def test_a_sign_up_that_is_refused_uses_no_letter_up() -> None:
    event = make.knockout(entries=0)
    signed_up(event, 1)
    for _again in range(9):
        with pytest.raises(RefusedError):
            signed_up(event, 1)

    for number in range(2, 6):
        signed_up(event, number)

    assert letters() == 5


def test_invitations_write_twenty_letters_a_day_to_one_address_from_everywhere() -> None:
    boss = make.organiser()
    for number in range(10):
        for to, role in (
            (Club.objects.create(name=f"Club {number}"), "admin"),
            (Circuit.objects.create(slug=f"c{number}", name=f"Circuit {number}"), "owner"),
        ):
            invitations.invite(actor=boss, to=to, email=VICTIM, role=role)
    event = make.event()

    with pytest.raises(RefusedError) as refused:
        invitations.invite(actor=make.boss_of(event), to=event, email=VICTIM.upper(), role="referee")

    assert (refused.value.code, refused.value.field, refused.value.params["most"]) == ("too_many_letters", "email", 20)
    assert (letters("invitation"), Invitation.objects.count()) == (20, 20)
    invitations.invite(actor=make.boss_of(event), to=event, email="other@example.org", role="referee")
    a_day_later()
    invitations.invite(actor=make.boss_of(event), to=event, email=VICTIM, role="referee")


def test_what_is_counted_with_a_write_is_taken_back_with_it() -> None:
    with pytest.raises(RefusedError), transaction.atomic():
        assert rate_limits.is_taken_along(TWO)
        raise RefusedError("any")

    assert [rate_limits.is_taken_along(TWO) for _letter in range(3)] == [True, True, False]


@pytest.mark.django_db(transaction=True)
def test_of_ten_sign_ups_at_the_same_moment_in_ten_events_five_are_written_about() -> None:
    events = [make.knockout(entries=0) for _event in range(10)]

    found = together(*[lambda event=event, n=n: signed_up(event, n) for n, event in enumerate(events)])

    assert all(isinstance(each, Entry) for each in found)
    assert letters() == 5


@pytest.mark.parametrize(("mode", "said"), [("hall", "un quarto d"), ("online", "Si gioca online")])
def test_an_accepted_entry_is_told_where_it_plays(mode: str, said: str) -> None:
    event = make.knockout(entries=0, mode=mode, review_sign_ups=True)
    entry = signed_up(event, 1)
    entries.accept_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry.pk)

    written = letter(OutboxMessage.objects.get(kind="entry_confirmed"))

    assert written is not None
    told = [each for each in ("Si gioca online", "un quarto d") if each in written.body]
    assert told == [said]
