"""Clubs, circuits, roles and one's own data by a program: the same services as the pages, the same doors."""

from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from PIL import Image

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.accounts.writes.tokens import make_token
from tournaments.clubs.writes import clubs
from tournaments.clubs.writes.clubs import still_open
from tournaments.frame.policies import SCOPES, Actor
from tournaments.models import CircuitOwner, Club, ClubMembership, Person, Tournament
from tournaments.seasons import writes as circuits

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Actor:
    return make.organiser()


@pytest.fixture
def mine(boss: Actor) -> Asker:
    return Asker(key_of(boss.user))


@pytest.fixture
def club(mine: Asker) -> Club:
    return Club.objects.get(pk=mine.post("clubs/", {"name": "Traves", "circle": "Valli"}).json()["id"])


def test_a_club_is_founded_read_and_renamed(mine: Asker, club: Club) -> None:
    assert Asker().get(f"clubs/{club.pk}/").json() == {"id": club.pk, "name": "Traves", "circle": "Valli", "logo": None}
    assert [row["name"] for row in Asker().get("clubs/").json()["results"]] == ["Traves"]
    assert mine.put(f"clubs/{club.pk}/", {"name": "Ceres"}).json()["name"] == "Ceres"
    taken = mine.post("clubs/", {"name": "ceres"})
    assert (taken.status_code, taken.json()["code"]) == (422, "club_exists")


def picture(kind: str) -> bytes:
    out = BytesIO()
    Image.new("RGB", (900, 300), "green").save(out, kind)
    return out.getvalue()


def send_logo(asker: Asker, club: Club, data: bytes, kind: str) -> Any:
    return asker.client.put(f"/api/v1/clubs/{club.pk}/logo/", data, content_type=kind, headers=asker.headers)


def test_a_logo_is_sent_shown_and_taken_away(mine: Asker, club: Club, settings: Any) -> None:
    for name, kind in (("PNG", "image/png"), ("JPEG", "image/jpeg"), ("PNG", "application/octet-stream")):
        answer = send_logo(mine, club, picture(name), kind)
        where = answer.json()["logo"]
        assert (answer.status_code, where) == (200, f"{settings.SITE_URL}/circoli/{club.pk}/logo.png")
    assert Asker().get(f"clubs/{club.pk}/").json()["logo"] == where
    assert [row["logo"] for row in Asker().get("clubs/").json()["results"]] == [where]
    assert Asker().client.get(where.removeprefix(settings.SITE_URL)).content.startswith(b"\x89PNG")
    assert [mine.delete(f"clubs/{club.pk}/logo/").status_code for _turn in range(2)] == [204, 204]
    assert Asker().get(f"clubs/{club.pk}/").json()["logo"] is None


def test_a_logo_that_is_no_picture_is_refused_as_on_the_page(mine: Asker, club: Club) -> None:
    refused = [
        send_logo(mine, club, data, "image/png") for data in (b"", b"GIF89a", picture("PNG")[:200], bytes(1_000_001))
    ]
    assert [answer.status_code for answer in refused] == [422] * 4
    assert [answer.json()["code"] for answer in refused] == ["logo_unreadable"] * 3 + ["logo_too_large"]
    assert send_logo(Asker(key_of(make.user())), club, picture("PNG"), "image/png").status_code == 404
    assert send_logo(mine, club, b"{}", "application/json").json()["code"] == "logo_unreadable"
    assert send_logo(mine, club, b"GIF89a", "image/gif").status_code == 415


def test_clubs_are_listed_with_their_logos_in_as_many_queries_as_without(mine: Asker, club: Club) -> None:
    counts = []
    for _turn in range(2):
        with CaptureQueriesContext(connection) as captured:
            Asker().get("clubs/")
        counts.append(len(captured))
        send_logo(mine, club, picture("PNG"), "image/png")
        for name in ("Ceres", "Ala", "Usseglio"):
            mine.post("clubs/", {"name": name})
    assert counts[0] == counts[1]


