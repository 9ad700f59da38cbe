"""Heats: from the draw, the tables of all rounds at once, with new company as far as possible (R-HEA-01 to 08).

Everybody plays in one field, or in heats of their own side by side, each with its own tables.

Entrants stand in columns, as many as sit at a table, and each table takes one of every column. In each round every
column moves by a number of tables of its own, so two entrants of one column never meet, and two of different columns
meet again only where the distance between their columns is one that was used before. With four tables the
distance is that of the bits, so that four tables of four play five rounds without anybody meeting twice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final, TypeAlias

from tournaments.competition.pairing.options import MOST_ENTRANTS, check_kept
from tournaments.competition.pairing.table_draw import deal
from tournaments.competition.pairing.table_options import LARGEST_TABLES
from tournaments.competition.pairing.table_sizes import SMALLEST_TABLE, even_sizes
from tournaments.competition.stages.facts import NO_GROUP, Meeting
from tournaments.competition.stages.length import require_rounds
from tournaments.games.contract import Json, RefusedError

HEATS: Final = "heats"
MOST_ROUNDS: Final = 12
SMALLEST_HEAT: Final = 6
"""Two tables of three: with one table nobody would have new company."""
LARGEST_HEAT: Final = 32
OF_BITS: Final = 4
MOST_EXCHANGED: Final = 64
"""Up to so many entrants the tables of a round are improved by exchanges, which take time with the square of them."""

Seating: TypeAlias = list[list[int]]
"""The keys at each table."""

Met: TypeAlias = Counter[tuple[int, int]]
"""How often two have met, the lower key first."""


@dataclass(frozen=True, slots=True)
class HeatsOptions:
    """The choices of heats: how many rounds, the most people at a table, and the most in a heat.

    With ``heat`` 0 everybody plays together.
    """

    rounds: int = 3
    max_table: int = 4
    heat: int = 0

    def __post_init__(self) -> None:
        require_rounds(self.rounds, most=MOST_ROUNDS)
        if self.max_table not in LARGEST_TABLES:
            raise RefusedError("bad_max_table", field="max_table", given=str(self.max_table))
        if self.heat and self.heat not in range(SMALLEST_HEAT, LARGEST_HEAT + 1):
            raise RefusedError("bad_heat", field="heat", given=str(self.heat), least=SMALLEST_HEAT, most=LARGEST_HEAT)


KINDS: Mapping[str, type] = MappingProxyType({"rounds": int, "max_table": int, "heat": int})


def heats_to_json(options: HeatsOptions) -> Json:
    """The options as JSON for an event; ``heats_from_json`` reads them back."""
    found = {"kind": HEATS} | {name: getattr(options, name) for name in KINDS}
    # Events that were drawn before there was ``heat`` have published their options without it.
    return found if options.heat else {name: value for name, value in found.items() if name != "heat"}


def heats_from_json(data: Json) -> HeatsOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"kind": str, **KINDS})
    return HeatsOptions(**{name: value for name, value in data.items() if name != "kind"})


def heat_sizes(players: int, options: HeatsOptions) -> list[int]:
    """Return the size of each heat, smallest first: as few as hold the players (R-HEA-07).

    Raises RefusedError where a table of one of them would have fewer than three.
    """
    if players > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="entrants", given=players, most=MOST_ENTRANTS)
    found = even_sizes(players, max(1, -(-players // options.heat)) if options.heat else 1)
    too_small = [size for size in found if table_sizes(size, options)[0] < SMALLEST_TABLE]
    if too_small and len(found) > 1:
        raise RefusedError(
            "heat_too_small",
            field="entrants",
            given=players,
            size=too_small[0],
            least=SMALLEST_TABLE,
            most=options.max_table,
        )
    if too_small:
        raise RefusedError("heats_too_small", field="entrants", given=players, least=SMALLEST_TABLE)
    return found


def table_sizes(players: int, options: HeatsOptions) -> list[int]:
    """Return as few tables as hold the players of a heat, smallest first; the sizes differ by one at most."""
    return even_sizes(players, max(1, -(-players // options.max_table)))


def heats_of(keys_in_drawn_order: Sequence[int], options: HeatsOptions) -> list[list[int]]:
    """Deal the keys out to the heats, to and fro, so that the best of a standing are spread over them (R-HEA-07)."""
    of_each = heat_sizes(len(keys_in_drawn_order), options)
    heats: list[list[int]] = [[] for _heat in of_each]
    deal(keys_in_drawn_order, range(len(heats)), of_each, heats)
    return heats


def schedule(keys_in_drawn_order: Sequence[int], options: HeatsOptions) -> tuple[Meeting, ...]:
    """Return every table of every round, in each round heat by heat; the same draw gives the same tables."""
    if len(set(keys_in_drawn_order)) < len(keys_in_drawn_order):
        raise RefusedError("entrant_twice", field="entrants")
    heats = heats_of(keys_in_drawn_order, options)
    # Heats of one size have the same tables, so that many heats take no longer than two.
    seatings = {size: list(_seatings(size, options)) for size in {len(heat) for heat in heats}}
    return tuple(
        Meeting(round_ + 1, tuple([heat[place] for place in table]), number if options.heat else NO_GROUP)
        for round_ in range(options.rounds)
        for number, heat in enumerate(heats, start=1)
        for table in seatings[len(heat)][round_]
    )


def _seatings(players: int, options: HeatsOptions) -> Iterator[Seating]:
    """Yield the tables of each round of a heat, by places in the order of the draw."""
    places = list(range(players))
    tables = len(table_sizes(players, options))
    columns = [places[first : first + tables] for first in range(0, players, tables)]
    # How often each distance between two columns was used.
    used = {pair: [0] * tables for pair in combinations(range(len(columns)), 2)}
    met: Met = Counter()
    for _round in range(options.rounds):
        # Each column moves by so many tables that its distances from those before it were used least so far.
        shifts: list[int] = []
        for column in range(len(columns)):
            times = [
                sum(used[one, column][_distance(before, shift, tables)] for one, before in enumerate(shifts))
                for shift in range(tables)
            ]
            shifts.append(times.index(min(times)))
        for one, other in used:
            used[one, other][_distance(shifts[one], shifts[other], tables)] += 1
        seating: Seating = [[] for _table in range(tables)]
        for keys, shift in zip(columns, shifts, strict=True):
            for row, key in enumerate(keys):
                seating[row ^ shift if tables == OF_BITS else (row + shift) % tables].append(key)
        if players <= MOST_EXCHANGED:
            # The columns themselves as tables, whose people have not met: neighbours of the draw, in tables as large.
            left = iter(places)
            in_a_row = [[next(left) for _chair in table] for table in seating]
            for tried in (seating, in_a_row):
                # Two people change at a time while that makes fewer of them meet again.
                while any(_exchange_between(here, there, met) for here, there in combinations(tried, 2)):
                    pass
            seating = min((seating, in_a_row), key=lambda each: sum(met[pair] for pair in _pairs(each)))
            met.update(_pairs(seating))
        yield seating


def _distance(one: int, other: int, tables: int) -> int:
    return one ^ other if tables == OF_BITS else (other - one) % tables


def _pairs(seating: Seating) -> Iterator[tuple[int, int]]:
    return (pair for table in seating for pair in combinations(sorted(table), 2))


def _exchange_between(here: list[int], there: list[int], met: Met) -> bool:
    """Exchange the first two people of two tables whose exchange makes fewer meet again; return whether there were."""
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
