"""Exchanges that keep a club, then a circle, apart at tables of a first round, or in groups (R-TAB-15, R-TAB-16)."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tournaments.competition.pairing.positions import CLUB, REASONS, Moved


class TableGroups:
    """The chairs of a first round, table after table, with who may leave which chair.

    ``places`` are the keys, ``tables`` the ranges of chairs, ``kinds`` say who may change places with who (0 stays),
    ``groups`` are the clubs and the circles by key.
    """

    def __init__(
        self,
        places: list[int],
        tables: Sequence[range],
        kinds: Sequence[int],
        groups: Sequence[dict[int, str]],
    ) -> None:
        self.places = places
        self.tables = tables
        self.kinds = kinds
        self.table_of = [number for number, table in enumerate(tables) for _ in table]
        self.groups = [[of.get(key, "") for key in places] for of in groups]
        self.present = [Counter(zip(self.table_of, level, strict=True)) for level in self.groups]
        # By level: at how many tables a group has so many people; 0 people only after somebody left.
        self.spread = [Counter((group, n) for (_, group), n in level.items()) for level in self.present]
        self.largest = max(map(len, tables))
        self.moves: list[Moved] = []

    def apart(self) -> list[Moved]:
        """Exchange until nothing improves; return every move with its reason."""
        for level, groups in enumerate(self.groups):
            improves = any(groups)
            while improves:
                before = len(self.moves)
                # Everybody who meets their own group moves to the next fitting chair.
                resume: dict[tuple[str, int], int] = {}
                stuck: set[tuple[str, int, int]] = set()
                for here, kind in enumerate(self.kinds):
                    group, table = groups[here], self.table_of[here]
                    if not kind or not self._meets(here, here, level) or (group, kind, table) in stuck:
                        continue
                    there = self._free(here, level, resume.get((group, kind), here + 1))
                    if there is None:
                        stuck.add((group, kind, table))
                    else:
                        resume[group, kind] = there + 1
                        self._exchange(here, there, level)
                improves = len(self.moves) > before
        return self.moves

    def _free(self, here: int, level: int, start: int) -> int | None:
        """Return the next chair, wrapping around, where ``here`` meets fewer of the group and nobody meets more.

        For a circle, nobody may meet more of their club either.
        """
        kind, kinds = self.kinds[here], self.kinds
        group, present, table_of = self.groups[level][here], self.present[level], self.table_of
        now = self._meets(here, here, level)
        # Every table has its share of the group: true long before the last chair is tried.
        if sum([self.spread[level][group, n] for n in range(now, self.largest + 1)]) == len(self.tables):
            return None
        for there in chain(range(start, len(kinds)), range(start)):
            # Members of the same group are skipped: they would meet as many as ``here`` does now, and so more.
            if (
                kinds[there] == kind
                and present.get((table_of[there], group), 0) < now
                and all(
                    self._meets(mover, to, of) <= self._meets(mover, mover, of)
                    for of in range(CLUB, level + 1)
                    for mover, to in ((here, there), (there, here))
                )
            ):
                return there
        return None

    def _meets(self, mover: int, to: int, level: int) -> int:
        """Return how many of the group ``mover`` would meet in the chair of ``to``, after that one has left it."""
        groups = self.groups[level]
        group = groups[mover]
        return self.present[level][self.table_of[to], group] - (groups[to] == group) if group else 0

    def _exchange(self, here: int, there: int, by: int) -> None:
        places, alike = self.places, self.groups[by]
        table = self.tables[self.table_of[here]]
        relative = next(chair for chair in table if chair != here and alike[chair] == alike[here])
        mover, other = places[here], places[there]
        self.moves.append(Moved(mover, here, there, REASONS[by], places[relative]))
        self.moves.append(Moved(other, there, here, "made_room", mover))
        places[here], places[there] = other, mover
        for level, groups in enumerate(self.groups):
            self._carry(level, here, there)
            self._carry(level, there, here)
            groups[here], groups[there] = groups[there], groups[here]

    def _carry(self, level: int, left: int, entered: int) -> None:
        group, present, spread = self.groups[level][left], self.present[level], self.spread[level]
        for chair, change in ((left, -1), (entered, 1)):
            seat = self.table_of[chair], group
            spread[group, present[seat]] -= 1
            present[seat] += change
            spread[group, present[seat]] += 1
