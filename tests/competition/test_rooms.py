"""Rooms of an event: how they are written, which numbers their tables have, and who always plays in one."""

import pytest

from tournaments.competition.rooms import (
    MOST_ROOMS,
    PlayingRoom,
    checked_rooms,
    free_number,
    numbers_of,
    room_at,
    room_of,
    rooms_from_text,
    rooms_of,
    with_fixed_tables,
    with_rooms,
)
from tournaments.errors import RefusedError

HALL, PORCH = PlayingRoom("Sala grande", 1, 3), PlayingRoom("Veranda", 11, 13)


# R-HND-13
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ()),
        ("Sala grande 1-3\n\n Veranda: 11 – 13 \n", (HALL, PORCH)),
        ("Sala 2 1-12", (PlayingRoom("Sala 2", 1, 12),)),
        ("Bar 21", (PlayingRoom("Bar", 21, 21),)),
        ("Sala 1 - 12", (PlayingRoom("Sala", 1, 12),)),
    ],
)
def test_rooms_are_written_one_a_line(text: str, found: tuple[PlayingRoom, ...]) -> None:
    assert rooms_from_text(text) == found
    assert rooms_from_text("\n".join(map(str, found))) == found


# R-HND-13
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Sala grande", "bad_room"),
        ("1-12", "bad_room"),
        ("Sala 12-1", "bad_room"),
        ("Sala 0-4", "bad_room"),
        (f"{'x' * 41} 1-3", "bad_room"),
        ("Sala 1-3\nsala 4-6", "room_twice"),
        ("Sala 1-3\nVeranda 3-6", "rooms_overlap"),
        ("\n".join(f"Sala{n} {n}" for n in range(1, MOST_ROOMS + 2)), "too_many_rooms"),
    ],
)
def test_rooms_that_cannot_be_are_refused(text: str, code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        rooms_from_text(text)


# R-HND-13
@pytest.mark.parametrize("name", ["Sala -", "", "Sala\n2", " Sala"])
def test_a_name_that_cannot_be_written_back_is_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="bad_room"):
        checked_rooms([PlayingRoom(name, 1, 2)])


# R-HND-13
def test_the_first_room_is_filled_first_and_then_it_counts_on() -> None:
    assert numbers_of((), 3) == [1, 2, 3]
    assert numbers_of((HALL, PORCH), 2) == [1, 2]
    assert numbers_of((PORCH, HALL), 8) == [11, 12, 13, 1, 2, 3, 14, 15]
    stored = [{"name": "Sala grande", "first": 1, "last": 3}, {"name": "Veranda", "first": 11, "last": 13}]
    found = ["Sala grande", "Veranda", "", ""]
    assert [room_of(rooms_of(stored), number) for number in (3, 11, 14, None)] == found
    assert [room_at(stored, number) for number in (3, 11, 14, None)] == found


# R-HND-10
def test_of_two_fixed_tables_that_meet_the_lower_one_holds() -> None:
    assert with_fixed_tables({1: 1, 2: 2}, {1: {1, 2}, 2: {3, 4}}, {1: 9, 2: 2, 5: 4}) == {1: 2, 2: 1}


SITS = {1: {1, 2}, 2: {3, 4}, 3: {5, 6}, 4: {7, 8}, 5: {9, 10}}
NUMBERS = {1: 1, 2: 2, 3: 3, 4: 11, 5: 12}


# R-HND-13
def test_who_always_plays_in_a_room_changes_with_the_nearest_table_there() -> None:
    rooms = (HALL, PORCH)
    assert with_rooms(NUMBERS, SITS, {1: "Veranda"}, rooms, ()) == {**NUMBERS, 1: 11, 4: 1}
    assert with_rooms(NUMBERS, SITS, {1: "Sala grande"}, rooms, ()) == NUMBERS
    # Who has a fixed table, or that room too, stays there.
    assert with_rooms(NUMBERS, SITS, {1: "Veranda", 7: "Veranda"}, rooms, ()) == {**NUMBERS, 1: 12, 5: 1}
    assert with_rooms(NUMBERS, SITS, {1: "Veranda"}, rooms, {7}) == {**NUMBERS, 1: 12, 5: 1}
    assert with_rooms(NUMBERS, SITS, {1: "Veranda"}, rooms, {2}) == NUMBERS
    # Of two rooms the one that the event names first.
    assert with_rooms(NUMBERS, SITS, {1: "Veranda", 2: "Sala grande"}, rooms, ()) == NUMBERS


# R-HND-13
def test_where_no_table_of_the_room_is_free_they_stay() -> None:
    homes = {1: "Veranda", 7: "Veranda", 9: "Veranda"}
    assert with_rooms(NUMBERS, SITS, homes, (HALL, PORCH), ()) == NUMBERS


# R-HND-13
def test_one_more_table_stands_in_the_room_of_who_is_at_home_there() -> None:
    rooms = (HALL, PORCH)
    assert free_number(rooms, {1, 2, None}, ()) == 3
    # A number may be free before the last one.
    assert free_number(rooms, {1, 3}, ()) == 2
    assert free_number(rooms, {1, 2}, ["Veranda"]) == 11
    # Of two rooms the one that the event names first; where that is full the other one.
    assert free_number(rooms, {1}, ["Veranda", "Sala grande"]) == 2
    assert free_number(rooms, {1, 2, 3, 11}, ["Veranda", "Sala grande"]) == 12
    # A full room: the next number of all.
    assert free_number(rooms, {11, 12, 13}, ["Veranda"]) == 1
    assert free_number((), {1, 2, 3}, ()) == 4
