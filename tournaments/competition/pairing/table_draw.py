"""Tables of a first round: lots, seeds, byes, clubs apart (R-TAB-13 to R-TAB-16); groups and heats are dealt alike.

``docs/verify_tables_draw.py`` repeats it without this code: keep the steps few and their order fixed.
"""

from collections.abc import Sequence

from tournaments.competition.pairing.kept_apart import separate
from tournaments.competition.pairing.positions import Drawn, check_field, groups_by_level, in_seed_order
from tournaments.competition.pairing.table_groups import TableGroups
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.competition.pairing.table_sizes import sizes, table_ranks
from tournaments.competition.pairing.tables import first_round
from tournaments.competition.types import Entrant

STAYS, HAS_BYE, PLAYS = 0, 1, 2


def draw_tables(entrants_in_order: Sequence[Entrant], options: TablesOptions) -> Drawn:
    """Seat entrants, given in the order of their lots, at the tables of the first round."""
    chairs = sizes(len(entrants_in_order), options)
    check_field(entrants_in_order)
    seeded = in_seed_order(entrants_in_order)
    lots = [each.key for each in entrants_in_order]
    ranked = seeded + [each.key for each in entrants_in_order if each.seed is None]
    byes = sum([size for size in chairs if size <= options.through])
    waiting = set((ranked if options.byes == "seeds" else lots)[:byes])
    order = sorted(range(len(chairs)), key=table_ranks(len(chairs)).__getitem__)
    seated: list[list[int]] = [[] for _ in chairs]
    # Byes are dealt separately.
    for has_bye in (True, False):
        line = [key for key in ranked if (key in waiting) == has_bye]
        deal(line, [table for table in order if (chairs[table] <= options.through) == has_bye], chairs, seated)
    places = [key for table in seated for key in table]
    # A seed at the head of a table stays, the others change places among the byes or among the rest.
    tables = first_round(len(places), options)
    kinds = [HAS_BYE if size <= options.through else PLAYS for size in chairs for _ in range(size)]
    for chair in [table.start for table in tables if places[table.start] in seeded]:
        kinds[chair] = STAYS
    is_apart = options.separate_by_group
    moves = TableGroups(places, tables, kinds, groups_by_level(entrants_in_order)).apart() if is_apart else []
    room = [number for number, table in enumerate(tables) for _ in table]
    return separate(
        Drawn(tuple(places), tuple(moves)),
        entrants_in_order,
        kinds,
        lambda one, other, _round: room[one] == room[other],
        club_rounds=int(is_apart),
    )


def deal(line: Sequence[int], order: Sequence[int], chairs: Sequence[int], tables: list[list[int]]) -> None:
    """Deal entrants back and forth: first the heads from the best rank on, then the second chairs from the last."""
    following = iter(line)
    for chair in range(max(chairs)):
        for table in order if chair % 2 == 0 else reversed(order):
            if chairs[table] > chair:
                tables[table].append(next(following))
