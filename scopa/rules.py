"""A ruleset as a frozen value: every parameter in which the sources differ, and forbidden combinations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gamekit.domains import Choice, Domain, Flag, Several, Whole
from gamekit.rulesets import Rulesets, require_domains
from scopa.cards import PACK_SIZE
from scopa.errors import RefusalError

Json: TypeAlias = Any

CARDS_A_CYCLE: Final = 3
CARDS_ON_TABLE: Final = 4
WHOLE_PACK_EACH: Final = 10
"""Ten cards for each of four players are the whole pack: none is left for the table."""
SEVERAL: Final = "several"
LEAVING: Final = ("abandon", "no_show", "disqualification")
"""Why a line leaves a table of several, where the others play on (R-SCO-63)."""


# R-SCO-52; the parameters of docs/rules/scopa.md in the order of that page.
DOMAINS: Final[Mapping[str, Domain]] = {
    "deck_style": Choice(("italiane", "piemontesi", "napoletane", "piacentine", "francesi", "player_choice")),
    "sides": Choice(("pairs", "singles", "both", SEVERAL)),
    "partners": Choice(("piles", "scores")),
    "cards_each": Choice((3, 9, 10)),
    "first_dealer": Choice(("random", "cut_low", "cut_high")),
    "redeal_kings_threshold": Choice((3, 4, None)),
    "redeal_low_sum": Whole(4, 20, optional=True),
    "forced_capture": Choice(("always", "equal_only")),
    "equal_card_priority": Flag(),
    "sum_choice": Choice(("free", "fewest_cards")),
    "ace_takes_all": Choice(("off", "no_sweep", "sweep")),
    "ace_on_empty": Choice(("stays", "taken")),
    "sweep_exclusion": Choice(("last_play", "last_cycle", "none")),
    "leftovers_to": Choice(("last_capturer", "nobody")),
    "cards_rule": Choice(("majority", "threshold")),
    "cards_tie": Choice(("none", "each")),
    "coins_rule": Choice(("majority", "threshold")),
    "coins_tie": Choice(("none", "each")),
    "settebello": Whole(0, 3),
    "primiera_values": Choice(("std", "figures_zero", "most_sevens")),
    "primiera_requires_all_suits": Flag(),
    "primiera_one_incomplete": Choice(("opponent_wins", "compare_sums")),
    "primiera_both_incomplete": Choice(("none", "compare_sums")),
    "primiera_tie": Choice(("none", "each")),
    "sweep_points": Whole(0, 3),
    "napola": Choice(("off", "to_six", "to_ten")),
    "match_mode": Choice(("target", "fixed_deals")),
    "target": Whole(1, 999, optional=True),
    "deals": Whole(1, 99, optional=True),
    "target_test": Choice(("reach", "exceed")),
    "tie_at_end_nonko": Choice(("play_on", "draw")),
    "ko_tiebreak_deals": Whole(1, 3),
    "spareggio_points_in_mp": Flag(),
    "cappotto": Choice(("off", "7-0")),
    "time_limit_min": Whole(1, 600, optional=True),
    "time_expiry": Choice(("no_fault", "clock_fault", None)),
    "on_time_expiry": Choice(("finish_deal", "finish_cycle", "stop_and_void_deal")),
    "tie_after_time": Choice(("spareggio", "draw", "high_card")),
    "draws_allowed": Flag(),
    "forfeit_causes": Several(("move_timeout", "match_clock", "abandon", "no_show", "disqualification")),
    "unawarded_points": Choice(("clinched", "formal", "formal_strict")),
    "unawarded_scope": Choice(("current_deal", "all_scheduled_deals")),
    "between_deals": Choice(("next_deal_open", "nothing_open")),
    "dead_points": Choice(("void", "to_victim")),
    "forfeit_bonus_sweeps": Whole(0, 9),
    "diff_floor": Whole(0, 9),
    "carte_viste": Flag(),
    "carte_scoperte_partners": Flag(),
}

# A ruleset without a version is of version 1, the first release.
VERSION: Final = 7
ADDED: Final[Mapping[int, Mapping[str, Json]]] = {
    3: {"partners": "piles"},
    5: {"napola": "off"},
    6: {"ace_takes_all": "off", "ace_on_empty": "stays"},
    7: {"cards_each": 3, "redeal_low_sum": None},
}
"""The parameters that each version added, with the value that means what was played before it."""
REMOVED: Final[Mapping[int, Mapping[str, Json]]] = {
    4: {
        "dealer_rotation": "to_right",
        "equal_singles_choice": "free",
        "mid_deal_points": "none",
        "race_rule": "compare_totals",
        "ko_final_tie": "last_capture_loses",
    },
}
"""The parameters that each version removed, with the only value that they could have."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One ruleset. The defaults are those on which the sources agree; ``presets`` holds the ruleset of each source."""

    deck_style: str = "italiane"
    sides: str = "both"
    partners: str = "piles"
    cards_each: int = 3
    first_dealer: str = "random"
    redeal_kings_threshold: int | None = 3
    redeal_low_sum: int | None = None
    forced_capture: str = "always"
    equal_card_priority: bool = True
    sum_choice: str = "free"
    ace_takes_all: str = "off"
    ace_on_empty: str = "stays"
    sweep_exclusion: str = "last_play"
    leftovers_to: str = "last_capturer"
    cards_rule: str = "majority"
    cards_tie: str = "none"
    coins_rule: str = "majority"
    coins_tie: str = "none"
    settebello: int = 1
    primiera_values: str = "std"
    primiera_requires_all_suits: bool = True
    primiera_one_incomplete: str = "opponent_wins"
    primiera_both_incomplete: str = "none"
    primiera_tie: str = "none"
    sweep_points: int = 1
    napola: str = "off"
    match_mode: str = "target"
    target: int | None = 11
    deals: int | None = None
    target_test: str = "reach"
    tie_at_end_nonko: str = "play_on"
    ko_tiebreak_deals: int = 3
    spareggio_points_in_mp: bool = False
    cappotto: str = "off"
    time_limit_min: int | None = None
    time_expiry: str | None = None
    on_time_expiry: str = "finish_deal"
    tie_after_time: str = "spareggio"
    draws_allowed: bool = False
    forfeit_causes: tuple[str, ...] = ()
    unawarded_points: str = "clinched"
    unawarded_scope: str = "current_deal"
    between_deals: str = "next_deal_open"
    dead_points: str = "void"
    forfeit_bonus_sweeps: int = 1
    diff_floor: int = 0
    carte_viste: bool = False
    carte_scoperte_partners: bool = False

    def __post_init__(self) -> None:
        require_domains(self, DOMAINS, RefusalError)
        _refuse_contradictions(self)

    @property
    def all_taken(self) -> bool:
        """Whether all 40 cards are in the piles at the end of a deal."""
        return self.leftovers_to == "last_capturer"

    @property
    def scores_players(self) -> bool:
        """Whether each of four players scores a pile of their own, and partners add their points (R-SCO-57)."""
        return self.partners == "scores" and self.has_partners

    @property
    def deals_all_at_once(self) -> bool:
        """Whether everybody gets the cards of the whole deal at once: scopone (R-SCO-72)."""
        return self.cards_each != CARDS_A_CYCLE

    @property
    def first_table_cards(self) -> int:
        """How many cards lie on the table when play begins (R-SCO-05, R-SCO-72)."""
        return 0 if self.cards_each == WHOLE_PACK_EACH else CARDS_ON_TABLE

    @property
    def plays_in_deal(self) -> int:
        """How many cards are played in a deal, at any number of seats: those that do not lie on the table at first."""
        return PACK_SIZE - self.first_table_cards

    @property
    def has_partners(self) -> bool:
        """Whether four players may form two pairs."""
        return self.sides in ("pairs", "both")

    @property
    def is_for_several(self) -> bool:
        """Whether three or four single players sit at a table, each a line of its own (R-SCO-59)."""
        return self.sides == SEVERAL

    @property
    def faults(self) -> tuple[str, ...]:
        """The causes for which a line loses the match; at a table of several it leaves instead (R-SCO-63)."""
        return () if self.is_for_several else self.forfeit_causes

    @property
    def counts_ranks(self) -> bool:
        """Whether the primiera goes to the most sevens, then sixes and so on, and no card has a value (R-SCO-58)."""
        return self.primiera_values == "most_sevens"

    @property
    def longest_napola(self) -> int:
        """The most points for a napola, one a coin; 0 where it is not played (R-SCO-70)."""
        return {"off": 0, "to_six": 6, "to_ten": 10}[self.napola]

    @property
    def plain_capture(self) -> bool:
        """Whether captures follow the rules that all the sources share."""
        common = (self.equal_card_priority, self.forced_capture, self.sum_choice) == (True, "always", "free")
        return common and not self.aces_take_all

    @property
    def aces_take_all(self) -> bool:
        """Whether an ace takes all the cards of the table (asso piglia tutto, R-SCO-71)."""
        return self.ace_takes_all != "off"


