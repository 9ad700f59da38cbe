"""The order of a table: who advances, which lines are level where it matters, and the results of tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamekit.order import Group, ahead, put_last, safe, split
from scala40.match import Line, Record, Setting, Standing, after_deal, is_finished, regular, start
from scala40.rules import Rules


@dataclass(frozen=True, slots=True)
class OpenTie:
    """Level lines where it matters: the number of the next tie-break, and the places at stake."""

    number: int
    lines: tuple[Line, ...]
    places: tuple[int, int]
    kind: str


@dataclass(frozen=True, slots=True)
class Position:
    """The position of a table; ``groups`` are best first, ``ties`` those to be broken, the next one first."""

    standings: tuple[Standing, ...]
    left: frozenset[Line]
    is_finished: bool
    groups: tuple[Group, ...]
    ties: tuple[OpenTie, ...]

    @property
    def is_over(self) -> bool:
        """R-S40-40: nothing is over while a tie is open."""
        return self.is_finished and not self.ties


def position(rules: Rules, records: Sequence[Record], setting: Setting) -> Position:
    """Return the table after ``records``: the one computation of the order, the ties and the states of the lines."""
    standings = start(setting)
    for number, record in enumerate(regular(records), start=1):
        standings = after_deal(rules, standings, record, number)
    left = frozenset(line for record in regular(records) for line in record.left)
    ground = _Ground(rules, setting, tuple(standings), left)
    groups = ground.order()
    if not is_finished(rules, standings, setting):
        return Position(ground.standings, left, False, groups, ())
    groups = ground.compare(groups)
    for record in records:
        if record.tiebreak:
            gone = safe(groups, setting.through) & record.left
            groups = ground.after(groups, record)
            # A line that was through and leaves while others play for a place is behind them all (R-S40-45).
            groups = put_last(groups, gone, setting.absent)
            # Only now: a line that leaves in a tie-break took part in it, and loses it.
            ground = replace(ground, left=ground.left | record.left)
    return Position(ground.standings, ground.left, True, groups, ground.ties(groups))


@dataclass(frozen=True, slots=True)
class _Ground:
    """The data that decides the order of a table."""

    rules: Rules
    setting: Setting
    standings: tuple[Standing, ...]
    left: frozenset[Line]

    def order(self) -> tuple[Group, ...]:
        """Order lines below 101 first, then by later exit; leaving, lower total and absence follow (R-S40-37)."""
        return tuple(split(Group(tuple(range(len(self.standings)))), self._key))

    def _key(self, line: Line) -> tuple[int, ...]:
        standing = self.standings[line]
        if standing.is_absent:
            return (2,)
        if standing.is_in:
            return (0, standing.total)
        return (1, -standing.exit, standing.has_left, standing.total if standing.is_exit_known else 0)

    def compare(self, groups: tuple[Group, ...]) -> tuple[Group, ...]:
        """Return the groups after the comparisons of the rules, without tie-breaks."""
        for number, group in self._mattering(groups):
            groups = (*groups[:number], *split(group, self._by_rules), *groups[number + 1 :])
        return groups

    def after(self, groups: tuple[Group, ...], record: Record) -> tuple[Group, ...]:
        """Return the groups after one tie-break, which is between the first group to be told apart (R-S40-38).

        The lowest is best, lines that left are last; after drawn cards nobody is level.
        """
        mattering = self._mattering(groups)
        if not mattering:
            return groups
        number, group = mattering[-1]
        if record.order:
            drawn = {line: place for place, line in enumerate(record.order)}
            parts = split(group, lambda line: drawn.get(line, len(drawn)))
        else:
            parts = split(group, lambda line: (line in record.left, record.points[line] or 0), played=1)
        return (*groups[:number], *parts, *groups[number + 1 :])

    def _by_rules(self, line: Line) -> int:
        """Return the values that some rules compare instead of an extra deal; the lower is better (R-S40-41)."""
        standing = self.standings[line]
        return {"last_deal": standing.last, "deals_closed": -standing.closed}.get(self.rules.table_tiebreak, 0)

    def ties(self, groups: tuple[Group, ...]) -> tuple[OpenTie, ...]:
        """Return the ties to be broken; a card is drawn after the last deal."""
        limit = self.rules.tiebreak_deals if self.rules.table_tiebreak == "extra_deal" else 0
        found = []
        for place, group in self._mattering(groups)[::-1]:
            first = ahead(groups, place) + 1
            # A line that has left cannot play a deal: a card is drawn for each.
            by_card = group.played >= limit or group.lines[0] in self.left
            number = limit + 1 if by_card else group.played + 1
            kind = "card" if by_card else "deal"
            found.append(OpenTie(number, group.lines, (first, first + len(group.lines) - 1), kind))
        return tuple(found)

    def _mattering(self, groups: tuple[Group, ...]) -> list[tuple[int, Group]]:
        """Return the groups to be told apart with their numbers, the last first, so that each can be replaced.

        They are level across the cut; in a final for the first place, or for every place where it is agreed (R-S40-38,
        R-S40-43).
        """
        every_place = self.setting.is_final and self.rules.final_ties == "extra_deal"
        found = []
        for number, group in enumerate(groups):
            size, before = len(group.lines), ahead(groups, number)
            if size < 2 or self.standings[group.lines[0]].is_absent:
                continue
            is_cut = before < self.setting.through < before + size
            if is_cut or (every_place and group.lines[0] not in self.left):
                found.append((number, group))
        return found[::-1]
