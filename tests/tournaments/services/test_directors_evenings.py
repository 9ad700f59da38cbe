"""Evenings on which the director has a hand in everything: each step does what it showed, a refused one nothing."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tests.searching import seeds, short_of
from tests.tournaments import factories as make
from tests.tournaments.services.evenings import (
    EVENINGS,
    STEPS,
    Evening,
    ask,
    assert_closing_agrees,
    assert_verify_says_nothing,
    attempt,
    check,
    in_stages,
)
from tests.tournaments.services.rounds import script_of
from tournaments.draw.reads.apart import apart_sets
from tournaments.draw.reads.fixed_tables import fixed_tables
from tournaments.draw.writes import apart, hand, pairings
from tournaments.events.writes import tournaments
from tournaments.models import AuditEntry, Table, Tournament
from tournaments.tables.reads import stages

pytestmark = pytest.mark.django_db
ROOMS = [{"name": "Sala", "first": 1, "last": 3}, {"name": "Bar", "first": 11, "last": 20}]
BY_HAND = [
    *EVENINGS,
    pytest.param(10, {"kind": "king", "rounds": 4}, id="ten play for the table of the king"),
    pytest.param(9, {"kind": "mitchell", "rounds": 3}, id="nine in a Mitchell"),
    pytest.param(8, {"kind": "danish", "rounds": 3, "rematches": "not_in_a_row"}, id="eight, no rematch in a row"),
    pytest.param(
        10,
        in_stages({"kind": "swiss", "rounds": 3}, {"kind": "king", "rounds": 2, "from": {"first": 4}}),
        id="ten in a Swiss, and four for the table of the king",
    ),
]


def seats(event: Tournament, number: int = 0) -> list[tuple[Any, ...]]:
    """Who sits where: the round, the table, its number in the hall, the line, the entry, and whether it is over."""
    return [
        (seat.round, seat.table, seat.hall, seat.line, seat.entry, seat.status)
        for seat in stages.seats_of(event)
        if number in (0, seat.round)
    ]


class DirectorsEvening(Evening):
    """An evening that goes any way it can, with every step of the director's hand in it."""

    def __init__(self, seed: int, entries: int, options: Mapping[str, Any]) -> None:
        # Who sat, in which round, where a swap that was confirmed took somebody from the fixed table: it changes no
        # number, so that of two who had one the other stays where both met.
        self.taken_away: set[tuple[int, int]] = set()
        # Rounds of which a table was called: a call that is taken back moves nobody.
        self.were_called: set[int] = set()
        super().__init__(seed, entries, options)

    def anew(self, step: str, **given: Any) -> None:
        """Take a step that pairs the last round anew: it makes the tables that were shown."""
        number = self.event.rounds.count()

        def do() -> object:
            return getattr(pairings, step)(number=number, **given, **self.where)

        event = make.fresh(self.event)
        before, after = pairings.preview_anew(tournament=event, number=number, step=do)
        assert [seat.entry for seat in before] == [row[4] for row in seats(event, number)]
        do()
        shown = [(seat.round, seat.table, seat.hall, seat.line, seat.entry, seat.status) for seat in after]
        assert seats(event, number) == shown

    def swap(self) -> None:
        number = self.lots.choice(list(self.event.rounds.values_list("number", flat=True)))
        here = sorted({seat.entry for seat in stages.seats_of(self.event) if seat.round == number})
        one, other = self.lots.choices(here or [0], k=2)
        found = hand.preview_swap(tournament=make.fresh(self.event), number=number, one=one, other=other)
        accepted = " ".join(each.name for each in found.doubts)
        if found.doubts and self.lots.random() < 0.2:
            accepted = ""
        hand.swap_seats(number=number, one=one, other=other, accepted=accepted, reason="Chiesto", **self.where)
        tables: dict[int, list[int]] = {}
        for seat in stages.seats_of(self.event):
            tables.setdefault(seat.table, []).append(seat.entry)
        for each in found.tables:
            assert Counter(tables[each.number]) == Counter(each.after.keys)
        if any(each.code == "leaves_table" for each in found.doubts):
            self.taken_away |= {(each.after.round, key) for each in found.tables for key in each.after.keys}

    def skip(self) -> None:
        self.anew("skip_round", entry=self.entry(), vp=self.lots.randrange(12), reason="Un impegno")

    def end_skip(self) -> None:
        away = sorted(pairings.absent_in(self.event, self.event.rounds.count()))
        self.anew("end_skip", entry=self.lots.choice(away or [0]))

    def pair_others(self) -> None:
        self.anew("pair_others", entries=[self.entry() for _ in range(self.lots.randrange(1, 3))], reason="Restano lì")

    def fix(self) -> None:
        where: dict[str, Any] = {"table": self.lots.randrange(1, 8)}
        if self.lots.random() < 0.3:
            where = {"room": self.lots.choice(ROOMS)["name"]}
        hand.fix_table(entry=self.entry(), reason="Non fa le scale", **where, **self.where)

    def unfix(self) -> None:
        hand.unfix_table(entry=self.entry(), **self.where)

    def keep_apart(self) -> None:
        entries = [self.entry() for _ in range(self.lots.randrange(2, 4))]
        name = f"Famiglia {next(self.newcomers)}"
        apart.keep_apart(name=name, until=self.lots.randrange(4), entries=entries, **self.where)

    def let_meet(self) -> None:
        sets = apart_sets(self.event)
        apart.let_meet(number=self.lots.choice([each.number for each in sets] or [0]), **self.where)

    def open_rooms(self) -> None:
        tournaments.update_tournament(rooms=self.lots.choice(([], ROOMS)), **self.where)

    def anything(self) -> None:
        """One step, possible or refused; a step that is refused has changed nothing."""
        of_the_hand = (self.swap, self.swap, self.skip, self.end_skip, self.pair_others, self.fix, self.fix, self.unfix)
        more = (self.keep_apart, self.let_meet, self.open_rooms, self.sat_otherwise)
        if self.lots.random() < 0.5:
            super().anything()
            return
        before = (seats(self.event), said_of(self.event))
        if not attempt(self.lots.choice((*of_the_hand, *more))):
            assert (seats(self.event), said_of(self.event)) == before


