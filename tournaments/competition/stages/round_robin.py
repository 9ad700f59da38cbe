"""Everybody meets everybody of the group: the circle method, round by round (R-GRP-07 to R-GRP-10).

An odd number sits in a circle. Each round belongs to one seat: those at the same distance from it meet, and its owner
meets the last of the group, who is not in the circle. In an odd group the circle holds everybody, and the owner rests.
"""

from collections.abc import Sequence

from tournaments.competition.stages.facts import Meeting
from tournaments.competition.stages.group_options import GroupOptions
from tournaments.competition.stages.grouping import Group


def rounds_of_group(size: int, options: GroupOptions) -> int:
    """Return how many rounds a group of this size plays, rests included."""
    return _circle(size) * options.legs


def schedule(groups: Sequence[Group], options: GroupOptions) -> tuple[Meeting, ...]:
    """Return every meeting of every group, round after round; groups of fewer rounds end earlier."""
    rounds = [rounds_of_group(len(group), options) for group in groups]
    found: list[Meeting] = []
    for round_ in range(1, max(rounds) + 1):
        for number, group in enumerate(groups, 1):
            if round_ > rounds[number - 1]:
                continue
            # Line A and line B in turn for everybody, exchanged in the second leg.
            circle = _circle(len(group))
            leg, owner = divmod(round_ - 1, circle)
            for distance in range(1, circle // 2 + 1):
                one, other = group[(owner + distance) % circle], group[(owner - distance) % circle]
                found.append(Meeting(round_, _lines(one, other, distance + leg), number))
            rests = len(group) == circle
            last = (group[owner],) if rests else _lines(group[owner], group[-1], owner + leg)
            found.append(Meeting(round_, last, number))
    return tuple(found)


def _circle(size: int) -> int:
    return size - 1 + size % 2


def _lines(one: int, other: int, turn: int) -> tuple[int, int]:
    return (one, other) if turn % 2 else (other, one)
