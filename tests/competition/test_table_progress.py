"""From results at tables to progress, re-admission, vacancies and final places."""

from collections.abc import Callable, Mapping
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.competition.placing import Placed, places_at_tables, places_of, with_walkovers
from tournaments.competition.formats.bracket import from_siblings, replacements, settle
from tournaments.competition.handing_on import NOBODY, Best, Finish, occupant
from tournaments.competition.headcount import VARIANTS
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.competition.pairing.table_sizes import is_playable
from tournaments.competition.pairing.tables import plan_tables
from tournaments.competition.stages.readmission import Beaten, readmissions
from tournaments.competition.standings.merits import Earned, criteria, merits
from tournaments.competition.types import FromBest, FromTable, Plan, PlannedTable

BALANCED = TablesOptions()
BACK = TablesOptions(policy="ripescaggio")


def plan_of(players: int, options: TablesOptions = BALANCED) -> Plan:
    return plan_tables(tuple(range(1, players + 1)), options)


def lower_keys_first(table: PlannedTable, keys: tuple[int, ...]) -> Finish:
    return tuple(sorted(keys)) + (None,) * (len(table.slots) - len(keys))


# R-TAB-07
def test_byes_are_finished_before_anybody_plays() -> None:
    assert with_walkovers(plan_of(11), {}) == {1: (1, 2)}


# R-TAB-17
def test_a_table_goes_on_with_who_is_there() -> None:
    plan = plan_of(8)
    alone = with_walkovers(plan, {1: (1, None, None, None), 2: (5, 6, 7, 8)})
    assert 3 not in alone
    assert with_walkovers(plan, {1: (1, None, None, None), 2: (None,) * 4})[3] == (1, None, None, None)


# R-TAB-18
def test_places_go_by_round_then_table_place_then_deals_then_points() -> None:
    plan = plan_of(16)
    finishes = settle(plan, lower_keys_first)
    assert finishes[7] == (1, 2, 9, 10)
    assert finishes[5] == (1, 2, 5, 6)
    last_table = {
        1: (1, 9, 40),
        2: (2, 9, 99),
        9: (3, 7, 101),
        10: (4, 5, 101),
        5: (3, 8, 110),
        6: (4, 3, 101),
        13: (3, 8, 105),
        14: (4, 6, 120),
        3: (3, 6, 101),
        4: (4, 5, 101),
        7: (3, 6, 101),
        8: (4, 4, 101),
        11: (3, 9, 140),
        12: (3, 9, 140),
        15: (3, 6, 102),
        16: (4, 5, 101),
    }

    standings = places_at_tables(plan, finishes, last=last_table, low_wins=True)
    assert [(each.place, each.key) for each in standings if not each.shared] == [
        (1, 1),
        (2, 2),
        (3, 9),
        (4, 10),
        (5, 13),
        (6, 5),
        (7, 14),
        (8, 6),
        (13, 15),
        (16, 8),
    ]
    shared = [(each.place, each.key) for each in standings if each.shared]
    assert sorted(shared) == [(9, 11), (9, 12), (11, 3), (11, 7), (14, 4), (14, 16)]


# R-TAB-18
def test_more_points_are_better_where_they_are_no_penalties() -> None:
    assert criteria(uses_vp=False) == ("place", "deals", "points")
    assert criteria(uses_vp=False, low_wins=True) == ("place", "deals", "penalties")
    assert criteria(uses_vp=True, low_wins=True) == ("vp", "mp", "wins", "penalties", "lot")


# R-TAB-18
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(Earned(1, place=3, deals=1, points=200), Earned(2, place=4, deals=9), id="place at the table"),
        pytest.param(Earned(1, place=3, deals=7, points=200), Earned(2, place=3, deals=6), id="then more deals"),
        pytest.param(Earned(1, place=3, points=101), Earned(2, place=3, points=102), id="then fewer penalties"),
        pytest.param(Earned(1, place=6), Earned(2), id="any place before none"),
    ],
)
def test_what_decides_between_those_who_came_equally_far(better: Earned, worse: Earned) -> None:
    merit = merits(criteria(uses_vp=False, low_wins=True))
    assert merit(better) > merit(worse)


