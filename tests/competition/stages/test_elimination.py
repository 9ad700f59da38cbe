"""The elimination as a fold: any tables, results, withdrawals and replacements give who sits where."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from tests.searching import in_short, seeds
from tournaments.competition.formats.registry import format_of
from tournaments.competition.handing_on import NOBODY, Occupant
from tournaments.competition.stages.elimination import (
    Chair,
    Ended,
    Facts,
    Seated,
    Settled,
    State,
    TableState,
    differences,
    state,
)
from tournaments.competition.stages.facts import Score
from tournaments.competition.types import FromBest, FromEntrant, FromTable, Plan, Slot
from tournaments.games.contract import Json

KNOCKOUTS: list[tuple[int, Json]] = [
    (5, {"third_place": True}),
    (8, {"placement": True}),
    (11, {}),
    (6, {"second_chance": "double"}),
    (16, {"second_chance": "repechage", "second_chance_rounds": 2}),
]
TABLES: list[tuple[int, Json]] = [
    (19, {"kind": "tables"}),
    (12, {"kind": "tables", "policy": "ripescaggio"}),
    (13, {"kind": "tables", "policy": "strict4"}),
    (14, {"kind": "tables", "policy": "batterie"}),
]


@dataclass
class Evening:
    """Tables, and what happened to them; each step brings them to what follows from it."""

    tables: dict[int, Seated]
    gone: set[int] = field(default_factory=set)
    facts: Facts = field(default_factory=lambda: Facts(()))

    def __post_init__(self) -> None:
        self.bring()

    def bring(self, *changed: int) -> State:
        tables = tuple(self.tables.values())
        self.facts = replace(self.facts, tables=tables, gone=frozenset(self.gone), changed=frozenset(changed))
        now = state(self.facts)
        self.tables = {table.number: brought(table, now[table.number]) for table in tables}
        return now

    def play(self, number: int, *places: int | None) -> State:
        table = self.tables[number]
        scores = [Score(place, deals=1, points=10 * line) for line, place in enumerate(places)]
        self.tables[number] = table._replace(settled=Settled(tuple(scores)))
        return self.bring(table.round)

    def undo(self, number: int) -> State:
        self.tables[number] = self.tables[number]._replace(settled=None)
        return self.bring(self.tables[number].round)

    def leave(self, *keys: int) -> State:
        self.gone |= set(keys)
        return self.bring()

    def come_back(self, key: int) -> State:
        self.gone.remove(key)
        for table in self.tables.values():
            chairs = tuple(each._replace(is_absent=each.is_absent and each.now != key) for each in table.chairs)
            self.tables[table.number] = table._replace(chairs=chairs)
        return self.bring()

    def route(self, number: int, line: int, slot: Slot) -> State:
        """Give a place to somebody else by a ruling."""
        table = self.tables[number]
        chairs = [chair._replace(slot=slot) if at == line else chair for at, chair in enumerate(table.chairs)]
        self.tables[number] = table._replace(chairs=tuple(chairs))
        return self.bring()

    def people(self, number: int) -> list[Occupant]:
        return [chair.now for chair in self.tables[number].chairs]

    def open(self) -> list[int]:
        known = (table for table in self.tables.values() if None not in self.people(table.number))
        return [table.number for table in known if table.settled is None]


def brought(table: Seated, now: TableState) -> Seated:
    chairs = [
        Chair(chair.slot, key, line in now.absent)
        for line, (chair, key) in enumerate(zip(table.chairs, now.occupants, strict=True))
    ]
    return table._replace(chairs=tuple(chairs), settled=Settled(now.scores, now.ended) if now.is_over else None)


def seated(plan: Plan) -> dict[int, Seated]:
    return {
        table.number: Seated(table.number, table.round, tuple(Chair(slot) for slot in table.slots), table.through)
        for table in plan.tables
    }


def planned(entrants: int, options: Json) -> Evening:
    return Evening(seated(format_of(options).plan(_positions(entrants, options))))


def _positions(entrants: int, options: Json) -> Sequence[int | None]:
    if "kind" in options:
        return tuple(range(1, entrants + 1))
    size = 1 << (entrants - 1).bit_length()
    return tuple(key if key <= entrants else None for key in range(1, size + 1))


def of(*tables: Seated) -> Evening:
    return Evening({table.number: table for table in tables})


def chairs(*slots: Slot | int) -> tuple[Chair, ...]:
    return tuple(Chair(FromEntrant(slot) if isinstance(slot, int) else slot) for slot in slots)


def from_table(number: int, *places: int) -> list[FromTable]:
    return [FromTable(number, place) for place in places]


def test_winners_sit_at_the_next_table_and_nobody_before() -> None:
    evening = planned(4, {})
    evening.play(1, 2, 1)
    assert evening.people(3) == [2, None]
    evening.play(2, 1, 2)
    assert evening.people(3) == [2, 3]
    assert evening.undo(1)[3] == TableState((None, 3), frozenset())


def test_only_a_table_that_is_not_as_it_follows_from_the_others_differs() -> None:
    evening = planned(4, {})
    evening.play(1, 2, 1)
    facts = replace(evening.facts, tables=tuple(evening.tables.values()))
    assert differences(facts) == []
    final = evening.tables[3]
    stale = final._replace(chairs=tuple([chair._replace(now=None) for chair in final.chairs]))
    found = differences(replace(facts, tables=(*facts.tables[:2], stale)))
    assert found == [(stale, TableState((2, None), frozenset()))]


# R-KO-13
def test_a_match_that_both_lost_is_a_bye_for_their_next_opponent() -> None:
    evening = planned(8, {})
    evening.play(1, None, None)
    now = evening.play(2, 1, 2)
    assert now[5] == TableState((NOBODY, 3), frozenset(), (Score(None), Score(1)), Ended((1,)))
    assert evening.people(7) == [3, None]


# R-VP-09
def test_who_left_loses_by_walkover_and_their_opponent_goes_on() -> None:
    evening = planned(8, {})
    evening.play(1, 1, 2)
    now = evening.leave(1, 3)
    assert now[2] == TableState((3, 4), frozenset({0}), (Score(2), Score(1)), Ended((1,), is_walkover=True))
    assert now[5] == TableState((1, 4), frozenset({0}), (Score(2), Score(1)), Ended((1,), is_walkover=True))
    assert now[1].absent == frozenset()
    assert evening.people(7) == [4, None]
    assert evening.come_back(1)[5] == TableState((1, 4), frozenset())
    assert evening.people(7) == [None, None]


def test_who_had_a_bye_before_they_left_has_gone_on_by_it() -> None:
    evening = planned(3, {})
    assert evening.people(3) == [None, 3]
    now = evening.leave(3)
    assert now[2].ended == Ended((0,))
    assert now[3] == TableState((None, 3), frozenset({1}))


# R-TAB-17
def test_a_table_goes_on_with_who_is_there() -> None:
    evening = planned(8, {"kind": "tables"})
    now = evening.leave(2, 3, 4)
    assert now[1].ended == Ended((0,), is_walkover=True)
    assert [score.place for score in now[1].scores] == [1, None, None, None]
    assert evening.people(3) == [1, NOBODY, None, None]
    now = evening.leave(5, 6, 7, 8)
    assert (now[2].ended, now[3].ended) == (Ended(()), Ended((0,)))


def test_at_a_table_with_one_winner_all_who_are_missing_are_second() -> None:
    evening = of(Seated(1, 1, chairs(1, 2, 3)))
    assert [score.place for score in evening.leave(1, 3)[1].scores] == [2, 1, 2]


# R-TAB-21
def test_the_same_people_in_another_order_keep_their_chairs() -> None:
    evening = planned(8, {"kind": "tables"})
    evening.play(1, 1, 2, 3, 4)
    evening.play(1, 2, 1, 3, 4)
    assert evening.people(3) == [1, 2, None, None]
    evening.play(1, 2, 3, 1, 4)
    assert evening.people(3) == [3, 1, None, None]


# R-TAB-23
def test_a_place_that_was_given_away_follows_the_table_of_its_new_entrant() -> None:
    evening = planned(8, {"kind": "tables"})
    evening.play(1, 1, 2, 3, 4)
    evening.leave(2)
    evening.route(3, 1, FromTable(1, 3))
    assert evening.people(3) == [1, 3, None, None]
    evening.play(1, 4, 2, 1, 3)
    assert evening.people(3) == [3, 4, None, None]


def test_a_ruling_on_one_match_empties_a_chair_there_alone() -> None:
    tables = seated(format_of({}).plan((1, 2, 3, 4)))
    first, second = tables[1].chairs
    tables[1] = tables[1]._replace(chairs=(first._replace(now=1, is_absent=True), second))
    evening = Evening(tables)
    assert evening.people(3) == [2, None]
    assert evening.tables[1].settled == Settled((Score(2), Score(1)), Ended((1,), is_walkover=True))


def test_who_leaves_a_match_that_is_begun_leaves_it_by_its_sheet() -> None:
    table = Seated(1, 1, chairs(1, 2, 3, 4), through=2, is_begun=True)
    assert state(Facts((table,), gone=frozenset({1, 2}))) == {1: TableState((1, 2, 3, 4), frozenset())}


def best(*, gone: Collection[int] = (), lots: Mapping[int, int] | None = None) -> Evening:
    """Two tables of three, and one of the next round with a chair for the better third of both."""
    tables = (
        Seated(1, 1, chairs(1, 2, 3), through=2),
        Seated(2, 1, chairs(4, 5, 6), through=2),
        Seated(3, 2, chairs(FromTable(1, 1), FromTable(2, 1), FromBest(1, 3, 1))),
    )
    return Evening({table.number: table for table in tables}, set(gone), Facts((), lots=lots or {}))


# R-TAB-19
def test_the_best_beaten_is_known_when_all_tables_of_the_round_are_over() -> None:
    evening = best(lots={6: 1, 3: 2})
    evening.play(1, 1, 2, 3)
    assert evening.people(3) == [1, None, None]
    evening.play(2, 1, 2, 3)
    assert evening.people(3) == [1, 4, 6]
    evening.undo(2)
    assert evening.people(3) == [1, None, None]


# R-TAB-19, R-TAB-22
def test_only_a_result_of_their_round_moves_those_who_were_readmitted() -> None:
    evening = best(lots={6: 1, 3: 2}, gone=[6])
    evening.play(1, 1, 2, 3)
    evening.play(2, 1, 2, 3)
    assert evening.people(3) == [1, 4, 3]
    evening.come_back(6)
    assert evening.people(3) == [1, 4, 3]
    evening.play(2, 2, 1, 3)
    assert evening.people(3) == [1, 5, 6]


# R-TAB-19
def test_a_chair_for_which_nobody_is_left_stays_empty() -> None:
    evening = best(gone=[3, 6])
    evening.play(1, 1, 2, 3)
    evening.play(2, 1, 2, 3)
    assert evening.people(3) == [1, 4, NOBODY]


# R-TAB-24
def test_nobody_is_readmitted_from_a_table_that_gave_a_beaten_one_a_free_place() -> None:
    evening = best(lots={6: 1, 3: 2}, gone=[5])
    evening.tables[4] = Seated(4, 2, chairs(FromTable(2, 3), 7))
    evening.play(1, 1, 2, 3)
    evening.play(2, 1, 2, 3)
    assert (evening.people(3), evening.people(4)) == ([1, 4, 3], [6, 7])


def test_a_part_of_the_tables_says_the_same_of_what_it_leads_to() -> None:
    evening = planned(8, {})
    evening.play(1, 1, 2)
    evening.play(2, 1, 2)
    part = Facts((evening.tables[1]._replace(settled=None), evening.tables[5]))
    assert state(part)[5].occupants == (None, 3)
    chair = evening.tables[5].chairs[0]
    kept = Seated(9, 2, (chair, Chair(FromBest(1, 2, 1), 5)))
    assert state(Facts((kept,)))[9].occupants == (1, 5)


@pytest.mark.without_coverage
@pytest.mark.parametrize("seed", seeds(in_short(1, 3)))
@pytest.mark.parametrize(("entrants", "options"), [*KNOCKOUTS, *TABLES])
def test_any_elimination_comes_to_its_end_and_each_step_can_be_taken_back(
    entrants: int, options: Json, seed: int
) -> None:
    dice, evening = Random(seed), planned(entrants, options)
    while evening.open():
        number = dice.choice(evening.open())
        here = [key for key in evening.people(number) if isinstance(key, int) and key not in evening.gone]
        if dice.random() < 0.1:
            evening.leave(dice.choice(here))
            continue
        before = evening.bring()
        evening.play(number, *_any_places(dice, evening.tables[number]))
        assert evening.bring() == state(evening.facts)
        played = evening.tables
        assert evening.undo(number) == before
        evening.tables = played
    evening.bring()
    assert all(table.settled for table in evening.tables.values())


def _any_places(dice: Random, table: Seated) -> list[int | None]:
    """A result in any order; of two, both may lose."""
    here = [line for line, chair in enumerate(table.chairs) if isinstance(chair.now, int) and not chair.is_absent]
    dice.shuffle(here)
    if len(table.chairs) == 2 and dice.random() < 0.1:
        return [None, None]
    return [here.index(line) + 1 if line in here else None for line in range(len(table.chairs))]
