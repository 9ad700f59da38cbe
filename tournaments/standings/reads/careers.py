"""What each entry of an elimination has, for its standings: one query, and later only what changed is counted.

The database writes each seat as a text. The texts of the last reading are kept with the careers that were counted from
them, and the career of an entry is counted again where one of its texts has changed. So it does not matter who wrote
since, in which process, or whether the transaction was rolled back.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from threading import Lock
from typing import Any, Final

import orjson
from django.db import connection

from tournaments.competition.discipline import Deduction
from tournaments.competition.standings import places
from tournaments.competition.standings.places import Career, Course, Seat
from tournaments.frame.reads import statements
from tournaments.models import Tournament
from tournaments.tables.reads import stages

OVER: Final = ("done", "bye")
AT_ONCE = 1000
# A seat takes about half a KB with its share of a career: 2 MB together. Larger events are counted anew each time.
MOST_SEATS: Final = 4096
MOST_ENTRIES: Final = 2048

# What counts beside the seats: the last round, when the lots were drawn, and whether penalties deduct anything. A
# subquery runs once, not for each row, and a time stays text, because parsing each costs.
SETTING = """
  (SELECT MAX(number) FROM tournaments_round WHERE tournament_id = %s),
  (
    SELECT CAST(announced_at AS TEXT) FROM tournaments_draw
    WHERE tournament_id = %s AND round_number = 1 AND status = 'announced'
  ),
  EXISTS (
    SELECT 1 FROM tournaments_ruling
    WHERE tournament_id = %s AND status = 'in_force' AND kind IN ('points', 'vp', 'mp')
  )
"""
# Written once: Django would compile every column anew for each query. Names are read only for the rows that are shown.
# What follows from a value is asked of the few seats that are counted (``_seat``), not of all that are read.
COLUMNS = """
  line.entry_id, held.number, seated.section, seated.best_place, seated.worst_place,
  seated.status, {no_show},
  seated.hall_number, line.place, line.points, line.deals, line.vp, line.mp,
  line.entry_id IN (SELECT id FROM tournaments_entry WHERE tournament_id = %s AND status = 'withdrawn'),
  seated."group"