def test_a_foreign_club_answers_as_a_missing_one(club: Club) -> None:
    stranger = Asker(key_of(make.user()))
    for path in ("people/", "merges/", "admins/", "invitations/"):
        answers = [stranger.get(f"clubs/{pk}/{path}") for pk in (club.pk, club.pk + 99)]
        assert [answer.status_code for answer in answers] == [404, 404]
        bodies = [{**answer.json(), "instance": ""} for answer in answers]
        assert bodies[0] == bodies[1]
    assert [Asker().get(f"clubs/{pk}/people/").status_code for pk in (club.pk, club.pk + 99)] == [401, 404]


def test_a_token_that_only_reads_changes_nothing(boss: Actor, club: Club) -> None:
    reader = Asker(key_of(boss.user, "read"))
    assert reader.put(f"clubs/{club.pk}/", {"name": "Ceres"}).status_code == 403


def test_the_token_of_a_club_keeps_its_people(club: Club) -> None:
    program = Asker(key_of(club))
    made = program.post(f"clubs/{club.pk}/people/", {"family_name": "Teppa", "given_name": "Rosa"}).json()
    assert made == {"id": made["id"], "family_name": "Teppa", "given_name": "Rosa", "has_account": False}
    change = {"family_name": "Teppa", "given_name": "Rosina", "club": "Traves"}
    assert program.put(f"clubs/{club.pk}/people/{made['id']}/", change).json()["given_name"] == "Rosina"
    assert program.get(f"clubs/{club.pk}/people/").json()["results"][0]["id"] == made["id"]
    assert program.get(f"clubs/{club.pk}/people/{made['id'] + 99}/").status_code == 404
    wrong = program.post(f"clubs/{club.pk}/people/", {"family_name": "", "shoe": 42})
    assert (wrong.status_code, {each["field"] for each in wrong.json()["errors"]}) == (422, {"shoe"})


def test_two_people_are_put_together_and_taken_apart(mine: Asker, club: Club) -> None:
    kept, merged = (
        mine.post(f"clubs/{club.pk}/people/", {"family_name": name}).json()["id"] for name in ("Teppa", "Tepa")
    )
    made = mine.post(f"clubs/{club.pk}/merges/", {"kept": kept, "merged": merged})
    assert (made.status_code, made.json()["entries_moved"]) == (201, 0)
    assert [row["id"] for row in mine.get(f"clubs/{club.pk}/people/").json()["results"]] == [kept]
    undo = f"clubs/{club.pk}/merges/{made.json()['id']}/undo/"
    assert mine.post(undo).json()["undone_at"] is not None
    assert mine.post(undo).status_code == 404
    same = mine.post(f"clubs/{club.pk}/merges/", {"kept": kept, "merged": kept})
    assert (same.status_code, same.json()["code"]) == (422, "merge_same")


def test_somebody_without_an_account_is_made_anonymous(mine: Asker, club: Club) -> None:
    pk = mine.post(f"clubs/{club.pk}/people/", {"family_name": "Teppa"}).json()["id"]
    assert mine.post(f"clubs/{club.pk}/people/{pk}/anonymise/").status_code == 204
    assert Person.objects.get(pk=pk).anonymised_at is not None
    assert mine.post(f"clubs/{club.pk}/people/{pk}/anonymise/").status_code == 404


def test_what_a_token_of_a_club_offers_ends_with_the_role_of_who_made_the_token(boss: Actor, club: Club) -> None:
    leaving = make.user()
    held = ClubMembership.objects.create(club=club, user=leaving)
    event = make.event(boss, club=club)
    circuit = circuits.create_circuit(actor=boss, name="Valli", club=club)
    by = Actor(user=leaving, label=str(leaving))
    of_club = Asker(make_token(by=by, owner=club, name="a program", scopes=["organise", "club"]).key)
    body = {"email": "me.again@example.org"}
    made = [
        of_club.post(f"clubs/{club.pk}/invitations/", body),
        of_club.post(f"circuits/{circuit.slug}/invitations/", body),
        of_club.post(f"events/{event.slug}/invitations/", {**body, "role": "organiser"}),
    ]
    assert [answer.status_code for answer in made] == [201] * 3

    clubs.remove_admin(actor=boss, club_id=club.pk, membership_id=held.pk)

    assert not still_open().exists()


