"""Entries before the draw: places and the waiting list, singles, people who come back."""

import pytest

from tests.tournaments import factories as make
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.errors import RefusedError
from tournaments.events.writes import tournaments
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def statuses(event: Tournament) -> list[str]:
    return list(Entry.objects.filter(tournament=event).order_by("number").values_list("status", flat=True))


def set_capacity(event: Tournament, capacity: int | None) -> None:
    tournaments.update_tournament(actor=make.boss_of(event), tournament_id=event.pk, capacity=capacity)


def test_past_the_capacity_entries_wait() -> None:
    assert statuses(make.knockout(entries=4, capacity=3)) == ["confirmed"] * 3 + ["waiting"]


def test_a_raised_capacity_lets_the_waiting_list_in_before_any_newcomer() -> None:
    event = make.knockout(entries=5, capacity=3)
    set_capacity(event, 4)
    assert statuses(event) == ["confirmed"] * 4 + ["waiting"]
    make.with_entries(event, 1, first=9)
    assert statuses(event) == ["confirmed"] * 4 + ["waiting"] * 2
    set_capacity(event, None)
    assert statuses(event) == ["confirmed"] * 6


def test_a_lowered_capacity_lets_nobody_in_until_there_is_room() -> None:
    event = make.knockout(entries=5, capacity=4)
    set_capacity(event, 2)
    first, second, third, *_others = Entry.objects.filter(tournament=event).order_by("number")
    for leaving in (first, second):
        entries.withdraw_before_draw(actor=make.boss_of(event), tournament_id=event.pk, entry_id=leaving.pk)
    assert statuses(event) == ["withdrawn"] * 2 + ["confirmed"] * 2 + ["waiting"]
    entries.withdraw_before_draw(actor=make.boss_of(event), tournament_id=event.pk, entry_id=third.pk)
    assert statuses(event) == ["withdrawn"] * 3 + ["confirmed"] * 2


def singles(event: Tournament) -> tuple[Entry, Entry]:
    boss = make.boss_of(event)
    alone = [NewEntry((PersonName(name),)) for name in ("Vana", "Cargnino")]
    first, second = entries.import_entries(actor=boss, tournament_id=event.pk, rows=alone)
    return first, second


@pytest.mark.parametrize(("paid", "expected"), [((True, True), True), ((True, False), False), ((False, True), False)])
def test_a_pair_of_singles_has_paid_when_both_have(paid: tuple[bool, bool], expected: bool) -> None:
    event = make.knockout(entries=0)
    boss = make.boss_of(event)
    both = singles(event)
    for entry, value in zip(both, paid, strict=True):
        entries.tick_entry(actor=boss, tournament_id=event.pk, entry_id=entry.pk, field="fee_paid", value=value)
    pair = entries.pair_singles(actor=boss, tournament_id=event.pk, first_id=both[1].pk, second_id=both[0].pk)
    assert (pair.label, pair.status, pair.fee_paid) == ("Vana – Cargnino", "confirmed", expected)
    assert Entry.objects.filter(tournament=event).count() == 1


def test_an_entry_is_not_taken_back_when_its_people_came_again() -> None:
    event = make.knockout(entries=0)
    boss = make.boss_of(event)
    new = make.names(1)
    gone = entries.enter_at_desk(actor=boss, tournament_id=event.pk, new=new)
    entries.withdraw_before_draw(actor=boss, tournament_id=event.pk, entry_id=gone.pk)
    entries.enter_at_desk(actor=boss, tournament_id=event.pk, new=new)
    with pytest.raises(RefusedError) as refused:
        entries.accept_entry(actor=boss, tournament_id=event.pk, entry_id=gone.pk)
    assert refused.value.code == "person_twice"
    assert statuses(event) == ["withdrawn", "confirmed"]


def named(entry: Entry, *people: PersonName) -> list[str]:
    """Correct the names of an entry; the persons it has then."""
    entries.rename_entry(
        actor=make.boss_of(entry.tournament), tournament_id=entry.tournament_id, entry_id=entry.pk, new=NewEntry(people)
    )
    return [str(member.person) for member in entry.members.select_related("person")]


def test_a_name_corrected_in_one_event_stays_as_it_is_in_the_others() -> None:
    here, elsewhere = (make.knockout(entries=1).entries.get() for _event in range(2))
    before = [str(member.person) for member in elsewhere.members.all()]

    after = named(here, PersonName("Vana", "Gino"), PersonName("Rù", "Pia"))

    assert after == ["Gino Vana", "Pia Rù"]
    assert [str(member.person) for member in Entry.objects.get(pk=elsewhere.pk).members.all()] == before


def test_a_name_corrected_where_nobody_else_knows_it_is_the_same_person() -> None:
    entry = make.knockout(entries=1).entries.get()
    before = list(entry.members.values_list("person", flat=True))

    named(entry, PersonName("Vana", "Gino"), PersonName("Rù", "Pia"))

    assert list(entry.members.values_list("person", flat=True)) == before


def test_two_of_an_entry_are_not_given_one_name() -> None:
    entry = make.knockout(entries=1).entries.get()
    with pytest.raises(RefusedError, match="person_twice"):
        named(entry, PersonName("Vana", "Gino"), PersonName("vana", "gino"))