"""
# By whether a table that nobody came to is a rest. Most tables have no ending that would have to be compared.
NO_SHOW: Final[Mapping[bool, str]] = {
    False: "0",
    True: f"CASE seated.ending WHEN '' THEN FALSE ELSE (seated.ending = 'walkover' OR {stages.NOBODY_CAME}) END",
}
SEATED = """
FROM tournaments_table seated
JOIN tournaments_tableline line ON line.table_id = seated.id
JOIN tournaments_round held ON held.id = seated.round_id
WHERE seated.tournament_id = %s AND held.number >= %s AND line.entry_id IS NOT NULL
"""
SEATS: Final[Mapping[bool, str]] = {
    is_rest: f'SELECT {COLUMNS.format(no_show=no_show)}, {SETTING} {SEATED} ORDER BY seated.number, line."index"'
    for is_rest, no_show in NO_SHOW.items()
}
# The same as one text, without an order: each seat behind the number of its table and its own there.
END = "\n"
OF_SEAT = len(Seat._fields)
GATHERED: Final[Mapping[tuple[str, bool], str]] = {
    (vendor, is_rest): f'SELECT {gather}({row}(seated.number, line."index", {COLUMNS.format(no_show=no_show)})'
    f"{text}, '{END}'), {SETTING} {SEATED}"
    for vendor, gather, row, text in (
        ("sqlite", "group_concat", "json_array", ""),
        ("postgresql", "string_agg", "json_build_array", "::text"),
    )
    for is_rest, no_show in NO_SHOW.items()
}


@dataclass(frozen=True, slots=True)
class Counted:
    """The seats of an event as they were read, by text and by entry, and what each entry has from its own.

    ``rules`` is what else the careers follow from.
    """

    rules: Sequence[object] = ()
    texts: frozenset[str] = frozenset()
    seats: Mapping[int, frozenset[str]] = field(default_factory=dict)
    careers: Mapping[int, Career] = field(default_factory=dict)


NO_SEATS: Final[frozenset[str]] = frozenset()
COUNTED: Final[OrderedDict[int, Counted]] = OrderedDict()
_lock = Lock()


def forget() -> None:
    """Let the next reader of every event count all of it, as a check of its standings must."""
    with _lock:
        COUNTED.clear()


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of an elimination, and what ``SETTING`` reads beside them; None before there are any.

    ``texts`` has them without an order where they were read for careers that are kept, else ``rows`` has them.
    """

    event: Tournament
    setting: Sequence[Any] | None
    rows: Iterable[Seat] = ()
    texts: frozenset[str] = frozenset()
    first_round: int = 1

    @classmethod
    def of(cls, event: Tournament, first_round: int = 1) -> "Seats":
        """Read those from this round on: one query."""
        asked = [*[event.pk] * 5, first_round]
        if event.last_entry_number <= MOST_ENTRIES:
            text, *setting = statements.rows(GATHERED[connection.vendor, event.no_show_is_rest], asked)[0]
            texts = frozenset(text.split(END)) if text else frozenset[str]()
            return cls(event, setting if texts else None, (), texts, first_round)
        rows = _in_batches(SEATS[event.no_show_is_rest], asked)
        first = next(rows, None)
        if first is None:
            return cls(event, None)
        return cls(event, first[OF_SEAT:], map(_seat, map(itemgetter(slice(OF_SEAT)), chain((first,), rows))))

    def careers(
        self, course: Course, deductions: Mapping[int, Deduction] | None, lots: Mapping[int, int] | None
    ) -> Mapping[int, Career]:
        """Return the career of every entry in the order of their first tables; ``lots`` follow from ``setting``."""
        if not self.texts or self.setting is None:
            return places.careers(self.rows, course, deductions=deductions, lots=lots)
        rules = (self.first_round, self.event.no_show_is_rest, course.uses_vp, course.low_wins, self.setting[1])
        with _lock:
            before = COUNTED.get(self.event.pk)
        now = self._count_since(before if before and before.rules == rules else Counted(rules), course, lots)
        with _lock:
            COUNTED[self.event.pk] = now
            COUNTED.move_to_end(self.event.pk)
            while sum(len(each.texts) for each in COUNTED.values()) > MOST_SEATS:
                COUNTED.popitem(last=False)
        charged = [now.seats[key] for key in deductions or () if key in now.seats]
        return {**now.careers, **places.careers(_in_order(charged), course, deductions=deductions, lots=lots)}

    def _count_since(self, before: Counted, course: Course, lots: Mapping[int, int] | None) -> Counted:
        """Count again what differs from ``before``; all of it where an entry has another first table."""
        seats = dict(before.seats)
        changed: set[int] = set()
        for text in before.texts - self.texts:
            key = _key(text)
            seats[key] -= {text}
            changed.add(key)
        for text in self.texts - before.texts:
            key = _key(text)
            seats[key] = seats.get(key, NO_SEATS) | {text}
            changed.add(key)
        careers = dict(before.careers)
        if any(_first(seats[key]) != _first(before.seats.get(key, NO_SEATS)) for key in changed):
            seats = {key: own for key, own in seats.items() if own}
            changed, careers = set(seats), {}
        careers |= places.careers(_in_order(seats[key] for key in changed), course, lots=lots)
        return Counted(before.rules, self.texts, seats, careers)


def _key(text: str) -> int:
    """Return the entry of a seat."""
    return int(text.split(",", 3)[2])


def _first(seats: Iterable[str]) -> Sequence[int]:
    """Return the table and the line of the first of these seats."""
    return min((orjson.loads(text)[:2] for text in seats), default=())


def _in_order(seats: Iterable[Iterable[str]]) -> Iterator[Seat]:
    """Return these seats in the order of their tables."""
    for _table, _line, *values in sorted(map(orjson.loads, chain.from_iterable(seats))):
        yield _seat(values)


def _seat(values: Sequence[Any]) -> Seat:
    """Return a seat from the values of ``COLUMNS``."""
    key, number, section, best, worst, status, no_show, hall, place, points, deals, vp, mp, is_withdrawn, group = values
    is_over, is_played = status in OVER, status == "done" and not no_show
    scores = points or 0, deals, vp or 0, mp or 0
    return Seat(key, number, section, best, worst, is_over, is_played, hall, place, *scores, is_withdrawn, group)


def _in_batches(question: str, asked: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Return the rows of ``SEATS``: all together would take as much memory as the process."""
    with connection.cursor() as cursor:
        cursor.execute(question, asked)
        while rows := cursor.fetchmany(AT_ONCE):
            yield from rows
