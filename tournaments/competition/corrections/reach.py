"""The reach of a corrected result: the later tables and people that it changes, and whether it is allowed.

R-KO-16 to R-KO-18 of a knockout, R-TAB-21 and R-TAB-22 of elimination tables.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from tournaments.competition.feeding import Feeding, Finish, Occupant


class Status(Enum):
    """The state of a table: planned, announced to its people, or finished."""

    PLANNED = "planned"
    CALLED = "called"
    PLAYED = "played"


class Permitted(Enum):
    """Whether a correction is free, needs a reason, or is refused."""

    FREE = "free"
    NEEDS_REASON = "needs_reason"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table now: its lines, its finish (empty while it is open), and how many advance from it."""

    status: Status
    occupants: tuple[Occupant, ...]
    finish: Finish = ()
    through: int = 1


@dataclass(frozen=True, slots=True)
class Reach:
    """The effects of a new finish beyond its own table.

    ``tables``: every later table whose people change, in order; ``replayed``: those that were played with somebody who
    should not have sat there. ``entrants``: everybody at those tables, and those who come and go.
    """

    permitted: Permitted
    code: str
    tables: tuple[int, ...] = ()
    replayed: tuple[int, ...] = ()
    entrants: tuple[int, ...] = ()


def reach(
    routes: Feeding,
    now: Mapping[int, TableNow],
    number: int,
    finish: Finish,
    moved_chairs: Iterable[tuple[int, int]] = (),
) -> Reach:
    """Return the effects if table ``number`` finishes as ``finish`` instead of as recorded; ``()`` removes the result.

    A later table is affected where other people than before sit there, in any order (R-TAB-21). ``moved_chairs`` are
    the chairs, as (table, slot), of tables at which the result re-admits other people (R-TAB-22).
    """
    refusal = _refusal(now, number, finish)
    if refusal:
        return Reach(Permitted.REFUSED, refusal)
    old, back = now[number].finish, [table for table, _ in moved_chairs]
    if finish == old and not back:
        return Reach(Permitted.FREE, "only_points_change")
    fed = _fed(routes, number, len(now[number].occupants))
    changed = [table for table, places in fed.items() if _sent(old, places) != _sent(finish, places)]
    if fed and not changed and not back:
        return Reach(Permitted.FREE, "same_people_go_on")
    return _reach(now, _behind(routes, now, [*changed, *back]), (*old, *finish))


def _fed(routes: Feeding, number: int, places: int) -> dict[int, list[int]]:
    """Return the tables that a table leads to, each with the places that lead there."""
    fed: dict[int, list[int]] = {}
    for place in range(1, places + 1):
        if (number, place) in routes:
            fed.setdefault(routes[number, place][0], []).append(place)
    return fed


def _sent(finish: Finish, places: Iterable[int]) -> Counter[int | None]:
    """Return the entrants in these places, in any order; none without a result."""
    return Counter(finish[place - 1] for place in places) if finish else Counter()


def _refusal(now: Mapping[int, TableNow], number: int, finish: Finish) -> str:
    table = now.get(number)
    if table is None:
        return "unknown_table"
    if table.status is not Status.PLAYED:
        return "table_not_played"
    keys = {each for each in table.occupants if isinstance(each, int)}
    if len(keys) <= table.through:
        return "bye_has_no_result"
    named = [key for key in finish if key is not None]
    if len(set(named)) != len(named) or not keys.issuperset(named) or len(finish) not in (0, len(table.occupants)):
        return "not_at_this_table"
    return ""


def _behind(routes: Feeding, now: Mapping[int, TableNow], reached: Iterable[int]) -> list[int]:
    """Return every table reached from these; a played table passes the error on with all its places."""
    waiting = list(reached)
    found: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number in found:
            continue
        found.add(number)
        if now[number].status is Status.PLAYED:
            places = range(1, len(now[number].occupants) + 1)
            waiting.extend(routes[number, place][0] for place in places if (number, place) in routes)
    return sorted(found)


def _reach(now: Mapping[int, TableNow], tables: list[int], named: Finish) -> Reach:
    seated = (each for number in tables for each in now[number].occupants)
    people = sorted({each for each in (*named, *seated) if isinstance(each, int)})
    replayed = tuple(number for number in tables if now[number].status is Status.PLAYED)
    free = all(now[number].status is Status.PLANNED for number in tables)
    permitted, code = (Permitted.FREE, "nothing_announced") if free else (Permitted.NEEDS_REASON, "reaches_further")
    return Reach(permitted, code, tuple(tables), replayed, tuple(people))
