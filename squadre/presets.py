"""The rulesets that an event may start from; an event copies one."""

from collections.abc import Mapping
from typing import Final

from squadre.rules import Rules

# R-SQU-12; TC Bisenzio (tcbisenzio, 2017): a match of two clubs has a table of scopa, of briscola and of 21.
SCOPA_BRISCOLA_21: Final = Rules()

# R-SQU-12; decision: five boards of pairs, and the match is over with the third that a team wins.
BEST_OF_FIVE: Final = Rules(
    boards=("Scopa 1", "Scopa 2", "Scopa 3", "Scopa 4", "Scopa 5"),
    people=2,
    board_win=1,
    board_draw=0,
    level_board="never",
    length="decided",
)

# R-SQU-12; decision: the points of all boards are added.
POINTS: Final = Rules(boards=("Scopa", "Briscola", "Tressette"), board_gives="points")

PRESETS: Final[Mapping[str, Rules]] = {
    "scopa_briscola_21": SCOPA_BRISCOLA_21,
    "best_of_five": BEST_OF_FIVE,
    "points": POINTS,
}
