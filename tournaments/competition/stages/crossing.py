"""From groups to a knockout: the bracket in which group mates meet as late as can be (R-GRP-13 to R-GRP-15).

Or the one in which places meet as the organiser chose (R-GRP-19 to R-GRP-21): the firsts and the thirds, the seconds
among themselves.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias

from tournaments.competition.pairing.positions import Positions, bracket_size, check_count
from tournaments.competition.stages.qualifying import Qualified, by_place
from tournaments.games.contract import RefusedError

BY_RANK: Final = "by_rank"
"""Nobody says which places meet: R-GRP-13 to R-GRP-15 do."""
ENDS: Final = "ends"
"""The first place meets the last, the second the last but one; one in the middle meets its own."""
LAST_PLACE: Final = 16
"""The last place that can be named: as many as a group holds."""
LONGEST: Final = 80
TYPED: Final = re.compile(r"[0-9]{1,2}-[0-9]{1,2}( [0-9]{1,2}-[0-9]{1,2})*", re.ASCII)
LOOKS_AT: Final = 16
"""Of so many opponents, the worst who are left, one is chosen; so a large field costs no more than its length."""

Block: TypeAlias = Sequence[Qualified]
"""Those who share a part of the bracket, best first; one of them comes out of it."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Which place meets which, the better one first; a place that is in none of them has a bye."""


def pairs_of(crossing: str, first: int) -> Pairs:
    """Return which places meet where the ``first`` so many of each group go on; none where nobody chose it (R-GRP-19).

    ``crossing`` is ``by_rank``, ``ends``, or the places as they are typed: ``1-3 2-2``. Raises RefusedError for any
    other.
    """
    if crossing == BY_RANK:
        return ()
    if crossing == ENDS:
        return tuple([(place, first + 1 - place) for place in range(1, (first + 1) // 2 + 1)])
    most = min(first, LAST_PLACE)
    refused = RefusedError("bad_crossing", field="crossing", given=crossing[:LONGEST], most=most)
    if len(crossing) > LONGEST or not TYPED.fullmatch(crossing):
        raise refused
    pairs = []
    for pair in crossing.split():
        one, other = sorted(map(int, pair.split("-")))
        pairs.append((one, other))
    named = [place for pair in pairs for place in set(pair)]
    if len(set(named)) < len(named) or not all(1 <= place <= most for place in named):
        raise refused
    return tuple(sorted(pairs))


def cross_places(in_order: Block, pairs: Pairs) -> Positions:
    """Return the bracket in which these places meet first, of those who go on, given best first.

    The better one of each table, and who has a bye, stand as in a bracket of these alone (R-GRP-13 to R-GRP-15), and
    the opponents come to them (R-GRP-20). Two empty positions are no table: who would meet its winner has a bye then
    (R-GRP-21).
    """
    check_count(len(in_order))
    lists = by_place(in_order)
    rank = {each.key: at for at, each in enumerate(in_order)}
    named = {place for pair in pairs for place in pair}
    heads = [each for place, own in enumerate(lists, 1) if place not in named for each in own]
    meet: list[tuple[list[Qualified], list[Qualified]]] = []
    for better, other in pairs:
        own = lists[better - 1] if better <= len(lists) else []
        coming = lists[other - 1] if other <= len(lists) else []
        if better == other:
            middle = -(-len(own) // 2)
            own, coming = own[:middle], own[middle:]
        meet.append((own, list(coming)))
        heads += own
    heads.sort(key=lambda each: rank[each.key])
    size = bracket_size(len(heads))
    places: list[int | None] = []
    for key in _bracket(heads, size) if size > 1 else [heads[0].key]:
        places += [key, None]
    stands = {key: at for at, key in enumerate(places) if key is not None}
    seats: dict[int, list[int]] = {}
    for each in heads:
        seats.setdefault(each.group, []).append(stands[each.key])

    def choice(head: Qualified, at: int, each: Qualified) -> tuple[bool, int, int]:
        """Of a mate last, then by the first round in which it could meet one, then by rank: the worst first."""
        soonest = min([(seat ^ at).bit_length() for seat in seats.get(each.group, ())], default=size.bit_length() + 1)
        return each.group == head.group, -soonest, -rank[each.key]

    for own, left in meet:
        for number, head in enumerate(own, 1):
            at, others = stands[head.key] + 1, own[number:]
            choices: list[Qualified | None] = [*sorted(left[-LOOKS_AT:], key=partial(choice, head, at))]
            if len(others) >= len(left):
                choices.insert(0, None)
            # Nobody whose choice leaves two mates to each other as the last two.
            found = next((each for each in choices if not _are_mates(others, left, each)), choices[0])
            if found is not None:
                left.remove(found)
                places[at] = found.key
                seats.setdefault(found.group, []).append(at)
    return tuple(places)


def _are_mates(heads: Block, left: Block, without: Qualified | None) -> bool:
    """Return whether one head and one opponent remain, of one group, once somebody is not left any more."""
    if len(heads) != 1 or len(left) > 2:
        return False
    rest = [each for each in left if each is not without]
    return len(rest) == 1 and rest[0].group == heads[0].group


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
