"""The score of a deal by its sheet, kept; keys of what is remembered of values of JSON."""

import json
from itertools import combinations
from typing import cast

import pytest

from tournaments.games import registry
from tournaments.games.contract import DealScore, Json, RefusedError, ScoredGame
from tournaments.games.memo import MOST_SCORES, deal_form, deal_scores, key_of, value_of


def sheet(sweeps: int) -> Json:
    first = dict.fromkeys(("cards", "coins", "settebello", "primiera"), 0)
    return {"depth": "awards", **first, "sweeps": [sweeps, 0], "tiebreak": 0, "last_capture": 0}


def test_a_score_that_is_kept_is_that_of_its_rules_and_its_sheet() -> None:
    game = registry.game("scopa")
    rules = game.presets["valliadi_2022"]
    others = {**rules, "sweep_points": 2}
    sheets = [sheet(sweeps) for sweeps in (0, 3, 0)]
    for by in (rules, others, rules):
        assert deal_scores(game, by, sheets) == [game.score_sheet(by, each) for each in sheets]
    assert [score.points[0] for score in deal_scores(game, rules, sheets)] == [4, 7, 4]


def test_an_impossible_deal_is_refused_each_time() -> None:
    game = registry.game("scopa")
    rules = game.presets["valliadi_2022"]
    for _time in range(2):
        with pytest.raises(RefusedError) as refusal:
            deal_scores(game, rules, [sheet(0), sheet(40)])
        assert refusal.value.code == "sweeps_bound"


def test_a_deal_is_written_again_as_the_game_writes_it_also_after_its_form_was_changed() -> None:
    game = registry.game("scopa")
    for _time in range(2):
        form = deal_form(game, sheet(3))
        assert form == game.write_sheet(sheet(3))
        form.clear()


class Counting:
    """A game that counts how often it is asked."""

    asked = 0

    def score_sheet(self, _rules: Json, sheet_json: Json) -> DealScore:
        self.asked += 1
        return DealScore((sheet_json, 0))


def test_scores_are_kept_up_to_a_bound() -> None:
    counting = Counting()
    game = cast("ScoredGame", counting)
    assert [score.points for score in deal_scores(game, {}, [1, 2, 1, 2])] == [(1, 0), (2, 0), (1, 0), (2, 0)]
    assert counting.asked == 2
    deal_scores(game, {}, list(range(3, MOST_SCORES + 3)))
    deal_scores(game, {}, [1])
    assert counting.asked == MOST_SCORES + 3


# Equal for a dictionary, or as a text, and not the same in a sheet.
ALIKE: list[Json] = [0, False, 0.0, -0.0, "0", [0], None, "", [], {}, {"0": 0}, {0: 0}, 10**30, float("inf")]


def test_values_that_only_look_alike_have_different_keys() -> None:
    assert [pair for pair in combinations(ALIKE, 2) if key_of(pair[0]) == key_of(pair[1])] == []


def test_equal_values_have_one_key_however_they_were_made() -> None:
    name = "coins"
    once = {"a": [name, name], "b": {name: None}}
    assert key_of(once) == key_of(json.loads(json.dumps(once)))


def test_a_value_comes_back_as_it_was_and_anew() -> None:
    value = {"games": [{"deals": [{"best": [["7d", None]], "cards": [21, 19]}], "time_called": True}], "mark": 10**30}
    found = value_of(key_of(value))
    assert found == value
    assert found["games"] is not value["games"]
    assert type(found["games"][0]["time_called"]) is bool
