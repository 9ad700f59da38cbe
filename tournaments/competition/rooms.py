"""In which room a table stands, for whatever names it; the rooms of an event, numbers, fixed tables (R-HND-13)."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import Final, TypeAlias

from tournaments.games.contract import Json, RefusedError

MOST_ROOMS: Final = 12
LONGEST_ROOM: Final = 40
MOST_TABLE: Final = 9_999
# “Sala grande 1-12”, “Veranda: 13–20”, “Bar 21”.
LINE: Final = re.compile(
    r"(?P<name>.*[^\s:,–-])[ \t:,]+(?P<first>[0-9]{1,4})(?:[ \t]*[-–][ \t]*(?P<last>[0-9]{1,4}))?[ \t]*"
)
Sits: TypeAlias = Mapping[int, Collection[int]]


@dataclass(frozen=True, slots=True)
class PlayingRoom:
    """A room and the numbers that stand on its tables, from ``first`` to ``last``."""

    name: str
    first: int
    last: int

    def __contains__(self, number: int) -> bool:
        return self.first <= number <= self.last

    def __str__(self) -> str:
        return f"{self.name} {self.first}–{self.last}" if self.last > self.first else f"{self.name} {self.first}"


def rooms_from_text(text: str) -> tuple[PlayingRoom, ...]:
    """Return the rooms that are written one a line: the name, then the numbers of its tables."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        read = LINE.fullmatch(line)
        if read is None:
            raise RefusedError("bad_room", field="rooms", given=line[:LONGEST_ROOM])
        first = int(read["first"])
        found.append(PlayingRoom(read["name"], first, int(read["last"] or first)))
    return checked_rooms(found)


def checked_rooms(rooms: Iterable[PlayingRoom]) -> tuple[PlayingRoom, ...]:
    """Return rooms that can be those of an event, or refuse the first one that cannot."""
    found = tuple(rooms)
    if len(found) > MOST_ROOMS:
        raise RefusedError("too_many_rooms", field="rooms", given=len(found), most=MOST_ROOMS)
    for at, room in enumerate(found):
        # A name that a page could not write back, as one that ends with a dash, is none.
        read = LINE.fullmatch(str(room)) if room.name.isprintable() else None
        is_named = (
            read is not None and read["name"] == room.name.strip() == room.name and len(room.name) <= LONGEST_ROOM
        )
        if not is_named or not 1 <= room.first <= room.last <= MOST_TABLE:
            raise RefusedError("bad_room", field="rooms", given=str(room)[: LONGEST_ROOM * 2])
        for other in found[:at]:
            if other.name.casefold() == room.name.casefold():
                raise RefusedError("room_twice", field="rooms", name=room.name)
            if room.first <= other.last and other.first <= room.last:
                raise RefusedError("rooms_overlap", field="rooms", one=str(other), other=str(room))
    return found


def rooms_of(stored: Iterable[Mapping[str, Json]]) -> tuple[PlayingRoom, ...]:
    """Return the rooms of an event as it keeps them."""
    return tuple([PlayingRoom(str(each["name"]), int(each["first"]), int(each["last"])) for each in stored])


def room_of(rooms: Iterable[PlayingRoom], number: int | None) -> str:
    """Return the name of the room in which a table stands; empty where the event has no rooms, or none with it."""
    return next((each.name for each in rooms if number is not None and number in each), "")


def room_at(stored: Iterable[Mapping[str, Json]], number: int | None) -> str:
    """Return the same of the rooms of an event as it keeps them."""
    return room_of(rooms_of(stored), number)


def numbers_of(rooms: Sequence[PlayingRoom], tables: int) -> list[int]:
    """Return the numbers of so many tables: the rooms are filled one after the other; then it counts on."""
    more = count(max((each.last for each in rooms), default=0) + 1)
    return list(islice(chain(*(range(each.first, each.last + 1) for each in rooms), more), tables))


def free_number(rooms: Sequence[PlayingRoom], taken: Collection[int | None], homes: Collection[str]) -> int:
    """Return the number of one more table of a round: the first free one of a room of ``homes``, else of all.

    Where those at the table are at home in two rooms, the room that was named first in the event holds.
    """
    at_home = [number for each in rooms if each.name in homes for number in range(each.first, each.last + 1)]
    # A fixed table may have left a number free before the last one.
    return next(each for each in (*at_home, *numbers_of(rooms, len(taken) + 1)) if each not in taken)


def with_fixed_tables(numbers: Mapping[int, int], sits: Sits, fixed: Mapping[int, int]) -> dict[int, int]:
    """Return the numbers of the tables of a round, by table, where these entries have a fixed one (R-HND-10).

    The table that had the number takes the other one. Where two who have a fixed table meet, the lower one holds.
    """
    found, placed = dict(numbers), set[int]()
    for key, wanted in sorted(fixed.items(), key=lambda item: item[1]):
        for table in found:
            if key in sits[table] and table not in placed:
                placed.add(table)
                for other, number in found.items():
                    if number == wanted:
                        found[other] = found[table]
                found[table] = wanted
    return found


def with_rooms(
    numbers: Mapping[int, int],
    sits: Sits,
    homes: Mapping[int, str],
    rooms: Sequence[PlayingRoom],
    fixed: Collection[int],
) -> dict[int, int]:
    """Return the numbers of the tables of a round, by table, where these entries always play in a room.

    They change with the nearest table there at which nobody has a ``fixed`` table or that room too; where there is
    none they stay. Where two of different rooms meet, the room that was named first in the event holds.
    """
    found = dict(numbers)
    wants: dict[int, PlayingRoom] = {}
    for room in rooms:
        for table in found:
            if table not in wants and any(homes.get(key) == room.name for key in sits[table]):
                wants[table] = room
    held = {table for table in found if any(key in fixed for key in sits[table])}
    for table, room in wants.items():
        if table in held or found[table] in room:
            continue
        free = [
            (abs(number - found[table]), number, other)
            for other, number in found.items()
            if number in room and other not in held and wants.get(other) is not room
        ]
        if free:
            _far, number, other = min(free)
            found[table], found[other] = number, found[table]
    return found
