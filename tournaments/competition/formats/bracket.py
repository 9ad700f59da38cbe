"""The knockout format: two lines at a table, one advances (R-KO-01 to R-KO-20)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tournaments.competition.formats.contract import Late
from tournaments.competition.pairing.knockout import plan_bracket
from tournaments.competition.pairing.options import KNOCKOUT, KnockoutOptions, options_from_json, options_to_json
from tournaments.competition.pairing.positions import (
    FEWEST_ENTRANTS,
    Drawn,
    Positions,
    Swap,
    check_count,
    draw_positions,
    swap_positions,
)
from tournaments.competition.types import Entrant, Plan
from tournaments.games.contract import Json


@dataclass(frozen=True, slots=True)
class KnockoutFormat:
    """A knockout with these options."""

    options: KnockoutOptions = field(default_factory=KnockoutOptions)

    kind: ClassVar[str] = KNOCKOUT
    is_elimination: ClassVar[bool] = True
    planned_rounds: ClassVar[int] = 0
    readmits: ClassVar[bool] = False
    late: ClassVar[Late] = Late.BYE
    takes_again: ClassVar[bool] = False
    gives_places: ClassVar[bool] = False
    through: ClassVar[int] = 1
    needs_lines: ClassVar[tuple[int, int]] = (2, 2)
    uses_vp: ClassVar[bool] = True
    verifier: ClassVar[str] = "verify_draw.py"
    fewest_entrants: ClassVar[int] = FEWEST_ENTRANTS

    @property
    def redraw(self) -> bool:
        return self.options.redraw

    def check(self) -> None:
        replace(self.options)

    def check_entrants(self, count: int) -> None:
        check_count(count)

    def accepted(self, count: int) -> int:
        return count

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        return draw_positions(entrants_in_order, self.options)

    def swap(self, positions: Positions, swap: Swap) -> Positions:
        return swap_positions(positions, swap)

    def meetings(self, positions: Positions) -> Sequence[Sequence[int]]:
        return [range(first, first + 2) for first in range(0, len(positions), 2)]

    def plan(self, positions: Positions) -> Plan:
        return plan_bracket(positions, self.options)

    def to_json(self) -> Json:
        return {"kind": KNOCKOUT} | options_to_json(self.options)

    def document_options(self) -> Json:
        """Return the options without the kind: knockout draws have always been published like this."""
        kept = options_to_json(self.options)
        return {name: kept[name] for name in ("byes", "separate_by_group", "separate_rounds")}

    @classmethod
    def from_json(cls, data: Json) -> "KnockoutFormat":
        return cls(options_from_json(data))
