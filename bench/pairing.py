"""Pairing by the standing in memory: a Danish and a Swiss, from 256 players to 10,000, and a Swiss of thirty rounds.

The ceilings (docs/performance.md) are 50 ms for 2,048 players and 100 ms for 10,000 in round 7 of a Swiss, and an
exponent of growth of 1.2 at most. The floor beside it is the minimum in Python: neighbours of a list are cut out as
tables, whatever was played before.
"""

import gc
import math
import time
from random import Random
from statistics import median

from bench.record import record
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.types import Entrant

SIZES = (256, 2_048, 10_000)
CEILING_MS = {2_048: 50.0, 10_000: 100.0}
RUNS = 9
EVENTS = {
    "danish": (StandingOptions("danish", "not_in_a_row", 30), 5),
    "swiss": (StandingOptions("swiss", "never", 30), 7),
    "swiss_30": (StandingOptions("swiss", "never", 30), 30),
}

Figures = dict[str, float]


def last_round(count: int, rounds: int, options: StandingOptions) -> tuple[list[int], Facts]:
    """Play all rounds but the last with results by lot; return the standing and what was announced."""
    chance, points = Random(count), dict.fromkeys(range(1, count + 1), 0)
    facts = Facts(tuple(Entrant(key) for key in points))
    for _ in range(rounds - 1):
        paired = pair(standing(points), facts, options)
        facts = Facts(facts.entrants, facts.meetings + paired.meetings)
        for meeting in paired.meetings:
            vp = chance.randint(0, 20)
            for key, gained in zip(meeting.keys, (vp, 20 - vp), strict=True):
                points[key] += gained
    return standing(points), facts


def standing(points: dict[int, int]) -> list[int]:
    return sorted(points, key=lambda key: (-points[key], key))


def ours(order: list[int], facts: Facts, options: StandingOptions) -> float:
    gc.collect()
    begun = time.perf_counter()
    pair(order, facts, options)
    return (time.perf_counter() - begun) * 1_000


def floor(order: list[int]) -> float:
    gc.collect()
    begun = time.perf_counter()
    _ = [Meeting(1, both) for both in zip(order[::2], order[1::2], strict=True)]
    return (time.perf_counter() - begun) * 1_000


def run() -> Figures:
    """Return every figure by name; times are medians in milliseconds."""
    figures: Figures = {}
    for count in SIZES:
        for name, (options, rounds) in EVENTS.items():
            order, facts = last_round(count, rounds, options)
            figures[f"{name}_{count}_ms"] = median(ours(order, facts, options) for _ in range(RUNS))
        figures[f"floor_{count}_ms"] = median(floor(order) for _ in range(RUNS))
    for small, large in (SIZES[:2], SIZES[1:]):
        grown = figures[f"swiss_{large}_ms"] / figures[f"swiss_{small}_ms"]
        figures[f"growth_exponent_{small}_{large}"] = math.log(grown) / math.log(large / small)
    return figures | {f"ceiling_{size}_ms": ceiling for size, ceiling in CEILING_MS.items()}


def main() -> None:
    figures = run()
    for name, figure in figures.items():
        print(f"{name:40} {figure:.3f}")
    record("pairing", figures)


if __name__ == "__main__":
    main()
