"""The standing of a stage written the slow way, straight from the results: for comparison only."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.facts import Facts, Result, Score

Points = Mapping[str, int]


def rows(facts: Facts, key: int) -> list[tuple[Result, Score, Score | None, int | None]]:
    """Each table of a key: the result, its score, that of its one opponent and who that was."""
    found = []
    for result in facts.results:
        if key in result.meeting.keys:
            line = result.meeting.keys.index(key)
            met = result.is_played and len(result.meeting.keys) == 2
            other = 1 - line if met else None
            found.append(
                (
                    result,
                    result.scores[line],
                    None if other is None else result.scores[other],
                    None if other is None else result.meeting.keys[other],
                )
            )
    return found


def outcome(mine: Score, other: Score | None) -> str:
    if other is None:
        return "rest" if mine.place == 1 else "loss"
    if mine.place == other.place == 1:
        return "draw"
    return "win" if mine.place == 1 else "loss"


def amount(name: str, mine: Score, other: Score | None) -> int:
    how = outcome(mine, other)
    scored, conceded = (mine.points, other.points) if other else (0, 0)
    return {
        "points": {"win": 3, "rest": 3, "draw": 1, "loss": 0}[how],
        "vp": mine.vp,
        "mp": mine.mp,
        "wins": int(how == "win"),
        "difference": scored - conceded,
        "scored": scored,
        "conceded": -conceded,
        "penalties": -scored,
        "least_byes": -int(how == "rest"),
    }[name]


def total(facts: Facts, name: str, key: int, among: Sequence[int] | None = None) -> int:
    return sum(
        amount(name, mine, other)
        for _, mine, other, who in rows(facts, key)
        if among is None or (who is not None and who in among)
    )


def value(facts: Facts, chain: Chain, name: str, key: int, level: Sequence[int], lots: Mapping[int, int]) -> Any:
    counted = "vp" if "vp" in chain.criteria[: (*chain.criteria, "points").index("points")] else "points"
    mine = rows(facts, key)
    if name == "lot":
        return -lots[key]
    if name == "average":
        return Fraction(total(facts, counted, key), len(mine)) if mine else 0
    if name == "buchholz":
        return sum(total(facts, counted, key if who is None else who) for *_, who in mine)
    if name == "sonneborn_berger":
        worth = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
        return sum(worth[outcome(a, b)] * total(facts, counted, who) for _, a, b, who in mine if who is not None)
    others = [other for other in level if other != key]
    if name == "head_to_head":
        met = len(level) == 2 and any(who in others for *_, who in mine)
        return total(facts, counted, key, others) if met else None
    if name == "classifica_avulsa":
        counts = {
            one: [[who for *_, who in rows(facts, one)].count(other) for other in level if other != one]
            for one in level
        }
        usable = len(level) > 2 and all(map(all, counts.values())) and len({sum(c) for c in counts.values()}) == 1
        return tuple(total(facts, inner, key, others) for inner in chain.among) if usable else None
    return total(facts, name, key)


def order(facts: Facts, chain: Chain, level: Sequence[int], lots: Mapping[int, int], at: int = 0) -> list[list[int]]:
    """The keys in their order; those who share a place in one list."""
    if at == len(chain.criteria) or len(level) < 2:
        return [sorted(level)] if level else []
    worth = {key: value(facts, chain, chain.criteria[at], key, level, lots) for key in level}
    if None in worth.values():
        return order(facts, chain, level, lots, at + 1)
    best_first = sorted(level, key=worth.__getitem__, reverse=True)
    runs = [list(run) for _, run in groupby(best_first, key=worth.__getitem__)]
    return [places for run in runs for places in order(facts, chain, run, lots, at + 1)]
