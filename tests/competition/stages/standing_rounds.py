"""Rounds that are paired by a standing, for the tests: short notation, and whole events with lots for results."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tournaments.competition.stages.by_standing import Paired, pair
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.stages.version import VERSION
from tournaments.competition.types import Entrant

SWISS = StandingOptions("swiss", "never", 30)
DANISH = StandingOptions("danish", "allowed", 30)
MODIFIED = StandingOptions("danish", "not_in_a_row", 30)
BY_SCORE = StandingOptions("swiss", "never", 30, version=VERSION)


def announced(*rounds: str) -> Facts:
    """``"1-2 3-4 5"`` is a round in which 1 met 2, 3 met 4, and 5 rested."""
    meetings = tuple(
        Meeting(number, tuple(int(key) for key in table.split("-")))
        for number, tables in enumerate(rounds, 1)
        for table in tables.split()
    )
    return Facts(tuple(Entrant(key) for key in sorted({key for each in meetings for key in each.keys})), meetings)


def text(paired: Paired) -> str:
    return " ".join("-".join(map(str, meeting.keys)) for meeting in paired.meetings)


def tables(paired: Paired) -> list[str]:
    """The tables in their order, whichever line is A."""
    return ["-".join(map(str, sorted(meeting.keys))) for meeting in paired.meetings]


def played(
    count: int, rounds: int, options: StandingOptions, chance: Random
) -> Iterator[tuple[list[int], Facts, Paired]]:
    """Yield each round of an event: its standing, what was announced before it, and its pairing."""
    points = dict.fromkeys(range(1, count + 1), 0)
    facts = Facts(tuple(Entrant(key) for key in points))
    for _ in range(rounds):
        order = sorted(points, key=lambda key: (-points[key], key))
        paired = pair(order, facts, options)
        yield order, facts, paired
        facts = Facts(facts.entrants, facts.meetings + paired.meetings)
        for meeting in paired.meetings:
            vp = chance.randint(0, 20)
            for key, gained in zip(meeting.keys, (14,) if meeting.is_rest else (vp, 20 - vp), strict=True):
                points[key] += gained


def played_for_points(
    count: int, rounds: int, options: StandingOptions, chance: Random
) -> Iterator[tuple[list[int], Facts, Paired, dict[int, int]]]:
    """Yield each round of an event of 3 points a win, 1 a draw; also the points before it, those of a rest are 3."""
    points, draws = dict.fromkeys(range(1, count + 1), 0), chance.choice((0, 0.1, 0.3))
    facts = Facts(tuple(Entrant(key) for key in points))
    options = replace(options, rounds=rounds)
    for _ in range(rounds):
        order = sorted(points, key=lambda key: (-points[key], key))
        paired = pair(order, facts, options, points)
        yield order, facts, paired, points.copy()
        facts = Facts(facts.entrants, facts.meetings + paired.meetings)
        for meeting in paired.meetings:
            won = (3,) if meeting.is_rest else (1, 1) if chance.random() < draws else chance.choice(((3, 0), (0, 3)))
            for key, gained in zip(meeting.keys, won, strict=True):
                points[key] += gained


def history(count: int, chance: Random) -> Facts:
    """Rounds that anybody could have announced: at times of all, at times inside two halves, some of them not there."""
    meetings = []
    cut = chance.choice([0, count // 2, count // 2 | 1, count // 3])
    for number in range(1, chance.randint(1, count + 2)):
        for part in (range(1, cut + 1), range(cut + 1, count + 1)):
            present = [key for key in part if chance.random() > 0.05]
            chance.shuffle(present)
            meetings += [Meeting(number, tuple(present[at : at + 2])) for at in range(0, len(present), 2)]
    return Facts(tuple(Entrant(key) for key in range(1, count + 1)), tuple(meetings))


def across(count: int, chance: Random) -> Facts:
    """All but a few meetings between two halves were announced: what is left is two odd groups, or nearly."""
    cut = count // 2 | 1
    pairs = [(one, two) for one in range(1, cut + 1) for two in range(cut + 1, count + 1) if chance.random() > 0.08]
    chance.shuffle(pairs)
    meetings = tuple(Meeting(number, each) for number, each in enumerate(pairs, 1))
    return Facts(tuple(Entrant(key) for key in range(1, count + 1)), meetings)
