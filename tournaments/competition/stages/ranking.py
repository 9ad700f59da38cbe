"""How a stage in rounds orders its entries: the chain, the points of a table, whether a match may be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournaments.competition.pairing.kept import check_kept
from tournaments.competition.stages.chain import CHAINS, Chain, chain_from_json, chain_to_json
from tournaments.competition.stages.points import TEN_SIX_THREE_ONE, PointsTerms, points_from_json, points_to_json
from tournaments.games.contract import Json, RefusedError


@dataclass(frozen=True, slots=True)
class Ranking:
    """The chain of the stage; its table points, None where VP count; and whether a match can end level (R-STG-03)."""

    chain: Chain = CHAINS["vp"]
    points: PointsTerms | None = None
    draws: bool = True

    def __post_init__(self) -> None:
        if "points" in self.chain.criteria and self.points is None:
            raise RefusedError("chain_needs_points", field="ranking")

    @property
    def uses_vp(self) -> bool:
        """Whether the chain cannot be read without VP."""
        return bool({"vp", "mp"} & {*self.chain.criteria})


BY_VP: Final = Ranking()
BY_PLACES: Final = Ranking(CHAINS["genova_places"], TEN_SIX_THREE_ONE)
KINDS: Mapping[str, type] = MappingProxyType({"chain": dict, "points": dict, "draws": bool})


def ranking_to_json(ranking: Ranking) -> Json:
    """Return the ranking as JSON for an event; ``ranking_from_json`` reads it back."""
    points = {} if ranking.points is None else {"points": points_to_json(ranking.points)}
    return {"chain": chain_to_json(ranking.chain), **points, "draws": ranking.draws}


def ranking_from_json(data: Json) -> Ranking:
    """Read a stored ranking; what is missing has its default. Raises RefusedError naming the field."""
    check_kept(data, KINDS)
    return Ranking(
        chain=chain_from_json(data["chain"]) if "chain" in data else BY_VP.chain,
        points=points_from_json(data["points"]) if "points" in data else None,
        draws=data.get("draws", True),
    )
