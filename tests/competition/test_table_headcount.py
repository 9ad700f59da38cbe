"""What an evening of elimination tables holds."""

from collections import Counter

import pytest

from tests.searching import sizes_up_to
from tournaments.competition.headcount import VARIANTS, TablesEvening, Unplayable, evenings, tables_evening
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.competition.pairing.table_sizes import is_playable
from tournaments.competition.pairing.tables import plan_tables
from tournaments.competition.types import FromBest


# R-TAB-25
def test_an_evening_of_61_by_every_policy() -> None:
    found = {
        (one.options.policy, one.options.max_table): (one.tables, dict(one.sizes), one.byes, one.readmitted)
        for one in evenings(61)
        if isinstance(one, TablesEvening)
    }
    assert found == {
        ("balanced", 4): ((16, 8, 4, 2, 1), {3: 3, 4: 13}, 0, 0),
        ("balanced", 5): ((16, 8, 4, 2, 1), {3: 3, 4: 13}, 0, 0),
        ("balanced", 6): ((16, 8, 4, 2, 1), {3: 3, 4: 13}, 0, 0),
        ("strict4", 4): ((15, 8, 4, 2, 1), {3: 1, 4: 14}, 2, 0),
        ("ripescaggio", 4): ((16, 8, 4, 2, 1), {3: 3, 4: 13}, 0, 0),
        ("batterie", 4): ((16, 4, 1), {3: 3, 4: 13}, 0, 0),
        ("batterie", 5): ((16, 4, 1), {3: 3, 4: 13}, 0, 0),
        ("batterie", 6): ((16, 4, 1), {3: 3, 4: 13}, 0, 0),
    }
    refused = [one for one in evenings(61) if isinstance(one, Unplayable)]
    assert [(one.options.policy, one.code, dict(one.params)) for one in refused] == [
        ("reject_last", "only_full_tables", {"given": 61, "fewer": 32, "more": 64})
    ]


# R-TAB-25
def test_an_evening_in_which_thirds_come_back() -> None:
    options = TablesOptions(policy="ripescaggio")
    assert tables_evening(46, options) == TablesEvening(
        options, 46, 5, (12, 8, 4, 2, 1), {3: 2, 4: 10}, 0, readmitted=8
    )


# R-TAB-25
@pytest.mark.parametrize("players", [2, 3, 65_537])
def test_no_policy_has_an_evening_for_these(players: int) -> None:
    assert len(VARIANTS) == 9
    assert all(isinstance(one, Unplayable) for one in evenings(players))


# R-TAB-25
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: f"{options.policy}-{options.max_table}")
def test_the_evening_is_that_of_the_plan(options: TablesOptions) -> None:
    for players in sizes_up_to(399):
        if not is_playable(players, options):
            continue
        found = tables_evening(players, options)
        plan = plan_tables(tuple(range(1, players + 1)), options)
        played = [table for table in plan.tables if len(table.slots) > table.through]
        by_round = Counter(table.round for table in played)
        assert found.tables == tuple(by_round[number] for number in range(1, plan.rounds + 1))
        assert (found.rounds, found.matches) == (plan.rounds, len(played))
        assert found.sizes == Counter(len(table.slots) for table in played if table.round == 1)
        assert found.byes == 2 * (len(plan.tables) - len(played))
        back = sum(isinstance(slot, FromBest) for table in plan.tables for slot in table.slots)
        assert found.readmitted == back
