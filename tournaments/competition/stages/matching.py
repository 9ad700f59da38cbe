"""As many pairs as possible of those who may meet: maximum matchings that grow and shrink by a few at a time.

The search is Edmonds' (1965): an alternating tree in which every odd cycle is shrunk to its base.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

MayMeet: TypeAlias = Callable[[int, int], bool]
Pair: TypeAlias = tuple[int, int]


class Matching:
    """Those who were put in, paired as often as possible; ``mate`` of somebody alone is that one itself."""

    def __init__(self, may_meet: MayMeet) -> None:
        self.mate: dict[int, int] = {}
        self.may_meet = may_meet
        self._near: dict[int, list[int]] = {}

    @property
    def alone(self) -> list[int]:
        """The people without a partner, in the order in which they were put in."""
        return [each for each, mate in self.mate.items() if each == mate]

    def put_in(self, *those: int) -> None:
        """Add people: one alone, or two who may meet."""
        for each in those:
            self._near[each] = [other for other in self.mate if self.may_meet(each, other)]
            for other in self._near[each]:
                self._near[other].append(each)
            self.mate[each] = each
        self.mate.update(zip(those, reversed(those), strict=True))
        self._grow()

    def take_out(self, those: Sequence[int], alone: int) -> bool:
        """Remove these if the others can be paired with ``alone`` left over at most, else change nothing."""
        before = dict(self.mate)
        for each in those:
            mate = self.mate.pop(each)
            if mate in self.mate:
                self.mate[mate] = mate
        self._grow()
        if len(self.alone) > alone:
            self.mate = before
            return False
        return True

    def _grow(self) -> None:
        """Pair more of those who are alone, until no more pairs are possible."""
        for each in self.alone:
            if self.mate[each] == each:
                _Search(self.mate, self._near, each).run()


class _Search:
    """A search for a way to pair ``root``, in which pairs on the way change partners."""

    def __init__(self, mate: dict[int, int], near: dict[int, list[int]], root: int) -> None:
        self.mate, self.near, self.root = mate, near, root
        self.base = {each: each for each in mate}
        self.parent: dict[int, int] = {}
        self.outer = [root]
        self.is_outer = {root}

    def run(self) -> None:
        for each in self.outer:
            for other in self.near[each]:
                if other not in self.mate or self.base[each] == self.base[other]:
                    continue
                if other in self.is_outer:
                    self._shrink(each, other)
                    continue
                if other in self.parent:
                    continue
                self.parent[other] = each
                if self.mate[other] != other:
                    self._make_outer(self.mate[other])
                    continue
                # A way to somebody alone: along it, back to the root, each changes partners.
                end = other
                while end != self.root:
                    before = self.parent[end]
                    following = self.mate[before]
                    self.mate[end], self.mate[before] = before, end
                    end = following
                return

    def _make_outer(self, each: int) -> None:
        if each not in self.is_outer:
            self.is_outer.add(each)
            self.outer.append(each)

    def _shrink(self, one: int, two: int) -> None:
        """Join the odd cycle that the two close to its base: from there on each of it is outer."""
        base = self.base[one]
        above = {base}
        while base != self.root:
            base = self.base[self.parent[self.mate[base]]]
            above.add(base)
        top = self.base[two]
        while top not in above:
            top = self.base[self.parent[self.mate[top]]]
        cycle = self._climb(one, top, two) | self._climb(two, top, one)
        for each, base in self.base.items():
            if base in cycle:
                self.base[each] = top
                self._make_outer(each)

    def _climb(self, each: int, top: int, child: int) -> set[int]:
        """Return the bases from ``each`` up to ``top``, and lead the way back around the cycle."""
        bases = set()
        while self.base[each] != top:
            bases |= {self.base[each], self.base[self.mate[each]]}
            self.parent[each] = child
            child = self.mate[each]
            each = self.parent[child]
        return bases
