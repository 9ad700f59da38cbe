"""Pages of clubs: what everybody sees, and what an administrator does on them."""

import pytest
from django.core import mail
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import text
from tournaments.clubs.writes import clubs
from tournaments.entries.writes.entries import PersonName
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Actor
from tournaments.models import Club, ClubMembership, Invitation, Person, PersonMerge, User
from tournaments.people.writes import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make.user(name="Bruna")


@pytest.fixture
def club(admin: User) -> Club:
    return clubs.found_club(actor=Actor(user=admin, label="Bruna"), name="Circolo di Traves", circle="Valli di Lanzo")


def somebody(club: Club, admin: User, family: str, given: str = "Rosa") -> Person:
    return people.add_person(actor=Actor(user=admin, label="Bruna"), club_id=club.pk, name=PersonName(family, given))


def url(name: str, *args: object) -> str:
    return reverse(name, args=args)


def test_everybody_sees_a_club_with_its_public_events(club, admin) -> None:
    public = make.knockout(make.organiser(admin), entries=0, club=club, name="Torneo aperto")
    make.event(make.organiser(admin), club=club, name="Torneo segreto")
    page = text(make.client_of().get(url("club", club.pk)))
    assert public.name in page
    assert "segreto" not in page
    assert "Amministra il circolo" not in page
    assert "Circolo di Traves" in text(make.client_of().get(url("clubs"), {"q": "lanzo traves"}))
    assert "Circolo di Traves" not in text(make.client_of().get(url("clubs"), {"q": "ceres"}))


def test_who_runs_the_installation_gives_a_club_that_nobody_runs_to_its_own(club) -> None:
    typed = Club.objects.create(name="Circolo di Ceres")
    operator = make.user()
    User.objects.filter(pk=operator.pk).update(is_superuser=True)
    asker = make.client_of(User.objects.get(pk=operator.pk))
    assert "Circolo di Ceres" not in text(make.client_of(make.user()).get(url("clubs")))
    page = asker.get(url("clubs"))
    assert "Circoli che nessuno amministra" in text(page)
    assert url("club_admins", typed.pk) in page.content.decode()
    assert url("club_admins", club.pk) not in page.content.decode()
    asker.post(url("club_admins", typed.pk), {"email": "vera@example.org"})
    assert Invitation.objects.get(club=typed).email == "vera@example.org"
    ClubMembership.objects.create(club=typed, user=operator)
    assert "Circoli che nessuno amministra" not in text(asker.get(url("clubs")))


def test_a_club_that_was_only_typed_with_entries_is_no_public_page(club) -> None:
    event = make.knockout(entries=0)
    make.with_entries(event, 2, clubs=True)
    typed = Club.objects.get(name=make.CLUBS[1])
    api, anybody = Asker(), make.client_of()

    def shown() -> tuple[int, bool, bool]:
        names = [row["name"] for row in api.get("clubs/").json()["results"]]
        return (
            anybody.get(url("club", typed.pk)).status_code,
            typed.name in text(anybody.get(url("clubs"))),
            (typed.name in names),
        )

    assert shown() == (404, False, False)
    assert api.get(f"clubs/{typed.pk}/").status_code == 404
    # Its name is on an event, which is public when its organiser says so.
    lent = make.event(club=typed)
    assert shown() == (404, False, False)
    tournaments.open_entries(actor=make.boss_of(lent), tournament_id=lent.pk)
    assert shown() == (200, True, True)
    tournaments.hide_tournament(actor=make.boss_of(lent), tournament_id=lent.pk)
    assert shown() == (404, False, False)
    # Somebody runs it.
    ClubMembership.objects.create(club=typed, user=make.user())
    assert shown() == (200, True, True)


def test_the_list_of_clubs_asks_the_same_however_many_there_are(club) -> None:
    client = make.client_of()
    one = questions(client, url("clubs"))
    for name in ("Ceres", "Lanzo"):
        ClubMembership.objects.create(club=Club.objects.create(name=name), user=make.user())
    assert questions(client, url("clubs")) == one


