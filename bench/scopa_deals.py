"""Scopa deals per second on one core: through the public, validating engine, and through the inner playout."""

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.record import record
from scopa.capture import options
from scopa.cards import PACK_SIZE, mask
from scopa.dealing import deal
from scopa.errors import RefusalError
from scopa.playout import playout
from scopa.presets import ONLINE_002
from scopa.scoring import Score, score_taken
from scopa.turn import begin, play

SEATS = 2
BATCH = 1_000
BATCHES = 15

Dealt = tuple[list[int], bytes]


def validated_deal(pack: Sequence[int], lots: Sequence[int]) -> Score:
    """Play one deal as a live table does: every play chosen from the legal ones, checked, and scored at the end."""
    state = begin(ONLINE_002, pack, SEATS - 1, SEATS)
    turns = state.deal.turns
    for number in range(len(turns)):
        legal = state.legal
        state = play(state, turns[number], legal[lots[number] % len(legal)])
    return score_taken(ONLINE_002, state.taken, state.sweeps)


def inner_deal(pack: Sequence[int], lots: Sequence[int]) -> None:
    """Play one deal without positions, as simulations do."""
    playout(ONLINE_002, pack, SEATS, lots)


def measure() -> dict[str, float]:
    """Return deals a second (best and median batch), and the milliseconds of the worst capture on a full table."""
    lots = random.Random(2022)
    batches = [batch_of(lots, BATCH) for _ in range(BATCHES)]
    validated = sorted(rate(validated_deal, batch) for batch in batches)
    inner = sorted(rate(inner_deal, batch) for batch in batches)
    return {
        "validated_deals_per_s": validated[BATCHES // 2],
        "validated_deals_per_s_best": validated[-1],
        "inner_deals_per_s": inner[BATCHES // 2],
        "inner_deals_per_s_best": inner[-1],
        "worst_table_ms": _worst_table_ms(),
        "floor_loops_per_s": floor_rate(),
    }


def _shuffle(lots: random.Random) -> Dealt:
    """Return a pack that is dealt only once, and lots for its plays."""
    pack = lots.sample(range(PACK_SIZE), PACK_SIZE)
    try:
        deal(ONLINE_002, pack, SEATS - 1, SEATS)
    except RefusalError:
        return _shuffle(lots)
    return pack, lots.randbytes(ONLINE_002.plays_in_deal)


def batch_of(lots: random.Random, count: int) -> list[Dealt]:
    return [_shuffle(lots) for _ in range(count)]


def rate(play_one: Callable[[Sequence[int], Sequence[int]], object], batch: list[Dealt]) -> float:
    """Return deals a second of the processor."""
    started = time.thread_time()
    for pack, lots in batch:
        play_one(pack, lots)
    return len(batch) / (time.thread_time() - started)


def _worst_table_ms() -> float:
    """Time a king on a table with every other card but kings: no table of the game has more captures."""
    table = mask(range(36))
    started = time.perf_counter()
    options(ONLINE_002, 36, table)
    return (time.perf_counter() - started) * 1000


def floor_rate() -> float:
    """Return this machine's speed in the same minute: rounds a second of 36 bare captures by bit operations."""
    rounds = 5_000
    started = time.thread_time()
    for _ in range(rounds):
        table = 0
        for card in range(36):
            table = table ^ 1 << card if table & 15 << card else table | 1 << card
    return rounds / (time.thread_time() - started)


def main() -> None:
    figures = measure()
    for name, value in figures.items():
        print(f"{name:28} {value:12,.1f}")
    record("scopa_deals", figures)


if __name__ == "__main__":
    main()
