"""The regulation by which the matches of an event are judged."""

from dataclasses import dataclass

from tournaments.competition.scoring.scales import Scale, scale_from_json
from tournaments.competition.scoring.terms import ForfeitTerms, terms_from_json
from tournaments.games.contract import Json, ScoredGame


@dataclass(frozen=True, slots=True)
class Regulation:
    """The game of an event, its ruleset, its VP table (None: no VP), and its terms for faults and byes."""

    game: ScoredGame
    rules: Json
    vp_table: Json | None
    fault_terms: Json

    @property
    def has_vp(self) -> bool:
        return self.vp_table is not None

    @property
    def scale(self) -> Scale:
        """The VP table of an event that has one."""
        return scale_from_json(self.vp_table)

    @property
    def terms(self) -> ForfeitTerms:
        return terms_from_json(self.fault_terms)
