"""What a season counts, chosen by those who keep it (R-SEA-01, R-SEA-02, R-SEA-04, R-SEA-08)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from tournaments.games.contract import Json, RefusedError

PLACES: Final = "places"
VP: Final = "vp"
SCORINGS: Final = (PLACES, VP)

MOST_PLACES: Final = 64
MOST_POINTS: Final = 1_000
MOST_EVENINGS: Final = 120
# 16 bytes as text.
LOT: Final = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class SeasonOptions:
    """How the evenings of a season make one table.

    scoring      "places": ``points`` by final place, and ``taking_part`` for a place behind them; "vp": the VP of the
                 event
    best         how many evenings of a person count; 0: all
    minimum      how many evenings a person needs for a place
    twice        the events that count double, by their slugs; ``three_times`` those that count triple
    lot          what was drawn for persons who are level in everything, in 32 hexadecimal digits; "": they share
    """

    scoring: str = PLACES
    points: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    taking_part: int = 1
    best: int = 0
    minimum: int = 0
    twice: tuple[str, ...] = ()
    three_times: tuple[str, ...] = ()
    lot: str = ""

    def __post_init__(self) -> None:
        if self.scoring not in SCORINGS:
            raise RefusedError("unknown_scoring", field="scoring", given=str(self.scoring))
        if len(self.points) > MOST_PLACES:
            raise RefusedError("too_many_point_places", field="points", most=MOST_PLACES)
        for field, given in (*(("points", each) for each in self.points), ("taking_part", self.taking_part)):
            if not 0 <= given <= MOST_POINTS:
                raise RefusedError("season_points_range", field=field, given=given, most=MOST_POINTS)
        if any(behind > ahead for ahead, behind in pairwise((*self.points, self.taking_part))):
            raise RefusedError("season_points_rise", field="points")
        weighed = {"twice": len(self.twice), "three_times": len(self.three_times)}
        for field, given in {"best": self.best, "minimum": self.minimum, **weighed}.items():
            if not 0 <= given <= MOST_EVENINGS:
                raise RefusedError("season_evenings_range", field=field, given=given, most=MOST_EVENINGS)
        if self.lot and not LOT.fullmatch(self.lot):
            raise RefusedError("bad_value", field="lot", name="lot")
        both = sorted(set(self.twice) & set(self.three_times))
        if both:
            raise RefusedError("event_weighed_twice", field="three_times", given=both[0])

    def weight(self, event: str) -> int:
        """Return how often the points of this event count."""
        if event in self.three_times:
            return 3
        return 2 if event in self.twice else 1

    def worth(self, place: int, vp: int) -> int:
        """Return the points of one result, before its weight."""
        if self.scoring == VP:
            return vp
        return self.points[place - 1] if place <= len(self.points) else self.taking_part


KINDS: Mapping[str, tuple[type, type | None]] = MappingProxyType(
    {
        "scoring": (str, None),
        "points": (list, int),
        "taking_part": (int, None),
        "best": (int, None),
        "minimum": (int, None),
        "twice": (list, str),
        "three_times": (list, str),
        "lot": (str, None),
    }
)


def season_to_json(options: SeasonOptions) -> dict[str, Json]:
    """Return the options as JSON for a circuit; ``season_from_json`` reads them back."""
    values = {name: getattr(options, name) for name in KINDS}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def season_from_json(data: Json) -> SeasonOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="season")
    read: dict[str, Any] = {}
    for name, value in data.items():
        if name not in KINDS:
            raise RefusedError("unknown_field", field=str(name), name=str(name))
        kind, of = KINDS[name]
        if type(value) is not kind or (isinstance(value, list) and any(type(each) is not of for each in value)):
            raise RefusedError("bad_value", field=name, name=name)
        read[name] = tuple(value) if isinstance(value, list) else value
    return SeasonOptions(**read)
