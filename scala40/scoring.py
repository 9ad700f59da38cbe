"""The points of a sheet from the cards left in the hands, with the reasons; ``closing`` has those of a played deal."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from scala40.cards import rank_points
from scala40.closing import FLAT
from scala40.match import Line
from scala40.rules import Rules

# R-S40-30; the cards left by what they cost: jokers 25, aces 11, figures 10, the others their number.
CATEGORIES: Final = {"jokers": "*", "aces": "A", "figures": "JQK", "numbers": "23456789T"}


@dataclass(frozen=True, slots=True)
class Award:
    """One reason for points: the points of each line, and how many cards gave them."""

    code: str
    points: tuple[int, ...]
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The points of each line, 0 for one that took no part, and their reasons."""

    points: tuple[int, ...]
    awards: tuple[Award, ...] = ()


def hand_points(hand: str) -> int:
    """Return the points of a hand written as ranks: ``*AK5`` is 51 (R-S40-30)."""
    return sum(map(rank_points, hand))


def score(rules: Rules, hands: Sequence[str | None], *, in_hand: bool, unopened: Collection[Line]) -> Score:
    """Return the points of hands written as ranks; the lines in ``unopened`` pay the flat 100 if the rules have it.

    None stands for a line that took no part.
    """
    flat = unopened if in_hand and rules.hand_close_penalty == "flat_100_unopened" else ()
    counted = ["" if hand is None or line in flat else hand for line, hand in enumerate(hands)]
    awards = []
    for code, ranks in CATEGORIES.items():
        held = [[rank for rank in hand if rank in ranks] for hand in counted]
        points = tuple(sum(map(rank_points, each)) for each in held)
        awards.append(Award(code, points, tuple(map(len, held))))
    if in_hand and rules.hand_close_penalty != "count":
        # R-S40-33: the points of the cards once more, or the flat 100 instead of them; who has opened pays no more.
        if rules.hand_close_penalty == "flat_100_unopened":
            more = tuple(FLAT if line in flat else 0 for line in range(len(counted)))
        else:
            more = tuple(map(hand_points, counted))
        awards.append(Award("hand_close", more))
    return Score(tuple(map(sum, zip(*(award.points for award in awards), strict=True))), tuple(awards))
