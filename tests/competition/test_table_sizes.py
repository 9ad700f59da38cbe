"""How many sit at each table of the first round, for every number of players."""

from collections import Counter
from math import log2
from typing import Any, TypeAlias

import pytest

from tests.searching import FULL, in_short
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.pairing.table_options import (
    LARGEST_TABLES,
    POLICIES,
    TablesOptions,
    tables_from_json,
    tables_to_json,
)
from tournaments.competition.pairing.table_sizes import check_players, is_playable, perfect, places_for, sizes
from tournaments.competition.pairing.tables import plan_tables
from tournaments.competition.types import FromBest, FromEntrant, FromTable, Plan
from tournaments.games.contract import RefusedError

BALANCED = [TablesOptions(max_table=most) for most in LARGEST_TABLES]
HEATS = [TablesOptions(policy="batterie", max_table=most) for most in LARGEST_TABLES]
OTHERS = [TablesOptions(policy=policy) for policy in POLICIES if policy not in ("balanced", "batterie")]
EVERY = [*BALANCED, *OTHERS, *HEATS]
NUMBERS = range(4, 1_025)
# Of the numbers beyond those of a hall a short run plans one in so many.
# Beyond what a hall has seen: at and beside the powers of two and the largest number, and some between.
LARGE = (255, 256, 257, 300, 341, 400, 500, 511, 512, 513, 640, 700, 768, 850, 1_000, 1_023, 1_024)

Pair: TypeAlias = tuple[int, int]


def name(options: TablesOptions) -> str:
    return f"{options.policy}-{options.max_table}"


def played(options: TablesOptions) -> list[int]:
    return [number for number in NUMBERS if is_playable(number, options)]


def planned(options: TablesOptions) -> list[int]:
    """The numbers whose evenings are planned: all that a hall has seen, and of those beyond the ``LARGE`` ones."""
    return [number for number in played(options) if FULL or number <= 200 or number in LARGE]


# The table of ranges by the rule of 4 and 5: first and last number, tables, and how many tables of 2, 3, 4 and 5,
# each as (a, b) for a + b * N.
RANGES = [
    (4, 4, 1, (0, 0), (0, 0), (1, 0), (0, 0)),
    (5, 5, 2, (1, 0), (1, 0), (0, 0), (0, 0)),
    (6, 8, 2, (0, 0), (8, -1), (-6, 1), (0, 0)),
    (9, 10, 2, (0, 0), (0, 0), (10, -1), (-8, 1)),
    (11, 11, 4, (1, 0), (3, 0), (0, 0), (0, 0)),
    (12, 16, 4, (0, 0), (16, -1), (-12, 1), (0, 0)),
    (17, 20, 4, (0, 0), (0, 0), (20, -1), (-16, 1)),
    (21, 23, 8, (24, -1), (-16, 1), (0, 0), (0, 0)),
    (24, 32, 8, (0, 0), (32, -1), (-24, 1), (0, 0)),
    (33, 40, 8, (0, 0), (0, 0), (40, -1), (-32, 1)),
    (41, 47, 16, (48, -1), (-32, 1), (0, 0), (0, 0)),
    (48, 64, 16, (0, 0), (64, -1), (-48, 1), (0, 0)),
    (65, 80, 16, (0, 0), (0, 0), (80, -1), (-64, 1)),
    (81, 95, 32, (96, -1), (-64, 1), (0, 0), (0, 0)),
    (96, 128, 32, (0, 0), (128, -1), (-96, 1), (0, 0)),
    (129, 130, 32, (0, 0), (0, 0), (160, -1), (-128, 1)),
]


# R-TAB-03
@pytest.mark.parametrize(("first", "last", "tables", "twos", "threes", "fours", "fives"), RANGES)
def test_the_table_of_ranges(
    first: int, last: int, tables: int, twos: Pair, threes: Pair, fours: Pair, fives: Pair
) -> None:
    for number in range(first, last + 1):
        found = Counter(sizes(number, TablesOptions()))
        assert found.total() == tables
        said = (twos, threes, fours, fives)
        assert [found[size] for size in (2, 3, 4, 5)] == [base + each * number for base, each in said]


# R-TAB-03
@pytest.mark.without_coverage
def test_sizes_differ_by_one_at_most() -> None:
    for options in BALANCED:
        for number in NUMBERS:
            found = sizes(number, options)
            assert max(found) - min(found) <= 1
            assert min(found) >= 2
            assert max(found) <= options.max_table


# R-TAB-02, R-TAB-08
@pytest.mark.without_coverage
@pytest.mark.parametrize("options", EVERY, ids=name)
def test_the_tables_hold_everybody_and_none_is_too_large(options: TablesOptions) -> None:
    for number in played(options):
        found = sizes(number, options)
        assert sum(found) == number
        assert max(found) <= max(options.largest, 4)
        if options.policy != "ripescaggio":
            assert len(found).bit_count() == 1


