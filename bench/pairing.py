"""Pairing by the standing in memory: a Danish and a Swiss, from 256 players to 10,000, and a Swiss of thirty rounds.

The ceilings (docs/performance.md) are 50 ms for 2,048 players and 100 ms for 10,000 in round 7 of a Swiss, and an
exponent of growth of 1.2 at most. The floor beside it is the minimum in Python: neighbours of a list are cut out as
tables, whatever was played before.

A Swiss by score (R-SWI-05) is seven rounds of 3-1-0, a fifth of the matches drawn, ties broken by lot. Where
``swisspair`` is installed (PyPI, C++; in an environment of its own, from which this module is run) it pairs the same
rounds beside it.
"""

import gc
import math
import time
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from bench.record import record
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.stages.version import VERSION
from tournaments.competition.types import Entrant

swisspair: Any = import_module("swisspair") if find_spec("swisspair") else None

SIZES = (256, 2_048, 10_000)
CEILING_MS = {2_048: 50.0, 10_000: 100.0}
RUNS = 9
EVENTS = {
    "danish": (StandingOptions("danish", "not_in_a_row", 30), 5),
    "swiss": (StandingOptions("swiss", "never", 30), 7),
    "swiss_30": (StandingOptions("swiss", "never", 30), 30),
}

ROUNDS = 7
BY_SCORE = StandingOptions("swiss", "never", ROUNDS, version=VERSION)
EVENINGS = 5

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


def by_score(count: int, seed: int) -> tuple[float, int, float, int]:
    """Return the milliseconds of seven rounds and their tables across scores: ours, and those of swisspair or zeros."""
    chance, points = Random(seed), dict.fromkeys(range(1, count + 1), 0)
    facts = Facts(tuple(map(Entrant, points)))
    met: dict[int, set[str]] = {key: set() for key in points}
    ours = theirs = 0.0
    across = theirs_across = 0
    for _ in range(ROUNDS):
        lots = {key: chance.random() for key in points}
        order = sorted(points, key=lambda key: (-points[key], lots[key]))
        gc.collect()
        begun = time.perf_counter()
        paired = pair(order, facts, BY_SCORE, points)
        ours += time.perf_counter() - begun
        across += sum(len({points[key] for key in meeting.keys}) > 1 for meeting in paired.meetings)
        if swisspair is not None:
            begun = time.perf_counter()
            people = [
                swisspair.Player(id=str(key), points=points[key], rank=rank, cannot_be_paired_against_ids=met[key])
                for rank, key in enumerate(order, 1)
            ]
            found = swisspair.create_matches(people)
            theirs += time.perf_counter() - begun
            theirs_across += sum(each.p2 is not None and each.p1.points != each.p2.points for each in found)
        facts = Facts(facts.entrants, facts.meetings + paired.meetings)
        for one, two in (meeting.keys for meeting in paired.meetings):
            met[one].add(str(two))
            met[two].add(str(one))
            gained = (1, 1) if chance.random() < 1 / 5 else chance.choice(((3, 0), (0, 3)))
            points[one], points[two] = points[one] + gained[0], points[two] + gained[1]
    return ours * 1_000, across, theirs * 1_000, theirs_across


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
    for count in (1_024, 10_000):
        evenings = [by_score(count, seed) for seed in range(EVENINGS)]
        for at, name in enumerate(("ms", "across", "swisspair_ms", "swisspair_across")):
            figures[f"by_score_{count}_{name}"] = median(evening[at] for evening in evenings)
    grown = figures["by_score_10000_ms"] / figures["by_score_1024_ms"]
    figures["by_score_growth_exponent"] = math.log(grown) / math.log(10_000 / 1_024)
    return figures | {f"ceiling_{size}_ms": ceiling for size, ceiling in CEILING_MS.items()}


def main() -> None:
    figures = run()
    for name, figure in figures.items():
        print(f"{name:40} {figure:.3f}")
    record("pairing", figures)


if __name__ == "__main__":
    main()
