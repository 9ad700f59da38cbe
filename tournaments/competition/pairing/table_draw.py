"""Who sits at which table of the first round: lots, seeds, byes, and groups kept apart (R-TAB-13 to R-TAB-16).

``docs/verify_tables_draw.py`` does the same again without this code: keep the steps few and their order fixed.
"""

from collections.abc import Sequence

from tournaments.competition.pairing.positions import Drawn, check_field, in_seed_order
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.competition.pairing.table_sizes import sizes, table_ranks
from tournaments.competition.types import Entrant


def draw_tables(entrants_in_order: Sequence[Entrant], options: TablesOptions) -> Drawn:
    """Seat entrants, given in the order of their lots, at the tables of the first round."""
    chairs = sizes(len(entrants_in_order), options)
    check_field(entrants_in_order)
    tables = _dealt(entrants_in_order, chairs, options)
    return Drawn(tuple([key for table in tables for key in table]))


def _dealt(entrants: Sequence[Entrant], chairs: tuple[int, ...], options: TablesOptions) -> list[list[int]]:
    """The tables before groups are looked at: first the byes are dealt out, then all the other chairs."""
    lots = [each.key for each in entrants]
    seeded = in_seed_order(entrants)
    ranked = seeded + [each.key for each in entrants if each.seed is None]
    ranks = table_ranks(len(chairs))
    order = sorted(range(len(chairs)), key=ranks.__getitem__)
    idle = [table for table in order if chairs[table] <= options.through]
    byes = sum([chairs[table] for table in idle])
    waiting = set((ranked if options.byes == "seeds" else lots)[:byes])
    tables: list[list[int]] = [[] for _ in chairs]
    _deal([key for key in ranked if key in waiting], idle, chairs, tables)
    _deal(
        [key for key in ranked if key not in waiting],
        [table for table in order if chairs[table] > options.through],
        chairs,
        tables,
    )
    return tables


def _deal(line: list[int], order: list[int], chairs: tuple[int, ...], tables: list[list[int]]) -> None:
    """Deal a line out to and fro: first the heads from the best rank on, then the second chairs from the last."""
    following = iter(line)
    for chair in range(max([chairs[table] for table in order], default=0)):
        for table in order if chair % 2 == 0 else reversed(order):
            if chairs[table] > chair:
                tables[table].append(next(following))
