"""The rulesets that an event may start from, each whole and dated; an event copies one and may override it."""

from collections.abc import Mapping
from typing import Final

from scala40.rules import Rules

# R-S40-29; the tournament rules of seed 003, with what is common where they are silent. Read in 2026.
TORNEO_003: Final = Rules()

# R-S40-29; as rules derived from the federation's (FISCA) are played: runs of any length, no close in the first round.
FEDERAZIONE: Final = Rules(max_run_when_laid=13, no_close_first_round=True)

# R-S40-29; heats against the clock: an hour for the table, the deal in progress is finished.
BATTERIA_60: Final = Rules(time_limit_min=60)

PRESETS: Final[Mapping[str, Rules]] = {
    "torneo_003": TORNEO_003,
    "federazione": FEDERAZIONE,
    "batteria_60": BATTERIA_60,
}
