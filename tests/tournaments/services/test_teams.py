"""Entries of teams: a name, two to twelve people, substitutes who come later."""

from dataclasses import replace

import pytest

from tests.tournaments import factories as make
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.models import AuditEntry, Entry, Tournament

pytestmark = pytest.mark.django_db


def event_of_teams(teams: int = 0, **options: object) -> Tournament:
    return make.knockout(entries=teams, game="squadre", preset="scopa_briscola_21", **options)


def team(name: str, *people: str) -> NewEntry:
    """A team of people with one name each."""
    return NewEntry(tuple(map(PersonName, people)), name=name)


def enter(event: Tournament, new: NewEntry) -> Entry:
    return entries.enter_at_desk(actor=make.boss_of(event), tournament_id=event.pk, new=new)


def change(entry: Entry, new: NewEntry) -> Entry:
    event = make.fresh(entry.tournament)
    return entries.rename_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry.pk, new=new)


def people_of(entry: Entry) -> list[str]:
    return [member.person.family_name for member in entry.members.order_by("position")]


def refused(call: object, *given: object) -> str:
    with pytest.raises(RefusedError) as refusal:
        call(*given)  # type: ignore[operator]
    return refusal.value.code


def test_a_team_has_its_name_and_is_confirmed_with_two_to_twelve_people() -> None:
    """R-SQU-15"""
    event = event_of_teams()
    small = enter(event, team("Circolo Arci", "Rossi", "Bianchi"))
    large = enter(event, team("Dopolavoro", *(f"Verdi{letter}" for letter in "abcdefghijkl")))
    assert [(each.label, each.status) for each in (small, large)] == [
        ("Circolo Arci", "confirmed"),
        ("Dopolavoro", "confirmed"),
    ]
    assert refused(enter, event, team("Una sola", "Neri")) == "team_size"
    assert refused(enter, event, team("Troppi", *(f"Gialli{letter}" for letter in "abcdefghijklm"))) == "team_size"
    assert refused(enter, event, team("", "Neri", "Blu")) == "team_name_missing"
    assert refused(enter, event, team("CIRCOLO ARCI", "Neri", "Blu")) == "team_twice"
    assert refused(enter, event, team("Altri", "Rossi", "Blu")) == "person_twice"


def test_a_list_names_every_team_that_is_refused() -> None:
    event = event_of_teams()
    rows = [replace(team(name, f"A{at}", f"B{at}"), where=str(at)) for at, name in enumerate(("Uno", "uno", ""))]
    found = entries.refusals_of(event, rows)
    assert [(each.code, each.params["where"]) for each in found] == [("team_twice", "1"), ("team_name_missing", "2")]


def test_a_name_is_corrected_and_a_substitute_joins_after_the_draw() -> None:
    """R-SQU-15"""
    event = event_of_teams()
    entry = enter(event, team("Circolo Arci", "Rossi", "Bianchi", "Verdi"))
    enter(event, team("Dopolavoro", "Neri", "Blu"))
    change(entry, team("Arci Prato", "Rossi", "Verdi", "Bianchini"))
    entry.refresh_from_db()
    assert (entry.label, people_of(entry)) == ("Arci Prato", ["Rossi", "Bianchini", "Verdi"])
    change(entry, team("Arci Prato", "Rossi", "Verdi"))
    assert people_of(entry) == ["Rossi", "Verdi"]
    make.called(make.drawn(make.closed(make.fresh(event))))
    change(entry, team("Arci Prato", "Rossi", "Verdi", "Gallo", "Grosso"))
    assert people_of(entry) == ["Rossi", "Verdi", "Gallo", "Grosso"]
    assert refused(change, entry, team("Arci Prato", "Rossi", "Verdi", "Gallo")) == "member_stays"
    assert refused(change, entry, team("Dopolavoro", "Rossi", "Verdi", "Gallo", "Grosso")) == "team_twice"
    assert refused(change, entry, team("Arci Prato", "Rossi", "Verdi", "Gallo", "Grosso", "Neri")) == "person_twice"
    assert refused(change, entry, team("Arci Prato", "Rossi", "Verdi", "Gallo", "Grosso", "")) == "name_missing"
    mixed = NewEntry((*map(PersonName, people_of(entry)), PersonName("Volpe", "Рита")), name="Arci")
    assert refused(change, entry, mixed) == "name_mixed"
    assert refused(change, entry, team("Arci Prato", "Rossi")) == "team_size"
    row = AuditEntry.objects.filter(tournament=event, verb="entry_renamed").latest("pk")
    assert (row.before["people"], row.after["people"]) == (2, 4)


def test_a_closed_event_keeps_its_teams() -> None:
    event = event_of_teams(2, format={"kind": "danish", "rounds": 1, "rematches": "allowed"})
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.FINISHED)
    entry = Entry.objects.filter(tournament=event)[0]
    kept = [PersonName(each.person.family_name, each.person.given_name) for each in entry.members.all()]
    assert refused(change, entry, NewEntry((*kept, PersonName("Gallo")), name=entry.label)) == "not_running"
