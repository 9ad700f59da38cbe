"""Deals between robots, played as their seats see them."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from scala40.cards import PACK
from scala40.closing import deal_points
from scala40.moves import read_move
from scala40.presets import TORNEO_003
from scala40.rules import Rules
from scala40.state import State
from scala40.turn import begin, play
from scala40.view import view

Chooser = Callable[[Rules, Any, Sequence[str], Callable[[int], int]], str]


def at_random(rules: Rules, seen: Any, actions: Sequence[str], dice: Callable[[int], int]) -> str:
    """The robot of level one."""
    return actions[dice(len(actions))]


def deal(choosers: Sequence[Chooser], chance: random.Random, rules: Rules = TORNEO_003) -> State:
    """A deal at its end, each seat played by its chooser."""
    state = begin(rules, chance.sample(PACK, 108), chance.randrange(len(choosers)), len(choosers))
    while (seat := state.turn) is not None:
        seen = view(state, seat)
        state = play(state, seat, read_move(choosers[seat](rules, seen, seen["actions"], chance.randrange)))
    return state


def wins(own: Chooser, others: Chooser, deals: int, chance: random.Random, seats: int = 2) -> tuple[int, int]:
    """How many of so many deals one seat closes against the others, and how many of them somebody closes."""
    closed = [deal([own, *[others] * (seats - 1)], chance) for _ in range(deals)]
    assert all(min(deal_points(state)) == 0 for state in closed)
    return sum(state.closer == 0 for state in closed), sum(state.closer is not None for state in closed)
