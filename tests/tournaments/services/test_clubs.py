"""Clubs, their people and administrators, and circuits: who may lend a name to what."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tournaments.accounts.reads.accounts import token_opened_by
from tournaments.accounts.writes import invitations
from tournaments.accounts.writes.tokens import make_token
from tournaments.clubs.writes import clubs
from tournaments.entries.writes.entries import PersonName
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, CircuitOwner, Club, ClubMembership, Person, Tournament
from tournaments.people.writes import people
from tournaments.seasons import writes as circuits

pytestmark = pytest.mark.django_db


def actor() -> Actor:
    account = make.user()
    return Actor(user=account, label=str(account))


def test_who_founds_a_club_runs_it() -> None:
    founder = actor()
    club = clubs.found_club(actor=founder, name="  Circolo  di Traves ", circle="Valli")
    assert (club.name, club.circle) == ("Circolo di Traves", "Valli")
    assert ClubMembership.objects.get(club=club).user == founder.user
    assert AuditEntry.objects.filter(verb="club_founded", tournament=None, target=club.name).count() == 1


def test_a_name_is_taken_whether_somebody_runs_that_club_or_not() -> None:
    clubs.found_club(actor=actor(), name="Traves")
    Club.objects.create(name="Ceres")
    assert refused(clubs.found_club, actor=actor(), name="TRAVES") == "club_exists"
    assert refused(clubs.found_club, actor=actor(), name="ceres") == "club_without_admin"
    other = clubs.found_club(actor=actor(), name="Lanzo")
    assert refused(clubs.change_club, actor=actor(), club_id=other.pk, name="Ceres") == "club_exists"


def test_capitals_with_accents_make_no_second_club() -> None:
    founder = actor()
    club = clubs.found_club(actor=founder, name="SOCIETÀ OPERAIA")
    other = clubs.found_club(actor=founder, name="Viù")
    assert refused(clubs.found_club, actor=actor(), name="Società Operaia") == "club_exists"
    assert refused(clubs.change_club, actor=founder, club_id=other.pk, name="società operaia") == "club_exists"
    assert clubs.change_club(actor=founder, club_id=club.pk, name="Società Operaia").name == "Società Operaia"
    assert clubs.club_named("SOCIETÀ operaia") == club
    assert Club.objects.count() == 2


def test_who_follows_an_event_is_told_of_another_name_of_a_club_or_a_person() -> None:
    founder = actor()
    club = clubs.found_club(actor=founder, name="Traves")
    make.with_entries(make.knockout(founder, entries=0), 1)
    event = Tournament.objects.get()
    Tournament.objects.update(club=club)
    person = Person.objects.order_by("pk")[0]
    Person.objects.filter(pk=person.pk).update(club=club)

    before = make.fresh(event).version
    clubs.change_club(actor=founder, club_id=club.pk, name="Traves Alta")
    renamed = make.fresh(event).version
    people.change_person(
        actor=founder, club_id=club.pk, person_id=person.pk, name=PersonName("Teppa"), club_name="Traves Alta"
    )

    assert before < renamed < make.fresh(event).version


def test_the_last_administrator_stays() -> None:
    founder = actor()
    club = clubs.found_club(actor=founder, name="Traves")
    first = ClubMembership.objects.get()
    assert refused(clubs.remove_admin, actor=founder, club_id=club.pk, membership_id=first.pk) == "last_club_admin"
    second = ClubMembership.objects.create(club=club, user=make.user())
    clubs.remove_admin(actor=founder, club_id=club.pk, membership_id=first.pk)
    assert list(ClubMembership.objects.all()) == [second]


def test_who_runs_the_club_no_more_has_no_way_back() -> None:
    founder, leaving = actor(), actor()
    club = clubs.found_club(actor=founder, name="Traves")
    held = ClubMembership.objects.create(club=club, user=leaving.user)
    event, own = make.event(founder, club=club), make.event(leaving)
    Tournament.objects.filter(pk=own.pk).update(club=club)
    circuit = circuits.create_circuit(actor=founder, name="Valli", club=club)
    offers = [
        invitations.invite(actor=leaving, to=to, email="me.again@example.org", role=role)
        for to, role in ((club, "admin"), (event, "organiser"), (circuit, "owner"))
    ]
    kept = invitations.invite(actor=leaving, to=own, email="me.again@example.org", role="referee")
    key = make_token(by=leaving, owner=club, name="mine", scopes=["club"]).key
    others = make_token(by=founder, owner=club, name="the hall's", scopes=["read"]).key

    clubs.remove_admin(actor=founder, club_id=club.pk, membership_id=held.pk)

    for offer in offers:
        with pytest.raises(MissingError):
            invitations.accept(account=make.user(), secret=offer.secret)
    assert invitations.accept(account=make.user(), secret=kept.secret).tournament == own
    assert (token_opened_by(key), token_opened_by(others) is not None) == (None, True)
    row = AuditEntry.objects.get(verb="club_admin_removed")
    assert row.before["tokens"] == [key.split("_")[1]]


def test_a_page_that_is_open_as_an_administrator_looks_again_when_the_role_goes() -> None:
    founder = actor()
    club = clubs.found_club(actor=founder, name="Traves")
    held = ClubMembership.objects.create(club=club, user=make.user())
    event = make.knockout(founder, entries=0, club=club)

    clubs.remove_admin(actor=founder, club_id=club.pk, membership_id=held.pk)

    assert make.fresh(event).version > event.version


def test_two_circuits_of_one_name_have_two_addresses() -> None:
    made = [circuits.create_circuit(actor=actor(), name="Valli") for _each in range(3)]
    assert [circuit.slug for circuit in made] == ["valli", "valli-2", "valli-3"]


def test_a_club_that_somebody_runs_is_on_no_strangers_event() -> None:
    founder = actor()
    club = clubs.found_club(actor=founder, name="Traves")
    nobodys = Club.objects.create(name="Ceres")
    with pytest.raises(RefusedError) as refusal:
        make.event(make.organiser(), club=club)
    assert (refusal.value.code, refusal.value.field) == ("club_of_others", "club")
    assert make.event(make.organiser(), club=nobodys).club == nobodys
    mine = make.event(make.organiser(founder.user), club=club)
    stranger = make.organiser()
    tournaments.grant_role(actor=founder, tournament_id=mine.pk, user=stranger.user, role="organiser")
    # Anybody who organises it may change all but whose it is said to be.
    tournaments.update_tournament(actor=stranger, tournament_id=mine.pk, club=club, venue="Sala")
    other = clubs.found_club(actor=actor(), name="Lanzo")
    assert refused(tournaments.update_tournament, actor=stranger, tournament_id=mine.pk, club=other) == "club_of_others"


def test_the_token_of_a_club_puts_events_under_it() -> None:
    club = clubs.found_club(actor=actor(), name="Traves")
    assert make.event(Actor(label="Gestionale", club_id=club.pk), club=club).club == club
    assert clubs.may_lend(Actor(label="Altro", club_id=club.pk + 1), club) is False


def test_people_are_added_once_and_corrected() -> None:
    admin = actor()
    club = clubs.found_club(actor=admin, name="Traves")
    rosa = people.add_person(actor=admin, club_id=club.pk, name=PersonName("Teppa", "Rosa"))
    again = {"actor": admin, "club_id": club.pk, "name": PersonName("TEPPA", "rosa")}
    assert refused(people.add_person, **again) == "person_exists"
    people.change_person(
        actor=admin, club_id=club.pk, person_id=rosa.pk, name=PersonName("Teppa", "Rosalia"), club_name="traves"
    )
    assert str(Person.objects.get()) == "Rosalia Teppa"
    row = AuditEntry.objects.get(verb="person_changed")
    assert (row.before["given_name"], row.after["given_name"]) == ("Rosa", "Rosalia")


def test_somebody_goes_to_a_club_that_nobody_else_runs_and_then_is_no_longer_ours() -> None:
    admin = actor()
    club = clubs.found_club(actor=admin, name="Traves")
    clubs.found_club(actor=actor(), name="Lanzo")
    ceres = Club.objects.create(name="Ceres")
    rosa = people.add_person(actor=admin, club_id=club.pk, name=PersonName("Teppa", "Rosa"))
    change = {"actor": admin, "club_id": club.pk, "person_id": rosa.pk, "name": PersonName("Teppa", "Rosa")}
    assert refused(people.change_person, **change, club_name="Lanzo") == "club_of_others"
    assert refused(people.change_person, **change, club_name="Nessuno") == "club_unknown"
    assert people.change_person(**change, club_name="ceres").club == ceres
    assert refused(people.change_person, **change, club_name="Traves") == "person_missing"


def test_a_circuit_takes_an_event_once_and_lets_it_go() -> None:
    owner = make.organiser()
    circuit = circuits.create_circuit(actor=owner, name="Valli di Lanzo")
    second = circuits.create_circuit(actor=owner, name="Valli di Lanzo")
    assert (circuit.slug, second.slug) == ("valli-di-lanzo", "valli-di-lanzo-2")
    event = make.event(owner)
    circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    twice = {"actor": owner, "circuit_id": second.pk, "tournament_id": event.pk}
    assert refused(circuits.add_event, **twice) == "event_in_circuit"
    assert refused(circuits.remove_event, **twice) == "event_not_in_circuit"
    circuits.remove_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    assert Tournament.objects.get(pk=event.pk).circuit is None
    assert AuditEntry.objects.filter(tournament=event, verb__startswith="circuit_").count() == 2


def test_a_circuit_stays_with_its_last_owner_and_under_its_own_club() -> None:
    owner = make.organiser()
    strangers = clubs.found_club(actor=actor(), name="Lanzo")
    assert refused(circuits.create_circuit, actor=owner, name="Valli", club=strangers) == "club_of_others"
    circuit = circuits.create_circuit(actor=owner, name="Valli")
    last = {"actor": owner, "circuit_id": circuit.pk, "owner_id": CircuitOwner.objects.get().pk}
    assert refused(circuits.remove_owner, **last) == "last_circuit_owner"
    change = {"actor": owner, "circuit_id": circuit.pk, "name": "Valli"}
    assert refused(circuits.change_circuit, **change, club=strangers) == "club_of_others"
    assert circuits.change_circuit(**change, description="Sei sere.").slug == "valli"
