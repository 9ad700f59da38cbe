"""The page behind an invitation's link: looked at by anybody, accepted by a button and an account."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import text
from tournaments.accounts.writes import invitations
from tournaments.frame.policies import Role
from tournaments.models import Circuit, Club, Membership

pytestmark = pytest.mark.django_db


def offered(to=None, role=Role.REFEREE):
    to = to or make.event(name="Torneo di Natale")
    return invitations.invite(actor=make.organiser(), to=to, email="arbitro@example.org", role=role)


def page_of(offer) -> str:
    return reverse("invitation", args=[offer.secret])


def test_looking_at_it_uses_nothing_up() -> None:
    offer = offered()
    for client in (make.client_of(), make.client_of(make.user())):
        answer = client.get(page_of(offer))
        assert answer.status_code == 200
        assert "Torneo di Natale" in text(answer)
        assert "arbitro@example.org" in text(answer)
        assert answer["Referrer-Policy"] == "same-origin"
    assert not Membership.objects.filter(role=Role.REFEREE).exists()


def test_it_is_accepted_with_an_account_once() -> None:
    offer, account = offered(), make.user()
    asked = make.client_of().post(page_of(offer))
    assert (asked.status_code, page_of(offer) in asked["Location"]) == (302, True)
    answer = make.client_of(account).post(page_of(offer))
    event = Membership.objects.get(user=account).tournament
    assert (answer.status_code, answer["Location"]) == (303, reverse("referee_desk", args=[event.slug]))
    assert make.client_of(account).get(page_of(offer)).status_code == 404
    assert make.client_of(make.user()).post(page_of(offer)).status_code == 404


@pytest.mark.parametrize("secret", ["x", "0" * 48, "à"])
def test_a_wrong_link_is_a_missing_page(secret) -> None:
    assert make.client_of().get(reverse("invitation", args=[secret])).status_code == 404


def test_a_refusal_stands_on_the_page() -> None:
    event = make.event()
    offer = offered(event)
    answer = make.client_of(make.boss_of(event)).post(page_of(offer))
    assert (answer.status_code, "Organizzatore" in text(answer)) == (422, True)


def test_it_leads_to_what_it_opened() -> None:
    club, circuit = Club.objects.create(name="Traves"), Circuit.objects.create(slug="valli", name="Valli")
    client = make.client_of(make.user())
    for to, role, page in (
        (club, "admin", reverse("club_manage", args=[club.pk])),
        (circuit, "owner", reverse("circuit_manage", args=[circuit.slug])),
    ):
        answer = client.post(page_of(offered(to, role)))
        assert answer["Location"] == page
        assert client.get(page).status_code == 200


def test_another_account_is_told_which_one_it_is_for(settings) -> None:
    settings.MAIL_ARRIVES = True
    offer, other = offered(), make.client_of(make.user("altro@example.org"))
    for answer, status in ((other.get(page_of(offer)), 200), (other.post(page_of(offer)), 422)):
        assert answer.status_code == status
        assert "arbitro@example.org" in text(answer)
        assert b">Accetta<" not in answer.content
    assert b">Accetta<" in make.client_of(make.user("arbitro@example.org")).get(page_of(offer)).content
