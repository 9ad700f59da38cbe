"""People that a club knows stay whose they are, whatever strangers type; one that an entry made is that entry's."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tournaments.accounts.writes import privacy
from tournaments.accounts.writes.accounts import own_account
from tournaments.clubs.writes import clubs
from tournaments.clubs.writes.clubs import people_of_clubs
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.jobs.writes import entry_import, jobs
from tournaments.models import AuditEntry, Club, Entry, Person, Tournament, User
from tournaments.people.writes import merging, people

pytestmark = pytest.mark.django_db

MARIO, IDA, PIPPO = PersonName("Rossi", "Mario"), PersonName("Grosso", "Ida"), PersonName("Sciocco", "Pippo")
PAIR = NewEntry((MARIO, IDA))


@pytest.fixture
def admin() -> Actor:
    return own_account(make.user(name="Rosa Teppa"))


@pytest.fixture
def club(admin: Actor) -> Club:
    return clubs.found_club(actor=admin, name="Ceres")


@pytest.fixture
def mario(admin: Actor, club: Club) -> Person:
    """Somebody of the club who has not played yet."""
    return people.add_person(actor=admin, club_id=club.pk, name=MARIO)


@pytest.fixture
def event() -> Tournament:
    """An event of somebody that the club does not know."""
    return make.knockout(entries=0)


def signed_up(event: Tournament, account: User, new: NewEntry = PAIR) -> Entry:
    return entries.sign_up(actor=own_account(account), tournament_id=event.pk, new=new)


def entered(event: Tournament, new: NewEntry = PAIR) -> Entry:
    return entries.enter_at_desk(actor=make.boss_of(event), tournament_id=event.pk, new=new)


def renamed(entry: Entry, *names: PersonName, club: str = "", by: Actor | None = None) -> Person:
    """Correct the names of an entry; its first person then."""
    actor = by or make.boss_of(entry.tournament)
    entries.rename_entry(
        actor=actor, tournament_id=entry.tournament_id, entry_id=entry.pk, new=NewEntry(names, club=club)
    )
    return first(entry)


def first(entry: Entry) -> Person:
    return entry.members.select_related("person").get(position=1).person


def test_a_stranger_who_signs_up_by_the_name_of_somebody_of_a_club_is_not_them(mario, event) -> None:
    entry = signed_up(event, make.user())

    assert first(entry) == mario
    assert first(entry).user is None


def test_the_club_can_still_make_them_anonymous(mario, club, admin, event) -> None:
    signed_up(event, make.user())

    person = privacy.anonymise_person(actor=admin, club_id=club.pk, person_id=mario.pk)

    assert str(person) == f"Giocatore anonimo {mario.pk}"


def test_a_stranger_who_closes_the_account_makes_nobody_of_a_club_anonymous(mario, club, event) -> None:
    stranger = make.user()
    signed_up(event, stranger)

    privacy.close_account(account_id=stranger.pk)

    mario.refresh_from_db()
    assert (str(mario), mario.club, mario.anonymised_at) == ("Mario Rossi", club, None)


def test_a_stranger_who_organises_renames_nobody_of_a_club(mario, event) -> None:
    person = renamed(entered(event), PIPPO, IDA)

    mario.refresh_from_db()
    assert str(mario) == "Mario Rossi"
    assert (str(person), person.club) == ("Pippo Sciocco", None)


def test_nor_who_the_club_has_let_go(mario, club, admin, event) -> None:
    people.change_person(actor=admin, club_id=club.pk, person_id=mario.pk, name=MARIO, club_name="")

    assert renamed(entered(event), PIPPO, IDA) != mario


def test_nor_who_an_entry_made_and_the_club_has_corrected(club, admin, event) -> None:
    entry = entered(event, NewEntry((PersonName("Rosi", "Mario"), IDA), club="Ceres"))
    typed = first(entry)
    people.change_person(actor=admin, club_id=club.pk, person_id=typed.pk, name=MARIO, club_name="")

    assert renamed(entry, PIPPO, IDA) != typed
    typed.refresh_from_db()
    assert str(typed) == "Mario Rossi"


def test_who_a_list_found_at_a_club_stays_when_it_is_taken_back(mario, event, monkeypatch, settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path
    rows = [NewEntry((MARIO, IDA), where="1"), NewEntry((PIPPO, PersonName("Vana")), where="2")]
    job = jobs.start(
        jobs.IMPORT,
        actor=make.boss_of(event),
        tournament_id=event.pk,
        payload=entry_import.payload_of(rows),
        key="one",
        name="x",
    )
    real = entries.take_chunk
    monkeypatch.setattr(entry_import, "CHUNK", 1)

    def crossed(tournament: Tournament, rows: Any, actor: Any) -> Any:
        if rows[0].where == "2":
            raise RefusedError("person_twice", name="Pippo", where="2")
        return real(tournament, rows, actor)

    monkeypatch.setattr(entry_import.entries, "take_chunk", crossed)
    jobs.run(job.pk)

    assert not Entry.objects.exists()
    assert list(Person.objects.all()) == [mario]


def test_who_signs_up_for_the_first_time_is_the_person_that_the_entry_makes(event) -> None:
    account = make.user()

    entry = signed_up(event, account)

    assert [member.person.user for member in entry.members.all()] == [account, None]


def test_an_account_stays_one_person_and_the_same_in_the_next_event(event) -> None:
    account = make.user()
    before = first(signed_up(event, account))

    again = signed_up(make.knockout(entries=0), account)
    other = signed_up(make.knockout(entries=0), account, NewEntry((PIPPO, IDA)))

    assert (first(again), first(other).user) == (before, None)


def test_who_takes_an_entry_at_the_desk_is_not_its_person(event) -> None:
    assert first(entered(event)).user is None


def test_a_name_that_was_mistyped_just_now_is_corrected_where_it_is(event) -> None:
    entry = entered(event, NewEntry((PersonName("Rosi", "Mario"), IDA), club="Traves"))
    before = first(entry)

    after = renamed(entry, MARIO, IDA, club="Traves")

    assert (after, str(after)) == (before, "Mario Rossi")
    assert Person.objects.count() == 2


def test_who_runs_the_club_corrects_its_people_where_they_are(club, admin) -> None:
    entry = entered(make.knockout(admin, entries=0), NewEntry((PersonName("Rosi", "Mario"), IDA), club="Ceres"))

    assert renamed(entry, MARIO, IDA, club="Ceres", by=admin) == first(entry)
    assert sorted(map(str, club.people.all())) == ["Ida Grosso", "Mario Rossi"]


def test_others_leave_the_list_of_a_club_as_it_is(club, event) -> None:
    entry = entered(event, NewEntry((MARIO, IDA), club="Ceres"))

    renamed(entry, PIPPO, IDA)

    assert sorted(map(str, club.people.all())) == ["Ida Grosso", "Mario Rossi"]


def test_an_account_keeps_its_place_when_its_name_is_corrected(club, event) -> None:
    account = make.user()
    entry = signed_up(event, account, NewEntry((PersonName("Rosi", "Mario"), IDA), club="Ceres"))

    after = renamed(entry, MARIO, IDA, club="Ceres")

    assert (str(after), after.user) == ("Mario Rossi", account)


def test_a_club_knows_who_its_page_has_touched(mario, club, admin) -> None:
    typed = entered(make.knockout(entries=0), NewEntry((PersonName("Rosso", "Mario"), IDA), club="Ceres"))
    assert people_of_clubs([person.pk for person in Person.objects.all()]) == {mario.pk}

    merging.merge_people(actor=admin, club_id=club.pk, kept_id=first(typed).pk, merged_id=mario.pk)

    assert people_of_clubs([person.pk for person in Person.objects.all()]) == {mario.pk, first(typed).pk}
    assert AuditEntry.objects.filter(tournament=None, verb="people_merged").count() == 1


def test_many_are_asked_about_at_once(mario) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert people_of_clubs(range(mario.pk, mario.pk + 500)) == {mario.pk}
    assert len(asked) == 1
