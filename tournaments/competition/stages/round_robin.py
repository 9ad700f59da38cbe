"""Everybody meets everybody of the group: the circle method, round by round (R-GRP-07 to R-GRP-10, R-GRP-22).

An odd number sits in a circle. Each round belongs to one seat: those at the same distance from it meet, and its owner
meets the last of the group, who is not in the circle. In an odd group the circle holds everybody, and the owner rests.
"""

from collections.abc import Sequence

from tournaments.competition.stages.facts import NO_GROUP, Meeting
from tournaments.competition.stages.group_options import GroupOptions
from tournaments.competition.stages.grouping import Group


def rounds_of_group(size: int, options: GroupOptions) -> int:
    """Return how many rounds a group of this size plays, rests included."""
    return _circle(size) * options.legs


def schedule(groups: Sequence[Group], options: GroupOptions) -> tuple[Meeting, ...]:
    """Return every meeting of every group, round after round; groups of fewer rounds end earlier.

    An extra match is of no group: the last of its round.
    """
    rounds = [rounds_of_group(len(group), options) for group in groups]
    extra = extra_matches(groups, options) if options.even else []
    crossing = {(each.round, key) for each in extra for key in each.keys}
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
            if rests and (round_, group[owner]) in crossing:
                continue
            last = (group[owner],) if rests else _lines(group[owner], group[-1], owner + leg)
            found.append(Meeting(round_, last, number))
        found += [each for each in extra if each.round == round_]
    return tuple(found)


def extra_matches(groups: Sequence[Group], options: GroupOptions) -> list[Meeting]:
    """Return the extra matches of those in the smaller groups, one in each leg (R-GRP-22).

    The smaller groups cross two by two. Where they are odd, those who rest in the same round meet. Where they are even,
    all meet across in the round after their leg; a last one that is left alone plays its first round again there. A
    last odd one keeps its rests: a match between two of three leaves the third without one.
    """
    most = max(map(len, groups))
    small = [group for group in groups if len(group) < most]
    found: list[Meeting] = []
    for one, other in zip(small[::2], small[1::2], strict=False):
        size = len(one)
        for leg in range(options.legs):
            for seat in range(size):
                across, round_ = seat, leg * size + seat + 1
                if size % 2 == 0:
                    across, round_ = (seat + leg) % size, rounds_of_group(size, options) + leg + 1
                found.append(Meeting(round_, _lines(one[seat], other[across], seat + leg), NO_GROUP))
    if len(small) % 2 and len(small[-1]) % 2 == 0:
        alone = small[-1]
        again = [each.keys for each in schedule([alone], GroupOptions(options.size)) if each.round <= options.legs]
        for leg in range(options.legs):
            half = len(alone) // 2
            round_ = rounds_of_group(len(alone), options) + leg + 1
            found += [Meeting(round_, keys[::-1], NO_GROUP) for keys in again[leg * half : (leg + 1) * half]]
    return found


def _circle(size: int) -> int:
    return size - 1 + size % 2


def _lines(one: int, other: int, turn: int) -> tuple[int, int]:
    return (one, other) if turn % 2 else (other, one)