def _refuse_contradictions(rules: Rules) -> None:
    """R-SCO-52: parameters that cannot both hold, each with the field to change."""
    counting = (rules.cards_rule, rules.cards_tie), (rules.coins_rule, rules.coins_tie)
    for what, pair in zip(("cards", "coins"), counting, strict=True):
        _refuse(pair == ("threshold", "each"), "rule_threshold_tie", f"{what}_tie")
    every_suit = rules.primiera_requires_all_suits
    _refuse(rules.counts_ranks and every_suit, "rule_primiera_sevens", "primiera_requires_all_suits")
    compared = rules.primiera_one_incomplete == "compare_sums"
    _refuse(every_suit == compared, "rule_primiera_one", "primiera_one_incomplete")
    nobody = rules.primiera_both_incomplete == "none"
    _refuse(not every_suit and nobody, "rule_primiera_both", "primiera_both_incomplete")
    scheduled = rules.match_mode == "fixed_deals"
    _refuse(rules.match_mode == "target" and rules.target is None, "rule_target_unset", "target")
    _refuse(scheduled and rules.deals is None, "rule_deals_unset", "deals")
    draws = rules.tie_at_end_nonko == "draw" or rules.tie_after_time == "draw"
    _refuse(draws and not rules.draws_allowed, "rule_draws", "draws_allowed")
    limited = rules.time_limit_min is not None
    _refuse(limited and rules.time_expiry is None, "rule_time_expiry_unset", "time_expiry")
    at_fault = rules.time_expiry == "clock_fault"
    _refuse(at_fault and "match_clock" not in rules.forfeit_causes, "rule_clock_fault", "time_expiry")
    _refuse(rules.unawarded_scope == "all_scheduled_deals" and not scheduled, "rule_scope_target", "unawarded_scope")
    at_once = rules.deals_all_at_once
    _refuse(at_once and rules.sides != "pairs", "rule_cards_each", "cards_each")
    _refuse(at_once and rules.sweep_exclusion == "last_cycle", "rule_one_cycle", "sweep_exclusion")
    _refuse(at_once and rules.carte_viste, "rule_one_cycle", "carte_viste")
    _refuse(rules.ace_on_empty == "taken" and not rules.aces_take_all, "rule_ace_on_empty", "ace_on_empty")
    _refuse(rules.carte_scoperte_partners and not rules.has_partners, "rule_no_partners", "carte_scoperte_partners")


def _refuse(contradictory: bool, code: str, field: str) -> None:
    if contradictory:
        raise RefusalError(code, field=field)


RULESETS: Final = Rulesets(Rules, DOMAINS, version=VERSION, error=RefusalError, added=ADDED, removed=REMOVED)
from_json = RULESETS.read
to_json = RULESETS.write
upgrade = RULESETS.upgrade
FIELDS: Final = RULESETS.fields
