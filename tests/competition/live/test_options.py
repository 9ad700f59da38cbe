"""How the online matches of an event are played, as an event keeps it (R-ONL-01, R-ONL-02, R-ONL-03)."""

import json

import pytest

from tournaments.competition.live.options import (
    BOUNDS,
    CLOCKS,
    PACES,
    OnlineOptions,
    online_from_json,
    online_to_json,
    pace_of,
)
from tournaments.games.contract import RefusedError


def refused(data: object) -> tuple[str, str]:
    with pytest.raises(RefusedError) as refusal:
        online_from_json(data)
    return refusal.value.code, refusal.value.field


@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_out_of_its_bounds_is_refused_by_its_name(name):
    least, most = BOUNDS[name]
    for wrong in (least - 1, most + 1, "10", 7.5, True):
        assert refused({name: wrong}) == (f"bad_{name}", name)
    assert [getattr(online_from_json({name: number}), name) for number in (least, most)] == [least, most]


@pytest.mark.parametrize("name", CLOCKS)
def test_a_clock_may_be_left_out(name):
    assert getattr(online_from_json({name: None}), name) is None


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        ([], "not_an_object", "online"),
        ({"speed": 1}, "unknown_field", "speed"),
        ({"opens": "never"}, "bad_value", "opens"),
        ({"robots": "on"}, "bad_value", "robots"),
        ({"grace_minutes": None}, "bad_grace_minutes", "grace_minutes"),
    ],
)
def test_malformed_settings_are_refused_by_their_name(data, code, field):
    assert refused(data) == (code, field)


def test_stored_settings_are_read_back_and_missing_ones_have_the_default():
    options = OnlineOptions(move_seconds=None, bank_minutes=8, grace_minutes=5, opens="word", robots=True)
    assert online_from_json(json.loads(json.dumps(online_to_json(options)))) == options
    assert online_from_json({"opens": "word"}) == OnlineOptions(opens="word")


def test_each_usual_pair_of_clocks_has_its_name():
    assert [pace_of(OnlineOptions(*clocks)) for clocks in PACES.values()] == list(PACES)
    assert pace_of(OnlineOptions(31, 15)) == ""
