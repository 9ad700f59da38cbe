"""A ruleset as a frozen value: which card game it is, how its points are written, and what they decide."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gamekit.domains import Choice, Domain, Rising, Several, Text, Whole
from gamekit.rulesets import Rulesets, require_domains
from punti import vp
from punti.errors import RefusalError

Json: TypeAlias = Any

GAMES: Final = ("briscola", "tressette", "burraco", "pinnacola", "scopone", "machiavelli", "scala40", "other")
PICTURES: Final = ("coins", "cups", "swords", "clubs", "hearts", "diamonds", "flowers", "spades", "cards")
FAULTS: Final = ("abandon", "no_show", "disqualification")
NO_VP: Final = "none"
TYPED: Final = "typed"

FEWEST_LINES: Final = 2
MOST_LINES: Final = 6
MOST_DEALS: Final = 60
MOST_DEAL: Final = 9_999
MOST_TOTAL: Final = 99_999
FEWEST_STEPS: Final = 4
"""A table ends at 14-6 at least: that is what a rest is worth."""
MOST_DIFFERENCE: Final = 6_500
"""The widest difference of a match that is turned into VP, five games of a match together still fit where MP stand."""

# R-PTI-01 to R-PTI-28; the parameters of docs/rules/punti.md in the order of that page.
DOMAINS: Final[Mapping[str, Domain]] = {
    "game": Choice(GAMES),
    "title": Text(40),
    "picture": Choice(PICTURES),
    "people": Choice(("pairs", "singles", "both", "threes")),
    "fewest_lines": Whole(FEWEST_LINES, MOST_LINES),
    "most_lines": Whole(FEWEST_LINES, MOST_LINES),
    "wins": Choice(("most", "fewest")),
    "match_mode": Choice(("target", "fixed_deals")),
    "target": Whole(1, MOST_TOTAL - MOST_DEAL, optional=True),
    "deals": Whole(1, MOST_DEALS, optional=True),
    "deal_least": Whole(-MOST_DEAL, 0),
    "deal_most": Whole(1, MOST_DEAL),
    "deal_step": Whole(1, 100),
    "deal_sum": Whole(1, MOST_DEAL, optional=True),
    "deal_sum_test": Choice(("exactly", "at_most")),
    "level_at_end": Choice(("play_on", "draw")),
    "tiebreak_deals": Whole(0, 9),
    "time_limit_min": Whole(1, 600, optional=True),
    "at_time": Choice(("finish_deal", "stop_deal")),
    "level_at_time": Choice(("decider", "card", "draw")),
    "vp": Choice((NO_VP, *vp.PUBLISHED, TYPED)),
    "vp_steps": Rising(1, MOST_DIFFERENCE, vp.LEVEL),
    "fault_causes": Several(FAULTS),
}

VERSION: Final = 1
ADDED: Final[Mapping[int, Mapping[str, Json]]] = {}
"""The parameters that each version added, with the value that means what was played before it."""
REMOVED: Final[Mapping[int, Mapping[str, Json]]] = {}
"""The parameters that each version removed, with the only value that they could have."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One ruleset. The defaults are those of a game of which nothing is known; ``presets`` has what regulations say."""

    game: str = "other"
    title: str = ""
    picture: str = "cards"
    people: str = "both"
    fewest_lines: int = 2
    most_lines: int = 2
    wins: str = "most"
    match_mode: str = "target"
    target: int | None = 21
    deals: int | None = None
    deal_least: int = 0
    deal_most: int = 999
    deal_step: int = 1
    deal_sum: int | None = None
    deal_sum_test: str = "exactly"
    level_at_end: str = "play_on"
    tiebreak_deals: int = 3
    time_limit_min: int | None = None
    at_time: str = "finish_deal"
    level_at_time: str = "decider"
    vp: str = NO_VP
    vp_steps: tuple[int, ...] = ()
    fault_causes: tuple[str, ...] = FAULTS

    def __post_init__(self) -> None:
        require_domains(self, DOMAINS, RefusalError)
        # R-PTI-28: parameters that cannot both hold, each with the field to change.
        _refuse(self.fewest_lines > self.most_lines, "rule_lines", "most_lines")
        _refuse(self.match_mode == "target" and self.target is None, "rule_target_unset", "target")
        far = self.match_mode == "target" and (self.target or 0) > MOST_DEALS * self.deal_most
        _refuse(far, "rule_target_far", "target", most=MOST_DEALS * self.deal_most)
        _refuse(self.deal_step > self.deal_most, "rule_step_most", "deal_step")
        _refuse(self.match_mode == "fixed_deals" and self.deals is None, "rule_deals_unset", "deals")
        impossible = self.deal_sum is not None and self.deal_sum % self.deal_step
        _refuse(bool(impossible), "rule_sum_step", "deal_sum")
        short = self.deal_sum_test == "exactly" and (self.deal_sum or 0) > self.fewest_lines * self.deal_most
        _refuse(short, "rule_sum_most", "deal_sum")
        _refuse(self.uses_vp and self.most_lines > FEWEST_LINES, "rule_vp_lines", "vp")
        published = vp.PUBLISHED.get(self.vp)
        if published is not None:
            fits = self.match_mode == "fixed_deals" and self.deals == published.deals
            _refuse(not fits, "rule_vp_deals", "vp", deals=published.deals)
        too_few = self.vp == TYPED and len(self.vp_steps) < FEWEST_STEPS
        _refuse(too_few, "rule_vp_steps", "vp_steps")
        _refuse(self.vp != TYPED and bool(self.vp_steps), "rule_vp_unused", "vp_steps")

    @property
    def is_for_several(self) -> bool:
        """Whether more than two lines may sit at a table: then who leaves is written on the sheet (R-PTI-22)."""
        return self.most_lines > FEWEST_LINES

    @property
    def faults(self) -> tuple[str, ...]:
        """The causes for which a line loses the match of two (R-PTI-21)."""
        return () if self.is_for_several else self.fault_causes

    @property
    def fewest_win(self) -> bool:
        return self.wins == "fewest"

    @property
    def uses_vp(self) -> bool:
        return self.vp != NO_VP

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps of the VP table, as published or as typed; empty without VP."""
        published = vp.PUBLISHED.get(self.vp)
        return self.vp_steps if published is None else published.steps

    @property
    def is_settled_at_end(self) -> bool:
        """Whether a match of a number of deals has no more of them where it is level outside a knockout."""
        return self.match_mode == "fixed_deals" and self.level_at_end == "draw"

    @property
    def totals(self) -> tuple[int, int]:
        """The least and the most points with which a line can end a match, as far as these rules say (R-PTI-15)."""
        deals = self.deals if self.is_settled_at_end and self.deals is not None else MOST_DEALS
        least, most = deals * self.deal_least, deals * self.deal_most
        # Two who are level stay so where a deal has no points for both: then nobody goes on beyond the target.
        is_stuck = not self.is_for_several and self.deal_sum is not None and self.deal_sum < 2 * self.deal_step
        if self.match_mode == "target" and self.target is not None and (self.level_at_end == "draw" or is_stuck):
            most = (self.target - 1) // self.deal_step * self.deal_step + self.deal_most
        return max(-MOST_TOTAL, least), min(MOST_TOTAL, most)


def _refuse(contradictory: bool, code: str, field: str, **values: int) -> None:
    if contradictory:
        raise RefusalError(code, field=field, **values)


RULESETS: Final = Rulesets(Rules, DOMAINS, version=VERSION, error=RefusalError, added=ADDED, removed=REMOVED)
from_json = RULESETS.read
to_json = RULESETS.write
upgrade = RULESETS.upgrade
FIELDS: Final = RULESETS.fields
