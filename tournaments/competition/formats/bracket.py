"""Formats in which the beaten leave: knockout, and tables of several with some going on.

The knockout format: two lines at a table, one advances (R-KO-01 to R-KO-20).

An elimination event played to its end in memory (R-KO-09, R-TAB-17).

The format of elimination tables: several lines at a table, the best advance (R-TAB-01 to R-TAB-16).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

from tournaments.competition.formats.contract import Late
from tournaments.competition.handing_on import NOT_YET, Best, Finish, alone, occupant
from tournaments.competition.pairing.kept_apart import MOST_ROUNDS, separate
from tournaments.competition.pairing.knockout import plan_bracket
from tournaments.competition.pairing.options import KNOCKOUT, KnockoutOptions, options_from_json, options_to_json
from tournaments.competition.pairing.positions import (
    FEWEST_ENTRANTS,
    Drawn,
    Positions,
    Swap,
    check_count,
    draw_positions,
    movable,
    swap_positions,
)
from tournaments.competition.pairing.table_draw import draw_tables
from tournaments.competition.pairing.table_options import TABLES, TablesOptions, tables_from_json, tables_to_json
from tournaments.competition.pairing.table_sizes import FEWEST_PLAYERS, SMALLEST_TABLE, check_players, places_for
from tournaments.competition.pairing.tables import first_round, plan_tables
from tournaments.competition.types import Entrant, FromTable, Plan, PlannedTable
from tournaments.games.contract import Json


def replacements(finish: Finish, through: int, unavailable: Collection[int] = ()) -> tuple[int, ...]:
    """Return the candidates to replace a winner who withdraws: the beaten of the table, the third first (R-TAB-23).

    If none of them accepts, the next table plays with one less.
    """
    return tuple(key for key in finish[through:] if key is not None and key not in unavailable)


def from_siblings(
    plan: Plan, finishes: Mapping[int, Finish], number: int, unavailable: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the candidates to advance beside the only one at table ``number``: the beaten of the sibling (R-TAB-24).

    The sibling is the table that leads to the same next table; of several all thirds come first. Empty until one of
    them is finished.
    """
    through = {table.number: table.through for table in plan.tables}
    sources = [[slot.number for slot in table.slots if isinstance(slot, FromTable)] for table in plan.tables]
    beaten = [
        replacements(finishes[sibling], through[sibling], unavailable)
        for sibling in dict.fromkeys(next((each for each in sources if number in each), ()))
        if sibling != number and sibling in finishes
    ]
    longest = max(map(len, beaten), default=0)
    return tuple(keys[rank] for rank in range(longest) for keys in beaten if rank < len(keys))


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

    def accept(self, count: int) -> int:
        return count

    def draw(self, entrants_in_order: Sequence[Entrant]) -> Drawn:
        drawn = draw_positions(entrants_in_order, self.options)
        return separate(
            drawn,
            entrants_in_order,
            movable(entrants_in_order, drawn.positions, self.options),
            lambda one, other, round_: one >> round_ == other >> round_,
            rounds=min(MOST_ROUNDS, len(drawn.positions).bit_length() - 1),
            club_rounds=self.options.separate_rounds if self.options.separate_by_group else 0,
        )

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


Decide: TypeAlias = Callable[[PlannedTable, tuple[int, ...]], Finish]
"""Who finishes where at a table between these keys; ``(None, None)`` when both lines lost."""

Admit: TypeAlias = Callable[[Mapping[int, Finish]], Best]
"""Who is re-admitted, from the finished tables of the first round."""


def settle(plan: Plan, decide: Decide, admit: Admit | None = None) -> dict[int, Finish]:
    """Play a plan to its end in memory: byes automatically, every other table by ``decide``.

    ``admit`` is called once, after the first round, if a plan keeps chairs for the best beaten.
    """
    finishes: dict[int, Finish] = {}
    best: Best = NOT_YET
    for table in plan.tables:
        if admit is not None and table.round > 1:
            best, admit = admit(finishes), None
        # Lists, not generators: this loop is most of the time of a large event played in memory.
        occupants = [occupant(slot, finishes, best) for slot in table.slots]
        keys = tuple([each for each in occupants if isinstance(each, int)])
        finishes[table.number] = decide(table, keys) if len(keys) > table.through else alone(keys, len(occupants))
    return finishes


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

    def accept(self, count: int) -> int:
        return places_for(count, self.options)

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
