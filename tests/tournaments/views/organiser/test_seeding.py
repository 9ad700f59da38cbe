"""Seeds from the last event, the circuit or a list: proposed, looked at, set as a whole."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.draw.reads import seeding as selector
from tournaments.entries.writes import entries, seeding
from tournaments.errors import RefusedError
from tournaments.models import AuditEntry, Circuit, Club, Entry, Tournament

pytestmark = pytest.mark.django_db


def finished(boss, order, **fields):
    """A finished event in which the entries of these numbers came 1st, 2nd, 3rd ..."""
    event = make.knockout(boss, entries=0, **fields)
    rows = [make.names(number) for number in order]
    made = entries.import_entries(actor=boss, tournament_id=event.pk, rows=rows)
    for place, entry in enumerate(made, start=1):
        Entry.objects.filter(pk=entry.pk).update(final_place=place)
    Tournament.objects.filter(pk=event.pk).update(status="finished")
    return event


@pytest.fixture
def boss():
    return make.organiser()


@pytest.fixture
def club():
    return Club.objects.create(name="Traves")


@pytest.fixture
def desk(boss, club):
    """Tonight: entries 1 to 8 of the same people."""
    circuit = Circuit.objects.create(slug="inverno", name="Inverno")
    return Desk(make.knockout(boss, entries=8, club=club, circuit=circuit))


def seeds(event):
    rows = Entry.objects.filter(tournament=event, seed__isnull=False).order_by("seed")
    return list(rows.values_list("seed", "number"))


def test_the_last_event_of_the_club_proposes_and_one_button_sets(desk, boss, club):
    finished(boss, [8, 1, 2], club=club, name="Vecchia", starts_at=make.EVENING.replace(year=2024))
    finished(boss, [3, 90, 5, 1], club=club, name="Ultima", starts_at=make.EVENING.replace(year=2025))
    page = text(desk.get("organise_seeds"))
    assert "From the last event of the club Ultima" in page
    shown = desk.get("organise_seeds", da="torneo")
    assert re.search(r"best first Grosso5|best first Perotti3A – Perotti3B Grosso5A", text(shown))
    assert "1 name without an entry Vana90A – Vana90B" in text(shown)
    assert seeds(desk.event) == []
    order = re.search(r'name="order" value="([\d,]+)"', shown.content.decode())[1]
    assert 'name="number" value="2"' in shown.content.decode()
    said = desk.follow("organise_seeds", step="set", order=order, number="3")
    assert "Seeds from the list: the first 3 of those who play." in said
    assert seeds(desk.event) == [(1, 3), (2, 5), (3, 1)]
    row = AuditEntry.objects.get(verb="seeds_set")
    assert (row.before, row.after) == ({"seeds": []}, {"seeds": [3, 5, 1]})
    assert "no seeds any more" in desk.follow("organise_seeds", step="clear")
    assert seeds(desk.event) == []


def test_the_circuit_counts_all_its_events(desk, boss):
    circuit = desk.event.circuit
    for order in ([2, 1, 4, 3], [2, 3, 1, 4], [3, 2, 1, 4]):
        finished(boss, order, circuit=circuit)
    # Places left behind: 2 has 3+3+2, 3 has 0+2+3, 1 has 2+1+1, 4 has 1+0+0.
    found = selector.from_circuit(desk.event)
    assert [entry.number for entry in found.entries] == [2, 3, 1, 4]
    page = desk.get("organise_seeds", da="circuito")
    assert "By the ranking of “Inverno”, without those who do not play tonight." in text(page)
    order = re.search(r'name="order" value="([\d,]+)"', page.content.decode())[1]
    set_ = desk.client.post(f"{desk.url('organise_seeds')}?da=circuito", {"step": "set", "order": order, "number": "2"})
    assert "Seeds from the circuit “Inverno”: the 2 best placed of those who play." in text(desk.client.get(set_.url))


def test_a_circuit_takes_the_same_queries_at_one_event_and_at_three(desk, boss):
    found = []
    for more in (1, 2):
        for _event in range(more):
            finished(boss, [2, 1, 4, 3], circuit=desk.event.circuit)
        with CaptureQueriesContext(connection) as asked:
            selector.from_circuit(desk.event)
        found.append(len(asked))
    assert found[0] == found[1]


def test_somebody_who_changed_the_partner_is_ranked_by_the_mean(desk, boss, club):
    event = finished(boss, [1, 2, 3, 4], club=club)
    # The first of pair 1 plays with the second of pair 4 tonight: the mean of 1 and 4.
    new = entries.NewEntry(people=(make.names(1).people[0], make.names(4).people[1]))
    tonight = make.knockout(boss, entries=0, club=club)
    entries.import_entries(
        actor=boss, tournament_id=tonight.pk, rows=[make.names(3), new, make.names(2), make.names(60)]
    )
    assert [entry.number for entry in selector.from_event(tonight, event).entries] == [3, 2, 1]


def test_a_pasted_list_is_matched_and_what_is_not_there_is_named(desk):
    shown = desk.post(
        "organise_seeds", step="list", names="1. Perotti3A - Perotti3B 40\nSconosciuti\nVana10A\nAirola6A"
    )
    assert "Recognised, best first Perotti3A – Perotti3B Airola6A – Airola6B" in text(shown)
    assert "2 names without an entry Sconosciuti Vana10A" in text(shown)
    nobody = desk.post("organise_seeds", step="list", names="Sconosciuti")
    assert "Nobody of this list takes part tonight." in text(nobody)
    assert desk.post("organise_seeds", step="list", names="").status_code == 422
    for wrong in ({"order": "x", "number": "1"}, {"order": "1", "number": "0"}, {}):
        assert desk.post("organise_seeds", step="set", **wrong).status_code == 422


def test_seeds_are_set_all_or_none(desk, boss):
    first, second, *_rest = Entry.objects.filter(tournament=desk.event).order_by("number")
    put = {"actor": boss, "tournament_id": desk.event.pk}
    seeding.set_seeds(**put, entries=[second.pk, first.pk])
    # Exchanged: no seed is held twice on the way.
    seeding.set_seeds(**put, entries=[first.pk, second.pk])
    entries.withdraw_before_draw(**put, entry_id=second.pk)
    for wrong, code in (
        ([first.pk, first.pk], "seeds_twice"),
        ([first.pk, second.pk], "seeds_unknown"),
        ([0], "seeds_unknown"),
    ):
        with pytest.raises(RefusedError, match=code):
            seeding.set_seeds(**put, entries=wrong)
    assert seeds(desk.event) == [(1, first.number)]


def test_after_the_draw_seeds_stay(boss):
    event = make.drawn(make.knockout(boss, entries=4))
    desk = Desk(event)
    assert "the seeds stay as they are" in text(desk.get("organise_seeds"))
    assert desk.post("organise_seeds", step="clear").status_code == 422


def test_the_page_asks_the_same_however_many_entries_there_are(desk, boss, club):
    finished(boss, [1], club=club)
    address = reverse("organise_seeds", args=[desk.event.slug]) + "?da=torneo"
    one = questions(desk.client, address)
    finished(boss, [1, 2, 3, 4], club=club, starts_at=make.EVENING.replace(year=2030))
    assert questions(desk.client, address) == one


def test_programs_propose_and_set_seeds(desk, boss):
    api = Asker(key_of(boss.user))
    path = f"events/{desk.event.slug}/seeds/"
    found = api.post(f"{path}proposal/", {"by": "list", "names": "Perotti3A\nNessuno"}).json()
    assert ([row["number"] for row in found["entries"]], found["unmatched"]) == ([3], ["Nessuno"])
    assert api.post(f"{path}proposal/", {"by": "event"}).json()["errors"][0]["code"] == "seeds_no_source"
    assert api.put(path, {"entries": [row["id"] for row in found["entries"]]}).status_code == 200
    assert seeds(desk.event) == [(1, 3)]
