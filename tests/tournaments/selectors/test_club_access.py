"""The door to a club and to a circuit: who is what in them, and that a foreign one answers as a missing one does."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import user
from tournaments.clubs.reads import club_access
from tournaments.errors import ForbiddenError, MissingError
from tournaments.frame.access import Visitor
from tournaments.frame.policies import CIRCUIT_OWNER, ClubRole, Right, limits_of
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Circolo di Traves")


@pytest.fixture
def circuit(club: Club) -> Circuit:
    return Circuit.objects.create(slug="valli", name="Valli", club=club)


def admin_of(club: Club) -> Visitor:
    account = user()
    ClubMembership.objects.create(club=club, user=account)
    return Visitor(account)


def test_everybody_sees_a_club_and_a_circuit(club: Club, circuit: Circuit) -> None:
    nobody = Visitor(AnonymousUser())
    assert club_access.club(nobody, club.pk)[1].role == ""
    found, actor = club_access.circuit(nobody, circuit.slug)
    assert (found.club, actor.role) == (club, "")


def test_an_administrator_runs_their_club_and_its_circuits(club: Club, circuit: Circuit) -> None:
    admin = admin_of(club)
    assert club_access.club(admin, club.pk, Right.MANAGE_CLUB)[1].role == ClubRole.ADMIN
    assert club_access.circuit(admin, circuit.slug, Right.MANAGE_CIRCUIT)[1].role == CIRCUIT_OWNER


def test_who_runs_the_installation_runs_every_club(club: Club, circuit: Circuit) -> None:
    account = user()
    account.is_superuser = True
    account.save()
    assert club_access.club(Visitor(account), club.pk, Right.MANAGE_CLUB)[1].user == account
    assert club_access.circuit(Visitor(account), circuit.slug, Right.MANAGE_CIRCUIT)[1].user == account


def test_an_owner_runs_the_circuit_but_not_its_club(club: Club, circuit: Circuit) -> None:
    owner = Visitor(user())
    CircuitOwner.objects.create(circuit=circuit, user=owner.account)
    assert club_access.circuit(owner, circuit.slug, Right.MANAGE_CIRCUIT)[0] == circuit
    with pytest.raises(MissingError):
        club_access.club(owner, club.pk, Right.MANAGE_CLUB)


def test_a_foreign_club_is_a_missing_one_to_who_wants_to_run_it(club: Club, circuit: Circuit) -> None:
    stranger = admin_of(Club.objects.create(name="Altro"))
    for pk in (club.pk, club.pk + 1000, 10**30):
        with pytest.raises(MissingError):
            club_access.club(stranger, pk, Right.MANAGE_CLUB)
    for slug in (circuit.slug, "nessuno"):
        with pytest.raises(MissingError):
            club_access.circuit(stranger, slug, Right.MANAGE_CIRCUIT)


def test_a_token_does_no_more_than_it_was_made_for(club: Club, circuit: Circuit) -> None:
    account = admin_of(club).account
    assert account is not None
    reader = Visitor(account, limits=limits_of(["read"]))
    assert club_access.club(reader, club.pk)[1].role == ClubRole.ADMIN
    with pytest.raises(ForbiddenError):
        club_access.club(reader, club.pk, Right.MANAGE_CLUB)
    with pytest.raises(ForbiddenError):
        club_access.circuit(reader, circuit.slug, Right.MANAGE_CIRCUIT)


def test_the_token_of_a_club_runs_that_club_only(club: Club) -> None:
    token = Visitor(AnonymousUser(), limits=limits_of(["club"]), club_id=club.pk, label="Gestionale")
    assert club_access.club(token, club.pk, Right.MANAGE_CLUB)[1].label == "Gestionale"
    with pytest.raises(MissingError):
        club_access.club(token, Club.objects.create(name="Altro").pk, Right.MANAGE_CLUB)


def test_no_right_of_an_event_is_had_in_a_club(club: Club) -> None:
    with pytest.raises(ForbiddenError):
        club_access.club(admin_of(club), club.pk, Right.ORGANISE)


def test_one_query_each(club: Club, circuit: Circuit) -> None:
    admin = admin_of(club)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        club_access.club(admin, club.pk, Right.MANAGE_CLUB)
        club_access.circuit(admin, circuit.slug, Right.MANAGE_CIRCUIT)
    assert len(asked) == 2
