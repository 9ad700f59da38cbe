"""A computer that sends no mail promises none."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests.tournaments import factories as make

pytestmark = pytest.mark.django_db
IN_ENGLISH = {"accept-language": "en"}
CONTACT = "gino@example.org"


def received(client: Client) -> str:
    """What somebody reads who has signed up and left an address."""
    event = make.knockout(entries=0)
    names = {"family_name": "Vana", "given_name": "Gino", "partner_family_name": "Zilio", "partner_given_name": "Ada"}
    form = client.get(reverse("sign_up", args=[event.slug]), headers=IN_ENGLISH)
    key = form.context["form"]["key"].value() if "key" in form.context["form"].fields else ""
    done = client.post(
        reverse("sign_up", args=[event.slug]),
        {**names, "contact": CONTACT, "key": key},
        follow=True,
        headers=IN_ENGLISH,
    )
    assert "Your entry has arrived" in done.content.decode()
    return form.content.decode() + done.content.decode()


@pytest.mark.parametrize("arrives", [True, False])
def test_who_signs_up_is_promised_a_letter_only_where_mail_is_sent(
    client: Client, settings: Settings, arrives: bool
) -> None:
    settings.MAIL_ARRIVES = arrives
    page = received(client)
    assert (f"We will write to {CONTACT}" in page) is arrives
    assert ("No mail is sent from here." in page) is not arrives


@pytest.mark.parametrize("arrives", [True, False])
@pytest.mark.parametrize("name", ["password_reset", "account_request_login_code"])
def test_no_form_asks_for_an_address_that_nothing_is_sent_to(
    client: Client, settings: Settings, name: str, arrives: bool
) -> None:
    settings.MAIL_ARRIVES = arrives
    page = client.get(reverse(name), headers=IN_ENGLISH).content.decode()
    assert ("you will get a message" in page) is arrives
    assert ("This computer sends no mail" in page) is not arrives


@pytest.mark.parametrize("arrives", [True, False])
def test_an_invitation_is_passed_on_by_hand_where_no_mail_is_sent(
    client: Client, settings: Settings, arrives: bool
) -> None:
    settings.MAIL_ARRIVES = arrives
    event = make.knockout(entries=2)
    boss = make.client_of(make.boss_of(event))
    form = {"email": CONTACT, "role": "referee", "tables": ""}
    page = boss.post(
        reverse("organise_roles", args=[event.slug]), form, follow=True, headers=IN_ENGLISH
    ).content.decode()
    assert ("is invited by mail" in page) is arrives
    assert ("pass the link on" in page) is not arrives