# R-TAB-18
def test_who_is_still_in_has_no_place_yet() -> None:
    plan = plan_of(8)
    finishes: dict[int, Finish] = {1: (1, 2, 3, 4)}
    standings = places_of(plan, finishes, lambda key: -key)
    assert [(each.key, each.place) for each in standings[:6]] == [(key, None) for key in (1, 2, 5, 6, 7, 8)]
    assert standings[6:] == (Placed(3, 7), Placed(4, 8))


def thirds(plan: Plan, finishes: Mapping[int, Finish]) -> list[Beaten]:
    """The better a key is, the more deals he took part in."""
    first = [table for table in plan.tables if table.round == 1]
    found = ((table.number, finishes[table.number][2]) for table in first if len(finishes[table.number]) > 2)
    return [Beaten(key, number, 1_000 - key, 101) for number, key in found if key is not None]


def admitting(plan: Plan) -> Callable[[Mapping[int, Finish]], Best]:
    return lambda finishes: readmissions(plan, thirds(plan, finishes), low_wins=True)


@pytest.mark.without_coverage
# R-TAB-17, R-TAB-18
@given(st.integers(4, 130), st.sampled_from(VARIANTS), st.data())
def test_any_course_of_events_gives_every_player_one_place(
    players: int, options: TablesOptions, data: st.DataObject
) -> None:
    if not is_playable(players, options):
        return
    plan = plan_of(players, options)

    def decide(table: PlannedTable, keys: tuple[int, ...]) -> Finish:
        first = data.draw(st.sampled_from(keys))
        there = [key for key in keys if key == first or data.draw(st.integers(0, 9))]
        return (first, *(key for key in there if key != first)) + (None,) * (len(table.slots) - len(there))

    finishes = settle(plan, decide, admitting(plan))
    best = admitting(plan)(finishes)
    assert with_walkovers(plan, finishes, best) == finishes
    standings = places_of(plan, finishes, lambda key: key, best)
    assert [each.place for each in standings] == list(range(1, players + 1))
    assert sorted(each.key for each in standings) == list(range(1, players + 1))
    assert standings[0].key == finishes[plan.tables[-1].number][0]


# R-TAB-18
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: f"{options.policy}-{options.max_table}")
def test_the_final_orders_its_own_people(options: TablesOptions) -> None:
    plan = plan_of(64, options)
    finishes = settle(plan, lower_keys_first, admitting(plan))
    standings = places_at_tables(plan, finishes, admitting(plan)(finishes))
    assert tuple(each.key for each in standings[:4]) == finishes[plan.tables[-1].number]
    assert [each.place for each in standings[:4]] == [1, 2, 3, 4]


# R-TAB-19
def test_the_best_thirds_have_more_deals_then_fewer_points_then_the_first_lot() -> None:
    plan = plan_of(12, BACK)
    beaten = [Beaten(3, 1, 6, 101, 1), Beaten(7, 2, 6, 110, 2), Beaten(11, 3, 5, 101, 3)]
    chairs = (FromBest(1, 3, 1), FromBest(1, 3, 2))
    assert readmissions(plan, beaten, low_wins=True) == dict(zip(chairs, (3, 7), strict=True))
    assert readmissions(plan, beaten, low_wins=False) == dict(zip(chairs, (7, 3), strict=True))
    level = [Beaten(each.key, each.table, 6, 101, each.lot) for each in reversed(beaten)]
    assert readmissions(plan, level, low_wins=True) == dict(zip(chairs, (3, 7), strict=True))


# R-TAB-19
def test_a_chair_for_which_nobody_is_left_stays_empty() -> None:
    plan = plan_of(12, BACK)
    found = readmissions(plan, [Beaten(7, 2, 6, 110)], low_wins=True)
    assert found == {FromBest(1, 3, 1): 7, FromBest(1, 3, 2): NOBODY}
    assert occupant(FromBest(1, 3, 1), {}) is None
    assert occupant(FromBest(1, 3, 1), {}, found) == 7
    assert occupant(FromBest(1, 3, 2), {}, found) == NOBODY


def tables_of(plan: Plan, best: Best) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for table in plan.tables:
        for slot in table.slots:
            key = best.get(slot) if isinstance(slot, FromBest) else None
            if isinstance(key, int):
                found.setdefault(table.number, set()).add(key)
    return found


