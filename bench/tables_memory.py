"""Elimination tables in memory: drawn, planned and played out, from 1,000 players to the maximum of one event.

The ceiling (docs/performance.md) is 50 ms for 10,000 players, drawing, planning and every table included, and an
exponent of growth of 1.25 at most. The floor beside it is the minimum in Python: lists of bare numbers, without seeds,
byes, places or numbers of tables.
"""

import gc
import math
import time
from collections.abc import Callable
from statistics import median

from bench.record import record
from tournaments.competition.draw.lots import lots
from tournaments.competition.formats.bracket import TablesFormat, settle
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.pairing.table_options import POLICIES, TablesOptions
from tournaments.competition.types import Entrant, PlannedTable

SIZES = (1_000, 10_000, MOST_ENTRANTS)
CEILING_MS = {10_000: 50.0}
RUNS = 15

Figures = dict[str, float]


def upper_chairs_win(table: PlannedTable, keys: tuple[int, ...]) -> tuple[int, ...]:
    return keys


def field(count: int) -> list[Entrant]:
    """Return sixteen seeds, clubs of eight."""
    drawn = lots("bench", "5e" * 32, range(1, count + 1))
    return [Entrant(key, key if key <= 16 else None, (f"club {key % (count // 8)}",)) for key in drawn]


def ours(entrants: list[Entrant], options: TablesOptions) -> tuple[float, float, float]:
    """Return milliseconds to draw, to plan, and to play every table."""
    tables = TablesFormat(options)
    begun = time.perf_counter()
    drawn = tables.draw(entrants)
    seated = time.perf_counter()
    plan = tables.plan(drawn.positions)
    planned = time.perf_counter()
    finishes = settle(plan, upper_chairs_win)
    ended = time.perf_counter()
    if len(finishes) != len(plan.tables):
        raise RuntimeError("the event was not played out")
    return (seated - begun) * 1_000, (planned - seated) * 1_000, (ended - planned) * 1_000


def floor(entrants: list[Entrant]) -> float:
    """Return milliseconds to cut a list into tables of four, keep two of each, and so on to the last."""
    begun = time.perf_counter()
    left = [entrant.key for entrant in entrants]
    while len(left) > 4:
        tables = [left[first : first + 4] for first in range(0, len(left), 4)]
        left = [key for table in tables for key in table[:2]]
    return (time.perf_counter() - begun) * 1_000


def run_after_collecting(work: Callable[[], float]) -> float:
    gc.collect()
    return work()


def measure(count: int) -> Figures:
    """Measure our tables, the same with clubs apart, and the floor, alternating on the same machine."""
    entrants = field(count)
    parts, apart, bare = [], [], []
    for _ in range(RUNS):
        gc.collect()
        parts.append(ours(entrants, TablesOptions()))
        bare.append(run_after_collecting(lambda: floor(entrants)))
        apart.append(run_after_collecting(lambda: sum(ours(entrants, TablesOptions(separate_by_group=True)))))
    draw, plan, play = (median(part) for part in zip(*parts, strict=True))
    total, least = median(map(sum, parts)), median(bare)
    return {
        f"draw_{count}_ms": draw,
        f"plan_{count}_ms": plan,
        f"play_{count}_ms": play,
        f"total_{count}_ms": total,
        f"total_{count}_clubs_apart_ms": median(apart),
        f"floor_{count}_ms": least,
        f"ratio_to_floor_{count}": total / least,
    } | {f"ceiling_{size}_ms": ceiling for size, ceiling in CEILING_MS.items() if size == count}


def policies(count: int) -> Figures:
    """Measure every policy at a number that all of them can play."""
    entrants = field(count)
    return {
        f"{policy}_{count}_ms": median(sum(ours(entrants, TablesOptions(policy=policy))) for _ in range(RUNS))
        for policy in POLICIES
    }


def run() -> Figures:
    """Return every figure by name; times are medians in milliseconds."""
    figures: Figures = {}
    for count in SIZES:
        figures |= measure(count)
    for small, large in ((SIZES[0], SIZES[1]), (SIZES[0], SIZES[2])):
        grown = figures[f"total_{large}_ms"] / figures[f"total_{small}_ms"]
        figures[f"growth_exponent_{small}_{large}"] = math.log(grown) / math.log(large / small)
    return figures | policies(4_096)


def main() -> None:
    figures = run()
    for name, figure in figures.items():
        print(f"{name:40} {figure:.3f}")
    record("tables_memory", figures)


if __name__ == "__main__":
    main()
