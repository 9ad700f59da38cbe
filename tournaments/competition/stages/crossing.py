"""From groups to a knockout: the bracket in which group mates meet as late as can be (R-GRP-13 to R-GRP-15)."""

from collections.abc import Sequence
from typing import TypeAlias

from tournaments.competition.pairing.positions import Positions, bracket_size, check_count
from tournaments.competition.stages.qualifying import Qualified

Block: TypeAlias = Sequence[Qualified]
"""Those who share a part of the bracket, best first; one of them comes out of it."""


def crossings(in_order: Block) -> Positions:
    """Return the bracket of those who go on, given best first; it is a power of two, filled up with byes.

    Whether it is cut into halves, quarters, eighths or any smaller parts: no part holds more than its even share,
    rounded up, of one group (R-GRP-13), nor of the best, however many of these are counted (R-GRP-14).
    """
    check_count(len(in_order))
    return tuple(_bracket(in_order, bracket_size(len(in_order))))


def _bracket(block: Block, size: int) -> list[int | None]:
    """Return the part of the bracket for a block: two sides that part neighbours in rank, and neighbours in a group.

    Everybody has one neighbour of either kind at most. So sides can alternate along a chain of neighbours, even where
    the chain is closed. The best of a chain has the side that the ranks 1, 2, 2, 1 give. Of an odd number of byes the
    last is for the side that has one fewer: it is parted from the last of all, unless one chain holds both (R-GRP-15).
    """
    byes = size - len(block)
    if size == 2:
        return [each.key for each in block] + [None] * byes
    # The best two are neighbours, the next two, and so on; the same in each group.
    groups: dict[int, list[int]] = {}
    for rank, each in enumerate(block):
        groups.setdefault(each.group, []).append(rank)
    neighbours: list[list[int]] = [[] for _ in block]
    for line in (range(len(block)), *groups.values()):
        for one, other in zip(line[::2], line[1::2], strict=False):
            neighbours[one].append(other)
            neighbours[other].append(one)
    starts = [(rank, rank % 4 in (1, 2)) for rank in range(len(block))]
    if byes % 2:
        last_bye = starts[byes - 1]
        starts = [last_bye, (len(block) - 1, not last_bye[1]), *starts]
    sides: dict[int, bool] = {}
    for start in starts:
        waiting = [start]
        while waiting:
            rank, side = waiting.pop()
            if rank not in sides:
                sides[rank] = side
                waiting += [(neighbour, not side) for neighbour in neighbours[rank]]
    upper = [each for rank, each in enumerate(block) if sides[rank] == sides[0]]
    lower = [each for rank, each in enumerate(block) if sides[rank] != sides[0]]
    return _bracket(upper, size // 2) + _bracket(lower, size // 2)
