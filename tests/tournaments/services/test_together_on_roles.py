"""Two people at once at clubs, people and roles: once only, and nobody is told that the site failed."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection

from tests.tournaments import factories as make
from tests.tournaments.services.push_phones import Phone
from tests.tournaments.services.races import PATIENCE, together
from tournaments.accounts.writes import invitations, privacy, tokens
from tournaments.alerts.writes import followers
from tournaments.clubs.writes import clubs
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Actor, Role
from tournaments.jobs.writes import jobs
from tournaments.models import (
    AuditEntry,
    Circuit,
    Club,
    ClubMembership,
    EntryMember,
    Follower,
    Invitation,
    Membership,
    Person,
    PersonMerge,
    Tournament,
    User,
)
from tournaments.people.writes import merging, people
from tournaments.seasons import writes as circuits
from tournaments.webhooks.writes import keeping

pytestmark = pytest.mark.django_db(transaction=True)


def organiser() -> Actor:
    account = make.user()
    return Actor(user=account, label=str(account))


def quietly(step: Any) -> Any:
    """The same step, whose “there is no such thing” is a result as well."""

    def told() -> Any:
        try:
            return step()
        except MissingError as missing:
            return missing

    return told


@pytest.mark.parametrize("kind", ["event", "club"])
def test_an_invitation_that_two_accept_at_once_is_taken_by_one(kind: str) -> None:
    boss = organiser()
    to = make.event(boss) if kind == "event" else clubs.found_club(actor=boss, name="Traves")
    role = Role.ORGANISER if kind == "event" else Invitation.Role.CLUB_ADMIN
    secret = invitations.invite(actor=boss, to=to, email="ada@example.org", role=role).secret
    accounts = [make.user(), make.user()]

    found = together(
        *(quietly(lambda account=account: invitations.accept(account=account, secret=secret)) for account in accounts)
    )

    assert sorted(type(each).__name__ for each in found) == ["Invitation", "MissingError"]
    held = Membership.objects if kind == "event" else ClubMembership.objects
    assert held.filter(user__in=accounts).count() == 1
    assert AuditEntry.objects.filter(verb="invitation_accepted").count() == 1


def test_of_two_letters_to_one_address_at_once_one_link_is_good() -> None:
    boss = organiser()
    club = clubs.found_club(actor=boss, name="Traves")

    def invite() -> invitations.Offer:
        return invitations.invite(actor=boss, to=club, email="ada@example.org", role=Invitation.Role.CLUB_ADMIN)

    together(invite, invite)

    assert Invitation.objects.filter(revoked_at=None).count() == 1
    assert Invitation.objects.count() == 2


def test_of_two_who_take_the_last_two_administrators_away_one_is_refused() -> None:
    boss = organiser()
    club = clubs.found_club(actor=boss, name="Traves")
    ClubMembership.objects.create(club=club, user=make.user())
    held = list(ClubMembership.objects.values_list("pk", flat=True))

    found = together(*(lambda pk=pk: clubs.remove_admin(actor=boss, club_id=club.pk, membership_id=pk) for pk in held))

    assert sorted(str(getattr(each, "code", "")) for each in found) == ["", "last_club_admin"]
    assert ClubMembership.objects.count() == 1


def pair_of_people(boss: Actor) -> tuple[int, list[Person], Tournament]:
    club = clubs.found_club(actor=boss, name="Traves")
    event = make.knockout(boss, entries=0)
    rows = [
        NewEntry((PersonName(name, "Rosa"), PersonName(f"{name}compagna", "Ada")), club="Traves")
        for name in ("Teppa", "Tepa")
    ]
    for row in rows:
        other = make.knockout(boss, entries=0)
        entries.import_entries(actor=boss, tournament_id=other.pk, rows=[row])
    return club.pk, [Person.objects.get(family_name=name) for name in ("Teppa", "Tepa")], event


def test_two_who_put_the_same_people_together_at_once_do_it_once() -> None:
    boss = organiser()
    club, (one, other), _event = pair_of_people(boss)

    def merging_into(kept: Person, merged: Person) -> Any:
        return lambda: merging.merge_people(actor=boss, club_id=club, kept_id=kept.pk, merged_id=merged.pk)

    found = together(merging_into(one, other), merging_into(other, one))

    refused = [each.code for each in found if isinstance(each, RefusedError)]
    assert (PersonMerge.objects.count(), refused) == (1, ["person_missing"])
    kept = Person.objects.get(merged_into=None, family_name__in=("Teppa", "Tepa"))
    assert EntryMember.objects.filter(person=kept).count() == 2


def test_two_who_take_a_merge_back_at_once_do_it_once() -> None:
    boss = organiser()
    club, (one, other), _event = pair_of_people(boss)
    merge = merging.merge_people(actor=boss, club_id=club, kept_id=one.pk, merged_id=other.pk)

    found = together(
        *[lambda: merging.undo_merge(actor=boss, club_id=club, merge_id=merge.pk)] * 2,
    )

    assert [each.code for each in found if isinstance(each, RefusedError)] == ["merge_changed"]
    assert AuditEntry.objects.filter(verb="merge_undone").count() == 1


@pytest.mark.parametrize("leaving", ["merged", "anonymous"])
def test_somebody_of_a_club_goes_while_an_administrator_does(monkeypatch: pytest.MonkeyPatch, leaving: str) -> None:
    """All hold the club and its events; were one to take the club first, each would wait for the other."""

    def slowly(club_id: int) -> Any:
        club = clubs.locked_club(club_id)
        time.sleep(0.3)
        return club

    monkeypatch.setattr(merging if leaving == "merged" else privacy, "locked_club", slowly)
    boss = organiser()
    club, (one, other), _event = pair_of_people(boss)
    Tournament.objects.update(club=club)
    admin = ClubMembership.objects.create(club_id=club, user=make.user())

    def go() -> object:
        if leaving == "merged":
            return merging.merge_people(actor=boss, club_id=club, kept_id=one.pk, merged_id=other.pk)
        return privacy.anonymise_person(actor=boss, club_id=club, person_id=other.pk)

    together(go, lambda: clubs.remove_admin(actor=boss, club_id=club, membership_id=admin.pk))

    assert not ClubMembership.objects.filter(pk=admin.pk).exists()
    gone = Person.objects.get(pk=other.pk)
    assert (gone.merged_into == one, gone.anonymised_at is not None) == (leaving == "merged", leaving == "anonymous")


def test_two_events_that_name_a_new_club_at_once_name_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    boss = organiser()
    events = [make.knockout(boss, entries=0) for _event in range(2)]
    meet = threading.Barrier(2)
    plain = clubs.club_called

    def together_looked(name: str) -> Any:
        found = plain(name)
        # On SQLite the second one looks after the first has written.
        with suppress(threading.BrokenBarrierError):
            meet.wait(0.5)
        return found

    monkeypatch.setattr(clubs, "club_called", together_looked)

    def entering(event: Tournament, number: int) -> Any:
        row = NewEntry((PersonName(f"Vana{number}"), PersonName(f"Teppa{number}")), club="Traves")
        return lambda: entries.import_entries(actor=boss, tournament_id=event.pk, rows=[row])

    found = together(*[entering(event, number) for number, event in enumerate(events)])

    assert {entry.club.name for (entry,) in found} == {"Traves"}
    assert Club.objects.count() == 1


@pytest.mark.parametrize("leaving", ["merged", "anonymous"])
def test_nobody_is_entered_as_somebody_who_is_going_at_that_moment(leaving: str) -> None:
    boss = organiser()
    club, (one, other), event = pair_of_people(boss)
    row = NewEntry((PersonName("Tepa", "Rosa"), PersonName("Vana", "Ida")), club="Traves")

    def go() -> object:
        if leaving == "merged":
            return merging.merge_people(actor=boss, club_id=club, kept_id=one.pk, merged_id=other.pk)
        return privacy.anonymise_person(actor=boss, club_id=club, person_id=other.pk)

    found = together(go, lambda: entries.import_entries(actor=boss, tournament_id=event.pk, rows=[row]))

    assert None not in found
    refused = [each.code for each in found if isinstance(each, RefusedError)]
    if refused == ["known_meanwhile"] and leaving == "anonymous":
        # Entered between the look for their events and now: told to try again, and then it is done.
        go()
    else:
        assert refused == []
    gone = EntryMember.objects.filter(person__merged_into__isnull=False)
    assert not gone.exists()
    if leaving == "anonymous":
        (entry,) = event.entries.all()
        neutral = str(entry.members.get(position=1).person)
        assert ("Tepa" in entry.label) is ("Tepa" in neutral)


def test_two_circuits_of_one_name_made_at_once_have_two_addresses() -> None:
    found = together(*[lambda: circuits.create_circuit(actor=organiser(), name="Valli")] * 2)

    assert sorted(each.slug for each in found) == ["valli", "valli-2"]
    assert Circuit.objects.count() == 2


def test_two_events_of_one_name_made_at_once_have_two_addresses() -> None:
    found = together(*[lambda: make.event(name="Torneo della Neve")] * 2)

    assert len({event.slug for event in found}) == 2


def test_an_address_joins_one_person_only() -> None:
    boss = organiser()
    club = clubs.found_club(actor=boss, name="Traves")
    name = PersonName("Teppa", "Rosa")

    found = together(*[lambda: people.add_person(actor=boss, club_id=club.pk, name=name)] * 2)

    assert [each.code for each in found if isinstance(each, RefusedError)] == ["person_exists"]
    assert Person.objects.count() == 1


def closing(account: User) -> Callable[[], Any]:
    return quietly(lambda: privacy.close_account(account_id=account.pk))


def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two who close their accounts meet before either holds an event; on SQLite the second waits for the first."""
    meet, plain = threading.Barrier(2), privacy._lock_events

    def together_here(leaver: Any) -> Any:
        with suppress(threading.BrokenBarrierError):
            meet.wait(0.5)
        return plain(leaver)

    monkeypatch.setattr(privacy, "_lock_events", together_here)


