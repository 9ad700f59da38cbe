"""The cheapest way to pair everybody: a perfect matching of the least cost, in whole numbers of any size.

The search is Edmonds' (1965) with his values: everybody has one, and so has each odd cycle that is shrunk. No pair may
cost less than the values of its two, and those that are made cost exactly that, so that nothing is cheaper. The work
grows with the cube of those to be paired: large fields are cut into small parts before they come here.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Final, TypeAlias

Cost: TypeAlias = Callable[[int, int], int | None]
"""What a pair costs, the smaller number first; None where the two may not meet."""

NOBODY: Final = 0
UNSEEN, OUTER, INNER = -1, 0, 1


def cheapest(count: int, cost: Cost) -> list[tuple[int, int]] | None:
    """Return the pairs of the numbers below ``count`` that cost least together; None where not all can be paired."""
    search = _Search(count, cost)
    return search.pairs() if search.run() else None


class _Search:
    """Trees that grow from those who have no partner; people are 1 to ``count``, cycles that were shrunk come after.

    top      the outermost cycle that holds a person or a cycle; itself where there is none
    mate     the person at the other end of the pair of a person or a cycle
    parent   the person where a tree came from to a person or a cycle
    nearest  the outer person who would come to a person or a cycle for the least
    cycle    the members of a cycle, its base first; ``holding`` says in which member a person is
    edge     the pair that joins two people or cycles for the least
    """

    def __init__(self, count: int, cost: Cost) -> None:
        size = count + count // 2 + 2
        self.people = range(1, count + 1)
        self.top = [NOBODY] * size
        self.top[: count + 1] = range(count + 1)
        self.mate = [NOBODY] * size
        self.parent = [NOBODY] * size
        self.nearest = [NOBODY] * size
        self.side = [UNSEEN] * size
        self.value = [0] * size
        self.cycle: list[list[int]] = [[] for _ in range(size)]
        self.holding: list[dict[int, int]] = [{} for _ in range(size)]
        self.edge: list[dict[int, tuple[int, int]]] = [{} for _ in range(size)]
        self.price: list[dict[int, int]] = [{} for _ in range(count + 1)]
        self.queue: list[int] = []
        for each in self.people:
            self.holding[each][each] = each
        for one, two in combinations(self.people, 2):
            price = cost(one - 1, two - 1)
            if price is not None:
                # Twice the cost, so that half a step is a whole number.
                self.price[one][two] = self.price[two][one] = 2 * price
                self.edge[one][two], self.edge[two][one] = (one, two), (two, one)

    def run(self) -> bool:
        """Pair everybody; return False where that is not possible."""
        if not all(self.price[each] for each in self.people):
            return False
        # Each value is raised until a pair can be paid: so most find a partner before any tree grows.
        least = min((min(self.price[each].values()) for each in self.people), default=0) // 2
        for each in self.people:
            self.value[each] = least
        for one in self.people:
            if not self.mate[one]:
                slack, two = min((price - self.value[two], two) for two, price in self.price[one].items())
                self.value[one] = slack
                if not self.mate[two]:
                    self.mate[one], self.mate[two] = two, one
        alone = sum(not self.mate[each] for each in self.people)
        return alone % 2 == 0 and all(self._pair_two() for _ in range(alone // 2))

    def pairs(self) -> list[tuple[int, int]]:
        return [(one - 1, self.mate[one] - 1) for one in self.people if one < self.mate[one]]

    def _pair_two(self) -> bool:
        """Grow trees from all who have no partner until two of them meet; return False where they cannot."""
        tops = [each for each in range(1, len(self.top)) if self.top[each] == each]
        self.queue = []
        for each in tops:
            self.side[each], self.nearest[each] = UNSEEN, NOBODY
            if not self.mate[each]:
                self.parent[each], self.side[each] = NOBODY, OUTER
                self._queue(each)
        while True:
            while self.queue:
                one = self.queue.pop()
                for two in self.price[one]:
                    if self.top[one] != self.top[two]:
                        if self._slack((one, two)):
                            self._note(one, self.top[two])
                        elif self._join(one, two):
                            return True
            if not self._raise():
                return False
            tops = [each for each in range(1, len(self.top)) if self.top[each] == each]
            for each in tops:
                near = self.nearest[each]
                if near and self.top[each] == each != self.top[near] and self.side[each] != INNER:
                    edge = self.edge[near][each]
                    if not self._slack(edge) and self._join(*edge):
                        return True
            for each in tops:
                is_inner = each > len(self.people) and self.top[each] == each and self.side[each] == INNER
                if is_inner and not self.value[each]:
                    self._open(each)

    def _raise(self) -> bool:
        """Change the values by as much as the next step needs; return False where nothing limits them."""
        tops = [each for each in range(1, len(self.top)) if self.top[each] == each]
        steps = [self.value[each] // 2 for each in tops if each > len(self.people) and self.side[each] == INNER]
        for each in tops:
            if self.nearest[each] and self.side[each] != INNER:
                slack = self._slack(self.edge[self.nearest[each]][each])
                steps.append(slack if self.side[each] == UNSEEN else slack // 2)
        if not steps:
            return False
        step = min(steps)
        for each in self.people:
            side = self.side[self.top[each]]
            self.value[each] += step if side == OUTER else -step if side == INNER else 0
        for each in tops:
            if each > len(self.people):
                side = self.side[each]
                self.value[each] += 2 * step if side == OUTER else -2 * step if side == INNER else 0
        return True

    def _slack(self, edge: tuple[int, int]) -> int:
        one, two = edge
        return self.price[one][two] - self.value[one] - self.value[two]

    def _note(self, one: int, other: int) -> None:
        near = self.nearest[other]
        if not near or self._slack(self.edge[one][other]) < self._slack(self.edge[near][other]):
            self.nearest[other] = one

    def _look(self, each: int) -> None:
        """Find anew who is nearest to a person or a cycle."""
        self.nearest[each] = NOBODY
        for one in self.people:
            if each in self.edge[one] and self.top[one] != each and self.side[self.top[one]] == OUTER:
                self._note(one, each)

    def _queue(self, each: int) -> None:
        self.queue += self.holding[each]

    def _cover(self, each: int, top: int) -> None:
        """Say that ``top`` is the outermost cycle of everybody in ``each``."""
        self.top[each] = top
        for member in self.cycle[each] if each > len(self.people) else ():
            self._cover(member, top)

    def _join(self, one: int, two: int) -> bool:
        """Use a pair that is paid from an outer person on; return whether two more people are paired by it."""
        here, there = self.top[one], self.top[two]
        if self.side[there] == UNSEEN:
            self.parent[there], self.side[there] = one, INNER
            following = self.top[self.mate[there]]
            self.nearest[there] = self.nearest[following] = NOBODY
            self.side[following] = OUTER
            self._queue(following)
        elif self.side[there] == OUTER:
            base = self._meeting_point(here, there)
            if not base:
                self._turn(here, (one, two))
                self._turn(there, (two, one))
                return True
            self._shrink(one, base, two)
        return False

    def _meeting_point(self, here: int, there: int) -> int:
        """Return the first common place on two ways up; NOBODY where they belong to different trees."""
        seen: set[int] = set()
        while here or there:
            if here:
                if here in seen:
                    return here
                seen.add(here)
                here = self.top[self.mate[here]]
                if here:
                    here = self.top[self.parent[here]]
            here, there = there, here
        return NOBODY

    def _turn(self, here: int, edge: tuple[int, int]) -> None:
        """Pair ``here`` by this edge; along the way up to the root everybody changes partners for it."""
        while True:
            before = self.top[self.mate[here]]
            self._marry(here, edge)
            if not before:
                return
            edge = self.edge[before][self.parent[before]]
            self._marry(before, edge)
            here, edge = self.top[edge[1]], edge[::-1]

    def _marry(self, each: int, edge: tuple[int, int]) -> None:
        """Pair a person or a cycle by an edge that begins there, and the members of a cycle among themselves."""
        self.mate[each] = edge[1]
        if each > len(self.people):
            member = self.holding[each][edge[0]]
            at = self._place(each, member)
            around = self.cycle[each]
            for one, two in zip(around[:at:2], around[1:at:2], strict=True):
                between = self.edge[one][two]
                self._marry(one, between)
                self._marry(two, between[::-1])
            self._marry(member, edge)
            self.cycle[each] = around[at:] + around[:at]

    def _place(self, cycle: int, member: int) -> int:
        """Return how far a member is from the base, an even number; the cycle is turned round for it."""
        around = self.cycle[cycle]
        at = around.index(member)
        if at % 2:
            around[1:] = around[:0:-1]
            at = len(around) - at
        return at

    def _shrink(self, one: int, base: int, two: int) -> None:
        """Make a cycle of the ways from two outer people up to their common base."""
        cycle = next(each for each in range(len(self.people) + 1, len(self.top)) if not self.top[each])
        around = [base]
        for end, back in ((one, True), (two, False)):
            each = self.top[end]
            while each != base:
                around.append(each)
                each = self.top[self.mate[each]]
                around.append(each)
                self._queue(each)
                each = self.top[self.parent[each]]
            if back:
                around[1:] = around[:0:-1]
        self.value[cycle], self.side[cycle], self.mate[cycle] = 0, OUTER, self.mate[base]
        self.cycle[cycle] = around
        self.holding[cycle] = {person: member for member in around for person in self.holding[member]}
        edges: dict[int, tuple[int, int]] = {}
        for member in around:
            for other, edge in self.edge[member].items():
                if other not in edges or self._slack(edge) < self._slack(edges[other]):
                    edges[other] = edge
        self.edge[cycle] = edges
        for other, edge in edges.items():
            self.edge[other][cycle] = edge[::-1]
        self._cover(cycle, cycle)
        self._look(cycle)

    def _open(self, cycle: int) -> None:
        """Take an inner cycle apart whose value is used up."""
        around = self.cycle[cycle]
        for member in around:
            self._cover(member, member)
        came = self.parent[cycle]
        entry = self.holding[cycle][self.edge[cycle][came][0]]
        at = self._place(cycle, entry)
        around = self.cycle[cycle]
        # Everybody's side first: who is nearest depends on it.
        for member in around:
            self.side[member], self.nearest[member] = UNSEEN, NOBODY
        for inner, outer in zip(around[:at:2], around[1:at:2], strict=True):
            self.parent[inner] = self.edge[outer][inner][0]
            self.side[inner], self.side[outer] = INNER, OUTER
            self._queue(outer)
        self.side[entry], self.parent[entry] = INNER, came
        for member in around:
            if self.side[member] != INNER:
                self._look(member)
        self.top[cycle] = NOBODY
        for other in self.edge[cycle]:
            self.edge[other].pop(cycle, None)
