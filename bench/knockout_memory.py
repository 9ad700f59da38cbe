"""A knockout of 1,024 and of 16,384 entrants in memory: plan and complete, beside a bare heap and brackets-manager.

``python -m bench.knockout_memory [directory]``: the directory holds ``node_modules`` with the npm packages
brackets-manager and brackets-memory-db; without it, or without node, the figures say that the peer was not run.
"""

import gc
import json
import math
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from bench.record import record
from tournaments.competition.draw.lots import lots
from tournaments.competition.formats.bracket import settle
from tournaments.competition.pairing.knockout import plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.types import Entrant, PlannedTable

SIZES = (1_024, 16_384)
CEILINGS_MS = {1_024: 7.0, 16_384: 140.0}
RUNS = 7
PEER_SIZE = 1_024
PEER_SECONDS = 120
PEER_SCRIPT = Path(__file__).with_name("brackets_manager.mjs")

Figures = dict[str, float | str]
Timed = tuple[float, float]
"""Milliseconds to plan, and to complete."""


def upper_wins(table: PlannedTable, keys: tuple[int, ...]) -> tuple[int, ...]:
    return keys


def ours(count: int, options: KnockoutOptions, clubs: int) -> Timed:
    """Plan with byes, numbers and places, then play every table to the final."""
    drawn = lots("bench", "5e" * 32, range(1, count + 1))
    field = [Entrant(key, key if key <= 16 else None, (f"club {key % clubs}",)) for key in drawn]
    begun = time.perf_counter()
    plan = plan_knockout(field, options)
    planned = time.perf_counter()
    finishes = settle(plan, upper_wins)
    ended = time.perf_counter()
    if len(finishes) != count - 1:
        raise RuntimeError("the knockout was not played out")
    return (planned - begun) * 1_000, (ended - planned) * 1_000


def floor(count: int) -> Timed:
    """Build the minimum in Python: a heap of bare lists, seeds in their places; no byes, rounds, numbers or places."""
    begun = time.perf_counter()
    ranks = [0]
    while len(ranks) < count:
        last = 2 * len(ranks) - 1
        ranks = [rank for upper in ranks for rank in (upper, last - upper)]
    heap: list[list[int]] = [[-1, -1, -1] for _ in range(count)]
    for place, rank in enumerate(ranks):
        heap[(count + place) // 2][place % 2] = rank
    planned = time.perf_counter()
    for number in range(count - 1, 0, -1):
        match = heap[number]
        match[2] = min(match[0], match[1])
        heap[number // 2][number % 2] = match[2]
    ended = time.perf_counter()
    if heap[1][2] != 0:
        raise RuntimeError("the heap was not played out")
    return (planned - begun) * 1_000, (ended - planned) * 1_000


def run_after_collecting(work: Callable[[], Timed]) -> Timed:
    gc.collect()
    return work()


def run_without_collector(work: Callable[[], Timed]) -> Timed:
    """Do the same without the cyclic collector, whose passes over all objects grow faster than the event."""
    gc.collect()
    gc.disable()
    try:
        return work()
    finally:
        gc.enable()


def growth(small: float, large: float) -> float:
    """Return the exponent e of time ~ entrants ** e between the two sizes."""
    return math.log(large / small) / math.log(SIZES[1] / SIZES[0])


def measure(count: int) -> Figures:
    """Measure our knockout, the same with groups kept apart, and the heap, alternating."""
    plain, alone, apart, bare = [], [], [], []
    for _ in range(RUNS):
        plain.append(run_after_collecting(lambda: ours(count, KnockoutOptions(), count // 8)))
        alone.append(run_without_collector(lambda: ours(count, KnockoutOptions(), count // 8)))
        bare.append(run_after_collecting(lambda: floor(count)))
        apart.append(run_after_collecting(lambda: ours(count, KnockoutOptions(separate_by_group=True), count // 8)))
    plan, complete = median(run[0] for run in plain), median(run[1] for run in plain)
    total, least = median(map(sum, plain)), median(map(sum, bare))
    return {
        f"plan_{count}_ms": plan,
        f"complete_{count}_ms": complete,
        f"total_{count}_ms": total,
        f"total_{count}_uncollected_ms": median(map(sum, alone)),
        f"total_{count}_groups_apart_ms": median(map(sum, apart)),
        f"floor_{count}_ms": least,
        f"ratio_to_floor_{count}": total / least,
        f"ceiling_{count}_ms": CEILINGS_MS[count],
    }


def peer(directory: str | None) -> Figures:
    """Measure brackets-manager with its memory database; 1,024 entrants only: 16,384 take half a minute."""
    node = shutil.which("node")
    if node is None:
        return {"brackets_manager": "not run: node is not installed"}
    if directory is None or not (Path(directory) / "node_modules" / "brackets-manager").is_dir():
        return {
            "brackets_manager": "not run: give a directory where npm installed brackets-manager, brackets-memory-db"
        }
    command = [node, str(PEER_SCRIPT), directory, str(PEER_SIZE)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=PEER_SECONDS, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failure:
        return {"brackets_manager": f"not run: {failure}"}
    figures = json.loads(run.stdout)
    return {f"brackets_manager_{PEER_SIZE}_ms": figures["plan_ms"] + figures["complete_ms"]}


def run(directory: str | None = None) -> Figures:
    """Return every figure by name; times are medians in milliseconds."""
    figures: Figures = {}
    for count in SIZES:
        figures |= measure(count)
    small, large = SIZES
    for name, kind in (("total", ""), ("total", "_uncollected"), ("floor", "")):
        exponent = growth(float(figures[f"{name}_{small}{kind}_ms"]), float(figures[f"{name}_{large}{kind}_ms"]))
        figures[f"{name}_growth_exponent{kind}"] = exponent
    figures |= peer(directory)
    theirs = figures.get(f"brackets_manager_{PEER_SIZE}_ms")
    if theirs is not None:
        figures["ratio_to_brackets_manager"] = float(figures[f"total_{PEER_SIZE}_ms"]) / float(theirs)
    return figures


def main() -> None:
    figures = run(sys.argv[1] if len(sys.argv) > 1 else None)
    for name, figure in figures.items():
        print(f"{name:40} {figure if isinstance(figure, str) else format(figure, '.3f')}")
    record("knockout_memory", figures)


if __name__ == "__main__":
    main()
