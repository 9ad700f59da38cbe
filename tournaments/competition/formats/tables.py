"""The format of elimination tables: several lines at a table, the best advance (R-TAB-01 to R-TAB-16)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tournaments.competition.formats.contract import Late
from tournaments.competition.pairing.positions import Drawn, Positions, Swap, swap_positions
from tournaments.competition.pairing.table_draw import draw_tables
from tournaments.competition.pairing.table_options import TABLES, TablesOptions, tables_from_json, tables_to_json
from tournaments.competition.pairing.table_sizes import FEWEST_PLAYERS, SMALLEST_TABLE, accepted, check_players
from tournaments.competition.pairing.tables import first_round, plan_tables
from tournaments.competition.types import Entrant, Plan
from tournaments.games.contract import Json


@dataclass(frozen=True, slots=True)
class TablesFormat:
    """Elimination tables with these options."""

    options: TablesOptions = field(default_factory=TablesOptions)

    kind: ClassVar[str] = TABLES
    is_elimination: ClassVar[bool] = True
    planned_rounds: ClassVar[int] = 0
    gives_places: ClassVar[bool] = True
    late: ClassVar[Late] = Late.CHAIR
    uses_vp: ClassVar[bool] = False
    redraw: ClassVar[bool] = False
    verifier: ClassVar[str] = "verify_tables_draw.py"
    fewest_entrants: ClassVar[int] = FEWEST_PLAYERS

    @property
    def readmits(self) -> bool:
        return self.options.readmits

    @property
    def takes_again(self) -> bool:
        return self.options.re_entry

    @property
    def through(self) -> int:
        return self.options.through

    @property
    def needs_lines(self) -> tuple[int, int]:
        return SMALLEST_TABLE, self.options.largest

    def check(self) -> None:
        replace(self.options)

    def check_entrants(self, count: int) -> None:
        check_players(count, self.options)

    def accepted(self, count: int) -> int:
        return accepted(count, self.options)

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        return draw_tables(entrants_in_order, self.options)

    def swap(self, positions: Positions, swap: Swap) -> Positions:
        return swap_positions(positions, swap)

    def meetings(self, positions: Positions) -> Sequence[Sequence[int]]:
        return first_round(len(positions), self.options)

    def plan(self, positions: Positions) -> Plan:
        return plan_tables(positions, self.options)

    def to_json(self) -> Json:
        return tables_to_json(self.options)

    def document_options(self) -> Json:
        kept = self.to_json()
        return {name: kept[name] for name in ("kind", "policy", "max_table", "byes", "separate_by_group")}

    @classmethod
    def from_json(cls, data: Json) -> "TablesFormat":
        return cls(tables_from_json(data))
