"""What an entrant has earned in an event, and the order in which a ruleset compares it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.competition.standings.ranking import Merit
from tournaments.games.contract import RefusedError

CRITERIA = ("vp", "mp", "wins", "points", "lot")
PLACE_CRITERIA = ("place", "deals", "points")
PENALTY_CRITERIA = ("place", "deals", "penalties")
KNOWN = {*CRITERIA, *PLACE_CRITERIA, *PENALTY_CRITERIA}

LAST = -(1 << 62)
"""Less than anything that anybody has earned."""


@dataclass(frozen=True, slots=True)
class Earned:
    """The sums of one entrant: VP, signed MP, matches won, points scored, and the lot drawn (1 goes first).

    ``place`` is that at the last table he came to, the same for those who share it, and ``deals`` the regular deals
    that he took part in there; where these decide, ``points`` are those of that table.
    """

    key: int
    vp: int = 0
    mp: int = 0
    wins: int = 0
    points: int = 0
    lot: int | None = None
    place: int | None = None
    deals: int = 0


def criteria(*, uses_vp: bool, low_wins: bool = False) -> tuple[str, ...]:
    """What decides between entrants who came equally far: VP where the game has them (R-KO-14), else R-TAB-18."""
    if uses_vp:
        return CRITERIA
    return PENALTY_CRITERIA if low_wins else PLACE_CRITERIA


def merit(earned: Earned, criteria: Sequence[str] = CRITERIA) -> Merit:
    """The merit of an entrant by the criteria of the ruleset, in their order (R-KO-14, R-TAB-18).

    Without a lot, or a place, the entrant is level with everybody who has none and behind everybody who has one.
    """
    return tuple(_worth(earned, criterion) for criterion in criteria)


def _worth(earned: Earned, criterion: str) -> int:
    if criterion not in KNOWN:
        raise RefusedError("unknown_criterion", field="criteria", given=criterion)
    if criterion in ("lot", "place"):
        rank: int | None = getattr(earned, criterion)
        return LAST if rank is None else -rank
    if criterion == "penalties":
        return -earned.points
    value: int = getattr(earned, criterion)
    return value