def test_roles_of_a_club_come_by_invitation(mine: Asker, club: Club) -> None:
    made = mine.post(f"clubs/{club.pk}/invitations/", {"email": "ada@example.org"})
    assert (made.status_code, made.json()["role"]) == (201, "admin")
    assert "secret" not in made.json()
    where = f"clubs/{club.pk}/invitations/{made.json()['id']}/"
    assert [mine.delete(where).status_code, mine.delete(where).status_code] == [204, 404]
    (held,) = mine.get(f"clubs/{club.pk}/admins/").json()["results"]
    last = mine.delete(f"clubs/{club.pk}/admins/{held['id']}/")
    assert (last.status_code, last.json()["code"]) == (422, "last_club_admin")
    ClubMembership.objects.create(club=club, user=make.user())
    assert mine.delete(f"clubs/{club.pk}/admins/{held['id']}/").status_code == 204


def test_a_season_by_a_program(mine: Asker, boss: Actor, club: Club) -> None:
    circuit = mine.post("circuits/", {"name": "Valli", "club": club.pk}).json()
    assert circuit["club"] == club.pk
    event, foreign = make.knockout(boss, entries=0), make.knockout(entries=0)
    where = f"circuits/{circuit['slug']}/"
    assert mine.post(f"{where}events/", {"event": event.slug}).status_code == 204
    assert mine.post(f"{where}events/", {"event": foreign.slug}).status_code == 404
    assert [row["slug"] for row in Asker().get(where).json()["events"]] == [event.slug]
    assert mine.delete(f"{where}events/{foreign.slug}/").status_code == 404
    assert mine.delete(f"{where}events/{event.slug}/").status_code == 204
    assert mine.put(where, {"name": "Valli nuove"}).json()["slug"] == circuit["slug"]
    assert [row["name"] for row in Asker().get("circuits/").json()["results"]] == ["Valli nuove"]


