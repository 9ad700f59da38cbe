"""Heats: tables of several for some rounds, with new company as far as possible (R-HEA-01 to R-HEA-05).

Entrants stand in columns, as many as sit at a table, and each table takes one of every column. In each round every
column moves by a number of tables of its own, so two entrants of one column never meet, and two of different columns
meet again only where the distance between their columns is one that was used before. With four tables the
distance is that of the bits, so that four tables of four play five rounds without anybody meeting twice.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import Final, TypeAlias

from tournaments.competition.pairing.kept import check_kept
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.pairing.table_options import LARGEST_TABLES
from tournaments.competition.pairing.table_sizes import SMALLEST_TABLE, even_sizes
from tournaments.competition.stages.facts import Meeting
from tournaments.competition.stages.length import require_rounds
from tournaments.games.contract import Json, RefusedError

HEATS: Final = "heats"
MOST_ROUNDS: Final = 12
OF_BITS: Final = 4
MOST_EXCHANGED: Final = 64
"""Up to so many entrants the tables of a round are improved by exchanges, which take time with the square of them."""

Seating: TypeAlias = list[list[int]]
"""The keys at each table."""

Met: TypeAlias = Counter[tuple[int, int]]
"""How often two have met, the lower key first."""


@dataclass(frozen=True, slots=True)
class HeatsOptions:
    """The choices of heats: how many rounds, and the most people at a table."""

    rounds: int = 3
    max_table: int = 4

    def __post_init__(self) -> None:
        require_rounds(self.rounds, most=MOST_ROUNDS)
        if self.max_table not in LARGEST_TABLES:
            raise RefusedError("bad_max_table", field="max_table", given=str(self.max_table))


KINDS: Mapping[str, type] = MappingProxyType({"rounds": int, "max_table": int})


def heats_to_json(options: HeatsOptions) -> Json:
    """The options as JSON for an event; ``heats_from_json`` reads them back."""
    return {"kind": HEATS} | {name: getattr(options, name) for name in KINDS}


def heats_from_json(data: Json) -> HeatsOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"kind": str, **KINDS})
    return HeatsOptions(**{name: value for name, value in data.items() if name != "kind"})


def sizes(players: int, options: HeatsOptions) -> list[int]:
    """As few tables as hold the players, of sizes that differ by one at most, smallest first.

    Raises RefusedError where a table would have fewer than three.
    """
    if players > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="entrants", given=players, most=MOST_ENTRANTS)
    found = even_sizes(players, max(1, -(-players // options.max_table)))
    if found[0] < SMALLEST_TABLE:
        raise RefusedError("heats_too_small", field="entrants", given=players, least=SMALLEST_TABLE)
    return found


def schedule(keys_in_drawn_order: Sequence[int], options: HeatsOptions) -> tuple[Meeting, ...]:
    """Every table of every round; the same draw gives the same tables."""
    keys = list(keys_in_drawn_order)
    if len(set(keys)) < len(keys):
        raise RefusedError("entrant_twice", field="entrants")
    tables = len(sizes(len(keys), options))
    columns = [keys[first : first + tables] for first in range(0, len(keys), tables)]
    met: Met = Counter()
    meetings: list[Meeting] = []
    for round_, shifts in enumerate(_shifts(columns, options.rounds), start=1):
        seating = _seated(columns, shifts)
        if len(keys) <= MOST_EXCHANGED:
            seating = min((_exchanged(each, met) for each in (seating, _in_a_row(keys, seating))), key=_again(met))
            met.update(_pairs(seating))
        meetings += [Meeting(round_, tuple(table)) for table in seating]
    return tuple(meetings)


def _seated(columns: Sequence[Sequence[int]], shifts: Sequence[int]) -> Seating:
    tables = len(columns[0])
    seating: Seating = [[] for _table in range(tables)]
    for column, shift in zip(columns, shifts, strict=True):
        for row, key in enumerate(column):
            seating[_moved(row, shift, tables)].append(key)
    return seating


def _moved(row: int, shift: int, tables: int) -> int:
    return row ^ shift if tables == OF_BITS else (row + shift) % tables


def _distance(one: int, other: int, tables: int) -> int:
    return one ^ other if tables == OF_BITS else (other - one) % tables


def _in_a_row(keys: Sequence[int], seating: Seating) -> Seating:
    """The columns themselves as tables, whose people have not met: neighbours of the draw, in tables as large."""
    left = iter(keys)
    return [[next(left) for _chair in table] for table in seating]


def _shifts(columns: Sequence[Sequence[int]], rounds: int) -> Iterator[list[int]]:
    """By how many tables each column moves in each round: the distances between columns used least so far."""
    tables = len(columns[0])
    used = {pair: [0] * tables for pair in combinations(range(len(columns)), 2)}
    for _round in range(rounds):
        shifts: list[int] = []
        for column in range(len(columns)):
            times = [used[one, column] for one in range(column)]
            shifts.append(min(range(tables), key=partial(_used, times, tuple(shifts), tables)))
        for one, other in used:
            used[one, other][_distance(shifts[one], shifts[other], tables)] += 1
        yield shifts


def _used(times: Sequence[Sequence[int]], shifts: Sequence[int], tables: int, shift: int) -> int:
    """How often a column that moves by ``shift`` was as far from the columns before it."""
    return sum(of[_distance(before, shift, tables)] for of, before in zip(times, shifts, strict=True))


def _pairs(seating: Seating) -> Iterator[tuple[int, int]]:
    return (pair for table in seating for pair in combinations(sorted(table), 2))


def _again(met: Met) -> Callable[[Seating], int]:
    """Count those who meet again at these tables."""
    return lambda seating: sum(met[pair] for pair in _pairs(seating))


def _exchanged(seating: Seating, met: Met) -> Seating:
    """Exchange two people at a time while that makes fewer of them meet again."""
    while any(
        _exchange_between(seating[here], seating[there], met) for here, there in combinations(range(len(seating)), 2)
    ):
        pass
    return seating


def _exchange_between(here: list[int], there: list[int], met: Met) -> bool:
    for at, one in enumerate(here):
        for to, other in enumerate(there):
            now = _company(one, here, met) + _company(other, there, met)
            here[at], there[to] = other, one
            if _company(other, here, met) + _company(one, there, met) < now:
                return True
            here[at], there[to] = one, other
    return False


def _company(key: int, table: Sequence[int], met: Met) -> int:
    """How often somebody has met the others of a table."""
    return sum(met[min(key, other), max(key, other)] for other in table if other != key)
