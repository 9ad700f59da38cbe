"""An evening of elimination tables for a number of players, policy by policy (R-TAB-25)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.competition.pairing.table_options import FULL_TABLE, LARGEST_TABLES, POLICIES, TablesOptions
from tournaments.competition.pairing.table_sizes import second_round_seats, sizes
from tournaments.games.contract import Json, RefusedError


@dataclass(frozen=True, slots=True)
class TablesEvening:
    """``sizes`` are the played tables of the first round, as a number for each size; ``byes`` the idle people.

    ``tables`` are those in play in each round, ``readmitted`` how many of the best beaten come back after the first.
    """

    options: TablesOptions
    players: int
    rounds: int
    tables: tuple[int, ...]
    sizes: Mapping[int, int]
    byes: int
    readmitted: int = 0

    @property
    def matches(self) -> int:
        return sum(self.tables)


@dataclass(frozen=True, slots=True)
class Unplayable:
    """A policy that cannot play this number: a code with a phrase, and the phrase's values."""

    options: TablesOptions
    players: int
    code: str
    params: Mapping[str, Json]


Prospect: TypeAlias = TablesEvening | Unplayable

VARIANTS = tuple(
    TablesOptions(policy=policy, max_table=most)
    for policy in POLICIES
    for most in (LARGEST_TABLES if policy in ("balanced", "batterie") else LARGEST_TABLES[:1])
)
"""Every policy, and those with a limit of the size once for each limit."""


def evenings(players: int) -> list[Prospect]:
    """Return the evening of each variant, in the order of ``VARIANTS``, or why it is impossible."""
    return [_prospect(players, options) for options in VARIANTS]


def _prospect(players: int, options: TablesOptions) -> Prospect:
    try:
        return tables_evening(players, options)
    except RefusedError as refusal:
        return Unplayable(options, players, refusal.code, refusal.params)


def tables_evening(players: int, options: TablesOptions) -> TablesEvening:
    """Count the evening from the sizes alone; raises RefusedError if the policy cannot play this number."""
    first = Counter(sizes(players, options))
    byes = sum(size * tables for size, tables in first.items() if size <= options.through)
    played = {size: first[size] for size in sorted(first) if size > options.through}
    coming, back = options.through * first.total(), 0
    if options.readmits and players > FULL_TABLE:
        back = second_round_seats(players) - coming
    later = _later_tables(first.total(), coming + back, options)
    tables = (sum(played.values()), *later)
    return TablesEvening(options, players, len(tables), tables, played, byes, back)


def _later_tables(first: int, people: int, options: TablesOptions) -> list[int]:
    tables: list[int] = []
    while first > 1:
        first = people // FULL_TABLE
        tables.append(first)
        people = first * options.through
    return tables
