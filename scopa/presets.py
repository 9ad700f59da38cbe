"""The four published rulesets, dated and complete, variants that they name, and scopone; an event copies one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scopa.rules import SEVERAL, Rules

# R-SCO-53; Valliadi 2022, Traves: players or pairs, 21 points, one hour for the hall, no draws.
VALLIADI_2022: Final = Rules(
    deck_style="piemontesi",
    target=21,
    time_limit_min=60,
    time_expiry="no_fault",
)

# R-SCO-53; the Italian rules of the home: a level count gives each line a point, partners add their points, no sweep in
# the last cycle.
CLASSICA_001: Final = Rules(
    partners="scores",
    sweep_exclusion="last_cycle",
    cards_tie="each",
    coins_tie="each",
    primiera_tie="each",
    target=11,
)

# R-SCO-53; the online regulation: thresholds of 21 and 6, draws outside a knockout, faults that cost the match.
ONLINE_002: Final = Rules(
    deck_style="player_choice",
    cards_rule="threshold",
    coins_rule="threshold",
    target=11,
    tie_at_end_nonko="draw",
    time_expiry="clock_fault",
    tie_after_time="draw",
    draws_allowed=True,
    forfeit_causes=("move_timeout", "match_clock", "abandon"),
)

# R-SCO-53; Wikipedia (English): a missing suit counts nothing, but does not lose the primiera.
WIKIPEDIA_004: Final = Rules(
    primiera_requires_all_suits=False,
    primiera_one_incomplete="compare_sums",
    primiera_both_incomplete="compare_sums",
    target=11,
)

# R-SCO-59; the rules of 004 at a table of three or four single players.
SEVERAL_004: Final = replace(WIKIPEDIA_004, sides=SEVERAL)

# R-SCO-58; the rules of 004 with the primiera as it is usual in America.
SEVENS_004: Final = replace(WIKIPEDIA_004, primiera_values="most_sevens")

# R-SCO-72; all the cards in the hands, so that nothing lies on the table at first.
SCOPONE_SCIENTIFICO: Final = Rules(sides="pairs", cards_each=10, redeal_kings_threshold=None, target=21)

# R-SCO-72; nine cards each and four on the table, as Chitarrella has it.
SCOPONE_CLASSICO: Final = Rules(sides="pairs", cards_each=9, target=11)

# R-SCO-74; scopone of ten cards with the ace that takes all, and the napola.
SCOPA_D_ASSI: Final = replace(SCOPONE_SCIENTIFICO, ace_takes_all="no_sweep", ace_on_empty="taken", napola="to_ten")

PRESETS: Final[Mapping[str, Rules]] = {
    "valliadi_2022": VALLIADI_2022,
    "classica_001": CLASSICA_001,
    "online_002": ONLINE_002,
    "wikipedia_004": WIKIPEDIA_004,
    "several_004": SEVERAL_004,
    "sevens_004": SEVENS_004,
    "scopone_scientifico": SCOPONE_SCIENTIFICO,
    "scopone_classico": SCOPONE_CLASSICO,
    "scopa_d_assi": SCOPA_D_ASSI,
}
