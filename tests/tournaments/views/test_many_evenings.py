"""Pages of lists that grow for years: a page of rows, a choice of the year, and no question more for an event more."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tournaments.clubs.writes import clubs
from tournaments.frame.policies import Actor
from tournaments.models import Circuit, Club, Entry, Person, Tournament
from tournaments.seasons import writes as circuits

pytestmark = pytest.mark.django_db

MANY = 10


class Years:
    """A club whose two pairs play an evening a year, all of them over; the first player has an account."""

    def __init__(self) -> None:
        self.boss: Actor = make.organiser()
        self.club: Club = clubs.found_club(actor=self.boss, name="Traves")
        self.circuit: Circuit = circuits.create_circuit(actor=self.boss, name="Valli", club=self.club)
        circuits.change_season(actor=self.boss, circuit_id=self.circuit.pk, scoring="places")
        self.events: list[Tournament] = []
        self.player = make.user()
        self.evening()

    def evening(self) -> None:
        number = len(self.events)
        # Somebody with an account is not known by the name alone.
        Person.objects.filter(user=self.player).update(user=None)
        event = make.knockout(self.boss, entries=2, name=f"Serata {number}", club=self.club)
        self.person = Person.objects.earliest("pk")
        Person.objects.filter(pk=self.person.pk).update(user=self.player)
        when = datetime(2001 + number, 5, 5, 20, tzinfo=UTC)
        rows = Tournament.objects.filter(pk=event.pk)
        rows.update(status="finished", starts_at=when, finished_at=when, circuit=self.circuit)
        self.events.append(event)

    def page(self, name: str) -> tuple[Any, str]:
        """Somebody's browser, and an address."""
        of_club, of_circuit = [self.club.pk], [self.circuit.slug]
        found: dict[str, tuple[Any, Sequence[Any]]] = {
            "my_events": (self.boss, []),
            "my_events of a player": (self.player, []),
            "home": (None, []),
            "clubs": (None, []),
            "club": (None, of_club),
            "club_events": (self.boss, of_club),
            "club_people": (self.boss, of_club),
            "club_duplicates": (self.boss, of_club),
            "circuits": (None, []),
            "circuit": (None, of_circuit),
            "circuit_manage": (self.boss, of_circuit),
            "player": (None, [self.person.pk]),
        }
        who, arguments = found[name]
        return make.client_of(who), reverse(name.partition(" ")[0], args=arguments)


@pytest.fixture
def years() -> Years:
    return Years()


PAGES = {
    "my_events": 8,
    "my_events of a player": 4,
    "home": 8,
    "clubs": 0,
    "club": 5,
    "club_events": 5,
    "club_people": 0,
    "club_duplicates": 0,
    "circuits": 0,
    "circuit": 8,
    "circuit_manage": 8,
    "player": 5,
}


def shown(html: str) -> list[str]:
    return sorted(set(re.findall(r"Serata \d+", html)), key=lambda name: int(name.split()[1]))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_as_many_rows_and_asks_as_often_however_many_evenings_there_are(years, name):
    client, address = years.page(name)
    before = questions(client, address)
    while len(years.events) < MANY:
        years.evening()
    assert questions(client, address) <= before + 1
    assert len(shown(client.get(address).content.decode())) == PAGES[name]


@pytest.mark.parametrize("name", ["my_events", "my_events of a player", "club", "player"])
def test_the_evenings_of_one_year(years, name):
    while len(years.events) < MANY:
        years.evening()
    client, address = years.page(name)
    assert shown(client.get(address, {"year": "2003"}).content.decode()) == ["Serata 2"]
    assert "Serata 9" in shown(client.get(address, {"year": "none"}).content.decode())


def test_the_last_year_that_there_is_has_a_page_too(years):
    Tournament.objects.update(starts_at=datetime(9999, 5, 5, 20, tzinfo=UTC))
    client, address = years.page("player")
    assert shown(client.get(address, {"year": "9999"}).content.decode()) == ["Serata 0"]


def test_both_lists_of_mine_turn_their_own_pages(years):
    while len(years.events) < MANY:
        years.evening()
    Person.objects.filter(pk=years.person.pk).update(user=years.boss.user)
    client, address = years.page("my_events")
    html = client.get(address, {"roles": "2"}).content.decode()
    worked, _between, played = html.partition('id="past-entries-title"')
    assert (shown(worked), shown(played)) == (["Serata 0", "Serata 1"], [f"Serata {n}" for n in (6, 7, 8, 9)])
    assert "?roles=2&amp;entries=2" in played


def test_a_season_opens_at_its_newest_evenings_in_the_order_of_play(years):
    while len(years.events) < MANY:
        years.evening()
    client, address = years.page("circuit")
    rows = re.compile(r'data-label="#">(\d+)</td>\s*<th[^>]*><a[^>]*>Serata (\d+)')
    newest, oldest = (client.get(address, {"events": page}).content.decode() for page in ("1", "2"))
    assert rows.findall(newest) == [(str(number + 1), str(number)) for number in range(2, 10)]
    assert rows.findall(oldest) == [("1", "0"), ("2", "1")]


def test_a_year_in_which_somebody_only_signed_others_up_is_offered(years):
    other = make.user()
    years.evening()
    Entry.objects.filter(tournament=years.events[1]).update(entered_by=other, source=Entry.Source.SIGN_UP)
    page = make.client_of(other)
    assert shown(page.get(reverse("my_events")).content.decode()) == ["Serata 1"]
    assert shown(page.get(reverse("my_events"), {"year": "2002"}).content.decode()) == ["Serata 1"]
    Entry.objects.filter(tournament=years.events[0]).update(entered_by=other, source=Entry.Source.SIGN_UP)
    assert shown(page.get(reverse("my_events"), {"year": "2001"}).content.decode()) == ["Serata 0"]


def test_all_circuits_of_a_club_are_those_of_the_club(years):
    for number in range(4):
        circuits.create_circuit(actor=years.boss, name=f"Serie {number}", club=years.club)
    other = make.organiser()
    circuits.create_circuit(actor=other, name="Altrove", club=clubs.found_club(actor=other, name="Viù"))
    client, address = years.page("club")
    (way,) = re.findall(r'href="(/circuiti/\?[^"]+)"', client.get(address).content.decode())
    html = client.get(way).content.decode()
    assert ("Altrove" in html, all(f"Serie {number}" in html for number in range(4))) == (False, True)
    assert f'href="{address}"' in html
    assert "Altrove" in client.get("/circuiti/?circolo=niente").content.decode()
    assert client.get("/circuiti/?circolo=999999").status_code == 404
