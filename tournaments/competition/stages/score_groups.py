"""The pairing of a Swiss: as few meetings between scores as possible, then the least distance in rank (R-SWI-05).

Most of a large field meets a neighbour, and needs no search. A place where two neighbours may not meet is searched with
those around it, and with more of them until nobody further off can change anything. How that is known: a pair across
a place where all above and all below are paired among themselves needs another one, and both add a rank there.

A score group is paired alone where everybody of it finds somebody there. The others of all groups are one line, in
which each odd group sends one to another. Where that is not enough, all of a large field are one line, and a small
search says whether fewer could meet across scores; only where that is not known everybody is searched at once.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, groupby
from typing import Final, NamedTuple, TypeAlias

from tournaments.competition.stages.cheapest import cheapest
from tournaments.competition.stages.matching import MayMeet, Pair

Score: TypeAlias = Callable[[int], object]

# So many ranks more than those that are counted have to be left of a score group at either end.
ROOM: Final = 4
# So many may leave a part at either end, where it is asked whether anybody would.
LEAVING: Final = 4
# In a part of more than so many, who is far away is looked at only if it cannot be paired without.
LARGE, FAR = 64, 16


class Field(NamedTuple):
    """Who may meet, and the score of each; people are their positions in the standing."""

    may_meet: MayMeet
    score: Score

    def is_across(self, one: int, two: int) -> bool:
        return self.score(one) != self.score(two)

    def cost(self, pairs: Sequence[Pair]) -> tuple[int, int]:
        """Return how many of these pairs meet across scores, and how many ranks lie between them in all."""
        return self.count_across(pairs), sum(two - one for one, two in pairs)

    def count_across(self, pairs: Sequence[Pair]) -> int:
        return sum(self.is_across(*pair) for pair in pairs)


def nearest_in_score(people: Sequence[int], field: Field) -> list[Pair] | None:
    """Return the pairs of these people, in the order of the standing; None where somebody would have to meet again."""
    pairs: list[Pair] = []
    line: list[int] = []
    least = 0
    for _score, members in groupby(people, field.score):
        group = list(members)
        found = _line(group, field) if len(group) % 2 == 0 else None
        if found is None:
            line += group
            least += 2 - len(group) % 2
        else:
            pairs += found
    # No group can keep more: with so few across, the groups that were paired alone stay as they are.
    found = _line(line, field)
    if found is not None and 2 * field.count_across(found) == least:
        return sorted(pairs + found)
    if len(people) > LARGE:
        # Where others have to help, all are one line, as long as it is known that fewer across are not possible.
        found = _line(people, field)
        if found is not None and field.count_across(found) == _fewest_across(line, field):
            return found
    found = _whole(line, field)
    if found is not None and 2 * field.count_across(found) == least:
        return sorted(pairs + found)
    return _whole(people, field)


def _fewest_across(line: Sequence[int], field: Field) -> int:
    """Return how many pairs meet across scores at least, where these are all whose groups cannot be paired alone.

    Each of them meets somebody of their own group, one of another of these groups, or somebody else: it is supposed
    that there are enough others. Of a large group it is only asked that it sends one, or two where it is even.
    """
    ends: list[tuple[int, int | None]] = []
    for group, (_score, members) in enumerate(groupby(line, field.score)):
        own: list[int | None] = [*members]
        if len(own) > LARGE:
            own = [None] * (2 - len(own) % 2)
        ends += [(group, each) for each in own]
    if len(ends) > 2 * LARGE:
        return 0
    count = len(ends)

    def cost(one: int, two: int) -> int | None:
        if two >= count:
            return int(one < count)
        (group, first), (other, second) = ends[one], ends[two]
        if first is None or second is None:
            return None if group == other else 1
        return int(group != other) if field.may_meet(first, second) else None

    return sum(cost(one, two) or 0 for one, two in cheapest(2 * count, cost) or ())


def _line(line: Sequence[int], field: Field) -> list[Pair] | None:
    """Pair a line of people, part by part; None where not all of them can be paired."""
    parts: list[tuple[int, list[Pair]]] = []
    at = 0
    while at < len(line):
        found = _neighbours(line, at, field)
        if found:
            parts.append((at, found))
            at += 2 * len(found)
            continue
        keep, end, more = len(parts), min(at + 4, len(line)), 1
        while True:
            start = parts[keep][0] if parts[keep:] else at
            part, is_first, is_last = line[start:end], start == 0, end == len(line)
            if is_first and is_last:
                searched = _whole(part, field)
                if searched is None:
                    return None
                break
            searched, upwards, downwards = _part(part, field, is_first, is_last)
            if field.is_across(part[0], part[-1]) and not upwards and not downwards:
                # Nobody passes over the rest of a group at either end where that adds more ranks than it could save.
                room = ROOM + 2 * _beyond(part, searched)
                upwards = not is_first and field.is_across(part[0], line[max(start - room, 0)])
                downwards = not is_last and field.is_across(part[-1], line[min(end + room, len(line)) - 1])
            if not upwards and not downwards:
                break
            if upwards:
                keep = max(keep - more, 0)
            if downwards:
                end = min(end + 2 * more, len(line))
            more *= 2
        del parts[keep:]
        parts.append((start, searched))
        at = end
    return [pair for _start, pairs in parts for pair in pairs]


def _neighbours(line: Sequence[int], at: int, field: Field) -> list[Pair]:
    """Return the next two as a pair, or the next four crosswise; empty where that is not the least for certain."""
    a, b = line[at : at + 2]
    if field.may_meet(a, b):
        return [(a, b)]
    if at + 3 < len(line):
        c, d = line[at + 2 : at + 4]
        crosswise, plain = [(a, c), (b, d)], [(a, b), (c, d)]
        may_meet = c == b + 1 and all(field.may_meet(*pair) for pair in crosswise)
        if may_meet and field.count_across(crosswise) == field.count_across(plain):
            return crosswise
    return []


def _beyond(part: Sequence[int], pairs: Sequence[Pair]) -> int:
    """Return how many more ranks these pairs of a part have between them than neighbours would."""
    neighbours = zip(part[::2], part[1::2], strict=True)
    return sum(two - one for one, two in pairs) - sum(two - one for one, two in neighbours)


def _part(part: Sequence[int], field: Field, is_first: bool, is_last: bool) -> tuple[list[Pair], bool, bool]:
    """Pair a part of a line; return also whether anybody would rather leave it, upwards and downwards."""
    ranks = tuple([each - part[0] for each in part])
    met = [(one, two) for one, two in combinations(range(len(part)), 2) if not field.may_meet(part[one], part[two])]
    groups = tuple([at for at, (_score, same) in enumerate(groupby(part, field.score)) for _each in same])
    found, upwards, downwards = _alike(ranks, groups, tuple(met), is_first, is_last)
    return [(part[one], part[two]) for one, two in found], upwards, downwards


@lru_cache(maxsize=4096)
def _alike(
    ranks: tuple[int, ...], groups: tuple[int, ...], met: tuple[Pair, ...], is_first: bool, is_last: bool
) -> tuple[tuple[Pair, ...], bool, bool]:
    """Pair all parts that have met alike, as ``_part`` does.

    One who leaves upwards adds the ranks down from the pair before the part, one who leaves downwards those to the end
    of it: so the parts of a line cost together what its pairs cost, and no other way costs less in any of them. Who
    leaves a part that ends with another score meets another score.
    """
    above, below = (0 if is_end else LEAVING for is_end in (is_first, is_last))
    count, many, barred = len(ranks), len(ranks) + above + below, {*met}
    bits = many.bit_length()
    across = 2 * (ranks[-1] + 1) * many

    def cost(one: int, two: int) -> int | None:
        # First those of the part, then the places above, then those below; no pair leaves at both ends.
        if one >= count:
            return 0 if (one < count + above) == (two < count + above) else None
        if two >= count + above:
            between, ahead = ranks[-1] - ranks[one] + (groups[one] != groups[-1]) * across, count - one
        elif two >= count:
            return (2 * (ranks[one] + 1 + (groups[one] > 0) * across) + 1) << bits * count
        elif (one, two) not in barred:
            between, ahead = ranks[two] - ranks[one] + (groups[one] != groups[two]) * across, two - one
        else:
            return None
        return (2 * between << bits * count) + (ahead << bits * (count - 1 - one))

    found = cheapest(many, cost)
    if found is None:
        return (), True, True
    leaving = [two for one, two in found if one < count <= two]
    upwards, downwards = any(two < count + above for two in leaving), any(two >= count + above for two in leaving)
    return tuple([(one, two) for one, two in found if two < count]), upwards, downwards


def _whole(part: Sequence[int], field: Field) -> list[Pair] | None:
    """Pair a part at the least cost: first meetings between scores, then ranks, then the best with the nearest."""
    count = len(part)
    bits = count.bit_length()
    across = (part[-1] - part[0]) * count if part else 0
    ends: list[tuple[int, int]] = []
    for _score, members in groupby(part, field.score):
        size = len(list(members))
        ends += [(at, size - 1 - at) for at in range(size)]

    def cost(one: int, two: int) -> int | None:
        if not field.may_meet(part[one], part[two]):
            return None
        ranks = part[two] - part[one] + field.is_across(part[one], part[two]) * across
        # Of all that cost the same, the best has the nearest, then the best of the others, and so on.
        return (ranks << bits * count) + (two - one << bits * (count - 1 - one))

    def near(one: int, two: int) -> int | None:
        if field.is_across(part[one], part[two]):
            is_near = ends[one][1] < FAR and ends[two][0] < FAR
        else:
            is_near = two - one < 2 * FAR
        return cost(one, two) if is_near else None

    found = cheapest(count, near) if count > LARGE else None
    if found is None:
        found = cheapest(count, cost)
    return None if found is None else [(part[one], part[two]) for one, two in found]
