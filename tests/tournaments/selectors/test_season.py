"""The table of a circuit, from its finished events: who gets what, by places and by VP, and what it costs."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tournaments.accounts.writes import privacy
from tournaments.clubs.writes import clubs
from tournaments.draw.writes import pairings
from tournaments.events.writes import closing
from tournaments.frame.policies import Actor
from tournaments.models import Circuit, EntryMember, Person, Ruling, Tournament
from tournaments.seasons import writes as circuits
from tournaments.seasons.reads import SeasonTable, season_table
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Actor:
    return make.organiser()


@pytest.fixture
def circuit(boss: Actor) -> Circuit:
    return circuits.create_circuit(actor=boss, name="Inverno")


def evening(boss: Actor, circuit: Circuit, entries: int = 4) -> Tournament:
    """A finished evening of the circuit."""
    event = make.finished(make.drawn(make.knockout(boss, entries=entries)))
    circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
    return event


def counted(circuit: Circuit, scoring: str = "places", **options: Any) -> SeasonTable:
    changed = circuits.change_season(actor=make.organiser(), circuit_id=circuit.pk, scoring=scoring, **options)
    found = season_table(changed)
    assert found is not None
    return found


def same_people(event: Tournament, other: Tournament) -> None:
    """Let those of ``event`` play in ``other`` too, entry by entry."""
    for one, two in zip(event.entries.order_by("number"), other.entries.order_by("number"), strict=True):
        for mine, theirs in zip(one.members.all(), two.members.all(), strict=True):
            EntryMember.objects.filter(pk=theirs.pk).update(person=mine.person)


# R-SEA-03
def test_each_member_of_an_entry_gets_what_the_entry_gets(boss: Actor, circuit: Circuit) -> None:
    event = evening(boss, circuit)
    table = counted(circuit, points=[10, 7], taking_part=2)
    expected = {
        member.person_id: {1: 10, 2: 7}.get(entry.final_place or 0, 2)
        for entry in event.entries.all()
        for member in entry.members.all()
    }
    assert {row.person: row.points for row in table.rows} == expected
    assert len(expected) == 8
    assert table.events == {event.slug: event.name}


# R-SEA-01, R-ROT-01
def test_each_of_a_pair_of_one_round_gets_what_it_got(boss: Actor, circuit: Circuit) -> None:
    options = {"kind": "partners", "rounds": 2}
    event = make.drawn(make.closed(make.knockout(boss, entries=5, preset="online_002", format=options)))
    make.play_round(event, 1)
    pairings.pair_round(actor=boss, tournament_id=event.pk)
    make.play_round(event, 2)
    expected = {row.entry: row.vp for row in all_standings(make.fresh(event))}
    closing.finish_tournament(actor=boss, tournament_id=event.pk)
    circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
    people = dict(EntryMember.objects.filter(entry__in=expected).values_list("entry", "person"))
    got = {row.person: row.points for row in counted(circuit, "vp").rows}
    assert got == {people[entry]: vp for entry, vp in expected.items()}


# R-SEA-01
def test_the_vp_are_those_of_the_standings(boss: Actor, circuit: Circuit) -> None:
    event = evening(boss, circuit)
    punished = event.entries.get(final_place=2)
    Ruling.objects.create(
        tournament=event, entry=punished, kind="vp", value=3, status="in_force", made_by=boss.user, reason="Ritardo"
    )
    vp = {row.entry: row.vp for row in all_standings(event)}
    table = counted(circuit, scoring="vp")
    people = EntryMember.objects.filter(entry__tournament=event).values_list("person", "entry")
    assert {row.person: row.points for row in table.rows} == {person: vp[entry] for person, entry in people}
    assert any(vp.values())


def test_only_finished_events_count(boss: Actor, circuit: Circuit) -> None:
    running = make.drawn(make.knockout(boss, entries=4))
    circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=running.pk)
    assert counted(circuit).rows == ()


def test_a_person_of_several_evenings_has_one_row(boss: Actor, circuit: Circuit) -> None:
    first, second = evening(boss, circuit), evening(boss, circuit)
    same_people(first, second)
    table = counted(circuit, best=1, twice=[second.slug])
    assert len(table.rows) == 8
    assert {(row.evenings, len(row.counted), len(row.dropped)) for row in table.rows} == {(2, 1, 1)}
    assert table.rows[0].points == 20


def test_somebody_who_was_made_anonymous_stays_in_the_table_without_the_name(boss: Actor, circuit: Circuit) -> None:
    event = evening(boss, circuit)
    club = clubs.found_club(actor=boss, name="Traves")
    person = event.entries.get(final_place=1).members.all()[0].person
    Person.objects.filter(pk=person.pk).update(club=club)
    assert counted(circuit).people[person.pk] == str(person)
    neutral = privacy.anonymise_person(actor=boss, club_id=club.pk, person_id=person.pk)
    assert counted(circuit).people[person.pk] == str(neutral) == f"Giocatore anonimo {person.pk}"


@pytest.mark.parametrize(("scoring", "queries"), [("places", 1), ("vp", 4)])
def test_it_costs_the_same_however_many_have_played(boss: Actor, circuit: Circuit, scoring: str, queries: int) -> None:
    for entries in (2, 5):
        evening(boss, circuit, entries)
        counted(circuit, scoring=scoring)
        kept = Circuit.objects.get(pk=circuit.pk)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            season_table(kept)
        assert len(asked) == queries