def sources(plan: Plan) -> Counter[tuple[int, int]]:
    return Counter(
        (slot.number, slot.place) for table in plan.tables for slot in table.slots if isinstance(slot, FromTable)
    )


@pytest.mark.without_coverage
# R-TAB-01, R-TAB-04, R-TAB-06
@pytest.mark.parametrize("options", [*BALANCED, *OTHERS], ids=name)
def test_every_later_table_is_two_winners_each_of_two_tables_up_to_one_final_of_four(options: TablesOptions) -> None:
    for number in planned(options):
        plan = plan_tables(tuple(range(1, number + 1)), options)
        used = sources(plan)
        assert set(used.values()) <= {1}
        assert set(used) == {(table.number, place) for table in plan.tables[:-1] for place in (1, 2)}
        for table in plan.tables:
            assert table.through == (1 if table is plan.tables[-1] else 2)
            if table.round > 1:
                upper, lower = table.slots[:2], table.slots[2:]
                pairs = [pair for pair in (upper, lower) if isinstance(pair[0], FromTable)]
                assert len(table.slots) == 4
                for one, other in pairs:
                    assert isinstance(one, FromTable)
                    assert other == FromTable(one.number, 2)
                    assert one.place == 1
                assert len(pairs) == 2 or options.policy == "ripescaggio"
        last = [table for table in plan.tables if table.round == plan.rounds]
        assert [len(table.slots) for table in last] == [4]
        first = sum(table.round == 1 for table in plan.tables)
        if options.policy != "ripescaggio":
            assert plan.rounds == log2(first) + 1
            assert len(plan.tables) == 2 * first - 1


# R-TAB-01, R-TAB-06
def test_the_tables_of_a_plan_are_numbered_and_say_what_they_decide() -> None:
    plan = plan_tables(tuple(range(1, 12)), TablesOptions())
    assert [table.number for table in plan.tables] == [1, 2, 3, 4, 5, 6, 7]
    assert [(table.round, table.position, table.best_place, table.worst_place) for table in plan.tables] == [
        (1, 0, 1, 11),
        (1, 1, 1, 11),
        (1, 2, 1, 11),
        (1, 3, 1, 11),
        (2, 0, 1, 8),
        (2, 1, 1, 8),
        (3, 0, 1, 4),
    ]
    assert plan.tables[0].slots == (FromEntrant(1), FromEntrant(2))
    assert plan.tables[4].slots == (FromTable(1, 1), FromTable(1, 2), FromTable(2, 1), FromTable(2, 2))


@pytest.mark.without_coverage
# R-TAB-05, R-TAB-07
@pytest.mark.parametrize("byes", ["seeds", "lot"])
@pytest.mark.parametrize("most", [5, 6])
def test_byes_do_not_meet_byes(most: int, byes: str) -> None:
    for number in range(4, in_short(1_025, 4_097)):
        found = sizes(number, TablesOptions(max_table=most, byes=byes))
        assert (2, 2) not in set(zip(found[::2], found[1::2], strict=False))


# R-TAB-07
@pytest.mark.parametrize(
    ("number", "most", "byes"),
    [(5, 5, 2), (11, 5, 2), (21, 5, 6), (22, 5, 4), (23, 5, 2), (41, 5, 14), (95, 5, 2), (81, 5, 30), (17, 4, 14)],
)
def test_byes_come_in_pairs(number: int, most: int, byes: int) -> None:
    assert 2 * sizes(number, TablesOptions(max_table=most)).count(2) == byes


# R-TAB-08
def test_with_tables_of_six_only_five_players_have_byes() -> None:
    assert [n for n in NUMBERS if 2 in sizes(n, TablesOptions(max_table=6))] == [5]


# R-TAB-09
def test_strict_tables_are_of_four_with_one_of_three_at_most() -> None:
    options = TablesOptions(policy="strict4")
    for number in NUMBERS:
        found = Counter(sizes(number, options))
        assert set(found) <= {2, 3, 4}
        assert found[3] == number % 2
    assert Counter(sizes(17, options)) == {3: 1, 2: 7}
    assert Counter(sizes(33, options)) == {3: 1, 2: 15}
    assert Counter(sizes(30, options)) == {4: 7, 2: 1}
    assert sizes(16, options) == (4, 4, 4, 4)


# R-TAB-10
def test_thirds_can_be_readmitted_in_these_ranges() -> None:
    published = [*range(12, 17), *range(24, 33), *range(44, 65), *range(88, 129)]
    assert [n for n in played(TablesOptions(policy="ripescaggio")) if 8 < n < 172] == published