def test_who_founds_a_club_comes_to_its_pages() -> None:
    founder = make.user()
    client = make.client_of(founder)
    answer = client.post(url("club_found"), {"name": "Circolo di Ceres", "circle": ""})
    made = Club.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, url("club_manage", made.pk))
    again = client.post(url("club_found"), {"name": "CIRCOLO DI CERES", "circle": "x"})
    assert again.status_code == 422
    assert "CIRCOLO DI CERES c'è già" in text(again)
    assert make.client_of().get(url("club_found")).status_code == 302


MANAGED = ("club_manage", "club_events", "club_admins", "club_people", "club_duplicates")


@pytest.mark.parametrize("name", MANAGED)
def test_a_stranger_finds_no_more_than_of_a_club_that_is_not_there(club, name) -> None:
    stranger = make.client_of(make.user())
    answers = [stranger.get(url(name, key)) for key in (club.pk, club.pk + 999)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert make.client_of().get(url(name, club.pk)).status_code == 302


def test_an_administrator_renames_the_club(club, admin) -> None:
    answer = make.client_of(admin).post(url("club_manage", club.pk), {"name": "Circolo di Viù", "circle": ""})
    assert answer.status_code == 303
    club.refresh_from_db()
    assert (club.name, club.circle) == ("Circolo di Viù", "")


def test_an_invitation_is_sent_whether_or_not_the_address_has_an_account(club, admin, settings) -> None:
    settings.MAIL_ARRIVES = True
    known = make.user("nota@example.org")
    client = make.client_of(admin)
    said = []
    for address in (known.email, "ignota@example.org"):
        client.post(url("club_admins", club.pk), {"email": address})
        said.append(text(client.get(url("club_admins", club.pk))).replace(address, "-"))
    assert "Abbiamo mandato l'invito a" in said[0]
    assert Invitation.objects.filter(club=club).count() == 2
    first = said[0].split(" per posta")[1].split("http")[0]
    assert first == said[1].split(" per posta")[1].split("http")[0]
    assert not ClubMembership.objects.filter(user=known).exists()


def test_an_open_invitation_is_revoked_and_a_role_taken_away(club, admin) -> None:
    client = make.client_of(admin)
    client.post(url("club_admins", club.pk), {"email": "a@example.org"})
    offer = Invitation.objects.get()
    page = text(client.get(url("club_admins", club.pk)))
    assert "a@example.org" in page
    assert "ultimo amministratore: resta" in page
    client.post(url("club_invitation_revoke", club.pk, offer.pk))
    assert "a@example.org" not in text(client.get(url("club_admins", club.pk))).split("Inviti")[-1].split("Invita")[0]
    assert client.post(url("club_invitation_revoke", club.pk, offer.pk)).status_code == 422
    held = ClubMembership.objects.get(club=club)
    assert client.post(url("club_admin_remove", club.pk, held.pk)).status_code == 422
    other = ClubMembership.objects.create(club=club, user=make.user())
    assert client.post(url("club_admin_remove", club.pk, other.pk)).status_code == 303


def test_people_are_found_added_and_corrected(club, admin) -> None:
    client = make.client_of(admin)
    rosa = somebody(club, admin, "Teppa")
    assert client.post(url("club_people", club.pk), {"family_name": "Vana", "given_name": "Ada"}).status_code == 303
    twice = client.post(url("club_people", club.pk), {"family_name": "vana", "given_name": "ADA"})
    assert twice.status_code == 422
    assert 'value="vana"' in twice.content.decode()
    page = text(client.get(url("club_people", club.pk), {"q": "tep"}))
    assert "Teppa Rosa" in page
    assert "Vana Ada" not in page
    change = {"family_name": "Teppa", "given_name": "Rosina", "club": club.name}
    assert client.post(url("club_person", club.pk, rosa.pk), change).status_code == 303
    rosa.refresh_from_db()
    assert str(rosa) == "Rosina Teppa"


def test_the_list_of_people_asks_the_same_however_many_there_are(club, admin) -> None:
    client = make.client_of(admin)
    somebody(club, admin, "Teppa")
    one = questions(client, url("club_people", club.pk))
    somebody(club, admin, "Vana")
    somebody(club, admin, "Grosso")
    assert questions(client, url("club_people", club.pk)) == one


def test_a_person_of_another_club_is_a_missing_one(club, admin) -> None:
    other = Person.objects.create(family_name="Teppa", club=Club.objects.create(name="Lanzo"))
    client = make.client_of(admin)
    for name in ("club_person", "club_person_anonymise"):
        assert client.get(url(name, club.pk, other.pk)).status_code == 404
    mine = somebody(club, admin, "Teppa")
    assert client.get(url("club_merge", club.pk, mine.pk, other.pk)).status_code == 404
    assert client.post(url("club_merge", club.pk, mine.pk, other.pk)).status_code == 404


def test_names_alike_are_suggested_looked_at_and_put_together(club, admin) -> None:
    # Two rows of an earlier release, which took them for two people.
    first = somebody(club, admin, "D'Agostino", "Nicolò")
    second = Person.objects.create(family_name="Dagostino", given_name="nicolo", club=club)
    somebody(club, admin, "Vana")
    third = somebody(club, admin, "Nicolo", "D Agostino")
    client = make.client_of(admin)
    page = client.get(url("club_duplicates", club.pk))
    assert url("club_merge", club.pk, first.pk, third.pk) in page.content.decode()
    merge = url("club_merge", club.pk, first.pk, second.pk)
    preview = text(client.get(merge))
    assert "0 iscrizioni di nicolo Dagostino passano a Nicolò D'Agostino." in preview
    assert client.post(merge).status_code == 303
    assert "nicolo Dagostino" in text(client.get(url("club_duplicates", club.pk)))
    assert "Dagostino nicolo" not in text(client.get(url("club_people", club.pk)))

    undo = url("club_merge_undo", club.pk, PersonMerge.objects.get().pk)
    assert "Sono due persone?" in text(client.get(undo))
    assert client.post(undo).status_code == 303
    assert client.get(undo).status_code == 404
    assert "Dagostino nicolo" in text(client.get(url("club_people", club.pk)))


def test_a_merge_that_is_refused_says_why(club, admin) -> None:
    pair = [somebody(club, admin, "Teppa"), somebody(club, admin, "Tepa")]
    for person in pair:
        Person.objects.filter(pk=person.pk).update(user=make.user())
    answer = make.client_of(admin).post(url("club_merge", club.pk, *(person.pk for person in pair)))
    assert answer.status_code == 422
    assert "sono due" in text(answer)


def test_somebody_is_searched_who_may_be_the_same(club, admin) -> None:
    rosa, other = somebody(club, admin, "Teppa"), somebody(club, admin, "Tepa")
    page = make.client_of(admin).get(url("club_person", club.pk, rosa.pk), {"q": "tepa"})
    assert url("club_merge", club.pk, rosa.pk, other.pk) in page.content.decode()


def test_a_person_is_made_anonymous_by_a_typed_word_only(club, admin) -> None:
    rosa = somebody(club, admin, "Teppa")
    client, where = make.client_of(admin), url("club_person_anonymise", club.pk, rosa.pk)
    assert "Nessuno può tornare indietro." in text(client.get(where))
    assert client.post(where, {"word": "sì"}).status_code == 422
    assert client.post(where, {"word": " Anonimo "}).status_code == 303
    rosa.refresh_from_db()
    assert rosa.anonymised_at is not None
    assert mail.outbox == []


def test_a_merged_person_is_the_other_on_the_public_page(club, admin) -> None:
    event = make.knockout(entries=2)
    kept = event.entries.get(number=1).members.get(position=1).person
    merged = somebody(club, admin, "Doppia")
    Person.objects.filter(pk=merged.pk).update(merged_into=kept)
    answer = make.client_of().get(url("player", merged.pk))
    assert (answer.status_code, answer["Location"]) == (302, url("player", kept.pk))
