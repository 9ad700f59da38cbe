"""Rounds of a stage in notation, and stages at random."""

import random
from itertools import pairwise

from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.types import Entrant

VP_BY_DIFFERENCE = ((0, 10), (3, 12), (6, 15), (9, 18))


def vp(difference: int) -> int:
    """VP of a line by its signed difference, from a small scale of its own."""
    winner = max(given for least, given in VP_BY_DIFFERENCE if least <= abs(difference))
    return winner if difference >= 0 else 20 - winner


def facts(*rounds: str, keys: int = 0) -> Facts:
    """Read rounds such as ``1-2 11:7, 3-4 5:5, 5 rests, 6-7 walkover``; keys are 1 to the highest, or to ``keys``."""
    results = [result(number, text) for number, line in enumerate(rounds, 1) for text in line.split(",")]
    last = max([keys, *(key for each in results for key in each.meeting.keys)])
    entrants = tuple(Entrant(key) for key in range(1, last + 1))
    return Facts(entrants, tuple(each.meeting for each in results), tuple(results))


def result(round_: int, text: str) -> Result:
    who, what = text.split()
    keys = tuple(map(int, who.split("-")))
    meeting = Meeting(round_, keys)
    if what == "rests":
        return Result(meeting, (Score(1, vp=14, mp=4),), is_played=False)
    if what == "walkover":
        return Result(meeting, (Score(1, vp=14, mp=4), Score(None)), is_played=False)
    return Result(meeting, scores([int(points) for points in what.split(":")]))


def scores(points: list[int]) -> tuple[Score, ...]:
    """The scores of a table by its points, more is better; two lines have VP and MP too."""
    places = [1 + sum(other > mine for other in points) for mine in points]
    if len(points) != 2:
        return tuple(Score(place, mine) for place, mine in zip(places, points, strict=True))
    difference = points[0] - points[1]
    signed = (difference, -difference)
    return tuple(Score(place, mine, vp(mp), mp, 3) for place, mine, mp in zip(places, points, signed, strict=True))


def at_random(dice: random.Random, entrants: int, rounds: int, most: int = 7) -> Facts:
    """A stage in which everybody is paired by lot in each round and the odd one rests."""
    results: list[Result] = []
    for round_ in range(1, rounds + 1):
        order = dice.sample(range(1, entrants + 1), entrants)
        if entrants % 2:
            results.append(result(round_, f"{order.pop()} rests"))
        for one, other in list(pairwise(order))[::2]:
            walkover = dice.random() < 0.05
            what = "walkover" if walkover else f"{dice.randint(0, most)}:{dice.randint(0, most)}"
            results.append(result(round_, f"{one}-{other} {what}"))
    return Facts(
        tuple(Entrant(key) for key in range(1, entrants + 1)), tuple(each.meeting for each in results), tuple(results)
    )
