"""How a stage in rounds orders its entries: the chain, the points of a table, whether a match may be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tournaments.competition.pairing.options import check_kept
from tournaments.competition.stages.chain import CHAINS, CLASSIFICA_AVULSA, Chain, chain_from_json, chain_to_json
from tournaments.competition.stages.club_table import ClubOptions, clubs_from_json, clubs_to_json
from tournaments.competition.stages.points import (
    ONE_A_WIN,
    TEN_SIX_THREE_ONE,
    TWO_ONE_NIL,
    VALLIADI,
    PointsTerms,
    points_from_json,
    points_to_json,
)
from tournaments.games.contract import Json, RefusedError


@dataclass(frozen=True, slots=True)
class Ranking:
    """The chain of the stage; its table points, None where VP count; and whether a match can end level (R-STG-03).

    With ``clubs`` the results of the entries of each club are summed as well (R-CLB-01).
    """

    chain: Chain = CHAINS["vp"]
    points: PointsTerms | None = None
    draws: bool = True
    clubs: ClubOptions | None = None

    def __post_init__(self) -> None:
        if self.clubs is not None and self.chain.criteria[0] != self.chain.total:
            raise RefusedError("clubs_need_a_total", field="clubs")
        if "points" in self.chain.criteria and self.points is None:
            raise RefusedError("chain_needs_points", field="ranking")

    @property
    def uses_vp(self) -> bool:
        """Whether the chain cannot be read without VP."""
        return bool({"vp", "mp"} & {*self.chain.criteria})

    def suits(self, *, uses_vp: bool, low_wins: bool) -> bool:
        """Return whether a game has what the chain compares, and has it the right way round (R-RNK-02)."""
        compared = {*self.chain.criteria} - {"scored"}
        if CLASSIFICA_AVULSA in compared:
            # It adds up the points themselves, and takes more for better.
            compared |= {*self.chain.among}
        return (uses_vp or not compared & {"vp", "mp"}) and not (low_wins and compared & {"scored", "conceded"})

    def of_game(self, *, low_wins: bool) -> "Ranking":
        """Return the ranking as a game has it: where fewer of its points are better, fewer of them go first."""
        return replace(self, chain=self.chain.of_low_scores) if low_wins else self

    @property
    def columns(self) -> tuple[str, ...]:
        """What the standings show of each entry after its place and its name; ``record`` is won, drawn, lost."""
        if self.uses_vp:
            return ("played", "vp", "mp", "wins")
        return ("played", *(["points"] if self.points else []), "record", "difference", "scored")


BY_VP: Final = Ranking()
BY_ROTATING: Final = Ranking(CHAINS["rotating"])
BY_PLACES: Final = Ranking(CHAINS["genova_places"], TEN_SIX_THREE_ONE)
BY_DIFFERENCE: Final = Chain(("points", "difference", "head_to_head", "wins", "lot"))

RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {
        "vp": BY_VP,
        "vp_buchholz": Ranking(CHAINS["swiss"]),
        "vp_direct": Ranking(CHAINS["genova"]),
        "three_points": Ranking(BY_DIFFERENCE, VALLIADI),
        "valliadi": Ranking(CHAINS["valliadi"], VALLIADI, draws=False),
        "two_points": Ranking(CHAINS["cava_manara"], TWO_ONE_NIL),
        "one_point": Ranking(BY_DIFFERENCE, ONE_A_WIN, draws=False),
    }
)
"""The rankings that an organiser chooses from, each with its source in R-RNK-01."""


def name_of(ranking: Ranking) -> str:
    """Return the name of a ranking among ``RANKINGS``, with or without clubs; empty for another one."""
    plain = replace(ranking, clubs=None)
    return next((name for name, known in RANKINGS.items() if known == plain), "")


def first_fitting(*, uses_vp: bool, low_wins: bool) -> str:
    """Return the name of the first ranking that a game can be played by."""
    return next(name for name, each in RANKINGS.items() if each.suits(uses_vp=uses_vp, low_wins=low_wins))


KINDS: Mapping[str, type] = MappingProxyType({"chain": dict, "points": dict, "draws": bool, "clubs": dict})


def ranking_to_json(ranking: Ranking) -> Json:
    """Return the ranking as JSON for an event; ``ranking_from_json`` reads it back."""
    points = {} if ranking.points is None else {"points": points_to_json(ranking.points)}
    clubs = {} if ranking.clubs is None else {"clubs": clubs_to_json(ranking.clubs)}
    return {"chain": chain_to_json(ranking.chain), **points, "draws": ranking.draws, **clubs}


def ranking_from_json(data: Json) -> Ranking:
    """Read a stored ranking, or the name of a known one; what is missing has its default.

    Raises RefusedError naming the field.
    """
    if isinstance(data, str):
        if data not in RANKINGS:
            raise RefusedError("unknown_choice", field="ranking", given=data[:40])
        return RANKINGS[data]
    check_kept(data, KINDS)
    return Ranking(
        chain=chain_from_json(data["chain"]) if "chain" in data else BY_VP.chain,
        points=points_from_json(data["points"]) if "points" in data else None,
        draws=data.get("draws", True),
        clubs=clubs_from_json(data["clubs"]) if "clubs" in data else None,
    )
