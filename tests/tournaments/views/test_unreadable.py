"""An event whose rules were changed from outside says so itself, and no other event and no list of several suffers."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tournaments.models import Circuit, CircuitOwner, Club, ClubMembership, EntryMember, Tournament, User

pytestmark = pytest.mark.django_db

CHANGED = [
    pytest.param({field: value}, id=f"{field} {value}")
    for field, value in (
        *(("rules", value) for value in ({}, [], "x", 3, {"target": "many"}, {"version": 99})),
        *(
            ("format", value)
            for value in ([], "x", 3, {"kind": "unheard"}, {"kind": []}, {"kind": "groups", "size": "x"})
        ),
        *(("vp_scale", value) for value in ({}, [], {"key": "x", "rows": 3})),
        ("terms", {"unheard": 1}),
        ("discipline", {"unheard": 1}),
        ("game", "briscola"),
    )
]


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Uno")


@pytest.fixture
def boss(club: Club) -> User:
    user = make.user("rosa@example.org")
    circuit = Circuit.objects.create(name="Valli", slug="valli", club=club)
    ClubMembership.objects.create(club=club, user=user)
    CircuitOwner.objects.create(circuit=circuit, user=user)
    return user


def lists(club: Club, player: int) -> list[str]:
    return [
        "/",
        "/miei/",
        "/miei/dati/file/",
        "/organizza/nuovo/",
        "/circuiti/",
        "/circuiti/valli/",
        "/circoli/",
        f"/circoli/{club.pk}/",
        f"/circoli/{club.pk}/gestione/",
        f"/giocatori/{player}/",
        "/regole/",
        "/api/v1/events/",
        "/api/v1/me/",
        "/api/v1/me/data/",
        "/api/v1/circuits/valli/",
        f"/api/v1/clubs/{club.pk}/",
    ]


@pytest.mark.parametrize("changed", CHANGED)
def test_an_event_that_cannot_be_read_takes_nothing_else_down(
    changed: dict[str, Any], club: Club, boss: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = make.called(entries=4), make.called(entries=4)
    Tournament.objects.update(club=club, circuit=Circuit.objects.get())
    player = EntryMember.objects.filter(entry__tournament=bad)[0].person_id
    Tournament.objects.filter(pk=bad.pk).update(**changed)
    client = make.client_of(boss)
    client.raise_request_exception = False
    of_several = [*lists(club, player), f"/e/{good.slug}/", f"/api/v1/events/{good.slug}/"]
    answers = {address: client.get(address).status_code for address in of_several}
    assert {address: status for address, status in answers.items() if status != 200} == {}
    home = client.get("/").content.decode()
    assert bad.name in home and good.name in home
    for address in ("", "classifica/", "regolamento/", "tavoli/1/", "arbitro/"):
        page = client.get(f"/e/{bad.slug}/{address}")
        if page.status_code != 404:
            assert (page.status_code, "manage.py verify" in page.content.decode()) == (500, True), address
    refused = client.get(f"/api/v1/events/{bad.slug}/")
    assert (refused.status_code, refused.json()["code"]) == (500, "event_unreadable")


def test_the_home_page_says_which_event_cannot_be_read() -> None:
    bad = make.called(entries=4)
    Tournament.objects.filter(pk=bad.pk).update(rules={})
    page = Client(headers={"accept-language": "it"}).get("/").content.decode()
    assert "il regolamento di questo torneo non si può leggere" in page
