"""Who is in which group: how many groups and how large, seeds, lots, and clubs kept apart (R-GRP-01 to R-GRP-06)."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

from tournaments.competition.pairing.kept_apart import separate
from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.pairing.positions import Drawn, Positions, check_field, groups_by_level, in_seed_order
from tournaments.competition.pairing.table_draw import deal
from tournaments.competition.pairing.table_groups import TableGroups
from tournaments.competition.pairing.table_sizes import even_sizes
from tournaments.competition.stages.group_options import SMALLEST_GROUP, GroupOptions
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

# Three clubs whose teams meet (TC Bisenzio) are one group; of two there is one match and no group.
FEWEST_IN_GROUPS: Final = SMALLEST_GROUP

Group: TypeAlias = tuple[int, ...]
"""The keys of a group, in the order of the draw."""


def group_sizes(entrants: int, options: GroupOptions) -> tuple[int, ...]:
    """Return the size of each group, smallest first: as few groups as can hold everybody (R-GRP-02).

    Raises RefusedError for fewer than 3 entrants and for more than 65,536.
    """
    if entrants < FEWEST_IN_GROUPS:
        raise RefusedError("too_few_for_groups", field="entrants", given=entrants, least=FEWEST_IN_GROUPS)
    if entrants > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="entrants", given=entrants, most=MOST_ENTRANTS)
    return tuple(even_sizes(entrants, min(-(-entrants // options.size), entrants // SMALLEST_GROUP)))


def draw_groups(entrants_in_order: Sequence[Entrant], options: GroupOptions) -> Drawn:
    """Put entrants, given in the order of their lots, in groups.

    Positions are the keys group after group; ``groups_of`` reads the groups from them again.
    """
    ranges = _ranges(len(entrants_in_order), options)
    check_field(entrants_in_order)
    seeded = in_seed_order(entrants_in_order) if options.fill == "snake" else []
    row = {key: rank // len(ranges) for rank, key in enumerate(seeded)}
    groups: list[list[int]] = [[] for _ in ranges]
    line = seeded + [each.key for each in entrants_in_order if each.key not in row]
    deal(line, range(len(ranges)), [len(group) for group in ranges], groups)
    places = [key for group in groups for key in group]
    # Seeds at the head of a group stay (kind 0). Other seeds change places with seeds of their own row only.
    kinds = [row.get(key, len(places)) for key in places]
    is_apart = options.separate_by_group
    moves = TableGroups(places, ranges, kinds, groups_by_level(entrants_in_order)).apart() if is_apart else []
    room = [number for number, group in enumerate(ranges) for _ in group]
    return separate(
        Drawn(tuple(places), tuple(moves)),
        entrants_in_order,
        kinds,
        lambda one, other, _round: room[one] == room[other],
        club_rounds=int(is_apart),
    )


def groups_of(positions: Positions, options: GroupOptions) -> tuple[Group, ...]:
    """Return the groups, the first one first, from final positions."""
    return tuple(
        tuple([key for key in positions[group.start : group.stop] if key is not None])
        for group in _ranges(len(positions), options)
    )


def _ranges(entrants: int, options: GroupOptions) -> list[range]:
    """The positions of each group."""
    ends = accumulate(group_sizes(entrants, options), initial=0)
    return [range(first, end) for first, end in pairwise(ends)]
