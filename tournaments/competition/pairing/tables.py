"""Elimination tables: every table of the event, from the first round to the final of four (R-TAB-01, R-TAB-06)."""

from itertools import accumulate, chain, pairwise
from typing import TypeAlias

from tournaments.competition.pairing.positions import Positions, rank_order
from tournaments.competition.pairing.table_options import FULL_TABLE, TablesOptions
from tournaments.competition.pairing.table_sizes import second_round_seats, sizes
from tournaments.competition.types import FromBest, FromEntrant, FromTable, Nobody, Plan, PlannedTable, Slot

READMITTED = 3
"""The place in the first round whose best come back by ``ripescaggio``."""

Chairs: TypeAlias = tuple[Slot, ...]


def first_round(players: int, options: TablesOptions) -> list[range]:
    """Return the tables of the first round as ranges of positions, from the top."""
    ends = accumulate(sizes(players, options), initial=0)
    return [range(first, end) for first, end in pairwise(ends)]


def plan_tables(positions: Positions, options: TablesOptions) -> Plan:
    """Return every table of the event, from final positions."""
    players = [Nobody() if key is None else FromEntrant(key) for key in positions]
    seats: list[Chairs] = [tuple(players[table.start : table.stop]) for table in first_round(len(players), options)]
    tables: list[PlannedTable] = []
    round_ = 0
    while True:
        round_ += 1
        through = options.through if len(seats) > 1 else 1
        people, first = sum(map(len, seats)), len(tables) + 1
        tables += [
            PlannedTable(first + position, round_, position, chairs, worst_place=people, through=through)
            for position, chairs in enumerate(seats)
        ]
        if len(seats) == 1:
            return Plan(tuple(tables), round_)
        # The entrants of the next round in groups that stay together: winners of a table, a pair of thirds.
        numbers, places = range(first, first + len(seats)), range(1, through + 1)
        groups: list[Chairs] = [tuple([FromTable(number, place) for place in places]) for number in numbers]
        if options.readmits and round_ == 1:
            # The last ranks are for pairs of re-admitted thirds: each meets the winners of one table (R-TAB-10).
            winners, following = len(groups), iter(groups)
            groups = []
            for rank in rank_order(second_round_seats(len(players)) // 2):
                best = 2 * (rank - winners)
                thirds: Chairs = (FromBest(1, READMITTED, best + 1), FromBest(1, READMITTED, best + 2))
                groups.append(thirds if rank >= winners else next(following))
        # Neighbours join to a full table: two pairs of winners, or four winners of a heat (R-TAB-04).
        step = FULL_TABLE // len(groups[0])
        seats = [tuple(chain(*groups[start : start + step])) for start in range(0, len(groups), step)]
