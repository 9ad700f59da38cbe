"""The order in which the criteria of a standing are compared, as data (R-TIE-07, R-TIE-08)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Final

from tournaments.competition.pairing.options import check_kept
from tournaments.games.contract import Json, RefusedError

SUMS: Final = ("points", "vp", "mp", "wins", "difference", "scored")
"""Sums of the tally, of which more is better."""

FEWER: Final = ("conceded", "penalties", "least_byes", "lot")
"""Numbers of which fewer are better; ``penalties`` are the points of a game in which fewer win."""

OF_OPPONENTS: Final = ("average", "buchholz", "sonneborn_berger")
"""Worked out only for those who are level by then; of table points or of VP, whichever the chain names first."""

GIVEN: Final = ("extra_deal", "highest_card")
"""What those who are level play or draw: the referee records their order by hand."""

HEAD_TO_HEAD: Final = "head_to_head"
CLASSIFICA_AVULSA: Final = "classifica_avulsa"
"""The table among three or more who are level."""

CRITERIA: Final = (*SUMS, *FEWER, *OF_OPPONENTS, *GIVEN, HEAD_TO_HEAD, CLASSIFICA_AVULSA)
AMONG: Final = (*SUMS, "conceded")
MOST_CRITERIA: Final = 16


@dataclass(frozen=True, slots=True)
class Chain:
    """The criteria from the first to the last; ``among`` are those of the classifica avulsa."""

    criteria: tuple[str, ...]
    among: tuple[str, ...] = ("points", "difference")

    def __post_init__(self) -> None:
        _check(self.criteria, CRITERIA, field="criteria")
        _check(self.among, AMONG, field="among")

    @property
    def total(self) -> str:
        """What Buchholz, the average and the match between two are counted in: ``points`` or ``vp``."""
        return next((name for name in self.criteria if name in ("points", "vp")), "points")

    @property
    def by_hand(self) -> tuple[str, ...]:
        """The criteria whose order is recorded by hand."""
        return tuple([name for name in self.criteria if name in GIVEN])

    @property
    def steps(self) -> tuple[tuple[str, ...], ...]:
        """The criteria as they are looked at: neighbours that are plain numbers at once, any other by itself."""
        plain = {*SUMS, *FEWER}
        marked = [(index if name not in plain else -1, name) for index, name in enumerate(self.criteria)]
        return tuple(tuple(name for _, name in step) for _, step in groupby(marked, key=lambda each: each[0]))

    @property
    def of_low_scores(self) -> "Chain":
        """The same where fewer points of the game are better: its penalty points are compared."""
        named = dict.fromkeys("penalties" if name == "scored" else name for name in self.criteria)
        return replace(self, criteria=tuple(named))

    def width(self, criterion: str) -> int:
        """How many numbers a criterion compares."""
        return len(self.among) if criterion == CLASSIFICA_AVULSA else 1


def _check(names: Sequence[str], known: Sequence[str], *, field: str) -> None:
    if not 1 <= len(names) <= MOST_CRITERIA:
        raise RefusedError("criteria_count", field=field, given=len(names), most=MOST_CRITERIA)
    for index, name in enumerate(names):
        if name not in known:
            raise RefusedError("unknown_criterion", field=field, given=str(name)[:40])
        if name in names[:index]:
            raise RefusedError("criterion_twice", field=field, given=name)


VP_ORDER: Final = Chain(("vp", "mp", "head_to_head", "wins", "scored", "lot"), among=("vp", "mp"))

CHAINS: Mapping[str, Chain] = MappingProxyType(
    {
        "vp": VP_ORDER,
        "valliadi": Chain(("points", "difference", "scored", "conceded", "highest_card")),
        "cava_manara": Chain(("points", "head_to_head", "classifica_avulsa", "wins")),
        "genova": Chain(("vp", "head_to_head", "lot"), among=("vp", "mp")),
        "genova_places": Chain(("points", "scored", "wins")),
        "swiss": Chain(("vp", "mp", "buchholz", "head_to_head", "wins", "scored", "lot"), among=("vp", "mp")),
        "rotating": Chain(("vp", "mp", "wins", "lot"), among=("vp", "mp")),
        "olzago": Chain(("penalties",)),
    }
)
"""The chains of the clubs, each with its source in R-TIE-08."""


def chain_to_json(chain: Chain) -> Json:
    """The chain as JSON for an event; ``chain_from_json`` reads it back."""
    return {"criteria": list(chain.criteria), "among": list(chain.among)}


def chain_from_json(data: Json) -> Chain:
    """Read a stored chain. Raises RefusedError naming the field."""
    check_kept(data, {"criteria": list, "among": list})
    if "criteria" not in data:
        raise RefusedError("missing_field", field="criteria", name="criteria")
    return Chain(**{name: tuple(value) for name, value in data.items()})
