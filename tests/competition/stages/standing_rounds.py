"""Rounds that are paired by a standing, for the tests: short notation, and whole events with lots for results."""

from collections.abc import Iterator
from random import Random

from tournaments.competition.stages.by_standing import Paired, pair
from tournaments.competition.stages.facts import Facts, Meeting
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.types import Entrant

SWISS = StandingOptions("swiss", "never", 30)
DANISH = StandingOptions("danish", "allowed", 30)
MODIFIED = StandingOptions("danish", "not_in_a_row", 30)


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
