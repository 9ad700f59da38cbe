"""A ruleset as a frozen value: every parameter in which the sources differ, and forbidden combinations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gamekit.domains import Choice, Domain, Flag, Several, Whole
from gamekit.rulesets import Rulesets, require_domains
from scala40.errors import RefusalError

Json: TypeAlias = Any


# R-S40-29; the parameters of docs/rules/scala40.md: first those of the play, then those of the table.
DOMAINS: Final[Mapping[str, Domain]] = {
    "joker_first_upcard": Choice(("replaced", "kept")),
    "max_run_when_laid": Whole(3, 13),
    "max_run_on_table": Choice((13, 14)),
    "opening_points": Whole(1, 100),
    "hand_close_needs_40": Flag(),
    "pickup_must_be_melded": Flag(),
    "joker_must_be_reused": Flag(),
    "attachable_discard": Choice(("refused", "allowed")),
    "no_close_first_round": Flag(),
    "stock_remakes": Whole(0, 5),
    "hand_close_penalty": Choice(("count", "flat_100_unopened", "double")),
    "out_at": Whole(1, 999),
    "table_tiebreak": Choice(("extra_deal", "last_deal", "deals_closed", "lot")),
    "tiebreak_deals": Whole(1, 3),
    "final_mode": Choice(("last_survivor", "two_out")),
    "final_ties": Choice(("ex_aequo", "extra_deal")),
    "time_limit_min": Whole(1, 600, optional=True),
    "leave_causes": Several(("abandon", "no_show", "disqualification")),
    "fault_online": Choice(("robot", "void", "referee")),
}

# A ruleset without a version is of version 1, the first release.
VERSION: Final = 4
ADDED: Final[Mapping[int, Mapping[str, Json]]] = {4: {"fault_online": "referee"}}
"""The parameters that each version added, with the value that means what was played before it."""
REMOVED: Final[Mapping[int, Mapping[str, Json]]] = {
    3: {
        "packs": 2,
        "jokers": 4,
        "first_dealer": "random",
        "dealer_rotation": "to_left",
        "one_joker_per_meld": True,
        "scores_restart": True,
    },
}
"""The parameters that each version removed, with the only value that they could have."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One ruleset. The defaults are seed 003 and, where it says nothing, common practice; see docs/rules/scala40.md."""

    joker_first_upcard: str = "replaced"
    max_run_when_laid: int = 5
    max_run_on_table: int = 14
    opening_points: int = 40
    hand_close_needs_40: bool = False
    pickup_must_be_melded: bool = True
    joker_must_be_reused: bool = True
    attachable_discard: str = "refused"
    no_close_first_round: bool = False
    stock_remakes: int = 2
    hand_close_penalty: str = "count"
    out_at: int = 101
    table_tiebreak: str = "extra_deal"
    tiebreak_deals: int = 2
    final_mode: str = "last_survivor"
    final_ties: str = "ex_aequo"
    time_limit_min: int | None = None
    leave_causes: tuple[str, ...] = ("abandon", "no_show", "disqualification")
    fault_online: str = "robot"

    def __post_init__(self) -> None:
        require_domains(self, DOMAINS, RefusalError)


RULESETS: Final = Rulesets(Rules, DOMAINS, version=VERSION, error=RefusalError, added=ADDED, removed=REMOVED)
from_json = RULESETS.read
to_json = RULESETS.write
upgrade = RULESETS.upgrade
FIELDS: Final = RULESETS.fields
