"""Roles by invitation: the link is the proof, taken once; nobody learns which address has an account."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.accounts.reads import accounts
from tournaments.accounts.writes import invitations
from tournaments.clubs.writes import clubs
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Actor, Role
from tournaments.models import (
    AuditEntry,
    Circuit,
    CircuitOwner,
    Club,
    ClubMembership,
    Invitation,
    Membership,
    OutboxMessage,
)
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db


def offer(to, role=Role.REFEREE, email="arbitro@example.org", **more):
    actor = make.boss_of(to) if hasattr(to, "slug") and hasattr(to, "preset") else make.organiser()
    return invitations.invite(actor=actor, to=to, email=email, role=role, **more)


def test_a_role_is_taken_with_the_link_and_told_to_the_inviter() -> None:
    event, arturo = make.event(), make.user(name="Arturo")
    made = offer(event, email=" Arbitro@Example.org ")

    invitations.accept(account=arturo, secret=made.secret)

    held = Membership.objects.get(tournament=event, user=arturo)
    assert held.role == Role.REFEREE
    (shown,) = accounts.invitations(event)
    assert (shown.email, shown.accepted_by) == ("arbitro@example.org", arturo)
    verbs = AuditEntry.objects.filter(tournament=event).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-3:] == ["invitation_sent", "role_granted", "invitation_accepted"]


def test_a_link_is_good_once_until_it_is_old_or_revoked() -> None:
    event, account = make.event(), make.user()
    used, revoked, old = (offer(event, email=f"{n}@example.org") for n in range(3))
    invitations.accept(account=make.user(), secret=used.secret)
    invitations.revoke(actor=make.boss_of(event), to=event, invitation_id=revoked.invitation.pk)
    Invitation.objects.filter(pk=old.invitation.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    for secret in (used.secret, revoked.secret, old.secret, "x", ""):
        with pytest.raises(MissingError):
            invitations.accept(account=account, secret=secret)
    assert not Membership.objects.filter(user=account).exists()


def test_the_link_lasts_two_weeks_and_its_secret_is_kept_nowhere() -> None:
    made = offer(make.event())
    left = made.invitation.expires_at - timezone.now()
    assert timedelta(days=13, hours=23) < left <= timedelta(days=14)
    rows = [list(model.objects.values()) for model in (Invitation, OutboxMessage, AuditEntry)]
    assert made.secret not in str(rows)


@pytest.mark.django_db(transaction=True)
def test_the_letter_has_the_link_and_says_who_offers_what(settings) -> None:
    settings.SITE_URL = "https://carte.example.org"
    event = make.event(name="Torneo di Natale")
    made = offer(event)
    mail.outbox.clear()
    outbox.drain(timezone.now())
    (letter,) = mail.outbox
    assert letter.to == ["arbitro@example.org"]
    assert "Torneo di Natale" in letter.subject
    assert re.findall(r"https://\S+", letter.body) == [f"https://carte.example.org/invito/{made.secret}/"]


def test_no_letter_goes_out_for_an_offer_that_was_revoked() -> None:
    event = make.event()
    made = offer(event)
    invitations.revoke(actor=make.boss_of(event), to=event, invitation_id=made.invitation.pk)
    mail.outbox.clear()
    outbox.drain(timezone.now())
    assert mail.outbox == []


def test_a_second_offer_to_one_address_ends_the_first() -> None:
    event = make.event()
    first, second = offer(event), offer(event, role=Role.SCORER, tables=(1, 2))
    with pytest.raises(MissingError):
        invitations.open_invitation(first.secret)
    account = make.user()
    invitations.accept(account=account, secret=second.secret)
    assert Membership.objects.get(user=account).tables == [1, 2]


def test_an_organiser_loses_nothing_by_accepting_less() -> None:
    event = make.event()
    boss = make.boss_of(event).user
    with pytest.raises(RefusedError) as refused:
        invitations.accept(account=boss, secret=offer(event).secret)
    assert refused.value.code == "role_greater"
    assert Invitation.objects.get().accepted_at is None


def test_a_club_and_a_circuit_are_joined_the_same_way() -> None:
    club, circuit = Club.objects.create(name="Traves"), Circuit.objects.create(slug="valli", name="Valli")
    account = make.user()
    for to, role in ((club, "admin"), (circuit, "owner")):
        invitations.accept(account=account, secret=offer(to, role).secret)
    assert ClubMembership.objects.get(club=club).user == account
    assert CircuitOwner.objects.get(circuit=circuit).user == account


@pytest.mark.parametrize("role", ["admin", "owner", "superuser", ""])
def test_only_roles_of_an_event_are_offered_in_one(role: str) -> None:
    with pytest.raises(RefusedError) as refused:
        offer(make.event(), role)
    assert refused.value.code == "role_unknown"


def test_a_scorer_is_told_which_tables() -> None:
    with pytest.raises(RefusedError) as refused:
        offer(make.event(), Role.SCORER)
    assert refused.value.code == "scorer_tables"


def test_an_offer_is_revoked_where_it_was_made_only() -> None:
    made = offer(make.event())
    other = make.event()
    with pytest.raises(RefusedError) as refused:
        invitations.revoke(actor=make.boss_of(other), to=other, invitation_id=made.invitation.pk)
    assert refused.value.code == "invitation_missing"
    assert invitations.open_invitation(made.secret).pk == made.invitation.pk


def test_what_somebody_offered_ends_with_their_role() -> None:
    event = make.event()
    second = make.with_role(event, Role.ORGANISER)
    made = invitations.invite(
        actor=Actor(user=second, role=Role.ORGANISER, label="Due"), to=event, email="a@example.org", role=Role.REFEREE
    )
    held = Membership.objects.get(tournament=event, user=second)
    tournaments.revoke_role(actor=make.boss_of(event), tournament_id=event.pk, membership_id=held.pk)
    with pytest.raises(MissingError):
        invitations.open_invitation(made.secret)


def test_what_an_administrator_offered_ends_with_the_role() -> None:
    founder = make.organiser()
    club = clubs.found_club(actor=founder, name="Traves")
    second = ClubMembership.objects.create(club=club, user=make.user())
    made = invitations.invite(actor=Actor(user=second.user, label="Due"), to=club, email="a@example.org", role="admin")
    clubs.remove_admin(actor=founder, club_id=club.pk, membership_id=second.pk)
    with pytest.raises(MissingError):
        invitations.open_invitation(made.secret)


def test_no_letter_to_the_world(monkeypatch) -> None:
    monkeypatch.setattr(invitations, "MOST_OPEN", 2)
    event = make.event()
    offer(event, email="a@example.org")
    offer(event, email="b@example.org")
    with pytest.raises(RefusedError) as refused:
        offer(event, email="c@example.org")
    assert refused.value.code == "too_many_invitations"


def test_nobodys_mailbox_is_filled() -> None:
    """Nor by offers that are taken back in between."""
    event = make.event()
    for _ in range(invitations.MOST_A_DAY):
        made = offer(event, email="a@example.org")
        invitations.revoke(actor=make.boss_of(event), to=event, invitation_id=made.invitation.pk)
    with pytest.raises(RefusedError) as refused:
        offer(event, email="A@example.org ")
    assert (refused.value.code, refused.value.field) == ("too_many_letters", "email")
    offer(event, email="b@example.org")
    offer(make.event(), email="a@example.org")
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=1))
    offer(event, email="a@example.org")


def test_an_organiser_who_is_only_a_referee_now_invites_nobody_any_more() -> None:
    event = make.event()
    boss, second = make.boss_of(event), make.user()
    tournaments.grant_role(actor=boss, tournament_id=event.pk, user=second, role=Role.ORGANISER)
    made = invitations.invite(actor=Actor(user=second), to=event, email="me@example.org", role=Role.ORGANISER)

    tournaments.grant_role(actor=boss, tournament_id=event.pk, user=second, role=Role.REFEREE)

    with pytest.raises(MissingError):
        invitations.accept(account=make.user(), secret=made.secret)


@pytest.fixture
def _mail_arrives(settings) -> None:
    settings.MAIL_ARRIVES = True


@pytest.mark.usefixtures("_mail_arrives")
def test_where_mail_arrives_a_link_that_was_passed_on_opens_nothing() -> None:
    event, other = make.event(), make.user("altro@example.org")
    made = offer(event)
    unconfirmed = make.user("Arbitro@example.org")
    address = EmailAddress.objects.create(user=unconfirmed, email=unconfirmed.email, primary=True, verified=False)

    for account in (other, unconfirmed):
        with pytest.raises(RefusedError) as refused:
            invitations.accept(account=account, secret=made.secret)
        assert (refused.value.code, refused.value.params) == ("invitation_of_other", {"email": "arbitro@example.org"})
    assert not Membership.objects.filter(tournament=event, role=Role.REFEREE).exists()

    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
    invitations.accept(account=unconfirmed, secret=made.secret)
    assert Membership.objects.get(tournament=event, role=Role.REFEREE).user == unconfirmed


@pytest.mark.usefixtures("_mail_arrives")
def test_an_account_that_was_vouched_for_takes_what_its_address_was_offered() -> None:
    account = make.user("arbitro@example.org")
    assert not EmailAddress.objects.filter(user=account).exists()
    assert invitations.accept(account=account, secret=offer(make.event()).secret).accepted_by_id is None
    assert Invitation.objects.get().accepted_by == account
