"""The second bracket of a knockout, for those it beats: double elimination and consolation (R-DBL-01 to R-DBL-11).

Main round k is played in round k. The second bracket begins in round 2 with those who lost in round 1; in round 3, 5,
7 ... those who lost in main round 2, 3, 4 ... come to it, each against somebody who is still in. In the rounds between,
and once nobody comes any more, its winners play each other.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.competition.pairing.options import DOUBLE, KnockoutOptions, round_name
from tournaments.competition.pairing.positions import Positions
from tournaments.competition.types import FromEntrant, FromTable, Nobody, Plan, PlannedTable, Slot

NOBODY = Nobody()


def drops(size: int, options: KnockoutOptions) -> int:
    """How many rounds of a main bracket of ``size`` positions send their losers to the second one.

    In a consolation the loser of the final never goes there, nor do those who play for the third place.
    """
    rounds = size.bit_length() - 1
    if options.second_chance == DOUBLE:
        return rounds
    return max(0, min(options.second_chance_rounds, rounds - 1 - options.third_place))


def plan_second_chance(positions: Positions, options: KnockoutOptions, dropping: int) -> Plan:
    """Every table of both brackets; the first ``dropping`` rounds of the main one send their losers to the second."""
    builder = _Builder(positions, options, dropping)
    for round_ in range(1, builder.last_round + 1):
        builder.round(round_)
    return Plan(tuple(builder.tables), builder.last_round)


class _Builder:
    """Both brackets, round by round; ``left`` counts those whose place in the event is not decided yet."""

    def __init__(self, positions: Positions, options: KnockoutOptions, dropping: int) -> None:
        self.options = options
        self.dropping = dropping
        self.is_double = options.second_chance == DOUBLE
        self.main_rounds = len(positions).bit_length() - 1
        self.last_round = self.main_rounds + dropping - (not self.is_double)
        self.main: list[Slot] = [NOBODY if key is None else FromEntrant(key) for key in positions]
        self.second: list[Slot] = []
        self.losers: dict[int, list[Slot]] = {}
        self.left = sum(slot is not NOBODY for slot in self.main)
        self.best = 1 if self.is_double else (len(positions) >> dropping) + 1
        self.tables: list[PlannedTable] = []

    def round(self, round_: int) -> None:
        if round_ < self.main_rounds or (self.is_double and round_ == self.main_rounds):
            self._main(round_, round_)
        # The second bracket: those who come from the main one, then its tables.
        come = (round_ + 1) // 2
        if round_ == 2:
            self.second = self.losers[1]
        elif round_ > 1 and round_ % 2 and come <= self.dropping:
            # Each of them sits across from those who beat the people they beat (R-DBL-04).
            losers = self.losers[come]
            across = crossing(come, len(losers))
            self.second = [slot for at, here in enumerate(self.second) for slot in (losers[at ^ across], here)]
            came = {slot.number for slot in losers if isinstance(slot, FromTable)}
            first, last = min(came) - 1, max(came)
            self.tables[first:last] = [replace(table, worst_place=self.left) for table in self.tables[first:last]]
        if len(self.second) > 1:
            before = len(self.tables)
            ends = self._meet(self.second, round_, "second", self.best, self.left, "second")
            self.second = [winner for winner, _loser in ends]
            self.left -= len(self.tables) - before
        # The end of the event: the final of both brackets, or that of the main one, with the match for the third place.
        if round_ == self.last_round and self.is_double:
            self._meet([*self.main, *self.second], round_, "main", 1, 2, "final")
            if self.options.second_final:
                self.tables[-1] = replace(self.tables[-1], best_of=3, lead=1)
        elif round_ == self.last_round:
            if self.options.third_place and self.main_rounds > 1:
                self._meet(self.losers[self.main_rounds - 1], round_, "third", 3, 4, "third")
            self._main(round_, self.main_rounds)

    def _main(self, round_: int, main_round: int) -> None:
        to_go = self.main_rounds - main_round + self.is_double
        worst = self.left if main_round == 1 else len(self.main)
        ends = self._meet(self.main, round_, "main", 1, worst, round_name(to_go))
        self.main = [winner for winner, _loser in ends]
        self.losers[main_round] = [loser for _winner, loser in ends]

    def _meet(
        self, slots: Sequence[Slot], round_: int, section: str, best: int, worst: int, name: str
    ) -> list[tuple[Slot, Slot]]:
        """Add the tables of neighbours; return their winners and losers. Without an opponent one advances (R-KO-09)."""
        ends: list[tuple[Slot, Slot]] = []
        for position, pair in enumerate(zip(slots[::2], slots[1::2], strict=True)):
            is_bye = NOBODY in pair
            if is_bye and section != "main":
                ends.append((pair[0] if pair[1] == NOBODY else pair[1], NOBODY))
                continue
            number = len(self.tables) + 1
            length = self.options.length_of(name)
            self.tables.append(PlannedTable(number, round_, position, pair, section, best, worst, length))
            ends.append((FromTable(number, 1), NOBODY if is_bye else FromTable(number, 2)))
        return ends


def crossing(main_round: int, tables: int) -> int:
    """The number whose bits exchange the halves, quarters ... of a round that comes to the second bracket (R-DBL-04).

    Two rounds meet those they beat, or were beaten beside, as late as their numbers differ in the highest bits; so the
    bits of the round's number are read backwards, and one round after another comes to the other half.
    """
    width = tables.bit_length() - 1
    return sum(((main_round - 1) >> bit & 1) << (width - 1 - bit) for bit in range(width))
