"""Keys of what is remembered of values of JSON."""

import json
from itertools import combinations

from tournaments.games.contract import Json
from tournaments.games.keys import key_of, value_of

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
