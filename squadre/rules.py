"""A ruleset as a frozen value: the boards of a match of two teams, and what each of them gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gamekit.domains import Choice, Domain, Several, Texts, Whole
from gamekit.rulesets import Rulesets, require_domains
from squadre.errors import RefusalError

Json: TypeAlias = Any

FAULTS: Final = ("abandon", "no_show", "disqualification")

FEWEST_BOARDS: Final = 2
MOST_BOARDS: Final = 9
MOST_NAME: Final = 30
MOST_PEOPLE: Final = 2
FEWEST_SEATED: Final = 3
"""Two who sit are a pair, and pairs have games of their own."""
FEWEST_MEMBERS: Final = 2
"""A team that is short of people plays all the same, and loses the boards that it cannot fill (R-SQU-06)."""
MOST_MEMBERS: Final = 12
MOST_SEATED: Final = MOST_MEMBERS
MOST_POINTS: Final = 9_999

# R-SQU-01 to R-SQU-12; the parameters of docs/rules/squadre.md in the order of that page.
DOMAINS: Final[Mapping[str, Domain]] = {
    "boards": Texts(MOST_BOARDS, MOST_NAME),
    "people": Whole(1, MOST_PEOPLE),
    "board_gives": Choice(("result", "points")),
    "board_win": Whole(1, 100),
    "board_draw": Whole(0, 100),
    "board_loss": Whole(0, 100),
    "level_board": Choice(("draw", "never")),
    "board_most": Whole(1, MOST_POINTS),
    "forfeit_points": Whole(1, MOST_POINTS),
    "length": Choice(("all", "decided")),
    "time_limit_min": Whole(1, 600, optional=True),
    "fault_causes": Several(FAULTS),
}

VERSION: Final = 1
ADDED: Final[Mapping[int, Mapping[str, Json]]] = {}
"""The parameters that each version added, with the value that means what was played before it."""
REMOVED: Final[Mapping[int, Mapping[str, Json]]] = {}
"""The parameters that each version removed, with the only value that they could have."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One ruleset. The defaults are those of three boards with one player of each team."""

    boards: tuple[str, ...] = ("Scopa", "Briscola", "21")
    people: int = 1
    board_gives: str = "result"
    board_win: int = 2
    board_draw: int = 1
    board_loss: int = 0
    level_board: str = "draw"
    board_most: int = 999
    forfeit_points: int = 21
    length: str = "all"
    time_limit_min: int | None = None
    fault_causes: tuple[str, ...] = FAULTS

    def __post_init__(self) -> None:
        require_domains(self, DOMAINS, RefusalError)
        # R-SQU-13: parameters that cannot both hold, each with the field to change.
        _refuse(len(self.boards) < FEWEST_BOARDS, "rule_boards", "boards", fewest=FEWEST_BOARDS)
        seated = len(self.boards) * self.people
        _refuse(not FEWEST_SEATED <= seated <= MOST_SEATED, "rule_seated", "people", seated=seated)
        _refuse(not self.board_win > self.board_draw >= self.board_loss, "rule_order", "board_draw")
        _refuse(self.forfeit_points > self.board_most, "rule_forfeit_most", "forfeit_points", most=self.board_most)
        _refuse(self.length == "decided" and self.board_gives == "points", "rule_decided", "length")

    @property
    def seated(self) -> int:
        """How many people of a team sit in a match (R-SQU-02)."""
        return len(self.boards) * self.people


def _refuse(contradictory: bool, code: str, field: str, **values: int) -> None:
    if contradictory:
        raise RefusalError(code, field=field, **values)


RULESETS: Final = Rulesets(Rules, DOMAINS, version=VERSION, error=RefusalError, added=ADDED, removed=REMOVED)
from_json = RULESETS.read
to_json = RULESETS.write
upgrade = RULESETS.upgrade
FIELDS: Final = RULESETS.fields
