"""Teams at the desk, on their own page, on the public pages, in files, and when somebody leaves."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.accounts.writes import privacy
from tournaments.jobs.reads import spreadsheets
from tournaments.models import Club, Entry, Person, Tournament

pytestmark = pytest.mark.django_db


def event_of_teams(**options: Any) -> Tournament:
    return make.knockout(entries=0, game="squadre", preset="scopa_briscola_21", **options)


PEOPLE = "Rossi Anna\nDella Valle Gino\nBianchi\nNeri Ada"


def test_a_team_is_typed_at_the_desk_with_its_people_one_a_line() -> None:
    """R-SQU-15"""
    desk = Desk(event_of_teams())
    page = desk.get("organise_entries").content.decode()
    assert '<textarea name="members"' in page
    assert "Import a whole list" in page
    desk.follow("organise_entries", name="Circolo Arci", members=PEOPLE, club="Arci")
    entry = Entry.objects.get(tournament=desk.event)
    assert (entry.label, entry.status) == ("Circolo Arci", "confirmed")
    assert [str(member.person) for member in entry.members.order_by("position")][:2] == [
        "Anna Rossi",
        "Gino Della Valle",
    ]
    again = desk.post("organise_entries", name="circolo arci", members="Gallo Rita, Grosso Pia")
    assert again.status_code == 422
    assert "There is a team “circolo arci” in this event already." in text(again)
    assert "Gallo Rita, Grosso Pia" in again.content.decode()
    assert "A team has 2 to 12 people" in text(desk.post("organise_entries", name="Una", members="Gallo Rita"))
    assert desk.post("organise_entries", name="Una", members="=Gallo\nGrosso").status_code == 422
    many = desk.post(
        "organise_entries", name="Troppi", members="\n".join(f"Gallo{letter}" for letter in "abcdefghijklm")
    )
    assert "A team has 12 people at most." in text(many)


def test_a_substitute_joins_on_the_page_of_the_team() -> None:
    """R-SQU-15"""
    desk = Desk(event_of_teams())
    desk.follow("organise_entries", name="Circolo Arci", members=PEOPLE)
    entry = Entry.objects.get(tournament=desk.event)
    page = desk.get("organise_entry", entry.pk).content.decode()
    assert "Della Valle Gino" in page
    members = f"{PEOPLE}\nGallo Rita"
    desk.follow("organise_entry", entry.pk, change="rename", name="Arci", members=members, club="")
    entry.refresh_from_db()
    assert (entry.label, entry.members.count()) == ("Arci", 5)
    # Names with several words stay whole.
    assert Person.objects.filter(memberships__entry=entry, family_name="Della Valle").count() == 1
    refused = desk.post("organise_entry", entry.pk, change="rename", name="", members=members)
    assert refused.status_code == 422


def test_a_team_comes_late_and_is_asked_about_first() -> None:
    event = event_of_teams(format={"kind": "swiss", "rounds": 3})
    make.with_entries(event, 3)
    desk = Desk(make.called(make.drawn(make.closed(make.fresh(event)))))
    sent = {"name": "Ultimi", "members": "Gallo Rita\nGrosso Pia"}
    asked = desk.post("organise_entries", **sent)
    assert "Late entry: Ultimi?" in text(asked)
    table = re.findall(r'name="table" value="(\d+)"', asked.content.decode())[0]
    desk.follow("organise_entries", **sent, table=table)
    assert Entry.objects.get(tournament=event, label="Ultimi").is_late


def test_a_team_signs_up_and_is_shown_with_its_people() -> None:
    event = event_of_teams(review_sign_ups=False)
    client = make.client_of()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    address = reverse("sign_up", args=[event.slug])
    assert "Name of the team" in text(client.get(address))
    few = client.post(address, {"name": "Circolo Arci", "members": "Rossi Anna"})
    assert "A team has 2 to 12 people" in text(few)
    answer = client.post(address, {"name": "Circolo Arci", "members": PEOPLE, "contact": ""})
    assert answer.status_code == 303
    received = text(client.get(answer["Location"]))
    assert "Anna Rossi" in received
    assert "without a partner" not in received
    public = text(client.get(reverse("event_entries", args=[event.slug])))
    assert "Circolo Arci" in public
    assert "Team match · " in public
    assert "Ada Neri" in public


def test_the_fee_of_an_event_of_teams_is_for_each_team_or_for_each_person() -> None:
    event = event_of_teams(fee_cents=2000)
    desk = Desk(event)
    assert "20 € for each team" in text(desk.get("event"))
    assert "a single player, a pair or a team" in text(desk.get("organise_settings"))
    Tournament.objects.filter(pk=event.pk).update(fee_kind="person")
    desk.follow("organise_entries", name="Circolo Arci", members=PEOPLE)
    assert "20 € for each person" in text(desk.get("event"))
    assert "80" in text(desk.get("print_money"))


def test_the_file_of_the_entries_has_all_people_of_a_team() -> None:
    desk = Desk(event_of_teams())
    desk.follow("organise_entries", name="Circolo Arci", members=PEOPLE)
    event = make.fresh(desk.event)
    heading, row = next(iter(dict(spreadsheets.archive_files(event)).values())).decode("utf-8-sig").splitlines()
    assert len(heading.split(";")) == len(row.split(";"))
    assert "Anna Rossi, Gino Della Valle, Bianchi, Ada Neri" in row


def test_the_name_of_a_team_stays_when_somebody_of_it_leaves() -> None:
    desk = Desk(event_of_teams())
    desk.follow("organise_entries", name="Circolo Arci", members=PEOPLE)
    entry = Entry.objects.get(tournament=desk.event)
    person = entry.members.get(position=4).person
    club = Club.objects.create(name="Traves")
    Person.objects.filter(pk=person.pk).update(club=club)
    privacy.anonymise_person(actor=make.boss_of(desk.event), club_id=club.pk, person_id=person.pk)
    entry.refresh_from_db()
    names = [str(member.person) for member in entry.members.select_related("person").order_by("position")]
    assert entry.label == "Circolo Arci"
    assert names[:3] == ["Anna Rossi", "Gino Della Valle", "Bianchi"]
    assert "Neri" not in names[3]