def said_of(event: Tournament) -> tuple[int, int, Mapping[int, int]]:
    """What a refused step must leave: the log, the version, who has a fixed table."""
    return AuditEntry.objects.filter(tournament=event).count(), make.fresh(event).version, fixed_tables(event)


def assert_everybody_has_one_seat(event: Tournament) -> None:
    """Nobody sits twice in a round, and no two tables of a round have one number."""
    sits = Counter((seat.round, seat.entry) for seat in stages.seats_of(event))
    assert max(sits.values(), default=1) == 1, sits
    numbers = Table.objects.filter(tournament=event, hall_number__isnull=False).values_list("round", "hall_number")
    assert max(Counter(numbers).values(), default=1) == 1


def assert_fixed_tables_hold(evening: DirectorsEvening) -> None:
    """In a round that is not called yet an entry with a fixed table sits there, or at the fixed one of its opponent."""
    event = make.fresh(evening.event)
    fixed = fixed_tables(event)
    evening.were_called |= {seat.round for seat in stages.seats_of(event) if seat.is_called}
    wanted: dict[int, set[int]] = {}
    halls: dict[int, int] = {}
    for seat in stages.seats_of(event):
        is_to_come = seat.round not in evening.were_called and seat.hall is not None
        if is_to_come and seat.entry in fixed and (seat.round, seat.entry) not in evening.taken_away:
            halls[seat.table] = seat.hall or 0
            wanted.setdefault(seat.table, set()).add(fixed[seat.entry])
    assert {table: hall for table, hall in halls.items() if hall not in wanted[table]} == {}


@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize(
    ("entries", "options"),
    short_of(
        BY_HAND,
        "nine in a Swiss",
        "nine with rotating partners",
        "ten in a Swiss, and four for the table of the king",
    ),
)
def test_any_evening_of_the_director_is_on_record_and_comes_to_an_end(entries, options, seed):
    evening = DirectorsEvening(seed + 1_000, entries, options)
    for step in range(STEPS):
        evening.anything()
        ask(step, evening.event, assert_everybody_has_one_seat, check, assert_verify_says_nothing)
        assert_fixed_tables_hold(evening)

    evening.to_the_end()
    check(evening.event)
    assert_closing_agrees(evening)
    if evening.is_in_rounds:
        assert script_of(make.fresh(evening.event)) == "OK\n"
