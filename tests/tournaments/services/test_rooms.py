"""Tables in several rooms: their numbers, and who always plays in one of them."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.fixed_places import KINDS, fix, hall_of, unfix
from tests.tournaments.services.rounds import drawn, late, pair, play, resting, script_of, tables
from tournaments.backups.verifying.events import violations_of
from tournaments.draw.reads.fixed_tables import fixed_rooms
from tournaments.draw.writes import hand, pairings
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.writes import copying, tournaments
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db
ROOMS = [{"name": "Sala grande", "first": 1, "last": 2}, {"name": "Veranda", "first": 11, "last": 20}]
BAR = {"name": "Bar", "first": 31, "last": 40}


def with_rooms(event: Tournament, rooms: list[dict[str, Any]] = ROOMS) -> Tournament:
    tournaments.update_tournament(actor=make.boss_of(event), tournament_id=event.pk, rooms=rooms)
    return make.fresh(event)


def home(event: Tournament, entry: int, room: str, **more: Any) -> None:
    given = {"reason": "Non fa le scale", **more}
    hand.fix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=entry, room=room, **given)


# R-HND-13
@pytest.mark.parametrize("options", KINDS, ids=lambda options: options["kind"])
def test_tables_stand_in_rooms_and_who_cannot_move_always_plays_in_one(options: dict[str, Any]) -> None:
    options = dict(options)
    event = with_rooms(drawn(options.pop("kind"), entries=9, **options))
    numbers = sorted(set(hall_of(event, 1).values()))
    assert numbers == [1, 2, 11, 12][: len(numbers)]
    one = next(key for key, hall in hall_of(event, 1).items() if hall == 1)
    home(event, one, "Veranda" if len(numbers) > 2 else "Sala grande")
    here = hall_of(event, 1)[one]
    assert here > 10 or len(numbers) <= 2
    for number in (1, 2):
        if not event.rounds.filter(number=number).exists():
            event = pair(event)
        found = hall_of(event, number)
        assert found.get(one, here) > 10 or len(numbers) <= 2
        # Every table has a number of its own.
        assert len(set(found.values())) == sum(len(keys) > 1 for keys in tables(event, number))
        play(event, number)
        assert script_of(event) == "OK\n"
    unfix(event, one)
    assert not fixed_rooms(event)
    assert list(violations_of(make.fresh(event))) == []


# R-HND-13
def test_a_knockout_has_rooms_and_nobody_is_at_home_in_one() -> None:
    event = with_rooms(make.drawn(make.closed(entries=8)))
    in_hall = event.tables.filter(round__number=1).order_by("hall_number").values_list("hall_number", flat=True)
    assert list(in_hall) == [1, 2, 11, 12]
    with pytest.raises(RefusedError, match="fixed_table_in_rounds"):
        home(event, tables(event, 1)[0][0], "Veranda")
    make.called(event, round=1)
    # What is called stays where it is.
    event = with_rooms(event, [BAR])
    assert list(in_hall.all()) == [1, 2, 11, 12]
    assert sorted(event.tables.filter(round__number=2).values_list("hall_number", flat=True)) == [31, 32]


# R-HND-13
def test_a_table_or_a_room_is_said_and_a_room_that_is_there() -> None:
    event = with_rooms(drawn("swiss", entries=8, rounds=3))
    one = tables(event, 1)[0][0]
    for given in ({}, {"table": 2, "room": "Veranda"}):
        with pytest.raises(RefusedError, match="table_or_room"):
            hand.fix_table(actor=make.boss_of(event), tournament_id=event.pk, entry=one, reason="x", **given)
    with pytest.raises(RefusedError, match="no_such_room"):
        home(event, one, "Bar")
    home(event, one, "Veranda")
    with pytest.raises(RefusedError, match="room_in_use"):
        with_rooms(event, ROOMS[:1])
    unfix(event, one)
    assert with_rooms(event, []).rooms == []
    assert sorted(set(hall_of(event, 1).values())) == [1, 2, 3, 4]


# R-HND-13
def test_a_swap_out_of_the_room_has_to_be_confirmed() -> None:
    event = with_rooms(drawn("swiss", entries=8, rounds=3))
    one, foe = tables(event, 1)[0]
    home(event, one, "Sala grande")
    away = next(key for key, hall in hall_of(event, 1).items() if hall > 10)
    found = hand.preview_swap(tournament=event, number=1, one=one, other=away)
    assert [(each.code, each.one) for each in found.doubts if each.code == "leaves_room"] == [("leaves_room", one)]
    there = next(key for key, hall in hall_of(event, 1).items() if hall < 10 and key not in (one, foe))
    found = hand.preview_swap(tournament=event, number=1, one=one, other=there)
    assert not [each for each in found.doubts if each.code == "leaves_room"]


# R-HND-13
def test_who_has_no_table_in_the_room_does_not_leave_it_by_a_swap() -> None:
    event = with_rooms(
        drawn("swiss", entries=8, rounds=3), [ROOMS[0], {"name": "Veranda", "first": 3, "last": 20}, BAR]
    )
    one = tables(event, 1)[0][0]
    home(event, one, "Bar")
    for other in (keys[0] for keys in tables(event, 1)[1:]):
        found = hand.preview_swap(tournament=event, number=1, one=one, other=other)
        assert not [each for each in found.doubts if each.code == "leaves_room"]


# R-HND-13
def test_a_fixed_table_goes_before_a_room_and_ends_at_the_usual_number() -> None:
    event = with_rooms(drawn("groups", entries=8, size=4))
    one, foe = tables(event, 1)[0]
    fix(event, one, 2)
    home(event, foe, "Veranda")
    assert hall_of(event, 1)[foe] == 2
    unfix(event, one)
    assert hall_of(event, 1)[foe] > 10
    before = [hall_of(event, number) for number in (1, 2, 3)]
    for typed in (12, 40):
        fix(event, one, typed)
        unfix(event, one)
        assert [sorted(hall_of(event, number).values()) for number in (1, 2, 3)] == [
            sorted(each.values()) for each in before
        ]


# R-HND-13
def test_who_comes_late_has_the_next_number_of_the_rooms() -> None:
    event = with_rooms(drawn("swiss", entries=7, rounds=3))
    new = late(event)
    assert hall_of(event, 1)[new.pk] == 12
    other = with_rooms(drawn("swiss", entries=7, rounds=3))
    rests = next(keys[0] for keys in tables(other, 1) if len(keys) == 1)
    home(other, rests, "Sala grande")
    late(other)
    assert hall_of(other, 1)[rests] <= 2


def resting_at_home(room: str, rooms: list[dict[str, Any]]) -> tuple[Tournament, int]:
    """Seven entries at three tables and a rest, in a round that is called; who rests always plays in this room."""
    event = with_rooms(drawn("swiss", entries=7, rounds=3), rooms)
    one = resting(event, 1)
    home(event, one, room)
    return make.called(event, round=1), one


# R-HND-13
def test_in_a_called_round_who_comes_late_plays_in_the_room_of_who_rested() -> None:
    event, one = resting_at_home("Bar", [*ROOMS, BAR])
    assert participation.preview_late(new=make.names(90), **make.where(event)).leaves == []
    new = late(event)
    assert hall_of(event, 1)[one] == hall_of(event, 1)[new.pk] == 31
    assert script_of(event) == "OK\n"


# R-HND-13
def test_a_late_entry_takes_nobody_out_of_the_room_unless_that_was_shown() -> None:
    event, one = resting_at_home("Sala grande", ROOMS)
    name = str(event.entries.get(pk=one))
    found = participation.preview_late(new=make.names(90), **make.where(event))
    assert found.leaves == [("late_from_room", {"name": name, "room": "Sala grande"})]
    with pytest.raises(RefusedError, match="late_not_confirmed"):
        late(event)
    assert event.entries.count() == 7
    late(event, table=found.table)
    assert hall_of(event, 1)[one] == 12
    kept = AuditEntry.objects.get(tournament=event, verb="entry_late").after
    assert kept["confirmed"] == [{"code": "late_from_room", "values": {"name": name, "room": "Sala grande"}}]


# R-HND-10
def test_a_late_entry_takes_nobody_from_the_fixed_table_unless_that_was_shown() -> None:
    event = drawn("swiss", entries=7, rounds=3)
    one = resting(event, 1)
    make.called(event, round=1)
    fix(event, one, 2)
    found = participation.preview_late(new=make.names(90), **make.where(event))
    assert found.leaves == [("late_from_table", {"name": str(event.entries.get(pk=one)), "table": 2})]
    with pytest.raises(RefusedError, match="late_not_confirmed"):
        late(event)
    late(event, table=found.table)
    assert hall_of(event, 1)[one] == 4


# R-HND-13
def test_tables_that_were_kept_keep_their_number_while_there_is_one() -> None:
    event = drawn("swiss", entries=8, rounds=3)
    play(event, 1)
    event = pair(make.fresh(event))
    one = tables(event, 2)[3][0]
    pairings.pair_others(actor=make.boss_of(event), tournament_id=event.pk, number=2, entries=[one], reason="x")
    at = hall_of(event, 2)[one]
    event = with_rooms(event, [{"name": "Sala", "first": 1, "last": 2}, {"name": "Veranda", "first": 4, "last": 9}])
    assert at == 4
    assert hall_of(event, 2)[one] == 4
    assert sorted(set(hall_of(event, 2).values())) == [1, 2, 4, 5]


# R-HND-13
def test_a_copy_has_the_rooms_and_the_next_draw_numbers_by_them() -> None:
    event = with_rooms(make.closed(entries=8))
    copy = copying.copy_tournament(actor=make.boss_of(event), source=event, name="Ancora", starts_at=event.starts_at)
    assert copy.rooms == ROOMS
    drawn_event = make.drawn(event)
    numbers = drawn_event.tables.filter(round__number=1).order_by("hall_number").values_list("hall_number", flat=True)
    assert list(numbers) == [1, 2, 11, 12]
