"""Merits by which rows are ranked: of any row by its criteria, of an entrant of an elimination as its ruleset says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from operator import attrgetter
from types import MappingProxyType
from typing import TypeAlias

from tournaments.competition.standings.ranking import Merit, Row
from tournaments.games.contract import RefusedError

CRITERIA = ("vp", "mp", "wins", "points", "lot")
FEWEST_CRITERIA = ("vp", "mp", "wins", "penalties", "lot")
PLACE_CRITERIA = ("place", "deals", "points")
PENALTY_CRITERIA = ("place", "deals", "penalties")

LAST = -(1 << 62)
"""Less than anything that anybody has earned."""


@dataclass(slots=True)
class Earned:
    """The sums of one entrant: VP, signed MP, matches won, points scored, and the lot (1 goes first).

    ``place`` is that at the last table, the same for those who share it, and ``deals`` the regular deals played there;
    where these decide, ``points`` are those of that table.
    """

    key: int
    vp: int = 0
    mp: int = 0
    wins: int = 0
    points: int = 0
    lot: int | None = None
    place: int | None = None
    deals: int = 0


Worth: TypeAlias = Callable[[Earned], int]

PLAIN = ("vp", "mp", "wins", "points", "deals")
AT_ONCE = 2
"""From so many on, an attrgetter gives a tuple."""

WORTH: Mapping[str, Worth] = MappingProxyType(
    {name: attrgetter(name) for name in PLAIN}
    | {
        "penalties": lambda earned: -earned.points,
        "lot": lambda earned: LAST if earned.lot is None else -earned.lot,
        "place": lambda earned: LAST if earned.place is None else -earned.place,
    }
)
"""What each criterion counts; without a lot, or a place, level with everybody who has none and behind who has one."""


def criteria(*, uses_vp: bool, low_wins: bool = False) -> tuple[str, ...]:
    """Return the criteria between entrants who came equally far: VP if the game has them (R-KO-14), else R-TAB-18."""
    if uses_vp:
        return FEWEST_CRITERIA if low_wins else CRITERIA
    return PENALTY_CRITERIA if low_wins else PLACE_CRITERIA


def merits(criteria: Sequence[str] = CRITERIA) -> Callable[[Earned], Merit]:
    """Return the merits of an entrant by the criteria of the ruleset, in their order (R-KO-14, R-TAB-18)."""
    for criterion in criteria:
        if criterion not in WORTH:
            raise RefusedError("unknown_criterion", field="criteria", given=criterion)
    return merits_of(criteria, WORTH, PLAIN)


def merits_of(
    criteria: Sequence[str], worth: Mapping[str, Callable[[Row], int | Fraction]], plain: Sequence[str]
) -> Callable[[Row], Merit]:
    """The merits of a row by these criteria; ``plain`` are those whose worth is the attribute of their name."""
    worths = [worth[criterion] for criterion in criteria]
    # Attributes are read once, because every entrant of an event is compared.
    read = list(takewhile(plain.__contains__, criteria))
    if len(read) < AT_ONCE:
        return lambda row: tuple([worth(row) for worth in worths])
    first: Callable[[Row], Merit] = attrgetter(*read)
    others = worths[len(read) :]
    if not others:
        return first
    if len(others) == 1:
        last = others[0]
        return lambda row: (*first(row), last(row))
    return lambda row: (*first(row), *[worth(row) for worth in others])
