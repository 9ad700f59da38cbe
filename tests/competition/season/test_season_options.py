"""What the owners of a circuit choose for its table, and how it is kept."""

import json
from typing import Any

import pytest

from tournaments.competition.season.options import (
    MOST_EVENINGS,
    MOST_PLACES,
    MOST_POINTS,
    SeasonOptions,
    season_from_json,
    season_to_json,
)
from tournaments.games.contract import RefusedError


@pytest.mark.parametrize(
    "options",
    [
        SeasonOptions(),
        SeasonOptions("vp", (), 0, 7, 3, ("prima", "ultima"), ("finale",), "0f" * 16),
        SeasonOptions(points=(MOST_POINTS,) * MOST_PLACES, taking_part=MOST_POINTS, best=MOST_EVENINGS),
    ],
)
def test_what_is_kept_is_read_back(options: SeasonOptions) -> None:
    assert season_from_json(json.loads(json.dumps(season_to_json(options)))) == options


def test_what_is_missing_has_its_usual_value() -> None:
    assert season_from_json({"best": 7}) == SeasonOptions(best=7)


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"scoring": "lot"}, "unknown_scoring", "scoring"),
        ({"points": [1] * (MOST_PLACES + 1)}, "too_many_point_places", "points"),
        ({"points": [MOST_POINTS + 1]}, "season_points_range", "points"),
        ({"points": [], "taking_part": -1}, "season_points_range", "taking_part"),
        ({"points": [10, 11]}, "season_points_rise", "points"),
        ({"points": [10], "taking_part": 11}, "season_points_rise", "points"),
        ({"best": MOST_EVENINGS + 1}, "season_evenings_range", "best"),
        ({"minimum": -1}, "season_evenings_range", "minimum"),
        ({"twice": ["a"] * (MOST_EVENINGS + 1)}, "season_evenings_range", "twice"),
        ({"twice": ["a", "b"], "three_times": ["b"]}, "event_weighed_twice", "three_times"),
        ({"lot": "ab"}, "bad_value", "lot"),
        ({"lot": "A" * 32}, "bad_value", "lot"),
        ({"points": "10"}, "bad_value", "points"),
        ({"points": [True]}, "bad_value", "points"),
        ({"best": True}, "bad_value", "best"),
        ({"drops": 2}, "unknown_field", "drops"),
        ([], "not_an_object", "season"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(given: Any, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refused:
        season_from_json(given)
    assert (refused.value.code, refused.value.field) == (code, field)