# R-TAB-10
def test_readmitted_thirds_sit_in_pairs_each_with_the_winners_of_one_table() -> None:
    options = TablesOptions(policy="ripescaggio")
    for number in planned(options):
        plan = plan_tables(tuple(range(1, number + 1)), options)
        first = [table for table in plan.tables if table.round == 1]
        second = [table for table in plan.tables if table.round == 2]
        back = [slot for table in second for slot in table.slots if isinstance(slot, FromBest)]
        assert {len(table.slots) for table in first} <= {3, 4}
        assert sorted(slot.rank for slot in back) == list(range(1, len(back) + 1))
        assert {(slot.round, slot.place) for slot in back} <= {(1, 3)}
        assert len(back) <= len(first)
        if number > 4:
            assert 2 * len(first) + len(back) == 4 * len(second)
        for table in second:
            assert sum(isinstance(slot, FromBest) for slot in table.slots) in (0, 2)


# R-TAB-11
def test_beyond_the_largest_perfect_number_the_last_ones_are_refused() -> None:
    options = TablesOptions(policy="reject_last")
    assert [places_for(n, options) for n in (3, 4, 7, 8, 15, 16, 31, 63, 100)] == [3, 4, 4, 8, 8, 16, 16, 32, 64]
    assert played(options) == [4, 8, 16, 32, 64, 128, 256, 512, 1_024]
    for number in NUMBERS:
        assert set(sizes(places_for(number, options), options)) == {4}
        assert places_for(number, TablesOptions()) == number


# R-TAB-12
@pytest.mark.parametrize("options", HEATS, ids=name)
def test_heats_have_one_winner_each_and_lead_to_a_final_of_four(options: TablesOptions) -> None:
    for number in planned(options):
        plan = plan_tables(tuple(range(1, number + 1)), options)
        heats = [table for table in plan.tables if table.round == 1]
        assert len(heats) in (1, 4, 16, 64, 256)
        assert min(len(table.slots) for table in heats) >= 3
        assert {table.through for table in plan.tables} == {1}
        assert {len(table.slots) for table in plan.tables if table.round > 1} <= {4}
        assert set(sources(plan)) == {(table.number, 1) for table in plan.tables[:-1]}
        assert sum(table.round == plan.rounds for table in plan.tables) == 1


# R-TAB-12
def test_numbers_that_heats_can_take() -> None:
    assert [n for n in range(4, 130) if is_playable(n, HEATS[1])] == [4, *range(12, 21), *range(48, 81)]
    assert [n for n in range(4, 130) if is_playable(n, HEATS[2])] == [4, *range(12, 25), *range(48, 97)]


# R-TAB-02, R-TAB-10, R-TAB-11, R-TAB-12
@pytest.mark.parametrize(
    ("number", "policy", "code", "params"),
    [
        (0, "balanced", "too_few_for_tables", {"given": 0, "least": 4}),
        (2, "batterie", "too_few_for_tables", {"given": 2, "least": 4}),
        (3, "balanced", "three_have_no_final", {}),
        (65_537, "strict4", "too_many_entrants", {"given": 65_537, "most": 65_536}),
        (5, "ripescaggio", "thirds_cannot_fill", {"given": 5, "fewer": 4, "more": 8}),
        (20, "ripescaggio", "thirds_cannot_fill", {"given": 20, "fewer": 16, "more": 24}),
        (61, "reject_last", "only_full_tables", {"given": 61, "fewer": 32, "more": 64}),
        (30, "batterie", "heats_cannot_fill", {"given": 30, "fewer": 20, "more": 48, "least": 3, "most": 5}),
    ],
)
def test_a_number_that_cannot_be_played_is_named_with_what_could(
    number: int, policy: str, code: str, params: dict[str, int]
) -> None:
    with pytest.raises(RefusedError) as refusal:
        sizes(number, TablesOptions(policy=policy))
    assert (refusal.value.code, refusal.value.field, refusal.value.params) == (code, "entrants", params)


# R-TAB-02
@pytest.mark.parametrize("options", EVERY, ids=name)
def test_every_policy_plays_the_fewest_and_the_most(options: TablesOptions) -> None:
    check_players(4, options)
    check_players(MOST_ENTRANTS, options)
    assert sizes(4, options) == (4,)
    assert perfect(MOST_ENTRANTS) == MOST_ENTRANTS


# R-TAB-08, R-TAB-12, R-TAB-14
@pytest.mark.parametrize(
    ("choice", "code", "field"),
    [
        pytest.param({"policy": "swiss"}, "unknown_policy", "policy", id="unknown policy"),
        pytest.param({"max_table": 7}, "bad_max_table", "max_table", id="a table of seven"),
        pytest.param({"max_table": 3}, "bad_max_table", "max_table", id="tables of three"),
        pytest.param({"byes": "coin"}, "unknown_bye_policy", "byes", id="byes by coin"),
        pytest.param({"re_entry": True}, "re_entry_needs_heats", "re_entry", id="again without heats"),
    ],
)
def test_an_impossible_choice_is_refused(choice: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        TablesOptions(**choice)
    assert (refusal.value.code, refusal.value.field) == (code, field)


def test_options_survive_json() -> None:
    options = TablesOptions(policy="batterie", max_table=6, byes="lot", separate_by_group=True, re_entry=True)
    assert tables_from_json(tables_to_json(options)) == options
    assert tables_from_json({}) == TablesOptions()