def test_of_the_last_two_organisers_who_close_their_accounts_at_once_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make.called(entries=4)
    accounts = [make.boss_of(event).user, make.with_role(event, Role.ORGANISER)]
    meeting(monkeypatch)

    found = together(*map(closing, accounts))

    assert [each.code for each in found if each is not None] == ["last_role"]
    assert Membership.objects.filter(tournament=event, role=Role.ORGANISER, user__is_active=True).count() == 1


def test_of_the_last_two_who_run_the_site_and_close_their_accounts_at_once_one_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    accounts = [make.user() for _account in range(2)]
    User.objects.update(is_superuser=True)
    meeting(monkeypatch)

    found = together(*map(closing, accounts))

    assert [each.code for each in found if each is not None] == ["last_superuser"]
    assert User.objects.filter(is_superuser=True, is_active=True).count() == 1


def test_an_account_is_not_closed_while_the_only_other_organiser_loses_the_role(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make.called(entries=4)
    boss = make.boss_of(event)
    other = make.with_role(event, Role.ORGANISER)
    membership = Membership.objects.get(tournament=event, user=other)
    refused: list[str] = []

    def revoking() -> None:
        try:
            tournaments.revoke_role(actor=boss, tournament_id=event.pk, membership_id=membership.pk)
        except RefusedError as refusal:
            refused.append(refusal.code)
        finally:
            connection.close()

    thread, plain = threading.Thread(target=revoking), privacy._lock_events

    def meanwhile(leaver: Any) -> Any:
        thread.start()
        # On SQLite the role is taken away only when the account is closed.
        thread.join(0.5)
        return plain(leaver)

    monkeypatch.setattr(privacy, "_lock_events", meanwhile)
    try:
        privacy.close_account(account_id=boss.user.pk)
    except RefusedError as refusal:
        refused.append(refusal.code)
    thread.join(PATIENCE)

    assert refused in (["last_role"], ["last_organiser"])
    assert Membership.objects.filter(tournament=event, role=Role.ORGANISER, user__is_active=True).count() == 1


def making_tokens(boss: Actor, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 1)
    return lambda name: tokens.make_token(by=boss, owner=boss.user, name=name, scopes=["read"]).token


def making_webhooks(boss: Actor, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    monkeypatch.setattr(keeping, "MOST", 1)
    monkeypatch.setattr(keeping, "require_address", lambda url: None)
    club = clubs.found_club(actor=boss, name="Traves")
    return lambda name: keeping.create_webhook(actor=boss, owner=club, url=f"https://hooks.example.org/{name}")


def beginning_to_follow(boss: Actor, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    monkeypatch.setattr(Follower, "MOST_OF_EVENT", 1)
    monkeypatch.setattr(followers, "require_service", lambda endpoint: None)
    event = make.drawn(entries=4)
    entries_of = dict(zip("abcd", event.entries.values_list("pk", flat=True), strict=True))
    told = {name: Phone(name).subscription for name in entries_of}
    return lambda name: followers.follow(
        tournament=event, entry_id=entries_of[name], by=told[name], address=f"10.0.{ord(name)}.1"
    )


def starting_jobs(boss: Actor, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    monkeypatch.setattr(jobs, "MOST_OPEN", 1)
    # Two events: nothing but the account is the same.
    events = [make.knockout(boss, entries=0) for _ in range(2)]
    return lambda name: jobs.start(
        jobs.ARCHIVE, actor=make.boss_of(events[0]), tournament_id=events[ord(name) % 2].pk, payload={}, key=name
    )


LAST_PLACES = [
    (making_tokens, "too_many_tokens"),
    (making_webhooks, "webhooks_full"),
    (beginning_to_follow, "push_full"),
    (starting_jobs, "jobs_not_done"),
]


@pytest.mark.parametrize(("making", "code"), LAST_PLACES)
def test_of_a_last_place_that_four_take_at_once_one_gets_it(making: Any, code: str, monkeypatch: Any) -> None:
    make_one = making(organiser(), monkeypatch)
    found = together(*(lambda name=name: make_one(name) for name in "abcd"))
    refused = [one for one in found if isinstance(one, RefusedError)]
    assert [one.code for one in refused] == [code] * 3
