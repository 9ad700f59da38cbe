"""The options of a stage that is paired by the standings, checked when they are chosen (R-DAN-02, -09, R-SWI-01)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournaments.competition.pairing.options import check_kept
from tournaments.competition.stages.length import require_rounds
from tournaments.competition.stages.version import FIRST_VERSION, check_version
from tournaments.games.contract import Json, RefusedError

STANDING_KINDS: Final = ("danish", "swiss")
ALLOWED, NOT_IN_A_ROW, NEVER_AGAIN = "allowed", "not_in_a_row", "never"
REMATCHES: Final = (ALLOWED, NOT_IN_A_ROW, NEVER_AGAIN)
LEAST_ROUNDS, MOST_ROUNDS = 1, 30
MOST_GROUPS: Final = 32


@dataclass(frozen=True, slots=True)
class StandingOptions:
    """The choices of a Danish or of a Swiss.

    ``rematches`` says who may meet again: everybody (``allowed``), those who did not meet in the previous round
    (``not_in_a_row``), or nobody (``never``, the only choice of a Swiss). The field is cut into so many ``groups`` from
    the top; each is paired and placed on its own. An event keeps the ``version`` of the rule that it began with.
    """

    kind: str = "swiss"
    rematches: str = NEVER_AGAIN
    rounds: int = 5
    groups: int = 1
    version: int = FIRST_VERSION

    def __post_init__(self) -> None:
        if self.kind not in STANDING_KINDS:
            raise RefusedError("unknown_choice", field="kind", given=str(self.kind))
        if self.rematches not in REMATCHES:
            raise RefusedError("unknown_choice", field="rematches", given=str(self.rematches))
        if self.kind == "swiss" and self.rematches != NEVER_AGAIN:
            raise RefusedError("swiss_without_rematches", field="rematches")
        require_rounds(self.rounds, least=LEAST_ROUNDS, most=MOST_ROUNDS)
        if type(self.groups) is not int or not 1 <= self.groups <= MOST_GROUPS:
            raise RefusedError("groups_out_of_range", field="groups", most=MOST_GROUPS, given=str(self.groups))
        check_version(self.version)

    @property
    def looks_ahead(self) -> bool:
        """Whether a small field is paired so that the rounds after this one can be too (R-SWI-06)."""
        return self.version > FIRST_VERSION and self.rematches == NEVER_AGAIN

    @property
    def pairs_by_score(self) -> bool:
        """Whether those of one score meet wherever it is possible (R-SWI-05)."""
        return self.version > FIRST_VERSION and self.kind == "swiss"


KINDS: Mapping[str, type] = MappingProxyType(
    {"kind": str, "rematches": str, "rounds": int, "groups": int, "version": int}
)


def standing_to_json(options: StandingOptions) -> Json:
    """Return the options as JSON for an event; ``standing_from_json`` reads them back."""
    found = {name: getattr(options, name) for name in KINDS}
    # Events that were drawn before there were groups, and another rule, have published their options without them.
    usual = {"groups": 1, "version": FIRST_VERSION}
    return {name: value for name, value in found.items() if name not in usual or value != usual[name]}


def standing_from_json(data: Json) -> StandingOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, KINDS)
    return StandingOptions(**data)
