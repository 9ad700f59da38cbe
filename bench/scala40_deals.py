"""Scala 40 on one core: validated moves and deals a second, and the time of the search for an opening.

Times are processor times, so that other programs on the machine do not count.

``--deals N [--first SEED]`` plays N random deals instead, and counts those that crash, stall, lose a card or do not
end.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.figures import p50, p99
from bench.record import record
from scala40 import opening
from scala40.cards import JOKER, NO_CARDS, PACK, Card, Hand, cards_of, hand_of, with_card
from scala40.playout import choose_move, playout
from scala40.presets import TORNEO_003
from scala40.state import State
from scala40.turn import begin, play

SEATS = 4
BATCH = 150
BATCHES = 7
HANDS = 4_000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=0, help="play so many deals at random and count what goes wrong")
    options.add_argument("--first", type=int, default=0, help="the seed of the first of these deals")
    given = options.parse_args()
    if given.deals:
        soak(given.first, given.deals)
        return
    figures = measure()
    for name, value in figures.items():
        print(f"{name:36} {value:12,.3f}" if value < 100 else f"{name:36} {value:12,.0f}")
    record("scala40_deals", figures)


def measure() -> dict[str, float]:
    """Return moves and deals a second (median, best batch), milliseconds of a move and an opening, and the floor."""
    lots = random.Random(2040)
    moves: list[float] = []
    _batch(lots, [])
    batches = [_batch(lots, moves) for _ in range(BATCHES)]
    by_moves, by_deals = sorted(each[0] for each in batches), sorted(each[1] for each in batches)
    figures = {
        "validated_moves_per_s": by_moves[BATCHES // 2],
        "validated_moves_per_s_best": by_moves[-1],
        "deals_per_s": by_deals[BATCHES // 2],
        "move_p50_ms": p50(moves),
        "move_p99_ms": p99(moves),
        "move_max_ms": max(moves),
    }
    for name, hands in _hands(lots).items():
        times = [_opening_ms(hand) for hand in hands]
        figures |= {f"may_open_{name}_p50_ms": p50(times), f"may_open_{name}_p99_ms": p99(times)}
        figures |= {f"may_open_{name}_max_ms": max(times)}
    return figures | {"floor_loops_per_s": _floor()}


def _batch(lots: random.Random, moves: list[float]) -> tuple[float, float]:
    """Return moves and deals a second of some deals, each move checked as at a live table; half of them at random."""
    played, started = 0, time.process_time()
    for number in range(BATCH):
        state = begin(TORNEO_003, lots.sample(PACK, 108), number % SEATS, SEATS)
        while not state.is_over:
            lot = lots.randrange(1_000_000)
            move = choose_move(state.legal, lot) if number % 2 else state.legal[lot % len(state.legal)]
            before = time.process_time()
            state = play(state, state.position.seat, move)
            moves.append((time.process_time() - before) * 1000)
            played += 1
    seconds = time.process_time() - started
    return played / seconds, BATCH / seconds


def _hands(lots: random.Random) -> dict[str, list[Hand]]:
    """Return hands of fourteen cards: as dealt, with every number of jokers, and low ones full of combinations."""
    low = [card for card in PACK[:104] if card % 13 < 6]
    near = [card for card in PACK[:104] if card % 13 < 8 and card < 26]
    return {
        "dealt": [hand_of(lots.sample(PACK, 14)) for _ in range(HANDS)],
        "jokers": [_with_jokers(lots, PACK[:104], number % 4 + 1) for number in range(HANDS)],
        "low": [_with_jokers(lots, low, number % 5) for number in range(HANDS)],
        "two_suits": [_with_jokers(lots, near, number % 5) for number in range(HANDS)],
    }


def _with_jokers(lots: random.Random, cards: list[Card] | tuple[Card, ...], jokers: int) -> Hand:
    return hand_of(lots.sample(cards, 14 - jokers) + [JOKER] * jokers)


def _opening_ms(hand: Hand) -> float:
    """Return milliseconds to say whether a hand can open, or close in hand, without a cache of earlier searches."""
    for search in (opening.best_points, opening._best, opening.leaves_one):
        search.cache_clear()
    started = time.process_time()
    opening.may_open(hand, 40, 1, 5, closing=True)
    return (time.process_time() - started) * 1000


def _floor() -> float:
    """Return this machine's speed in the same minute: rounds a second that fill and read a bare hand of fourteen."""
    rounds, cards = 5_000, list(range(14))
    started = time.process_time()
    for _ in range(rounds):
        hand = NO_CARDS
        for card in cards:
            hand = with_card(hand, card)
    return rounds / (time.process_time() - started)


def soak(first: int, number: int) -> None:
    """Play random deals, each from its own seed, so that a failure can be repeated."""
    found: Counter[str] = Counter()
    started = time.process_time()
    for seed in range(first, first + number):
        found[_outcome(seed)] += 1
    print(f"{number:,} deals in {time.process_time() - started:,.0f} s")
    for name in ("closed", "closed in hand", "void", "crash", "endless", "cards lost"):
        print(f"{name:16} {found[name]:10,}")


def _outcome(seed: int) -> str:
    lots = random.Random(seed)
    seats, pack = 2 + seed % 5, lots.sample(PACK, 108)
    try:
        state = playout(TORNEO_003, pack, seed % seats, seats, _lots(lots))
    except EndlessError:
        print(f"endless: seed {seed}")
        return "endless"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is counted and named
        print(f"crash: seed {seed}: {error!r}")
        return "crash"
    if Counter(_everywhere(state)) != Counter(PACK):
        print(f"cards lost: seed {seed}")
        return "cards lost"
    return "void" if state.closer is None else "closed in hand" if state.in_hand else "closed"


class EndlessError(Exception):
    """A deal takes more moves than any that ends."""


def _lots(lots: random.Random) -> Iterator[int]:
    for _ in range(2_000):
        yield lots.randrange(1_000_000)
    raise EndlessError


def _everywhere(state: State) -> Iterator[Card]:
    position = state.position
    yield from position.stock[position.drawn :]
    yield from position.discards
    for hand in position.hands:
        yield from cards_of(hand)
    for meld in position.melds:
        yield from (JOKER if at == meld.joker_at else card for at, card in enumerate(meld.cards))


if __name__ == "__main__":
    main()
