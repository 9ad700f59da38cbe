"""Pages of circuits: a season for everybody, and what its owners do; an event comes in when both sides agree."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import text
from tournaments.clubs.writes import clubs
from tournaments.frame.policies import Actor
from tournaments.models import Circuit, CircuitOwner, ClubMembership, Invitation, Tournament
from tournaments.seasons import writes as circuits

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Actor:
    return make.organiser()


@pytest.fixture
def circuit(owner: Actor) -> Circuit:
    return circuits.create_circuit(actor=owner, name="Valli di Lanzo", description="Sei *serate*.")


def url(name: str, *args: object) -> str:
    return reverse(name, args=args)


def test_a_season_in_the_order_of_play_with_its_winners(circuit, owner) -> None:
    over = make.finished(make.drawn(make.knockout(owner, entries=2, name="Prima serata")))
    secret = make.event(owner, name="Serata segreta")
    for event in (over, secret):
        circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    page = text(make.client_of().get(url("circuit", circuit.slug)))
    winner = over.entries.get(final_place=1).label
    assert "Prima serata" in page.split(winner)[0]
    assert "segreta" not in page
    assert "Cura il circuito" not in page
    assert "Valli di Lanzo" in text(make.client_of().get(url("circuits")))


def test_the_page_of_an_event_leads_to_its_club_and_its_circuit(circuit, owner) -> None:
    club = clubs.found_club(actor=owner, name="Traves & Ceres")
    event = make.knockout(owner, entries=0, club=club)
    circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    page = make.client_of().get(url("event", event.slug)).content.decode()
    assert f'<a href="{url("club", club.pk)}">Traves &amp; Ceres</a>' in page
    assert f'<a href="{url("circuit", circuit.slug)}">Valli di Lanzo</a>' in page


def test_the_lists_ask_the_same_however_long_they_are(circuit, owner) -> None:
    client = make.client_of()
    circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=make.knockout(owner, entries=0).pk)
    first = [questions(client, url("circuits")), questions(client, url("circuit", circuit.slug))]
    for _each in range(2):
        circuits.create_circuit(actor=owner, name="Altro")
        circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=make.knockout(owner, entries=0).pk)
    assert [questions(client, url("circuits")), questions(client, url("circuit", circuit.slug))] == first


def test_any_account_makes_a_circuit_and_only_administrators_one_under_a_club(owner) -> None:
    club = clubs.found_club(actor=owner, name="Traves")
    answer = make.client_of(owner).post(url("circuit_create"), {"name": "Valli", "description": "", "club": club.pk})
    assert (answer.status_code, Circuit.objects.get().club) == (303, club)
    stranger = make.client_of(make.user())
    assert "Traves" not in text(stranger.get(url("circuit_create")))
    assert stranger.post(url("circuit_create"), {"name": "Altro", "club": club.pk}).status_code == 303
    assert Circuit.objects.get(name="Altro").club is None
    assert make.client_of().get(url("circuit_create")).status_code == 302


def test_an_owner_puts_in_an_event_of_their_own(circuit, owner) -> None:
    mine, foreign = make.event(owner), make.event()
    client = make.client_of(owner)
    where = url("circuit_manage", circuit.slug)
    assert client.post(where, {"event": mine.slug}).status_code == 303
    assert client.post(where, {"event": foreign.slug}).status_code == 422
    assert Tournament.objects.get(pk=mine.pk).circuit == circuit
    assert Tournament.objects.get(pk=foreign.pk).circuit is None
    assert client.post(url("circuit_event_remove", circuit.slug, foreign.pk)).status_code == 422
    assert client.post(url("circuit_event_remove", circuit.slug, mine.pk)).status_code == 303
    assert Tournament.objects.get(pk=mine.pk).circuit is None


def test_the_organiser_of_an_event_takes_it_out_too(circuit, owner) -> None:
    event = make.event(owner)
    second = make.with_role(event, "organiser")
    circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    client = make.client_of(second)
    assert "Valli di Lanzo" in text(client.get(url("organise_settings", event.slug)))
    assert client.post(url("organise_circuit_leave", event.slug)).status_code == 303
    assert Tournament.objects.get(pk=event.pk).circuit is None


@pytest.mark.parametrize("name", ["circuit_manage", "circuit_edit", "circuit_season", "circuit_owners"])
def test_a_stranger_finds_no_more_than_of_a_circuit_that_is_not_there(circuit, name) -> None:
    stranger = make.client_of(make.user())
    assert [stranger.get(url(name, slug)).status_code for slug in (circuit.slug, "nessuno")] == [404, 404]
    assert make.client_of().get(url(name, circuit.slug)).status_code == 302


def test_owners_come_by_invitation_and_the_last_one_stays(circuit, owner) -> None:
    client = make.client_of(owner)
    assert client.post(url("circuit_owners", circuit.slug), {"email": "due@example.org"}).status_code == 303
    assert client.post(url("circuit_owners", circuit.slug), {"email": "due"}).status_code == 422
    offer = Invitation.objects.get(circuit=circuit)
    assert client.post(url("circuit_invitation_revoke", circuit.slug, offer.pk)).status_code == 303
    assert client.post(url("circuit_invitation_revoke", circuit.slug, offer.pk)).status_code == 422
    first = CircuitOwner.objects.get()
    assert client.post(url("circuit_owner_remove", circuit.slug, first.pk)).status_code == 422
    CircuitOwner.objects.create(circuit=circuit, user=make.user())
    assert client.post(url("circuit_owner_remove", circuit.slug, first.pk)).status_code == 303
    assert client.get(url("circuit_owners", circuit.slug)).status_code == 404


def test_a_circuit_is_renamed_and_keeps_its_address(circuit, owner) -> None:
    answer = make.client_of(owner).post(url("circuit_edit", circuit.slug), {"name": "Valli nuove", "description": ""})
    circuit.refresh_from_db()
    assert (answer.status_code, circuit.name, circuit.slug) == (303, "Valli nuove", "valli-di-lanzo")


def test_the_club_of_an_event_is_chosen_among_ones_own(owner) -> None:
    club = clubs.found_club(actor=owner, name="Traves")
    event = make.event(owner)
    page = make.client_of(owner).get(url("organise_settings", event.slug))
    form = {name: "" if value is None else value for name, value in page.context["form"].initial.items()}
    form |= {"day": form["day"].isoformat(), "hour": form["hour"].strftime("%H:%M"), "club": club.pk}
    assert make.client_of(owner).post(url("organise_settings", event.slug), form).status_code == 303
    assert Tournament.objects.get(pk=event.pk).club == club
    # Its administrators organise it now, and the form said so.
    admin = make.user()
    ClubMembership.objects.create(club=club, user=admin)
    assert make.client_of(admin).get(url("organise", event.slug)).status_code == 200
    assert "organizza anche il torneo" in text(page)
    other = clubs.found_club(actor=make.organiser(), name="Lanzo")
    assert (
        make.client_of(owner).post(url("organise_settings", event.slug), form | {"club": other.pk}).status_code == 422
    )


def played(circuit: Circuit, owner: Actor, name: str = "Prima serata") -> Tournament:
    event = make.finished(make.drawn(make.knockout(owner, entries=3, name=name)))
    circuits.add_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    return event


def counted(circuit: Circuit, owner: Actor, **options: object) -> dict[str, object]:
    """The form of the table, sent by an owner."""
    form = {"scoring": "places", "points": "10, 7", "taking_part": "2", "best": "1", "minimum": "0", **options}
    answer = make.client_of(owner).post(url("circuit_season", circuit.slug), form)
    assert answer.status_code == 303
    return form


def test_an_owner_chooses_how_evenings_count_and_everybody_sees_the_table(circuit, owner) -> None:
    event, other = played(circuit, owner), played(circuit, owner, "Seconda serata")
    for entry in event.entries.all():
        for member in entry.members.all():
            again = other.entries.get(number=entry.number).members.get(position=member.position)
            again.person = member.person
            again.save()
    page = text(make.client_of().get(url("circuit", circuit.slug)))
    assert "Scarica in CSV" not in page
    counted(circuit, owner, twice=[other.slug])
    page = make.client_of().get(url("circuit", circuit.slug)).content.decode()
    table = page.split('id="season-table"')[1].split("</section>")[0]
    winner = other.entries.get(final_place=1).members.all()[0].person
    assert f'href="{url("player", winner.pk)}">{winner}</a>' in table
    assert "10×2" in table
    assert "<s>" in table
    assert ">1=</td>" in table
    assert "conta il risultato migliore" in table
    form = make.client_of(owner).get(url("circuit_season", circuit.slug)).context["form"]
    assert (form["points"].value(), form["best"].value(), form["twice"].value()) == ("10, 7", 1, (other.slug,))


def test_where_an_owner_has_lots_drawn_nobody_shares_a_place(circuit, owner) -> None:
    played(circuit, owner)
    form = counted(circuit, owner, lots="on")
    page = make.client_of().get(url("circuit", circuit.slug)).content.decode()
    assert "=</td>" not in page.split('id="season-table"')[1].split("</section>")[0]
    assert "decide il sorteggio" in page
    assert Circuit.objects.get().season["lot"] in page
    assert make.client_of(owner).get(url("circuit_season", circuit.slug)).context["form"]["lots"].value() is True
    assert make.client_of(owner).post(url("circuit_season", circuit.slug), {**form, "lots": ""}).status_code == 303
    assert ">1=</td>" in make.client_of().get(url("circuit", circuit.slug)).content.decode()


def test_the_lot_of_a_circuit_is_the_same_however_often_it_is_chosen(circuit, owner) -> None:
    played(circuit, owner)
    lots = set()
    for _again in range(3):
        form = counted(circuit, owner, lots="on")
        lots.add(Circuit.objects.get(pk=circuit.pk).season["lot"])
        for unchosen in ({**form, "lots": ""}, {**form, "scoring": "none"}):
            assert make.client_of(owner).post(url("circuit_season", circuit.slug), unchosen).status_code == 303
            assert not Circuit.objects.get(pk=circuit.pk).season.get("lot")
    assert [len(lot) for lot in lots] == [32]
    other = circuits.create_circuit(actor=owner, name="Un altro circuito")
    circuits.change_season(actor=owner, circuit_id=other.pk, scoring="places", lots=True)
    assert Circuit.objects.get(pk=other.pk).season["lot"] not in lots


def test_the_table_is_a_file_too(circuit, owner) -> None:
    event = played(circuit, owner)
    where = url("circuit_table", circuit.slug)
    assert make.client_of().get(where).status_code == 404
    counted(circuit, owner, minimum="1")
    answer = make.client_of().get(where)
    assert answer["Content-Disposition"] == 'attachment; filename="valli-di-lanzo.csv"'
    head, *rows = answer.content.decode("utf-8-sig").splitlines()
    assert head == "Posto;Nome;Punti;Serate;Scartati;Prima serata"
    first = [str(member.person) for member in event.entries.get(final_place=1).members.all()]
    assert rows[:2] == [f"1;{name};10;1;;10" for name in sorted(first, key=lambda name: name.split()[-1])]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"points": "10, x"}, "points"),
        ({"points": "7, 10"}, "points"),
        ({"points": "10", "taking_part": "1001"}, "taking_part"),
        ({"best": "121"}, "best"),
        ({"twice": ["nessuno"]}, "twice"),
    ],
)
def test_what_cannot_count_is_refused_by_its_field(circuit, owner, given, field) -> None:
    played(circuit, owner)
    form = {"scoring": "places", "points": "10", "taking_part": "1", "best": "0", "minimum": "0", **given}
    answer = make.client_of(owner).post(url("circuit_season", circuit.slug), form)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert Circuit.objects.get().season == {}


def test_a_table_is_taken_away_and_an_event_that_leaves_loses_its_weight(circuit, owner) -> None:
    event = played(circuit, owner)
    form = counted(circuit, owner, three_times=[event.slug])
    circuits.remove_event(actor=owner, circuit_id=circuit.pk, tournament_id=event.pk)
    assert Circuit.objects.get().season["three_times"] == []
    assert "comincia con il primo torneo" in text(make.client_of().get(url("circuit", circuit.slug)))
    assert make.client_of(owner).get(url("circuit_season", circuit.slug)).status_code == 200
    counted(circuit, owner, **{**form, "scoring": "none", "three_times": []})
    assert Circuit.objects.get().season == {}
