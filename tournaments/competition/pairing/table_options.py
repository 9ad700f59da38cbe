"""The options of elimination tables, checked when they are chosen (R-TAB-02, R-TAB-08 to R-TAB-12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.competition.pairing.options import BYE_POLICIES, check_kept
from tournaments.games.contract import Json, RefusedError

TABLES = "tables"
POLICIES = ("balanced", "strict4", "ripescaggio", "reject_last", "batterie")
FULL_TABLE = 4
LARGEST_TABLES = (4, 5, 6)


@dataclass(frozen=True, slots=True)
class TablesOptions:
    """The choices of an event of elimination tables.

    ``policy`` says how the first round takes any number of players: ``balanced`` (tables of nearly one size, none above
    ``max_table``), ``strict4`` (some play a first round of four, the others wait), ``ripescaggio`` (tables of four, the
    best thirds come back), ``reject_last`` (full tables only) or ``batterie`` (heats with one winner each, none above
    ``max_table``; ``re_entry`` notes that anybody who is out may enter another one). The policies that do not name
    ``max_table`` have four at a table at most.

    ``byes``: small tables and byes go to the ``seeds`` (the best ranked) or by ``lot``. ``separate_by_group`` keeps
    clubs, and then circles, apart in the first round.
    """

    policy: str = "balanced"
    max_table: int = 5
    byes: str = "seeds"
    separate_by_group: bool = False
    re_entry: bool = False

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise RefusedError("unknown_policy", field="policy", given=str(self.policy))
        if self.max_table not in LARGEST_TABLES:
            raise RefusedError("bad_max_table", field="max_table", given=str(self.max_table))
        if self.byes not in BYE_POLICIES:
            raise RefusedError("unknown_bye_policy", field="byes", given=str(self.byes))
        if self.re_entry and self.policy != "batterie":
            raise RefusedError("re_entry_needs_heats", field="re_entry")

    @property
    def through(self) -> int:
        """How many advance from a table that is not the final (R-TAB-01, R-TAB-12)."""
        return 1 if self.policy == "batterie" else 2

    @property
    def readmits(self) -> bool:
        """Whether the best beaten of the first round come back (R-TAB-10)."""
        return self.policy == "ripescaggio"

    @property
    def largest(self) -> int:
        """The most people at a table."""
        return self.max_table if self.policy in ("balanced", "batterie") else FULL_TABLE


KINDS: Mapping[str, type] = MappingProxyType(
    {"policy": str, "max_table": int, "byes": str, "separate_by_group": bool, "re_entry": bool}
)


def tables_to_json(options: TablesOptions) -> Json:
    """Return the options as JSON for an event; ``tables_from_json`` reads them back."""
    return {"kind": TABLES} | {name: getattr(options, name) for name in KINDS}


def tables_from_json(data: Json) -> TablesOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"kind": str, **KINDS})
    return TablesOptions(**{name: value for name, value in data.items() if name != "kind"})
