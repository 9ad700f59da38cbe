"""Criteria that look at others: opponents, matches among those who are level, ties decided by hand (R-TIE-09 to 12)."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from types import MappingProxyType
from typing import Final

from tournaments.competition.stages.points import WIN, Number
from tournaments.competition.stages.tallies import Met, Tally
from tournaments.competition.standings.merits import LAST
from tournaments.competition.standings.ranking import Merit

UNUSED: Final = LAST - 1
"""The worth of a criterion that does not apply to those who are level: the same for all of them."""

OPPONENT: Final = attrgetter("opponent")
TWO: Final = 2


def average(tally: Tally, total: str) -> Number:
    """Return the total for each settled table, a rest among them (R-TIE-09)."""
    return _plain(Fraction(getattr(tally, total)) / tally.tables) if tally.tables else 0


def buchholz(tally: Tally, totals: Mapping[int, Number]) -> Number:
    """Return the sum of the opponents' totals; for a rest it is the entry's own total (R-TIE-10)."""
    met = sum(map(totals.__getitem__, map(OPPONENT, tally.met)))
    return met + (tally.tables - tally.played) * totals[tally.key]


def sonneborn_berger(tally: Tally, totals: Mapping[int, Number]) -> Number:
    """Return the totals of those who were beaten, and half of those who drew (R-TIE-10)."""
    return _plain(Fraction(sum([met.outcome * totals[met.opponent] for met in tally.met])) / TWO)


def _plain(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number


def head_to_head(level: Sequence[Tally], total: str) -> Sequence[Merit]:
    """Return what each of two got from the tables at which they met; unused for more, or where they never met."""
    if len(level) == TWO:
        one, other = level
        ours = [getattr(met, total) for met in one.met if met.opponent == other.key]
        if ours:
            return [(sum(ours),), (sum(getattr(met, total) for met in other.met if met.opponent == one.key),)]
    return [(UNUSED,)] * len(level)


def classifica_avulsa(level: Sequence[Tally], among: Sequence[str]) -> Sequence[Merit]:
    """Return the merits of three or more in a table among them.

    Unused for two, and where they have not all met each other and played equally many matches among them.
    """
    others = len(level) - 1
    if len(level) > TWO and all(len(tally.met) >= others for tally in level):
        keys = {tally.key for tally in level}
        rows = [[met for met in tally.met if met.opponent in keys] for tally in level]
        everybody_met = all(len({met.opponent for met in row}) == others for row in rows)
        if everybody_met and len({len(row) for row in rows}) == 1:
            return [tuple([WORTH[name](row) for name in among]) for row in rows]
    return [(UNUSED,) * len(among)] * len(level)


def by_hand(level: Sequence[Tally], orders: Sequence[Sequence[int]]) -> Sequence[Merit]:
    """Return the order of the first of ``orders`` that names all of those who are level; unused without one."""
    keys = {tally.key for tally in level}
    order = next((order for order in orders if keys <= set(order)), None)
    if order is None:
        return [(UNUSED,)] * len(level)
    return [(-order.index(tally.key),) for tally in level]


WORTH: Mapping[str, Callable[[Sequence[Met]], Number]] = MappingProxyType(
    {
        "points": lambda rows: sum(met.points for met in rows),
        "vp": lambda rows: sum(met.vp for met in rows),
        "mp": lambda rows: sum(met.mp for met in rows),
        "difference": lambda rows: sum(met.difference for met in rows),
        "scored": lambda rows: sum(met.scored for met in rows),
        "wins": lambda rows: sum(met.outcome == WIN for met in rows),
        "conceded": lambda rows: -sum(met.conceded for met in rows),
    }
)
"""What the classifica avulsa counts in the tables among those who are level; more is better in each."""
