"""What an entrant has earned in an event, and the order in which a ruleset compares it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.competition.standings.ranking import Merit
from tournaments.games.contract import RefusedError

CRITERIA = ("vp", "mp", "wins", "points", "lot")


@dataclass(frozen=True, slots=True)
class Earned:
    """The sums of one entrant: VP, signed MP, matches won, points scored, and the lot drawn (1 goes first)."""

    key: int
    vp: int = 0
    mp: int = 0
    wins: int = 0
    points: int = 0
    lot: int | None = None


def merit(earned: Earned, criteria: Sequence[str] = CRITERIA) -> Merit:
    """The merit of an entrant by the criteria of the ruleset, in their order (R-KO-14).

    Without a lot the entrant is level with everybody who has none, and behind everybody who has one.
    """
    return tuple(_worth(earned, criterion) for criterion in criteria)


def _worth(earned: Earned, criterion: str) -> int:
    if criterion not in CRITERIA:
        raise RefusedError("unknown_criterion", field="criteria", given=criterion)
    if criterion == "lot":
        return -earned.lot if earned.lot is not None else -(1 << 62)
    value: int = getattr(earned, criterion)
    return value