def test_a_table_by_a_program(mine: Asker, boss: Actor) -> None:
    slug = mine.post("circuits/", {"name": "Valli"}).json()["slug"]
    where = f"circuits/{slug}/season/"
    event, foreign = make.finished(make.drawn(make.knockout(boss, entries=2))), make.knockout(boss, entries=0)
    assert mine.post(f"circuits/{slug}/events/", {"event": event.slug}).status_code == 204
    none = Asker().get(where).json()
    assert (none["options"]["scoring"], none["results"]) == ("none", [])
    sent = {"scoring": "places", "points": [10, 7], "best": 7, "twice": [event.slug]}
    options = mine.put(where, sent).json()
    assert options == {**sent, "taking_part": 1, "minimum": 0, "three_times": [], "lots": False}
    found = Asker().get(where).json()
    assert (found["options"], found["total"], found["pages"]) == (options, 4, 1)
    winner = found["results"][0]
    assert winner["counted"] == [{"event": event.slug, "points": 20, "weight": 2}]
    assert [(row["place"], row["points"], row["why"]["code"]) for row in found["results"]] == [
        (1, 20, "season_leads"),
        (1, 20, "season_shares_place"),
        (3, 14, "season_fewer_points"),
        (3, 14, "season_shares_place"),
    ]
    assert mine.put(where, options).json() == options
    # The lot of a circuit is the same whenever it is chosen.
    drawn = [
        (mine.put(where, {**options, "lots": lots}).json()["lots"], Asker().get(where).json()["lot"])
        for lots in (True, True, False, True)
    ]
    assert [has_lots for has_lots, _lot in drawn] == [True, True, False, True]
    first, again, gone, another = (lot for _has_lots, lot in drawn)
    assert (len(first), first == again, gone, another == first) == (32, True, "", True)
    codes = [row["why"]["code"] for row in Asker().get(where).json()["results"]]
    assert codes == ["season_leads", "season_by_lot", "season_fewer_points", "season_by_lot"]
    wrong = mine.put(where, {**sent, "twice": [foreign.slug]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "event_not_in_circuit")
    assert Asker(key_of(make.user())).put(where, sent).status_code == 404
    assert mine.put(where, {"scoring": "none"}).json()["scoring"] == "none"


def test_who_organises_an_event_takes_it_out_of_its_circuit() -> None:
    owner, boss = make.user(), make.user()
    event = make.event(make.organiser(boss))
    circuit = circuits.create_circuit(actor=Actor(user=owner, label="Ottavia"), name="Stagione")
    circuits.add_event(actor=Actor(user=owner, label="Ottavia"), circuit_id=circuit.pk, tournament_id=event.pk)
    where = f"events/{event.slug}/circuit/"
    assert Asker(key_of(owner)).delete(where).status_code == 404
    assert Asker(key_of(boss)).delete(where).status_code == 204
    assert make.fresh(event).circuit is None
    assert Asker(key_of(boss)).delete(where).status_code == 404


def test_a_circuit_is_kept_by_its_owners(mine: Asker, club: Club) -> None:
    slug = mine.post("circuits/", {"name": "Valli"}).json()["slug"]
    stranger = Asker(key_of(make.user()))
    assert stranger.put(f"circuits/{slug}/", {"name": "Mio"}).status_code == 404
    assert stranger.post("circuits/", {"name": "Mio", "club": club.pk}).json()["code"] == "club_of_others"
    offer = mine.post(f"circuits/{slug}/invitations/", {"email": "ada@example.org"}).json()
    assert mine.get(f"circuits/{slug}/invitations/").json()["results"][0]["id"] == offer["id"]
    assert mine.delete(f"circuits/{slug}/invitations/{offer['id']}/").status_code == 204
    (held,) = mine.get(f"circuits/{slug}/owners/").json()["results"]
    assert mine.delete(f"circuits/{slug}/owners/{held['id']}/").json()["code"] == "last_circuit_owner"
    assert CircuitOwner.objects.count() == 1


def test_my_data_are_told_to_the_log_in_of_the_person_and_to_no_token(boss: Actor, club: Club) -> None:
    data = make.client_of(boss.user).get("/api/v1/me/data/").json()
    assert data["account"]["email"] == boss.user.email
    assert data["roles"] == [{"club": "Traves", "role": "admin"}]
    assert Asker().get("me/data/").status_code == 401
    keys = [key_of(club), key_of(boss.user), *(key_of(boss.user, scope) for scope in SCOPES)]
    assert [Asker(key).get("me/data/").status_code for key in keys] == [403] * len(keys)


def test_a_token_makes_and_ends_no_token_who_it_is_of(boss: Actor, club: Club) -> None:
    body = {"name": "another", "scopes": ["club"]}
    for key in (key_of(boss.user), key_of(club)):
        assert Asker(key).post("me/tokens/", body).status_code == 403
        assert Asker(key).post(f"clubs/{club.pk}/tokens/", body).status_code == 404


def test_the_token_of_a_club_fetches_what_is_made_of_an_event_of_the_club_and_of_no_other(club: Club) -> None:
    program = Asker(key_of(club))
    event, other = make.called(entries=4), make.called(entries=4)
    Tournament.objects.filter(pk=event.pk).update(club=club)
    for what in ("entries", "results"):
        answers = [program.get(f"events/{each.slug}/files/{what}.csv").status_code for each in (event, other)]
        assert answers == [200, 404]


def test_the_token_of_a_club_is_told_which_documents_it_cannot_have(club: Club) -> None:
    event = make.called(entries=4)
    Tournament.objects.filter(pk=event.pk).update(club=club)
    answers = [Asker(key_of(club)).post(f"events/{event.slug}/jobs/", {"what": what}) for what in ("slips", "poster")]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(422, "document_of_people")}
    assert "token of a club" in answers[0].json()["detail"]
    assert Asker(key_of(club)).post(f"events/{event.slug}/jobs/", {"what": "bracket-a4"}).status_code == 202
