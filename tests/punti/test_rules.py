"""Rulesets: what cannot hold together, what the presets say, the VP tables."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from punti import vp
from punti.errors import RefusalError
from punti.game import GAME
from punti.presets import BRISCOLA, BURRACO_3, PRESETS
from punti.rules import Rules, from_json, to_json
from tournaments.competition.scoring import check_terms, row_for, scale_from_json, terms_from_json

OWN = (10, 20, 30, 40)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"fewest_lines": 4, "most_lines": 3}, "rule_lines", "most_lines"),
        ({"target": None}, "rule_target_unset", "target"),
        ({"match_mode": "fixed_deals"}, "rule_deals_unset", "deals"),
        ({"deal_step": 5, "deal_sum": 121}, "rule_sum_step", "deal_sum"),
        ({"deal_most": 50, "deal_sum": 101}, "rule_sum_most", "deal_sum"),
        ({"vp": "burraco_3", "most_lines": 3}, "rule_vp_lines", "vp"),
        ({"vp": "burraco_3"}, "rule_vp_deals", "vp"),
        ({"deal_most": 1, "target": 61}, "rule_target_far", "target"),
        ({"deal_most": 9, "deal_step": 10}, "rule_step_most", "deal_step"),
        ({"vp": "burraco_3", "match_mode": "fixed_deals", "deals": 2}, "rule_vp_deals", "vp"),
        ({"vp": "burraco_4", "match_mode": "fixed_deals", "deals": 3}, "rule_vp_deals", "vp"),
        ({"vp": "typed", "vp_steps": (1, 2, 3)}, "rule_vp_steps", "vp_steps"),
        ({"vp_steps": OWN}, "rule_vp_unused", "vp_steps"),
        ({"vp": "typed", "vp_steps": (1, 3, 2, 4)}, "rule_value", "vp_steps"),
        ({"vp": "typed", "vp_steps": tuple(range(1, 12))}, "rule_value", "vp_steps"),
        ({"title": " Briscola"}, "rule_text", "title"),
        ({"title": "a\nb"}, "rule_text", "title"),
        ({"title": "x" * 41}, "rule_text", "title"),
    ],
)
def test_parameters_that_cannot_hold_are_refused_by_name(changes: dict[str, Any], code: str, field: str) -> None:
    """R-PTI-28"""
    with pytest.raises(RefusalError) as refused:
        replace(Rules(), **changes)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert str(refused.value)


def test_rules_survive_json() -> None:
    """R-PTI-27"""
    for rules in (*PRESETS.values(), replace(Rules(), vp="typed", vp_steps=OWN)):
        assert from_json(to_json(rules)) == rules


def test_every_preset_names_its_game_its_picture_and_its_people() -> None:
    """R-PTI-01, R-PTI-02"""
    said = {name: (GAME.phrases[GAME.title(rules)], GAME.line_sizes(rules)) for name, rules in GAME.presets.items()}
    assert said["briscola"] == ("Briscola", (2, 1))
    assert said["machiavelli"] == ("Machiavelli", (1,))
    assert said["briscola_6"] == ("Briscola", (3,))
    assert GAME.line_sizes(to_json(Rules(people="pairs"))) == (2,)
    assert GAME.title(to_json(Rules(title="Rubamazzo"))) == "Rubamazzo"
    assert GAME.picture(GAME.presets["burraco_3"]) == "punti/hearts.svg"


def test_the_presets_are_those_of_the_regulations() -> None:
    """R-PTI-26"""
    lengths = {name: GAME.match_length(rules) for name, rules in GAME.presets.items()}
    said = {name: (each.target, each.deals, each.minutes) for name, each in lengths.items()}
    assert said == {
        "briscola": (3, None, None),
        "briscola_120": (None, 1, None),
        "briscola_6": (None, 1, None),
        "burraco_3": (None, 3, 40),
        "burraco_4": (None, 4, 50),
        "burraco_2005": (2_005, None, None),
        "pinnacola": (1_500, None, 75),
        "tressette": (41, None, None),
        "scopone": (10, None, None),
        "machiavelli": (None, 4, None),
        "scala40_pairs": (101, None, 30),
        "scala40_hands": (3, None, None),
        "other": (21, None, None),
    }


def test_the_published_tables_go_from_ten_each_to_twenty_to_nothing() -> None:
    """R-PTI-25"""
    # From the pages that the rule names: the last difference of each row, level first.
    ends = {
        "burraco_3": (50, 150, 250, 350, 500, 650, 800, 1_000, 1_250, 1_500),
        "burraco_4": (100, 300, 500, 700, 900, 1_100, 1_300, 1_500, 1_700, 2_000),
    }
    for name, last in ends.items():
        scale = scale_from_json(GAME.vp_tables[name])
        for worth, (low, high) in enumerate(pairwise((-5, *last)), 10):
            for difference in range(low + 5, high + 1, 5):
                row = row_for(scale, difference)
                assert (row.winner_vp, row.loser_vp) == (worth, 20 - worth)
        row = row_for(scale, last[-1] + 5)
        assert (row.winner_vp, row.loser_vp) == (20, 0)
        assert GAME.vp_table(GAME.presets[name]) == GAME.vp_tables[name]


def test_a_table_of_ones_own_has_what_a_rest_is_worth() -> None:
    """R-PTI-27"""
    rules = to_json(replace(Rules(), vp="typed", vp_steps=OWN))
    scale = scale_from_json(GAME.vp_table(rules))
    check_terms(scale, terms_from_json({}))
    assert [(row.winner_vp, row.from_mp) for row in scale.rows] == [(10, 0), (11, 10), (12, 20), (13, 30), (14, 40)]
    assert (GAME.uses_vp(rules), GAME.uses_vp(GAME.presets["other"])) == (True, False)
    assert vp.table("x", ())["rows"] == [{"winner_vp": 10, "loser_vp": 10, "from_mp": 0, "to_mp": None}]


def test_how_far_totals_go() -> None:
    """R-PTI-15"""
    assert (BURRACO_3.totals, Rules().totals) == ((-3_000, 9_000), (0, 59_940))
    assert Rules(deal_least=-9_999, deal_most=9_999).totals == (-99_999, 99_999)
    # Where nobody plays on beyond the target, one deal leads there.
    assert (BRISCOLA.totals, Rules(level_at_end="draw", target=21, deal_most=30).totals) == ((0, 3), (0, 50))