def winners_at(plan: Plan, number: int) -> set[int]:
    """The tables whose winners sit at this one."""
    return {slot.number for slot in plan.tables[number - 1].slots if isinstance(slot, FromTable)}


# R-TAB-20
def test_nobody_comes_to_sit_with_the_winners_of_his_own_table() -> None:
    plan = plan_of(24, BACK)
    for order in permutations(range(6)):
        beaten = [Beaten(4 * table - 1, table, order[table - 1], 101) for table in range(1, 7)]
        found = readmissions(plan, beaten, low_wins=True)
        assert len(found) == 4
        assert set(found.values()) == {each.key for each in beaten if each.deals > 1}
        for table, keys in tables_of(plan, found).items():
            assert winners_at(plan, table).isdisjoint((key + 1) // 4 for key in keys)


# R-TAB-20
def test_with_one_table_for_them_a_third_may_meet_the_winners_of_his_own() -> None:
    plan = plan_of(12, BACK)
    found = readmissions(plan, [Beaten(3, 1, 9, 101), Beaten(7, 2, 6, 101)], low_wins=True)
    assert tables_of(plan, found) == {4: {3, 7}}


# R-TAB-20
def test_of_two_thirds_of_one_table_neither_is_moved_to_its_winners() -> None:
    plan = plan_of(24, BACK)
    beaten = [Beaten(3, 1, 9, 101), Beaten(4, 1, 8, 101), Beaten(7, 2, 7, 101), Beaten(11, 3, 6, 101)]
    found = readmissions(plan, beaten, low_wins=True)
    for table, keys in tables_of(plan, found).items():
        assert 1 not in winners_at(plan, table) or keys.isdisjoint({3, 4})


# R-TAB-22
def test_who_is_seated_and_still_among_the_best_keeps_his_chair() -> None:
    plan = plan_of(24, BACK)
    beaten = [Beaten(4 * table - 1, table, table, 101) for table in range(1, 7)]
    before = readmissions(plan, beaten, low_wins=True)
    other_order = [
        Beaten(each.key, each.table, each.deals if each.deals < 3 else 9 - each.deals, 101) for each in beaten
    ]
    assert readmissions(plan, other_order, low_wins=True, seated=before) == before
    another = [Beaten(each.key, each.table, 9 if each.table == 1 else each.deals, 101) for each in beaten]
    after = readmissions(plan, another, low_wins=True, seated=before)
    assert set(after.values()) - set(before.values()) == {3}
    assert sum(before[chair] != after[chair] for chair in before) == 1


# R-TAB-19
def test_a_third_is_still_in_until_the_best_are_known() -> None:
    plan = plan_of(12, BACK)
    finishes: dict[int, Finish] = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8), 3: (9, 10, 11, 12)}
    undecided = places_of(plan, {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)}, lambda key: -key)
    assert {each.key for each in undecided if each.place is not None} == {4, 8}
    best = readmissions(plan, thirds(plan, finishes), low_wins=True)
    decided = places_of(plan, finishes, lambda key: -key, best)
    assert {each.key for each in decided if each.place is not None} == {4, 8, 11, 12}


# R-TAB-23
def test_a_winner_who_withdraws_is_replaced_from_his_own_table() -> None:
    assert replacements((1, 2, 3, 4), 2) == (3, 4)
    assert replacements((1, 2, 3, 4, None), 2, unavailable={3}) == (4,)
    assert replacements((1, 2), 2) == ()


# R-TAB-24
def test_beside_one_who_came_alone_the_third_of_the_sibling_goes_on() -> None:
    plan = plan_of(16)
    finishes: dict[int, Finish] = {1: (1, None, None, None), 2: (5, 6, 7, 8), 3: (9, 10, 11, 12)}
    assert from_siblings(plan, finishes, 1) == (7, 8)
    assert from_siblings(plan, finishes, 1, unavailable=(7,)) == (8,)
    assert from_siblings(plan, finishes, 3) == ()
    assert from_siblings(plan, finishes, 7) == ()
    heats = plan_of(12, TablesOptions(policy="batterie"))
    played: dict[int, Finish] = {1: (1, 2, 3), 2: (4, 5, 6), 3: (7, 8, 9)}
    assert from_siblings(heats, played, 4) == (2, 5, 8, 3, 6, 9)
